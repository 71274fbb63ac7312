//! Runs many debates in one process, each as a task of its own. Surfaces use [`Supervisor`] to start, watch, pause, stop and continue them.
//!
//! A supervisor makes no decisions about content. It writes every request before it acknowledges it. After a crash [`Supervisor::recover`]
//! finds the debates that were running and resumes them; no question is asked twice. A debate that another process runs can be watched too:
//! its log is polled.
//!
//! Not here: access rights (tenants), wire formats (`server`), and where models come from ([`ResourceProvider`]).
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

use crate::clock::Live;
use crate::comparison::analyst::Analyst;
use crate::error::Error;
use crate::run;
use crate::run::continuation::{Continuation, reopening};
use crate::run::long;
use crate::spec::{Spec, SpecError, check_debate};
use debate::{Debate, DebateId, Envelope};
use feed::Feed;
use futures_util::future::BoxFuture;
use models::Model;
use requests::Requests;
use slots::{Capacity, Elsewhere, ExitState, Intent, LocalState, PauseOutcome, Queue, RunSlot, Slots, StopOutcome};
use status::RunState;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use store::{Entry, KeyedRequest, Ownership, RestartPolicy, Store};
use task::is_closed;
use tokio::task::spawn_blocking;

/// How often to check whether another process still runs a debate. Ours: soon enough for a person; a check costs a look at one file.
const LOOK: Duration = Duration::from_millis(250);

/// How long an aborted debate may take to notice.
const GRACE: Duration = Duration::from_secs(1);

/// The models and the analyst of a run.
#[derive(Clone, Default)]
pub struct Resources {
    /// The model for each `provider/model`.
    pub models: BTreeMap<String, Arc<dyn Model>>,
    /// Compares positions in this process.
    pub analyst: Option<Arc<dyn Analyst>>,
}

/// Provides models from settings, keys and weights.
pub trait ResourceProvider: Send + Sync {
    /// Provides everything that a debate will ask, or says why it can't. The future is dropped if the debate is paused meanwhile.
    fn provide<'a>(&'a self, debate: &'a Debate) -> BoxFuture<'a, Result<Resources, String>>;
}

/// Wraps the task of a debate, for example in a measurement.
pub type Around = dyn Fn(&DebateId, BoxFuture<'static, ()>) -> BoxFuture<'static, ()> + Send + Sync;

/// The limits of a supervisor.
#[derive(Clone)]
pub struct Limits {
    /// The most debates that run at once.
    pub most: usize,
    /// The most of them for one tenant.
    pub most_of_one: usize,
    /// Wraps the task of each debate.
    pub around: Option<Arc<Around>>,
}

/// The owner of a new debate, and the request that created it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owner {
    /// The tenant; the owner of the store where empty (O-42).
    pub tenant: String,
    /// The idempotency key of the request with its digest: a repeated request is carried out once.
    pub request: Option<KeyedRequest>,
}

