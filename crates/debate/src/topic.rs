//! What the debate is about, as the person put it.
use crate::text;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A topic that is neither empty nor so long that it would crowd out the debate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Topic(String);

/// Why a text is no topic.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TopicError {
    /// There is nothing to debate.
    #[error("the topic is empty; say what to decide, e.g. `roundtable debate \"Should we adopt gRPC?\"`")]
    Empty,
    /// It would not leave room for the debate (D-31).
    #[error("the topic is {bytes} bytes, the most is {most}; put the question in a sentence or a paragraph", most = Topic::MOST_BYTES)]
    TooLong {
        /// How long it is.
        bytes: usize,
    },
}

impl Topic {
    /// Half of what the state of a debate may take (D-31), at four bytes a token.
    pub const MOST_BYTES: usize = 4_000;

    /// Takes a person's words as a topic; control and direction characters go, the rest stays.
    pub fn new(words: &str) -> Result<Topic, TopicError> {
        let words = text::clean(words).text;
        let words = words.trim();
        match words.len() {
            0 => Err(TopicError::Empty),
            bytes if bytes > Topic::MOST_BYTES => Err(TopicError::TooLong { bytes }),
            _ => Ok(Topic(words.to_owned())),
        }
    }

    /// The topic's words.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
