//! A [`Setup`] for tests and rehearsals: all participants are simulated and can be scripted.
//!
//! Debates are planned as by a real setup, with the same errors; panels use a built-in deck. Not here: settings, keys, weights, prices.
mod deck;

use crate::error::ApiError;
use crate::planner::{Agent, Calls, ChosenSetting, Deck, DeckLine, Forecast, InvalidRequest, Prepared, Setup};
use crate::requests::{Continue, Fork, Panel, Start};
use debate::{Attachment, Debate, DebateId, Decide, Envelope, Layout, Profile, Rules, Topic};
use engine::{At, Changes, Clock, Continuation, Cut, Live, Resources, Seat, Spec, quote_model, seat, sim};
use formats::Assignment;
use futures_util::future::BoxFuture;
use lab::Sim;
use models::{Deltas, Error, Model, Reply, Request};
use setup::PlanError;
use setup::providers::{CLIENT, Recipient};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;

/// Default number of participants.
const SEATS: usize = 3;

/// A setup of simulated participants. Clones share their state.
#[derive(Clone, Default)]
pub struct Double {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    /// Delay of an answer.
    delay: Duration,
    /// Permits for answers, if the test releases them one by one.
    gate: Option<Semaphore>,
    /// Cost of an answer in US dollars.
    price: Option<f64>,
    /// Whether the price is unknown in advance.
    is_unpriced: bool,
    /// Why models are unavailable.
    missing: Mutex<Option<String>>,
    asked: AtomicUsize,
    opened: AtomicU64,
}

impl Double {
    /// Participants that answer at once.
    pub fn new() -> Double {
        Double::default()
    }

    /// Participants that answer after a delay.
    pub fn slow(delay: Duration) -> Double {
        Double { inner: Arc::new(Inner { delay, ..Inner::default() }) }
    }

    /// Participants that answer only when [`Double::answer`] allows.
    pub fn held() -> Double {
        Double { inner: Arc::new(Inner { gate: Some(Semaphore::new(0)), ..Inner::default() }) }
    }

    /// Participants whose every answer costs this many US dollars; their host is `models.example`.
    pub fn priced(usd: f64) -> Double {
        Double { inner: Arc::new(Inner { price: Some(usd), ..Inner::default() }) }
    }

    /// Participants without a known price.
    pub fn unpriced() -> Double {
        Double { inner: Arc::new(Inner { is_unpriced: true, ..Inner::default() }) }
    }

    /// Like [`Double::priced`], but held.
    pub fn priced_and_held(usd: f64) -> Double {
        let gate = Some(Semaphore::new(0));
        Double { inner: Arc::new(Inner { price: Some(usd), gate, ..Inner::default() }) }
    }

