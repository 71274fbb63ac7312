//! Many debates in one process, each a task of its own: the handle by which surfaces start, watch, pause, stop and continue them.
//!
//! A supervisor decides nothing. What is to happen is written before anybody is told it was accepted, so a supervisor that is killed finds
//! its debates when it opens again ([`Supervisor::recover`]) and goes on with those that were running; nothing is asked twice. A debate that
//! another process runs can be watched all the same: its log is followed.
//!
//! Not here: what a caller may see (tenants), how things are said (`server`), and where models come from ([`ResourceProvider`]).
mod changes;
mod delete;
mod error;
mod failed;
mod feed;
mod requests;
mod slots;
mod status;
mod task;
mod watch;

pub use changes::{Changes, ChangesOf};
pub use error::SupervisorError;
pub use feed::LoggedEvent;
pub use status::Status;
pub use watch::{Live as LiveSignal, Watcher, ends};

use crate::analyst::Analyst;
use crate::clock::Live;
use crate::continuation::{Continuation, reopening};
use crate::error::Error;
use crate::long;
use crate::run;
use crate::spec::{Spec, SpecError, check_debate};
use debate::{Debate, DebateId, Envelope};
use feed::Feed;
use futures_util::future::BoxFuture;
use models::Model;
use requests::Requests;
use slots::{Elsewhere, Ending, ExitState, Intent, LocalState, Queue, Resting, Room, RunSlot, Slots};
use status::RunState;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use store::{Asked, Entry, Held, RestartPolicy, Store};
use task::is_closed;
use tokio::task::spawn_blocking;

/// How often it is looked whether another process still runs a debate. Ours: soon enough for a person, and no more than a look at a file.
const LOOK: Duration = Duration::from_millis(250);

/// How long debates that are left as they are may take to notice.
const GRACE: Duration = Duration::from_secs(1);

/// All that a debate asks.
#[derive(Clone, Default)]
pub struct Resources {
    /// Who answers for each `provider/model`.
    pub models: BTreeMap<String, Arc<dyn Model>>,
    /// Who compares positions in this process.
    pub analyst: Option<Arc<dyn Analyst>>,
}

/// Who knows where models come from: settings, keys, weights.
pub trait ResourceProvider: Send + Sync {
    /// Brings all that a debate will ask, or says why that can't be. The future is dropped when the debate is held up meanwhile.
    fn provide<'a>(&'a self, debate: &'a Debate) -> BoxFuture<'a, Result<Resources, String>>;
}

/// Puts something around the task of a debate, such as a measurement.
pub type Around = dyn Fn(&DebateId, BoxFuture<'static, ()>) -> BoxFuture<'static, ()> + Send + Sync;

/// How a supervisor is kept.
#[derive(Clone)]
pub struct Limits {
    /// Debates running at once.
    pub most: usize,
    /// Of them, those of one tenant.
    pub most_of_one: usize,
    /// What is put around the task of each debate.
    pub around: Option<Arc<Around>>,
}

/// Whose a new debate is, and how it was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owner {
    /// Whose it is; the owner of the store where empty (O-42).
    pub tenant: String,
    /// The caller's own name for the request, with a digest of it: asked twice it is done once.
    pub request: Option<Asked>,
}

/// Many debates. Clones are one supervisor.
#[derive(Clone)]
pub struct Supervisor {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    resources: Arc<dyn ResourceProvider>,
    slots: Arc<Slots>,
    around: Option<Arc<Around>>,
    requests: Requests,
}

impl Supervisor {
    /// A supervisor over a store, with at most `most` debates running at once, whosever they are.
    pub fn new(store: Store, resources: Arc<dyn ResourceProvider>, most: usize) -> Supervisor {
        Supervisor::on(store, resources, Limits { most, most_of_one: most, around: None })
    }

    /// A supervisor over a store, on these terms.
    pub fn on(store: Store, resources: Arc<dyn ResourceProvider>, terms: Limits) -> Supervisor {
        let Limits { most, most_of_one, around } = terms;
        let slots = Arc::new(Slots::new(Room { most, most_of_one }));
        Supervisor { inner: Arc::new(Inner { store, resources, slots, around, requests: Requests::default() }) }
    }

