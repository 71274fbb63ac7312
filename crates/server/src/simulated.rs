//! A [`Planner`] for tests and rehearsals: [`ServerPlanner`] without keys and weights, with simulated participants that can be held and priced.
//!
//! Requests are planned, continued and forked by the planner that serves users. Not here: what simulated participants say (`lab::Sim`).
mod deck;

use crate::error::ApiError;
use crate::planner::{Agent, Deck, DeckLine, Forecast, InvalidRequest, Planner, Prepared};
use crate::requests::{Continue, Fork, Panel, Start};
use crate::server_planner::{Fetching, Operator, ServerPlanner};
use debate::{Debate, DebateId, Envelope};
use engine::{Continuation, Resources, sim};
use futures_util::future::BoxFuture;
use models::{Deltas, Error, Model, Reply, Request};
use setup::providers::{Cache, Purpose, Recipient, Weight};
use setup::settings::Settings;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;

/// The default participants.
const SEATS: [&str; 3] = [sim::PROVIDER; 3];
/// A directory that no machine has: no weights are found, whatever the user's cache contains.
const NO_WEIGHTS: &str = "/dev/null/weights";

/// A planner of simulated participants. Clones share their state.
#[derive(Clone)]
pub struct SimulatedPlanner {
    planner: Arc<ServerPlanner>,
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    /// Delay of an answer.
    delay: Duration,
    /// Permits for answers, if the test releases them one by one.
    permits: Option<Semaphore>,
    /// Cost of an answer in US dollars.
    price: Option<f64>,
    /// Whether the price is unknown in advance.
    is_unpriced: bool,
    /// Why models are unavailable.
    missing: Mutex<Option<String>>,
    asked: AtomicUsize,
}

impl SimulatedPlanner {
    /// Participants that answer at once.
    ///
    /// # Errors
    ///
    /// If the planner rejects its settings.
    pub fn new() -> Result<SimulatedPlanner, setup::Error> {
        SimulatedPlanner::of(Inner::default())
    }

    /// Participants that answer after a delay.
    pub fn slow(delay: Duration) -> Result<SimulatedPlanner, setup::Error> {
        SimulatedPlanner::of(Inner { delay, ..Inner::default() })
    }

    /// Participants that answer only when [`SimulatedPlanner::answer`] allows.
    pub fn held() -> Result<SimulatedPlanner, setup::Error> {
        SimulatedPlanner::of(Inner { permits: Some(Semaphore::new(0)), ..Inner::default() })
    }

    /// Participants whose every answer costs this many US dollars; their host is `models.example`.
    pub fn priced(usd: f64) -> Result<SimulatedPlanner, setup::Error> {
        SimulatedPlanner::of(Inner { price: Some(usd), ..Inner::default() })
    }

    /// Participants without a known price.
    pub fn unpriced() -> Result<SimulatedPlanner, setup::Error> {
        SimulatedPlanner::of(Inner { is_unpriced: true, ..Inner::default() })
    }

    /// Like [`SimulatedPlanner::priced`], but held.
    pub fn priced_and_held(usd: f64) -> Result<SimulatedPlanner, setup::Error> {
        SimulatedPlanner::of(Inner { price: Some(usd), permits: Some(Semaphore::new(0)), ..Inner::default() })
    }

    fn of(inner: Inner) -> Result<SimulatedPlanner, setup::Error> {
        let mut settings = Settings::default();
        settings.table.value = SEATS.map(str::to_owned).to_vec();
        settings.weights.value = Some(PathBuf::from(NO_WEIGHTS));
        let planner = ServerPlanner::with_env(settings, &|_| None, Fetching::Never, Arc::new(NoOperator))?;
        Ok(SimulatedPlanner { planner: Arc::new(planner), inner: Arc::new(inner) })
    }

    /// Allows this many answers.
    pub fn answer(&self, count: usize) {
        if let Some(permits) = &self.inner.permits {
            permits.add_permits(count);
        }
    }

    /// Makes all models unavailable for this reason, or available again.
    pub fn miss(&self, why: Option<&str>) {
        *self.inner.missing.lock().unwrap_or_else(PoisonError::into_inner) = why.map(str::to_owned);
    }

    /// Number of questions asked so far.
    pub fn asked(&self) -> usize {
        self.inner.asked.load(Ordering::Relaxed)
    }
}

impl Planner for SimulatedPlanner {
    fn spec<'a>(&'a self, start: &'a Start) -> BoxFuture<'a, Result<Prepared, InvalidRequest>> {
        // Whether a simulated participant asks for context depends on the seed, and would hold up most debates.
        let start = Start { ask_context: Some(start.ask_context.unwrap_or_default()), ..start.clone() };
        Box::pin(async move { self.planner.spec(&start).await })
    }

