//! Who runs here right now, who waits for a slot, and what is wished of each: all that a supervisor remembers, behind one lock.
//!
//! A [`RunSlot`] is taken before anything is read or written and is given back however that ends, by a panic too; so there are never
//! more debates than slots, nothing is done to a debate by two at once, and none is left that seems to run and does not. Nobody touches a
//! file while holding the lock: a disk that hangs holds up who begins and who ends, not who asks.
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

/// What is said of a debate whose task panicked.
const BROKE_OFF: &str = "it broke off by a fault in this program; nothing that was written is lost: resume it";

/// How much there is room for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// Debates at once.
    pub(super) most: usize,
    /// Of them, those of one tenant.
    pub(super) most_of_one: usize,
}

/// What is wished of a debate that runs here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Intent {
    /// It goes on.
    Run,
    /// It comes to rest: whoever is speaking is heard.
    Pause,
    /// It comes to rest, and is closed.
    Stop,
    /// It is left as it is, whoever is speaking.
    Abort,
    /// It is over: nothing can be wished of it here before its slot is given back.
    Closed,
}

/// The debates of a supervisor.
pub(super) struct Slots {
    room: Room,
    state: Mutex<State>,
    /// Held around the files that mark who runs a debate, so that whoever comes finds the mark of who leaves gone. Taken before the state's.
    marks: Mutex<()>,
    /// Grows whenever a slot is taken, begun or given back.
    changed: cell::Sender<u64>,
    /// The same for those who wait for one debate.
    changes: Changes,
}

#[derive(Default)]
struct State {
    running: BTreeMap<DebateId, Arc<Running>>,
    /// Debates that go on as slots become free, and whose they are.
    waiting: VecDeque<(DebateId, String)>,
    /// Why debates that ran here could not go on.
    failed: Failed,
    /// The one whose slot is given back, until others can have its mark.
    leaving: Option<DebateId>,
    is_closing: bool,
}

/// A debate that runs here.
pub(super) struct Running {
    tenant: String,
    /// Pulled unless it is to go on.
    pause_flag: PauseFlag,
    /// Changed under the lock of the slots alone.
    intent: cell::Sender<Intent>,
    /// Set when its log was read and it begins to run.
    feed: OnceLock<Arc<Feed>>,
}

impl Running {
    /// Wishes for this, unless something stronger was wished: what is to end does not rest instead, and what is left is left. Gives
    /// what is wished now.
    fn demand(&self, intent: Intent) -> Intent {
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

/// Where a debate is, as far as a supervisor knows without its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LocalState {
    /// It runs here, or is about to; what is wished of it.
    Here(Intent),
    /// It goes on here when there is a slot.
    Waits,
    /// It ran here and could not go on.
    Failed(String),
    /// Nothing is known of it.
    Absent,
}

/// Whether another process runs a debate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Elsewhere {
    /// Nobody has looked.
    Unknown,
    /// It does.
    Runs,
    /// None does.
    Rests,
}

/// How a debate comes to rest.
pub(super) enum Resting<T> {
    /// It rests, or will.
    Wished(T),
    /// It is to end or is over, which holds.
    Ends,
    /// It does not run here: whether it does elsewhere must be known first.
    Unknown,
}

/// How a debate is brought to its end.
pub(super) enum Ending<T> {
    /// It runs, and will.
    Wished(T),
    /// It does not run, and can be closed now.
    Now(RunSlot),
    /// It is over.
    Already,
}

/// Who is next of those who wait.
pub(super) enum Queue {
    /// Nobody.
    Empty,
    /// Somebody, when there is a slot.
    Full,
    /// Somebody, and the slot.
    Next(RunSlot),
}

