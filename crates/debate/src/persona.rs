//! Somebody built from what they wrote (P-01).
//!
//! What makes a persona differ is its own material: beliefs and their sources. It is kept in the log with all it may quote, so that a
//! panel that goes on, or is handed over, needs no deck. Not here: how one is built, kept and found again (`personas`).
use crate::belief::BeliefGraph;
use crate::ids::{Name, text_id};
use serde::{Deserialize, Serialize};
use std::fmt;

text_id! {
    /// A chunk of a corpus: the same words in the same source have the same id, whatever else is in the corpus.
    ChunkId
}

/// Some sentences of a corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    /// Its id.
    pub id: ChunkId,
    /// Where it stands: the file, and what in it, as it is cited.
    pub source: String,
    /// Its words, as they were written.
    pub text: String,
}

/// Somebody who can be seated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Persona {
    /// What they are called at the table.
    pub name: Name,
    /// How it was built; by a person where nothing says otherwise.
    #[serde(default)]
    pub built: Built,
    /// How far a resolved crux moves what is held, 0…1 (P-06).
    #[serde(default = "usual")]
    pub persuadability: f64,
    /// Who they are and how they think.
    pub contract: Contract,
    /// What they hold.
    pub beliefs: BeliefGraph,
    /// What they may quote: all that the beliefs and the contract rest on, and more where there is room.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chunks: Vec<Chunk>,
}

impl Persona {
    /// How far a persona is moved where nothing says otherwise. Ours: three resolved cruxes move somebody half-way.
    pub const PERSUADABILITY: f64 = 0.2;

    /// The chunk with that id.
    pub fn chunk(&self, id: &ChunkId) -> Option<&Chunk> {
        self.chunks.iter().find(|it| it.id == *id)
    }
}

fn usual() -> f64 {
    Persona::PERSUADABILITY
}

/// How a persona was built (P-01): it always says which.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Built {
    /// By patterns over its own words, without any model.
    Extractive,
    /// With a model, as `provider/model`.
    Model(String),
    /// By a person.
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

/// Who somebody is and how they think (P-01). What a corpus does not say is absent, never made up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Contract {
    /// Who they are, in a paragraph.
    pub identity: String,
    /// What they lean towards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bias: Vec<String>,
    /// What they stand to win or lose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stakes: Vec<String>,
    /// How they come to know things.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub epistemology: Vec<String>,
    /// What counts as evidence for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
    /// How far ahead they look.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub horizon: Vec<String>,
    /// What changes their mind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mind_changers: Vec<String>,
    /// How they speak.
    #[serde(default)]
    pub voice: Voice,
    /// What they said that stands for them, word for word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<Quote>,
}

/// How somebody speaks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voice {
    /// How their sentences go.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patterns: Vec<String>,
    /// Words that are theirs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vocabulary: Vec<String>,
    /// What they would never say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<String>,
    /// Two or three sentences of theirs, word for word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Quote>,
}

/// Words that stand in a chunk exactly so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// The words.
    pub text: String,
    /// Where.
    pub chunk: ChunkId,
}
