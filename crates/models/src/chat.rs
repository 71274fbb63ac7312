//! What is asked of a model and what it says back, whoever it is.
//!
//! Every model (hosted, local, replayed, simulated) is a [`Model`]. The request is plain data so that the wire functions
//! stay pure; the only thing that flows while a model is speaking is text for a watcher, through [`Deltas`].
//! Not here: what the words mean. This crate knows no debate.
use crate::error::Error;
use crate::notes::Notes;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::{Arc, OnceLock};

/// One question to a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Where in the caller's work this question stands (`r2/turn/hamilton`): the key of record and replay.
    pub call: String,
    /// What does not change from call to call; providers' prompt caches reward keeping it first and the same.
    pub system: Arc<str>,
    /// What is asked this time.
    pub user: String,
    /// Where in `user` parts end that later questions begin with too, in ascending order: a dialect that must be told what to keep
    /// is told by these.
    pub stable: Vec<usize>,
    /// The shape the answer must have, where the dialect can enforce one.
    pub schema: Option<Arc<Schema>>,
    /// The most the model may write.
    pub max_tokens: u32,
    /// Sampling temperature; the provider's default when absent.
    pub temperature: Option<f32>,
    /// Sampling seed, sent where the dialect knows one.
    pub seed: Option<u64>,
    /// What it may look up before it answers, and has.
    pub tools: ToolUse,
    /// The same question as data, for models in this process that do not read prose; never sent anywhere.
    pub data: Option<Value>,
}

/// The tools of a question: what may be called, and what was.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolUse {
    /// What may be called; nothing where empty.
    pub offered: Arc<[Tool]>,
    /// What was called so far, request by request.
    pub exchanges: Vec<Exchange>,
    /// Whether more may be called.
    pub choice: Choice,
}

impl ToolUse {
    /// Whether the model may call one now. It is held to the answer's shape only if it answers.
    pub fn is_open(&self) -> bool {
        !self.offered.is_empty() && self.choice == Choice::Free
    }

    /// Whether the conversation has anything to do with tools.
    pub fn is_any(&self) -> bool {
        self.is_open() || !self.exchanges.is_empty()
    }
}

/// Something a model may call in place of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// What it does and when to use it.
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
    /// It must answer: what it called so far stays in the conversation.
    Answer,
}

/// A request for tools, with what they said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// What the model said besides.
    pub text: String,
    /// What it called.
    pub calls: Vec<ToolCall>,
    /// What came back, one for each call.
    pub results: Vec<ToolResult>,
}

/// A call of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolCall {
    /// What the provider calls it; its result must name it.
    pub id: String,
    /// Which tool.
    pub name: String,
    /// With what: a JSON object if all is well.
    pub arguments: String,
}

impl ToolCall {
    /// The arguments as an object; an empty one where they are none. Providers refuse a conversation with anything else in it.
    pub(crate) fn object(&self) -> Value {
        let parsed = serde_json::from_str(&self.arguments).ok();
        parsed.filter(Value::is_object).unwrap_or_else(|| Value::Object(serde_json::Map::new()))
    }
}

/// What a tool said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolResult {
    /// The id of the call.
    pub id: String,
    /// The words.
    pub text: String,
    /// It could not be done, and the words say why.
    pub is_error: bool,
}

/// A JSON schema with the name some dialects want for it.
#[derive(Clone, Debug)]
pub struct Schema {
    /// A short identifier.
    pub name: &'static str,
    /// The schema itself: every object closed (`additionalProperties: false`) and every property required.
    pub body: Value,
    /// The schema as JSON, written when it is first sent.
    written: OnceLock<Option<Box<RawValue>>>,
}

impl Schema {
    /// A schema under a name.
    pub fn new(name: &'static str, body: Value) -> Schema {
        Schema { name, body, written: OnceLock::new() }
    }

    /// The schema as JSON: one schema is sent many times and written once.
    pub fn written(&self) -> Option<&RawValue> {
        self.written.get_or_init(|| serde_json::value::to_raw_value(&self.body).ok()).as_deref()
    }
}

impl PartialEq for Schema {
    fn eq(&self, other: &Schema) -> bool {
        (self.name, &self.body) == (other.name, &other.body)
    }
}

/// What a model said.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The answer's text, all of it.
    pub text: String,
    /// Why the model stopped.
    pub stop: Stop,
    /// What the provider says it counted.
    pub usage: Usage,
    /// How many attempts it took, the successful one included.
    pub attempts: u32,
    /// The tools it wants called before it answers; it has answered where there are none.
    pub calls: Vec<ToolCall>,
}

/// Why a model stopped speaking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// It had said what it wanted to say.
    #[default]
    End,
    /// It reached the most it may write.
    Length,
    /// It, or its provider, declined to answer.
    Refused,
}

/// What a call consumed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the prompt, cached ones included.
    pub input: u64,
    /// Of these, tokens read from the provider's prompt cache.
    pub cached: u64,
    /// Tokens of the answer, reasoning included.
    pub output: u64,
    /// What it cost in US dollars, where the price is known.
    pub cost: Option<f64>,
}

impl Usage {
    /// Whether nothing was counted.
    pub fn is_nothing(&self) -> bool {
        self.input == 0 && self.output == 0 && self.cost.is_none_or(|it| it == 0.0)
    }
}

impl std::ops::AddAssign for Usage {
    /// An unknown price adds nothing: a sum says what is known.
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

/// Somebody who wants to hear the words as they come. Never part of the record.
pub trait Deltas: Send + Sync {
    /// The next piece of text.
    fn delta(&self, text: &str);
    /// A new attempt begins: what was heard so far is void.
    fn restart(&self);
}

/// Tokens that a model may need to think before a short answer. Ours: a limit of some hundreds is spent before the first word, and then there
/// is no answer; who does not think does not write more for a higher limit.
const THINKING: u32 = 4_096;

/// Anything that answers a [`Request`].
pub trait Model: Send + Sync {
    /// Asks, and waits for the whole answer. Dropping the future gives the call up.
    /// With a `watcher` the answer is streamed; without one it need not be.
    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>>;

    /// The same, with what its answer does not say noted, also where it fails or is given up: what lost attempts consumed, and which
    /// options were dropped. A model that bills nothing has nothing to note.
    fn ask_noting<'a>(
        &'a self,
        request: &'a Request,
        watcher: Option<&'a dyn Deltas>,
        _notes: &'a Notes,
    ) -> BoxFuture<'a, Result<Reply, Error>> {
        self.ask(request, watcher)
    }

    /// Whether it may think before it answers, within the same limit; one that is held to a form from its first token can't.
    fn may_think(&self) -> bool {
        true
    }

    /// The limit for an answer of at most `own` tokens: with room to think before it, up to `ceiling`.
    fn limit(&self, own: u32, ceiling: u32) -> u32 {
        if self.may_think() { own.max(own.saturating_add(THINKING).min(ceiling)) } else { own }
    }

    /// Whether it goes by [`Request::data`] in place of the prompt.
    fn reads_data(&self) -> bool {
        false
    }
}
