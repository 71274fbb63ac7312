//! The handler that deletes a debate.
use super::App;
use super::extract::PathParams;
use super::problem::Problem;
use crate::service::Caller;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;

/// Deletes a debate with everything stored for it: its log and attachments, its entries in lists and the search index, and its idempotency
/// key. This can't be undone. Stop a running debate first. Its forks remain.
#[utoipa::path(
    delete, path = "/debates/{id}", tag = "debates", params(("id" = String, Path, description = "the debate's whole id")),
    responses(
        (status = 204, description = "the debate is deleted"),
        (status = 409, description = "it runs, or counts against the day's spending cap", body = Problem, content_type = "application/problem+json"),
    ),
)]
pub(super) async fn delete(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
) -> Result<StatusCode, Problem> {
    app.service.delete(&who, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
