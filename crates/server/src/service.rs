//! The operations behind every surface, for one tenant: start, read, list, search, watch, continue, fork, control, import.
//!
//! Every operation checks the owner of a debate first. Debates of other tenants are reported as unknown (O-42). Panels and decks are in
//! `panels`.
mod deletion;
mod learning;
mod listing;
mod models;
mod panels;
mod spending;

use crate::cache::{SnapshotCache, weight};
use crate::error::ApiError;
use crate::planner::{Calls, ChosenSetting, Planner, Prepared};
use crate::requests::{BallotFrom, Continue, Control, Fork, Start};
use crate::responses::Listed;
use crate::sampling_queue::{self, Sampling, SamplingQueue};
use debate::{Ballot, Debate, DebateId, Envelope, Event};
use engine::{Live, Owner, Spec, SpecError, Status, Supervisor, Watcher};
use exports::Format;
use models::WithClient;
use setup::limits::Ceilings;
use setup::providers::Recipient;
use sha2::{Digest, Sha256};
use spending::Spending;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use store::{Entry, KeyedRequest, Ownership, RestartPolicy, Store};

pub use crate::cache::Snapshot;
pub(crate) use learning::Aftermath;
pub use listing::Chosen;

/// The alias for the caller's newest debate.
pub(crate) const LATEST: &str = "latest";

/// Length in bytes of the digest that becomes the id of an imported copy. Our choice: long enough that collisions can't be searched for.
const OWN_BYTES: usize = 16;

/// The note on a repeated request.
const KNOWN: &str = "an earlier request with the same key started this debate";

/// The author of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caller {
    /// The tenant whose debates are visible; empty for the owner of the store.
    pub tenant: String,
    /// Whether the caller's own model can be sampled (I-24).
    pub sampling: Sampling,
}

impl Caller {
    /// A caller of this tenant without sampling.
    pub fn of(tenant: impl Into<String>) -> Caller {
        Caller { tenant: tenant.into(), sampling: Sampling::Absent }
    }
}

/// Capacity limits of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Debates that run at the same time.
    pub running: usize,
    /// Running debates of one tenant.
    pub running_of_one: usize,
    /// Streams that are open at the same time.
    pub streams: usize,
    /// Requests per minute and tenant.
    pub requests_a_minute: u32,
    /// Maximum size of a request body, in bytes.
    pub body: usize,
    /// Maximum size of an imported log, in bytes.
    pub log: usize,
}

impl Default for Limits {
    /// Our choice: a body holds the largest attachments (4 MiB) as JSON, a log holds a hundred rounds of eight participants with long
    /// answers.
    fn default() -> Limits {
        let (body, log) = (8 << 20, 64 << 20);
        Limits { running: 1_000, running_of_one: 1_000, streams: 1_024, requests_a_minute: 1_200, body, log }
    }
}

impl Limits {
    /// The limits on a server with this number of tenants. A single tenant may use all slots, each of several tenants a tenth of them. Our
    /// choice: ten busy tenants then don't block each other.
    pub fn shared_by(self, tenants: usize) -> Limits {
        let share = if tenants > 1 { self.running.div_ceil(10) } else { self.running };
        Limits { running_of_one: share, ..self }
    }
}

/// A debate that was started, by this request or by an earlier one with the same key.
#[derive(Clone, Debug)]
pub struct Begun {
    /// The id of the debate.
    pub id: DebateId,
    /// The debate's ballot; none for a panel (B-01).
    pub ballot: Option<Ballot>,
    /// Whether the request gave the ballot or it was derived from the topic.
    pub ballot_from: Option<BallotFrom>,
    /// Estimated cost in US dollars if every round is played.
    pub estimate_usd: Option<f64>,
    /// Estimated number of calls, if it was computed.
    pub calls: Option<Calls>,
    /// Every host that receives any part of the debate; empty if the debate existed before.
    pub sends_to: Vec<Recipient>,
    /// Settings that differ from the defaults, with their origin; empty for panels and if the debate existed before.
    pub settings: Vec<ChosenSetting>,
    /// Notes for the caller.
    pub notes: Vec<String>,
}

