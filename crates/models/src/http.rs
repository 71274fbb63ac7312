//! Models over HTTP: one client for the process, one gate per provider, one [`HttpModel`] per model.
//!
//! An attempt sends a body that was built once, reads the answer into a bounded buffer and leaves the parsing to
//! [`wire`](crate::wire); the loop around it decides with [`Policy`] whether to go on.
//! Not here: what any byte means, and when to give up.
use crate::catalog::{Catalog, ModelRef, Provider};
use crate::chat::{Deltas, Model, Reply, Request, Usage};
use crate::error::{Error, Excerpt};
use crate::key::{Blotter, Key};
use crate::limits::Gate;
use crate::price::{Price, Tariff};
use crate::retry::{Policy, wait_asked};
use crate::wire::{Accepts, Answer, Delivery, Endpoint};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Method, Response, Url};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::error::Error as _;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};
use tokio::time::timeout;

/// The most of an answer that is read. The longest outputs of today's models are well under 1 MiB.
const LONGEST_BODY: usize = 8 << 20;

/// Opens models by name, so that all calls to one provider share its gate, and all calls to one model what was learned of it.
#[derive(Debug)]
pub struct Gateway {
    catalog: Catalog,
    policy: Policy,
    prices: BTreeMap<ModelRef, Price>,
    keys: BTreeMap<String, Key>,
    gates: BTreeMap<String, Arc<Gate>>,
    models: Mutex<BTreeMap<ModelRef, Arc<HttpModel>>>,
}

impl Gateway {
    /// Reads the keys through `env`; opens nothing yet. `prices` overrule the list.
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
            gates: catalog.providers().iter().map(|p| (named(p), Arc::new(Gate::new(p.limits)))).collect(),
            models: Mutex::default(),
            catalog,
            policy,
            prices,
        }
    }

    /// The providers it knows.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The key of a provider, or none.
    pub fn key(&self, provider: &str) -> Key {
        self.keys.get(provider).cloned().unwrap_or_default()
    }

    /// Opens a model. This makes no connection; it fails only for want of a usable key or address.
    pub fn open(&self, reference: &ModelRef) -> Result<Arc<HttpModel>, Error> {
        let mut models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(model) = models.get(reference) {
            return Ok(Arc::clone(model));
        }
        let (Some(provider), Some(gate)) =
            (self.catalog.find(&reference.provider), self.gates.get(&reference.provider))
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
        let model = HttpModel::new(
            endpoint,
            Accepts::all(provider.token_field),
            self.tariff(reference),
            Arc::clone(gate),
            self.policy.clone(),
        )?;
        Ok(Arc::clone(models.entry(reference.clone()).or_insert(Arc::new(model))))
    }

    /// By what a model's calls are priced; needs no key. The list is asked here once, so that it is not unpacked, nor
    /// searched in vain, while a debate waits.
    pub fn tariff(&self, reference: &ModelRef) -> Tariff {
        match (self.prices.get(reference), self.catalog.find(&reference.provider)) {
            (Some(price), _) => Tariff::Fixed(*price),
            // What costs nothing on one's own machine may cost something elsewhere (O-04).
            (None, Some(provider)) if provider.tariff == Tariff::Free && !provider.is_local() => Tariff::Unknown,
            (None, Some(provider)) => match provider.tariff.cost(&reference.model, &Usage::default(), 0) {
                Some(_) => provider.tariff.clone(),
                None => Tariff::Unknown,
            },
            (None, None) => Tariff::Unknown,
        }
    }
}

/// A model at a provider.
#[derive(Debug)]
pub struct HttpModel {
    endpoint: Endpoint,
    url: Url,
    headers: HeaderMap,
    accepts: Mutex<Accepts>,
    tariff: Tariff,
    gate: Arc<Gate>,
    policy: Policy,
    jitter: Mutex<fastrand::Rng>,
}

impl Model for HttpModel {
    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(self.converse(request, watcher))
    }
}

