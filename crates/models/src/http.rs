//! Models over HTTP: one client for the process, one [`HttpModel`] per model.
//!
//! An attempt sends a body and reads the answer into a bounded buffer; [`wire`](crate::wire) parses it. The loop around the
//! attempts retries by [`Policy`].
//! Not here: the wire format, the retry policy, and the list of models ([`Gateway`](crate::Gateway)).
use crate::chat::{Deltas, Model, Reply, Request, Usage};
use crate::error::{Error, Excerpt};
use crate::key::{Key, Redactor};
use crate::limits::ProviderLimiter;
use crate::notes::{Charge, Notes};
use crate::price::Tariff;
use crate::retry::{Policy, wait_asked};
use crate::wire::{Answer, Capabilities, Delivery, Downgrade, Endpoint, RefusedOptions, Stream};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Method, Response, Url};
use std::borrow::Cow;
use std::error::Error as _;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};
use tokio::time::{Instant, timeout};

/// The longest body that is read, in bytes. The longest outputs of today's models are well under 1 MiB.
const LONGEST_BODY: usize = 8 << 20;

/// Bytes per token, for attempts without a token count. Ours: about 4 in English, 3 and less in code and other scripts.
const TOKEN_BYTES: usize = 3;

/// A model at a provider.
#[derive(Debug)]
pub struct HttpModel {
    endpoint: Endpoint,
    url: Url,
    headers: HeaderMap,
    /// The options of its provider, before any was refused.
    accepts: Capabilities,
    refused: Mutex<RefusedOptions>,
    tariff: Tariff,
    limiter: Arc<ProviderLimiter>,
    policy: Policy,
    jitter: Mutex<fastrand::Rng>,
}

impl Model for HttpModel {
    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(async move { self.ask_with_retries(request, watcher, &Notes::default()).await })
    }

    fn ask_noting<'a>(
        &'a self,
        request: &'a Request,
        watcher: Option<&'a dyn Deltas>,
        notes: &'a Notes,
    ) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(self.ask_with_retries(request, watcher, notes))
    }
}

/// Ignores a streamed answer.
struct IgnoreDeltas;

impl Deltas for IgnoreDeltas {
    fn delta(&self, _text: &str) {}

    fn restart(&self) {}
}

