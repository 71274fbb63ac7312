//! A text that participants may look things up in (O-10).
//!
//! It is kept whole in the log, so that a debate that goes on, or is handed over, needs nothing else. Not here: how it is cut into
//! passages and found again.
use serde::{Deserialize, Serialize};

/// A text somebody attached. The first of a debate has the id `S1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// What it is called: the name of its file, as it is cited.
    pub title: String,
    /// Its words.
    pub text: String,
}
