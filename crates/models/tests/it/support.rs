//! Shared test helpers: a request, a fake provider behind a gateway, a watcher.
use models::fake_provider::{Behaviour, FakeProvider, Received};
use models::{
    Catalog, Deltas, Dialect, Error, Gateway, HttpModel, Limits, ModelRef, Policy, Provider, Request, Schema,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub(crate) const KEY: &str = "sk-fake-0123456789";
pub(crate) const DIALECTS: [Dialect; 2] = [Dialect::OpenaiChat, Dialect::Anthropic];

pub(crate) fn request() -> Request {
    Request {
        call: "r1/turn/hamilton".to_owned(),
        system: "You are Hamilton.".into(),
        user: "Is it so?".to_owned(),
        stable: Vec::new(),
        schema: None,
        max_tokens: 500,
        temperature: None,
        seed: None,
        tools: Default::default(),
        data: None,
    }
}

pub(crate) fn schema() -> Arc<Schema> {
    let body = serde_json::json!({"type": "object", "properties": {}, "required": [], "additionalProperties": false});
    Arc::new(Schema::new("turn", body))
}

/// The default policy with short delays.
pub(crate) fn hurried() -> Policy {
    Policy { first_wait: Duration::from_millis(2), seed: Some(1), ..Policy::default() }
}

pub(crate) fn provider(name: &str, dialect: Dialect, base_url: &str) -> Provider {
    Provider::custom(name, dialect, base_url, Some("FAKE_KEY"))
}

pub(crate) fn gateway(providers: Vec<Provider>, policy: Policy) -> Gateway {
    let env = |name: &str| (name == "FAKE_KEY").then(|| KEY.to_owned());
    Gateway::new(Catalog::new(providers, &env), policy, BTreeMap::new(), &env)
}

pub(crate) fn model_ref(provider: &str) -> ModelRef {
    ModelRef { provider: provider.to_owned(), model: "parrot".to_owned() }
}

pub(crate) async fn fake(responder: impl Fn(&Received) -> Behaviour + Send + Sync + 'static) -> FakeProvider {
    FakeProvider::start(responder).await.unwrap()
}

pub(crate) fn open(fake: &FakeProvider, dialect: Dialect, policy: Policy) -> Arc<HttpModel> {
    open_limited(fake, dialect, policy, Limits::default())
}

pub(crate) fn open_limited(fake: &FakeProvider, dialect: Dialect, policy: Policy, limits: Limits) -> Arc<HttpModel> {
    let provider = Provider { limits, ..provider("fake", dialect, &fake.base_url()) };
    gateway(vec![provider], policy).open(&model_ref("fake")).unwrap()
}

/// A failure's kind, for tables of cases.
pub(crate) trait Known {
    fn kind(&self) -> &'static str;
    fn attempts(&self) -> u32;
}

impl Known for Error {
    fn kind(&self) -> &'static str {
        match self {
            Error::MissingKey { .. } => "missing_key",
            Error::Unauthorized { .. } => "unauthorized",
            Error::OutOfCredit { .. } => "out_of_credit",
            Error::NotFound { .. } => "not_found",
            Error::Rejected { .. } => "rejected",
            Error::RateLimited { .. } => "rate_limited",
            Error::Server { .. } => "server",
            Error::Unreachable { .. } => "unreachable",
            Error::Cut { .. } => "cut",
            Error::UnusableBody { .. } => "unusable_body",
            Error::Local { .. } => "local",
            Error::Declined { .. } => "declined",
            Error::TimedOut { .. } => "timed_out",
            Error::Stalled { .. } => "stalled",
            Error::NotRecorded { .. } => "not_recorded",
            Error::Recorded(_) => "recorded",
            Error::GaveUp { last, .. } => last.kind(),
        }
    }

    fn attempts(&self) -> u32 {
        if let Error::GaveUp { attempts, .. } = self { *attempts } else { 1 }
    }
}

/// Records the streamed text; a restart is a bar.
#[derive(Default)]
pub(crate) struct Listener(Mutex<String>);

impl Listener {
    pub(crate) fn heard(&self) -> String {
        self.0.lock().unwrap().clone()
    }
}

impl Deltas for Listener {
    fn delta(&self, text: &str) {
        self.0.lock().unwrap().push_str(text);
    }

    fn restart(&self) {
        self.0.lock().unwrap().push('|');
    }
}
