//! Panels: begun, and what they found; decks and personas that one can be held with.
use super::App;
use super::debates::running;
use super::extract::{Body, Key, Place, Words};
use super::problem::Problem;
use super::view::{Begun, value};
use crate::ask::check::described;
use crate::ask::{PANEL, Panel};
use crate::desk::Caller;
use crate::planner::DeckLine;
use crate::say::{Cruxes, RoomDetails, Traces};
use crate::trouble::Trouble;
use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use debate::{Chunk, ChunkId, Persona};
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Opens a panel; it runs when this returns. It is a debate in every other respect.
#[utoipa::path(
    post, path = "/panels", tag = "panels", operation_id = "start_panel",
    params(("Idempotency-Key" = String, Header, description = "the caller's own name for the request: sent twice it is done once", pattern = "^[!-~]{1,255}$")),
    request_body = Panel,
    responses(
        (status = 201, description = "it runs", body = Begun, headers(("Location" = String, description = "where it is"))),
        (status = 409, description = "the key was used for another request", body = Problem, content_type = "application/problem+json"),
    ),
)]
pub(super) async fn start(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    key: Key,
    Body(wish): Body<Panel>,
) -> Result<Response, Problem> {
    let key = key.of(PANEL, &wish)?;
    let begun = app.desk.start_panel(&who, &wish, key).await?;
    running(&app, &who, begun).await
}

/// What a panel found: cards, who answers what, who moved, what needed no room.
#[utoipa::path(get, path = "/debates/{id}/cruxes", tag = "panels", params(("id" = String, Path, description = "the debate's id")), responses((status = 200, description = "what was found so far", body = Cruxes)))]
pub(super) async fn cruxes(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    Place(id): Place<String>,
) -> Result<Json<Cruxes>, Problem> {
    Ok(Json(app.desk.made(&who, &id, Cruxes::of).await.flatten()?))
}

/// How much of a room.
#[derive(Deserialize, IntoParams, JsonSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Depth {
    /// Whether to tell what participants thought before they spoke, which no other participant heard; false where absent.
    trace: Option<bool>,
}

described!(Depth);

/// One room in full: what was said, and its card or why there is none.
#[utoipa::path(get, path = "/debates/{id}/cruxes/{room}", tag = "panels", params(("id" = String, Path, description = "the debate's id"), ("room" = String, Path, description = "which room, `room-1`"), Depth), responses((status = 200, description = "the room", body = RoomDetails)))]
pub(super) async fn room(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    Place((id, room)): Place<(String, String)>,
    Words(depth): Words<Depth>,
) -> Result<Json<RoomDetails>, Problem> {
    let traces = Traces::from(depth.trace.unwrap_or_default());
    Ok(Json(app.desk.made(&who, &id, move |it| RoomDetails::of(it, &room, traces)).await.flatten()?))
}

/// The decks there are.
#[derive(Serialize, ToSchema)]
pub(super) struct Decks {
    /// By name.
    decks: Vec<DeckLine>,
}

/// The decks that a panel can be held with.
#[utoipa::path(get, path = "/decks", tag = "tables", responses((status = 200, description = "which there are", body = Decks)))]
pub(super) async fn decks(State(app): State<App>, Extension(who): Extension<Caller>) -> Result<Json<Decks>, Problem> {
    Ok(Json(Decks { decks: app.desk.decks(&who).await? }))
}

/// A persona in a list.
#[derive(Serialize, ToSchema)]
pub(super) struct PersonaLine {
    /// What it is called.
    name: String,
    /// How it was built: without a model, with one, or by hand.
    built: String,
    /// Who it is, in a paragraph.
    identity: String,
    /// How many beliefs it has.
    beliefs: usize,
    /// How many chunks it may quote.
    chunks: usize,
}

/// A deck.
#[derive(Serialize, ToSchema)]
pub(super) struct DeckView {
    /// What it is called.
    name: String,
    /// Who is in it.
    personas: Vec<PersonaLine>,
}

/// Who is in a deck.
#[utoipa::path(get, path = "/decks/{deck}", tag = "tables", params(("deck" = String, Path, description = "the deck's name")), responses((status = 200, description = "the deck", body = DeckView)))]
pub(super) async fn deck(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    Place(name): Place<String>,
) -> Result<Json<DeckView>, Problem> {
    let deck = app.desk.deck(&who, &name).await?;
    let line = |it: &Persona| PersonaLine {
        name: it.name.to_string(),
        built: it.built.to_string(),
        identity: it.contract.identity.clone(),
        beliefs: it.beliefs.nodes.len(),
        chunks: it.chunks.len(),
    };
    Ok(Json(DeckView { personas: deck.personas.iter().map(line).collect(), name: deck.name }))
}

