//! Personas built from an author's writings (P-01).
//!
//! Personas differ by their own material: beliefs and sources. The log stores a persona with everything it may quote, so that a resumed or
//! copied panel needs no deck. Not here: building, storing and searching personas (`personas`).
use crate::belief::BeliefGraph;
use crate::ids::{Name, text_id};
use serde::{Deserialize, Serialize};
use std::fmt;

text_id! {
    /// Id of a chunk: a hash of the text and its source, so that other files of the corpus don't change it.
    ChunkId
}

/// A few sentences of a corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    /// Its id.
    pub id: ChunkId,
    /// Its location as it is cited: the file, and the part of it.
    pub source: String,
    /// The verbatim text.
    pub text: String,
}

/// A persona that can take a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Persona {
    /// Its name in the debate.
    pub name: Name,
    /// How it was built; by hand if not stated.
    #[serde(default)]
    pub built: Built,
    /// How far a resolved crux changes a belief's strength, 0…1 (P-06).
    #[serde(default = "usual")]
    pub persuadability: f64,
    /// Identity and way of thinking.
    pub contract: Contract,
    /// Its beliefs.
    pub beliefs: BeliefGraph,
    /// The chunks it may quote: those that beliefs and contract cite, and more within the size limit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chunks: Vec<Chunk>,
}

impl Persona {
    /// The default persuadability. Ours: three resolved cruxes move a belief about half-way.
    pub const PERSUADABILITY: f64 = 0.2;

    /// The chunk with this id.
    pub fn chunk(&self, id: &ChunkId) -> Option<&Chunk> {
        self.chunks.iter().find(|it| it.id == *id)
    }
}

fn usual() -> f64 {
    Persona::PERSUADABILITY
}

/// How a persona was built (P-01).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Built {
    /// By patterns over its texts, without a model.
    Extractive,
    /// With a model, as `provider/model`.
    Model(String),
    /// By hand.
    #[default]
    Hand,
}

impl fmt::Display for Built {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Built::Extractive => f.write_str("extractive, without a model"),
            Built::Model(model) => write!(f, "with {model}"),
            Built::Hand => f.write_str("by hand"),
        }
    }
}

/// Identity and way of thinking (P-01). Fields that the corpus does not support are absent, never invented.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Contract {
    /// Identity, in a paragraph.
    pub identity: String,
    /// Leanings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bias: Vec<String>,
    /// The persona's possible gains and losses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stakes: Vec<String>,
    /// How it arrives at knowledge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub epistemology: Vec<String>,
    /// What it accepts as evidence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
    /// Its time horizon.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub horizon: Vec<String>,
    /// What changes its mind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mind_changers: Vec<String>,
    /// Its way of speaking.
    #[serde(default)]
    pub voice: Voice,
    /// Characteristic quotations, verbatim.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<Quote>,
}

/// A way of speaking.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voice {
    /// Sentence patterns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patterns: Vec<String>,
    /// Characteristic words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vocabulary: Vec<String>,
    /// Things it would never say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<String>,
    /// Two or three example sentences, verbatim.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Quote>,
}

/// A verbatim quotation from a chunk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// The words.
    pub text: String,
    /// The chunk.
    pub chunk: ChunkId,
}
