//! The handler that deletes a debate.
use super::App;
use super::extract::PathParams;
use super::problem::Problem;
use crate::service::Caller;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;

/// Deletes a debate with all that is kept of it: its log with what was attached to it, its place in lists, what can be found of it, the key it was
/// asked for by. It can't be undone. One that runs is stopped first. Debates that were forked from it stay.
#[utoipa::path(
    delete, path = "/debates/{id}", tag = "debates", params(("id" = String, Path, description = "the debate's whole id")),
    responses(
        (status = 204, description = "it is gone"),
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
