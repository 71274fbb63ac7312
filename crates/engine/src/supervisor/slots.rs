//! The debates that run here, the queue for slots, and the intent for each debate: all state of a supervisor, behind one lock.
//!
//! A [`RunSlot`] is taken before anything is read or written and is released in every case, also by a panic. So there are never more
//! debates than slots, no debate is handled by two callers at once, and none seems to run when it does not. No file is touched while
//! holding the lock: a hanging disk delays starts and ends, not queries.
mod slot;

pub(super) use slot::{ExitState, RunSlot};

use super::changes::Changes;
use super::error::SupervisorError;
use super::failed::Failed;
use super::feed::Feed;
use crate::world::PauseFlag;
use debate::DebateId;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::sync::watch as cell;

/// The error of a debate whose task panicked.
const PANICKED: &str = "it broke off by a fault in this program; nothing that was written is lost: resume it";

/// The limits on concurrent debates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capacity {
    /// Debates at once.
    pub(super) most: usize,
    /// Debates of one tenant at once.
    pub(super) most_of_one: usize,
}

/// A request to a debate that runs here. A later variant overrides an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Intent {
    /// It runs.
    Run,
    /// It pauses after its calls in flight.
    Pause,
    /// It pauses, then is closed.
    Stop,
    /// It ends at once, dropping its calls in flight.
    Abort,
    /// It is closed. Rejects requests until the slot is released.
    Closed,
}

/// The slots of a supervisor.
pub(super) struct Slots {
    capacity: Capacity,
    state: Mutex<State>,
    /// Held while the files of run locks are touched, so that a new slot finds the lock file of the released one gone. Taken before the
    /// lock of the state.
    lock_files: Mutex<()>,
    /// Incremented whenever a slot is taken, started or released.
    changed: cell::Sender<u64>,
    /// The same for those who wait for one debate.
    changes: Changes,
}

#[derive(Default)]
struct State {
    running: BTreeMap<DebateId, Arc<Running>>,
    /// Debates that wait for free slots, with their tenants.
    waiting: VecDeque<(DebateId, String)>,
    /// The errors that ended debates of this process.
    failed: Failed,
    /// The debate whose slot is being released, until other processes can lock it.
    leaving: Option<DebateId>,
    is_closing: bool,
}

/// A debate that runs here.
pub(super) struct Running {
    tenant: String,
    /// Set unless the intent is to run.
    pause_flag: PauseFlag,
    /// Changed only under the lock of the slots.
    intent: cell::Sender<Intent>,
    /// Set when its log was read and it starts to run.
    feed: OnceLock<Arc<Feed>>,
}

impl Running {
    /// Sets the intent unless a stronger one is set: a debate that is to be closed is not paused instead, and an aborted one stays aborted.
    /// Returns the current intent.
    fn raise(&self, intent: Intent) -> Intent {
        let already = *self.intent.borrow();
        let now = already.max(intent);
        self.set(now);
        now
    }

    fn set(&self, intent: Intent) {
        self.intent.send_replace(intent);
        match intent {
            Intent::Run => self.pause_flag.clear(),
            Intent::Pause | Intent::Stop | Intent::Abort | Intent::Closed => self.pause_flag.set(),
        }
    }
}

/// The run state of a debate, as far as a supervisor knows without its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LocalState {
    /// It runs here, or is about to; with its intent.
    Here(Intent),
    /// It is queued for a slot.
    Queued,
    /// It ran here and failed.
    Failed(String),
    /// Nothing is known of it.
    Absent,
}

/// Whether another process runs a debate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Elsewhere {
    /// Not checked.
    Unknown,
    /// Another process runs it.
    Running,
    /// No other process runs it.
    NotRunning,
}

/// The result of a request to pause.
pub(super) enum PauseOutcome<T> {
    /// It is paused, or will be.
    Accepted(T),
    /// It is closed or to be closed, which has precedence.
    Closing,
    /// It does not run here; the caller must check first whether another process runs it.
    Unknown,
}

/// The result of a request to close.
pub(super) enum StopOutcome<T> {
    /// It runs, and will be closed.
    Accepted(T),
    /// It does not run, and can be closed now in this slot.
    Now(RunSlot),
    /// It is closed already.
    Already,
}