    fn prepare_panel<'a>(&'a self, tenant: &'a str, request: &'a Panel) -> BoxFuture<'a, Result<Prepared, ApiError>> {
        if request.deck != deck::NAME {
            return self.planner.prepare_panel(shipped_only(tenant), request);
        }
        Box::pin(async {
            let Deck { name, personas } = deck::deck();
            let panel = self.planner.panel(request, personas::Deck { name, personas }).await;
            Ok(panel.map_err(InvalidRequest::from)?)
        })
    }

    /// The built-in deck alone: which others there are differs from one machine to the next.
    fn decks<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Vec<DeckLine>, ApiError>> {
        let Deck { name, personas } = deck::deck();
        let line = DeckLine { name, personas: personas.iter().map(|it| it.name.to_string()).collect() };
        Box::pin(async move { Ok(vec![line]) })
    }

    fn deck<'a>(&'a self, tenant: &'a str, name: &'a str) -> BoxFuture<'a, Result<Deck, ApiError>> {
        if name == deck::NAME {
            return Box::pin(async { Ok(deck::deck()) });
        }
        self.planner.deck(shipped_only(tenant), name)
    }

    fn continuation(&self, debate: &Debate, request: &Continue) -> Result<Continuation, InvalidRequest> {
        self.planner.continuation(debate, request)
    }

    fn fork(&self, log: &[Envelope], request: &Fork) -> Result<(DebateId, Vec<Envelope>), InvalidRequest> {
        self.planner.fork(log, request)
    }

    fn provide<'a>(&'a self, debate: &'a Debate) -> BoxFuture<'a, Result<Resources, String>> {
        let missing = self.inner.missing.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Box::pin(async move {
            if let Some(why) = missing {
                return Err(why);
            }
            let mut resources = self.planner.provide(debate).await?;
            for model in resources.models.values_mut() {
                *model = Arc::new(Held { model: Arc::clone(model), inner: Arc::clone(&self.inner) });
            }
            Ok(resources)
        })
    }

    fn forecast(&self, debate: &Debate) -> Forecast {
        let forecast = self.planner.forecast(debate);
        let models = engine::models_of(&debate.participants, &debate.rules, debate.watching.as_ref());
        let purposes = vec![Purpose::Participant];
        let host = Recipient { host: "models.example".to_owned(), is_local: false, models, purposes };
        match self.inner.price {
            _ if self.inner.is_unpriced => Forecast { round_usd: None, ..forecast },
            Some(price) => Forecast { round_usd: Some(price * debate.participants.len() as f64), sends_to: vec![host] },
            None => forecast,
        }
    }

    /// Simulated participants alone: what else this machine has differs from one machine to the next.
    fn agents(&self) -> BoxFuture<'_, Result<Vec<Agent>, InvalidRequest>> {
        let agent = Agent {
            model: sim::PROVIDER.to_owned(),
            available: true,
            note: "simulated: rehearses without any model".to_owned(),
            usd_per_million: Some([0.0, 0.0]),
            is_default: true,
        };
        Box::pin(async move { Ok(vec![agent]) })
    }
}

/// The tenant whose decks are looked up: the owner would see those of this machine.
fn shipped_only(tenant: &str) -> &str {
    if tenant.is_empty() { "simulated" } else { tenant }
}

/// An operator that fetches and shows nothing.
struct NoOperator;

impl Operator for NoOperator {
    fn fetch<'a>(&'a self, _: &'a Cache, _: &'a [&'static Weight]) -> BoxFuture<'a, Result<(), String>> {
        Box::pin(async { Err("simulated participants need no weights".to_owned()) })
    }

    fn note(&self, _: &str) {}
}

/// A model that waits for its permit and has a price.
struct Held {
    model: Arc<dyn Model>,
    inner: Arc<Inner>,
}

impl Model for Held {
    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(async move {
            let inner = &self.inner;
            inner.asked.fetch_add(1, Ordering::Relaxed);
            if let Some(permits) = &inner.permits
                && let Ok(permit) = permits.acquire().await
            {
                permit.forget();
            }
            if !inner.delay.is_zero() {
                tokio::time::sleep(inner.delay).await;
            }
            let mut reply = self.model.ask(request, watcher).await?;
            reply.usage.cost = inner.price.or(reply.usage.cost);
            Ok(reply)
        })
    }

    fn reads_data(&self) -> bool {
        self.model.reads_data()
    }
}
