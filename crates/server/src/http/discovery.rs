//! What says to a client that has no token how requests are authorized here: protected-resource metadata (RFC 9728).
//!
//! There is no authorization server: whoever runs the server hands out its tokens, so none is named. Served only where tokens are asked for.
use super::App;
use super::guard::{is_loopback, meant};
use super::problem::{Kind, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::header::WWW_AUTHENTICATE;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Where it is.
pub(super) const PLACE: &str = "/.well-known/oauth-protected-resource";

/// Where it is of MCP, whose identifier has a path.
pub(super) const PLACE_OF_MCP: &str = "/.well-known/oauth-protected-resource/mcp";

/// The metadata of the whole server.
pub(super) async fn whole(State(app): State<App>, headers: HeaderMap, uri: Uri) -> Response {
    metadata(&app, &headers, &uri, "")
}

/// The metadata of MCP.
pub(super) async fn mcp(State(app): State<App>, headers: HeaderMap, uri: Uri) -> Response {
    metadata(&app, &headers, &uri, "/mcp")
}

fn metadata(app: &App, headers: &HeaderMap, uri: &Uri, path: &str) -> Response {
    let root = meant(headers, uri).filter(|_| !app.access.is_open()).map(|it| root(&it));
    let Some(root) = root else {
        return Problem::new(Kind::NotFound, "no token is asked for here").into_response();
    };
    Json(json!({
        "resource": format!("{root}{path}"),
        "bearer_methods_supported": ["header"],
        "resource_name": "Roundtable",
        "resource_documentation": format!("{root}/openapi.json"),
    }))
    .into_response()
}

/// The server as the caller knows it. A name without a port is that of a proxy, which speaks TLS.
fn root(authority: &Authority) -> String {
    let is_proxied = authority.port_u16().is_none() && !is_loopback(authority.host());
    format!("{}://{authority}", if is_proxied { "https" } else { "http" })
}

/// What a request without a token is answered with, besides the problem.
pub(super) fn challenge(headers: &HeaderMap, uri: &Uri) -> Option<(axum::http::HeaderName, HeaderValue)> {
    let place = if uri.path() == "/mcp" { PLACE_OF_MCP } else { PLACE };
    let root = root(&meant(headers, uri)?);
    let value = format!("Bearer realm=\"roundtable\", resource_metadata=\"{root}{place}\"");
    Some((WWW_AUTHENTICATE, HeaderValue::from_str(&value).ok()?))
}
