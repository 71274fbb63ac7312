//! collaborative: participants look for a position that all can sign. Its words are in `prompts/collaborative/`.
use crate::order::Order;
use crate::rounds::{GroupFigures, Rounds, SafetyLevel, Words, words};
use crate::seating::{Anonymity, Seating};
use debate::Parallel;

pub(super) const MODE: Rounds = Rounds {
    name: "collaborative",
    summary: "look for an answer that all can sign; all speak at once",
    order: Order::Together,
    parallel: Parallel::Full,
    seating: Seating::Equal,
    anonymity: Anonymity::Named,
    group: GroupFigures::Hidden,
    safety: SafetyLevel::Usual,
    words: Words::Same(words!("collaborative")),
};
