//! Tool calls for models without a tool interface: the grammar allows either a call or the answer, and results are passed back as
//! text.
//!
//! Small models spell calls badly; the grammar spells them. Not here: which tools there are, their descriptions, and what they do.
use models::{Exchange, Request, Tool, ToolCall, ToolUse};
use serde_json::{Value, json};
use std::borrow::Cow;

/// The system prompt with a list of the tools; unchanged where no tool may be called.
pub(crate) fn system_prompt(request: &Request) -> Cow<'_, str> {
    let ToolUse { offered, .. } = &request.tools;
    if offered.is_empty() || request.schema.is_none() || !request.tools.is_any() {
        return Cow::Borrowed(&*request.system);
    }
    let line = |it: &Tool| {
        let arguments = it.schema.get("properties").and_then(Value::as_object);
        let names: Vec<&str> = arguments.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
        format!("\n- {} ({}): {}", it.name, names.join(", "), it.description)
    };
    let list: String = offered.iter().map(line).collect();
    Cow::Owned(format!("{}\nTools, called with {{\"tool\": name, \"arguments\": ...}}:{list}", request.system))
}

/// The turns of the conversation: the question, and for each tool request the call and its results.
pub(crate) fn turns(request: &Request) -> Vec<Cow<'_, str>> {
    let mut turns = vec![Cow::Borrowed(request.user.as_str())];
    for Exchange { calls, results, .. } in &request.tools.exchanges {
        let called: Vec<String> = calls.iter().map(|it| call_json(&it.name, &it.arguments)).collect();
        let found: Vec<&str> = results.iter().map(|it| it.text.as_str()).collect();
        turns.extend([Cow::Owned(called.join("\n")), Cow::Owned(found.join("\n"))]);
    }
    turns
}

/// A call as the schema spells it.
fn call_json(name: &str, arguments: &str) -> String {
    format!("{{\"tool\": {}, \"arguments\": {arguments}}}", json!(name))
}

/// The schema of the next output: a call of one of the tools, or the answer; the answer alone where no tool may be called.
pub(crate) fn output_schema(request: &Request) -> Option<Cow<'_, Value>> {
    let answer = &request.schema.as_ref()?.body;
    if !request.tools.is_open() {
        return Some(Cow::Borrowed(answer));
    }
    let call = |it: &Tool| {
        json!({
            "type": "object", "additionalProperties": false, "required": ["tool", "arguments"],
            "properties": {"tool": {"const": it.name}, "arguments": bounded(&it.schema)},
        })
    };
    let schemas: Vec<Value> = request.tools.offered.iter().map(call).chain([answer.clone()]).collect();
    Some(Cow::Owned(json!({ "anyOf": schemas })))
}

/// The longest text argument, in characters. Ours: a question; a small model that is not stopped repeats itself.
const LONGEST: u64 = 120;

/// The schema of arguments with a maximum length for each text.
fn bounded(schema: &Value) -> Value {
    let mut schema = schema.clone();
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (_, property) in properties.into_iter().flatten() {
        let is_text = property.get("type").is_some_and(|it| it == "string") && property.get("enum").is_none();
        if let Some(property) = property.as_object_mut().filter(|it| is_text && !it.contains_key("maxLength")) {
            property.insert("maxLength".to_owned(), json!(LONGEST));
        }
    }
    schema
}

/// The tool call in an output, if it is one.
pub(crate) fn parse_call(request: &Request, said: &str) -> Option<ToolCall> {
    let said: Value = serde_json::from_str(said).ok().filter(|_| request.tools.is_open())?;
    let name = said.get("tool")?.as_str()?.to_owned();
    let arguments = said.get("arguments")?.to_string();
    let id = format!("call_{}", request.tools.exchanges.len() + 1);
    Some(ToolCall { id, name, arguments })
}

#[cfg(test)]
mod tests {
    use super::*;
    use models::{Choice, Schema, ToolResult};
    use std::sync::Arc;

    fn request(choice: Choice, exchanges: Vec<Exchange>) -> Request {
        let schema = json!({"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"],
                            "additionalProperties": false});
        let look = Tool { name: "look".to_owned(), description: "Looks it up.".to_owned(), schema };
        let answer = json!({"type": "object", "properties": {"vote": {"enum": ["ACCEPT"]}}, "required": ["vote"],
                            "additionalProperties": false});
        Request {
            call: "r1".to_owned(),
            system: "Decide.".into(),
            user: "Rye?".to_owned(),
            stable: Vec::new(),
            schema: Some(Arc::new(Schema::new("answer", answer))),
            max_tokens: 100,
            temperature: None,
            seed: None,
            tools: ToolUse { offered: [look].into(), exchanges, choice },
            data: None,
        }
    }

    /// O-10, D-61: while tools may be called, the schema is a call or the answer; afterwards the answer alone, with the results
    /// before it.
    #[test]
    fn a_call_and_an_answer_share_a_form() {
        let open = request(Choice::Free, Vec::new());
        assert!(system_prompt(&open).ends_with(
            "Decide.\nTools, called with {\"tool\": name, \"arguments\": ...}:\n- look (query): Looks it up."
        ));
        let open_schema = output_schema(&open).unwrap();
        let any = open_schema["anyOf"].as_array().unwrap();
        assert_eq!(any.len(), 2);
        assert_eq!(any[0]["properties"]["arguments"]["properties"]["query"]["maxLength"], 120);
        let call = parse_call(&open, r#"{"tool": "look", "arguments": {"query": "rye"}}"#).unwrap();
        assert_eq!((call.name.as_str(), call.arguments.as_str()), ("look", r#"{"query":"rye"}"#));
        assert_eq!(parse_call(&open, r#"{"vote": "ACCEPT"}"#), None);

        let result = ToolResult { id: call.id.clone(), text: "What was found:\n| 3 t/ha".to_owned(), is_error: false };
        let exchange = Exchange { text: String::new(), calls: vec![call], results: vec![result] };
        let closed = request(Choice::Answer, vec![exchange]);
        assert_eq!(output_schema(&closed).unwrap().as_ref(), &closed.schema.as_ref().unwrap().body);
        assert_eq!(system_prompt(&closed), system_prompt(&open), "what was read is not read again");
        assert_eq!(
            turns(&closed),
            ["Rye?", r#"{"tool": "look", "arguments": {"query":"rye"}}"#, "What was found:\n| 3 t/ha"]
        );
        assert_eq!(parse_call(&closed, r#"{"tool": "look", "arguments": {}}"#), None);
    }

    /// O-10: without tools nothing changes.
    #[test]
    fn without_tools_nothing_changes() {
        let plain = Request { tools: ToolUse::default(), ..request(Choice::Free, Vec::new()) };
        assert_eq!(system_prompt(&plain), "Decide.");
        assert_eq!(turns(&plain), ["Rye?"]);
        assert_eq!(output_schema(&plain).unwrap().as_ref(), &plain.schema.as_ref().unwrap().body);
    }
}
