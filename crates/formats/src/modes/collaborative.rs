//! collaborative: participants look for what they can all sign. Its words are in `prompts/collaborative/`.
use crate::order::Order;
use crate::rounds::{Caution, Group, Rounds, Words, words};
use crate::seating::{Seating, Sight};
use debate::Parallel;

pub(super) const MODE: Rounds = Rounds {
    name: "collaborative",
    summary: "build the answer everyone can sign; all speak at once",
    order: Order::Together,
    parallel: Parallel::Full,
    seating: Seating::Equal,
    sight: Sight::Named,
    group: Group::Untold,
    caution: Caution::Usual,
    words: Words::Same(words!("collaborative")),
};
