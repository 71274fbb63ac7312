//! Tools over the wire: offered, called, answered, refused; in both dialects, streamed and not.
use crate::support::{DIALECTS, KEY, Listener, fake, hurried, open, request, schema};
use models::fake_provider::Behaviour;
use models::wire::{Answer, Capabilities, Delivery, Endpoint, Shape, TokenField, ToolForm};
use models::{Choice, Dialect, Exchange, Key, Model, Request, Stop, Tool, ToolCall, ToolResult, ToolUse};
use serde_json::{Value, json};

fn endpoint(dialect: Dialect) -> Endpoint {
    Endpoint {
        provider: "fake".to_owned(),
        dialect,
        base_url: "http://127.0.0.1:1/v1".to_owned(),
        model: "parrot".to_owned(),
        key_env: None,
        key: Key::new(KEY),
    }
}

fn arguments() -> Value {
    json!({"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"],
           "additionalProperties": false})
}

fn call(id: &str, name: &str, arguments: &str) -> ToolCall {
    ToolCall { id: id.to_owned(), name: name.to_owned(), arguments: arguments.to_owned() }
}

fn with_tools(exchanges: Vec<Exchange>, choice: Choice) -> Request {
    let tool = Tool { name: "look".to_owned(), description: "Looks things up.".to_owned(), schema: arguments() };
    let tools = ToolUse { offered: [tool].into(), exchanges, choice };
    Request { schema: Some(schema()), tools, ..request() }
}

