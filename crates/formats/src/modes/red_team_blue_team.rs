//! red-team-blue-team: one team attacks and one defends, at the same time; an odd seat judges. Its words are in `prompts/red-team-blue-team/`, by team.
use crate::order::Order;
use crate::rounds::{GroupFigures, Rounds, SafetyLevel, Words, words};
use crate::seating::{Anonymity, Seating};
use debate::{Parallel, Role};

pub(super) const MODE: Rounds = Rounds {
    name: "red-team-blue-team",
    summary: "attack and defend a proposal in two teams; both speak at once",
    order: Order::Together,
    parallel: Parallel::Full,
    seating: Seating::Teams,
    anonymity: Anonymity::Named,
    group: GroupFigures::Hidden,
    safety: SafetyLevel::Bounded,
    words: Words::ByRole(&[
        (Role::Red, words!("red-team-blue-team/red")),
        (Role::Blue, words!("red-team-blue-team/blue")),
        (Role::Judge, words!("red-team-blue-team/judge")),
    ]),
};
