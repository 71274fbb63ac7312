//! socratic: participants ask what answers rest on. Its words are in `prompts/socratic/`.
use crate::order::Order;
use crate::rounds::{Group, Rounds, SafetyLevel, Words, words};
use crate::seating::{Anonymity, Seating};
use debate::Parallel;

pub(super) const MODE: Rounds = Rounds {
    name: "socratic",
    summary: "question what the answers rest on; each examines those before it",
    order: Order::InTurn,
    parallel: Parallel::Full,
    seating: Seating::Equal,
    sight: Anonymity::Named,
    group: Group::Untold,
    caution: SafetyLevel::Usual,
    words: Words::Same(words!("socratic")),
};
