//! The middleware in front of every request. It checks host, origin, token, rate and size (O-42).
use super::App;
use super::access_log::Entry;
use super::browser_session::LOGIN;
use super::connections::Peer;
use super::oauth_metadata;
use super::problem::{Kind, Problem, told};
use crate::service::{Caller, Limits};
use axum::body::{Body, to_bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{ACCEPT, AUTHORIZATION, HOST, ORIGIN, X_CONTENT_TYPE_OPTIONS};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use tokio::sync::OwnedSemaphorePermit;

/// Path of the import.
const IMPORT: &str = "/api/v1/debates/import";

/// Checks a request, passes it on or rejects it, and counts the response.
pub(super) async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let route = request.extensions().get::<MatchedPath>().map_or("other", |it| it.as_str()).to_owned();
    let entry = Entry::begin(&app, request.method(), &path);
    let challenge = oauth_metadata::challenge(request.headers(), request.uri());
    let admitted = admitted(&app, &mut request);
    let who = entry.is_some().then(|| request.extensions().get::<Caller>().cloned()).flatten();
    let response = match admitted {
        Ok(()) => match whole(&app, request).await {
            Ok((request, _room)) => next.run(request).await,
            Err(problem) => problem.into_response(),
        },
        Err(problem) => problem.into_response(),
    };
    app.metrics.answered(&route, response.status().as_u16());
    let mut response = told(response, &path);
    if let Some((name, value)) = challenge.filter(|_| response.status() == StatusCode::UNAUTHORIZED) {
        response.headers_mut().insert(name, value);
    }
    if let Some(entry) = entry {
        entry.end(who.as_ref(), response.status());
    }
    response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// Authenticates a request and stores its caller.
fn admitted(app: &App, request: &mut Request) -> Result<(), Problem> {
    check_host(request.headers(), request.uri(), &app.hosts)?;
    check_origin(request.headers(), request.uri())?;
    if is_public(request.uri().path()) {
        return Ok(());
    }
    let caller = match request.headers().contains_key(AUTHORIZATION) || app.access.is_open() {
        true => app.access.caller(bearer(request.headers())),
        false => by_cookie(app, request)?,
    };
    if !is_local_owner(app, request, caller.as_ref()) {
        app.rate.take(caller.as_ref().map(|it| it.tenant.as_str())).map_err(|wait| {
            let seconds = wait.as_secs().saturating_add(1);
            let advice = format!("more requests than are taken in a minute; ask again in {seconds} s");
            Problem::new(Kind::TooMany, advice).after(seconds)
        })?;
    }
    let Some(caller) = caller else {
        return match is_for_anybody(request) {
            true => Ok(()),
            false => Err(Problem::new(
                Kind::Unauthenticated,
                "send `Authorization: Bearer TOKEN` with a token of this server, or sign in at /login with a browser",
            )),
        };
    };
    request.extensions_mut().insert::<Caller>(caller);
    Ok(())
}

/// The caller of a browser session. A request that changes something must have the `Origin` of this server. A foreign one was rejected
/// before, and browsers always send it.
fn by_cookie(app: &App, request: &mut Request) -> Result<Option<Caller>, Problem> {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let has_origin = request.headers().contains_key(ORIGIN);
    let is_entering = request.uri().path() == LOGIN;
    let found = app.browser_sessions.caller(request.headers());
    if (found.is_some() || is_entering) && !is_read && !has_origin {
        let advice =
            "what changes something by a cookie must say with `Origin` that it comes from a page of this server";
        return Err(Problem::new(Kind::ForeignOrigin, advice));
    }
    Ok(found.map(|(caller, session)| {
        request.extensions_mut().insert(session);
        caller
    }))
}

/// Whether a browser without a token may load this: the page that redirects to the sign-in form, and the form.
fn is_for_anybody(request: &Request) -> bool {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let accepts = request.headers().get(ACCEPT).and_then(|it| it.to_str().ok()).unwrap_or_default();
    match request.uri().path() {
        "/" => is_read && accepts.contains("text/html") && !request.headers().contains_key(AUTHORIZATION),
        path => path == LOGIN,
    }
}

/// Whether the owner sends this request from this machine; the rate limit does not apply then.
fn is_local_owner(app: &App, request: &Request, caller: Option<&Caller>) -> bool {
    let is_near = || request.extensions().get::<Peer>().is_some_and(|it| it.0.to_canonical().is_loopback());
    // Without tokens the server serves only this machine.
    caller.is_some_and(|it| it.tenant.is_empty()) && (app.access.is_open() || is_near())
}

/// Whether the path needs no token: health, readiness and authorization metadata.
fn is_public(path: &str) -> bool {
    matches!(path, "/healthz" | "/readyz" | oauth_metadata::PLACE | oauth_metadata::PLACE_OF_MCP)
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Reads the whole body, within limits of size and time. Imports have a higher size limit and hold one of their slots until they are done.
async fn whole(app: &App, request: Request) -> Result<(Request, Option<OwnedSemaphorePermit>), Problem> {
    let Limits { body: usual, log, .. } = app.service.limits();
    let is_log = request.uri().path() == IMPORT;
    let most = if is_log { log } else { usual };
    let (parts, body) = request.into_parts();
    let read = async {
        let room = if is_log { app.logs.clone().acquire_owned().await.ok() } else { None };
        to_bytes(body, most).await.map(|it| (it, room))
    };
    let bytes = tokio::time::timeout(app.patience.request, read).await;
    let bytes = bytes.map_err(|_| {
        let patience = app.patience.request.as_secs();
        Problem::new(Kind::TooSlow, format!("the body did not come within {patience} s"))
    })?;
    let (bytes, room) = bytes.map_err(|error| {
        let is_long = std::error::Error::source(&error).is_some_and(|it| it.to_string().contains("length limit"));
        match is_long {
            true => Problem::new(Kind::TooLarge, format!("the body has more than {most} bytes, which is the most")),
            false => Problem::new(Kind::Malformed, "the body broke off"),
        }
    })?;
    Ok((Request::from_parts(parts, Body::from(bytes)), room))
}

/// The authority that the request names, from its URI or else its `Host` header.
pub(super) fn meant(headers: &HeaderMap, uri: &Uri) -> Option<Authority> {
    let mut hosts = headers.get_all(HOST).iter();
    let said = hosts.next().and_then(|it| Authority::try_from(it.as_bytes()).ok())?;
    if hosts.next().is_some() {
        return None;
    }
    Some(uri.authority().cloned().unwrap_or(said))
}

/// Rejects requests to foreign host names, against DNS rebinding (O-42).
fn check_host(headers: &HeaderMap, uri: &Uri, hosts: &[String]) -> Result<(), Problem> {
    let Some(authority) = meant(headers, uri) else {
        return Err(Problem::new(Kind::Malformed, "`Host` must name this server, once"));
    };
    if is_loopback(authority.host()) || is_named(&authority, hosts) {
        return Ok(());
    }
    let advice = "the server does not go by that name; use its address, or start it with `--allow-host NAME`";
    Err(Problem::new(Kind::ForeignHost, advice))
}

/// Rejects requests from pages of other sites: the host and port of `Origin` must equal those of the request. Programs send no `Origin`.
fn check_origin(headers: &HeaderMap, uri: &Uri) -> Result<(), Problem> {
    let mut origins = headers.get_all(ORIGIN).iter();
    let Some(origin) = origins.next() else { return Ok(()) };
    let authority = origin.to_str().ok().and_then(|it| {
        let (scheme, rest) = it.split_once("://")?;
        let authority = rest.parse::<Authority>().ok()?;
        matches!(scheme, "http" | "https").then_some((scheme, authority))
    });
    let is_own = |(scheme, authority): (&str, Authority)| {
        let by_scheme = if scheme == "https" { 443 } else { 80 };
        let port = authority.port_u16().unwrap_or(by_scheme);
        let here = meant(headers, uri)?;
        let is_machine = is_loopback(here.host());
        let is_same_host =
            authority.host().eq_ignore_ascii_case(here.host()) || (is_machine && is_loopback(authority.host()));
        // Another port of this machine is another site. A host without a port is a proxy's, which may use TLS.
        let here_port = here.port_u16().unwrap_or(if is_machine { 80 } else { by_scheme });
        Some(is_same_host && port == here_port)
    };
    let is_fine = origins.next().is_none() && authority.and_then(is_own).unwrap_or_default();
    if is_fine {
        return Ok(());
    }
    Err(Problem::new(Kind::ForeignOrigin, "the request comes from a page of another site; no such page may ask here"))
}

pub(super) fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok_and(|it| it.to_canonical().is_loopback())
}

/// Whether the server has this host name; a configured name without a port matches any port.
fn is_named(authority: &Authority, hosts: &[String]) -> bool {
    hosts.iter().any(|it| it.eq_ignore_ascii_case(authority.as_str()) || it.eq_ignore_ascii_case(authority.host()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-42: rebound host names are rejected, and so are their pages.
    #[test]
    fn only_own_names_and_own_pages_get_through() {
        let hosts = ["debates.example.org", "other.example:8080", "127.0.0.1"].map(str::to_owned);
        let cases = [
            ("localhost:8787", None, "fine"),
            ("127.0.0.1", None, "fine"),
            ("127.0.0.1:8787", Some("http://127.0.0.1:8787"), "fine"),
            ("127.0.0.1:8787", Some("http://localhost:8787"), "fine"),
            ("[::1]:8787", Some("http://[::1]:8787"), "fine"),
            ("DEBATES.example.org", Some("https://debates.example.org"), "fine"),
            ("other.example:8080", None, "fine"),
            ("other.example:8081", None, "host"),
            ("evil.example", None, "host"),
            ("localhost.evil.example:8787", None, "host"),
            ("127.0.0.1.evil.example", None, "host"),
            ("127.0.0.1@evil.example", None, "host"),
            ("10.0.0.1", None, "host"),
            ("", None, "host"),
            ("a b", None, "host"),
            ("localhost:8787", Some("null"), "origin"),
            ("localhost:8787", Some(""), "origin"),
            ("localhost:8787", Some("http://evil.example"), "origin"),
            ("localhost:8787", Some("http://localhost:3000"), "origin"),
            ("localhost:8787", Some("http://localhost"), "origin"),
            ("127.0.0.1:8787", Some("http://127.0.0.1:1"), "origin"),
            ("127.0.0.1", Some("https://127.0.0.1"), "origin"),
            ("debates.example.org", Some("http://debates.example.org:3000"), "origin"),
            ("debates.example.org:8080", Some("http://debates.example.org"), "origin"),
            ("debates.example.org", Some("http://other.example:8080"), "origin"),
            ("127.0.0.1:8787", Some("https://debates.example.org"), "origin"),
            ("localhost:8787", Some("file://localhost:8787"), "origin"),
            ("localhost:8787", Some("http://localhost:8787.evil.example"), "origin"),
        ];
        for (host, origin, expected) in cases {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_str(host).unwrap());
            headers.extend(origin.map(|it| (ORIGIN, HeaderValue::from_str(it).unwrap())));
            let uri = Uri::from_static("/");
            let found = match (check_host(&headers, &uri, &hosts), check_origin(&headers, &uri)) {
                (Err(_), _) => "host",
                (Ok(()), Err(_)) => "origin",
                (Ok(()), Ok(())) => "fine",
            };
            assert_eq!(found, expected, "{host} {origin:?}");
        }
    }
}
