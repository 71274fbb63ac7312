//! devils-advocate: participants argue the side they are given, and one weighs both. Its words are in `prompts/devils-advocate/`, by role.
use crate::order::Order;
use crate::rounds::{Caution, Group, Rounds, Words, words};
use crate::seating::{Seating, Sight};
use debate::{Parallel, Role};

pub(super) const MODE: Rounds = Rounds {
    name: "devils-advocate",
    summary: "hear the best case for and against, whoever believes it; the last weighs both",
    order: Order::InTurn,
    parallel: Parallel::LastOnly,
    seating: Seating::Stances,
    sight: Sight::Named,
    group: Group::Untold,
    caution: Caution::Usual,
    words: Words::ByRole(&[
        (Role::Primary, words!("devils-advocate/primary")),
        (Role::Opposition, words!("devils-advocate/opposition")),
        (Role::Evaluator, words!("devils-advocate/evaluator")),
    ]),
};