/// The head of the queue.
pub(super) enum Queue {
    /// The queue is empty.
    Empty,
    /// A debate waits for a free slot.
    Full,
    /// A debate may start in this slot.
    Next(RunSlot),
}

impl Slots {
    pub(super) fn new(capacity: Capacity) -> Slots {
        let (state, lock_files, changes) = (Mutex::default(), Mutex::default(), Changes::default());
        Slots { capacity, state, lock_files, changed: cell::Sender::new(0), changes }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_files(&self) -> MutexGuard<'_, ()> {
        self.lock_files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many run here.
    pub(super) fn running(&self) -> usize {
        self.lock().running.len()
    }

    /// Whether no debate runs here and all run locks are released.
    pub(super) fn is_empty(&self) -> bool {
        let state = self.lock();
        state.running.is_empty() && state.leaving.is_none()
    }

    /// Notifies when any debate starts or ends running here: for those who wait for a slot, or for all to end.
    pub(super) fn any_change(&self) -> cell::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Notifies when one debate starts or ends running here.
    pub(super) fn changes(&self) -> &Changes {
        &self.changes
    }

    fn tell(&self, id: &DebateId) {
        self.changed.send_modify(|it| *it += 1);
        self.changes.tell(id);
    }

    pub(super) fn feed(&self, id: &DebateId) -> Option<Arc<Feed>> {
        self.lock().running.get(id)?.feed.get().cloned()
    }

    pub(super) fn local_state(&self, id: &DebateId) -> LocalState {
        let state = self.lock();
        if let Some(running) = state.running.get(id) {
            return LocalState::Here(*running.intent.borrow());
        }
        if state.leaving.as_ref() == Some(id) {
            return LocalState::Here(Intent::Closed);
        }
        match state.failed.why(id) {
            _ if state.is_waiting(id) => LocalState::Queued,
            Some(why) => LocalState::Failed(why.to_owned()),
            None => LocalState::Absent,
        }
    }

    /// Takes a slot to run a debate, if one is free.
    pub(super) fn take(self: &Arc<Slots>, id: &DebateId, tenant: &str) -> Result<RunSlot, SupervisorError> {
        let mut state = self.lock();
        if state.is_closing {
            return Err(SupervisorError::Closing);
        }
        if state.running.contains_key(id) || state.is_waiting(id) {
            return Err(SupervisorError::Running(id.clone()));
        }
        // Queued debates come first.
        if state.running.len() + state.waiting.len() >= self.capacity.most {
            return Err(SupervisorError::Busy { most: self.capacity.most });
        }
        if state.of_one(tenant) >= self.capacity.most_of_one {
            return Err(SupervisorError::Share { most: self.capacity.most_of_one });
        }
        Ok(self.slot(&mut state, id.clone(), tenant.to_owned(), Intent::Run))
    }

    fn slot(self: &Arc<Slots>, state: &mut State, id: DebateId, tenant: String, intent: Intent) -> RunSlot {
        let (pause_flag, feed) = (PauseFlag::default(), OnceLock::new());
        let running = Arc::new(Running { tenant, pause_flag, intent: cell::Sender::new(Intent::Run), feed });
        running.set(intent);
        state.running.insert(id.clone(), running.clone());
        self.tell(&id);
        RunSlot { slots: self.clone(), id, running, run_lock: None, exit: ExitState::Paused }
    }

    /// Queues debates for slots, in this order.
    pub(super) fn enqueue(&self, waiting: impl IntoIterator<Item = (DebateId, String)>) {
        let mut state = self.lock();
        for (id, tenant) in waiting {
            let is_known = state.running.contains_key(&id) || state.is_waiting(&id);
            if !state.is_closing && !is_known {
                state.waiting.push_back((id, tenant));
            }
        }
    }

    /// The first queued debate that may start: there is a free slot, and its tenant is below the limit.
    pub(super) fn next_queued(self: &Arc<Slots>) -> Queue {
        let mut state = self.lock();
        if state.waiting.is_empty() {
            return Queue::Empty;
        }
        if state.running.len() >= self.capacity.most {
            return Queue::Full;
        }
        let may = |(_, tenant): &(DebateId, String)| state.of_one(tenant) < self.capacity.most_of_one;
        let next = state.waiting.iter().position(may);
        match next.and_then(|it| state.waiting.remove(it)) {
            Some((id, tenant)) => Queue::Next(self.slot(&mut state, id, tenant, Intent::Run)),
            None => Queue::Full,
        }
    }

    /// Pauses a debate, or keeps it paused. `then` is called under the lock, so that no other intent can be set in between.
    pub(super) fn pause<T>(
        &self,
        id: &DebateId,
        elsewhere: Elsewhere,
        then: impl FnOnce() -> T,
    ) -> Result<PauseOutcome<T>, SupervisorError> {
        let mut state = self.lock();
        match (state.running.get(id), elsewhere) {
            (Some(running), _) => match running.raise(Intent::Pause) {
                Intent::Run | Intent::Pause => {}
                Intent::Stop | Intent::Closed => return Ok(PauseOutcome::Closing),
                Intent::Abort => return Err(SupervisorError::Closing),
            },
            (None, _) if state.is_waiting(id) => {
                state.waiting.retain(|(it, _)| it != id);
                self.tell(id);
            }
            (None, Elsewhere::Unknown) => return Ok(PauseOutcome::Unknown),
            (None, Elsewhere::Running) => return Err(SupervisorError::Elsewhere(id.clone())),
            (None, Elsewhere::NotRunning) => {}
        }
        Ok(PauseOutcome::Accepted(then()))
    }

    /// Closes a debate that runs here once it has paused; otherwise returns a slot to close it in, which is held briefly and so is
    /// granted beyond the limit. `then` is called under the lock, so that no other intent can be set in between.
    pub(super) fn stop<T>(self: &Arc<Slots>, id: &DebateId, then: impl FnOnce() -> T) -> StopOutcome<T> {
        let mut state = self.lock();
        if let Some(running) = state.running.get(id) {
            return match running.raise(Intent::Stop) {
                Intent::Run | Intent::Pause | Intent::Stop | Intent::Abort => StopOutcome::Accepted(then()),
                Intent::Closed => StopOutcome::Already,
            };
        }
        state.waiting.retain(|(it, _)| it != id);
        StopOutcome::Now(self.slot(&mut state, id.clone(), String::new(), Intent::Stop))
    }

    /// A slot to delete a debate that does not run here. It is held briefly and so is granted beyond the limit.
    pub(super) fn take_to_delete(self: &Arc<Slots>, id: &DebateId) -> Result<RunSlot, SupervisorError> {
        let mut state = self.lock();
        if state.is_closing {
            return Err(SupervisorError::Closing);
        }
        if state.running.contains_key(id) || state.is_waiting(id) {
            return Err(SupervisorError::Running(id.clone()));
        }
        Ok(self.slot(&mut state, id.clone(), String::new(), Intent::Stop))
    }

    /// Lets a debate that is about to pause run on. `then` is called under the lock, so that no other intent can be set in between. `None`
    /// if it does not run here.
    pub(super) fn unpause<T>(&self, id: &DebateId, then: impl FnOnce() -> T) -> Option<Result<T, SupervisorError>> {
        let state = self.lock();
        let running = state.running.get(id)?;
        if state.is_closing {
            return Some(Err(SupervisorError::Closing));
        }
        let intent = *running.intent.borrow();
        Some(match intent {
            Intent::Pause => {
                running.set(Intent::Run);
                Ok(then())
            }
            Intent::Run | Intent::Stop | Intent::Abort => Err(SupervisorError::Running(id.clone())),
            Intent::Closed => Err(SupervisorError::Over(id.clone())),
        })
    }

    /// Records that a debate could not be started.
    pub(super) fn fail(&self, id: DebateId, why: String) {
        self.lock().failed.insert(id, why);
    }

    /// Rejects new requests and sets this intent for all debates. Their restart policies stay as they are.
    pub(super) fn close(&self, intent: Intent) {
        let mut state = self.lock();
        state.is_closing = true;
        state.waiting.clear();
        for running in state.running.values() {
            running.raise(intent);
        }
        self.changed.send_modify(|it| *it += 1);
        self.changes.tell_all();
    }
}

impl State {
    /// How many debates of a tenant run here.
    fn of_one(&self, tenant: &str) -> usize {
        self.running.values().filter(|it| it.tenant == tenant).count()
    }

    fn is_waiting(&self, id: &DebateId) -> bool {
        self.waiting.iter().any(|(it, _)| it == id)
    }
}
