//! The wire dialects: from a request to the parts of an HTTP request, and from an HTTP body to an answer. Pure functions, no
//! sockets.
//!
//! A dialect is one file and one arm of `Dialect::wire`; this file has what dialects share (streams, errors, statuses).
//! Not here: sending, retrying, prices.
mod anthropic;
mod capabilities;
mod openai;
mod refused_options;
mod sse;
mod tool_fallback;

pub use capabilities::{Capabilities, Downgrade, Shape, TokenField, ToolForm};
pub use refused_options::RefusedOptions;

use crate::chat::{Request, Stop, ToolCall, Usage};
use crate::error::{Complaint, Error, Excerpt};
use crate::key::Key;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// A provider's API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dialect {
    /// OpenAI's Chat Completions, and compatible servers.
    OpenaiChat,
    /// Anthropic's Messages.
    Anthropic,
}

impl Dialect {
    fn wire(self) -> &'static Wire {
        match self {
            Self::OpenaiChat => &openai::WIRE,
            Self::Anthropic => &anthropic::WIRE,
        }
    }
}

/// The functions of one dialect.
struct Wire {
    path: &'static str,
    headers: fn(&Key) -> Vec<(&'static str, String)>,
    body: fn(&BodyInput<'_>) -> serde_json::Result<Vec<u8>>,
    reply: fn(&[u8]) -> Result<Answer, Fault>,
    event: fn(&mut Draft, &str) -> Result<(), Fault>,
}

/// A request, with its options and delivery.
struct BodyInput<'a> {
    model: &'a str,
    request: &'a Request,
    accepts: Capabilities,
    delivery: Delivery,
}

/// How an answer is delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// In one piece.
    Whole,
    /// As server-sent events.
    Streamed,
}

/// Why a dialect's function fails.
enum Fault {
    /// The body is not in the dialect's format.
    Malformed,
    /// An error inside a response with a success status.
    Complaint { status: u16, body: Value },
}

/// An answer, independent of the dialect.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The complete text.
    pub text: String,
    /// Why it stopped.
    pub stop: Stop,
    /// Token counts; the cost only if the provider reports it.
    pub usage: Usage,
    /// Prompt tokens written to the provider's cache, which may cost more.
    pub cache_writes: u64,
    /// Requested tool calls.
    pub calls: Vec<ToolCall>,
}

/// One model at one provider: what the wire needs to know.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// The provider's name, for messages.
    pub provider: String,
    /// Its wire dialect.
    pub dialect: Dialect,
    /// The base URL, with the version and without a trailing slash.
    pub base_url: String,
    /// The provider's name for the model.
    pub model: String,
    /// The environment variable of the key, for messages.
    pub key_env: Option<String>,
    /// The key.
    pub key: Key,
}

impl Endpoint {
    /// The URL for requests.
    pub fn url(&self) -> String {
        format!("{}{}", self.base_url, self.dialect.wire().path)
    }

    /// The URL of the model list.
    pub fn models_url(&self) -> String {
        format!("{}/models", self.base_url)
    }

    /// The headers of every request. One of them holds the key.
    pub fn headers(&self) -> Vec<(&'static str, String)> {
        (self.dialect.wire().headers)(&self.key)
    }

    /// The body of a request. Plain data always serialises; otherwise the body is empty and the provider rejects it.
    pub fn body(&self, request: &Request, accepts: Capabilities, delivery: Delivery) -> Vec<u8> {
        (self.dialect.wire().body)(&BodyInput { model: &self.model, request, accepts, delivery }).unwrap_or_default()
    }

    /// Parses an unstreamed answer.
    pub fn reply(&self, body: &[u8]) -> Result<Answer, Error> {
        (self.dialect.wire().reply)(body).map_err(|fault| self.error(fault, &String::from_utf8_lossy(body)))
    }

