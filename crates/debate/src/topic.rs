//! The topic of a debate, in the user's words.
use crate::text;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A topic within the length limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Topic(String);

/// Why a text is not a valid topic.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TopicError {
    /// The text is empty.
    #[error("the topic is empty; say what to decide, as in “Should we adopt gRPC?”")]
    Empty,
    /// It exceeds the limit that leaves space for the debate (D-31).
    #[error("the topic is {bytes} bytes, the most is {most}; put the question in a sentence or a paragraph", most = Topic::MOST_BYTES)]
    TooLong {
        /// Its length.
        bytes: usize,
    },
}

impl Topic {
    /// Half of the budget for the state of a debate (D-31), at four bytes per token.
    pub const MOST_BYTES: usize = 4_000;

    /// Creates a topic; removes control and direction characters.
    pub fn new(words: &str) -> Result<Topic, TopicError> {
        let words = text::clean(words).text;
        let words = words.trim();
        match words.len() {
            0 => Err(TopicError::Empty),
            bytes if bytes > Topic::MOST_BYTES => Err(TopicError::TooLong { bytes }),
            _ => Ok(Topic(words.to_owned())),
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