    /// Allows this many answers.
    pub fn answer(&self, count: usize) {
        if let Some(gate) = &self.inner.gate {
            gate.add_permits(count);
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

    /// A panel of simulated participants.
    fn panel(&self, request: &Panel) -> Result<Prepared, InvalidRequest> {
        let chosen = deck::seated(request)?;
        let seats = chosen.iter().enumerate().map(|(place, (persona, model))| {
            let name = Some(persona.name.to_string());
            if request.quote.unwrap_or_default() {
                let (model, family) =
                    (format!("{}/{}", quote_model::PROVIDER, persona.name), quote_model::PROVIDER.to_owned());
                return Ok(Seat { model, family, name, profile: Profile::Full, layout: Layout::Rebuild });
            }
            Ok(Seat { name, ..seated(model, place)? })
        });
        let participants = seat(seats.collect::<Result<Vec<_>, InvalidRequest>>()?);
        let panel = deck::rules(request)?;
        let aspects = if panel.aspects.is_empty() { panel.most_aspects } else { panel.aspects.len() as u32 };
        let overrides = RuleOverrides {
            rounds: Some(aspects + 2),
            algorithm: None,
            decide: None,
            usd: request.budget_usd,
            tokens: request.budget_tokens,
            seconds: request.deadline_seconds,
        };
        let seed = request.seed.unwrap_or_default();
        let spec = Spec {
            id: self.id(),
            topic: Topic::new(&request.topic).map_err(refused)?,
            ballot: None,
            mode: formats::panel::NAME.to_owned(),
            participants,
            rules: overrides.over(Rules { seed, panel: Some(panel), ..Rules::default() })?,
            disciplines: Assignment::default(),
            attached: Vec::new(),
            personas: chosen.into_iter().map(|it| it.0).collect(),
        };
        spec.check().map_err(PlanError::from)?;
        let seats = spec.participants.len() as u64;
        // Without a clash, everybody speaks once per aspect, and at opening and closing.
        let usual = u64::from(aspects + 2) * seats;
        let calls = Some(Calls { usual, most: 2 * usual });
        Ok(Prepared {
            spec,
            estimate_usd: Some(0.0),
            calls,
            settings: Vec::new(),
            notes: vec!["every participant is simulated".to_owned()],
        })
    }

    /// A unique id, from the time and a counter.
    fn id(&self) -> DebateId {
        let count = self.inner.opened.fetch_add(1, Ordering::Relaxed);
        let now = Live::after(0).stamp(0).at;
        DebateId::from(format!("d{now:x}{count:04x}"))
    }
}

/// Parses `sim`, `sim/7`, `name=sim/7` or `client`.
fn seated(word: &str, place: usize) -> Result<Seat, InvalidRequest> {
    let (name, model) = word.split_once('=').map_or((None, word), |(name, model)| (Some(name.to_owned()), model));
    let model = match model {
        sim::PROVIDER => format!("{}/{}", sim::PROVIDER, place + 1),
        CLIENT => format!("{CLIENT}/sampling"),
        _ if seed(model).is_some() => model.to_owned(),
        _ => {
            return Err(InvalidRequest(format!(
                "no model `{model}` here; every participant is `sim`, `sim/NUMBER` or `{CLIENT}`"
            )));
        }
    };
    let family = model.split('/').next().unwrap_or_default().to_owned();
    Ok(Seat { model, family, name, profile: Profile::Full, layout: Layout::Rebuild })
}

fn seed(model: &str) -> Option<u64> {
    model.strip_prefix(sim::PROVIDER)?.strip_prefix('/')?.parse().ok()
}

fn refused(error: impl std::fmt::Display) -> InvalidRequest {
    InvalidRequest(error.to_string())
}

/// Overrides rules with the fields of a request.
struct RuleOverrides<'a> {
    rounds: Option<u32>,
    algorithm: Option<&'a str>,
    decide: Option<&'a str>,
    usd: Option<f64>,
    tokens: Option<u64>,
    seconds: Option<u64>,
}

impl RuleOverrides<'_> {
    fn over(&self, mut rules: Rules) -> Result<Rules, InvalidRequest> {
        rules.rounds = self.rounds.unwrap_or(rules.rounds);
        if let Some(word) = self.algorithm {
            rules.algorithm = word.parse().map_err(refused)?;
        }
        if let Some(word) = self.decide {
            let rule = Decide::ALL.into_iter().find(|it| it.as_str() == word);
            rules.decide = rule.ok_or_else(|| {
                let all = Decide::ALL.map(Decide::as_str).join(", ");
                InvalidRequest(format!("unknown rule `{word}`; choose one of {all}"))
            })?;
        }
        rules.budget_usd = self.usd.or(rules.budget_usd);
        rules.budget_tokens = self.tokens.or(rules.budget_tokens);
        rules.deadline_ms = self.seconds.map(|it| it.saturating_mul(1_000)).or(rules.deadline_ms);
        Ok(rules)
    }
}

impl Setup for Double {
    fn spec<'a>(&'a self, start: &'a Start) -> BoxFuture<'a, Result<Prepared, InvalidRequest>> {
        let spec = || {
            let mut words: Vec<&str> = start.participants.iter().map(String::as_str).collect();
            if words.is_empty() {
                words = vec![sim::PROVIDER; SEATS];
            }
            let seats = words.iter().enumerate().map(|(place, word)| seated(word, place));
            let participants = seat(seats.collect::<Result<Vec<_>, _>>()?);
            let overrides = RuleOverrides {
                rounds: start.rounds,
                algorithm: start.algorithm.as_deref(),
                decide: start.decide.as_deref(),
                usd: start.budget_usd,
                tokens: start.budget_tokens,
                seconds: start.deadline_seconds,
            };
            let high_stakes = start.high_stakes.unwrap_or_default();
            let (seed, context) = (start.seed.unwrap_or_default(), start.ask_context.unwrap_or_default());
            let closing_ballot = start.given_closing()?.unwrap_or_default();
            let rules = overrides.over(Rules { high_stakes, seed, context, closing_ballot, ..Rules::default() })?;
            let spec = Spec {
                id: self.id(),
                topic: Topic::new(&start.topic).map_err(refused)?,
                ballot: start.given_ballot()?,
                mode: start.mode.clone().unwrap_or_else(|| formats::modes::DEFAULT.name().to_owned()),
                participants,
                rules,
                disciplines: Assignment::default(),
                attached: start.attachments.iter().map(|it| attached(&it.title, &it.text)).collect(),
                personas: Vec::new(),
            };
            spec.check().map_err(PlanError::from)?;
            let notes = vec!["every participant is simulated".to_owned()];
            let settings = start.flags.iter().map(|(name, value)| ChosenSetting {
                name: name.clone(),
                value: value.to_string(),
                origin: "request",
            });
            Ok(Prepared { spec, estimate_usd: Some(0.0), calls: None, settings: settings.collect(), notes })
        };
        let spec = spec();
        Box::pin(async move { spec })
    }

