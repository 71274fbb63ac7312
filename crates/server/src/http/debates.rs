//! Handlers that start, read, continue, fork, pause, resume and stop debates.
use super::App;
use super::extract::{Body, IdempotencyKey, PathParams};
use super::problem::Problem;
use crate::requests::{Continue, Control, Fork, START, Start, continue_of, fork_of};
use crate::responses::{Announced, Begun, DebateStatus};
use crate::service::{self, Caller};
use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

/// Starts a debate. The response has its ballot (`ballot`), whether the request gave that or it was derived from the topic (`ballot_from`),
/// and the estimated cost.
#[utoipa::path(
    post, path = "/debates", tag = "debates",
    params(("Idempotency-Key" = String, Header, description = "idempotency key: a request that is repeated with the same key is carried out once", pattern = "^[!-~]{1,255}$")),
    request_body = Start,
    responses(
        (status = 201, description = "the debate runs", body = Begun, headers(("Location" = String, description = "its address"))),
        (status = 409, description = "the key was used for another request", body = Problem, content_type = "application/problem+json"),
    ),
)]
pub(super) async fn start(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    key: IdempotencyKey,
    Body(request): Body<Start>,
) -> Result<Response, Problem> {
    let key = key.of(START, &request)?;
    let begun = app.service.start(&who, &request, key).await?;
    running(&app, &who, begun).await
}

/// The response for a debate that was opened.
pub(super) async fn running(app: &App, who: &Caller, begun: service::Begun) -> Result<Response, Problem> {
    let (id, _, announced) = Announced::of(begun);
    let session = session(app, who, &id).await?;
    Ok(created(&id, Begun { session, announced }))
}

/// A `201 Created` response with its location.
pub(super) fn created(id: &str, body: impl serde::Serialize) -> Response {
    let place = HeaderValue::from_str(&format!("/api/v1/debates/{id}"));
    let mut response = (StatusCode::CREATED, Json(body)).into_response();
    // An id that a header can't contain gets no `Location`.
    response.headers_mut().extend(place.map(|it| (LOCATION, it)));
    response
}

async fn session(app: &App, who: &Caller, id: &str) -> Result<DebateStatus, Problem> {
    Ok(DebateStatus::of(&app.service.read(who, id).await?))
}

/// The state of a debate.
#[utoipa::path(get, path = "/debates/{id}", tag = "debates", params(("id" = String, Path, description = "the debate's id, or the beginning of one")), responses((status = 200, description = "the state of the debate", body = DebateStatus)))]
pub(super) async fn read(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
) -> Result<Json<DebateStatus>, Problem> {
    session(&app, &who, &id).await.map(Json)
}

/// Continues a debate that is over or waits for input.
#[utoipa::path(
    post, path = "/debates/{id}/continue", tag = "debates",
    params(("id" = String, Path, description = "the debate's id"), ("Idempotency-Key" = String, Header, description = "idempotency key: a request that is repeated with the same key is carried out once", pattern = "^[!-~]{1,255}$")),
    request_body = Continue,
    responses((status = 202, description = "it runs, or has run since the same request", body = DebateStatus), (status = 409, description = "it is not over, or the key was used for another request", body = Problem, content_type = "application/problem+json")),
)]
pub(super) async fn go_on(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
    key: IdempotencyKey,
    Body(request): Body<Continue>,
) -> Result<(StatusCode, Json<DebateStatus>), Problem> {
    let id = app.service.find(&who, &id).await?;
    let key = key.of(&continue_of(&id), &request)?;
    let id = app.service.go_on_once(&who, id.as_str(), &request, key).await?;
    Ok((StatusCode::ACCEPTED, Json(session(&app, &who, id.as_str()).await?)))
}

/// Forks a debate.
#[utoipa::path(
    post, path = "/debates/{id}/fork", tag = "debates",
    params(("id" = String, Path, description = "the debate's id"), ("Idempotency-Key" = String, Header, description = "idempotency key: a request that is repeated with the same key is carried out once", pattern = "^[!-~]{1,255}$")),
    request_body = Fork,
    responses(
        (status = 201, description = "the new one runs", body = DebateStatus, headers(("Location" = String, description = "its address"))),
        (status = 409, description = "the key was used for another request", body = Problem, content_type = "application/problem+json"),
    ),
)]
pub(super) async fn fork(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
    key: IdempotencyKey,
    Body(request): Body<Fork>,
) -> Result<Response, Problem> {
    let from = app.service.find(&who, &id).await?;
    let key = key.of(&fork_of(&from), &request)?;
    let new = app.service.fork(&who, from.as_str(), &request, key).await?;
    let session = session(&app, &who, new.as_str()).await?;
    Ok(created(new.as_str(), session))
}

/// Pauses a debate after the answers in progress.
#[utoipa::path(post, path = "/debates/{id}/pause", tag = "debates", params(("id" = String, Path, description = "the debate's id")), responses((status = 202, description = "the debate is pausing", body = DebateStatus), (status = 409, description = "another process runs it", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn pause(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
) -> Result<(StatusCode, Json<DebateStatus>), Problem> {
    control(&app, &who, &id, Control::Pause).await
}

/// Resumes a paused debate.
#[utoipa::path(post, path = "/debates/{id}/resume", tag = "debates", params(("id" = String, Path, description = "the debate's id")), responses((status = 202, description = "the debate runs", body = DebateStatus), (status = 409, description = "it runs already, or is over", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn resume(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
) -> Result<(StatusCode, Json<DebateStatus>), Problem> {
    control(&app, &who, &id, Control::Resume).await
}

/// Closes a debate with its current results after the answers in progress.
#[utoipa::path(post, path = "/debates/{id}/stop", tag = "debates", params(("id" = String, Path, description = "the debate's id")), responses((status = 202, description = "it ends", body = DebateStatus), (status = 409, description = "another process runs it", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn stop(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
) -> Result<(StatusCode, Json<DebateStatus>), Problem> {
    control(&app, &who, &id, Control::Stop).await
}

async fn control(
    app: &App,
    who: &Caller,
    id: &str,
    what: Control,
) -> Result<(StatusCode, Json<DebateStatus>), Problem> {
    let id = app.service.control(who, id, what).await?;
    Ok((StatusCode::ACCEPTED, Json(session(app, who, id.as_str()).await?)))
}
