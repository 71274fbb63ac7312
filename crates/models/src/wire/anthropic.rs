//! Anthropic's Messages API.
//!
//! Structured output is `output_config.format`, generally available since January 2026 without a beta header; models without it
//! answer 400, and the call is retried without it. Prompt cache marks are set on the system prompt and on the last prefix of the
//! message that later requests share. Cached prefixes end at block boundaries, so each shared prefix is a block.
use super::{Answer, BodyInput, Delivery, Draft, Fault, Shape, ToolForm, Wire, complaint, count, tool_fallback};
use crate::chat::{Choice, Exchange, Request, Stop, Tool, ToolCall, ToolResult};
use crate::key::Key;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

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
    messages: Vec<Message<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_config: Option<OutputConfig<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Offer<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<NoTool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<bool>,
}

#[derive(Serialize)]
struct Offer<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: &'a Value,
}

impl<'a> From<&'a Tool> for Offer<'a> {
    fn from(Tool { name, description, schema }: &'a Tool) -> Offer<'a> {
        Offer { name, description, input_schema: schema }
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "none")]
struct NoTool {}

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
    Owned(String),
    Blocks(Vec<TextBlock<'a>>),
    Exchanged(Vec<ToolBlock<'a>>),
}

/// A block of a conversation with tools.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ToolBlock<'a> {
    Text {
        text: &'a str,
    },
    ToolUse {
        id: &'a str,
        name: &'a str,
        input: Value,
    },
    ToolResult {
        tool_use_id: &'a str,
        content: &'a str,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        is_error: bool,
    },
}

impl<'a> From<&'a ToolCall> for ToolBlock<'a> {
    fn from(call: &'a ToolCall) -> ToolBlock<'a> {
        ToolBlock::ToolUse { id: &call.id, name: &call.name, input: call.object() }
    }
}

impl<'a> From<&'a ToolResult> for ToolBlock<'a> {
    fn from(ToolResult { id, text, is_error }: &'a ToolResult) -> ToolBlock<'a> {
        ToolBlock::ToolResult { tool_use_id: id, content: text, is_error: *is_error }
    }
}

#[derive(Serialize)]
struct OutputConfig<'a> {
    format: Format<'a>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "json_schema")]
struct Format<'a> {
    schema: &'a RawValue,
}

fn body(input: &BodyInput<'_>) -> serde_json::Result<Vec<u8>> {
    let (request, accepts) = (input.request, input.accepts);
    let tools = &request.tools;
    let mut messages = vec![Message { role: "user", content: content(request) }];
    for exchange in &tools.exchanges {
        let (said, found) = match accepts.tools {
            ToolForm::WithSchema | ToolForm::WithoutSchema => exchanged(exchange),
            ToolForm::AsText => {
                let (said, found) = tool_fallback::exchange(exchange);
                (Content::Owned(said), Content::Owned(found))
            }
        };
        messages.extend([Message { role: "assistant", content: said }, Message { role: "user", content: found }]);
    }
    let is_native = accepts.tools != ToolForm::AsText && tools.is_any();
    let system = TextBlock { text: &request.system, cache_control: Some(Ephemeral {}) };
    serde_json::to_vec(&Body {
        model: input.model,
        max_tokens: request.max_tokens,
        system: (!request.system.is_empty()).then_some([system]),
        messages,
        temperature: request.temperature.filter(|_| accepts.temperature),
        output_config: request
            .schema
            .as_deref()
            .filter(|_| accepts.shape(request) == Shape::Schema)
            .and_then(|schema| Some(OutputConfig { format: Format { schema: schema.written()? } })),
        tools: tools.offered.iter().filter(|_| is_native).map(Offer::from).collect(),
        // Tool blocks in the conversation require the tool definitions, even if no call is allowed any more.
        tool_choice: (is_native && !tools.offered.is_empty() && tools.choice == Choice::Answer).then_some(NoTool {}),
        stream: (input.delivery == Delivery::Streamed).then_some(true),
    })
}

