//! Static content that the suite requests by name: lists, contents, messages. Requests to the client are in `asking`.
use serde_json::{Value, json};

/// An image of one pixel, and a short silent audio clip.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

/// Tools without arguments.
const PLAIN: [&str; 27] = [
    "test_simple_text",
    "test_image_content",
    "test_audio_content",
    "test_embedded_resource",
    "test_multiple_content_types",
    "test_tool_with_logging",
    "test_error_handling",
    "test_tool_with_progress",
    "test_elicitation_sep1034_defaults",
    "test_elicitation_sep1330_enums",
    "test_reconnection",
    "test_missing_capability",
    "test_streaming_elicitation",
    "test_logging_tool",
    "test_trigger_tool_change",
    "test_trigger_prompt_change",
    "test_input_required_result_elicitation",
    "test_input_required_result_sampling",
    "test_input_required_result_list_roots",
    "test_input_required_result_request_state",
    "test_input_required_result_multiple_inputs",
    "test_input_required_result_multi_round",
    "test_input_required_result_tampered_state",
    "test_input_required_result_capabilities",
    "test_mrtr_echo_state",
    "test_mrtr_no_state",
    "test_mrtr_unrelated",
];

/// The tools.
pub(crate) fn tools() -> Vec<Value> {
    let tool = |name: &str, schema: Value| json!({"name": name, "description": format!("For the conformance suite: {name}."), "inputSchema": schema});
    let with = |argument: &str| json!({"type": "object", "properties": {argument: {"type": "string"}}, "required": [argument]});
    let plain = PLAIN.map(|name| tool(name, json!({"type": "object", "properties": {}})));
    let others = [
        tool("test_sampling", with("prompt")),
        tool("test_elicitation", with("message")),
        tool("json_schema_2020_12_tool", rich_schema()),
        tool("test_custom_headers", custom_headers()),
    ];
    plain.into_iter().chain(others).collect()
}

/// A schema with features that are new in JSON Schema 2020-12.
fn rich_schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
            }
        },
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"}
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false
    })
}

/// Arguments that a client of 2026-07-28 repeats in headers.
fn custom_headers() -> Value {
    json!({
        "type": "object",
        "properties": {
            "region": {"type": "string", "x-mcp-header": "Region"},
            "priority": {"type": "integer", "x-mcp-header": "Priority"},
            "verbose": {"type": "boolean", "x-mcp-header": "Verbose"}
        }
    })
}

/// The content of a tool that needs no client input.
pub(crate) fn content(name: &str) -> Option<Value> {
    let text = |words: &str| json!([{"type": "text", "text": words}]);
    let image = json!({"type": "image", "data": PNG, "mimeType": "image/png"});
    let embedded = |uri: &str, mime: &str, text: &str| json!({"type": "resource", "resource": {"uri": uri, "mimeType": mime, "text": text}});
    Some(match name {
        "test_simple_text" => text("This is a simple text response for testing."),
        "test_image_content" => json!([image]),
        "test_audio_content" => json!([{"type": "audio", "data": WAV, "mimeType": "audio/wav"}]),
        "test_embedded_resource" => {
            json!([embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")])
        }
        "test_multiple_content_types" => {
            let resource =
                embedded("test://mixed-content-resource", "application/json", r#"{"test":"data","value":123}"#);
            json!([{"type": "text", "text": "Multiple content types test:"}, image, resource])
        }
        "json_schema_2020_12_tool" | "test_custom_headers" | "test_logging_tool" | "test_reconnection" => text("done"),
        _ => return None,
    })
}

/// The prompts.
pub(crate) fn prompts() -> Vec<Value> {
    let prompt = |name: &str, arguments: &[&str]| {
        let arguments: Vec<Value> =
            arguments.iter().map(|it| json!({"name": it, "description": it, "required": true})).collect();
        json!({"name": name, "description": format!("For the conformance suite: {name}."), "arguments": arguments})
    };
    vec![
        prompt("test_simple_prompt", &[]),
        prompt("test_prompt_with_arguments", &["arg1", "arg2"]),
        prompt("test_prompt_with_embedded_resource", &["resourceUri"]),
        prompt("test_prompt_with_image", &[]),
        prompt("test_input_required_result_prompt", &[]),
    ]
}

/// A prompt with this text.
pub(crate) fn said(words: &str) -> Value {
    json!({"messages": [{"role": "user", "content": {"type": "text", "text": words}}]})
}

/// The messages of a prompt.
pub(crate) fn messages(name: &str, given: &Value) -> Option<Value> {
    let argument = |name: &str| given.get(name).and_then(Value::as_str).unwrap_or_default();
    let user = |content: Value| json!({"role": "user", "content": content});
    let text = |words: &str| user(json!({"type": "text", "text": words}));
    Some(match name {
        "test_simple_prompt" => json!([text("This is a simple prompt for testing.")]),
        "test_prompt_with_arguments" => {
            let (first, second) = (argument("arg1"), argument("arg2"));
            json!([text(&format!("Prompt with arguments: arg1='{first}', arg2='{second}'"))])
        }
        "test_prompt_with_embedded_resource" => {
            let words = "Embedded resource content for testing.";
            let resource = json!({"uri": argument("resourceUri"), "mimeType": "text/plain", "text": words});
            json!([
                user(json!({"type": "resource", "resource": resource})),
                text("Please process the embedded resource above.")
            ])
        }
        "test_prompt_with_image" => {
            let image = json!({"type": "image", "data": PNG, "mimeType": "image/png"});
            json!([user(image), text("Please analyze the image above.")])
        }
        _ => return None,
    })
}

/// The resources with fixed URIs.
pub(crate) fn resources() -> Vec<Value> {
    let resource = |uri: &str, name: &str, mime: &str| json!({"uri": uri, "name": name, "description": format!("For the conformance suite: {name}."), "mimeType": mime});
    vec![
        resource("test://static-text", "static-text", "text/plain"),
        resource("test://static-binary", "static-binary", "image/png"),
        resource("test://watched-resource", "watched-resource", "text/plain"),
    ]
}

/// The resource templates.
pub(crate) fn templates() -> Value {
    json!([{
        "uriTemplate": "test://template/{id}/data",
        "name": "template",
        "description": "For the conformance suite: a template.",
        "mimeType": "application/json"
    }])
}

/// The content of a resource.
pub(crate) fn resource(uri: &str) -> Option<Value> {
    let text = |words: &str| json!({"uri": uri, "mimeType": "text/plain", "text": words});
    match uri {
        "test://static-text" => return Some(text("This is the content of the static text resource.")),
        "test://watched-resource" => return Some(text("Watched.")),
        "test://static-binary" => return Some(json!({"uri": uri, "mimeType": "image/png", "blob": PNG})),
        _ => {}
    }
    let id = uri.strip_prefix("test://template/")?.strip_suffix("/data")?;
    let data = json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
    Some(json!({"uri": uri, "mimeType": "application/json", "text": data.to_string()}))
}
