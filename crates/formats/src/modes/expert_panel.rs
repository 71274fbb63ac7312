//! expert-panel: participants speak for a discipline each. Its words are in `prompts/expert-panel/`, the disciplines' in `prompts/disciplines/`.
use crate::order::Order;
use crate::rounds::{Caution, Group, Rounds, Words, words};
use crate::seating::{Seating, Sight};
use debate::Parallel;

pub(super) const MODE: Rounds = Rounds {
    name: "expert-panel",
    summary: "hear what each discipline knows; all speak at once",
    order: Order::Together,
    parallel: Parallel::Full,
    seating: Seating::Disciplines,
    sight: Sight::Named,
    group: Group::Untold,
    caution: Caution::Usual,
    words: Words::Same(words!("expert-panel")),
};
