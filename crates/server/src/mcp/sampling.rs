//! Questions to the caller's own model by MCP sampling (I-24). It is deprecated in MCP, and still the only way without an API key.
//!
//! Sampling has no schema and no seed, so the prompt describes the form of the answer. Tools are not offered, since the caller's model
//! would use the caller's tools. Token counts are not reported, so they are estimated.
#![expect(deprecated, reason = "sampling is deprecated in MCP; it is offered while clients have it")]
use debate::text;
use models::{Reply, Request, Stop, Usage};
use rmcp::model::{
    CreateMessageRequest, CreateMessageRequestParams, CreateMessageResult, SamplingMessage, SamplingMessageContentBlock,
};
use serde_json::Value;

/// Maximum length of an answer, in bytes. Our choice: the longest answer that rules allow, 65,536 tokens of four bytes.
const MOST_BYTES: usize = 256 << 10;

/// The sampling request for a question.
pub(super) fn request(request: &Request) -> CreateMessageRequest {
    CreateMessageRequest::new(question(request))
}

fn question(request: &Request) -> CreateMessageRequestParams {
    let asked = match &request.schema {
        Some(schema) => format!(
            "{}\n\nAnswer with one JSON object and nothing around it. It must be valid by this JSON Schema:\n{}",
            request.user, schema.body
        ),
        None => request.user.clone(),
    };
    let messages = vec![SamplingMessage::user_text(asked)];
    let params =
        CreateMessageRequestParams::new(messages, request.max_tokens).with_system_prompt(request.system.to_string());
    match request.temperature {
        Some(temperature) => params.with_temperature(temperature),
        None => params,
    }
}

/// Parses a JSON result.
pub(super) fn read(value: Value) -> Option<CreateMessageResult> {
    serde_json::from_value(value).ok()
}

/// The answer, bounded.
pub(super) fn reply(request: &Request, result: CreateMessageResult) -> Reply {
    // Only text counts as an answer.
    let words = result
        .message
        .content
        .into_vec()
        .into_iter()
        .filter_map(|block| if let SamplingMessageContentBlock::Text(it) = block { Some(it.text) } else { None });
    let mut text = words.collect::<Vec<String>>().join("\n");
    let is_cut = text.len() > MOST_BYTES || result.stop_reason.as_deref() == Some("maxTokens");
    text.truncate(text.floor_char_boundary(MOST_BYTES));
    let input = text::tokens(&request.system) + text::tokens(&request.user);
    let usage = Usage { input: input as u64, cached: 0, output: text::tokens(&text) as u64, cost: None };
    Reply { text, stop: if is_cut { Stop::Length } else { Stop::End }, usage, attempts: 1, calls: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use models::{Schema, ToolUse};
    use serde_json::json;
    use std::sync::Arc;

    fn request() -> Request {
        Request {
            call: "r1/turn/a".to_owned(),
            system: "Be brief.".into(),
            user: "Tea or coffee?".to_owned(),
            stable: Vec::new(),
            schema: Some(Arc::new(Schema::new("turn", json!({"type": "object"})))),
            max_tokens: 700,
            temperature: Some(0.5),
            seed: Some(1),
            tools: ToolUse::default(),
            data: None,
        }
    }

    /// I-24: a sampling request has everything of a question that the protocol supports, and describes the form of the answer in the
    /// prompt.
    #[test]
    fn a_question_is_whole() {
        let params = serde_json::to_value(question(&request())).unwrap();
        insta::assert_json_snapshot!(params, @r#"
        {
          "messages": [
            {
              "role": "user",
              "content": {
                "type": "text",
                "text": "Tea or coffee?\n\nAnswer with one JSON object and nothing around it. It must be valid by this JSON Schema:\n{\"type\":\"object\"}"
              }
            }
          ],
          "systemPrompt": "Be brief.",
          "temperature": 0.5,
          "maxTokens": 700
        }
        "#);
    }

    /// I-24: an answer is bounded text; other content is rejected.
    #[test]
    fn an_answer_is_words_and_bounded() {
        let said = |content: Value, stop: &str| {
            read(json!({"role": "assistant", "content": content, "model": "m", "stopReason": stop}))
        };
        let two = json!([{"type": "text", "text": "Tea"}, {"type": "image", "data": "AA==", "mimeType": "image/png"}, {"type": "text", "text": "now"}]);
        let got = reply(&request(), said(two, "endTurn").unwrap());
        assert_eq!((got.text.as_str(), got.stop, got.usage.cost), ("Tea\nnow", Stop::End, None));
        assert!(got.usage.input > 0 && got.usage.output > 0);
        let long = json!({"type": "text", "text": "é".repeat(MOST_BYTES)});
        let got = reply(&request(), said(long, "endTurn").unwrap());
        assert_eq!((got.text.len(), got.stop), (MOST_BYTES, Stop::Length));
        let cut = reply(&request(), said(json!({"type": "text", "text": "Te"}), "maxTokens").unwrap());
        assert_eq!(cut.stop, Stop::Length);
        assert_eq!(read(json!({"role": "assistant"})), None);
        assert_eq!(read(json!("Tea")), None);
    }
}
