//! Handlers for operators: health, readiness, metrics and the OpenAPI document.
use super::App;
use super::problem::{Kind, Problem};
use crate::error::ApiError;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The process is alive.
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// The server is ready: the store answers, and the server is not stopping.
pub(super) async fn readyz(State(app): State<App>) -> Result<&'static str, Problem> {
    if app.stop.is_cancelled() {
        return Err(Problem::new(Kind::Busy, "the server is stopping"));
    }
    // A cheap check, since anybody may call this at any rate.
    match app.service.supervisor().store().check().await {
        Ok(()) => Ok("ready\n"),
        Err(error) => Err(Problem::new(Kind::Busy, ApiError::from(error).to_string())),
    }
}

/// The metrics.
pub(super) async fn metrics(State(app): State<App>) -> Response {
    let text = app.metrics.text(app.service.supervisor().running(), app.service.begun());
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

/// The OpenAPI document.
pub(super) async fn document(document: Arc<str>) -> Response {
    ([(CONTENT_TYPE, "application/json")], document.to_string()).into_response()
}
