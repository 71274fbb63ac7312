//! The evaluator's rulings (D-50).
use crate::ids::Name;
use serde::{Deserialize, Serialize};

/// A ruling on an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// Others see the answer.
    Pass,
    /// Others see it without these words.
    Redact(Vec<String>),
    /// Others do not see it.
    Reject,
}

/// A ruling on one of several answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruled {
    /// The author of the answer.
    pub by: Name,
    /// The ruling.
    pub ruling: Ruling,
    /// The reason.
    pub reason: String,
}
