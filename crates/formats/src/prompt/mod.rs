//! The words that put a question: system prompt and message, put together from files.
//!
//! Code chooses which files follow each other; a file has no branch. What changes least stands first (D-35): a
//! participant's system prompt is the same from its second round on, or in every round where its layout is to append, and the
//! same for everyone of its profile and role (D-18).
mod attached;
mod ballot;
mod compose;
mod form;
mod full;
mod lean;
mod library;
mod seats;
mod template;

pub(crate) use compose::Scenes;
pub use full::ROOM;
pub(crate) use library::OBJECTION;
pub use template::{TemplateError, fill};

use crate::answer::Form;
use crate::tools::Allowance;
use std::sync::Arc;

/// What is sent to a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The rules, the same for everyone of a profile and a role.
    pub system: Arc<str>,
    /// The debate so far, and the question.
    pub user: String,
    /// Where in `user` parts end that later messages begin with too, in ascending order; none where each is put together anew (D-35).
    pub stable: Vec<usize>,
    /// The form the answer is asked for in.
    pub form: Form,
    /// What may be called before the answer; nothing where there are no tools (D-61).
    pub tools: Option<Allowance>,
    /// How bold the answer is to be; as the model has it where absent (P-16).
    pub temperature: Option<Temperature>,
}

/// A temperature in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Temperature(pub u16);

impl Temperature {
    /// Of a temperature.
    pub fn of(temperature: f64) -> Temperature {
        Temperature((temperature.clamp(0.0, 2.0) * 100.0).round() as u16)
    }

    /// As models want it.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}
