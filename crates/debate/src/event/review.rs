//! What an evaluator makes of answers (D-50).
use crate::ids::Name;
use serde::{Deserialize, Serialize};

/// What an evaluator makes of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// The others may see it.
    Pass,
    /// They may see it without these words.
    Redact(Vec<String>),
    /// They may not see it.
    Reject,
}

/// A ruling on one of several answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruled {
    /// Whose answer it is about.
    pub by: Name,
    /// What becomes of that answer.
    pub ruling: Ruling,
    /// Why.
    pub reason: String,
}
