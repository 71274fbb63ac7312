//! Parts of the grouping event (B-03).
use crate::ballot::Letter;
use crate::ids::Name;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What grouped headlines into options (B-03).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grouper {
    /// Nothing: only identical headlines are one option.
    Literal,
    /// The participants: all holders of both options call them the same.
    Participants,
    /// Local networks in this process.
    Local,
    /// A model, as `provider/model`.
    Model(String),
}

impl fmt::Display for Grouper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Grouper::Literal => "the same words",
            Grouper::Participants => "the participants",
            Grouper::Local => "local networks",
            Grouper::Model(name) => name,
        })
    }
}

/// An option after a round, with its holders (B-03).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grouped {
    /// Its letter.
    pub letter: Letter,
    /// Its text.
    pub headline: String,
    /// Its holders, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held_by: Vec<Name>,
}

/// An option merged into another (B-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Merged {
    /// The merged option.
    pub option: Letter,
    /// The option that stays on the ballot.
    pub into: Letter,
}

/// A new term that repeats an earlier one (B-04, B-17): its author adopts the earlier term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeated {
    /// The id of the earlier term, `T3`.
    pub term: String,
    /// The author of the repetition.
    pub by: Name,
    /// Its index among the terms of that answer, from 0.
    pub place: u32,
}
