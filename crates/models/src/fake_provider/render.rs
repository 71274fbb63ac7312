//! The fake provider's answers in both dialects.
use super::Received;
use crate::chat::{Stop, ToolCall};
use crate::wire::Dialect;
use serde_json::{Value, json};
use std::fmt::Write;

pub(super) const EVENT_STREAM: &str = "text/event-stream";

/// Characters in a streamed piece.
const PIECE: usize = 16;

/// A whole HTTP response.
pub(super) fn response(code: u16, kind: &str, headers: &[(String, String)], body: &str) -> Vec<u8> {
    let mut response = format!("HTTP/1.1 {code} -\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n", body.len());
    for (name, value) in headers {
        // Writing to a string can't fail.
        let _ = write!(response, "{name}: {value}\r\n");
    }
    response.push_str("\r\n");
    response.push_str(body);
    response.into_bytes()
}

/// The body of an answer: one piece, or one for each event.
pub(super) fn body(received: &Received, text: &str, calls: &[ToolCall], stop: Stop) -> Vec<String> {
    if received.path.ends_with("/models") {
        return vec![json!({"object": "list", "data": [{"id": "fake", "object": "model"}]}).to_string()];
    }
    let tokens = Tokens { input: received.length / 4, output: text.len() / 4 + 1 };
    match (received.dialect(), received.is_streamed()) {
        (Dialect::OpenaiChat, false) => vec![openai_whole(text, calls, stop, &tokens)],
        (Dialect::OpenaiChat, true) => openai_events(text, calls, stop, &tokens),
        (Dialect::Anthropic, false) => vec![anthropic_whole(text, calls, stop, &tokens)],
        (Dialect::Anthropic, true) => anthropic_events(text, calls, stop, &tokens),
    }
}

struct Tokens {
    input: usize,
    output: usize,
}

fn pieces(text: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(PIECE).map(|piece| piece.iter().collect()).collect::<Vec<String>>().into_iter()
}

fn openai_usage(tokens: &Tokens) -> Value {
    json!({"prompt_tokens": tokens.input, "completion_tokens": tokens.output, "total_tokens": tokens.input + tokens.output,
           "prompt_tokens_details": {"cached_tokens": 0}})
}

fn openai_reason(stop: Stop, calls: &[ToolCall]) -> &'static str {
    match stop {
        Stop::End if !calls.is_empty() => "tool_calls",
        Stop::End | Stop::Refused => "stop",
        Stop::Length => "length",
    }
}

fn openai_whole(text: &str, calls: &[ToolCall], stop: Stop, tokens: &Tokens) -> String {
    let mut message = match stop {
        Stop::Refused => json!({"role": "assistant", "content": null, "refusal": text}),
        Stop::End | Stop::Length => json!({"role": "assistant", "content": text, "refusal": null}),
    };
    if let (Some(fields), false) = (message.as_object_mut(), calls.is_empty()) {
        let called = |it: &ToolCall| json!({"id": it.id, "type": "function", "function": {"name": it.name, "arguments": it.arguments}});
        fields.insert("tool_calls".to_owned(), calls.iter().map(called).collect());
    }
    json!({"id": "chatcmpl-fake", "object": "chat.completion", "created": 1_790_000_000, "model": "fake",
           "choices": [{"index": 0, "message": message, "finish_reason": openai_reason(stop, calls)}],
           "usage": openai_usage(tokens)})
    .to_string()
}

