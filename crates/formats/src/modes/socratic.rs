//! socratic: participants ask what answers rest on. Its words are in `prompts/socratic/`.
use crate::order::Order;
use crate::rounds::{GroupFigures, Rounds, SafetyLevel, Words, words};
use crate::seating::{Anonymity, Seating};
use debate::Parallel;

pub(super) const MODE: Rounds = Rounds {
    name: "socratic",
    summary: "question the grounds of the answers; each examines those before it",
    order: Order::InTurn,
    parallel: Parallel::Full,
    seating: Seating::Equal,
    anonymity: Anonymity::Named,
    group: GroupFigures::Hidden,
    safety: SafetyLevel::Usual,
    words: Words::Same(words!("socratic")),
};