/// Runs many debates. Clones share one supervisor.
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
    /// A supervisor over a store with at most `most` debates running at once, without a limit for each tenant.
    pub fn new(store: Store, resources: Arc<dyn ResourceProvider>, most: usize) -> Supervisor {
        Supervisor::on(store, resources, Limits { most, most_of_one: most, around: None })
    }

    /// A supervisor over a store with these limits.
    pub fn on(store: Store, resources: Arc<dyn ResourceProvider>, limits: Limits) -> Supervisor {
        let Limits { most, most_of_one, around } = limits;
        let slots = Arc::new(Slots::new(Capacity { most, most_of_one }));
        Supervisor { inner: Arc::new(Inner { store, resources, slots, around, requests: Requests::default() }) }
    }

    /// The store of its debates.
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// How many debates run here.
    pub fn running(&self) -> usize {
        self.inner.slots.running()
    }

    /// Opens a debate and runs it. A repeated request of the same tenant returns the debate of the first.
    pub async fn open(&self, spec: &Spec, owner: Owner) -> Result<DebateId, SupervisorError> {
        if let Some(known) = self.known(&owner).await? {
            return Ok(known);
        }
        let log = run::opening(&Live::after(0), spec)?;
        self.begin(&spec.id, log, owner).await
    }

    /// Stores a log that no supervisor runs yet, such as a fork's, and runs it.
    pub async fn adopt(&self, id: &DebateId, log: Vec<Envelope>, owner: Owner) -> Result<DebateId, SupervisorError> {
        if let Some(known) = self.known(&owner).await? {
            return Ok(known);
        }
        self.begin(id, log, owner).await
    }

    /// Stores a log without running it; the debate is paused until it is resumed. The log is stored whole or not at all, even if the caller
    /// goes away.
    pub async fn take_in(&self, id: &DebateId, held: Ownership, log: Vec<Envelope>) -> Result<(), store::Error> {
        let (store, id) = (self.inner.store.clone(), id.clone());
        let kept = tokio::spawn(async move {
            let (locked, name) = (store.clone(), id.clone());
            let run_lock =
                spawn_blocking(move || locked.lock_run(&name)).await.map_err(|_ended| store::Error::Closed)??;
            let kept = store.begin(&id, held, log).await;
            let _ = spawn_blocking(move || run_lock.settle()).await;
            kept
        });
        kept.await.map_err(|_ended| store::Error::Closed)?
    }

    /// The debate that the same request created before.
    pub async fn known(&self, owner: &Owner) -> Result<Option<DebateId>, SupervisorError> {
        let Some(asked) = &owner.request else { return Ok(None) };
        match self.inner.store.asked(&owner.tenant, &asked.key).await? {
            Some((id, digest)) if digest == asked.digest => Ok(Some(id)),
            Some(_) => Err(SupervisorError::Reused { key: asked.key.clone() }),
            None => Ok(None),
        }
    }

    async fn begin(&self, id: &DebateId, log: Vec<Envelope>, owner: Owner) -> Result<DebateId, SupervisorError> {
        // Nothing is written that could not be read again or opened.
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
        // Until the log is written, there is nothing to resume.
        slot.set_exit(ExitState::Closed);
        let held = Ownership {
            tenant: owner.tenant.clone(),
            restart_policy: RestartPolicy::Resume,
            request: owner.request.clone(),
        };
        match store.begin(&id, held, log).await {
            Ok(()) => {}
            // The same request has arrived twice at once, and the other one was first.
            Err(error @ store::Error::Repeated { .. }) => {
                drop(slot);
                return self.known(&owner).await?.ok_or_else(|| error.into());
            }
            Err(error) => return Err(error.into()),
        }
        self.run(slot, debate);
        Ok(id)
    }

    /// Continues a closed debate.
    pub async fn go_on(&self, id: &DebateId, continuation: &Continuation) -> Result<(), SupervisorError> {
        self.go_on_once(id, continuation, Owner::default()).await
    }

    /// Continues a closed debate, once for each request key.
    pub async fn go_on_once(
        &self,
        id: &DebateId,
        continuation: &Continuation,
        owner: Owner,
    ) -> Result<(), SupervisorError> {
        // A repeated request waits for the first one, then finds what that has written.
        let _permit = match &owner.request {
            Some(KeyedRequest { key, .. }) => Some(self.inner.requests.acquire(&owner.tenant, key).await),
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
                    self.release_closed(slot).await;
                }
                return Err(error.into());
            }
        };
        // In this order: after a crash in between, the debate is still closed.
        self.start_unless_stopped(&slot).await?;
        if let Err(error) = store.go_on(id, &owner.tenant, owner.request, &events).await {
            let _ = store.set_restart_policy(id, RestartPolicy::Stay).await;
            return Err(error.into());
        }
        slot.set_exit(ExitState::Paused);
        self.run(slot, debate);
        Ok(())
    }

    /// Resumes a debate that is paused or about to pause.
    pub async fn resume(&self, id: &DebateId) -> Result<(), SupervisorError> {
        let Inner { store, slots, .. } = &*self.inner;
        if let Some(written) = slots.unpause(id, || store.set_restart_policy(id, RestartPolicy::Resume)) {
            return Ok(written?.await?);
        }
        let (supervisor, id) = (self.clone(), id.clone());
        self.to_the_end(async move {
            let (slot, debate) = supervisor.take_up(&id).await?;
            if debate.closed.is_some() {
                // A pause and a resume in between may have set the restart policy to run.
                supervisor.release_closed(slot).await;
                return Err(SupervisorError::Over(id));
            }
            let debate = fit(debate).map_err(Error::from)?;
            supervisor.start_unless_stopped(&slot).await?;
            supervisor.run(slot, debate);
            Ok(())
        })
        .await
    }

    /// Takes a slot for a debate that does not run, and reads its log.
    async fn take_up(&self, id: &DebateId) -> Result<(RunSlot, Debate), SupervisorError> {
        let Inner { store, slots, .. } = &*self.inner;
        let tenant = store.held(id).await?.tenant;
        let mut slot = self.slot_of_closed(id, || slots.take(id, &tenant)).await?;
        let (debate, _) = long::folded(self.read_in(&mut slot).await?).await?;
        Ok((slot, debate))
    }

    /// The log of a debate to which only this slot can write.
    async fn read_in(&self, slot: &mut RunSlot) -> Result<Vec<Envelope>, SupervisorError> {
        let store = &self.inner.store;
        slot.lock_run(store).await?;
        let log = store.log(slot.id()).await;
        if matches!(&log, Err(store::Error::Unknown { .. })) || log.as_ref().is_ok_and(|it| is_closed(it)) {
            slot.set_exit(ExitState::Closed);
        }
        Ok(log?)
    }

    /// Stores that a debate is to run, unless another intent was set meanwhile.
    async fn start_unless_stopped(&self, slot: &RunSlot) -> Result<(), SupervisorError> {
        match slot.start_unless_stopped(|| self.inner.store.set_restart_policy(slot.id(), RestartPolicy::Resume)) {
            Some(written) => Ok(written.await?),
            None => Ok(()),
        }
    }

    /// Pauses a debate after its calls in flight. A paused debate stays paused.
    pub async fn pause(&self, id: &DebateId) -> Result<(), SupervisorError> {
        let Inner { store, slots, .. } = &*self.inner;
        let mut elsewhere = Elsewhere::Unknown;
        loop {
            match slots.pause(id, elsewhere, || store.set_restart_policy(id, RestartPolicy::Stay))? {
                PauseOutcome::Accepted(written) => return Ok(written.await?),
                PauseOutcome::Closing => return Ok(()),
                PauseOutcome::Unknown if self.is_locked(id).await => elsewhere = Elsewhere::Running,
                PauseOutcome::Unknown => elsewhere = Elsewhere::NotRunning,
            }
        }
    }

    /// Closes a debate with its current results after its calls in flight. A closed debate stays as it is.
    pub async fn stop(&self, id: &DebateId) -> Result<(), SupervisorError> {
        let Inner { store, slots, .. } = &*self.inner;
        match slots.stop(id, || store.set_restart_policy(id, RestartPolicy::Close)) {
            StopOutcome::Accepted(written) => Ok(written.await?),
            StopOutcome::Already => Ok(()),
            StopOutcome::Now(mut slot) => {
                let supervisor = self.clone();
                self.to_the_end(async move {
                    let log = supervisor.read_in(&mut slot).await?;
                    Ok(supervisor.close_in(slot, &log).await?)
                })
                .await
            }
        }
    }

    /// Resumes the debates that were running when the last supervisor over this store ended, and closes those that were to be closed.
    /// Returns the resumed ones; those beyond the limit are queued for free slots. Debates that can't be resumed are marked as failed.
    pub async fn recover(&self) -> Result<Vec<DebateId>, SupervisorError> {
        let Inner { store, slots, .. } = &*self.inner;
        let mut going = Vec::new();
        for (id, held) in store.unfinished().await? {
            match held.restart_policy {
                RestartPolicy::Stay => {}
                RestartPolicy::Resume => going.push((id, held.tenant)),
                RestartPolicy::Close => match self.stop(&id).await {
                    // Another process is closing it.
                    Ok(()) | Err(SupervisorError::Elsewhere(_)) => {}
                    Err(error) => slots.fail(id, error.to_string()),
                },
            }
        }
        let inspected = store.clone();
        let looked = spawn_blocking(move || {
            going.retain(|(id, _)| !inspected.is_locked(id));
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
        // A resumed debate may be closed by now.
        let goes_on = |id: &DebateId| begun.contains(id) || matches!(slots.local_state(id), LocalState::Queued);
        Ok(going.into_iter().map(|(id, _)| id).filter(goes_on).collect())
    }

    /// Starts queued debates while there are free slots and adds their ids to `begun`. Returns whether the queue is empty.
    async fn drain_queue(&self, begun: &mut Vec<DebateId>) -> bool {
        loop {
            let mut slot = match self.inner.slots.next_queued() {
                Queue::Empty => return true,
                Queue::Full => return false,
                Queue::Next(slot) => slot,
            };
            let id = slot.id().clone();
            let outcome = match self.read_in(&mut slot).await {
                Ok(log) if is_closed(&log) => {
                    self.release_closed(slot).await;
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
                // Another process runs it.
                Ok(()) | Err(SupervisorError::Elsewhere(_)) => {}
                Err(error) => self.inner.slots.fail(id, error.to_string()),
            }
        }
    }

    /// Rejects new requests, pauses all debates and waits for them. After `patience` the remaining ones are aborted, which loses only their
    /// answers in flight. All of them resume when a supervisor over this store recovers.
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

    /// The status of a debate, given its state. If the debate may have changed since it was read, use [`Supervisor::read`].
    pub fn status(&self, debate: &Debate) -> Status {
        Status::of(debate, self.run_state(&debate.id))
    }

    /// The status of a debate in a list, by its last event.
    pub fn listed(&self, entry: &Entry) -> Status {
        Status::after(entry.closed, entry.question.as_deref(), self.run_state(&entry.debate))
    }

    /// The current state of a debate and its status.
    pub async fn read(&self, id: &DebateId) -> Result<(Debate, Status), Error> {
        // Read before the log: otherwise a debate that ends in between would seem to be paused.
        let run_state = self.run_state(id);
        let (debate, _) = long::folded(self.inner.store.log(id).await?).await?;
        let status = Status::of(&debate, run_state);
        Ok((debate, status))
    }

    /// Whether a process holds the run lock of a debate. Looks at a file, on a blocking thread.
    async fn is_locked(&self, id: &DebateId) -> bool {
        let (store, id) = (self.inner.store.clone(), id.clone());
        spawn_blocking(move || store.is_locked(&id)).await.unwrap_or_default()
    }

    fn run_state(&self, id: &DebateId) -> RunState {
        let Inner { store, slots, .. } = &*self.inner;
        let local = slots.local_state(id);
        let is_locked = match local {
            LocalState::Here(_) | LocalState::Queued => true,
            LocalState::Failed(_) | LocalState::Absent => store.is_locked(id),
        };
        // It may have been started here in between.
        let local = if is_locked { slots.local_state(id) } else { local };
        RunState { local, is_locked }
    }

    /// Waits until a debate can't change by itself: it is closed, paused, waiting for a person or failed.
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
                (None, LocalState::Here(_) | LocalState::Queued) => changed.changed().await,
                (None, LocalState::Failed(_) | LocalState::Absent) => tokio::time::sleep(LOOK).await,
            }
        }
    }

    /// Waits until a debate runs here. Reads nothing.
    pub async fn until_runs(&self, id: &DebateId) {
        let mut changed = self.inner.slots.changes().of(id);
        while self.feed(id).is_none() {
            changed.changed().await;
        }
    }

    /// Follows a debate from event `from`, whichever process runs it.
    pub fn watch(&self, id: &DebateId, from: u64) -> Watcher {
        Watcher::new(self.clone(), id.clone(), from)
    }

    fn feed(&self, id: &DebateId) -> Option<Arc<Feed>> {
        self.inner.slots.feed(id)
    }
}

/// Applies the checks of a new debate to one that is continued.
fn fit(debate: Debate) -> Result<Debate, SpecError> {
    check_debate(&debate).map(|()| debate)
}
