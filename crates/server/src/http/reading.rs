//! Handlers for parts of a debate (verdict, rounds, turns, claims, sources, graph), and for modes and models.
use super::App;
use super::extract::PathParams;
use super::problem::Problem;
use super::verdict_schema;
use crate::error::ApiError;
use crate::responses::{self, Agents, Modes, RoundLine, RoundView, Rounds, TurnView, value};
use crate::service::{Caller, Snapshot};
use analysis::argument::GraphView;
use axum::Extension;
use axum::Json;
use axum::extract::State;
use debate::{Debate, Round};
use serde_json::{Value, json};

/// The verdict of a debate: the first screen, then four layers, shortest first; preliminary while it runs.
#[utoipa::path(get, path = "/debates/{id}/verdict", tag = "reading", params(("id" = String, Path, description = "the debate's id")), responses((status = 200, description = "the verdict", body = verdict_schema::Verdict), (status = 409, description = "it is a panel, where nobody votes", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn verdict(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
) -> Result<Json<Value>, Problem> {
    let shown = |it: &Snapshot| responses::verdict_of(it).map(|it| value(&it.document()));
    Ok(Json(app.service.made(&who, &id, shown).await.flatten()?))
}

/// The rounds of a debate.
#[utoipa::path(get, path = "/debates/{id}/rounds", tag = "reading", params(("id" = String, Path, description = "the debate's id")), responses((status = 200, description = "its rounds, in order", body = Rounds)))]
pub(super) async fn rounds(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
) -> Result<Json<Rounds>, Problem> {
    let debate = app.service.read(&who, &id).await?.debate;
    Ok(Json(Rounds { rounds: debate.rounds.iter().map(RoundLine::of).collect() }))
}

/// A round with its turns.
#[utoipa::path(get, path = "/debates/{id}/rounds/{round}", tag = "reading", params(("id" = String, Path, description = "the debate's id"), ("round" = u32, Path, description = "which round, from 1", minimum = 1)), responses((status = 200, description = "the round", body = RoundView)))]
pub(super) async fn round(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams((id, number)): PathParams<(String, u32)>,
) -> Result<Json<RoundView>, Problem> {
    let debate = app.service.read(&who, &id).await?.debate;
    Ok(Json(RoundView::of(&debate, numbered(&debate, number)?)))
}

/// One turn.
#[utoipa::path(get, path = "/debates/{id}/rounds/{round}/turns/{name}", tag = "reading", params(("id" = String, Path, description = "the debate's id"), ("round" = u32, Path, description = "which round, from 1", minimum = 1), ("name" = String, Path, description = "the persona's name")), responses((status = 200, description = "what it said", body = TurnView)))]
pub(super) async fn turn(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams((id, number, name)): PathParams<(String, u32, String)>,
) -> Result<Json<TurnView>, Problem> {
    let debate = app.service.read(&who, &id).await?.debate;
    let round = numbered(&debate, number)?;
    let spoken = round.spoken.iter().find(|it| it.by.as_str() == name);
    let spoken = spoken.ok_or_else(|| {
        let names: Vec<&str> = round.spoken.iter().map(|it| it.by.as_str()).collect();
        ApiError::NoPart(format!("nobody called `{name}` has a turn in round {number}; there are {}", listed(&names)))
    })?;
    Ok(Json(TurnView::of(spoken)))
}

fn numbered(debate: &Debate, number: u32) -> Result<&Round, ApiError> {
    debate.rounds.iter().find(|it| it.number == number).ok_or_else(|| {
        ApiError::NoPart(format!("the debate has no round {number}; rounds so far: {}", debate.rounds.len()))
    })
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none yet".to_owned() } else { names.join(", ") }
}

/// The claims made so far.
#[utoipa::path(get, path = "/debates/{id}/claims", tag = "reading", params(("id" = String, Path, description = "the debate's id")), responses((status = 200, description = "its claims", body = verdict_schema::Claims)))]
pub(super) async fn claims(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
) -> Result<Json<Value>, Problem> {
    Ok(Json(app.service.made(&who, &id, |it| json!({"claims": it.verdict().evidence.claims})).await?))
}

/// The sources cited so far.
#[utoipa::path(get, path = "/debates/{id}/sources", tag = "reading", params(("id" = String, Path, description = "the debate's id")), responses((status = 200, description = "its sources", body = verdict_schema::Sources)))]
pub(super) async fn sources(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
) -> Result<Json<Value>, Problem> {
    Ok(Json(app.service.made(&who, &id, |it| json!({"sources": it.verdict().evidence.sources})).await?))
}

/// The arguments of a debate as a weighted graph.
#[utoipa::path(get, path = "/debates/{id}/graph", tag = "reading", params(("id" = String, Path, description = "the debate's id")), responses((status = 200, description = "nodes and edges", body = responses::GraphView)))]
pub(super) async fn graph(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
) -> Result<Json<GraphView>, Problem> {
    Ok(Json(app.service.made(&who, &id, |it| GraphView::of(&it.debate)).await?))
}

/// The available models.
#[utoipa::path(get, path = "/agents", tag = "tables", responses((status = 200, description = "the available models", body = Agents)))]
pub(super) async fn agents(State(app): State<App>) -> Result<Json<Agents>, Problem> {
    let agents = app.service.planner().agents().await.map_err(ApiError::from)?;
    Ok(Json(Agents { agents }))
}

/// The modes.
#[utoipa::path(get, path = "/modes", tag = "tables", responses((status = 200, description = "the available modes", body = Modes)))]
pub(super) async fn modes() -> Json<Modes> {
    Json(Modes::all())
}
