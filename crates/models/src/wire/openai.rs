//! OpenAI's Chat Completions API, as OpenAI and compatible servers implement it.
//!
//! One set of types parses answers and stream chunks: a chunk is an answer whose `message` is called `delta`.
//! Parsing is lenient where servers differ: `content` may be null or a list of parts, `usage` may lack any field.
use super::{
    Answer, BodyInput, Delivery, Draft, Fault, Shape, TokenField, ToolForm, Wire, complaint, count, tool_fallback,
};
use crate::chat::{self, Exchange, Stop, Tool, ToolCall, Usage};
use crate::key::Key;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;

pub(super) const WIRE: Wire = Wire { path: "/chat/completions", headers, body, reply, event };

fn headers(key: &Key) -> Vec<(&'static str, String)> {
    let mut headers = vec![("content-type", "application/json".to_owned())];
    headers.extend(key.reveal().map(|key| ("authorization", format!("Bearer {key}"))));
    headers
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Message<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<Format<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Offer<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
}

#[derive(Serialize)]
struct Message<'a> {
    role: &'static str,
    content: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<Called<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<&'a str>,
}

impl<'a> Message<'a> {
    fn text(role: &'static str, content: impl Into<Cow<'a, str>>) -> Message<'a> {
        Message { role, content: Some(content.into()), tool_calls: Vec::new(), tool_call_id: None }
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "function")]
struct Called<'a> {
    id: &'a str,
    function: CalledFunction<'a>,
}

impl<'a> From<&'a ToolCall> for Called<'a> {
    fn from(call: &'a ToolCall) -> Called<'a> {
        Called { id: &call.id, function: CalledFunction { name: &call.name, arguments: call.object().to_string() } }
    }
}

#[derive(Serialize)]
struct CalledFunction<'a> {
    name: &'a str,
    arguments: String,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "function")]
struct Offer<'a> {
    function: Function<'a>,
}

impl<'a> From<&'a Tool> for Offer<'a> {
    fn from(Tool { name, description, schema }: &'a Tool) -> Offer<'a> {
        Offer { function: Function { name, description, parameters: schema } }
    }
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    description: &'a str,
    parameters: &'a Value,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Format<'a> {
    JsonSchema { json_schema: NamedSchema<'a> },
    JsonObject,
}

#[derive(Serialize)]
struct NamedSchema<'a> {
    name: &'a str,
    strict: bool,
    schema: &'a RawValue,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

fn body(input: &BodyInput<'_>) -> serde_json::Result<Vec<u8>> {
    let (request, accepts) = (input.request, input.accepts);
    let limit = |field| (accepts.token_field == field).then_some(request.max_tokens);
    let messages = [("system", &*request.system), ("user", request.user.as_str())];
    let messages = messages.into_iter().filter(|(_, content)| !content.is_empty());
    let mut messages: Vec<Message<'_>> = messages.map(|(role, content)| Message::text(role, content)).collect();
    let tools = &request.tools;
    for exchange in &tools.exchanges {
        match accepts.tools {
            ToolForm::WithSchema | ToolForm::WithoutSchema => messages.extend(exchanged(exchange)),
            ToolForm::AsText => {
                let (said, found) = tool_fallback::exchange(exchange);
                messages.extend([Message::text("assistant", said), Message::text("user", found)]);
            }
        }
    }
    let is_native = accepts.tools != ToolForm::AsText && tools.is_any();
    let streamed = input.delivery == Delivery::Streamed;
    serde_json::to_vec(&Body {
        model: input.model,
        messages,
        max_tokens: limit(TokenField::MaxTokens),
        max_completion_tokens: limit(TokenField::MaxCompletionTokens),
        temperature: request.temperature.filter(|_| accepts.temperature),
        seed: request.seed.filter(|_| accepts.seed),
        response_format: request.schema.as_deref().and_then(|schema| match accepts.shape(request) {
            Shape::Schema => {
                let json_schema = NamedSchema { name: schema.name, strict: true, schema: schema.written()? };
                Some(Format::JsonSchema { json_schema })
            }
            Shape::Object => Some(Format::JsonObject),
            Shape::Free => None,
        }),
        tools: tools.offered.iter().filter(|_| is_native).map(Offer::from).collect(),
        // Earlier calls stay in the conversation, so the tool definitions must stay too.
        tool_choice: (is_native && !tools.offered.is_empty() && tools.choice == chat::Choice::Answer).then_some("none"),
        stream: streamed.then_some(true),
        stream_options: (streamed && accepts.stream_usage).then_some(StreamOptions { include_usage: true }),
    })
}

/// A reply with tool calls and the results, one message for each result.
fn exchanged(exchange: &Exchange) -> Vec<Message<'_>> {
    let content = Some(exchange.text.as_str()).filter(|it| !it.is_empty()).map(Cow::from);
    let tool_calls = exchange.calls.iter().map(Called::from).collect();
    let mut messages = vec![Message { role: "assistant", content, tool_calls, tool_call_id: None }];
    messages.extend(
        exchange
            .results
            .iter()
            .map(|it| Message { tool_call_id: Some(&it.id), ..Message::text("tool", it.text.as_str()) }),
    );
    messages
}

#[derive(Deserialize)]
struct Completion {
    choices: Option<Vec<Choice>>,
    usage: Option<Value>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(alias = "delta")]
    message: Option<MessageBody>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct MessageBody {
    content: Option<Content>,
    refusal: Option<String>,
    tool_calls: Option<Vec<RawToolCall>>,
}

/// A tool call, or a piece of one.
#[derive(Deserialize)]
struct RawToolCall {
    index: Option<u64>,
    id: Option<String>,
    function: Option<RawFunction>,
}

/// The arguments are a string of JSON; some compatible servers send the JSON value itself.
#[derive(Deserialize)]
struct RawFunction {
    name: Option<String>,
    arguments: Option<Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<Part>),
}

