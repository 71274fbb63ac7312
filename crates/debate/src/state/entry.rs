//! In which order the turns of a round are entered. Not here: what is entered of them (`registry`, `needs`).
use super::{Round, Spoken};
use crate::chance;
use crate::participant::Participant;

/// In which order the turns of a round are entered, and so get their ids.
pub(super) enum Entry {
    /// By seat, and where names are hidden by those that are told: ids in the order of seats would tell who is who (D-04).
    Usual,
    /// By chance from these words: who comes first is hidden.
    Drawn(String),
}

/// Enters what a round brought. Who speaks in turn is entered in turn, for those who follow have heard the ids.
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
