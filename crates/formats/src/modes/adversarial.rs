//! adversarial: participants look for what breaks. Its words are in `prompts/adversarial/`.
use crate::order::Order;
use crate::rounds::{GroupFigures, Rounds, SafetyLevel, Words, words};
use crate::seating::{Anonymity, Seating};
use debate::Parallel;

pub(super) const MODE: Rounds = Rounds {
    name: "adversarial",
    summary: "attack the strongest position; each answers those before it",
    order: Order::InTurn,
    parallel: Parallel::Full,
    seating: Seating::Equal,
    anonymity: Anonymity::Named,
    group: GroupFigures::Hidden,
    safety: SafetyLevel::Bounded,
    words: Words::Same(words!("adversarial")),
};
