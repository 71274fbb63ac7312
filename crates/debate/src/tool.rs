//! What a participant looked up or worked out before it answered (O-10, D-61).
use serde::{Deserialize, Serialize};

/// One use of a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    /// What the model's provider calls this use; a result must name it.
    pub id: String,
    /// Which tool.
    pub tool: String,
    /// With what, as JSON.
    pub arguments: String,
    /// What came back, as the participant was given it.
    pub result: String,
    /// What it was found in: `S1` for an attachment, `S1#3` for its third passage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found_in: Vec<String>,
    /// It could not be done, and the result says why.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub failed: bool,
    /// Somebody had asked the same before: nothing was looked up again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cached: bool,
}
