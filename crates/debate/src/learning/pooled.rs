//! Counts that several owners pool (L-08).
use crate::evidence::Kind;
use serde::{Deserialize, Serialize};

/// Counts without topics, positions, claims or answers. Old cases have faded already: a count is what it weighs at `at`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PooledCounts {
    /// The version of this form.
    pub version: u32,
    /// When they were counted, in milliseconds since 1970.
    pub at: u64,
    /// The random name of the store that they come from; files of before have none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// The domains.
    #[serde(default)]
    pub domains: Vec<PooledDomain>,
}

impl PooledCounts {
    /// The version that this release writes and reads.
    pub const VERSION: u32 = 1;
}

/// The counts of a domain.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PooledDomain {
    /// Its name.
    pub name: String,
    /// Evidence by kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<PooledEvidence>,
    /// Ballots by model family.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forecasts: Vec<PooledForecasts>,
    /// Questions, if their owner chose to export them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<PooledQuestion>,
    /// What further rounds did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<PooledRounds>,
}

/// Cases of a kind of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PooledEvidence {
    /// The kind.
    pub kind: Kind,
    /// The weight of the cases that held.
    pub held: f64,
    /// The weight of those that did not.
    pub failed: f64,
    /// The number of projects.
    pub projects: u32,
}

/// Ballots of a family of models.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PooledForecasts {
    /// The family.
    pub family: String,
    /// The weight of the right ones.
    pub right: f64,
    /// The weight of the wrong ones.
    pub wrong: f64,
    /// The number of debates.
    pub debates: u32,
}

/// A question to ask before a debate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PooledQuestion {
    /// Its text.
    pub text: String,
    /// How many post-mortems missed it.
    pub missed: u32,
}

/// What rounds after the first did, in debates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PooledRounds {
    /// The weight of those that they helped.
    pub helped: f64,
    /// The weight of those that they hurt.
    pub hurt: f64,
    /// The weight of the others.
    pub unchanged: f64,
}