    /// Where its debates are kept.
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// How many debates run here.
    pub fn running(&self) -> usize {
        self.inner.slots.running()
    }

    /// Opens a debate and lets it run. The same request of the same tenant, asked again, gives the debate it gave.
    pub async fn open(&self, spec: &Spec, owner: Owner) -> Result<DebateId, SupervisorError> {
        if let Some(known) = self.known(&owner).await? {
            return Ok(known);
        }
        let log = run::opening(&Live::after(0), spec)?;
        self.begin(&spec.id, log, owner).await
    }

    /// Takes over a log that nobody runs yet, such as a fork's, and lets it run.
    pub async fn adopt(&self, id: &DebateId, log: Vec<Envelope>, owner: Owner) -> Result<DebateId, SupervisorError> {
        if let Some(known) = self.known(&owner).await? {
            return Ok(known);
        }
        self.begin(id, log, owner).await
    }

    /// Keeps a log that nobody runs, and that rests until somebody says so. It is kept whole or not at all, whether or not anybody waits.
    pub async fn take_in(&self, id: &DebateId, held: Held, log: Vec<Envelope>) -> Result<(), store::Error> {
        let (store, id) = (self.inner.store.clone(), id.clone());
        let kept = tokio::spawn(async move {
            let (marked, name) = (store.clone(), id.clone());
            let claim =
                spawn_blocking(move || marked.lock_run(&name)).await.map_err(|_ended| store::Error::Closed)??;
            let kept = store.begin(&id, held, log).await;
            let _ = spawn_blocking(move || claim.settle()).await;
            kept
        });
        kept.await.map_err(|_ended| store::Error::Closed)?
    }

    /// The debate that the same request gave before.
    pub async fn known(&self, owner: &Owner) -> Result<Option<DebateId>, SupervisorError> {
        let Some(asked) = &owner.request else { return Ok(None) };
        match self.inner.store.asked(&owner.tenant, &asked.key).await? {
            Some((id, digest)) if digest == asked.digest => Ok(Some(id)),
            Some(_) => Err(SupervisorError::Reused { key: asked.key.clone() }),
            None => Ok(None),
        }
    }

    async fn begin(&self, id: &DebateId, log: Vec<Envelope>, owner: Owner) -> Result<DebateId, SupervisorError> {
        // Nothing is written that could not be read again, or would not be opened.
        let (debate, log) = long::folded(log).await?;
        check_debate(&debate).map_err(Error::from)?;
        let (supervisor, id) = (self.clone(), id.clone());
        self.to_the_end(async move { supervisor.write_and_run(id, debate, log, owner).await }).await
    }

    async fn write_and_run(
        self,
        id: DebateId,
        debate: Debate,
        log: Vec<Envelope>,
        owner: Owner,
    ) -> Result<DebateId, SupervisorError> {
        let store = &self.inner.store;
        let mut slot = self.inner.slots.take(&id, &owner.tenant)?;
        slot.lock_run(store).await?;
        // Until it is written there is nothing to come back to.
        slot.will_leave(ExitState::Closed);
        let held = Held { tenant: owner.tenant.clone(), fate: RestartPolicy::Resume, request: owner.request.clone() };
        match store.begin(&id, held, log).await {
            Ok(()) => {}
            // The same request has come twice at once, and the other one was first.
            Err(error @ store::Error::Repeated { .. }) => {
                drop(slot);
                return self.known(&owner).await?.ok_or_else(|| error.into());
            }
            Err(error) => return Err(error.into()),
        }
        self.run(slot, debate);
        Ok(id)
    }

    /// Lets a debate that is over go on, with what a person says.
    pub async fn go_on(&self, id: &DebateId, continuation: &Continuation) -> Result<(), SupervisorError> {
        self.go_on_once(id, continuation, Owner::default()).await
    }

