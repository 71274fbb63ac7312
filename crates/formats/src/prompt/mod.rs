//! The words that put a question: system prompt and message, put together from files.
//!
//! Code chooses which files follow each other; a file has no branch. What changes least stands first (D-35): a
//! participant's system prompt is the same from its second round on, and the same for everyone at the table.
mod compose;
mod library;
mod template;

pub use compose::{ROOM, Scene};
pub use template::{TemplateError, fill};

use std::sync::Arc;

/// What is sent to a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The rules, the same for the whole table.
    pub system: Arc<str>,
    /// The debate so far, and the question.
    pub user: String,
}
