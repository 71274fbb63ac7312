//! Notifies waiters about changes of single debates. A waiter is woken for its own debate only, so a thousand waiters for paused debates
//! cost nothing while others run.
use debate::DebateId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch as cell;

/// The waiters, by debate. Clones share one list.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    waiting: Arc<Mutex<BTreeMap<DebateId, cell::Sender<()>>>>,
}

impl Changes {
    /// Changes of a debate from now on.
    pub fn of(&self, id: &DebateId) -> ChangesOf {
        let changed = self.lock().entry(id.clone()).or_default().subscribe();
        ChangesOf { all: self.clone(), id: id.clone(), changed }
    }

    /// Notifies the waiters for a debate.
    pub fn tell(&self, id: &DebateId) {
        if let Some(waiting) = self.lock().get(id) {
            waiting.send_replace(());
        }
    }

    /// Notifies all waiters.
    pub(super) fn tell_all(&self) {
        self.lock().values().for_each(|it| it.send_replace(()));
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<DebateId, cell::Sender<()>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Changes of one debate.
#[derive(Debug)]
pub struct ChangesOf {
    all: Changes,
    id: DebateId,
    changed: cell::Receiver<()>,
}

impl ChangesOf {
    /// Forgets the changes so far.
    pub fn mark_unchanged(&mut self) {
        self.changed.mark_unchanged();
    }

    /// Waits for a change since the last call, or since [`ChangesOf::mark_unchanged`].
    pub async fn changed(&mut self) {
        // The sender exists as long as there is a waiter.
        let _ = self.changed.changed().await;
    }
}

impl Drop for ChangesOf {
    fn drop(&mut self) {
        let mut waiting = self.all.lock();
        if waiting.get(&self.id).is_some_and(|it| it.receiver_count() == 1) {
            waiting.remove(&self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has_changed(it: &ChangesOf) -> bool {
        it.changed.has_changed().unwrap()
    }

    /// A change of one debate does not wake waiters for another, and nothing is kept for waiters that have gone.
    #[test]
    fn one_debate_wakes_its_own_alone() {
        let changes = Changes::default();
        let (a, b) = (DebateId::from("a"), DebateId::from("b"));
        let (mut first, second, other) = (changes.of(&a), changes.of(&a), changes.of(&b));
        changes.tell(&a);
        assert_eq!([&first, &second, &other].map(has_changed), [true, true, false]);
        first.mark_unchanged();
        changes.tell(&b);
        assert_eq!([&first, &other].map(has_changed), [false, true]);
        changes.tell_all();
        assert!(has_changed(&first));
        drop(first);
        assert!(changes.lock().contains_key(&a), "another waits");
        drop((second, other));
        assert!(changes.lock().is_empty());
    }
}
