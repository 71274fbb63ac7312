//! What is to be known of a call besides its answer (O-02, O-04).
use crate::usage::Usage;
use serde::{Deserialize, Serialize};

/// What is to be known of a call besides its answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Noted {
    /// What attempts consumed that the provider may have billed and whose usage is in no answer: what it reported of them, and our estimate of
    /// the rest.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub usage: Usage,
    /// How many attempts that were.
    #[serde(default, skip_serializing_if = "is_none")]
    pub attempts: u32,
    /// The usage of the answer is our estimate: the provider counted nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
    /// The options that the provider refused, and that the answer came without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<Dropped>,
}

/// An option that a call went without.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dropped {
    /// Which: `tools`, `seed`, `json_schema` and the like.
    pub option: String,
    /// What the provider said of it.
    pub why: String,
}

fn is_nothing(usage: &Usage) -> bool {
    *usage == Usage::default()
}

fn is_none(count: &u32) -> bool {
    *count == 0
}
