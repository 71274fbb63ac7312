//! Anthropic's Messages.
//!
//! Structured output is `output_config.format`, general since January 2026 and without a beta header; models that do not know
//! it answer 400 and are then asked without. What stays the same is marked for the prompt cache: the system prompt, and the last part
//! of the message that later ones begin with too. What is kept is found again at the ends of blocks, so each such part is one.
use super::{Answer, Ask, Delivery, Draft, Fault, Shape, Wire, complaint, count};
use crate::chat::{Request, Stop};
use crate::key::Key;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(super) const WIRE: Wire = Wire { path: "/messages", headers, body, reply, event };

fn headers(key: &Key) -> Vec<(&'static str, String)> {
    let mut headers =
        vec![("content-type", "application/json".to_owned()), ("anthropic-version", "2023-06-01".to_owned())];
    headers.extend(key.reveal().map(|key| ("x-api-key", key.to_owned())));
    headers
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<[TextBlock<'a>; 1]>,
    messages: [Message<'a>; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_config: Option<OutputConfig<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<bool>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "text")]
struct TextBlock<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_control: Option<Ephemeral>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "ephemeral")]
struct Ephemeral {}

#[derive(Serialize)]
struct Message<'a> {
    role: &'static str,
    content: Content<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Content<'a> {
    Plain(&'a str),
    Blocks(Vec<TextBlock<'a>>),
}

#[derive(Serialize)]
struct OutputConfig<'a> {
    format: Format<'a>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "json_schema")]
struct Format<'a> {
    schema: &'a Value,
}

fn body(ask: &Ask<'_>) -> serde_json::Result<Vec<u8>> {
    let (request, accepts) = (ask.request, ask.accepts);
    let system = TextBlock { text: &request.system, cache_control: Some(Ephemeral {}) };
    serde_json::to_vec(&Body {
        model: ask.model,
        max_tokens: request.max_tokens,
        system: (!request.system.is_empty()).then_some([system]),
        messages: [Message { role: "user", content: content(request) }],
        temperature: request.temperature.filter(|_| accepts.temperature),
        output_config: request
            .schema
            .as_deref()
            .filter(|_| accepts.shape == Shape::Schema)
            .map(|schema| OutputConfig { format: Format { schema: &schema.body } }),
        stream: (ask.delivery == Delivery::Streamed).then_some(true),
    })
}

/// The message in one piece, or cut where parts end that later ones begin with too; the last of these is marked.
fn content(request: &Request) -> Content<'_> {
    let mut rest = request.user.as_str();
    let mut blocks: Vec<TextBlock<'_>> = Vec::new();
    for end in &request.stable {
        let start = request.user.len() - rest.len();
        // A place that is none cuts nothing.
        let Some((text, after)) = end.checked_sub(start).and_then(|it| rest.split_at_checked(it)) else { continue };
        if !text.trim().is_empty() && !after.trim().is_empty() {
            blocks.push(TextBlock { text, cache_control: None });
            rest = after;
        }
    }
    match blocks.last_mut() {
        Some(last) => last.cache_control = Some(Ephemeral {}),
        None => return Content::Plain(rest),
    }
    blocks.push(TextBlock { text: rest, cache_control: None });
    Content::Blocks(blocks)
}

/// A whole message, and also what `message_start` carries.
#[derive(Deserialize)]
struct Spoken {
    content: Option<Vec<Block>>,
    stop_reason: Option<String>,
    usage: Option<Value>,
    error: Option<Value>,
}

/// A block of any kind: only text blocks have `text`. Thinking is not part of the answer.
#[derive(Deserialize)]
struct Block {
    text: Option<String>,
}

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "type")]
    kind: String,
    message: Option<Spoken>,
    delta: Option<Delta>,
    usage: Option<Value>,
    error: Option<Value>,
}

/// What a block, or the message as a whole, gained.
#[derive(Deserialize)]
struct Delta {
    text: Option<String>,
    stop_reason: Option<String>,
}

fn reply(body: &[u8]) -> Result<Answer, Fault> {
    let spoken: Spoken = serde_json::from_slice(body).map_err(|_| Fault::Foreign)?;
    if let Some(error) = spoken.error {
        return Err(complaint(&error));
    }
    let mut draft = Draft { is_done: true, ..Draft::default() };
    for text in spoken.content.ok_or(Fault::Foreign)?.into_iter().filter_map(|block| block.text) {
        if draft.text.is_empty() {
            draft.text = text;
        } else {
            draft.text.push_str(&text);
        }
    }
    draft.stop = spoken.stop_reason.as_deref().map(stop);
    count_all(&mut draft, spoken.usage.as_ref());
    draft.finish().ok_or(Fault::Foreign)
}

fn event(draft: &mut Draft, data: &str) -> Result<(), Fault> {
    let event: Event = serde_json::from_str(data).map_err(|_| Fault::Foreign)?;
    if let Some(error) = event.error {
        return Err(complaint(&error));
    }
    if let Some(delta) = event.delta {
        draft.text.push_str(delta.text.as_deref().unwrap_or_default());
        draft.stop = delta.stop_reason.as_deref().map(stop).or(draft.stop);
    }
    count_all(draft, event.message.and_then(|message| message.usage).as_ref());
    count_all(draft, event.usage.as_ref());
    draft.is_done |= event.kind == "message_stop";
    Ok(())
}

/// Adds up the prompt, which Anthropic counts in three parts. Later events count all anew, or leave parts out.
fn count_all(draft: &mut Draft, usage: Option<&Value>) {
    let Some(usage) = usage else { return };
    let (cached, cache_writes) =
        (count(usage, "/cache_read_input_tokens"), count(usage, "/cache_creation_input_tokens"));
    let input = count(usage, "/input_tokens") + cached + cache_writes;
    if input >= draft.usage.input {
        draft.usage.input = input;
        draft.usage.cached = cached;
        draft.cache_writes = cache_writes;
    }
    draft.usage.output = draft.usage.output.max(count(usage, "/output_tokens"));
}

fn stop(reason: &str) -> Stop {
    match reason {
        "max_tokens" | "model_context_window_exceeded" => Stop::Length,
        "refusal" => Stop::Refused,
        _ => Stop::End,
    }
}
