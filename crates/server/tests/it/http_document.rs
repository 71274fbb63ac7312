//! The OpenAPI document, compared with the schemas of MCP (I-20, I-30).
use crate::mcp_messages::request;
use crate::site::Site;
use serde_json::{Map, Value, json};
use server::simulated::SimulatedPlanner;
use std::collections::BTreeMap;

/// I-30: operation ids are unique, and every reference resolves, as client generators need.
#[tokio::test]
async fn operation_ids_are_unique_and_references_lead_somewhere() {
    let document = Site::open(&SimulatedPlanner::new().unwrap()).await.get("/openapi.json").await.json();
    let mut ids: BTreeMap<String, String> = BTreeMap::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap_or_else(|| panic!("{method} {path} has no id"));
            let before = ids.insert(id.to_owned(), format!("{method} {path}"));
            assert_eq!(before, None, "`{id}` is {method} {path} too");
        }
    }
    assert!(ids.len() > 25, "{ids:?}");
    let mut references = 0;
    each(&document, &mut |value| {
        let Some(place) = value.get("$ref").and_then(Value::as_str) else { return };
        references += 1;
        assert!(document.pointer(place.strip_prefix('#').unwrap()).is_some(), "{place} leads nowhere");
    });
    assert!(references > 50, "{references}");
}

fn each(value: &Value, look: &mut impl FnMut(&Value)) {
    look(value);
    match value {
        Value::Array(items) => items.iter().for_each(|it| each(it, look)),
        Value::Object(fields) => fields.values().for_each(|it| each(it, look)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The constraints of a schema: type, range, length, allowed values.
fn bounds(schema: &Value) -> Value {
    let Value::Object(fields) = schema else { return schema.clone() };
    let keep = |(name, value): (&String, &Value)| {
        let value = match name.as_str() {
            "description" | "default" | "format" | "$comment" => return None,
            "properties" => value.as_object()?.iter().map(|(name, it)| (name.clone(), bounds(it))).collect(),
            "items" | "additionalProperties" => bounds(value),
            _ => value.clone(),
        };
        Some((name.clone(), value))
    };
    Value::Object(fields.iter().filter_map(keep).collect())
}

fn fields(schema: &Value, without: &[&str]) -> Map<String, Value> {
    let fields = bounds(schema)["properties"].as_object().unwrap().clone();
    fields.into_iter().filter(|(name, _)| !without.contains(&name.as_str())).collect()
}

/// I-20, I-30: both documents have the same ranges, lengths and allowed values, attachments, keys, page sizes and file formats included.
#[tokio::test]
async fn both_documents_have_the_same_bounds() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let document = site.get("/openapi.json").await.json();
    let tools = request(&site, "tools/list", &json!({})).await["result"]["tools"].clone();
    let input = |name: &str| {
        let tool = tools.as_array().unwrap().iter().find(|it| it["name"] == name);
        tool.unwrap_or_else(|| panic!("no {name}"))["inputSchema"].clone()
    };
    let own = ["id", "request_key"];
    for (wish, tool) in [
        ("Start", "start_roundtable"),
        ("Panel", "start_panel"),
        ("Continue", "continue_roundtable"),
        ("Fork", "fork_session"),
    ] {
        let schema = &document["components"]["schemas"][wish];
        assert_eq!(fields(schema, &own), fields(&input(tool), &own), "{wish} and {tool}");
    }
    let parameter = |path: &str, method: &str, name: &str| {
        let all = document["paths"][path][method]["parameters"].as_array().unwrap();
        bounds(&all.iter().find(|it| it["name"] == name).unwrap_or_else(|| panic!("{path} has no {name}"))["schema"])
    };
    let same = |openapi: &Value, mcp: &Value, what: &str| {
        for bound in ["minimum", "maximum", "pattern"] {
            assert_eq!(openapi.get(bound), mcp.get(bound), "{bound} of {what}");
        }
        let words = |it: &Value| -> Vec<Value> {
            it["enum"].as_array().into_iter().flatten().filter(|it| !it.is_null()).cloned().collect()
        };
        assert_eq!(words(openapi), words(mcp), "words of {what}");
    };
    let debates = "/api/v1/debates";
    same(&parameter(debates, "get", "limit"), &input("list_sessions")["properties"]["limit"], "limit");
    // The words of a filter, as a pattern in one document and as a list in the other.
    for path in [debates, "/api/v1/search"] {
        for name in ["state", "mode"] {
            let words = input("list_sessions")["properties"][name]["enum"].clone();
            let words: Vec<&str> = words.as_array().unwrap().iter().filter_map(Value::as_str).collect();
            assert_eq!(parameter(path, "get", name)["pattern"], format!("^({})$", words.join("|")), "{path} {name}");
        }
    }
    let export = format!("{debates}/{{id}}/export");
    same(&parameter(&export, "get", "format"), &input("export_session")["properties"]["format"], "format");
    for (path, tool) in [
        (debates.to_owned(), "start_roundtable"),
        ("/api/v1/panels".to_owned(), "start_panel"),
        (format!("{debates}/{{id}}/fork"), "fork_session"),
        (format!("{debates}/{{id}}/continue"), "continue_roundtable"),
    ] {
        let key = parameter(&path, "post", "Idempotency-Key");
        same(&key, &input(tool)["properties"]["request_key"], &format!("the key of {tool}"));
        assert!(key["pattern"].is_string(), "{path}");
    }
    // The comparison covers known constraints.
    let start = fields(&document["components"]["schemas"]["Start"], &[]);
    assert_eq!((&start["rounds"]["minimum"], &start["rounds"]["maximum"]), (&json!(1), &json!(100)));
    assert_eq!((&start["options"]["minItems"], &start["options"]["items"]["maxLength"]), (&json!(2), &json!(80)));
    let attached = &start["attachments"];
    assert_eq!(
        (&attached["maxItems"], &attached["items"]["properties"]["title"]["maxLength"]),
        (&json!(200), &json!(500))
    );
    assert_eq!(attached["items"]["properties"]["text"]["maxLength"], json!(1 << 20));
}
