//! adversarial: participants look for what breaks. Its words are in `prompts/adversarial/`.
use crate::order::Order;
use crate::rounds::{Caution, Group, Rounds, Words, words};
use crate::seating::{Seating, Sight};
use debate::Parallel;

pub(super) const MODE: Rounds = Rounds {
    name: "adversarial",
    summary: "find the flaws before reality does; each answers those before it",
    order: Order::InTurn,
    parallel: Parallel::Full,
    seating: Seating::Equal,
    sight: Sight::Named,
    group: Group::Untold,
    caution: Caution::Bounded,
    words: Words::Same(words!("adversarial")),
};
