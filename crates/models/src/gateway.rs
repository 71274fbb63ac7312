//! Opens models by name, with one limiter per provider, and keeps them open.
//!
//! Not here: the calls themselves ([`HttpModel`]).
use crate::catalog::{Catalog, ModelRef, Provider};
use crate::chat::Usage;
use crate::error::{Error, Excerpt};
use crate::http::HttpModel;
use crate::key::Key;
use crate::limits::ProviderLimiter;
use crate::price::{Price, Tariff};
use crate::retry::Policy;
use crate::wire::Capabilities;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many models are kept open. Ours: more than all concurrent debates use; names come from requests, so their number has no
/// bound.
const MOST_MODELS: usize = 256;

/// The longest model name that is kept, in bytes. Ours: real ones are under 100 bytes.
const LONGEST_NAME: usize = 256;

/// Opens models by name. All calls to a provider share its limiter, and all calls to a model share the options learned for it.
#[derive(Debug)]
pub struct Gateway {
    catalog: Catalog,
    policy: Policy,
    prices: BTreeMap<ModelRef, Price>,
    keys: BTreeMap<String, Key>,
    limiters: BTreeMap<String, Arc<ProviderLimiter>>,
    models: Mutex<Opened>,
}

/// The open models; the least recently used one is evicted first.
#[derive(Debug, Default)]
struct Opened {
    models: BTreeMap<ModelRef, (u64, Arc<HttpModel>)>,
    /// A counter of uses; the most recently used model has the highest number.
    uses: u64,
}

impl Opened {
    fn find(&mut self, reference: &ModelRef) -> Option<Arc<HttpModel>> {
        self.uses += 1;
        let (used, model) = self.models.get_mut(reference)?;
        *used = self.uses;
        Some(Arc::clone(model))
    }

    /// Keeps a model; evicts the least recently used one. Callers that hold an evicted model can go on using it.
    fn keep(&mut self, reference: &ModelRef, model: &Arc<HttpModel>) {
        if reference.model.len() > LONGEST_NAME {
            return;
        }
        if self.models.len() >= MOST_MODELS {
            let oldest = self.models.iter().min_by_key(|(_, (used, _))| *used).map(|(it, _)| it.clone());
            oldest.and_then(|it| self.models.remove(&it));
        }
        self.models.insert(reference.clone(), (self.uses, Arc::clone(model)));
    }
}

impl Gateway {
    /// Reads the keys through `env`; opens no connection. `prices` override the price list.
    pub fn new(
        catalog: Catalog,
        policy: Policy,
        prices: BTreeMap<ModelRef, Price>,
        env: &dyn Fn(&str) -> Option<String>,
    ) -> Self {
        let key = |provider: &Provider| provider.key_env.as_deref().and_then(env).map(|key| Key::new(&key));
        let named = |provider: &Provider| provider.name.clone();
        Self {
            keys: catalog.providers().iter().map(|p| (named(p), key(p).unwrap_or_default())).collect(),
            limiters: catalog
                .providers()
                .iter()
                .map(|p| (named(p), Arc::new(ProviderLimiter::new(p.limits))))
                .collect(),
            models: Mutex::default(),
            catalog,
            policy,
            prices,
        }
    }

    /// The known providers.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The key of a provider, or none.
    pub fn key(&self, provider: &str) -> Key {
        self.keys.get(provider).cloned().unwrap_or_default()
    }

    /// Opens a model. This makes no connection; it fails only without a usable key or address.
    pub fn open(&self, reference: &ModelRef) -> Result<Arc<HttpModel>, Error> {
        let mut opened = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(model) = opened.find(reference) {
            return Ok(model);
        }
        let (Some(provider), Some(limiter)) =
            (self.catalog.find(&reference.provider), self.limiters.get(&reference.provider))
        else {
            let message = Excerpt::new("no such provider", &Key::none());
            return Err(Error::NotFound {
                provider: reference.provider.clone(),
                model: reference.model.clone(),
                message,
            });
        };
        let key = self.key(&provider.name);
        if let (true, None, Some(env)) = (provider.key_required, key.reveal(), &provider.key_env) {
            return Err(Error::MissingKey { provider: provider.name.clone(), env: env.clone(), is_set: false });
        }
        let endpoint = provider.endpoint(reference.model.clone(), key);
        let model = Arc::new(HttpModel::new(
            endpoint,
            Capabilities::all(provider.token_field),
            self.tariff(reference),
            Arc::clone(limiter),
            self.policy.clone(),
        )?);
        opened.keep(reference, &model);
        Ok(model)
    }

    /// How a model's calls are priced; needs no key. The price list is searched here once, so that no call has to unpack or search
    /// it.
    pub fn tariff(&self, reference: &ModelRef) -> Tariff {
        match (self.prices.get(reference), self.catalog.find(&reference.provider)) {
            (Some(price), _) => Tariff::Fixed(*price),
            // A provider that is free on this machine may cost something elsewhere (O-04).
            (None, Some(provider)) if provider.tariff == Tariff::Free && !provider.is_local() => Tariff::Unknown,
            (None, Some(provider)) => match provider.tariff.cost(&reference.model, &Usage::default(), 0) {
                Some(_) => provider.tariff.clone(),
                None => Tariff::Unknown,
            },
            (None, None) => Tariff::Unknown,
        }
    }
}
