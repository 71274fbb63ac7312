//! HTTP: JSON under `/api/v1`, events as SSE, MCP at `/mcp`, a page at `/`.
//!
//! A request passes `guard` (host, origin, token, rate, size). Then a handler calls the [`DebateService`] and translates the result; errors become a
//! `problem`. The OpenAPI document is built from the same handlers. Not here: authentication ([`Access`]).
mod access_log;
mod browser_session;
mod connections;
mod debates;
mod deletion;
mod events;
mod extract;
mod files;
mod guard;
mod health;
mod learning;
mod mcp_sessions;
mod metrics;
mod oauth_metadata;
mod page;
mod panels;
mod problem;
mod rate;
mod reading;
mod routes;
mod rpc;
mod search;
mod streams;
mod verdict_schema;
mod write_timeout;

pub use access_log::{Line, LogSink};
pub use connections::Patience;

use crate::access::Access;
use crate::mcp::Roundtable;
use crate::service::{DebateService, Limits};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use browser_session::BrowserSessions;
use mcp_sessions::{Most, Sessions};
use metrics::Metrics;
use problem::{Kind, Problem};
use rate::Rate;
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::any::Any;
use std::sync::Arc;
use streams::Streams;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

/// Imports at the same time. Our choice: each holds a large log in memory; further ones wait.
const LOGS: usize = 4;

/// Shared state of the handlers.
#[derive(Clone)]
pub(crate) struct App {
    service: DebateService,
    access: Arc<Access>,
    /// Host names of the server, in addition to those of the machine.
    hosts: Arc<[String]>,
    metrics: Arc<Metrics>,
    rate: Arc<Rate>,
    streams: Arc<Streams>,
    /// Slots for imports.
    logs: Arc<Semaphore>,
    patience: Patience,
    /// The access log.
    access_log: Option<LogSink>,
    /// Browser sessions.
    browser_sessions: Arc<BrowserSessions>,
    stop: CancellationToken,
}

impl App {
    fn new(service: &DebateService, access: &Access, patience: Patience, stop: &CancellationToken) -> App {
        let limits = service.limits();
        App {
            service: service.clone(),
            access: Arc::new(access.clone()),
            hosts: access.hosts().into(),
            metrics: Arc::default(),
            rate: Arc::new(Rate::new(limits.requests_a_minute)),
            streams: Arc::new(Streams::new(limits.streams, access.tenants())),
            logs: Arc::new(Semaphore::new(LOGS)),
            patience,
            access_log: None,
            browser_sessions: Arc::default(),
            stop: stop.clone(),
        }
    }
}

/// The router of the whole server.
pub fn router(service: &DebateService, access: &Access, stop: &CancellationToken) -> Router {
    let handler = service.clone();
    router_of(move || Roundtable::over_http(handler.clone()), service, access, stop)
}

/// The router, with another handler at `/mcp`.
pub fn router_of<H: ServerHandler>(
    handler: impl Fn() -> H + Send + Sync + 'static,
    service: &DebateService,
    access: &Access,
    stop: &CancellationToken,
) -> Router {
    whole(App::new(service, access, Patience::default(), stop), mcp(handler, service.limits(), access, stop))
}

/// MCP over streamable HTTP, for any handler. `guard` checks host and origin first.
fn mcp<H: ServerHandler>(
    handler: impl Fn() -> H + Send + Sync + 'static,
    limits: Limits,
    access: &Access,
    stop: &CancellationToken,
) -> Router<App> {
    let own = ["localhost", "127.0.0.1", "::1"].map(str::to_owned);
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(own.into_iter().chain(access.hosts().iter().cloned()))
        .with_max_request_body_bytes(limits.body)
        .with_cancellation_token(stop.child_token());
    let sessions = Sessions::new(Most::default());
    let streamable = StreamableHttpService::new(move || Ok(handler()), sessions.clone(), config);
    Router::new()
        .route_service("/mcp", streamable)
        .layer(from_fn(rpc::readable))
        .layer(from_fn_with_state(sessions, mcp_sessions::owned))
}

fn whole(app: App, mcp: Router<App>) -> Router {
    let (api, document) = routes::api(&app.access);
    let streamed = from_fn_with_state(app.clone(), events::bounded);
    Router::new()
        .merge(api)
        .route("/", get(page::page))
        .route(browser_session::LOGIN, get(browser_session::form).post(browser_session::enter))
        .route("/logout", post(browser_session::leave))
        .route(oauth_metadata::PLACE, get(oauth_metadata::whole))
        .route(oauth_metadata::PLACE_OF_MCP, get(oauth_metadata::mcp))
        .route("/openapi.json", get(move || health::document(document.clone())))
        .route("/metrics", get(health::metrics))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .merge(mcp.layer(streamed))
        .fallback(nowhere)
        .method_not_allowed_fallback(not_here)
        // The guard applies our own limit.
        .layer(DefaultBodyLimit::disable())
        // Inside the guard, so that faults are counted and get a problem with their path.
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(app.clone(), guard::guard))
        // Compresses for clients that accept gzip. Streams are exempt, since compression would delay events.
        .layer(CompressionLayer::new())
        .with_state(app)
}

async fn nowhere() -> Problem {
    Problem::new(Kind::NotFound, "nothing is served here; /openapi.json lists what is")
}

async fn not_here() -> Problem {
    Problem::new(Kind::Method, "this place has other methods; `Allow` names them")
}

fn panicked(_: Box<dyn Any + Send>) -> Response {
    Problem::new(Kind::Failed, "an internal error of the server; the debates are unaffected").into_response()
}

/// Serves until told to stop, then rejects new requests and waits for those in progress. Rejects a public address if no token is required
/// (I-30).
pub async fn serve(
    listener: TcpListener,
    service: DebateService,
    access: Access,
    stop: CancellationToken,
) -> Result<(), std::io::Error> {
    serve_with(listener, service, access, stop, Patience::default()).await
}

/// Like [`serve`], with other timeouts.
pub async fn serve_with(
    listener: TcpListener,
    service: DebateService,
    access: Access,
    stop: CancellationToken,
    patience: Patience,
) -> Result<(), std::io::Error> {
    serve_kept(listener, service, access, stop, patience, None).await
}

/// Like [`serve_with`], with an access log.
pub async fn serve_kept(
    listener: TcpListener,
    service: DebateService,
    access: Access,
    stop: CancellationToken,
    patience: Patience,
    access_log: Option<LogSink>,
) -> Result<(), std::io::Error> {
    let address = listener.local_addr()?;
    access.check(address).map_err(|error| std::io::Error::new(std::io::ErrorKind::PermissionDenied, error))?;
    // The address that the server listens on is one of its host names.
    let address = address.ip();
    let access = if address.is_unspecified() { access } else { access.with_hosts([bracketed(address)]) };
    let handler = service.clone();
    let mcp = mcp(move || Roundtable::over_http(handler.clone()), service.limits(), &access, &stop);
    let app = App { access_log, ..App::new(&service, &access, patience, &stop) };
    let router = whole(app.clone(), mcp);
    connections::take(listener, router, app).await;
    Ok(())
}

/// An IP address as it is written in a URL.
fn bracketed(address: std::net::IpAddr) -> String {
    match address {
        std::net::IpAddr::V4(it) => it.to_string(),
        std::net::IpAddr::V6(it) => format!("[{it}]"),
    }
}
