//! Turns settings and the environment into seats: which models are available, which are chosen, and their cost (I-11, O-01).
//!
//! Not here: names and perspectives (`engine::seating`), and the debate itself.
mod analyst;
mod custom_providers;
mod embedded;
mod find;
pub mod listing;
mod meant;
mod recipients;
mod shared;

pub use analyst::READER;
pub use embedded::{PROVIDER as EMBEDDED, chats, file_of};
pub use find::{Answer, arrange, can_speak, choose};
pub use recipients::{Purpose, Recipient};

use crate::error::{Error, Field, PlanError};
use crate::settings::{Env, Setting, Settings};
use debate::{Debate, Layout, Participant, Profile};
use embedded::Which;
use engine::{Seat, quote_model, sim};
use lab::Sim;
use lab::sim::NameError;
use local::BackendKind;
pub use local::weights::{Cache, Weight, size};
use models::{Catalog, Gateway, Model, ModelRef, Policy, SHORT_NAMES, Usage};
use shared::Shared;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The argument of `--with` that seats simulated participants.
const REHEARSAL: usize = 3;

/// The model of the caller, as a participant's provider (I-24).
pub const CLIENT: &str = "client";

/// How a caller's own model is reached.
const SAMPLING: &str = "sampling";

/// The assumed tokens of a turn: some 3,000 of prompt and 900 of answer.
const TURN: Usage = Usage { input: 3_000, cached: 0, output: 900, cost: None };

/// All models that can be seated.
#[derive(Debug)]
pub struct ModelRegistry {
    gateway: Gateway,
    weights: Cache,
    engine: BackendKind,
    threads: Option<usize>,
    callers: Callers,
    shared: Shared,
}

/// Whether callers can take a seat with their own model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Callers {
    /// No: the command line has none.
    Absent,
    /// Yes: a server's callers may have a model of their own (I-24).
    Seated,
}

impl ModelRegistry {
    /// Reads providers, prices and timeouts from the settings, and keys through `env`.
    pub fn new(settings: &Settings, env: Env<'_>) -> Result<ModelRegistry, Error> {
        ModelRegistry::set(settings, env).map_err(Error::Settings)
    }

    /// The same with the error as text, for callers that continue after it.
    pub fn set(settings: &Settings, env: Env<'_>) -> Result<ModelRegistry, String> {
        let catalog = custom_providers::catalog(settings, env)?;
        let prices = custom_providers::prices(settings, &catalog)?;
        let (idle, total) = (settings.timeout.value, settings.timeout_total.value);
        let policy = Policy { attempts: settings.attempts.value, idle, total, ..Policy::default() };
        let gateway = Gateway::new(catalog, policy, prices, env);
        // A missing directory is an error only when weights are needed.
        let weights = Cache::at(settings.weights_path(env).unwrap_or_default());
        let (engine, threads) = (settings.engine.value, settings.threads.value);
        let (callers, shared) = (Callers::Absent, Shared::default());
        Ok(ModelRegistry { gateway, weights, engine, threads, callers, shared })
    }

    /// The same registry with the caller's own model available as `client`.
    pub fn with_callers(self) -> ModelRegistry {
        ModelRegistry { callers: Callers::Seated, ..self }
    }

    /// The providers, their keys and their tariffs.
    pub fn gateway(&self) -> &Gateway {
        &self.gateway
    }

    /// The weights cache.
    pub fn weights(&self) -> &Cache {
        &self.weights
    }

    /// The seats of the setting `table`; an error names the origin of the value (D-60).
    pub fn seated(&self, setting: &Setting<Vec<String>>) -> Result<Vec<Seat>, PlanError> {
        let wrong = |why| PlanError::unusable(Field::Setting("table", setting.origin.clone()), why);
        self.read(&setting.value).map_err(wrong)
    }

