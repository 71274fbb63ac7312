//! The prompt of a question: system prompt and message, composed from files.
//!
//! Code chooses the sequence of files; a file has no branches. What changes least comes first (D-35): a participant's system prompt is the
//! same from its second round on, or in every round where its layout is to append, and the same for everyone with its profile and role
//! (D-18).
mod attached;
mod ballot;
mod compose;
mod full;
mod lean;
mod lean_schema;
mod library;
pub(crate) mod required;
mod seats;
mod template;

pub(crate) use attached::are_shown_whole;
pub(crate) use compose::PromptComposer;
pub use full::ROOM;
pub(crate) use library::OBJECTION;
pub use template::{TemplateError, fill};

use crate::answer::AnswerSchema;
use crate::data::PanelQuestion;
use crate::tools::Allowance;
use std::sync::Arc;

/// The prompt that is sent to a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The rules, the same for everyone with a profile and a role.
    pub system: Arc<str>,
    /// The debate so far, and the question.
    pub user: String,
    /// Byte offsets in `user` where parts end that later messages begin with too, ascending; empty where each message is composed anew (D-35).
    pub stable: Vec<usize>,
    /// The schema of the answer.
    pub schema: AnswerSchema,
    /// Tool calls that are allowed before the answer; none without tools (D-61).
    pub tools: Option<Allowance>,
    /// The sampling temperature; the model's default where absent (P-16).
    pub temperature: Option<Temperature>,
    /// What a panel's question shows, for models that read no prose.
    pub panel: Option<Box<PanelQuestion>>,
}

/// A temperature in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Temperature(pub u16);

impl Temperature {
    /// From a temperature as models define it.
    pub fn of(temperature: f64) -> Temperature {
        Temperature((temperature.clamp(0.0, 2.0) * 100.0).round() as u16)
    }

    /// The temperature as models define it.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}
