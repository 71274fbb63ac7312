//! Many debates in one process, each a task of its own: the handle by which surfaces start, watch, pause, stop and continue them.
//!
//! A house decides nothing. What is to happen is written before anybody is told it was accepted, so a house that is killed finds
//! its debates when it opens again ([`House::recover`]) and goes on with those that were running; nothing is asked twice. A debate that
//! another process runs can be watched all the same: its log is followed.
//!
//! Not here: what a caller may see (tenants), how things are said (`server`), and where models come from ([`Bring`]).
mod feed;
mod status;
mod watch;

pub use feed::Told;
pub use status::Status;
pub use watch::{Live as LiveSignal, Watcher};

use crate::analyst::Analyst;
use crate::bus::Bus;
use crate::clock::{Clock, Live};
use crate::continuing::{Continuation, reopening, stopping};
use crate::error::Error;
use crate::run;
use crate::spec::Spec;
use crate::tools::Toolbox;
use crate::world::{Brake, World};
use debate::{Debate, DebateId, Envelope};
use feed::Feed;
use futures_util::future::BoxFuture;
use models::Model;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{Asked, Claim, Held, Store};
use tokio::sync::watch as cell;

/// All that a debate asks.
#[derive(Clone, Default)]
pub struct Brought {
    /// Who answers for each `provider/model`.
    pub models: BTreeMap<String, Arc<dyn Model>>,
    /// Who compares positions in this process.
    pub analyst: Option<Arc<dyn Analyst>>,
}

/// Who knows where models come from: settings, keys, weights.
pub trait Bring: Send + Sync {
    /// Brings all that a debate will ask, or says why that can't be.
    fn bring<'a>(&'a self, debate: &'a Debate) -> BoxFuture<'a, Result<Brought, String>>;
}

/// Why a house did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum HouseError {
    /// It has as many debates as it can run at once (O-30).
    #[error("{most} debates are running, which is the most; wait until one is over, or stop one")]
    Busy {
        /// How many that is.
        most: usize,
    },
    /// It is being closed.
    #[error("the server is stopping and takes nothing new; try again when it is back")]
    Closing,
    /// The key was used for something else.
    #[error("the key `{key}` was used before for another request; use a new one")]
    Reused {
        /// Which.
        key: String,
    },
    /// It is running already.
    #[error("debate `{0}` is running; wait until it is over, or pause it")]
    Running(DebateId),
    /// It is over.
    #[error("debate `{0}` is over; it can be continued with something to say, more rounds, or a fork")]
    Over(DebateId),
    /// Another process runs it.
    #[error("debate `{0}` is run by another process; what was asked can only be done there")]
    Elsewhere(DebateId),
    /// The debate can't be carried on like that.
    #[error(transparent)]
    Debate(#[from] Error),
}

impl From<store::Error> for HouseError {
    fn from(error: store::Error) -> HouseError {
        match error {
            store::Error::Running { debate } => HouseError::Elsewhere(debate),
            store::Error::Repeated { key } => HouseError::Reused { key },
            other => HouseError::Debate(other.into()),
        }
    }
}

/// Whose a new debate is, and how it was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owner {
    /// Whose it is; the owner of the store where empty (O-42).
    pub tenant: String,
    /// The caller's own name for the request, with a digest of it: asked twice it is done once.
    pub request: Option<Asked>,
}

/// Many debates. Clones are one house.
#[derive(Clone)]
pub struct House {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    bring: Arc<dyn Bring>,
    most: usize,
    floor: Mutex<Floor>,
    /// Grows whenever a debate begins or ends to run here.
    changed: cell::Sender<u64>,
}

/// What runs right now.
#[derive(Default)]
struct Floor {
    running: BTreeMap<DebateId, Arc<Running>>,
    /// Why debates that ran here could not go on.
    failed: BTreeMap<DebateId, String>,
    is_closing: bool,
}

