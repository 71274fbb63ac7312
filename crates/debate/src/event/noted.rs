//! Notes on a call beside its answer (O-02, O-04).
use crate::usage::Usage;
use serde::{Deserialize, Serialize};

/// A note on a call beside its answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Noted {
    /// Usage of failed attempts that the provider may have billed: as reported, otherwise our estimate.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub usage: Usage,
    /// The number of such attempts.
    #[serde(default, skip_serializing_if = "is_none")]
    pub attempts: u32,
    /// The usage of the answer is our estimate, because the provider reported none.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
    /// Options that the provider rejected; the answer came without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<Dropped>,
}

/// An option that a call went without.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dropped {
    /// Its name: `tools`, `seed`, `json_schema` and the like.
    pub option: String,
    /// The provider's message.
    pub why: String,
}

fn is_nothing(usage: &Usage) -> bool {
    *usage == Usage::default()
}

fn is_none(count: &u32) -> bool {
    *count == 0
}
