//! How claims are weighed, and what earlier outcomes add to that (E-04, L-06).
use crate::evidence::Kind;
use serde::{Deserialize, Serialize};

/// How claims are typed and weighed (E-01 … E-04).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvidencePolicy {
    /// Version of the weights (E-04).
    pub version: u32,
    /// Whether only verified facts justify a changed vote (O-11).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gate: bool,
}

impl EvidencePolicy {
    /// The version for new debates.
    pub const VERSION: u32 = 1;
}

impl Default for EvidencePolicy {
    fn default() -> EvidencePolicy {
        EvidencePolicy { version: EvidencePolicy::VERSION, gate: false }
    }
}

/// What was learned of a domain before a debate (L-06). It is a fact of the debate: later learning changes no replay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearnedRules {
    /// The version of what was learned: how many events of the owner's log there were.
    pub version: u64,
    /// Weights by kind of evidence; kinds without cases are absent and weigh as usual.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<LearnedWeight>,
    /// How often models at the table were right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accuracy: Vec<LearnedAccuracy>,
    /// Questions to answer first, most missed first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<String>,
    /// Skills that no participant of earlier debates had, most missed first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skills: Vec<String>,
    /// Where counts of others that are part of this came from, in the words of who imported them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub imported: Vec<String>,
}

/// The learned weight of a kind of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearnedWeight {
    /// The kind.
    pub kind: Kind,
    /// The weight, 0…1.
    pub mean: f64,
    /// The lower end of its 90% interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many projects it rests on.
    pub projects: u32,
}

/// How often a model was right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearnedAccuracy {
    /// The model, as `provider/model`.
    pub model: String,
    /// The estimated accuracy, 0…1.
    pub mean: f64,
    /// The lower end of its 90% interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many of its ballots were right.
    pub right: u32,
    /// Of how many.
    pub cases: u32,
}