    /// The same, for a request that is done once however often it comes.
    pub async fn go_on_once(
        &self,
        id: &DebateId,
        continuation: &Continuation,
        owner: Owner,
    ) -> Result<(), SupervisorError> {
        // The same request that comes twice at once waits for itself: the second finds what the first has written.
        let _turn = match &owner.request {
            Some(Asked { key, .. }) => Some(self.inner.requests.turn(&owner.tenant, key).await),
            None => None,
        };
        if self.known(&owner).await?.is_some() {
            return Ok(());
        }
        let (supervisor, id, continuation) = (self.clone(), id.clone(), continuation.clone());
        self.to_the_end(async move { supervisor.reopen(&id, &continuation, owner).await }).await
    }

    async fn reopen(self, id: &DebateId, continuation: &Continuation, owner: Owner) -> Result<(), SupervisorError> {
        let store = &self.inner.store;
        let (mut slot, mut debate) = self.take_up(id).await?;
        let is_over = debate.closed.is_some();
        let reopened = reopening(&Live::after(debate.elapsed), &mut debate, continuation);
        let events = match reopened.and_then(|events| Ok(check_debate(&debate).map(|()| events)?)) {
            Ok(events) => events,
            Err(error) => {
                if is_over {
                    self.over(slot).await;
                }
                return Err(error.into());
            }
        };
        // In this order: a server that is killed in between finds it over.
        self.start_unless_stopped(&slot).await?;
        if let Err(error) = store.go_on(id, &owner.tenant, owner.request, &events).await {
            let _ = store.set_restart_policy(id, RestartPolicy::Stay).await;
            return Err(error.into());
        }
        slot.will_leave(ExitState::Paused);
        self.run(slot, debate);
        Ok(())
    }

    /// Lets a debate that rests, or is coming to rest, go on where it was.
    pub async fn resume(&self, id: &DebateId) -> Result<(), SupervisorError> {
        let Inner { store, slots, .. } = &*self.inner;
        if let Some(written) = slots.let_go_on(id, || store.set_restart_policy(id, RestartPolicy::Resume)) {
            return Ok(written?.await?);
        }
        let (supervisor, id) = (self.clone(), id.clone());
        self.to_the_end(async move {
            let (slot, debate) = supervisor.take_up(&id).await?;
            if debate.closed.is_some() {
                // A pause and a resume that came in between may have written that it runs.
                supervisor.over(slot).await;
                return Err(SupervisorError::Over(id));
            }
            let debate = fit(debate).map_err(Error::from)?;
            supervisor.start_unless_stopped(&slot).await?;
            supervisor.run(slot, debate);
            Ok(())
        })
        .await
    }

    /// Takes a slot for a debate that does not run, with what its log says.
    async fn take_up(&self, id: &DebateId) -> Result<(RunSlot, Debate), SupervisorError> {
        let Inner { store, slots, .. } = &*self.inner;
        let tenant = store.held(id).await?.tenant;
        let mut slot = self.slot_of_closed(id, || slots.take(id, &tenant)).await?;
        let (debate, _) = long::folded(self.read_in(&mut slot).await?).await?;
        Ok((slot, debate))
    }

    /// The log of a debate that nobody but this slot can write to.
    async fn read_in(&self, slot: &mut RunSlot) -> Result<Vec<Envelope>, SupervisorError> {
        let store = &self.inner.store;
        slot.lock_run(store).await?;
        let log = store.log(slot.id()).await;
        if matches!(&log, Err(store::Error::Unknown { .. })) || log.as_ref().is_ok_and(|it| is_closed(it)) {
            slot.will_leave(ExitState::Closed);
        }
        Ok(log?)
    }

    /// Writes that a debate goes on, unless somebody wished for something else meanwhile.
    async fn start_unless_stopped(&self, slot: &RunSlot) -> Result<(), SupervisorError> {
        match slot.start_unless_stopped(|| self.inner.store.set_restart_policy(slot.id(), RestartPolicy::Resume)) {
            Some(written) => Ok(written.await?),
            None => Ok(()),
        }
    }

