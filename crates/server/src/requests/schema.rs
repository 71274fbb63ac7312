//! Schemas of requests, as JSON Schema 2020-12 (I-20, I-30). MCP lists them, OpenAPI contains them, and requests are validated by them.
//!
//! They contain no `$ref`, since some clients can't resolve it. Not here: validation (`check`).
use super::{BALLOTS, DETECTION, STATUSES};
use debate::Algorithm;
use debate::rules::{ClosingBallot, Decide};
use exports::Format;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// A JSON Schema object.
pub(crate) type JsonObject = Map<String, Value>;

/// The schema of a request, with the allowed values of settings filled in.
pub(crate) fn input<T: JsonSchema>() -> JsonObject {
    let mut schema = bare::<T>(SchemaSettings::draft2020_12());
    plain(&mut schema);
    let words = [
        ("ballot", BALLOTS.to_vec()),
        ("mode", formats::modes::names()),
        ("algorithm", Algorithm::ALL.map(Algorithm::as_str).to_vec()),
        ("decide", Decide::ALL.map(Decide::as_str).to_vec()),
        ("closing_ballot", ClosingBallot::ALL.map(ClosingBallot::as_str).to_vec()),
        ("detection", DETECTION.to_vec()),
        ("status", STATUSES.to_vec()),
        ("format", Format::ALL.map(Format::as_str).to_vec()),
    ];
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for (field, words) in words {
            // A field with values of its own keeps them.
            let listed = |it: &&mut JsonObject| !it.contains_key("enum");
            let Some(field) = properties.get_mut(field).and_then(Value::as_object_mut).filter(listed) else { continue };
            // An optional field may be null.
            field.insert("enum".to_owned(), words.into_iter().map(Value::from).chain([Value::Null]).collect());
        }
    }
    schema
}

/// The schema of a type, inlined and without the names of Rust types.
pub(crate) fn bare<T: JsonSchema>(settings: SchemaSettings) -> JsonObject {
    let settings = settings.with(|it| it.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    let mut schema = schema.ensure_object().clone();
    schema.remove("title");
    schema.remove("description");
    // Both protocols assume this dialect by default.
    schema.remove("$schema");
    schema
}

/// Turns a `oneOf` of constants into an `enum`.
pub(crate) fn listed(schema: &mut JsonObject) {
    let words = schema.get("oneOf").and_then(Value::as_array).into_iter().flatten();
    let words: Option<Vec<Value>> = words.map(|it| it.get("const").cloned()).collect();
    if let Some(words) = words.filter(|it| !it.is_empty()) {
        schema.remove("oneOf");
        schema.insert("type".to_owned(), "string".into());
        schema.insert("enum".to_owned(), Value::Array(words));
    }
}

/// Replaces Rust's number formats with plain JSON Schema: clients warn of unknown formats, or reject them.
fn plain(schema: &mut JsonObject) {
    let format = schema.get("format").and_then(Value::as_str).unwrap_or_default().to_owned();
    if format.starts_with("uint") || format == "double" {
        schema.remove("format");
    }
    if format == "uint32" {
        schema.entry("maximum").or_insert(u32::MAX.into());
    }
    // A default of null or empty needs no mention.
    let is_nothing = |it: &Value| it.is_null() || *it == json!([]) || *it == json!({});
    if schema.get("default").is_some_and(is_nothing) {
        schema.remove("default");
    }
    listed(schema);
    for value in schema.values_mut() {
        match value {
            Value::Object(inner) => plain(inner),
            Value::Array(list) => list.iter_mut().filter_map(Value::as_object_mut).for_each(plain),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}
