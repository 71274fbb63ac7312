//! The right to do something with one debate, and how it is given back.
use super::super::error::SupervisorError;
use super::super::feed::Feed;
use super::{BROKE_OFF, Intent, Running, Slots, State};
use crate::world::PauseFlag;
use debate::DebateId;
use std::sync::{Arc, MutexGuard};
use store::{RunLock, Store};
use tokio::task::spawn_blocking;

/// How a slot is left.
#[derive(Debug)]
pub(in crate::supervisor) enum ExitState {
    /// The debate is over, or there is none: nobody runs it again by itself.
    Closed,
    /// It rests.
    Paused,
    /// It could not go on.
    Failed(String),
}

/// The right to do something with a debate here, until it is dropped.
pub(in crate::supervisor) struct RunSlot {
    pub(super) slots: Arc<Slots>,
    pub(super) id: DebateId,
    pub(super) running: Arc<Running>,
    pub(super) claim: Option<RunLock>,
    pub(super) left: ExitState,
}

impl RunSlot {
    pub(in crate::supervisor) fn id(&self) -> &DebateId {
        &self.id
    }

    pub(in crate::supervisor) fn pause_flag(&self) -> &PauseFlag {
        &self.running.pause_flag
    }

    /// Keeps other processes out too.
    pub(in crate::supervisor) async fn lock_run(&mut self, store: &Store) -> Result<(), SupervisorError> {
        let (slots, store, id) = (self.slots.clone(), store.clone(), self.id.clone());
        let claim = move || {
            let _marks = slots.lock_marks();
            store.lock_run(&id)
        };
        // It waits for a file, and may wait for who looks at it.
        self.claim = Some(spawn_blocking(claim).await.map_err(|_broke_off| SupervisorError::Closing)??);
        Ok(())
    }

    /// How it will have been left, unless it is said otherwise later.
    pub(in crate::supervisor) fn will_leave(&mut self, left: ExitState) {
        self.left = left;
    }

    /// The debate is over: whatever is wished of it from now on comes too late.
    pub(in crate::supervisor) fn ends(&mut self) {
        self.left = ExitState::Closed;
        let _state = self.slots.lock();
        self.running.set(Intent::Closed);
    }

    /// Hands over that the debate runs from now on, unless something else is wished meanwhile.
    pub(in crate::supervisor) fn start_unless_stopped<T>(&self, then: impl FnOnce() -> T) -> Option<T> {
        let _state = self.slots.lock();
        let intent = *self.running.intent.borrow();
        (intent == Intent::Run).then(then)
    }

    /// It runs from now on; whoever watches it reads from `feed`.
    pub(in crate::supervisor) fn begin(&mut self, feed: Arc<Feed>) {
        self.slots.lock().failed.remove(&self.id);
        let _ = self.running.feed.set(feed);
        // Whatever comes between here and a word of how it ended is a panic.
        self.left = ExitState::Failed(BROKE_OFF.to_owned());
        self.slots.tell(&self.id);
    }

    /// What it tells those who watch; none before it began.
    pub(in crate::supervisor) fn feed(&self) -> Option<&Arc<Feed>> {
        self.running.feed.get()
    }

    /// Waits until something of this kind, or stronger, is wished.
    pub(in crate::supervisor) async fn until_intent(&self, intent: Intent) {
        let mut intents = self.running.intent.subscribe();
        // The sender is ours: it is there as long as we wait.
        let _ = intents.wait_for(|it| *it >= intent).await;
    }

    /// Leaves if it is to rest, so that nobody can intent for anything between the question and the leaving; else gives the slot back
    /// with what is wished instead.
    pub(in crate::supervisor) fn rest(mut self, left: ExitState) -> Option<(RunSlot, Intent)> {
        let slots = self.slots.clone();
        let marks = slots.lock_marks();
        let state = slots.lock();
        let intent = *self.running.intent.borrow();
        match (intent, &left) {
            (Intent::Stop, _) | (Intent::Run, ExitState::Paused) => Some((self, intent)),
            (Intent::Pause | Intent::Abort | Intent::Closed, _)
            | (Intent::Run, ExitState::Closed | ExitState::Failed(_)) => {
                self.left = left;
                self.leave(state);
                drop(marks);
                None
            }
        }
    }

    /// Gives the slot back while nobody else touches marks. From here on nothing can be wished of it; it is not seen to be gone before other
    /// processes can have it: whoever finds it free may.
    fn leave(&mut self, mut state: MutexGuard<'_, State>) {
        let is_mine = state.running.get(&self.id).is_some_and(|it| Arc::ptr_eq(it, &self.running));
        if is_mine {
            state.running.remove(&self.id);
            state.leaving = Some(self.id.clone());
        }
        drop(state);
        match (self.claim.take(), &self.left) {
            (Some(claim), ExitState::Closed) => claim.settle(),
            (claim, ExitState::Closed | ExitState::Paused | ExitState::Failed(_)) => drop(claim),
        }
        if !is_mine {
            return;
        }
        let mut state = self.slots.lock();
        state.leaving = None;
        match &self.left {
            ExitState::Closed => state.failed.remove(&self.id),
            ExitState::Paused => {}
            ExitState::Failed(why) => state.failed.insert(self.id.clone(), why.clone()),
        }
    }
}

impl Drop for RunSlot {
    fn drop(&mut self) {
        let slots = self.slots.clone();
        let marks = slots.lock_marks();
        self.leave(slots.lock());
        drop(marks);
        // Whoever waits for the feed looks for another: there is none, or the next run's.
        if let Some(feed) = self.running.feed.get() {
            feed.finish();
        }
        slots.tell(&self.id);
    }
}
