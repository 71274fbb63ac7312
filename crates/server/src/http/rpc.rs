//! Messages to `/mcp` that can't be read are answered as JSON-RPC says, before the SDK, which has other words for them.
use super::problem::{Kind, Problem};
use crate::mcp::message;
use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use rmcp::model::ErrorCode;

/// Lets a message through that can be read.
pub(super) async fn readable(request: Request, next: Next) -> Response {
    let media_type = request.headers().get(CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
    // What is sent as something else is for the SDK to refuse.
    if request.method() != Method::POST || !media_type.starts_with("application/json") {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    // The guard has bounded it, and has all of it.
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return Problem::new(Kind::Malformed, "the body broke off").into_response();
    };
    match message::read(&bytes) {
        Ok(Some(_)) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        // A notification has no answer, and nobody has a use for this one.
        Ok(None) => StatusCode::ACCEPTED.into_response(),
        Err(error) => {
            // What names a request is an answer to it; all else is a fault of the transport's.
            let is_answer = error.error.code == ErrorCode::INVALID_PARAMS && error.id.is_some();
            let status = if is_answer { StatusCode::OK } else { StatusCode::BAD_REQUEST };
            (status, Json(*error)).into_response()
        }
    }
}
