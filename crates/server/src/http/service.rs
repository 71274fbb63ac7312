//! What those who run a server ask: whether it is there, whether it takes requests, what it counted, what it offers.
use super::App;
use super::problem::{Kind, Problem};
use crate::trouble::Trouble;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The process is there.
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// It takes requests: the store answers, and nobody told it to stop.
pub(super) async fn readyz(State(app): State<App>) -> Result<&'static str, Problem> {
    if app.stop.is_cancelled() {
        return Err(Problem::new(Kind::Busy, "the server is stopping"));
    }
    // As little as can be asked of it: anybody may, as often as they like.
    match app.desk.supervisor().store().check().await {
        Ok(()) => Ok("ready\n"),
        Err(error) => Err(Problem::new(Kind::Busy, Trouble::from(error).to_string())),
    }
}

/// What was counted.
pub(super) async fn metrics(State(app): State<App>) -> Response {
    let text = app.gauges.text(app.desk.supervisor().running(), app.desk.begun());
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

/// What is offered.
pub(super) async fn document(document: Arc<str>) -> Response {
    ([(CONTENT_TYPE, "application/json")], document.to_string()).into_response()
}