/// Entry point for all requests. Clones share their state.
#[derive(Clone)]
pub struct DebateService {
    supervisor: Supervisor,
    planner: Arc<dyn Planner>,
    queue: SamplingQueue,
    limits: Limits,
    begun: Arc<AtomicU64>,
    cache: Arc<SnapshotCache>,
    ceilings: Arc<Ceilings>,
    spending: Spending,
}

impl DebateService {
    /// Creates the service over a store. [`Supervisor::recover`] resumes debates that ran when the previous process ended.
    pub fn new(store: Store, planner: Arc<dyn Planner>, limits: Limits) -> DebateService {
        let queue = SamplingQueue::default();
        let provider = Arc::new(WithClient { planner: planner.clone(), queue: queue.clone() });
        let slots = engine::Limits { most: limits.running, most_of_one: limits.running_of_one, around: None };
        let (begun, cache, ceilings, spending) = (Arc::default(), Arc::default(), Arc::default(), Spending::default());
        DebateService {
            supervisor: Supervisor::on(store, provider, slots),
            planner,
            queue,
            limits,
            begun,
            cache,
            ceilings,
            spending,
        }
    }

    /// Sets the ceilings of tenants.
    pub fn with_ceilings(self, ceilings: Ceilings) -> DebateService {
        DebateService { ceilings: Arc::new(ceilings), ..self }
    }

    /// The supervisor of all debates.
    pub fn supervisor(&self) -> &Supervisor {
        &self.supervisor
    }

    /// Pending questions to callers' own models.
    pub fn queue(&self) -> &SamplingQueue {
        &self.queue
    }

    /// The capacity limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The source of settings, keys and weights.
    pub fn planner(&self) -> &Arc<dyn Planner> {
        &self.planner
    }

    /// Opens a debate and starts it. The same `key` with the same request returns the same debate, even if models or settings have changed
    /// since.
    pub async fn start(&self, who: &Caller, start: &Start, key: Option<KeyedRequest>) -> Result<Begun, ApiError> {
        let owner = Owner { tenant: who.tenant.clone(), request: key };
        let ballot_from = Some(start.ballot_from());
        if let Some(id) = self.supervisor.known(&owner).await? {
            let ballot = self.folded(&id).await?.debate.ballot.clone();
            let (sends_to, settings, notes) = (Vec::new(), Vec::new(), vec![KNOWN.to_owned()]);
            return Ok(Begun { id, ballot, ballot_from, estimate_usd: None, calls: None, sends_to, settings, notes });
        }
        start.given_ballot()?;
        start.given_closing()?;
        // Empty entries are dropped later. The limit counts them too.
        if start.participants.len() > Spec::MOST {
            return Err(engine::Error::from(SpecError::TooMany { found: start.participants.len() }).into());
        }
        let mut start = start.clone();
        let mut said = sampling_queue::check(&mut start, who.sampling)?;
        let Prepared { mut spec, estimate_usd, calls, settings, notes, draws_on_outcomes } =
            self.planner.spec(&start).await?;
        sampling_queue::check_seats(&spec.participants, who.sampling)?;
        said.extend(notes);
        if draws_on_outcomes {
            said.extend(self.draw(who, &mut spec).await?);
        }
        let ballot = spec.ballot();
        let (id, sends_to) = self.opened(who, spec, owner).await?;
        Ok(Begun { id, ballot, ballot_from, estimate_usd, calls, sends_to, settings, notes: said })
    }

    /// Opens a debate within the caller's ceilings and daily cap. Also returns the hosts that receive any part of it.
    async fn opened(&self, who: &Caller, mut spec: Spec, owner: Owner) -> Result<(DebateId, Vec<Recipient>), ApiError> {
        let opening = engine::opening(&Live::after(0), &spec)?;
        let debate = Debate::replay(&opening).map_err(engine::Error::from)?;
        let _turn = self.turn().await;
        spec.rules = self.granted(who, &debate).await?;
        let id = self.supervisor.open(&spec, owner).await?;
        self.count(&id, &spec.id);
        Ok((id, self.planner.forecast(&debate).sends_to))
    }

