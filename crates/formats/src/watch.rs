//! Who reads answers for harm before the others see them, from when to when, and in which words it is asked (D-50).
//!
//! Not here: what is harmful (`analysis::safety`).
use crate::prompt::{Prompt, TemplateError};
use crate::rounds::Rounds;
use crate::step::Ask;
use debate::event::Ruling;
use debate::{Debate, Event};

/// The event that begins the watch, where something calls for it and it has not begun.
pub(crate) fn begin(_mode: &Rounds, _debate: &Debate) -> Option<Event> {
    None
}

/// The event that ends the watch after the current, finished round, where it has brought nothing for long enough.
pub(crate) fn end(_debate: &Debate) -> Option<Event> {
    None
}

/// The question whether an answer may be seen.
pub(crate) fn prompt(_debate: &Debate, _ask: &Ask) -> Result<Prompt, TemplateError> {
    Err(TemplateError::Missing("review".to_owned()))
}

/// What the evaluator ruled, and why.
pub fn read(_answer: &str) -> (Ruling, String) {
    (Ruling::Pass, String::new())
}
