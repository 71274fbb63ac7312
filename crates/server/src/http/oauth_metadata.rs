//! Protected-resource metadata (RFC 9728), which tells clients without a token how requests are authorized.
//!
//! It names no authorization server: the operator hands out tokens. Served only if tokens are required.
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

/// Path of the server's metadata.
pub(super) const PLACE: &str = "/.well-known/oauth-protected-resource";

/// Path of the metadata of MCP, whose resource identifier has a path.
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
        return Problem::new(Kind::NotFound, "this server requires no token").into_response();
    };
    Json(json!({
        "resource": format!("{root}{path}"),
        "bearer_methods_supported": ["header"],
        "resource_name": "Roundtable",
        "resource_documentation": format!("{root}/openapi.json"),
    }))
    .into_response()
}

/// The base URL as the caller sees it. A host without a port is a proxy's, which uses TLS.
fn root(authority: &Authority) -> String {
    let is_proxied = authority.port_u16().is_none() && !is_loopback(authority.host());
    format!("{}://{authority}", if is_proxied { "https" } else { "http" })
}

/// The `WWW-Authenticate` header of a response to a request without a token.
pub(super) fn challenge(headers: &HeaderMap, uri: &Uri) -> Option<(axum::http::HeaderName, HeaderValue)> {
    let place = if uri.path() == "/mcp" { PLACE_OF_MCP } else { PLACE };
    let root = root(&meant(headers, uri)?);
    let value = format!("Bearer realm=\"roundtable\", resource_metadata=\"{root}{place}\"");
    Some((WWW_AUTHENTICATE, HeaderValue::from_str(&value).ok()?))
}