    /// Starts to parse a streamed answer.
    pub fn stream(&self) -> Stream<'_> {
        Stream { endpoint: self, sse: sse::Sse::default(), draft: Draft::default() }
    }

    /// The error of an HTTP status other than 200.
    pub fn failure(&self, status: u16, wait: Option<Duration>, body: &[u8]) -> Error {
        let body = String::from_utf8_lossy(body);
        let parsed: Value = serde_json::from_str(&body).unwrap_or_default();
        let complaint = parsed.get(0).unwrap_or(&parsed);
        let text =
            message_of(complaint).unwrap_or(if body.trim_start().starts_with('<') { "an HTML page" } else { &body });
        let message = Excerpt::new(text, &self.key);
        let about = || complaint_of(complaint, text);
        let provider = self.provider.clone();
        match status {
            402 => Error::OutOfCredit { provider, status, message },
            429 if is_out_of_quota(complaint) => Error::OutOfCredit { provider, status, message },
            401 | 403 => {
                let env = self.key_env.clone().unwrap_or_else(|| "the provider's `key_env`".to_owned());
                Error::Unauthorized { provider, env, status, message }
            }
            404 => Error::NotFound { provider, model: self.model.clone(), message },
            429 => Error::RateLimited { wait, message },
            408 | 409 | 425 | 500.. => Error::Server { status, wait, message },
            _ => Error::Rejected { status, complaint: about(), message },
        }
    }

    fn error(&self, fault: Fault, seen: &str) -> Error {
        match fault {
            Fault::Malformed => Error::UnusableBody { message: Excerpt::new(seen, &self.key) },
            Fault::Complaint { status, body } => self.failure(status, None, body.to_string().as_bytes()),
        }
    }
}

/// A streamed answer in progress.
#[derive(Debug, Default)]
struct Draft {
    text: String,
    refusal: String,
    stop: Option<Stop>,
    usage: Usage,
    cache_writes: u64,
    is_done: bool,
    calls: Vec<PartialCall>,
}

/// A streamed tool call in progress.
#[derive(Debug)]
struct PartialCall {
    /// The provider's index of the call, if it sends one.
    index: Option<u64>,
    call: ToolCall,
}

impl Draft {
    /// Adds a piece of a tool call: to the call with that index, or to a new one. Some compatible servers omit the index, or send
    /// the same one for every call.
    fn call(&mut self, index: Option<u64>, id: &str, name: &str, arguments: &str) {
        let is_same =
            |it: &PartialCall| it.index == index && (id.is_empty() || it.call.id.is_empty() || it.call.id == id);
        let known = match index {
            None if id.is_empty() && name.is_empty() => self.calls.last_mut(),
            None => None,
            Some(_) => self.calls.iter_mut().rfind(|it| is_same(it)),
        };
        let call = match known {
            Some(known) => &mut known.call,
            None => {
                self.calls.push(PartialCall { index, call: ToolCall::default() });
                match self.calls.last_mut() {
                    Some(it) => &mut it.call,
                    None => return,
                }
            }
        };
        if call.id.is_empty() {
            id.clone_into(&mut call.id);
        }
        if call.name.is_empty() {
            name.clone_into(&mut call.name);
        }
        call.arguments.push_str(arguments);
    }

    /// The answer, if it is complete.
    fn finish(self) -> Option<Answer> {
        if !self.is_done && self.stop.is_none() {
            return None;
        }
        let refused = !self.refusal.is_empty();
        Some(Answer {
            text: if self.text.is_empty() { self.refusal } else { self.text },
            stop: if refused { Stop::Refused } else { self.stop.unwrap_or_default() },
            usage: self.usage,
            cache_writes: self.cache_writes,
            calls: self.calls.into_iter().enumerate().map(|(index, it)| normalized(index, it.call)).collect(),
        })
    }
}

/// A tool call in one form for streamed and unstreamed answers: with an id, and with arguments in canonical JSON if they are valid.
fn normalized(index: usize, ToolCall { id, name, arguments }: ToolCall) -> ToolCall {
    let id = if id.is_empty() { format!("call_{}", index + 1) } else { id };
    let arguments = match serde_json::from_str::<Value>(&arguments) {
        Ok(value) => value.to_string(),
        Err(_) if arguments.trim().is_empty() => "{}".to_owned(),
        Err(_) => arguments,
    };
    ToolCall { id, name, arguments }
}

/// Parses a streamed answer from arbitrary pieces.
#[derive(Debug)]
pub struct Stream<'a> {
    endpoint: &'a Endpoint,
    sse: sse::Sse,
    draft: Draft,
}