/// A persona: who it is, how it thinks, what it holds.
#[derive(Serialize, ToSchema)]
pub(super) struct PersonaView {
    /// What it is called.
    name: String,
    /// How it was built.
    built: String,
    /// How far a resolved crux moves what it holds, 0 to 1.
    persuadability: f64,
    /// Who it is and how it thinks.
    #[schema(value_type = Object)]
    contract: Value,
    /// What it holds: nodes and edges, each with the chunks it was read from.
    #[schema(value_type = Object)]
    beliefs: Value,
    /// How many chunks it may quote; each is read by its id.
    chunks: usize,
}

/// A persona of a deck.
#[utoipa::path(get, path = "/decks/{deck}/personas/{persona}", tag = "tables", params(("deck" = String, Path, description = "the deck's name"), ("persona" = String, Path, description = "whose")), responses((status = 200, description = "the persona", body = PersonaView)))]
pub(super) async fn persona(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    Place((deck, name)): Place<(String, String)>,
) -> Result<Json<PersonaView>, Problem> {
    Ok(Json(PersonaView::of(&*app.desk.persona(&who, &deck, &name).await?)))
}

/// A persona as it sits in a panel: what its turns rest on.
#[utoipa::path(get, path = "/debates/{id}/personas/{persona}", tag = "panels", params(("id" = String, Path, description = "the debate's id"), ("persona" = String, Path, description = "whose")), responses((status = 200, description = "the persona", body = PersonaView)))]
pub(super) async fn seated(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    Place((id, name)): Place<(String, String)>,
) -> Result<Json<PersonaView>, Problem> {
    Ok(Json(PersonaView::of(&*app.desk.seated(&who, &id, &name).await?)))
}

impl PersonaView {
    fn of(it: &Persona) -> PersonaView {
        PersonaView {
            name: it.name.to_string(),
            built: it.built.to_string(),
            persuadability: it.persuadability,
            contract: value(&it.contract),
            beliefs: value(&it.beliefs),
            chunks: it.chunks.len(),
        }
    }
}

/// A chunk of a corpus.
#[derive(Serialize, ToSchema)]
pub(super) struct ChunkView {
    /// Its id.
    id: String,
    /// Where it stands.
    source: String,
    /// Its words.
    text: String,
}

/// A chunk that a persona may quote.
#[utoipa::path(get, path = "/decks/{deck}/personas/{persona}/chunks/{chunk}", tag = "tables", params(("deck" = String, Path, description = "the deck's name"), ("persona" = String, Path, description = "whose"), ("chunk" = String, Path, description = "its id, as beliefs and turns name it")), responses((status = 200, description = "its words", body = ChunkView)))]
pub(super) async fn chunk(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    Place((deck, name, id)): Place<(String, String, String)>,
) -> Result<Json<ChunkView>, Problem> {
    ChunkView::of(&*app.desk.persona(&who, &deck, &name).await?, &id)
}

/// A chunk that a persona may quote in a panel, as rooms and turns name it.
#[utoipa::path(get, path = "/debates/{id}/personas/{persona}/chunks/{chunk}", tag = "panels", params(("id" = String, Path, description = "the debate's id"), ("persona" = String, Path, description = "whose"), ("chunk" = String, Path, description = "its id")), responses((status = 200, description = "its words", body = ChunkView)))]
pub(super) async fn grounds(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    Place((debate, name, id)): Place<(String, String, String)>,
) -> Result<Json<ChunkView>, Problem> {
    ChunkView::of(&*app.desk.seated(&who, &debate, &name).await?, &id)
}

impl ChunkView {
    fn of(persona: &Persona, id: &str) -> Result<Json<ChunkView>, Problem> {
        let (name, none) = (&persona.name, "its beliefs name those there are");
        let none = || Trouble::NoPart(format!("persona `{name}` has no chunk `{id}`; {none}"));
        let Chunk { id, source, text } = persona.chunk(&ChunkId::from(id)).ok_or_else(none)?.clone();
        Ok(Json(ChunkView { id: id.to_string(), source, text }))
    }
}
