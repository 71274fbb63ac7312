//! The slot of one debate, and how it is released.
use super::super::error::SupervisorError;
use super::super::feed::Feed;
use super::{Intent, PANICKED, Running, Slots, State};
use crate::world::PauseFlag;
use debate::DebateId;
use std::sync::{Arc, MutexGuard};
use store::{RunLock, Store};
use tokio::task::spawn_blocking;

/// How a run ended.
#[derive(Debug)]
pub(in crate::supervisor) enum ExitState {
    /// The debate is closed, or does not exist: it is not restarted.
    Closed,
    /// It is paused.
    Paused,
    /// It failed.
    Failed(String),
}

/// The exclusive right to handle a debate in this process, until it is dropped.
pub(in crate::supervisor) struct RunSlot {
    pub(super) slots: Arc<Slots>,
    pub(super) id: DebateId,
    pub(super) running: Arc<Running>,
    pub(super) run_lock: Option<RunLock>,
    pub(super) exit: ExitState,
}

impl RunSlot {
    pub(in crate::supervisor) fn id(&self) -> &DebateId {
        &self.id
    }

    pub(in crate::supervisor) fn pause_flag(&self) -> &PauseFlag {
        &self.running.pause_flag
    }

    /// Takes the run lock, which keeps other processes out too.
    pub(in crate::supervisor) async fn lock_run(&mut self, store: &Store) -> Result<(), SupervisorError> {
        let (slots, store, id) = (self.slots.clone(), store.clone(), self.id.clone());
        let run_lock = move || {
            let _lock_files = slots.lock_files();
            store.lock_run(&id)
        };
        // It waits for a file, and may wait for a process that inspects it.
        self.run_lock = Some(spawn_blocking(run_lock).await.map_err(|_broke_off| SupervisorError::Closing)??);
        Ok(())
    }

    /// Sets the exit state that applies unless a later call changes it.
    pub(in crate::supervisor) fn set_exit(&mut self, exit: ExitState) {
        self.exit = exit;
    }

    /// Marks the debate as closed: requests come too late from now on.
    pub(in crate::supervisor) fn mark_closed(&mut self) {
        self.exit = ExitState::Closed;
        let _state = self.slots.lock();
        self.running.set(Intent::Closed);
    }

    /// Calls `then` under the lock if the intent is still to run.
    pub(in crate::supervisor) fn start_unless_stopped<T>(&self, then: impl FnOnce() -> T) -> Option<T> {
        let _state = self.slots.lock();
        let intent = *self.running.intent.borrow();
        (intent == Intent::Run).then(then)
    }

    /// Starts the run; watchers read from `feed`.
    pub(in crate::supervisor) fn begin(&mut self, feed: Arc<Feed>) {
        self.slots.lock().failed.remove(&self.id);
        let _ = self.running.feed.set(feed);
        // Unless another exit state is set later, the task has panicked.
        self.exit = ExitState::Failed(PANICKED.to_owned());
        self.slots.tell(&self.id);
    }

    /// The feed of this run; `None` before it started.
    pub(in crate::supervisor) fn feed(&self) -> Option<&Arc<Feed>> {
        self.running.feed.get()
    }

    /// Waits until this intent or a stronger one is set.
    pub(in crate::supervisor) async fn until_intent(&self, intent: Intent) {
        let mut intents = self.running.intent.subscribe();
        // The sender is ours: it exists as long as we wait.
        let _ = intents.wait_for(|it| *it >= intent).await;
    }

    /// Releases the slot if the debate is to pause, under the lock, so that no intent can be set in between. Otherwise returns the slot
    /// with the current intent.
    pub(in crate::supervisor) fn release_if_paused(mut self, exit: ExitState) -> Option<(RunSlot, Intent)> {
        let slots = self.slots.clone();
        let lock_files = slots.lock_files();
        let state = slots.lock();
        let intent = *self.running.intent.borrow();
        match (intent, &exit) {
            (Intent::Stop, _) | (Intent::Run, ExitState::Paused) => Some((self, intent)),
            (Intent::Pause | Intent::Abort | Intent::Closed, _)
            | (Intent::Run, ExitState::Closed | ExitState::Failed(_)) => {
                self.exit = exit;
                self.release(state);
                drop(lock_files);
                None
            }
        }
    }

    /// Releases the slot; the caller holds the lock on run-lock files. No intent can be set from here on. The slot appears as free only
    /// after the run lock is released, so that whoever sees it free can take it.
    fn release(&mut self, mut state: MutexGuard<'_, State>) {
        let is_mine = state.running.get(&self.id).is_some_and(|it| Arc::ptr_eq(it, &self.running));
        if is_mine {
            state.running.remove(&self.id);
            state.leaving = Some(self.id.clone());
        }
        drop(state);
        match (self.run_lock.take(), &self.exit) {
            (Some(run_lock), ExitState::Closed) => run_lock.settle(),
            (run_lock, ExitState::Closed | ExitState::Paused | ExitState::Failed(_)) => drop(run_lock),
        }
        if !is_mine {
            return;
        }
        let mut state = self.slots.lock();
        state.leaving = None;
        match &self.exit {
            ExitState::Closed => state.failed.remove(&self.id),
            ExitState::Paused => {}
            ExitState::Failed(why) => state.failed.insert(self.id.clone(), why.clone()),
        }
    }
}

impl Drop for RunSlot {
    fn drop(&mut self) {
        let slots = self.slots.clone();
        let lock_files = slots.lock_files();
        self.release(slots.lock());
        drop(lock_files);
        // Waiters for this feed then look for the feed of the next run, if there is one.
        if let Some(feed) = self.running.feed.get() {
            feed.finish();
        }
        slots.tell(&self.id);
    }
}