    /// Parses `provider/model`, `NAME=provider/model`, `sim`, `sim/7` and `sim/7:DIAL=VALUE`; `sim` alone fills all seats.
    fn read(&self, words: &[String]) -> Result<Vec<Seat>, String> {
        let words: Vec<&str> = words.iter().map(|word| word.trim()).filter(|word| !word.is_empty()).collect();
        let mut names = BTreeSet::new();
        if let Some(twice) = words.iter().filter_map(|it| split(it).0).find(|it| !names.insert(it.to_lowercase())) {
            return Err(format!("two seats are called `{twice}`; give one of them another name"));
        }
        let words = if words == [sim::PROVIDER] { vec![sim::PROVIDER; REHEARSAL] } else { words };
        let asked: BTreeSet<u64> = words.iter().filter_map(|word| seed(split(word).1)).collect();
        let mut seeds = (1..).filter(|seed| !asked.contains(seed));
        words.into_iter().map(|word| self.seat(word, &mut seeds)).collect()
    }

    fn seat(&self, word: &str, seeds: &mut impl Iterator<Item = u64>) -> Result<Seat, String> {
        let (name, model) = split(word);
        if name == Some("") {
            return Err(format!("`{word}` has no name before the `=`; write `NAME=provider/model`"));
        }
        let name = name.map(str::to_owned);
        let rehearsed = |seed: u64| format!("{}/{seed}", sim::PROVIDER);
        let (family, profile, layout) = (sim::PROVIDER.to_owned(), Profile::Full, Layout::default());
        if model == sim::PROVIDER {
            return Ok(Seat { model: rehearsed(seeds.next().unwrap_or_default()), family, name, profile, layout });
        }
        if model.split('/').next() == Some(sim::PROVIDER) {
            let read = simulated(model).unwrap_or_else(|| Sim::named(model)).map_err(|error| error.to_string())?;
            if !read.has_dials() {
                return Ok(Seat { model: rehearsed(read.seed()), family, name, profile, layout });
            }
            let name = name.or_else(|| Some(format!("{}-{}", sim::PROVIDER, read.seed())));
            return Ok(Seat { model: model.to_owned(), family, name, profile, layout });
        }
        if let Some(which) = embedded::named(model) {
            return Ok(Which::read(which)?.seat(name));
        }
        if self.callers == Callers::Seated && is_callers(model) {
            let (model, family) = (format!("{CLIENT}/{SAMPLING}"), CLIENT.to_owned());
            return Ok(Seat { model, name: name.or_else(|| Some(family.clone())), family, profile, layout });
        }
        let reference = self.gateway.catalog().parse(model).map_err(|error| {
            let why = error.to_string();
            meant::with_meant(self.gateway.catalog(), model, why)
        })?;
        let layout = self.layout(&reference.provider);
        Ok(Seat { model: reference.to_string(), family: models::family(&reference.model), name, profile, layout })
    }

    /// Whether a model is the caller's own, and available.
    fn seats_caller(&self, model: &str) -> bool {
        self.callers == Callers::Seated && is_callers(model)
    }

    /// The prompt layout for a provider: append-only where it caches prompt prefixes (D-35).
    fn layout(&self, provider: &str) -> Layout {
        let caches_prompts = self.gateway.catalog().find(provider).is_some_and(|it| it.caches_prompts);
        if caches_prompts { Layout::Append } else { Layout::Rebuild }
    }

