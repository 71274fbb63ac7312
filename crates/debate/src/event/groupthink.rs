//! How a table may be fooling itself (D-41, D-42).
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a table may be fooling itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Groupthink {
    /// Everyone is sure, and of the same: a warning (D-41).
    Light,
    /// Two rounds brought nothing (D-42).
    Stagnation,
    /// Most were sure by the second round, on little (D-42).
    EarlyConvergence,
}

impl Groupthink {
    /// Its name as people read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Groupthink::Light => "everyone is sure of the same",
            Groupthink::Stagnation => "stagnation",
            Groupthink::EarlyConvergence => "early convergence",
        }
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