    /// Lets a debate come to rest: whoever is speaking is heard. A debate that rests stays so.
    pub async fn pause(&self, id: &DebateId) -> Result<(), SupervisorError> {
        let Inner { store, slots, .. } = &*self.inner;
        let mut elsewhere = Elsewhere::Unknown;
        loop {
            match slots.rest(id, elsewhere, || store.set_restart_policy(id, RestartPolicy::Stay))? {
                Resting::Wished(written) => return Ok(written.await?),
                Resting::Ends => return Ok(()),
                Resting::Unknown if self.is_locked(id).await => elsewhere = Elsewhere::Runs,
                Resting::Unknown => elsewhere = Elsewhere::Rests,
            }
        }
    }

    /// Ends a debate with what it has, once whoever is speaking is heard. A debate that is over stays as it is.
    pub async fn stop(&self, id: &DebateId) -> Result<(), SupervisorError> {
        let Inner { store, slots, .. } = &*self.inner;
        match slots.end(id, || store.set_restart_policy(id, RestartPolicy::Close)) {
            Ending::Wished(written) => Ok(written.await?),
            Ending::Already => Ok(()),
            Ending::Now(mut slot) => {
                let supervisor = self.clone();
                self.to_the_end(async move {
                    let log = supervisor.read_in(&mut slot).await?;
                    Ok(supervisor.close_in(slot, &log).await?)
                })
                .await
            }
        }
    }

    /// Goes on with the debates that were running when the last supervisor over this store ended, and closes those that were to be closed.
    /// Gives those that go on; where they are more than can run at once, the others follow as slots become free. Those that can't
    /// go on are kept as failed.
    pub async fn recover(&self) -> Result<Vec<DebateId>, SupervisorError> {
        let Inner { store, slots, .. } = &*self.inner;
        let mut going = Vec::new();
        for (id, held) in store.unfinished().await? {
            match held.fate {
                RestartPolicy::Stay => {}
                RestartPolicy::Resume => going.push((id, held.tenant)),
                RestartPolicy::Close => match self.stop(&id).await {
                    // Another process is closing it.
                    Ok(()) | Err(SupervisorError::Elsewhere(_)) => {}
                    Err(error) => slots.fail(id, error.to_string()),
                },
            }
        }
        let marked = store.clone();
        let looked = spawn_blocking(move || {
            going.retain(|(id, _)| !marked.is_locked(id));
            going
        });
        let going = looked.await.map_err(|_broke_off| SupervisorError::Closing)?;
        slots.enqueue(going.clone());
        let mut begun = Vec::new();
        if !self.drain_queue(&mut begun).await {
            let supervisor = self.clone();
            tokio::spawn(async move {
                let mut changed = supervisor.inner.slots.any_change();
                while !supervisor.drain_queue(&mut Vec::new()).await && changed.changed().await.is_ok() {}
            });
        }
        // One that was let go on may be over by now.
        let goes_on = |id: &DebateId| begun.contains(id) || matches!(slots.local_state(id), LocalState::Waits);
        Ok(going.into_iter().map(|(id, _)| id).filter(goes_on).collect())
    }

    /// Gives free slots to those who wait, and names those who got one; says whether nobody waits any more.
    async fn drain_queue(&self, begun: &mut Vec<DebateId>) -> bool {
        loop {
            let mut slot = match self.inner.slots.next_waiting() {
                Queue::Empty => return true,
                Queue::Full => return false,
                Queue::Next(slot) => slot,
            };
            let id = slot.id().clone();
            let outcome = match self.read_in(&mut slot).await {
                Ok(log) if is_closed(&log) => {
                    self.over(slot).await;
                    Ok(())
                }
                Ok(log) => match long::folded(log).await.and_then(|(debate, _)| Ok(fit(debate)?)) {
                    Ok(debate) => {
                        self.run(slot, debate);
                        begun.push(id.clone());
                        Ok(())
                    }
                    Err(why) => Err(why.into()),
                },
                Err(error) => Err(error),
            };
            match outcome {
                // One that another process runs is not ours to go on with.
                Ok(()) | Err(SupervisorError::Elsewhere(_)) => {}
                Err(error) => self.inner.slots.fail(id, error.to_string()),
            }
        }
    }