    /// Opens each distinct remote model. A missing key is an error here, before anything is spent.
    pub fn open<'a>(
        &self,
        models: impl Iterator<Item = &'a str>,
    ) -> Result<BTreeMap<String, Arc<dyn Model>>, PlanError> {
        let unusable = |error| PlanError::unusable(Field::Models, error);
        let mut open: BTreeMap<String, Arc<dyn Model>> = BTreeMap::new();
        // All that is missing is said at once.
        let mut missing: Vec<String> = Vec::new();
        for name in models {
            if open.contains_key(name) || embedded::named(name).is_some() || self.seats_caller(name) {
                continue;
            }
            let model: Arc<dyn Model> = match simulated(name) {
                // A rehearsal looks like the mode that it rehearses.
                Some(Ok(sim)) => Arc::new(sim),
                Some(Err(_)) | None => {
                    let reference = self.gateway.catalog().parse(name).map_err(unusable)?;
                    match self.gateway.open(&reference) {
                        Ok(model) => model,
                        Err(why) => {
                            missing.push(why.to_string());
                            continue;
                        }
                    }
                }
            };
            open.insert(name.to_owned(), model);
        }
        missing.dedup();
        if missing.is_empty() { Ok(open) } else { Err(unusable_all(&missing)) }
    }

    /// US dollars of a debate with all rounds and turns of the usual length; none if a price is unknown (O-04).
    pub fn estimate(&self, participants: &[Participant], rounds: u32, max_tokens: u32) -> Option<f64> {
        let usage = Usage { output: TURN.output.min(u64::from(max_tokens)), ..TURN };
        let turn = |it: &Participant| self.cost(&it.model, &usage);
        let round = participants.iter().map(turn).sum::<Option<f64>>()?;
        Some(round * f64::from(rounds))
    }

    /// US dollars of one round, with one call for each helper model besides the seats; none if a price is unknown.
    pub fn round_cost(&self, debate: &Debate) -> Option<f64> {
        let asked = engine::models_of(&debate.participants, &debate.rules, debate.watching.as_ref());
        let helpers = asked.iter().filter(|model| debate.participants.iter().all(|it| it.model != **model));
        let helpers = helpers.map(|model| self.cost(model, &TURN)).sum::<Option<f64>>()?;
        Some(helpers + self.estimate(&debate.participants, 1, debate.rules.max_tokens)?)
    }

    /// The price of a model in US dollars per million tokens, prompt and answer; none if unknown.
    pub fn price(&self, model: &str) -> Option<(f64, f64)> {
        // The marginal price of a thousand tokens: some prices rise with the prompt length, some add a fee for each call.
        let cost = |input, output| self.cost(model, &Usage { input, output, ..Usage::default() });
        let base = cost(1_000, 1_000)?;
        let per_million = |usd: f64| ((usd - base) * 1e9).round() / 1e6;
        Some((per_million(cost(2_000, 1_000)?), per_million(cost(1_000, 2_000)?)))
    }

    /// US dollars of a call; none if the price is unknown.
    pub fn cost(&self, model: &str, usage: &Usage) -> Option<f64> {
        // A caller's own model is paid for elsewhere; quotations need no call.
        if quote_model::is_quoting(model)
            || seed(model).is_some()
            || embedded::named(model).is_some()
            || self.seats_caller(model)
        {
            return Some(0.0);
        }
        let reference: ModelRef = self.gateway.catalog().parse(model).ok()?;
        self.gateway.tariff(&reference).cost(&reference.model, usage, 0)
    }
}

/// Whether a model is the caller's own: `client`, or `client/sampling` as logs have it.
pub fn is_callers(model: &str) -> bool {
    model == CLIENT || model.split_once('/') == Some((CLIENT, SAMPLING))
}

/// The short names of models, each with the model it stands for by default.
pub fn aliases() -> Vec<(String, String)> {
    let catalog = Catalog::new(Vec::new(), &|_| None);
    let names = SHORT_NAMES.iter().map(|(short, _)| (*short).to_owned());
    let names = names.chain(catalog.providers().iter().map(|it| it.name.clone()));
    names.filter_map(|it| catalog.best(&it).map(|best| (it, best.to_string()))).collect()
}

/// All that keeps models from being used, each once.
fn unusable_all(missing: &[String]) -> PlanError {
    PlanError::unusable(Field::Models, missing.join("; "))
}

/// Splits `NAME=provider/model`; an equals sign after the slash belongs to the model.
pub fn split(word: &str) -> (Option<&str>, &str) {
    match word.split_once('=') {
        Some((name, model)) if !name.contains('/') => (Some(name.trim()), model.trim()),
        Some(_) | None => (None, word),
    }
}

/// The simulated participant `sim/7`, or `sim/7:accuracy=0.8`; none for the model of another provider.
fn simulated(model: &str) -> Option<Result<Sim, NameError>> {
    Some(Sim::named(model.strip_prefix(sim::PROVIDER)?.strip_prefix('/')?))
}

/// The seed of `sim/7`.
fn seed(model: &str) -> Option<u64> {
    simulated(model)?.ok().map(|it| it.seed())
}

#[cfg(test)]
mod tests;
