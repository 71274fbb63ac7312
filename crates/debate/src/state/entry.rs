//! The order in which turns of a round enter the registry. Not here: their content (`registry`, `needs`).
use super::{Round, Spoken};
use crate::chance;
use crate::participant::Participant;

/// The order in which turns of a round are entered, which determines their ids.
pub(super) enum Entry {
    /// By seat; by alias if names are hidden, because ids in seating order would reveal names (D-04).
    Usual,
    /// Pseudo-random from this seed text: the order is hidden.
    Drawn(String),
}

/// Enters the turns of a round. In sequential rounds the speaking order applies, because later speakers have seen the ids.
pub(super) fn in_order(last: &mut Round, participants: &[Participant], order: Entry, enter: impl FnOnce(&mut Round)) {
    if last.in_turn {
        return enter(last);
    }
    let alias = |it: &Spoken| participants.iter().find(|other| other.name == it.by)?.alias.clone();
    match order {
        Entry::Usual => last.spoken.sort_by_cached_key(alias),
        Entry::Drawn(words) => {
            let number = last.number.to_string();
            last.spoken.sort_by_cached_key(|it| chance::draw(&[&words, "ids", &number, it.by.as_str()]));
        }
    }
    enter(last);
    last.spoken.sort_by_key(|it| it.seat);
}