impl Slots {
    pub(super) fn new(room: Room) -> Slots {
        let (state, marks, changes) = (Mutex::default(), Mutex::default(), Changes::default());
        Slots { room, state, marks, changed: cell::Sender::new(0), changes }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_marks(&self) -> MutexGuard<'_, ()> {
        self.marks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many run here.
    pub(super) fn running(&self) -> usize {
        self.lock().running.len()
    }

    /// Whether no debate runs here, and other processes can have the marks of those that ran.
    pub(super) fn is_empty(&self) -> bool {
        let state = self.lock();
        state.running.is_empty() && state.leaving.is_none()
    }

    /// Tells when any debate begins or ends to run here: for those who wait for a slot, or for all to end.
    pub(super) fn any_change(&self) -> cell::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Tells when one debate begins or ends to run here.
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
            _ if state.is_waiting(id) => LocalState::Waits,
            Some(why) => LocalState::Failed(why.to_owned()),
            None => LocalState::Absent,
        }
    }

    /// A slot to run a debate in, if there is room.
    pub(super) fn take(self: &Arc<Slots>, id: &DebateId, tenant: &str) -> Result<RunSlot, SupervisorError> {
        let mut state = self.lock();
        if state.is_closing {
            return Err(SupervisorError::Closing);
        }
        if state.running.contains_key(id) || state.is_waiting(id) {
            return Err(SupervisorError::Running(id.clone()));
        }
        // Those who wait come first.
        if state.running.len() + state.waiting.len() >= self.room.most {
            return Err(SupervisorError::Busy { most: self.room.most });
        }
        if state.of_one(tenant) >= self.room.most_of_one {
            return Err(SupervisorError::Share { most: self.room.most_of_one });
        }
        Ok(self.slot(&mut state, id.clone(), tenant.to_owned(), Intent::Run))
    }

    fn slot(self: &Arc<Slots>, state: &mut State, id: DebateId, tenant: String, intent: Intent) -> RunSlot {
        let (pause_flag, feed) = (PauseFlag::default(), OnceLock::new());
        let running = Arc::new(Running { tenant, pause_flag, intent: cell::Sender::new(Intent::Run), feed });
        running.set(intent);
        state.running.insert(id.clone(), running.clone());
        self.tell(&id);
        RunSlot { slots: self.clone(), id, running, claim: None, left: ExitState::Paused }
    }

    /// Lets debates wait for slots, in this order.
    pub(super) fn enqueue(&self, waiting: impl IntoIterator<Item = (DebateId, String)>) {
        let mut state = self.lock();
        for (id, tenant) in waiting {
            let is_known = state.running.contains_key(&id) || state.is_waiting(&id);
            if !state.is_closing && !is_known {
                state.waiting.push_back((id, tenant));
            }
        }
    }

    /// The next of those who wait, if there is a slot, and its tenant has not as many as one may have.
    pub(super) fn next_waiting(self: &Arc<Slots>) -> Queue {
        let mut state = self.lock();
        if state.waiting.is_empty() {
            return Queue::Empty;
        }
        if state.running.len() >= self.room.most {
            return Queue::Full;
        }
        let may = |(_, tenant): &(DebateId, String)| state.of_one(tenant) < self.room.most_of_one;
        let next = state.waiting.iter().position(may);
        match next.and_then(|it| state.waiting.remove(it)) {
            Some((id, tenant)) => Queue::Next(self.slot(&mut state, id, tenant, Intent::Run)),
            None => Queue::Full,
        }
    }

    /// Lets a debate come to rest, or stay so. `then` is called while nobody here can intent for anything else.
    pub(super) fn rest<T>(
        &self,
        id: &DebateId,
        elsewhere: Elsewhere,
        then: impl FnOnce() -> T,
    ) -> Result<Resting<T>, SupervisorError> {
        let mut state = self.lock();
        match (state.running.get(id), elsewhere) {
            (Some(running), _) => match running.demand(Intent::Pause) {
                Intent::Run | Intent::Pause => {}
                Intent::Stop | Intent::Closed => return Ok(Resting::Ends),
                Intent::Abort => return Err(SupervisorError::Closing),
            },
            (None, _) if state.is_waiting(id) => {
                state.waiting.retain(|(it, _)| it != id);
                self.tell(id);
            }
            (None, Elsewhere::Unknown) => return Ok(Resting::Unknown),
            (None, Elsewhere::Runs) => return Err(SupervisorError::Elsewhere(id.clone())),
            (None, Elsewhere::Rests) => {}
        }
        Ok(Resting::Wished(then()))
    }

    /// Lets a debate that runs here end when it has come to rest; else gives a slot to close it in, which is not needed for long, so that
    /// there is always one. `then` is called while nobody here can intent for anything else.
    pub(super) fn end<T>(self: &Arc<Slots>, id: &DebateId, then: impl FnOnce() -> T) -> Ending<T> {
        let mut state = self.lock();
        if let Some(running) = state.running.get(id) {
            return match running.demand(Intent::Stop) {
                Intent::Run | Intent::Pause | Intent::Stop | Intent::Abort => Ending::Wished(then()),
                Intent::Closed => Ending::Already,
            };
        }
        state.waiting.retain(|(it, _)| it != id);
        Ending::Now(self.slot(&mut state, id.clone(), String::new(), Intent::Stop))
    }

    /// A slot to delete a debate in that does not run here. It is not needed for long, so that there is always one.
    pub(super) fn clear(self: &Arc<Slots>, id: &DebateId) -> Result<RunSlot, SupervisorError> {
        let mut state = self.lock();
        if state.is_closing {
            return Err(SupervisorError::Closing);
        }
        if state.running.contains_key(id) || state.is_waiting(id) {
            return Err(SupervisorError::Running(id.clone()));
        }
        Ok(self.slot(&mut state, id.clone(), String::new(), Intent::Stop))
    }

    /// Lets a debate that is coming to rest go on after all. `then` is called while nobody else can intent for anything. None where it does
    /// not run here.
    pub(super) fn let_go_on<T>(&self, id: &DebateId, then: impl FnOnce() -> T) -> Option<Result<T, SupervisorError>> {
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

    /// A debate that could not be taken up.
    pub(super) fn fail(&self, id: DebateId, why: String) {
        self.lock().failed.insert(id, why);
    }

    /// From now on nothing new is taken. All come to rest; what they were to do when a server starts stays as it is.
    pub(super) fn close(&self, intent: Intent) {
        let mut state = self.lock();
        state.is_closing = true;
        state.waiting.clear();
        for running in state.running.values() {
            running.demand(intent);
        }
        self.changed.send_modify(|it| *it += 1);
        self.changes.tell_all();
    }
}

impl State {
    /// How many of a tenant run here.
    fn of_one(&self, tenant: &str) -> usize {
        self.running.values().filter(|it| it.tenant == tenant).count()
    }

    fn is_waiting(&self, id: &DebateId) -> bool {
        self.waiting.iter().any(|(it, _)| it == id)
    }
}