impl HttpModel {
    fn new(
        endpoint: Endpoint,
        accepts: Accepts,
        tariff: Tariff,
        gate: Arc<Gate>,
        policy: Policy,
    ) -> Result<Self, Error> {
        Ok(Self {
            url: parse_url(&endpoint.url())?,
            headers: header_map(&endpoint)?,
            accepts: Mutex::new(accepts),
            jitter: Mutex::new(policy.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed)),
            endpoint,
            tariff,
            gate,
            policy,
        })
    }

    async fn converse(&self, request: &Request, watcher: Option<&dyn Deltas>) -> Result<Reply, Error> {
        let delivery = if watcher.is_some() { Delivery::Streamed } else { Delivery::Whole };
        let mut accepts = self.learn(|known| known);
        let mut body = Bytes::from(self.endpoint.body(request, accepts, delivery));
        let (mut attempts, mut failures) = (0, 0);
        loop {
            attempts += 1;
            let error = match self.attempt(body.clone(), watcher).await {
                Ok(answer) => return Ok(self.settle(answer, attempts)),
                Err(error) => error,
            };
            if let Some(conceded) = self.conceding(&error, accepts, request) {
                accepts = self.learn(|known| known.and(conceded));
                body = self.endpoint.body(request, accepts, delivery).into();
            } else {
                failures += 1;
                let jitter = self.jitter.lock().unwrap_or_else(PoisonError::into_inner).f64();
                match self.policy.delay(failures, &error, jitter) {
                    Some(delay) => tokio::time::sleep(delay).await,
                    None => return Err(error.after(attempts)),
                }
            }
            if let Some(watcher) = watcher {
                watcher.restart();
            }
        }
    }

    /// One attempt, from a place at the gate to the last byte. The place is given back before any waiting.
    async fn attempt(&self, body: Bytes, watcher: Option<&dyn Deltas>) -> Result<Answer, Error> {
        let _place = self.gate.enter().await;
        let after = self.policy.attempt_deadline;
        timeout(after, self.exchange(body, watcher)).await.unwrap_or(Err(Error::TimedOut { after }))
    }

    async fn exchange(&self, body: Bytes, watcher: Option<&dyn Deltas>) -> Result<Answer, Error> {
        let mut request = reqwest::Request::new(Method::POST, self.url.clone());
        *request.headers_mut() = self.headers.clone();
        *request.body_mut() = Some(body.into());
        let mut response = send(&self.endpoint, request).await?;
        match watcher {
            Some(watcher) if is_event_stream(&response) => self.listen(response, watcher).await,
            // Some imitators do not stream even when asked to.
            Some(watcher) => {
                let answer = self.endpoint.reply(&read(&self.endpoint, &mut response).await?)?;
                watcher.delta(&self.endpoint.key.redact(&answer.text));
                Ok(answer)
            }
            None => self.endpoint.reply(&read(&self.endpoint, &mut response).await?),
        }
    }

    async fn listen(&self, mut response: Response, watcher: &dyn Deltas) -> Result<Answer, Error> {
        let mut stream = self.endpoint.stream();
        let mut blotter = Blotter::new(&self.endpoint.key);
        let mut length = 0;
        while !stream.is_done() {
            let Some(chunk) = response.chunk().await.map_err(|error| broken(&error))? else { break };
            length += chunk.len();
            if length > LONGEST_BODY {
                return Err(too_long());
            }
            stream.push(&chunk, |words| blotter.push(words, |safe| watcher.delta(safe)))?;
        }
        blotter.finish(|safe| watcher.delta(safe));
        stream.finish()
    }

    /// What to try instead if the provider complains about an option.
    fn conceding(&self, error: &Error, accepts: Accepts, request: &Request) -> Option<Accepts> {
        let Error::Rejected { message, .. } = error else { return None };
        accepts.conceding(message.as_str(), request, self.endpoint.dialect)
    }

    fn learn(&self, lesson: impl FnOnce(Accepts) -> Accepts) -> Accepts {
        let mut accepts = self.accepts.lock().unwrap_or_else(PoisonError::into_inner);
        *accepts = lesson(*accepts);
        *accepts
    }

    fn settle(&self, answer: Answer, attempts: u32) -> Reply {
        let cost =
            answer.usage.cost.or_else(|| self.tariff.cost(&self.endpoint.model, &answer.usage, answer.cache_writes));
        let text = match self.endpoint.key.redact(&answer.text) {
            Cow::Borrowed(_) => answer.text,
            Cow::Owned(redacted) => redacted,
        };
        let mut calls = answer.calls;
        for call in &mut calls {
            if let Cow::Owned(redacted) = self.endpoint.key.redact(&call.arguments) {
                call.arguments = redacted;
            }
        }
        Reply { text, stop: answer.stop, usage: Usage { cost, ..answer.usage }, attempts, calls }
    }
}

/// The body of a GET, for [`probe`](crate::probe()).
pub(crate) async fn get(endpoint: &Endpoint, url: String) -> Result<Bytes, Error> {
    let mut request = reqwest::Request::new(Method::GET, parse_url(&url)?);
    *request.headers_mut() = header_map(endpoint)?;
    let mut response = send(endpoint, request).await?;
    read(endpoint, &mut response).await
}