impl Stream<'_> {
    /// Adds bytes and passes on the text in them.
    pub fn push(&mut self, bytes: &[u8], mut on_text: impl FnMut(&str)) -> Result<(), Error> {
        self.sse.push(bytes);
        while let Some(data) = self.sse.next_data() {
            let before = self.draft.text.len();
            (self.endpoint.dialect.wire().event)(&mut self.draft, &data)
                .map_err(|fault| self.endpoint.error(fault, &data))?;
            if let Some(words) = self.draft.text.get(before..).filter(|words| !words.is_empty()) {
                on_text(words);
            }
        }
        Ok(())
    }

    /// Whether the provider has signalled the end.
    pub fn is_done(&self) -> bool {
        self.draft.is_done
    }

    /// The length of the text and calls so far, and the token counts so far.
    pub fn so_far(&self) -> (usize, Usage) {
        let Draft { text, refusal, calls, usage, .. } = &self.draft;
        let called: usize = calls.iter().map(|it| it.call.arguments.len() + it.call.name.len()).sum();
        (text.len() + refusal.len() + called, *usage)
    }

    /// The complete answer; an error if the stream ended early.
    pub fn finish(mut self) -> Result<Answer, Error> {
        if let Some(data) = self.sse.finish() {
            // A line cut off by the end of the stream may fail to parse; the missing end is reported below.
            let _ = (self.endpoint.dialect.wire().event)(&mut self.draft, &data);
        }
        let cut = || Error::Cut { reason: "the stream ended without its end mark".to_owned() };
        self.draft.finish().ok_or_else(cut)
    }
}

/// The provider's message, from any of the fields that providers use.
fn message_of(body: &Value) -> Option<&str> {
    ["/error/message", "/error", "/message", "/detail"].into_iter().find_map(|pointer| body.pointer(pointer)?.as_str())
}

/// Request fields that error messages name before a colon.
const FIELDS: [&str; 9] = [
    "messages",
    "system",
    "model",
    "max_tokens",
    "temperature",
    "tools",
    "tool_choice",
    "output_config",
    "response_format",
];

/// The code and parameter of an error. Anthropic and some compatible servers name the parameter before a colon in the message.
fn complaint_of(body: &Value, message: &str) -> Complaint {
    let word = |pointers: [&str; 2]| {
        pointers.into_iter().find_map(|pointer| body.pointer(pointer)?.as_str()).map(str::to_owned)
    };
    let location = || {
        let path = body.pointer("/detail/0/loc")?.as_array()?.iter().filter_map(Value::as_str);
        Some(path.filter(|it| *it != "body").collect::<Vec<_>>().join("."))
    };
    let is_field = |it: &&str| FIELDS.contains(&it.split('.').next().unwrap_or_default());
    let before_colon = || message.split_once(": ").map(|(name, _)| name).filter(is_field).map(str::to_owned);
    let param = word(["/error/param", "/param"]).or_else(location).or_else(before_colon);
    Complaint { code: word(["/error/code", "/code"]), param: param.filter(|it| !it.is_empty()) }
}

fn is_out_of_quota(body: &Value) -> bool {
    ["/error/code", "/error/type"]
        .into_iter()
        .any(|pointer| body.pointer(pointer).is_some_and(|word| word == "insufficient_quota"))
}

/// An error inside a response with status 200, with the status it should have had.
fn complaint(error: &Value) -> Fault {
    let code = error.get("code").and_then(Value::as_u64).and_then(|code| u16::try_from(code).ok());
    let word = error.get("type").or_else(|| error.get("code")).and_then(Value::as_str).unwrap_or_default();
    let named = match word {
        "invalid_request_error" => 400,
        "authentication_error" => 401,
        "permission_error" => 403,
        "not_found_error" => 404,
        "rate_limit_error" | "rate_limit_exceeded" => 429,
        "overloaded_error" => 529,
        _ => 500,
    };
    let status = code.filter(|code| (400..600).contains(code)).unwrap_or(named);
    // Without a message, the code is the message.
    let body =
        if error.get("message").is_some_and(Value::is_string) || error.is_string() { error } else { &word.into() };
    Fault::Complaint { status, body: serde_json::json!({"error": body}) }
}

/// A token count at a JSON pointer; 0 if the provider omits it.
fn count(usage: &Value, pointer: &str) -> u64 {
    usage.pointer(pointer).and_then(Value::as_u64).unwrap_or(0)
}
