//! The right to do something with one debate, and how it is given back.
use super::super::error::HouseError;
use super::super::feed::Feed;
use super::{BROKE_OFF, Floor, Running, State, Wish};
use crate::world::Brake;
use debate::DebateId;
use std::sync::{Arc, MutexGuard};
use store::{Claim, Store};
use tokio::task::spawn_blocking;

/// How a place is left.
#[derive(Debug)]
pub(in crate::house) enum Left {
    /// The debate is over, or there is none: nobody runs it again by itself.
    Over,
    /// It rests.
    AtRest,
    /// It could not go on.
    Failed(String),
}

/// The right to do something with a debate here, until it is dropped.
pub(in crate::house) struct Place {
    pub(super) floor: Arc<Floor>,
    pub(super) id: DebateId,
    pub(super) running: Arc<Running>,
    pub(super) claim: Option<Claim>,
    pub(super) left: Left,
}

impl Place {
    pub(in crate::house) fn id(&self) -> &DebateId {
        &self.id
    }

    pub(in crate::house) fn brake(&self) -> &Brake {
        &self.running.brake
    }

    /// Keeps other processes out too.
    pub(in crate::house) async fn claim(&mut self, store: &Store) -> Result<(), HouseError> {
        let (floor, store, id) = (self.floor.clone(), store.clone(), self.id.clone());
        let claim = move || {
            let _marks = floor.lock_marks();
            store.claim(&id)
        };
        // It waits for a file, and may wait for who looks at it.
        self.claim = Some(spawn_blocking(claim).await.map_err(|_broke_off| HouseError::Closing)??);
        Ok(())
    }

    /// How it will have been left, unless it is said otherwise later.
    pub(in crate::house) fn will_leave(&mut self, left: Left) {
        self.left = left;
    }

    /// The debate is over: whatever is wished of it from now on comes too late.
    pub(in crate::house) fn ends(&mut self) {
        self.left = Left::Over;
        let _state = self.floor.lock();
        self.running.set(Wish::Nothing);
    }

    /// Hands over that the debate runs from now on, unless something else is wished meanwhile.
    pub(in crate::house) fn decide_to_run<T>(&self, then: impl FnOnce() -> T) -> Option<T> {
        let _state = self.floor.lock();
        let wish = *self.running.wish.borrow();
        (wish == Wish::GoesOn).then(then)
    }

    /// It runs from now on; whoever watches it reads from `feed`.
    pub(in crate::house) fn begin(&mut self, feed: Arc<Feed>) {
        self.floor.lock().failed.remove(&self.id);
        let _ = self.running.feed.set(feed);
        // Whatever comes between here and a word of how it ended is a panic.
        self.left = Left::Failed(BROKE_OFF.to_owned());
        self.floor.tell(&self.id);
    }

    /// What it tells those who watch; none before it began.
    pub(in crate::house) fn feed(&self) -> Option<&Arc<Feed>> {
        self.running.feed.get()
    }

    /// Waits until something of this kind, or stronger, is wished.
    pub(in crate::house) async fn wished(&self, wish: Wish) {
        let mut wishes = self.running.wish.subscribe();
        // The sender is ours: it is there as long as we wait.
        let _ = wishes.wait_for(|it| *it >= wish).await;
    }

    /// Leaves if it is to rest, so that nobody can wish for anything between the question and the leaving; else gives the place back
    /// with what is wished instead.
    pub(in crate::house) fn rest(mut self, left: Left) -> Option<(Place, Wish)> {
        let floor = self.floor.clone();
        let marks = floor.lock_marks();
        let state = floor.lock();
        let wish = *self.running.wish.borrow();
        match (wish, &left) {
            (Wish::Ends, _) | (Wish::GoesOn, Left::AtRest) => Some((self, wish)),
            (Wish::Rests | Wish::Drops | Wish::Nothing, _) | (Wish::GoesOn, Left::Over | Left::Failed(_)) => {
                self.left = left;
                self.leave(state);
                drop(marks);
                None
            }
        }
    }

    /// Gives the place back while nobody else touches marks. From here on nothing can be wished of it; it is not seen to be gone before other
    /// processes can have it: whoever finds it free may.
    fn leave(&mut self, mut state: MutexGuard<'_, State>) {
        let is_mine = state.running.get(&self.id).is_some_and(|it| Arc::ptr_eq(it, &self.running));
        if is_mine {
            state.running.remove(&self.id);
            state.leaving = Some(self.id.clone());
        }
        drop(state);
        match (self.claim.take(), &self.left) {
            (Some(claim), Left::Over) => claim.settle(),
            (claim, Left::Over | Left::AtRest | Left::Failed(_)) => drop(claim),
        }
        if !is_mine {
            return;
        }
        let mut state = self.floor.lock();
        state.leaving = None;
        match &self.left {
            Left::Over => state.failed.remove(&self.id),
            Left::AtRest => {}
            Left::Failed(why) => state.failed.insert(self.id.clone(), why.clone()),
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let floor = self.floor.clone();
        let marks = floor.lock_marks();
        self.leave(floor.lock());
        drop(marks);
        // Whoever waits for the feed looks for another: there is none, or the next run's.
        if let Some(feed) = self.running.feed.get() {
            feed.finish();
        }
        floor.tell(&self.id);
    }
}
