//! The reasons of the latest failures of debates that ran here.
//!
//! Logs and restart policies are in the store: a debate that is forgotten here counts as paused, and can be resumed as before.
use debate::DebateId;
use std::collections::{BTreeMap, VecDeque};

/// How many failures are kept. Ours: as many as a supervisor runs at once (O-30), so that a long-running server does not grow.
const MOST: usize = 1_000;

/// Failed debates, with reasons.
#[derive(Default)]
pub(super) struct Failed {
    why: BTreeMap<DebateId, String>,
    /// The oldest first; each once.
    order: VecDeque<DebateId>,
}

impl Failed {
    pub(super) fn why(&self, id: &DebateId) -> Option<&str> {
        self.why.get(id).map(String::as_str)
    }

    /// Adds one, and drops the oldest when there are too many.
    pub(super) fn insert(&mut self, id: DebateId, why: String) {
        self.remove(&id);
        if self.order.len() >= MOST
            && let Some(oldest) = self.order.pop_front()
        {
            self.why.remove(&oldest);
        }
        self.order.push_back(id.clone());
        self.why.insert(id, why);
    }

    pub(super) fn remove(&mut self, id: &DebateId) {
        if self.why.remove(id).is_some() {
            self.order.retain(|it| it != id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-30: the number of kept failures is bounded; the latest are kept, each with its last reason.
    #[test]
    fn the_latest_are_remembered() {
        let mut failed = Failed::default();
        let id = |n: usize| DebateId::from(format!("d{n}"));
        for n in 0..MOST {
            failed.insert(id(n), "first".to_owned());
        }
        failed.insert(id(0), "again".to_owned());
        failed.remove(&id(2));
        for n in MOST..MOST + 3 {
            failed.insert(id(n), "late".to_owned());
        }
        assert_eq!((failed.why.len(), failed.order.len()), (MOST, MOST));
        let told = [0, 1, 2, 3, 4, MOST + 2].map(|n| failed.why(&id(n)));
        assert_eq!(told, [Some("again"), None, None, None, Some("first"), Some("late")]);
    }
}