/// The message in one piece, or in blocks at the offsets of shared prefixes; the last of these has the cache mark.
fn content(request: &Request) -> Content<'_> {
    let mut rest = request.user.as_str();
    let mut blocks: Vec<TextBlock<'_>> = Vec::new();
    for end in &request.stable {
        let start = request.user.len() - rest.len();
        // An invalid offset is ignored.
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

/// A reply with tool calls and the results, as the contents of two messages. Empty text blocks are left out, since the API refuses
/// them.
fn exchanged(exchange: &Exchange) -> (Content<'_>, Content<'_>) {
    let text = Some(exchange.text.as_str()).filter(|it| !it.trim().is_empty());
    let said = text.map(|text| ToolBlock::Text { text }).into_iter().chain(exchange.calls.iter().map(ToolBlock::from));
    let found = exchange.results.iter().map(ToolBlock::from);
    (Content::Exchanged(said.collect()), Content::Exchanged(found.collect()))
}

/// A whole message, and also the content of `message_start`.
#[derive(Deserialize)]
struct MessageBody {
    content: Option<Vec<Block>>,
    stop_reason: Option<String>,
    usage: Option<Value>,
    error: Option<Value>,
}

/// A block of any kind: only text blocks have `text`, and only tool calls an `input`. Thinking blocks are not part of the answer.
#[derive(Deserialize)]
struct Block {
    text: Option<String>,
    id: Option<String>,
    name: Option<String>,
    input: Option<Value>,
}

impl Block {
    /// Adds a tool call to the answer, if this is one. In a stream `input` is an empty object, and the arguments follow in pieces.
    fn add_to(self, draft: &mut Draft, index: Option<u64>, delivery: Delivery) {
        let (Some(id), Some(name), Some(input)) = (self.id, self.name, self.input) else { return };
        let arguments = match delivery {
            Delivery::Whole => input.to_string(),
            Delivery::Streamed => String::new(),
        };
        draft.call(index, &id, &name, &arguments);
    }
}

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "type")]
    kind: String,
    index: Option<u64>,
    content_block: Option<Block>,
    message: Option<MessageBody>,
    delta: Option<Delta>,
    usage: Option<Value>,
    error: Option<Value>,
}

/// An increment of a block or of the message.
#[derive(Deserialize)]
struct Delta {
    text: Option<String>,
    partial_json: Option<String>,
    stop_reason: Option<String>,
}

fn reply(body: &[u8]) -> Result<Answer, Fault> {
    let message: MessageBody = serde_json::from_slice(body).map_err(|_| Fault::Malformed)?;
    if let Some(error) = message.error {
        return Err(complaint(&error));
    }
    let mut draft = Draft { is_done: true, ..Draft::default() };
    for mut block in message.content.ok_or(Fault::Malformed)? {
        match block.text.take() {
            Some(text) if draft.text.is_empty() => draft.text = text,
            Some(text) => draft.text.push_str(&text),
            None => block.add_to(&mut draft, None, Delivery::Whole),
        }
    }
    draft.stop = message.stop_reason.as_deref().map(stop);
    count_all(&mut draft, message.usage.as_ref());
    draft.finish().ok_or(Fault::Malformed)
}

fn event(draft: &mut Draft, data: &str) -> Result<(), Fault> {
    let event: Event = serde_json::from_str(data).map_err(|_| Fault::Malformed)?;
    if let Some(error) = event.error {
        return Err(complaint(&error));
    }
    if let Some(block) = event.content_block {
        block.add_to(draft, event.index, Delivery::Streamed);
    }
    if let Some(delta) = event.delta {
        if let Some(json) = delta.partial_json {
            draft.call(event.index, "", "", &json);
        }
        draft.text.push_str(delta.text.as_deref().unwrap_or_default());
        draft.stop = delta.stop_reason.as_deref().map(stop).or(draft.stop);
    }
    count_all(draft, event.message.and_then(|message| message.usage).as_ref());
    count_all(draft, event.usage.as_ref());
    draft.is_done |= event.kind == "message_stop";
    Ok(())
}

/// Sums the prompt's tokens, which Anthropic counts in three parts. Later events repeat the counts, or omit some.
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
