//! collaborative: participants look for a position that all can sign. Its words are in `prompts/collaborative/`.
use crate::order::Order;
use crate::rounds::{Group, Rounds, SafetyLevel, Words, words};
use crate::seating::{Anonymity, Seating};
use debate::Parallel;

pub(super) const MODE: Rounds = Rounds {
    name: "collaborative",
    summary: "build the answer everyone can sign; all speak at once",
    order: Order::Together,
    parallel: Parallel::Full,
    seating: Seating::Equal,
    sight: Anonymity::Named,
    group: Group::Untold,
    caution: SafetyLevel::Usual,
    words: Words::Same(words!("collaborative")),
};
