//! expert-panel: participants speak for a discipline each. Its words are in `prompts/expert-panel/`, the disciplines' in `prompts/disciplines/`.
use crate::order::Order;
use crate::rounds::{GroupFigures, Rounds, SafetyLevel, Words, words};
use crate::seating::{Anonymity, Seating};
use debate::Parallel;

pub(super) const MODE: Rounds = Rounds {
    name: "expert-panel",
    summary: "speak for one discipline each; all speak at once",
    order: Order::Together,
    parallel: Parallel::Full,
    seating: Seating::Disciplines,
    anonymity: Anonymity::Named,
    group: GroupFigures::Hidden,
    safety: SafetyLevel::Usual,
    words: Words::Same(words!("expert-panel")),
};
