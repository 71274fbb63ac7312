//! Replies to unreadable messages at `/mcp` with the error codes of JSON-RPC, before the SDK, which uses other ones.
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

/// Passes readable messages on.
pub(super) async fn readable(request: Request, next: Next) -> Response {
    let media_type = request.headers().get(CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
    // The SDK rejects other media types.
    if request.method() != Method::POST || !media_type.starts_with("application/json") {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    // The guard has read and bounded the body.
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return Problem::new(Kind::Malformed, "the body broke off").into_response();
    };
    match message::read(&bytes) {
        Ok(Some(_)) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        // An unreadable notification gets no reply.
        Ok(None) => StatusCode::ACCEPTED.into_response(),
        Err(error) => {
            // An error with the request's id is a reply to it; any other is an error of the transport.
            let is_answer = error.error.code == ErrorCode::INVALID_PARAMS && error.id.is_some();
            let status = if is_answer { StatusCode::OK } else { StatusCode::BAD_REQUEST };
            (status, Json(*error)).into_response()
        }
    }
}