/// Two calls at once, one of them with invalid arguments.
fn exchange() -> Exchange {
    let result = |id: &str, text: &str, is_error| ToolResult { id: id.to_owned(), text: text.to_owned(), is_error };
    Exchange {
        text: "Let me see.".to_owned(),
        calls: vec![call("a", "look", r#"{"query": "yield"}"#), call("b", "look", "{\"que")],
        results: vec![result("a", "| 3.1 %", false), result("b", "| no JSON object", true)],
    }
}

fn body(dialect: Dialect, request: &Request, accepts: Capabilities) -> Value {
    serde_json::from_slice(&endpoint(dialect).body(request, accepts, Delivery::Whole)).unwrap()
}

/// O-10, O-02: tools, calls and results are where each dialect wants them, beside the answer's schema. When no call is allowed any
/// more, the conversation keeps the earlier ones.
#[test]
fn tools_are_put_as_each_dialect_wants_them() {
    let all = Capabilities::all(TokenField::MaxTokens);
    let openai = |request: &Request| body(Dialect::OpenaiChat, request, all);
    let first = openai(&with_tools(Vec::new(), Choice::Free));
    let function = json!({"name": "look", "description": "Looks things up.", "parameters": arguments()});
    assert_eq!(first["tools"], json!([{"type": "function", "function": function}]));
    assert_eq!((first.get("tool_choice"), first["response_format"]["type"].as_str()), (None, Some("json_schema")));
    let last = openai(&with_tools(vec![exchange()], Choice::Answer));
    assert_eq!((&last["tool_choice"], &last["tools"]), (&json!("none"), &first["tools"]));
    let called = |id: &str, arguments: &str| json!({"type": "function", "id": id, "function": {"name": "look", "arguments": arguments}});
    assert_eq!(
        last["messages"].as_array().unwrap()[2..],
        [
            json!({"role": "assistant", "content": "Let me see.", "tool_calls": [called("a", r#"{"query":"yield"}"#), called("b", "{}")]}),
            json!({"role": "tool", "content": "| 3.1 %", "tool_call_id": "a"}),
            json!({"role": "tool", "content": "| no JSON object", "tool_call_id": "b"}),
        ]
    );

    let anthropic = |request: &Request| body(Dialect::Anthropic, request, all);
    let first = anthropic(&with_tools(Vec::new(), Choice::Free));
    let offer = json!([{"name": "look", "description": "Looks things up.", "input_schema": arguments()}]);
    assert_eq!((&first["tools"], first.get("tool_choice")), (&offer, None));
    assert_eq!(first["output_config"]["format"]["type"], "json_schema");
    let last = anthropic(&with_tools(vec![exchange()], Choice::Answer));
    assert_eq!((&last["tools"], &last["tool_choice"]), (&offer, &json!({"type": "none"})));
    let used = |id: &str, input: Value| json!({"type": "tool_use", "id": id, "name": "look", "input": input});
    assert_eq!(
        last["messages"].as_array().unwrap()[1..],
        [
            json!({"role": "assistant", "content": [{"type": "text", "text": "Let me see."},
                   used("a", json!({"query": "yield"})), used("b", json!({}))]}),
            json!({"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": "| 3.1 %"},
                {"type": "tool_result", "tool_use_id": "b", "content": "| no JSON object", "is_error": true}]}),
        ]
    );
}

/// O-10: without tools a request is the same to the byte, whatever the choice.
#[test]
fn without_tools_a_request_is_as_it_was() {
    let plain = Request { schema: Some(schema()), ..request() };
    let over = Request { tools: ToolUse { choice: Choice::Answer, ..ToolUse::default() }, ..plain.clone() };
    let spared = Request {
        tools: ToolUse { exchanges: Vec::new(), ..with_tools(Vec::new(), Choice::Answer).tools },
        ..plain.clone()
    };
    for dialect in DIALECTS {
        let bytes = |request: &Request| {
            endpoint(dialect).body(request, Capabilities::all(TokenField::MaxTokens), Delivery::Whole)
        };
        assert!(!String::from_utf8(bytes(&plain)).unwrap().contains("tool"));
        assert_eq!(bytes(&over), bytes(&plain));
        assert_eq!(bytes(&spared), bytes(&plain), "nothing was called, and nothing may be");
    }
}

/// O-10, O-02: a model without tools gets results as text; one that accepts tools only without a schema gets none while it may call
/// them.
#[test]
fn what_a_model_does_not_take_is_put_otherwise() {
    let as_text = Capabilities { tools: ToolForm::AsText, ..Capabilities::all(TokenField::MaxTokens) };
    for (dialect, from) in [(Dialect::OpenaiChat, 2), (Dialect::Anthropic, 1)] {
        let body = body(dialect, &with_tools(vec![exchange()], Choice::Free), as_text);
        assert_eq!((body.get("tools"), body.get("tool_choice")), (None, None));
        assert_eq!(
            body["messages"].as_array().unwrap()[from..],
            [
                json!({"role": "assistant", "content": "Let me see.\nlook {\"query\": \"yield\"}\nlook {\"que"}),
                json!({"role": "user", "content": "| 3.1 %\n\n| no JSON object"}),
            ]
        );
    }
    let without_schema = Capabilities { tools: ToolForm::WithoutSchema, shape: Shape::Schema, ..as_text };
    for (choice, is_shaped) in [(Choice::Free, false), (Choice::Answer, true)] {
        let asked = with_tools(vec![exchange()], choice);
        assert_eq!(body(Dialect::OpenaiChat, &asked, without_schema).get("response_format").is_some(), is_shaped);
        assert_eq!(body(Dialect::Anthropic, &asked, without_schema).get("output_config").is_some(), is_shaped);
    }
}

fn listen(dialect: Dialect, pieces: &[&[u8]]) -> (Answer, String) {
    let endpoint = endpoint(dialect);
    let (mut stream, mut heard) = (endpoint.stream(), String::new());
    pieces.iter().for_each(|it| stream.push(it, |words| heard.push_str(words)).unwrap());
    (stream.finish().unwrap(), heard)
}

/// O-10, O-02: tool calls are parsed the same streamed and not, in both dialects, several at once and with text beside.
#[tokio::test]
async fn what_is_called_is_the_same_whole_and_streamed() {
    let wanted = [
        call("use_0", "look", r#"{"query":"yield – “naïve”"}"#),
        call("use_1", "calculate", r#"{"expression":"3 + 4"}"#),
    ];
    for dialect in DIALECTS {
        for text in ["", "Let me see."] {
            let calls = wanted.to_vec();
            let fake = fake(move |_| Behaviour::Tools { text: text.to_owned(), calls: calls.clone() }).await;
            let model = open(&fake, dialect, hurried());
            let asked = with_tools(Vec::new(), Choice::Free);
            let whole = model.ask(&asked, None).await.unwrap();
            let listener = Listener::default();
            let streamed = model.ask(&asked, Some(&listener)).await.unwrap();
            assert_eq!(
                (whole.text.as_str(), whole.stop, whole.calls.as_slice()),
                (text, Stop::End, &wanted[..]),
                "{dialect:?}"
            );
            assert_eq!(
                (streamed.text, streamed.stop, streamed.calls),
                (whole.text, whole.stop, whole.calls),
                "{dialect:?}"
            );
            assert_eq!(listener.heard(), text, "calls are not words");
        }
    }
}

/// O-10: arguments in pieces, however the bytes are split.
#[test]
fn a_call_may_be_split_anywhere() {
    let openai = concat!(
        "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"look\",\"arguments\":\"\"}}]}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"look\",\"arguments\":\"{\\\"q\\\"\"}}]}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{}\"}}]}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":1,\"function\":{\"arguments\":\": 1}\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\n",
        "data: [DONE]\n\n",
    );
    let anthropic = concat!(
        "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"look\",\"input\":{}}}\n\n",
        "data: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"b\",\"name\":\"look\",\"input\":{}}}\n\n",
        "data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"q\\\"\"}}\n\n",
        "data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\": 1}\"}}\n\n",
        "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"}}\n\n",
        "data: {\"type\":\"message_stop\"}\n\n",
    );
    for (dialect, stream) in [(Dialect::OpenaiChat, openai), (Dialect::Anthropic, anthropic)] {
        for split in 0..=stream.len() {
            let (head, tail) = stream.as_bytes().split_at(split);
            let (answer, heard) = listen(dialect, &[head, tail]);
            assert_eq!(answer.calls, [call("a", "look", "{}"), call("b", "look", r#"{"q":1}"#)], "{dialect:?} {split}");
            assert_eq!((answer.stop, heard.as_str()), (Stop::End, ""));
        }
    }
}

/// O-10: compatible servers omit ids and indices, use one index for all calls, or send arguments as JSON; a truncated call keeps
/// what was received.
#[test]
fn calls_are_read_as_imitators_write_them() {
    let whole = |calls: &str| {
        let body = format!(
            r#"{{"choices":[{{"message":{{"content":null,"tool_calls":{calls}}},"finish_reason":"tool_calls"}}]}}"#
        );
        endpoint(Dialect::OpenaiChat).reply(body.as_bytes()).unwrap().calls
    };
    let two = r#"[{"function":{"name":"look","arguments":{"q": 1}}},{"function":{"name":"look"}}]"#;
    assert_eq!(whole(two), [call("call_1", "look", r#"{"q":1}"#), call("call_2", "look", "{}")], "no ids, JSON itself");
    let ids = r#"[{"index":0,"id":"a","function":{"name":"look","arguments":"{}"}},{"index":0,"id":"b","function":{"name":"look","arguments":"{}"}}]"#;
    assert_eq!(whole(ids), [call("a", "look", "{}"), call("b", "look", "{}")], "all at the same place");
    let cut = "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"look\",\"arguments\":\"{\\\"q\"}}]},\"finish_reason\":\"length\"}]}\n\ndata: [DONE]\n\n";
    let (answer, _) = listen(Dialect::OpenaiChat, &[cut.as_bytes()]);
    assert_eq!((answer.calls, answer.stop), (vec![call("a", "look", "{\"q")], Stop::Length));
}

/// O-10, O-02: a provider that refuses tools is called without, and that is remembered.
#[tokio::test]
async fn a_provider_without_tools_is_asked_without() {
    for dialect in DIALECTS {
        let fake = fake(|received| match received.body.get("tools") {
            Some(_) => Behaviour::status(400, "`parrot` does not support tools"),
            None => Behaviour::answer("{}"),
        })
        .await;
        let model = open(&fake, dialect, hurried());
        let asked = with_tools(vec![exchange()], Choice::Free);
        assert_eq!(model.ask(&asked, None).await.unwrap().attempts, 2, "{dialect:?}");
        assert_eq!(model.ask(&asked, None).await.unwrap().attempts, 1, "{dialect:?}");
    }
}

/// O-40: a key is redacted from tool calls, too.
#[tokio::test]
async fn a_key_in_a_call_is_blotted_out() {
    for dialect in DIALECTS {
        let arguments = format!(r#"{{"query":"{KEY}"}}"#);
        let fake = fake(move |_| Behaviour::tools([("look", arguments.as_str())])).await;
        let reply = open(&fake, dialect, hurried()).ask(&with_tools(Vec::new(), Choice::Free), None).await.unwrap();
        assert_eq!(reply.calls, [call("use_0", "look", r#"{"query":"[key]"}"#)]);
    }
}