/// A debate that runs here.
struct Running {
    brake: Brake,
    feed: Arc<Feed>,
    /// Whether it is to be closed when it has come to rest.
    ends: Mutex<Ends>,
}

/// What becomes of a debate that was held up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    /// It rests until somebody says so.
    Rests,
    /// It is closed.
    Stops,
}

impl House {
    /// A house over a store, with at most `most` debates running at once.
    pub fn new(store: Store, bring: Arc<dyn Bring>, most: usize) -> House {
        let inner = Inner { store, bring, most, floor: Mutex::default(), changed: cell::Sender::new(0) };
        House { inner: Arc::new(inner) }
    }

    /// Where its debates are kept.
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// How many debates run here.
    pub fn running(&self) -> usize {
        self.floor().running.len()
    }

    /// Opens a debate and lets it run. The same request of the same tenant, asked again, gives the debate it gave.
    pub async fn open(&self, spec: &Spec, owner: Owner) -> Result<DebateId, HouseError> {
        if let Some(known) = self.known(&owner).await? {
            return Ok(known);
        }
        let clock = Live::after(0);
        let log = run::opening(&clock, spec)?;
        self.begin(&spec.id, log, owner).await
    }

    /// Takes over a log that nobody runs yet, such as a fork's, and lets it run.
    pub async fn adopt(&self, id: &DebateId, log: Vec<Envelope>, owner: Owner) -> Result<DebateId, HouseError> {
        if let Some(known) = self.known(&owner).await? {
            return Ok(known);
        }
        self.begin(id, log, owner).await
    }

    /// The debate that the same request gave before.
    async fn known(&self, owner: &Owner) -> Result<Option<DebateId>, HouseError> {
        let Some(asked) = &owner.request else { return Ok(None) };
        match self.inner.store.asked(&owner.tenant, &asked.key).await? {
            Some((id, digest)) if digest == asked.digest => Ok(Some(id)),
            Some(_) => Err(HouseError::Reused { key: asked.key.clone() }),
            None => Ok(None),
        }
    }

    async fn begin(&self, id: &DebateId, log: Vec<Envelope>, owner: Owner) -> Result<DebateId, HouseError> {
        self.check_room()?;
        let store = &self.inner.store;
        let claim = store.claim(id)?;
        store.hold(id, &Held { tenant: owner.tenant, runs: true, request: owner.request }).await?;
        store.import(id, &log).await?;
        self.run(claim, log)?;
        Ok(id.clone())
    }

    /// Lets a debate that is over go on, with what a person says.
    pub async fn go_on(&self, id: &DebateId, continuation: &Continuation) -> Result<(), HouseError> {
        self.check_room()?;
        self.check_rests(id)?;
        let store = &self.inner.store;
        let claim = store.claim(id)?;
        let mut log = store.log(id).await?;
        let elapsed = log.last().map_or(0, |it| it.elapsed);
        let events = match reopening(&Live::after(elapsed), &log, continuation) {
            Ok(events) => events,
            Err(error) => {
                claim.settle();
                return Err(error.into());
            }
        };
        store.import(id, &events).await?;
        store.let_run(id).await?;
        log.extend(events);
        self.run(claim, log)
    }

    /// Lets a debate that rests go on where it was.
    pub async fn resume(&self, id: &DebateId) -> Result<(), HouseError> {
        self.check_room()?;
        self.check_rests(id)?;
        let store = &self.inner.store;
        let claim = store.claim(id)?;
        let log = store.log(id).await?;
        if is_closed(&log) {
            claim.settle();
            return Err(HouseError::Over(id.clone()));
        }
        store.let_run(id).await?;
        self.run(claim, log)
    }

    /// Lets a debate come to rest: whoever is speaking is heard. A debate that rests stays so.
    pub async fn pause(&self, id: &DebateId) -> Result<(), HouseError> {
        self.inner.store.let_rest(id).await?;
        match self.hold_up(id, Ends::Rests) {
            true => Ok(()),
            false => self.check_is_not_elsewhere(id),
        }
    }

