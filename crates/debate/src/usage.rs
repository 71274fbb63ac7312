//! Token usage and cost of calls.
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Tokens and cost of one or several calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Prompt tokens, including cached ones.
    pub input: u64,
    /// Cached prompt tokens.
    #[serde(default)]
    pub cached: u64,
    /// Answer tokens.
    pub output: u64,
    /// Cost in US dollars; absent if the price is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

impl Usage {
    /// Prompt and answer tokens together.
    pub fn tokens(&self) -> u64 {
        self.input + self.output
    }
}

impl AddAssign for Usage {
    /// An unknown cost adds nothing, so that a sum is the known part. A negative cost, possible only in foreign logs, adds nothing either.
    fn add_assign(&mut self, other: Usage) {
        self.input += other.input;
        self.cached += other.cached;
        self.output += other.output;
        self.cost = match (self.cost, other.cost) {
            (None, None) => None,
            (a, b) => Some(a.unwrap_or_default() + b.unwrap_or_default().max(0.0)),
        };
    }
}
