//! Modes, models, decks and personas that are available for debates and panels.
use super::value;
use super::words::{BoundedText, name};
use crate::planner::{Agent, Deck, DeckLine};
use debate::{Chunk, Persona};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A mode.
#[derive(Serialize, ToSchema)]
pub struct Mode {
    /// How it is named in `mode`.
    name: &'static str,
    /// Its description.
    summary: &'static str,
    /// Whether it is the default.
    is_default: bool,
}

/// The modes there are.
#[derive(Serialize, ToSchema)]
pub struct Modes {
    modes: Vec<Mode>,
}

impl Modes {
    /// All modes.
    pub fn all() -> Modes {
        let usual = formats::modes::DEFAULT.name();
        let mode = |name, summary| Mode { name, summary, is_default: name == usual };
        Modes { modes: formats::modes::ALL.iter().map(|it| mode(it.name(), it.summary())).collect() }
    }
}

/// The available models.
#[derive(Serialize, ToSchema)]
pub struct Agents {
    /// In the order in which they are seated.
    pub agents: Vec<Agent>,
}

/// The decks there are.
#[derive(Debug, Serialize, JsonSchema, ToSchema)]
pub struct Decks {
    /// By name.
    pub decks: Vec<DeckLine>,
}

impl Decks {
    /// As text.
    pub fn told(&self) -> String {
        BoundedText::of(format!("Decks for start_panel: {}.", self.decks.len()))
            .each(&self.decks, |told, it| told.quote(&name(&it.name), &it.personas.join(", ")))
            .text()
    }
}

/// A persona in a list.
#[derive(Serialize, ToSchema)]
pub struct PersonaLine {
    /// Its name.
    name: String,
    /// How it was built: without a model, with one, or by hand.
    built: String,
    /// Its identity, in a paragraph.
    identity: String,
    /// How many beliefs it has.
    beliefs: usize,
    /// How many chunks it may quote.
    chunks: usize,
}

/// A deck.
#[derive(Serialize, ToSchema)]
pub struct DeckView {
    /// Its name.
    name: String,
    /// Its personas.
    personas: Vec<PersonaLine>,
}

impl DeckView {
    /// A deck with its personas.
    pub fn of(deck: Deck) -> DeckView {
        let line = |it: &Persona| PersonaLine {
            name: it.name.to_string(),
            built: it.built.to_string(),
            identity: it.contract.identity.clone(),
            beliefs: it.beliefs.theses().count() + it.beliefs.edges.len(),
            chunks: it.chunks.len(),
        };
        DeckView { personas: deck.personas.iter().map(line).collect(), name: deck.name }
    }
}

/// A persona: its identity, its way of thinking, its beliefs.
#[derive(Serialize, ToSchema)]
pub struct PersonaView {
    /// Its name.
    name: String,
    /// How it was built.
    built: String,
    /// How far a resolved crux changes its beliefs, 0 to 1.
    persuadability: f64,
    /// Its identity and way of thinking.
    #[schema(value_type = Object)]
    contract: Value,
    /// Its beliefs: nodes and edges, each with its chunks.
    #[schema(value_type = Object)]
    beliefs: Value,
    /// How many chunks it may quote; each is read by its id.
    chunks: usize,
}

impl PersonaView {
    /// A persona, of a deck or of a panel.
    pub fn of(it: &Persona) -> PersonaView {
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
pub struct ChunkView {
    /// Its id.
    id: String,
    /// Its location.
    source: String,
    /// Its words.
    text: String,
}

impl ChunkView {
    /// A chunk with its text.
    pub fn of(chunk: &Chunk) -> ChunkView {
        let Chunk { id, source, text } = chunk.clone();
        ChunkView { id: id.to_string(), source, text }
    }
}