fn openai_events(text: &str, calls: &[ToolCall], stop: Stop, tokens: &Tokens) -> Vec<String> {
    let event = |choices: Value, usage: Value| {
        let chunk = json!({"id": "chatcmpl-fake", "object": "chat.completion.chunk", "model": "fake",
                           "choices": choices, "usage": usage});
        format!("data: {chunk}\n\n")
    };
    let choice = |delta: Value, reason: Value| json!([{"index": 0, "delta": delta, "finish_reason": reason}]);
    let field = if stop == Stop::Refused { "refusal" } else { "content" };
    let mut events = vec![event(choice(json!({"role": "assistant", "content": ""}), Value::Null), Value::Null)];
    events.extend(pieces(text).map(|piece| event(choice(json!({field: piece}), Value::Null), Value::Null)));
    for (index, ToolCall { id, name, arguments }) in calls.iter().enumerate() {
        let mut called =
            |call: Value| events.push(event(choice(json!({"tool_calls": [call]}), Value::Null), Value::Null));
        let function = json!({"name": name, "arguments": ""});
        called(json!({"index": index, "id": id, "type": "function", "function": function}));
        pieces(arguments).for_each(|it| called(json!({"index": index, "function": {"arguments": it}})));
    }
    events.push(event(choice(json!({}), openai_reason(stop, calls).into()), Value::Null));
    events.push(event(json!([]), openai_usage(tokens)));
    events.push("data: [DONE]\n\n".to_owned());
    events
}

fn anthropic_reason(stop: Stop, calls: &[ToolCall]) -> &'static str {
    match stop {
        Stop::End if !calls.is_empty() => "tool_use",
        Stop::End => "end_turn",
        Stop::Length => "max_tokens",
        Stop::Refused => "refusal",
    }
}

fn anthropic_message(content: Value, reason: Value, tokens: &Tokens, output: usize) -> Value {
    json!({"id": "msg_fake", "type": "message", "role": "assistant", "model": "fake", "content": content,
           "stop_reason": reason, "stop_sequence": null,
           "usage": {"input_tokens": tokens.input, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0,
                     "output_tokens": output}})
}

fn anthropic_whole(text: &str, calls: &[ToolCall], stop: Stop, tokens: &Tokens) -> String {
    let mut content = Vec::new();
    content.extend((!text.is_empty() || calls.is_empty()).then(|| json!({"type": "text", "text": text})));
    content.extend(calls.iter().map(|it| {
        // This dialect has arguments as a JSON value, so invalid JSON can't be sent in one piece.
        let input: Value = serde_json::from_str(&it.arguments).unwrap_or_else(|_| json!({}));
        json!({"type": "tool_use", "id": it.id, "name": it.name, "input": input})
    }));
    anthropic_message(content.into(), anthropic_reason(stop, calls).into(), tokens, tokens.output).to_string()
}

fn anthropic_events(text: &str, calls: &[ToolCall], stop: Stop, tokens: &Tokens) -> Vec<String> {
    let event = |kind: &str, mut data: Value| {
        if let Some(fields) = data.as_object_mut() {
            fields.insert("type".to_owned(), kind.into());
        }
        format!("event: {kind}\ndata: {data}\n\n")
    };
    let message = anthropic_message(json!([]), Value::Null, tokens, 1);
    let mut events = vec![
        event("message_start", json!({"message": message})),
        event("content_block_start", json!({"index": 0, "content_block": {"type": "text", "text": ""}})),
        event("ping", json!({})),
    ];
    events.extend(pieces(text).map(|piece| {
        event("content_block_delta", json!({"index": 0, "delta": {"type": "text_delta", "text": piece}}))
    }));
    let ending = json!({"stop_reason": anthropic_reason(stop, calls), "stop_sequence": null});
    events.push(event("content_block_stop", json!({"index": 0})));
    for (place, ToolCall { id, name, arguments }) in calls.iter().enumerate() {
        let index = place + 1;
        let block = json!({"type": "tool_use", "id": id, "name": name, "input": {}});
        events.push(event("content_block_start", json!({"index": index, "content_block": block})));
        events.extend(pieces(arguments).map(|it| {
            event(
                "content_block_delta",
                json!({"index": index, "delta": {"type": "input_json_delta", "partial_json": it}}),
            )
        }));
        events.push(event("content_block_stop", json!({"index": index})));
    }
    events.extend([
        event("message_delta", json!({"delta": ending, "usage": {"output_tokens": tokens.output}})),
        event("message_stop", json!({})),
    ]);
    events
}