    /// Number of debates started by this process, forks included.
    pub fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }

    /// Counts a new debate; repeated requests don't count.
    fn count(&self, id: &DebateId, new: &DebateId) {
        if id == new {
            self.begun.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Continues a debate that is over or waits for input.
    pub async fn go_on(&self, who: &Caller, id: &str, request: &Continue) -> Result<DebateId, ApiError> {
        self.go_on_once(who, id, request, None).await
    }

    /// Like [`DebateService::go_on`]; the same `key` with the same request continues the debate only once.
    pub async fn go_on_once(
        &self,
        who: &Caller,
        id: &str,
        request: &Continue,
        key: Option<KeyedRequest>,
    ) -> Result<DebateId, ApiError> {
        let owner = Owner { tenant: who.tenant.clone(), request: key };
        if let Some(id) = self.supervisor.known(&owner).await? {
            return Ok(id);
        }
        let Snapshot { debate, .. } = self.read(who, id).await?;
        sampling_queue::check_seats(&debate.participants, who.sampling)?;
        let mut continuation = self.planner.continuation(&debate, request)?;
        let _turn = self.turn().await;
        let continued = Debate { rules: continuation.rules.clone(), ..Debate::clone(&debate) };
        continuation.rules = self.granted(who, &continued).await?;
        self.supervisor.go_on_once(&debate.id, &continuation, owner).await?;
        Ok(debate.id.clone())
    }

    /// Forks a debate.
    pub async fn fork(
        &self,
        who: &Caller,
        id: &str,
        request: &Fork,
        key: Option<KeyedRequest>,
    ) -> Result<DebateId, ApiError> {
        let owner = Owner { tenant: who.tenant.clone(), request: key };
        if let Some(known) = self.supervisor.known(&owner).await? {
            return Ok(known);
        }
        request.check()?;
        let (_, log) = self.log(who, id).await?;
        let (planner, request) = (self.planner.clone(), request.clone());
        let fork = move || -> Result<_, ApiError> {
            let (new, begun) = planner.fork(&log, &request)?;
            Ok((new, Debate::replay(&begun).map_err(engine::Error::from)?, begun))
        };
        let (new, forked, mut begun) = self.cache.make(fork).await??;
        sampling_queue::check_seats(&forked.participants, who.sampling)?;
        let _turn = self.turn().await;
        let granted = self.granted(who, &forked).await?;
        for it in &mut begun {
            if let Event::DebateOpened { rules, .. } | Event::DebateContinued { rules, .. } = &mut it.event {
                rules.clone_from(&granted);
            }
        }
        let id = self.supervisor.adopt(&new, begun, owner).await?;
        self.count(&id, &new);
        Ok(id)
    }

    /// Pauses, resumes or stops a debate.
    pub async fn control(&self, who: &Caller, id: &str, what: Control) -> Result<DebateId, ApiError> {
        let id = self.find(who, id).await?;
        match what {
            Control::Pause => self.supervisor.pause(&id).await?,
            Control::Resume if *self.ceilings == Ceilings::default() => self.supervisor.resume(&id).await?,
            Control::Resume => {
                let debate = self.folded(&id).await?.debate;
                let _turn = self.turn().await;
                // The rules are part of the log, so they can't be changed here.
                if self.granted(who, &debate).await? != debate.rules {
                    return Err(ApiError::Refused(format!(
                        "debate `{id}` was opened without the limits of this server: fork it to apply them"
                    )));
                }
                self.supervisor.resume(&id).await?;
            }
            Control::Stop => {
                self.supervisor.stop(&id).await?;
                self.queue.withdraw(&id);
            }
        }
        Ok(id)
    }

    /// Resolves an id, a unique prefix of one, or `latest`.
    pub async fn find(&self, who: &Caller, id: &str) -> Result<DebateId, ApiError> {
        if id == LATEST {
            let newest = self.supervisor.store().list_of(&who.tenant, 1, None).await?.into_iter().next();
            return newest.map(|it| it.debate).ok_or_else(|| ApiError::Unknown { id: id.to_owned() });
        }
        Ok(self.supervisor.store().find_of(&who.tenant, id).await?)
    }

    /// The log of a debate.
    pub async fn log(&self, who: &Caller, id: &str) -> Result<(DebateId, Vec<Envelope>), ApiError> {
        let id = self.find(who, id).await?;
        let log = self.supervisor.store().log(&id).await?;
        Ok((id, log))
    }

    /// The log of a debate, and its fold.
    pub async fn replayed(&self, who: &Caller, id: &str) -> Result<(Debate, Vec<Envelope>), ApiError> {
        let (_, log) = self.log(who, id).await?;
        let fold = move || Debate::replay(&log).map(|debate| (debate, log));
        Ok(self.cache.read(fold).await?.map_err(engine::Error::from)?)
    }

    /// The current state of a debate.
    pub async fn read(&self, who: &Caller, id: &str) -> Result<Snapshot, ApiError> {
        let id = self.find(who, id).await?;
        self.folded(&id).await
    }

    /// The current state of a debate, with its verdict computed.
    pub async fn judged(&self, who: &Caller, id: &str) -> Result<Snapshot, ApiError> {
        let make = |snapshot: &Snapshot| {
            snapshot.verdict();
            snapshot.clone()
        };
        self.made(who, id, make).await
    }

    /// Computes something from the current state of a debate, on a blocking thread.
    pub async fn made<T: Send + 'static>(
        &self,
        who: &Caller,
        id: &str,
        make: impl FnOnce(&Snapshot) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let snapshot = self.read(who, id).await?;
        self.cache.make(move || make(&snapshot)).await
    }

    /// Runs long work on a blocking thread.
    pub(crate) async fn aside<T: Send + 'static>(
        &self,
        make: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        self.cache.make(make).await
    }

    /// Exports a debate.
    pub async fn file(&self, who: &Caller, id: &str, form: Format) -> Result<(DebateId, Arc<str>), ApiError> {
        let (id, _, text) = self.file_at(who, id, form, None).await?;
        Ok((id, text))
    }

    /// Exports a debate as of `events` events, or now if absent. Also returns the number of events that the file covers.
    pub async fn file_at(
        &self,
        who: &Caller,
        id: &str,
        form: Format,
        events: Option<u64>,
    ) -> Result<(DebateId, u64, Arc<str>), ApiError> {
        let mut snapshot = self.read(who, id).await?;
        let id = snapshot.debate.id.clone();
        let events = events.map_or(snapshot.debate.next_seq, |it| it.clamp(1, snapshot.debate.next_seq));
        if events == snapshot.debate.next_seq
            && let Some(text) = snapshot.file(form)
        {
            return Ok((id, events, text));
        }
        let mut log = self.supervisor.store().log(&id).await?;
        log.truncate(usize::try_from(events).unwrap_or(usize::MAX));
        let make = move || {
            if events < snapshot.debate.next_seq {
                snapshot = Snapshot::new(Debate::replay(&log).map_err(engine::Error::from)?, snapshot.status.clone());
            }
            snapshot.write(form, &log)
        };
        let text = self.cache.make(make).await??;
        self.cache.trim();
        Ok((id, events, text))
    }

    /// The current state of a debate, from the cache or folded from its log.
    async fn folded(&self, id: &DebateId) -> Result<Snapshot, ApiError> {
        loop {
            let events = self.events(id).await?;
            let kept = self.cache.kept(id, events, |debate| self.supervisor.status(debate));
            let snapshot = match kept {
                Some(snapshot) => snapshot,
                None => {
                    let log = self.supervisor.store().log(id).await?;
                    let fold = move || Debate::replay(&log).map(|debate| (debate, weight(&log)));
                    let (debate, bytes) = self.cache.read(fold).await?.map_err(engine::Error::from)?;
                    let status = self.supervisor.status(&debate);
                    let snapshot = Snapshot::new(debate, status);
                    self.cache.keep(&snapshot, bytes);
                    snapshot
                }
            };
            // A debate that ended after its log was read would look idle.
            let seems_to_rest = match &snapshot.status {
                Status::Paused | Status::Failed(_) => true,
                Status::Running
                | Status::ComingToRest
                | Status::RunningElsewhere
                | Status::Over
                | Status::Escalated
                | Status::NeedsContext => false,
            };
            if !seems_to_rest || self.events(id).await? == snapshot.debate.next_seq {
                return Ok(snapshot);
            }
        }
    }

    /// Number of events of a debate.
    async fn events(&self, id: &DebateId) -> Result<u64, ApiError> {
        let last = self.supervisor.store().last_line(id).await?;
        last.map(|(seq, _)| seq.saturating_add(1)).ok_or_else(|| ApiError::Unknown { id: id.to_string() })
    }

    /// Follows a debate from event `from` on.
    pub async fn watch(&self, who: &Caller, id: &str, from: u64) -> Result<Watcher, ApiError> {
        let id = self.find(who, id).await?;
        Ok(self.supervisor.watch(&id, from))
    }

    /// Waits until a debate stops running, at most `patience`; returns its state then, or at the end of that time.
    pub async fn wait(&self, who: &Caller, id: &str, patience: Duration) -> Result<Snapshot, ApiError> {
        let id = self.find(who, id).await?;
        let _ = tokio::time::timeout(patience, self.supervisor.until_rest(&id)).await;
        self.folded(&id).await
    }

    /// A list entry, with the debate's status.
    pub fn listed(&self, entry: Entry) -> Listed {
        let status = self.supervisor.listed(&entry);
        Listed::of(entry, &status)
    }

    /// Imports an exported log, one event per line. The debate stays idle until it is resumed. The owner's copy keeps its id. A tenant's
    /// copy gets an id derived from tenant and original id, which neither reveals nor takes another tenant's debate of that id (O-42).
    pub async fn import(&self, who: &Caller, log: impl Into<String>) -> Result<DebateId, ApiError> {
        let (text, tenant) = (log.into(), who.tenant.clone());
        let (named, id, events) = self.cache.read(move || read_log(&text, &tenant)).await??;
        let is_here = |id: &DebateId| ApiError::Conflict(format!("debate `{id}` is already here"));
        if self.supervisor.store().find_of(&who.tenant, named.as_str()).await.is_ok_and(|it| it == named) {
            return Err(is_here(&named));
        }
        let held = Ownership { tenant: who.tenant.clone(), restart_policy: RestartPolicy::Stay, request: None };
        match self.supervisor.take_in(&id, held, events).await {
            Err(store::Error::Taken { .. } | store::Error::Running { .. }) => Err(is_here(&id)),
            other => Ok(other.map(|()| id)?),
        }
    }
}

/// The id of a tenant's copy, derived from tenant and original id alone. It can't collide with another tenant's.
fn own_id(tenant: &str, id: &DebateId) -> DebateId {
    let digest = Sha256::digest(format!("{tenant} {id}"));
    let hex = digest.iter().take(OWN_BYTES).map(|it| format!("{it:02x}"));
    DebateId::from(hex.collect::<String>())
}

/// Parses an exported log for a tenant: the id in the log, the id of the copy, and the events.
fn read_log(text: &str, tenant: &str) -> Result<(DebateId, DebateId, Vec<Envelope>), ApiError> {
    let refused = |why: exports::ImportError| ApiError::Refused(why.to_string());
    let events = exports::import(text).map_err(refused)?;
    let Some(Event::DebateOpened { debate, .. }) = events.first().map(|it| &it.event) else {
        return Err(refused(exports::ImportError::Empty));
    };
    let named = debate.clone();
    if tenant.is_empty() {
        return Ok((named.clone(), named, events));
    }
    let own = own_id(tenant, &named);
    let events = exports::import_as(text, own.as_str()).map_err(refused)?;
    Ok((named, own, events))
}
