//! delphi: experts who do not know who is who. Its words are in `prompts/delphi/`.
use crate::order::Order;
use crate::rounds::{GroupFigures, Rounds, SafetyLevel, Words, words};
use crate::seating::{Anonymity, Seating};
use debate::Parallel;

pub(super) const MODE: Rounds = Rounds {
    name: "delphi",
    summary: "stay anonymous and see the group's figures; all speak at once",
    order: Order::Together,
    parallel: Parallel::Full,
    seating: Seating::Equal,
    anonymity: Anonymity::Anonymous,
    group: GroupFigures::Shown,
    safety: SafetyLevel::Usual,
    words: Words::Same(words!("delphi")),
};
