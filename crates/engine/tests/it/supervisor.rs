//! Many debates in one supervisor: opened, paused, watched, killed and recovered.
mod apart;
mod control;
mod deleted;
mod killed;
mod many;
mod watching;

use crate::support;
use debate::{Algorithm, Debate, DebateId, Envelope, Event, Rules};
use engine::{Limits, Owner, ResourceProvider, Resources, Spec, Status, Supervisor};
use futures_util::future::BoxFuture;
use lab::Sim;
use models::{Deltas, Model, Reply, Request};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use store::{KeyedRequest, Store};
use tempfile::TempDir;
use tokio::sync::Semaphore;

/// How providing models goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Bringing {
    #[default]
    Works,
    Refused,
    Never,
}

/// Simulated participants that answer when permitted, and count how often each was asked.
struct GatedModels {
    /// How many may still answer.
    gate: Semaphore,
    asked: Mutex<BTreeMap<(DebateId, String), u32>>,
    /// How many questions were asked in all.
    count: AtomicUsize,
    bringing: Mutex<Bringing>,
    /// The call that panics.
    panics_at: Mutex<Option<&'static str>>,
}

/// More than any test asks.
const ALL: usize = 1 << 20;

impl GatedModels {
    /// Permits this many answers.
    fn letting(count: usize) -> Arc<GatedModels> {
        let (asked, bringing, panics_at) = Default::default();
        Arc::new(GatedModels { gate: Semaphore::new(count), asked, count: AtomicUsize::new(0), bringing, panics_at })
    }

    fn open() -> Arc<GatedModels> {
        GatedModels::letting(ALL)
    }

    fn set(&self, bringing: Bringing) {
        *self.bringing.lock().unwrap() = bringing;
    }

    fn asked(&self) -> BTreeMap<(DebateId, String), u32> {
        self.asked.lock().unwrap().clone()
    }

    /// Waits until this many questions were asked in all.
    async fn asks(&self, count: usize) {
        while self.count.load(Ordering::Acquire) < count {
            tokio::task::yield_now().await;
        }
    }
}

struct Seated {
    gated: Arc<GatedModels>,
    debate: DebateId,
    sim: Sim,
}

impl Model for Seated {
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        watcher: Option<&'a dyn Deltas>,
    ) -> BoxFuture<'a, Result<Reply, models::Error>> {
        *self.gated.asked.lock().unwrap().entry((self.debate.clone(), request.call.clone())).or_default() += 1;
        self.gated.count.fetch_add(1, Ordering::Release);
        Box::pin(async move {
            self.gated.gate.acquire().await.unwrap().forget();
            let panics = self.gated.panics_at.lock().unwrap().take_if(|it| *it == request.call);
            assert!(panics.is_none(), "told to");
            self.sim.ask(request, watcher).await
        })
    }

    fn reads_data(&self) -> bool {
        self.sim.reads_data()
    }
}

/// The gated as a resource provider.
struct GatedProvider(Arc<GatedModels>);

impl ResourceProvider for GatedProvider {
    fn provide<'a>(&'a self, debate: &'a Debate) -> BoxFuture<'a, Result<Resources, String>> {
        let bringing = *self.0.bringing.lock().unwrap();
        Box::pin(async move {
            match bringing {
                Bringing::Works => {}
                Bringing::Refused => return Err("no key for `sim`; set SIM_KEY".to_owned()),
                Bringing::Never => std::future::pending().await,
            }
            let seat = |seed: u64, model: &str| {
                let seated = Seated { gated: self.0.clone(), debate: debate.id.clone(), sim: Sim::new(seed) };
                (model.to_owned(), Arc::new(seated) as Arc<dyn Model>)
            };
            let models = (1..).zip(&debate.participants).map(|(seed, it)| seat(seed, &it.model)).collect();
            Ok(Resources { models, analyst: None })
        })
    }
}

/// A debate of three with this id; every round is played.
fn spec(id: &str, rounds: u32) -> Spec {
    let rules = Rules { rounds, algorithm: Algorithm::FixedRounds, ..Rules::default() };
    Spec { id: id.into(), ..support::spec("collaborative", 3, rules) }
}

fn supervisor(store: &Store, gated: &Arc<GatedModels>, most: usize) -> Supervisor {
    Supervisor::new(store.clone(), Arc::new(GatedProvider(gated.clone())), most)
}

/// A supervisor over a store in memory.
async fn fresh(gated: &Arc<GatedModels>, most: usize) -> Supervisor {
    supervisor(&Store::memory().await.unwrap(), gated, most)
}

/// A store in a file, and the directory that goes with it.
async fn filed() -> (TempDir, PathBuf, Store) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("supervisor.db");
    let store = Store::open(&path).await.unwrap();
    (directory, path, store)
}

fn named(key: &str, digest: &str) -> Owner {
    Owner { tenant: String::new(), request: Some(KeyedRequest { key: key.into(), digest: digest.into() }) }
}

fn of(tenant: &str) -> Owner {
    Owner { tenant: tenant.into(), request: None }
}

async fn status(supervisor: &Supervisor, id: &str) -> Status {
    supervisor.read(&id.into()).await.unwrap().1
}

/// Waits until a debate can't change by itself, and returns its status.
async fn rested(supervisor: &Supervisor, id: &str) -> Status {
    supervisor.until_rest(&id.into()).await;
    status(supervisor, id).await
}

/// The answers by call: the same whenever the same debate is held.
fn said(log: &[Envelope]) -> Vec<(String, Option<String>)> {
    let turn = |it: &Envelope| {
        let Event::TurnTaken { call, turn, .. } = &it.event else { return None };
        Some((call.to_string(), turn.position.clone()))
    };
    let mut said: Vec<_> = log.iter().filter_map(turn).collect();
    said.sort();
    said
}

/// How often a log closes the debate.
fn ends(log: &[Envelope]) -> usize {
    log.iter().filter(|it| matches!(it.event, Event::DebateClosed { .. })).count()
}

/// The answers of an uninterrupted run of this debate.
async fn undisturbed(spec: &Spec) -> Vec<(String, Option<String>)> {
    let gated = GatedModels::open();
    let supervisor = fresh(&gated, 1).await;
    supervisor.open(spec, Owner::default()).await.unwrap();
    assert_eq!(rested(&supervisor, spec.id.as_str()).await, Status::Over);
    said(&supervisor.store().log(&spec.id).await.unwrap())
}