impl HttpModel {
    pub(crate) fn new(
        endpoint: Endpoint,
        accepts: Capabilities,
        tariff: Tariff,
        limiter: Arc<ProviderLimiter>,
        policy: Policy,
    ) -> Result<Self, Error> {
        Ok(Self {
            url: parse_url(&endpoint.url())?,
            headers: header_map(&endpoint)?,
            accepts,
            refused: Mutex::default(),
            jitter: Mutex::new(policy.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed)),
            endpoint,
            tariff,
            limiter,
            policy,
        })
    }

    async fn ask_with_retries(
        &self,
        request: &Request,
        watcher: Option<&dyn Deltas>,
        notes: &Notes,
    ) -> Result<Reply, Error> {
        let mut accepts = self.refused().remaining(Instant::now(), self.accepts);
        // Options dropped in this call, and why. They are remembered if the call succeeds.
        let mut downgrades: Vec<(Downgrade, String)> = Vec::new();
        let (mut attempts, mut failures) = (0, 0);
        let watcher = |accepts: Capabilities| match watcher {
            None if !accepts.whole => Some(&IgnoreDeltas as &dyn Deltas),
            watcher => watcher,
        };
        loop {
            attempts += 1;
            let watcher = watcher(accepts);
            let delivery = if watcher.is_some() { Delivery::Streamed } else { Delivery::Whole };
            let body = Bytes::from(self.endpoint.body(request, accepts, delivery));
            let error = match self.attempt(body, request, watcher, notes).await {
                Ok(answer) => {
                    downgrades.iter().for_each(|(it, why)| notes.drop_option(&it.to_string(), why));
                    let now = Instant::now();
                    downgrades.iter().for_each(|(it, _)| self.refused().record(*it, now));
                    return Ok(self.settle(answer, attempts));
                }
                Err(error) => error,
            };
            let downgrade = self.downgrade_for(&error, accepts, request, delivery);
            if let Some((downgrade, why)) = downgrade.clone() {
                accepts = accepts.without(downgrade);
                downgrades.push((downgrade, why));
            }
            if downgrade.is_none_or(|(it, _)| it == Downgrade::Whole) {
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

    fn refused(&self) -> MutexGuard<'_, RefusedOptions> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One attempt, from the rate limiter to the last byte. The permit is released before any retry delay.
    async fn attempt(
        &self,
        body: Bytes,
        request: &Request,
        watcher: Option<&dyn Deltas>,
        notes: &Notes,
    ) -> Result<Answer, Error> {
        let _permit = self.limiter.acquire().await;
        let most = Usage { input: tokens(body.len()), cached: 0, output: u64::from(request.max_tokens), cost: None };
        let mut charge = notes.charge(self.priced(most));
        let total = self.policy.total;
        let exchange = self.exchange(body, &request.call, watcher, most, &mut charge);
        let outcome = timeout(total, exchange).await.unwrap_or(Err(Error::TimedOut { after: total }));
        if outcome.is_ok() {
            charge.cancel();
        }
        outcome.map(|answer| counted(answer, most, notes))
    }

    async fn exchange(
        &self,
        body: Bytes,
        call: &str,
        watcher: Option<&dyn Deltas>,
        most: Usage,
        charge: &mut Charge<'_>,
    ) -> Result<Answer, Error> {
        let mut request = reqwest::Request::new(Method::POST, self.url.clone());
        *request.headers_mut() = self.headers.clone();
        request.headers_mut().extend(call_header(call));
        *request.body_mut() = Some(body.into());
        let idle = self.policy.idle;
        let sent = timeout(idle, send(&self.endpoint, request)).await.unwrap_or(Err(Error::TimedOut { after: idle }));
        let mut response = match sent {
            Ok(response) => response,
            // A broken or timed-out answer may have been billed.
            Err(error @ (Error::Cut { .. } | Error::TimedOut { .. })) => return Err(error),
            Err(error) => {
                charge.cancel();
                return Err(error);
            }
        };
        match watcher {
            Some(watcher) if is_event_stream(&response) => {
                let mut stream = self.endpoint.stream();
                let reading = self.read_stream(&mut stream, response, watcher, |stream| {
                    let (bytes, counted) = stream.so_far();
                    // A provider may think for long before the first piece, without reporting it.
                    let output = if bytes == 0 { most.output } else { counted.output.max(tokens(bytes)) };
                    let input = if counted.input == 0 { most.input } else { counted.input };
                    charge.update(self.priced(Usage { input, cached: counted.cached, output, cost: counted.cost }));
                });
                let outcome = reading.await;
                if outcome.is_err() && stream.so_far().0 == 0 {
                    cancel_if_refused(&outcome, charge);
                }
                outcome?;
                stream.finish()
            }
            watcher => {
                let answer = self.endpoint.reply(&read(&self.endpoint, &mut response, idle).await?);
                cancel_if_refused(&answer, charge);
                // Some compatible servers do not stream even when asked to.
                if let (Some(watcher), Ok(answer)) = (watcher, &answer) {
                    watcher.delta(&self.endpoint.key.redact(&answer.text));
                }
                answer
            }
        }
    }

    /// Reads a stream to its end; `on_piece` is called after each piece.
    async fn read_stream(
        &self,
        stream: &mut Stream<'_>,
        mut response: Response,
        watcher: &dyn Deltas,
        mut on_piece: impl FnMut(&Stream<'_>),
    ) -> Result<(), Error> {
        let mut redactor = Redactor::new(&self.endpoint.key);
        let mut length = 0;
        while !stream.is_done() {
            let Some(chunk) = next(&mut response, self.policy.idle).await? else { break };
            length += chunk.len();
            if length > LONGEST_BODY {
                return Err(too_long());
            }
            let pushed = stream.push(&chunk, |words| redactor.push(words, |safe| watcher.delta(safe)));
            on_piece(stream);
            pushed?;
        }
        redactor.finish(|safe| watcher.delta(safe));
        Ok(())
    }

    /// The option to drop if the provider refuses one or is silent until the time limit, and why.
    fn downgrade_for(
        &self,
        error: &Error,
        accepts: Capabilities,
        request: &Request,
        delivery: Delivery,
    ) -> Option<(Downgrade, String)> {
        if let (Error::TimedOut { .. }, Delivery::Whole) = (error, delivery) {
            return Some((Downgrade::Whole, error.to_string()));
        }
        let Error::Rejected { complaint, message, .. } = error else { return None };
        let downgrade = accepts.downgrade_for(complaint, message.as_str(), request, self.endpoint.dialect)?;
        Some((downgrade, message.to_string()))
    }

    /// A usage with its cost, unless the provider reported one.
    fn priced(&self, usage: Usage) -> Usage {
        Usage { cost: usage.cost.or_else(|| self.tariff.cost(&self.endpoint.model, &usage, 0)), ..usage }
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
    read(endpoint, &mut response, ERROR_TIMEOUT).await
}

/// How long to wait for a piece of a model list or an error body. Ours: both are short.
const ERROR_TIMEOUT: Duration = Duration::from_secs(30);

/// An error in place of an answer is not billed; a broken or unreadable answer may be.
fn cancel_if_refused<T>(outcome: &Result<T, Error>, charge: &mut Charge<'_>) {
    if let Err(Error::RateLimited { .. } | Error::Server { .. } | Error::Rejected { .. }) = outcome {
        charge.cancel();
    }
}

/// An answer with its usage: our estimate, marked as such, if the provider counted no tokens.
fn counted(answer: Answer, most: Usage, notes: &Notes) -> Answer {
    if !answer.usage.is_nothing() {
        return answer;
    }
    notes.estimate();
    let called: usize = answer.calls.iter().map(|it| it.arguments.len() + it.name.len()).sum();
    let output = tokens(answer.text.len() + called).min(most.output);
    Answer { usage: Usage { output, ..most }, ..answer }
}

/// Our estimate of the tokens in a number of bytes.
fn tokens(bytes: usize) -> u64 {
    bytes.div_ceil(TOKEN_BYTES) as u64
}

/// The next piece of a body, within the idle time limit.
async fn next(response: &mut Response, idle: Duration) -> Result<Option<Bytes>, Error> {
    let chunk = timeout(idle, response.chunk()).await.map_err(|_| Error::Stalled { after: idle })?;
    chunk.map_err(|error| broken(&error))
}

/// Sends a request; returns the response if its status is a success.
async fn send(endpoint: &Endpoint, request: reqwest::Request) -> Result<Response, Error> {
    let sent = client(request.url().scheme())?.execute(request).await;
    let mut response = sent.map_err(|error| if error.is_connect() { unreachable(&error) } else { broken(&error) })?;
    if response.status().is_success() {
        return Ok(response);
    }
    let status = response.status().as_u16();
    let wait = wait_asked(|name| response.headers().get(name)?.to_str().ok(), SystemTime::now());
    // A truncated error body still has its status.
    let body = read(endpoint, &mut response, ERROR_TIMEOUT).await.unwrap_or_default();
    Err(endpoint.failure(status, wait, &body))
}

/// Reads the whole body, without copying it if it comes in one piece.
async fn read(endpoint: &Endpoint, response: &mut Response, idle: Duration) -> Result<Bytes, Error> {
    let announced = response.content_length().and_then(|length| usize::try_from(length).ok()).unwrap_or(0);
    if announced > LONGEST_BODY {
        return Err(too_long());
    }
    let Some(first) = next(response, idle).await? else {
        return Err(Error::UnusableBody { message: Excerpt::new("", &endpoint.key) });
    };
    let Some(second) = next(response, idle).await? else { return Ok(first) };
    let mut body = Vec::with_capacity(announced.max(first.len() + second.len()));
    body.extend_from_slice(&first);
    body.extend_from_slice(&second);
    while let Some(chunk) = next(response, idle).await? {
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

/// The innermost cause: the outer errors only say that a request failed, and where.
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

/// The header with the id of a call, by which a provider's log can be matched with the debate's. OpenAI documents it; others ignore it.
pub const CALL_HEADER: &str = "x-client-request-id";
/// The most characters of an id, as OpenAI limits them.
const CALL_LENGTH: usize = 512;

/// The id of a call as a header. Characters other than printable ASCII become `_`.
fn call_header(call: &str) -> Option<(HeaderName, HeaderValue)> {
    let id: String = call.chars().take(CALL_LENGTH).map(|it| if it.is_ascii_graphic() { it } else { '_' }).collect();
    let value = HeaderValue::try_from(id).ok().filter(|it| !it.is_empty())?;
    Some((HeaderName::from_static(CALL_HEADER), value))
}

/// The headers of a request. Only the key can contain characters that a header can't carry.
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

/// The client for a scheme, built on first use: reading the system's certificates takes tens of milliseconds. Plain HTTP is for
/// local servers, which a proxy could not reach; HTTPS uses the system's proxy.
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
    // Fails only if a provider is installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    builder
        .connect_timeout(Duration::from_secs(10))
        .pool_max_idle_per_host(usize::MAX)
        .pool_idle_timeout(Duration::from_secs(30))
        .tcp_nodelay(true)
        // A redirect must not send the key and the request to another host.
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .map_err(|error| Error::Unreachable { address: "https".to_owned(), reason: root_cause(&error) })
}
