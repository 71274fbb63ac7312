//! What the event of grouping says (B-03).
use crate::ballot::Letter;
use crate::ids::Name;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who grouped headlines into options (B-03).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grouper {
    /// Nobody had to: a headline is an option only of those who cast it letter for letter.
    Literal,
    /// The participants, who all call two options the same.
    Participants,
    /// Networks in this process.
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

/// An option after a round, with who holds it (B-03).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grouped {
    /// Its letter.
    pub letter: Letter,
    /// What it says.
    pub headline: String,
    /// Who holds it, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held_by: Vec<Name>,
}

/// An option that is one with another (B-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Merged {
    /// Which option.
    pub option: Letter,
    /// The one that stays on the ballot.
    pub into: Letter,
}

/// A new term that says what a term says that was put before (B-04, B-17): whoever puts it adopts that one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeated {
    /// The id of the term that was put before, `T3`.
    pub term: String,
    /// Who put it again.
    pub by: Name,
    /// Its place among the terms of that answer, from 0.
    pub place: u32,
}
