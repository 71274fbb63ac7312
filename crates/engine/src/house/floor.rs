//! Who runs here right now, who waits for a place, and what is wished of each: all that a house remembers, behind one lock.
//!
//! A [`Place`] is taken before anything is read or written and is given back however that ends, by a panic too; so there are never
//! more debates than places, nothing is done to a debate by two at once, and none is left that seems to run and does not. Nobody touches a
//! file while holding the lock: a disk that hangs holds up who begins and who ends, not who asks.
mod place;

pub(super) use place::{Left, Place};

use super::changes::Changes;
use super::error::HouseError;
use super::failed::Failed;
use super::feed::Feed;
use crate::world::Brake;
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
pub(super) enum Wish {
    /// It goes on.
    GoesOn,
    /// It comes to rest: whoever is speaking is heard.
    Rests,
    /// It comes to rest, and is closed.
    Ends,
    /// It is left as it is, whoever is speaking.
    Drops,
    /// It is over: nothing can be wished of it here before its place is given back.
    Nothing,
}

/// The debates of a house.
pub(super) struct Floor {
    room: Room,
    state: Mutex<State>,
    /// Held around the files that mark who runs a debate, so that whoever comes finds the mark of who leaves gone. Taken before the state's.
    marks: Mutex<()>,
    /// Grows whenever a place is taken, begun or given back.
    changed: cell::Sender<u64>,
    /// The same for those who wait for one debate.
    changes: Changes,
}

#[derive(Default)]
struct State {
    running: BTreeMap<DebateId, Arc<Running>>,
    /// Debates that go on as places become free, and whose they are.
    waiting: VecDeque<(DebateId, String)>,
    /// Why debates that ran here could not go on.
    failed: Failed,
    /// The one whose place is given back, until others can have its mark.
    leaving: Option<DebateId>,
    is_closing: bool,
}

/// A debate that runs here.
pub(super) struct Running {
    tenant: String,
    /// Pulled unless it is to go on.
    brake: Brake,
    /// Changed under the floor's lock alone.
    wish: cell::Sender<Wish>,
    /// Set when its log was read and it begins to run.
    feed: OnceLock<Arc<Feed>>,
}

impl Running {
    /// Wishes for this, unless something stronger was wished: what is to end does not rest instead, and what is left is left. Gives
    /// what is wished now.
    fn demand(&self, wish: Wish) -> Wish {
        let already = *self.wish.borrow();
        let now = already.max(wish);
        self.set(now);
        now
    }

    fn set(&self, wish: Wish) {
        self.wish.send_replace(wish);
        match wish {
            Wish::GoesOn => self.brake.release(),
            Wish::Rests | Wish::Ends | Wish::Drops | Wish::Nothing => self.brake.pull(),
        }
    }
}

/// Where a debate is, as far as a house knows without its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It runs here, or is about to; what is wished of it.
    Here(Wish),
    /// It goes on here when there is a place.
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
    Now(Place),
    /// It is over.
    Already,
}

/// Who is next of those who wait.
pub(super) enum Line {
    /// Nobody.
    Empty,
    /// Somebody, when there is a place.
    Full,
    /// Somebody, and the place.
    Next(Place),
}