    /// Ends a debate with what it has, once whoever is speaking is heard.
    pub async fn stop(&self, id: &DebateId) -> Result<(), HouseError> {
        if self.hold_up(id, Ends::Stops) {
            return Ok(());
        }
        let store = &self.inner.store;
        let claim = store.claim(id)?;
        let log = store.log(id).await?;
        close(store, id, &log).await?;
        store.let_rest(id).await?;
        claim.settle();
        Ok(())
    }

    /// Goes on with the debates that were running when the last house over this store ended. Those that can't go on are kept as failed.
    pub async fn recover(&self) -> Result<Vec<DebateId>, HouseError> {
        let store = &self.inner.store;
        let mut going = Vec::new();
        for id in store.to_go_on().await? {
            // One that another process runs, and one of which nothing was written, are not ours to go on with.
            let Ok(claim) = store.claim(&id) else { continue };
            match store.log(&id).await {
                Ok(log) if is_closed(&log) => {
                    store.let_rest(&id).await?;
                    claim.settle();
                }
                Ok(log) => {
                    if self.run(claim, log).is_ok() {
                        going.push(id);
                    }
                }
                Err(store::Error::Unknown { .. }) => claim.settle(),
                Err(error) => {
                    self.floor().failed.insert(id, error.to_string());
                }
            }
        }
        Ok(going)
    }

    /// Takes nothing new, lets every debate come to rest, and waits for that; after `patience` those that still speak are left as they
    /// are, which loses nothing but what they were saying.
    pub async fn close(&self, patience: Duration) {
        {
            let mut floor = self.floor();
            floor.is_closing = true;
            floor.running.values().for_each(|it| it.brake.pull());
        }
        let mut changed = self.inner.changed.subscribe();
        let at_rest = async {
            while self.running() > 0 {
                if changed.changed().await.is_err() {
                    return;
                }
            }
        };
        let _ = tokio::time::timeout(patience, at_rest).await;
    }

    /// How a debate stands. `debate` is what its log says.
    pub fn status(&self, debate: &Debate) -> Status {
        let (is_here, failed) = {
            let floor = self.floor();
            let here = floor.running.get(&debate.id).map(|it| it.brake.is_pulled());
            (here, floor.failed.get(&debate.id).cloned())
        };
        Status::of(debate, is_here, failed, || self.inner.store.is_claimed(&debate.id))
    }

    /// Follows a debate from event `from` on, whoever runs it.
    pub fn watch(&self, id: &DebateId, from: u64) -> Watcher {
        Watcher::new(self.clone(), id.clone(), from)
    }

    fn floor(&self) -> MutexGuard<'_, Floor> {
        self.inner.floor.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn feed(&self, id: &DebateId) -> Option<Arc<Feed>> {
        self.floor().running.get(id).map(|it| it.feed.clone())
    }

    fn check_room(&self) -> Result<(), HouseError> {
        let floor = self.floor();
        match floor.running.len() {
            _ if floor.is_closing => Err(HouseError::Closing),
            count if count >= self.inner.most => Err(HouseError::Busy { most: self.inner.most }),
            _ => Ok(()),
        }
    }

    fn check_rests(&self, id: &DebateId) -> Result<(), HouseError> {
        let is_running = self.floor().running.contains_key(id);
        if is_running { Err(HouseError::Running(id.clone())) } else { Ok(()) }
    }

    fn check_is_not_elsewhere(&self, id: &DebateId) -> Result<(), HouseError> {
        let is_elsewhere = self.inner.store.is_claimed(id);
        if is_elsewhere { Err(HouseError::Elsewhere(id.clone())) } else { Ok(()) }
    }