/// Sends, and returns the response if its status is one of success.
async fn send(endpoint: &Endpoint, request: reqwest::Request) -> Result<Response, Error> {
    let sent = client(request.url().scheme())?.execute(request).await;
    let mut response = sent.map_err(|error| if error.is_connect() { unreachable(&error) } else { broken(&error) })?;
    if response.status().is_success() {
        return Ok(response);
    }
    let status = response.status().as_u16();
    let wait = wait_asked(|name| response.headers().get(name)?.to_str().ok(), SystemTime::now());
    // A complaint cut short still has its status.
    let body = read(endpoint, &mut response).await.unwrap_or_default();
    Err(endpoint.failure(status, wait, &body))
}

/// Reads the whole body, without copying it where it comes in one piece.
async fn read(endpoint: &Endpoint, response: &mut Response) -> Result<Bytes, Error> {
    let announced = response.content_length().and_then(|length| usize::try_from(length).ok()).unwrap_or(0);
    if announced > LONGEST_BODY {
        return Err(too_long());
    }
    let Some(first) = response.chunk().await.map_err(|error| broken(&error))? else {
        return Err(Error::UnusableBody { message: Excerpt::new("", &endpoint.key) });
    };
    let Some(second) = response.chunk().await.map_err(|error| broken(&error))? else { return Ok(first) };
    let mut body = Vec::with_capacity(announced.max(first.len() + second.len()));
    body.extend_from_slice(&first);
    body.extend_from_slice(&second);
    while let Some(chunk) = response.chunk().await.map_err(|error| broken(&error))? {
        if body.len() + chunk.len() > LONGEST_BODY {
            return Err(too_long());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.into())
}

fn is_event_stream(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    kind.is_some_and(|kind| kind.trim_start().starts_with("text/event-stream"))
}

fn too_long() -> Error {
    Error::UnusableBody { message: Excerpt::new("more than 8 MiB", &Key::none()) }
}

fn unreachable(error: &reqwest::Error) -> Error {
    let address = error.url().map(|url| url.origin().ascii_serialization()).unwrap_or_default();
    Error::Unreachable { address, reason: root_cause(error) }
}

fn broken(error: &reqwest::Error) -> Error {
    Error::Cut { reason: root_cause(error) }
}

/// The innermost reason: the outer ones only say that a request failed, and where.
fn root_cause(error: &reqwest::Error) -> String {
    let causes = std::iter::successors(error.source(), |&cause| cause.source());
    causes.last().map_or_else(|| "the request could not be sent".to_owned(), ToString::to_string)
}

fn parse_url(url: &str) -> Result<Url, Error> {
    let unusable = |reason: String| Error::Unreachable { address: url.to_owned(), reason };
    let parsed = Url::parse(url).map_err(|error| unusable(error.to_string()))?;
    match parsed.scheme() {
        "http" | "https" => Ok(parsed),
        scheme => Err(unusable(format!("`{scheme}` is neither http nor https"))),
    }
}

/// The headers of a request. The key is the only part of them that may hold what can't be sent.
fn header_map(endpoint: &Endpoint) -> Result<HeaderMap, Error> {
    let headers = endpoint.headers().into_iter().map(|(name, value)| {
        let mut value = HeaderValue::try_from(value).map_err(|_invalid| Error::MissingKey {
            provider: endpoint.provider.clone(),
            env: endpoint.key_env.clone().unwrap_or_default(),
            is_set: true,
        })?;
        value.set_sensitive(true);
        Ok((HeaderName::from_static(name), value))
    });
    headers.collect()
}

/// The client for a scheme, built when first needed: reading the machine's certificates takes tens of milliseconds.
/// Plain HTTP is for servers nearby, which no proxy could reach; HTTPS goes through the proxy that the machine is set to.
fn client(scheme: &str) -> Result<&'static Client, Error> {
    static PLAIN: OnceLock<Result<Client, Error>> = OnceLock::new();
    static SECURE: OnceLock<Result<Client, Error>> = OnceLock::new();
    let client = match scheme {
        "https" => SECURE.get_or_init(|| build(Client::builder())),
        _ => PLAIN.get_or_init(|| build(Client::builder().no_proxy().tls_certs_only([]))),
    };
    client.as_ref().map_err(Clone::clone)
}

fn build(builder: reqwest::ClientBuilder) -> Result<Client, Error> {
    // An error here only says that a provider is installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    builder
        .connect_timeout(Duration::from_secs(10))
        .pool_max_idle_per_host(usize::MAX)
        .pool_idle_timeout(Duration::from_secs(30))
        .tcp_nodelay(true)
        // A question must not be sent, key and all, to where a provider did not live before.
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .map_err(|error| Error::Unreachable { address: "https".to_owned(), reason: root_cause(&error) })
}
