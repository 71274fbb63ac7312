//! Cache of tool queries: finds the first result of a repeated query without scanning all rounds (D-61).
use super::Round;
use crate::ids::Name;
use crate::tool::Use;
use std::collections::BTreeMap;

/// Tool results by query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lookups {
    places: BTreeMap<String, UseLocation>,
}

/// Location of a tool use.
#[derive(Clone, Debug, PartialEq)]
struct UseLocation {
    round: usize,
    by: Name,
    exchange: usize,
    at: usize,
}

impl Lookups {
    /// Adds the latest tool request of a participant in the last round.
    pub(super) fn enter(&mut self, rounds: &[Round], by: &Name) {
        let Some((round, last)) = rounds.iter().enumerate().next_back() else { return };
        let Some((exchange, last)) = last.used_by(by).iter().enumerate().next_back() else { return };
        for (at, it) in last.uses.iter().enumerate().filter(|(_, it)| it.is_whole()) {
            let place = || UseLocation { round, by: by.clone(), exchange, at };
            self.places.entry(it.query()).or_insert_with(place);
        }
    }

    /// Clears the cache: new texts may change results.
    pub(super) fn clear(&mut self) {
        self.places.clear();
    }

    /// Removes a participant's queries of the round at this index, because their answer was withdrawn.
    pub(super) fn forget(&mut self, round: usize, by: &Name) {
        self.places.retain(|_, it| it.round != round || it.by != *by);
    }

    /// The result of the first use with this query.
    pub(super) fn find<'a>(&self, rounds: &'a [Round], query: &str) -> Option<&'a Use> {
        let UseLocation { round, by, exchange, at } = self.places.get(query)?;
        rounds.get(*round)?.used_by(by).get(*exchange)?.uses.get(*at)
    }
}
