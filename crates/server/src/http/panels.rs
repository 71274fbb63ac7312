//! Handlers for panels: start one, read its results, list decks and personas.
use super::App;
use super::debates::running;
use super::extract::{Body, IdempotencyKey, PathParams, QueryParams};
use super::problem::Problem;
use crate::error::ApiError;
use crate::requests::check::described;
use crate::requests::{PANEL, Panel};
use crate::responses::{Begun, ChunkView, Cruxes, DeckView, Decks, PersonaView, RoomDetails, Traces};
use crate::service::Caller;
use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use debate::{ChunkId, Persona};
use schemars::JsonSchema;
use serde::Deserialize;
use utoipa::IntoParams;

/// Starts a panel. It is a debate in every other respect.
#[utoipa::path(
    post, path = "/panels", tag = "panels", operation_id = "start_panel",
    params(("Idempotency-Key" = String, Header, description = "idempotency key: a request that is repeated with the same key is carried out once", pattern = "^[!-~]{1,255}$")),
    request_body = Panel,
    responses(
        (status = 201, description = "the debate runs", body = Begun, headers(("Location" = String, description = "its address"))),
        (status = 409, description = "the key was used for another request", body = Problem, content_type = "application/problem+json"),
    ),
)]
pub(super) async fn start(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    key: IdempotencyKey,
    Body(request): Body<Panel>,
) -> Result<Response, Problem> {
    let key = key.of(PANEL, &request)?;
    let begun = app.service.start_panel(&who, &request, key).await?;
    running(&app, &who, begun).await
}

/// The results of a panel: cards, answers by persona, shifts, and clashes without a room.
#[utoipa::path(get, path = "/debates/{id}/cruxes", tag = "panels", params(("id" = String, Path, description = "the debate's id")), responses((status = 200, description = "the findings so far", body = Cruxes), (status = 409, description = "it is not a panel", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn cruxes(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
) -> Result<Json<Cruxes>, Problem> {
    Ok(Json(app.service.made(&who, &id, Cruxes::of).await.flatten()?))
}

/// The content of a room.
#[derive(Deserialize, IntoParams, JsonSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Depth {
    /// Whether to include the reasoning of participants, which the others did not see; false if absent.
    trace: Option<bool>,
}

described!(Depth);

/// A room in full: its turns, and its card or why there is none.
#[utoipa::path(get, path = "/debates/{id}/cruxes/{room}", tag = "panels", params(("id" = String, Path, description = "the debate's id"), ("room" = String, Path, description = "which room, `room-1`"), Depth), responses((status = 200, description = "the room", body = RoomDetails), (status = 409, description = "it is not a panel", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn room(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams((id, room)): PathParams<(String, String)>,
    QueryParams(depth): QueryParams<Depth>,
) -> Result<Json<RoomDetails>, Problem> {
    let traces = Traces::from(depth.trace.unwrap_or_default());
    Ok(Json(app.service.made(&who, &id, move |it| RoomDetails::of(it, &room, traces)).await.flatten()?))
}

/// The available decks.
#[utoipa::path(get, path = "/decks", tag = "tables", responses((status = 200, description = "the available decks", body = Decks)))]
pub(super) async fn decks(State(app): State<App>, Extension(who): Extension<Caller>) -> Result<Json<Decks>, Problem> {
    Ok(Json(Decks { decks: app.service.decks(&who).await? }))
}

/// A deck with its personas.
#[utoipa::path(get, path = "/decks/{deck}", tag = "tables", params(("deck" = String, Path, description = "the deck's name")), responses((status = 200, description = "the deck", body = DeckView)))]
pub(super) async fn deck(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(name): PathParams<String>,
) -> Result<Json<DeckView>, Problem> {
    Ok(Json(DeckView::of(app.service.deck(&who, &name).await?)))
}

/// A persona of a deck.
#[utoipa::path(get, path = "/decks/{deck}/personas/{persona}", tag = "tables", params(("deck" = String, Path, description = "the deck's name"), ("persona" = String, Path, description = "the persona's name")), responses((status = 200, description = "the persona", body = PersonaView)))]
pub(super) async fn persona(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams((deck, name)): PathParams<(String, String)>,
) -> Result<Json<PersonaView>, Problem> {
    Ok(Json(PersonaView::of(&*app.service.persona(&who, &deck, &name).await?)))
}

/// A persona of a panel, with the passages behind its turns.
#[utoipa::path(get, path = "/debates/{id}/personas/{persona}", tag = "panels", params(("id" = String, Path, description = "the debate's id"), ("persona" = String, Path, description = "the persona's name")), responses((status = 200, description = "the persona", body = PersonaView)))]
pub(super) async fn seated(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams((id, name)): PathParams<(String, String)>,
) -> Result<Json<PersonaView>, Problem> {
    Ok(Json(PersonaView::of(&*app.service.seated(&who, &id, &name).await?)))
}

/// A chunk that a persona may quote.
#[utoipa::path(get, path = "/decks/{deck}/personas/{persona}/chunks/{chunk}", tag = "tables", params(("deck" = String, Path, description = "the deck's name"), ("persona" = String, Path, description = "the persona's name"), ("chunk" = String, Path, description = "its id, as beliefs and turns name it")), responses((status = 200, description = "its words", body = ChunkView)))]
pub(super) async fn chunk(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams((deck, name, id)): PathParams<(String, String, String)>,
) -> Result<Json<ChunkView>, Problem> {
    of(&*app.service.persona(&who, &deck, &name).await?, &id)
}

/// A chunk that a persona may quote in a panel, as rooms and turns name it.
#[utoipa::path(get, path = "/debates/{id}/personas/{persona}/chunks/{chunk}", tag = "panels", params(("id" = String, Path, description = "the debate's id"), ("persona" = String, Path, description = "the persona's name"), ("chunk" = String, Path, description = "its id")), responses((status = 200, description = "its words", body = ChunkView)))]
pub(super) async fn grounds(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams((debate, name, id)): PathParams<(String, String, String)>,
) -> Result<Json<ChunkView>, Problem> {
    of(&*app.service.seated(&who, &debate, &name).await?, &id)
}

fn of(persona: &Persona, id: &str) -> Result<Json<ChunkView>, Problem> {
    let (name, none) = (&persona.name, "its beliefs name those there are");
    let none = || ApiError::NoPart(format!("persona `{name}` has no chunk `{id}`; {none}"));
    Ok(Json(ChunkView::of(persona.chunk(&ChunkId::from(id)).ok_or_else(none)?)))
}
