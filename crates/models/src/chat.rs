//! Requests to models and their replies, independent of the provider.
//!
//! Every model (hosted, local, replayed, simulated) is a [`Model`]. The request is plain data, so that the wire functions stay
//! pure. Streamed text goes to a watcher through [`Deltas`].
//! Not here: what the text means. This crate does not know debates.
use crate::error::Error;
use crate::notes::Notes;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::{Arc, OnceLock};

/// One request to a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The id of this call within the caller's work (`r2/turn/hamilton`): the key for recording and replay.
    pub call: String,
    /// The system prompt. It stays the same from call to call, for the providers' prompt caches.
    pub system: Arc<str>,
    /// The user message.
    pub user: String,
    /// Byte offsets in `user`, ascending, where prefixes end that later requests share. Dialects with explicit cache marks use
    /// them.
    pub stable: Vec<usize>,
    /// The schema of the answer, where the dialect can enforce one.
    pub schema: Option<Arc<Schema>>,
    /// The token limit of the answer.
    pub max_tokens: u32,
    /// Sampling temperature; the provider's default when absent.
    pub temperature: Option<f32>,
    /// Sampling seed, sent where the dialect has one.
    pub seed: Option<u64>,
    /// The tools it may call, and earlier calls.
    pub tools: ToolUse,
    /// The same request as data, for models in this process that do not read prose; never sent over the network.
    pub data: Option<Value>,
}

/// The tools of a request: those offered, and earlier calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolUse {
    /// The tools offered.
    pub offered: Arc<[Tool]>,
    /// Earlier calls with their results, one exchange per reply.
    pub exchanges: Vec<Exchange>,
    /// Whether more calls are allowed.
    pub choice: Choice,
}

impl ToolUse {
    /// Whether the model may call a tool now. The answer's schema applies only if it answers.
    pub fn is_open(&self) -> bool {
        !self.offered.is_empty() && self.choice == Choice::Free
    }

    /// Whether the conversation has tools or earlier calls.
    pub fn is_any(&self) -> bool {
        self.is_open() || !self.exchanges.is_empty()
    }
}

/// A tool that a model may call before it answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// Its purpose, and when to use it.
    pub description: String,
    /// The JSON schema of its arguments.
    pub schema: Value,
}

/// Whether a model may call tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// It may call one or answer.
    #[default]
    Free,
    /// It must answer; earlier calls stay in the conversation.
    Answer,
}

/// A reply with tool calls, and their results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// Text beside the calls.
    pub text: String,
    /// The calls.
    pub calls: Vec<ToolCall>,
    /// The results, one for each call.
    pub results: Vec<ToolResult>,
}

/// A tool call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolCall {
    /// The provider's id of the call; its result refers to it.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments: a JSON object unless the model made an error.
    pub arguments: String,
}

impl ToolCall {
    /// The arguments as an object; an empty one if they are invalid, since providers refuse anything else.
    pub(crate) fn object(&self) -> Value {
        let parsed = serde_json::from_str(&self.arguments).ok();
        parsed.filter(Value::is_object).unwrap_or_else(|| Value::Object(serde_json::Map::new()))
    }
}

/// The result of a tool call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolResult {
    /// The id of the call.
    pub id: String,
    /// The content.
    pub text: String,
    /// Whether the call failed; the content then says why.
    pub is_error: bool,
}

/// A JSON schema, with the name that some dialects require.
#[derive(Clone, Debug)]
pub struct Schema {
    /// A short identifier.
    pub name: &'static str,
    /// The schema itself: every object closed (`additionalProperties: false`) and every property required.
    pub body: Value,
    /// The serialised schema, written on first use.
    written: OnceLock<Option<Box<RawValue>>>,
}

impl Schema {
    /// A schema under a name.
    pub fn new(name: &'static str, body: Value) -> Schema {
        Schema { name, body, written: OnceLock::new() }
    }

    /// The serialised schema: it is sent many times and serialised once.
    pub fn written(&self) -> Option<&RawValue> {
        self.written.get_or_init(|| serde_json::value::to_raw_value(&self.body).ok()).as_deref()
    }
}

impl PartialEq for Schema {
    fn eq(&self, other: &Schema) -> bool {
        (self.name, &self.body) == (other.name, &other.body)
    }
}

/// A model's reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The complete text.
    pub text: String,
    /// Why the model stopped.
    pub stop: Stop,
    /// Tokens and cost, as the provider counts them.
    pub usage: Usage,
    /// How many attempts it took, the successful one included.
    pub attempts: u32,
    /// Tools to call before it answers; empty if it has answered.
    pub calls: Vec<ToolCall>,
}

/// Why generation stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The answer is complete.
    #[default]
    End,
    /// It reached its token limit.
    Length,
    /// The model or its provider refused to answer.
    Refused,
}

/// Tokens and cost of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the prompt, cached ones included.
    pub input: u64,
    /// Of these, tokens read from the provider's prompt cache.
    pub cached: u64,
    /// Tokens of the answer, reasoning included.
    pub output: u64,
    /// Cost in US dollars, if the price is known.
    pub cost: Option<f64>,
}

impl Usage {
    /// Whether all counts are zero.
    pub fn is_nothing(&self) -> bool {
        self.input == 0 && self.output == 0 && self.cost.is_none_or(|it| it == 0.0)
    }
}

impl std::ops::AddAssign for Usage {
    /// An unknown cost adds nothing: a sum covers the known costs.
    fn add_assign(&mut self, other: Usage) {
        self.input += other.input;
        self.cached += other.cached;
        self.output += other.output;
        self.cost = match (self.cost, other.cost) {
            (None, None) => None,
            (a, b) => Some(a.unwrap_or_default() + b.unwrap_or_default()),
        };
    }
}

/// Receives the text of an answer as it is streamed. Never recorded.
pub trait Deltas: Send + Sync {
    /// The next piece of text.
    fn delta(&self, text: &str);
    /// A new attempt begins: discard the text received so far.
    fn restart(&self);
}

/// Tokens that a model may need to think before a short answer. Ours: thinking uses up a limit of some hundreds before the first
/// word, and then there is no answer. A model that does not think does not write more under a higher limit.
const THINKING: u32 = 4_096;

/// Anything that answers a [`Request`].
pub trait Model: Send + Sync {
    /// Sends a request and waits for the complete reply. Dropping the future cancels the call. With a `watcher` the answer is
    /// streamed; without one it need not be.
    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>>;

    /// The same, and records in `notes` what the reply does not contain: usage of failed attempts and dropped options. They are
    /// recorded even if the call fails or is cancelled. A model that bills nothing has nothing to record.
    fn ask_noting<'a>(
        &'a self,
        request: &'a Request,
        watcher: Option<&'a dyn Deltas>,
        _notes: &'a Notes,
    ) -> BoxFuture<'a, Result<Reply, Error>> {
        self.ask(request, watcher)
    }

    /// Whether it may think before it answers, within the same token limit. A model with constrained decoding can't.
    fn may_think(&self) -> bool {
        true
    }

    /// The token limit for an answer of at most `own` tokens: with extra tokens for thinking, up to `ceiling`.
    fn limit(&self, own: u32, ceiling: u32) -> u32 {
        if self.may_think() { own.max(own.saturating_add(THINKING).min(ceiling)) } else { own }
    }

    /// Whether it uses [`Request::data`] instead of the prompt.
    fn reads_data(&self) -> bool {
        false
    }
}
