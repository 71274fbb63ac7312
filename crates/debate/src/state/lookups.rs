//! Where in a debate each thing was first looked up: asked for again, it is found without reading all that was ever asked (D-61).
use super::Round;
use crate::ids::Name;
use crate::tool::Use;
use std::collections::BTreeMap;

/// What was looked up, by what was asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lookups {
    places: BTreeMap<String, Place>,
}

/// Where a use stands.
#[derive(Clone, Debug, PartialEq)]
struct Place {
    round: usize,
    by: Name,
    exchange: usize,
    at: usize,
}

impl Lookups {
    /// Takes in the last request that somebody made in the last round.
    pub(super) fn enter(&mut self, rounds: &[Round], by: &Name) {
        let Some((round, last)) = rounds.iter().enumerate().next_back() else { return };
        let Some((exchange, last)) = last.used_by(by).iter().enumerate().next_back() else { return };
        for (at, it) in last.uses.iter().enumerate().filter(|(_, it)| it.is_whole()) {
            let place = || Place { round, by: by.clone(), exchange, at };
            self.places.entry(it.query()).or_insert_with(place);
        }
    }

    /// Forgets everything: what is found in some texts may be found otherwise in more.
    pub(super) fn clear(&mut self) {
        self.places.clear();
    }

    /// Forgets what somebody looked up in the round at that place: it does not say any more what it said.
    pub(super) fn forget(&mut self, round: usize, by: &Name) {
        self.places.retain(|_, it| it.round != round || it.by != *by);
    }

    /// What came of it when this was first asked.
    pub(super) fn find<'a>(&self, rounds: &'a [Round], query: &str) -> Option<&'a Use> {
        let Place { round, by, exchange, at } = self.places.get(query)?;
        rounds.get(*round)?.used_by(by).get(*exchange)?.uses.get(*at)
    }
}