    /// Takes nothing new, lets every debate come to rest, and waits for that; after `patience` those that still speak are left as they
    /// are, which loses nothing but what they were saying. All go on when a supervisor over this store recovers.
    pub async fn close(&self, patience: Duration) {
        let slots = &self.inner.slots;
        slots.close(Intent::Pause);
        if tokio::time::timeout(patience, self.is_empty()).await.is_err() {
            slots.close(Intent::Abort);
            let _ = tokio::time::timeout(GRACE, self.is_empty()).await;
        }
    }

    async fn is_empty(&self) {
        let mut changed = self.inner.slots.any_change();
        while !self.inner.slots.is_empty() && changed.changed().await.is_ok() {}
    }

    /// How a debate stands. `debate` is what its log says; where it may have gone on since it was read, [`Supervisor::read`] is exact.
    pub fn status(&self, debate: &Debate) -> Status {
        Status::of(debate, self.run_state(&debate.id))
    }

    /// How a debate in a list stands, by what its last event says.
    pub fn listed(&self, entry: &Entry) -> Status {
        Status::after(entry.closed, entry.question.as_deref(), self.run_state(&entry.debate))
    }

    /// A debate as it is now, and how it stands.
    pub async fn read(&self, id: &DebateId) -> Result<(Debate, Status), Error> {
        // Before the log: one that ends meanwhile is then over, and does not seem to rest.
        let run_state = self.run_state(id);
        let (debate, _) = long::folded(self.inner.store.log(id).await?).await?;
        let status = Status::of(&debate, run_state);
        Ok((debate, status))
    }

    /// Whether somebody, here or elsewhere, has the right to run a debate: a look at a file, away from the threads that answer.
    async fn is_locked(&self, id: &DebateId) -> bool {
        let (store, id) = (self.inner.store.clone(), id.clone());
        spawn_blocking(move || store.is_locked(&id)).await.unwrap_or_default()
    }

    fn run_state(&self, id: &DebateId) -> RunState {
        let Inner { store, slots, .. } = &*self.inner;
        let local = slots.local_state(id);
        let is_locked = match local {
            LocalState::Here(_) | LocalState::Waits => true,
            LocalState::Failed(_) | LocalState::Absent => store.is_locked(id),
        };
        // It may have begun to run here in between.
        let local = if is_locked { slots.local_state(id) } else { local };
        RunState { local, is_locked }
    }

    /// Waits until a debate can't go on by itself: it is over, rests, waits for somebody or has failed.
    pub async fn until_rest(&self, id: &DebateId) {
        let mut changed = self.inner.slots.changes().of(id);
        loop {
            changed.mark_unchanged();
            let run_state = self.run_state(id);
            if !run_state.is_running() {
                return;
            }
            match (self.feed(id), run_state.local) {
                (Some(feed), _) => feed.finished().await,
                (None, LocalState::Here(_) | LocalState::Waits) => changed.changed().await,
                (None, LocalState::Failed(_) | LocalState::Absent) => tokio::time::sleep(LOOK).await,
            }
        }
    }

    /// Waits until a debate runs here. Nothing is read for it.
    pub async fn until_runs(&self, id: &DebateId) {
        let mut changed = self.inner.slots.changes().of(id);
        while self.feed(id).is_none() {
            changed.changed().await;
        }
    }

    /// Follows a debate from event `from` on, whoever runs it.
    pub fn watch(&self, id: &DebateId, from: u64) -> Watcher {
        Watcher::new(self.clone(), id.clone(), from)
    }

    fn feed(&self, id: &DebateId) -> Option<Arc<Feed>> {
        self.inner.slots.feed(id)
    }
}

/// A debate that would be opened as it is: whoever lets one go on makes the same checks as whoever opens it.
fn fit(debate: Debate) -> Result<Debate, SpecError> {
    check_debate(&debate).map(|()| debate)
}
