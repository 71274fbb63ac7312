//! Kinds of groupthink (D-41, D-42).
use serde::{Deserialize, Serialize};
use std::fmt;

/// A kind of groupthink.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Groupthink {
    /// Everyone is confident of the same answer: a warning (D-41).
    Light,
    /// Two rounds without anything new (D-42).
    Stagnation,
    /// Most were confident by the second round, on little evidence (D-42).
    EarlyConvergence,
}

impl Groupthink {
    /// Its display name.
    pub fn as_str(self) -> &'static str {
        match self {
            Groupthink::Light => "everyone is sure of the same",
            Groupthink::Stagnation => "stagnation",
            Groupthink::EarlyConvergence => "early convergence",
        }
    }

    /// Its signs in a line; the first of a light one repeats the name, and is told without it.
    pub fn signs(self, signs: &[String]) -> String {
        let told = signs.iter().map(|it| match self {
            Groupthink::Light => it.strip_prefix("everyone is sure: ").unwrap_or(it),
            Groupthink::Stagnation | Groupthink::EarlyConvergence => it,
        });
        told.collect::<Vec<_>>().join("; ")
    }

    /// Whether it calls for an objection round (D-43).
    pub fn is_grave(self) -> bool {
        match self {
            Groupthink::Light => false,
            Groupthink::Stagnation | Groupthink::EarlyConvergence => true,
        }
    }
}

impl fmt::Display for Groupthink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
