//! An attached text that participants can search (O-10).
//!
//! The log stores the whole text, so that a resumed or copied debate needs no other file. Not here: splitting a text into passages and
//! searching them.
use serde::{Deserialize, Serialize};

/// An attached text. The first of a debate has the id `S1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// Its file name, used in citations.
    pub title: String,
    /// The content.
    pub text: String,
}
