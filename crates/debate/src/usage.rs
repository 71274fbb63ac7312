//! What calls consumed.
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Tokens and money of one call, or of many added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the prompt, cached ones included.
    pub input: u64,
    /// Of these, tokens the provider had cached.
    #[serde(default)]
    pub cached: u64,
    /// Tokens of the answer.
    pub output: u64,
    /// US dollars; absent where the price is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

impl Usage {
    /// Prompt and answer together.
    pub fn tokens(&self) -> u64 {
        self.input + self.output
    }
}

impl AddAssign for Usage {
    /// An unknown price adds nothing: a sum says what is known to have been spent. A price below 0, which only a log from elsewhere can have,
    /// adds nothing either: it would give back what was spent.
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
