//! Handlers for what happened after debates, and what was learned (L-02 … L-07).
use super::App;
use super::extract::{Body, PathParams, QueryParams};
use super::problem::Problem;
use crate::error::ApiError;
use crate::requests::check::described;
use crate::requests::{ClosePostmortem, RecordOutcome};
use crate::responses::{Learning, Outcomes, PostmortemView};
use crate::service::Caller;
use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use engine::{Clock, Live};
use schemars::JsonSchema;
use serde::Deserialize;
use utoipa::IntoParams;

/// Records what happened after a debate's decision.
#[utoipa::path(
    post, path = "/debates/{id}/outcomes", tag = "learning", operation_id = "record_outcome",
    params(("id" = String, Path, description = "the debate's id")),
    request_body = RecordOutcome,
    responses((status = 201, description = "it is recorded; these are all outcomes of the debate", body = Outcomes)),
)]
pub(super) async fn record(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
    Body(request): Body<RecordOutcome>,
) -> Result<(StatusCode, Json<Outcomes>), Problem> {
    app.service.record_outcome(&who, &id, &request).await?;
    Ok((StatusCode::CREATED, Json(Outcomes::of(&app.service.aftermath(&who, &id).await?))))
}

/// What was recorded of a debate after it.
#[utoipa::path(
    get, path = "/debates/{id}/outcomes", tag = "learning", operation_id = "outcomes",
    params(("id" = String, Path, description = "the debate's id")),
    responses((status = 200, description = "its outcomes, oldest first", body = Outcomes)),
)]
pub(super) async fn outcomes(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
) -> Result<Json<Outcomes>, Problem> {
    Ok(Json(Outcomes::of(&app.service.aftermath(&who, &id).await?)))
}

/// Removes an outcome that was recorded by mistake; a post-mortem with `again` then learns anew.
#[utoipa::path(
    delete, path = "/debates/{id}/outcomes/{number}", tag = "learning", operation_id = "remove_outcome",
    params(("id" = String, Path, description = "the debate's id"), ("number" = u64, Path, description = "the outcome's number")),
    responses((status = 200, description = "it is removed; these are the others", body = Outcomes)),
)]
pub(super) async fn remove(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams((id, number)): PathParams<(String, u64)>,
) -> Result<Json<Outcomes>, Problem> {
    app.service.remove_outcome(&who, &id, number).await?;
    Ok(Json(Outcomes::of(&app.service.aftermath(&who, &id).await?)))
}

/// Compares a decision with its outcomes, and learns from them.
#[utoipa::path(
    post, path = "/debates/{id}/postmortem", tag = "learning", operation_id = "close_postmortem",
    params(("id" = String, Path, description = "the debate's id")),
    request_body = ClosePostmortem,
    responses(
        (status = 201, description = "the post-mortem is written, and its updates are applied", body = PostmortemView),
        (status = 409, description = "the debate is not over, or has a post-mortem", body = Problem, content_type = "application/problem+json"),
    ),
)]
pub(super) async fn close(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
    Body(request): Body<ClosePostmortem>,
) -> Result<(StatusCode, Json<PostmortemView>), Problem> {
    let after = app.service.close_postmortem(&who, &id, &request).await?;
    let view = PostmortemView::of(&after).ok_or_else(|| none(&id))?;
    Ok((StatusCode::CREATED, Json(view)))
}

/// The post-mortem of a debate, with its report.
#[utoipa::path(
    get, path = "/debates/{id}/postmortem", tag = "learning", operation_id = "postmortem",
    params(("id" = String, Path, description = "the debate's id")),
    responses((status = 200, description = "the post-mortem", body = PostmortemView)),
)]
pub(super) async fn postmortem(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
) -> Result<Json<PostmortemView>, Problem> {
    let after = app.service.aftermath(&who, &id).await?;
    Ok(Json(PostmortemView::of(&after).ok_or_else(|| none(&id))?))
}

fn none(id: &str) -> ApiError {
    ApiError::NoPart(format!("debate `{id}` has no post-mortem; POST to the same address writes it"))
}

/// Which domain.
#[derive(Debug, Deserialize, JsonSchema, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct OfDomain {
    /// Only this domain; all if absent.
    #[serde(default)]
    #[param(nullable = false)]
    domain: Option<String>,
}

described!(OfDomain);

/// What outcomes taught: weights, calibration, questions, skills.
#[utoipa::path(
    get, path = "/learning", tag = "learning", operation_id = "learning", params(OfDomain),
    responses((status = 200, description = "what is known, by domain", body = Learning)),
)]
pub(super) async fn known(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    QueryParams(OfDomain { domain }): QueryParams<OfDomain>,
) -> Result<Json<Learning>, Problem> {
    let domain = domain.as_deref().map(debate::learning::domain).transpose();
    let domain = domain.map_err(|why| ApiError::Refused(why.to_string()))?;
    let known = app.service.learned(&who).await?;
    Ok(Json(Learning::of(&known, domain.as_deref(), Live::after(0).stamp(0).at)))
}
