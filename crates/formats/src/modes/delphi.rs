//! delphi: experts who do not know of each other who is who. Its words are in `prompts/delphi/`.
use crate::order::Order;
use crate::rounds::{Caution, Group, Rounds, Words, words};
use crate::seating::{Seating, Sight};
use debate::Parallel;

pub(super) const MODE: Rounds = Rounds {
    name: "delphi",
    summary: "judge without names, then see the group in figures; all speak at once",
    order: Order::Together,
    parallel: Parallel::Full,
    seating: Seating::Equal,
    sight: Sight::Anonymous,
    group: Group::Told,
    caution: Caution::Usual,
    words: Words::Same(words!("delphi")),
};
