//! socratic: participants ask what answers rest on. Its words are in `prompts/socratic/`.
use crate::order::Order;
use crate::rounds::{Caution, Group, Rounds, Words, words};
use crate::seating::{Seating, Sight};
use debate::Parallel;

pub(super) const MODE: Rounds = Rounds {
    name: "socratic",
    summary: "question what the answers rest on; each examines those before it",
    order: Order::InTurn,
    parallel: Parallel::Full,
    seating: Seating::Equal,
    sight: Sight::Named,
    group: Group::Untold,
    caution: Caution::Usual,
    words: Words::Same(words!("socratic")),
};