impl Floor {
    pub(super) fn new(room: Room) -> Floor {
        let (state, marks, changes) = (Mutex::default(), Mutex::default(), Changes::default());
        Floor { room, state, marks, changed: cell::Sender::new(0), changes }
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

    /// Tells when any debate begins or ends to run here: for those who wait for a place, or for all to end.
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

    pub(super) fn standing(&self, id: &DebateId) -> Standing {
        let state = self.lock();
        if let Some(running) = state.running.get(id) {
            return Standing::Here(*running.wish.borrow());
        }
        if state.leaving.as_ref() == Some(id) {
            return Standing::Here(Wish::Nothing);
        }
        match state.failed.why(id) {
            _ if state.is_waiting(id) => Standing::Waits,
            Some(why) => Standing::Failed(why.to_owned()),
            None => Standing::Absent,
        }
    }

    /// A place to run a debate in, if there is room.
    pub(super) fn take(self: &Arc<Floor>, id: &DebateId, tenant: &str) -> Result<Place, HouseError> {
        let mut state = self.lock();
        if state.is_closing {
            return Err(HouseError::Closing);
        }
        if state.running.contains_key(id) || state.is_waiting(id) {
            return Err(HouseError::Running(id.clone()));
        }
        // Those who wait come first.
        if state.running.len() + state.waiting.len() >= self.room.most {
            return Err(HouseError::Busy { most: self.room.most });
        }
        if state.of_one(tenant) >= self.room.most_of_one {
            return Err(HouseError::Share { most: self.room.most_of_one });
        }
        Ok(self.place(&mut state, id.clone(), tenant.to_owned(), Wish::GoesOn))
    }

    fn place(self: &Arc<Floor>, state: &mut State, id: DebateId, tenant: String, wish: Wish) -> Place {
        let (brake, feed) = (Brake::default(), OnceLock::new());
        let running = Arc::new(Running { tenant, brake, wish: cell::Sender::new(Wish::GoesOn), feed });
        running.set(wish);
        state.running.insert(id.clone(), running.clone());
        self.tell(&id);
        Place { floor: self.clone(), id, running, claim: None, left: Left::AtRest }
    }

    /// Lets debates wait for places, in this order.
    pub(super) fn line_up(&self, waiting: impl IntoIterator<Item = (DebateId, String)>) {
        let mut state = self.lock();
        for (id, tenant) in waiting {
            let is_known = state.running.contains_key(&id) || state.is_waiting(&id);
            if !state.is_closing && !is_known {
                state.waiting.push_back((id, tenant));
            }
        }
    }

    /// The next of those who wait, if there is a place, and its tenant has not as many as one may have.
    pub(super) fn next_in_line(self: &Arc<Floor>) -> Line {
        let mut state = self.lock();
        if state.waiting.is_empty() {
            return Line::Empty;
        }
        if state.running.len() >= self.room.most {
            return Line::Full;
        }
        let may = |(_, tenant): &(DebateId, String)| state.of_one(tenant) < self.room.most_of_one;
        let next = state.waiting.iter().position(may);
        match next.and_then(|it| state.waiting.remove(it)) {
            Some((id, tenant)) => Line::Next(self.place(&mut state, id, tenant, Wish::GoesOn)),
            None => Line::Full,
        }
    }

    /// Lets a debate come to rest, or stay so. `then` is called while nobody here can wish for anything else.
    pub(super) fn rest<T>(
        &self,
        id: &DebateId,
        elsewhere: Elsewhere,
        then: impl FnOnce() -> T,
    ) -> Result<Resting<T>, HouseError> {
        let mut state = self.lock();
        match (state.running.get(id), elsewhere) {
            (Some(running), _) => match running.demand(Wish::Rests) {
                Wish::GoesOn | Wish::Rests => {}
                Wish::Ends | Wish::Nothing => return Ok(Resting::Ends),
                Wish::Drops => return Err(HouseError::Closing),
            },
            (None, _) if state.is_waiting(id) => {
                state.waiting.retain(|(it, _)| it != id);
                self.tell(id);
            }
            (None, Elsewhere::Unknown) => return Ok(Resting::Unknown),
            (None, Elsewhere::Runs) => return Err(HouseError::Elsewhere(id.clone())),
            (None, Elsewhere::Rests) => {}
        }
        Ok(Resting::Wished(then()))
    }

    /// Lets a debate that runs here end when it has come to rest; else gives a place to close it in, which is not needed for long, so that
    /// there is always one. `then` is called while nobody here can wish for anything else.
    pub(super) fn end<T>(self: &Arc<Floor>, id: &DebateId, then: impl FnOnce() -> T) -> Ending<T> {
        let mut state = self.lock();
        if let Some(running) = state.running.get(id) {
            return match running.demand(Wish::Ends) {
                Wish::GoesOn | Wish::Rests | Wish::Ends | Wish::Drops => Ending::Wished(then()),
                Wish::Nothing => Ending::Already,
            };
        }
        state.waiting.retain(|(it, _)| it != id);
        Ending::Now(self.place(&mut state, id.clone(), String::new(), Wish::Ends))
    }

    /// A place to delete a debate in that does not run here. It is not needed for long, so that there is always one.
    pub(super) fn clear(self: &Arc<Floor>, id: &DebateId) -> Result<Place, HouseError> {
        let mut state = self.lock();
        if state.is_closing {
            return Err(HouseError::Closing);
        }
        if state.running.contains_key(id) || state.is_waiting(id) {
            return Err(HouseError::Running(id.clone()));
        }
        Ok(self.place(&mut state, id.clone(), String::new(), Wish::Ends))
    }

    /// Lets a debate that is coming to rest go on after all. `then` is called while nobody else can wish for anything. None where it does
    /// not run here.
    pub(super) fn let_go_on<T>(&self, id: &DebateId, then: impl FnOnce() -> T) -> Option<Result<T, HouseError>> {
        let state = self.lock();
        let running = state.running.get(id)?;
        if state.is_closing {
            return Some(Err(HouseError::Closing));
        }
        let wish = *running.wish.borrow();
        Some(match wish {
            Wish::Rests => {
                running.set(Wish::GoesOn);
                Ok(then())
            }
            Wish::GoesOn | Wish::Ends | Wish::Drops => Err(HouseError::Running(id.clone())),
            Wish::Nothing => Err(HouseError::Over(id.clone())),
        })
    }

    /// A debate that could not be taken up.
    pub(super) fn fail(&self, id: DebateId, why: String) {
        self.lock().failed.insert(id, why);
    }

    /// From now on nothing new is taken. All come to rest; what they were to do when a server starts stays as it is.
    pub(super) fn close(&self, wish: Wish) {
        let mut state = self.lock();
        state.is_closing = true;
        state.waiting.clear();
        for running in state.running.values() {
            running.demand(wish);
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