    fn prepare_panel<'a>(&'a self, _: &'a str, request: &'a Panel) -> BoxFuture<'a, Result<Prepared, ApiError>> {
        let prepared = self.panel(request).map_err(ApiError::from);
        Box::pin(async move { prepared })
    }

    fn decks<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Vec<DeckLine>, ApiError>> {
        let Deck { name, personas } = deck::deck();
        let line = DeckLine { name, personas: personas.iter().map(|it| it.name.to_string()).collect() };
        Box::pin(async move { Ok(vec![line]) })
    }

    fn deck<'a>(&'a self, _: &'a str, name: &'a str) -> BoxFuture<'a, Result<Deck, ApiError>> {
        Box::pin(async move {
            let none = || ApiError::NoPart(format!("there is no deck `{name}`; there are {}", deck::NAME));
            Some(deck::deck()).filter(|it| it.name == name).ok_or_else(none)
        })
    }

    fn continuation(&self, debate: &Debate, request: &Continue) -> Result<Continuation, InvalidRequest> {
        let usual = Continuation::of(debate);
        let played = debate.round().map_or(0, |it| it.number);
        let rounds = request.rounds.map(|it| played.saturating_add(it));
        let (usd, tokens, seconds) = (request.budget_usd, request.budget_tokens, request.deadline_seconds);
        let overrides = RuleOverrides { rounds, algorithm: None, decide: None, usd, tokens, seconds };
        let fetched = request.context.iter().filter_map(|it| Some((it.request.as_str(), it.text.as_deref()?)));
        let fetched = Continuation::bringing(debate, fetched).map_err(PlanError::from)?.attached.into_iter();
        Ok(Continuation {
            rules: overrides.over(usual.rules)?,
            said: request.say.clone(),
            focus: request.focus.clone(),
            attached: fetched.chain(request.attachments.iter().map(|it| attached(&it.title, &it.text))).collect(),
        })
    }

    fn fork(&self, log: &[Envelope], request: &Fork) -> Result<(DebateId, Vec<Envelope>), InvalidRequest> {
        let at = match (request.at_event, request.after_round) {
            (Some(event), _) => At::Event(event),
            (None, Some(round)) => At::Round(round),
            (None, None) => At::LastRound,
        };
        let cut = Cut::of(log, at)?;
        let (algorithm, decide) = (request.algorithm.as_deref(), request.decide.as_deref());
        let overrides =
            RuleOverrides { rounds: request.rounds, algorithm, decide, usd: None, tokens: None, seconds: None };
        let seats = request.seats.iter().enumerate();
        let seats = seats.map(|(place, (name, model))| Ok(Seat { name: Some(name.clone()), ..seated(model, place)? }));
        let none = Changes::none(&cut, self.id(), Live::after(0).stamp(0).at);
        let changes = Changes {
            rules: overrides.over(none.rules.clone())?,
            mode: request.mode.clone(),
            seats: seats.collect::<Result<_, InvalidRequest>>()?,
            said: request.say.clone(),
            focus: request.focus.clone(),
            ..none
        };
        let id = changes.id.clone();
        Ok((id, engine::fork(&cut, changes)?))
    }

    fn provide<'a>(&'a self, debate: &'a Debate) -> BoxFuture<'a, Result<Resources, String>> {
        let missing = self.inner.missing.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let models: BTreeMap<String, Arc<dyn Model>> = debate
            .participants
            .iter()
            .filter_map(|it| {
                let model = Scripted { sim: Sim::new(seed(&it.model)?), double: self.clone() };
                Some((it.model.clone(), Arc::new(model) as Arc<dyn Model>))
            })
            .collect();
        Box::pin(async move { missing.map_or(Ok(Resources { models, analyst: None }), Err) })
    }

    fn forecast(&self, debate: &Debate) -> Forecast {
        let models = engine::models_of(&debate.participants, &debate.rules, debate.watching.as_ref());
        let priced = self.inner.price.map(|_| Recipient {
            host: "models.example".to_owned(),
            is_local: false,
            models,
            purposes: vec!["participant".to_owned()],
        });
        let round = self.inner.price.unwrap_or_default() * debate.participants.len() as f64;
        let round_usd = (!self.inner.is_unpriced).then_some(round);
        Forecast { round_usd, sends_to: priced.into_iter().collect() }
    }

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

fn attached(title: &str, text: &str) -> Attachment {
    Attachment { title: title.to_owned(), text: text.to_owned() }
}

/// A simulated participant that waits for its permit.
struct Scripted {
    sim: Sim,
    double: Double,
}

impl Model for Scripted {
    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(async move {
            let inner = &self.double.inner;
            inner.asked.fetch_add(1, Ordering::Relaxed);
            if let Some(gate) = &inner.gate
                && let Ok(permit) = gate.acquire().await
            {
                permit.forget();
            }
            if !inner.delay.is_zero() {
                tokio::time::sleep(inner.delay).await;
            }
            let mut reply = self.sim.ask(request, watcher).await?;
            reply.usage.cost = inner.price.or(reply.usage.cost);
            Ok(reply)
        })
    }

    fn reads_data(&self) -> bool {
        self.sim.reads_data()
    }
}