    /// Pulls the brake of a debate that runs here; says whether one does.
    fn hold_up(&self, id: &DebateId, ends: Ends) -> bool {
        let floor = self.floor();
        let Some(running) = floor.running.get(id) else { return false };
        *running.ends.lock().unwrap_or_else(PoisonError::into_inner) = ends;
        running.brake.pull();
        true
    }

    /// Lets a debate run on a task of its own, from a log that is written.
    fn run(&self, claim: Claim, log: Vec<Envelope>) -> Result<(), HouseError> {
        let debate = Debate::replay(&log).map_err(Error::from)?;
        let running = Arc::new(Running {
            brake: Brake::default(),
            feed: Arc::new(Feed::from(debate.next_seq)),
            ends: Mutex::new(Ends::Rests),
        });
        {
            let mut floor = self.floor();
            if floor.is_closing {
                return Err(HouseError::Closing);
            }
            floor.failed.remove(&debate.id);
            floor.running.insert(debate.id.clone(), running.clone());
        }
        self.tell_change();
        let house = self.clone();
        tokio::spawn(async move { house.hold(claim, debate, log, running).await });
        Ok(())
    }

    /// Holds one debate to where it ends or comes to rest.
    async fn hold(self, claim: Claim, debate: Debate, log: Vec<Envelope>, running: Arc<Running>) {
        let id = debate.id.clone();
        let outcome = Box::pin(self.carried(&debate, &log, &running)).await;
        drop(log);
        let outcome = match outcome {
            Ok(is_over) => Ok(is_over || self.ended(&id, &running).await),
            Err(why) => Err(why),
        };
        match &outcome {
            Ok(true) => {
                // Should this not be written, the next house finds it over.
                let _ = self.inner.store.let_rest(&id).await;
                claim.settle();
            }
            Ok(false) | Err(_) => drop(claim),
        }
        running.feed.finish();
        {
            let mut floor = self.floor();
            floor.running.remove(&id);
            if let Err(why) = outcome {
                floor.failed.insert(id, why);
            }
        }
        self.tell_change();
    }

    /// Runs it; whether it is over.
    async fn carried(&self, debate: &Debate, log: &[Envelope], running: &Running) -> Result<bool, String> {
        let Brought { models, analyst } = self.inner.bring.bring(debate).await?;
        let world = World {
            models,
            journal: Arc::new(self.inner.store.clone()),
            clock: Arc::new(Live::after(debate.elapsed)),
            analyst,
            tools: Arc::new(Toolbox::usual()),
            brake: running.brake.clone(),
        };
        let (bus, ear) = Bus::heard_by(running.feed.listeners());
        let pump = tokio::spawn(running.feed.clone().follow(ear));
        let outcome = run::resume(&world, log, &bus).await;
        drop(bus);
        let _ = pump.await;
        outcome.map(|it| it.closed.is_some()).map_err(|error| error.to_string())
    }

    /// Whether a debate that was held up is to end, and did.
    async fn ended(&self, id: &DebateId, running: &Running) -> bool {
        let ends = *running.ends.lock().unwrap_or_else(PoisonError::into_inner);
        match ends {
            Ends::Rests => false,
            Ends::Stops => match self.inner.store.log(id).await {
                Ok(log) => close(&self.inner.store, id, &log).await.is_ok(),
                Err(_) => false,
            },
        }
    }

    fn tell_change(&self) {
        self.inner.changed.send_modify(|it| *it += 1);
    }
}

/// Writes that a person stopped a debate, unless it is over.
async fn close(store: &Store, id: &DebateId, log: &[Envelope]) -> Result<(), Error> {
    let elapsed = log.last().map_or(0, |it| it.elapsed);
    let clock: &dyn Clock = &Live::after(elapsed);
    if let Some(stopped) = stopping(clock, log)? {
        store.append(id, &stopped).await?;
    }
    Ok(())
}

fn is_closed(log: &[Envelope]) -> bool {
    log.last().is_some_and(|it| matches!(it.event, debate::Event::DebateClosed { .. }))
}
