//! devils-advocate: participants argue assigned sides, and one weighs both. Its words are in `prompts/devils-advocate/`, by role.
use crate::order::Order;
use crate::rounds::{GroupFigures, Rounds, SafetyLevel, Words, words};
use crate::seating::{Anonymity, Seating};
use debate::{Parallel, Role};

pub(super) const MODE: Rounds = Rounds {
    name: "devils-advocate",
    summary: "argue assigned sides, for and against; the last weighs both",
    order: Order::InTurn,
    parallel: Parallel::LastOnly,
    seating: Seating::Stances,
    anonymity: Anonymity::Named,
    group: GroupFigures::Hidden,
    safety: SafetyLevel::Usual,
    words: Words::ByRole(&[
        (Role::Primary, words!("devils-advocate/primary")),
        (Role::Opposition, words!("devils-advocate/opposition")),
        (Role::Evaluator, words!("devils-advocate/evaluator")),
    ]),
};