#[derive(Deserialize)]
struct Part {
    text: Option<String>,
    refusal: Option<String>,
}

fn reply(body: &[u8]) -> Result<Answer, Fault> {
    let mut draft = Draft::default();
    let completion: Completion = serde_json::from_slice(body).map_err(|_| Fault::Malformed)?;
    if completion.error.is_none() && completion.choices.as_ref().is_none_or(Vec::is_empty) {
        return Err(Fault::Malformed);
    }
    apply(&mut draft, completion)?;
    draft.is_done = true;
    draft.finish().ok_or(Fault::Malformed)
}

fn event(draft: &mut Draft, data: &str) -> Result<(), Fault> {
    if data == "[DONE]" {
        draft.is_done = true;
        return Ok(());
    }
    apply(draft, serde_json::from_str(data).map_err(|_| Fault::Malformed)?)
}

fn apply(draft: &mut Draft, completion: Completion) -> Result<(), Fault> {
    if let Some(error) = completion.error {
        return Err(complaint(&error));
    }
    if let Some(choice) = completion.choices.into_iter().flatten().next() {
        if let Some(message) = choice.message {
            draft.refusal.push_str(message.refusal.as_deref().unwrap_or_default());
            match message.content {
                Some(Content::Text(text)) if draft.text.is_empty() => draft.text = text,
                Some(Content::Text(text)) => draft.text.push_str(&text),
                Some(Content::Parts(parts)) => {
                    for part in parts {
                        draft.text.push_str(part.text.as_deref().unwrap_or_default());
                        draft.refusal.push_str(part.refusal.as_deref().unwrap_or_default());
                    }
                }
                None => {}
            }
            for RawToolCall { index, id, function } in message.tool_calls.into_iter().flatten() {
                let (name, arguments) = function.map_or((None, None), |it| (it.name, it.arguments));
                let arguments = match arguments {
                    Some(Value::String(text)) => text,
                    Some(Value::Null) | None => String::new(),
                    Some(json) => json.to_string(),
                };
                draft.call(index, id.as_deref().unwrap_or_default(), name.as_deref().unwrap_or_default(), &arguments);
            }
        }
        draft.stop = choice.finish_reason.as_deref().map(stop).or(draft.stop);
    }
    if let Some(usage) = completion.usage.filter(Value::is_object) {
        draft.usage = Usage {
            input: count(&usage, "/prompt_tokens"),
            cached: count(&usage, "/prompt_tokens_details/cached_tokens"),
            output: count(&usage, "/completion_tokens"),
            cost: reported_cost(&usage),
        };
    }
    Ok(())
}

fn stop(reason: &str) -> Stop {
    match reason {
        "length" => Stop::Length,
        "content_filter" => Stop::Refused,
        _ => Stop::End,
    }
}

/// OpenRouter sends `"cost": 0.01`, Perplexity `"cost": {"total_cost": 0.01}`; the others send none.
fn reported_cost(usage: &Value) -> Option<f64> {
    let cost = usage.get("cost")?;
    cost.as_f64().or_else(|| cost.get("total_cost")?.as_f64())
}
