//! What a tool takes and gives, as JSON Schema 2020-12: without references, for there are clients that can't follow them.
use crate::ask::{BALLOTS, DETECTION};
use crate::say::State;
use debate::Algorithm;
use debate::rules::{ClosingBallot, Decide};
use rmcp::model::JsonObject;
use rmcp::schemars::JsonSchema;
use rmcp::schemars::generate::SchemaSettings;
use serde_json::{Value, json};
use std::sync::Arc;

/// The field of an answer that says what was cut from it.
pub(super) const CUT: &str = "cut";

/// How deep a result is described. Ours: its layers and what is in each; the list of tools is read before anything is asked, and what is
/// deeper says what it is when it comes.
const DEEP: usize = 2;

/// What a tool takes.
pub(super) fn input<T: JsonSchema>() -> Arc<JsonObject> {
    let mut schema = of::<T>(SchemaSettings::draft2020_12());
    plain(&mut schema);
    let words = [
        ("ballot", BALLOTS.to_vec()),
        ("mode", formats::modes::ALL.iter().map(|it| it.name()).collect::<Vec<_>>()),
        ("algorithm", Algorithm::ALL.map(Algorithm::as_str).to_vec()),
        ("decide", Decide::ALL.map(Decide::as_str).to_vec()),
        ("closing_ballot", ClosingBallot::ALL.map(ClosingBallot::as_str).to_vec()),
        ("detection", DETECTION.to_vec()),
    ];
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for (field, words) in words {
            let Some(Value::Object(field)) = properties.get_mut(field) else { continue };
            // What may be left out may also be null.
            field.insert("enum".to_owned(), words.into_iter().map(Value::from).chain([Value::Null]).collect());
        }
    }
    Arc::new(schema)
}

/// What a tool takes that chooses debates: by any state, and by any mode, panels included.
pub(super) fn filtered<T: JsonSchema>() -> Arc<JsonObject> {
    let mut schema = Arc::unwrap_or_clone(input::<T>());
    let modes = formats::modes::names().into_iter().chain([formats::panel::NAME]);
    let words = [("state", State::ALL.map(State::word).to_vec()), ("mode", modes.collect())];
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for (field, words) in words {
            let Some(Value::Object(field)) = properties.get_mut(field) else { continue };
            field.insert("enum".to_owned(), words.into_iter().map(Value::from).chain([Value::Null]).collect());
        }
    }
    Arc::new(schema)
}

/// Takes out how numbers are kept here: clients warn of formats that they don't know, or refuse them.
fn plain(schema: &mut JsonObject) {
    if schema.get("format").is_some_and(|it| it.as_str().is_some_and(|it| it.starts_with("uint") || it == "double")) {
        schema.remove("format");
    }
    for value in schema.values_mut() {
        match value {
            Value::Object(inner) => plain(inner),
            Value::Array(list) => list.iter_mut().filter_map(Value::as_object_mut).for_each(plain),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

/// What a tool gives: its result, and what was cut from it.
pub(super) fn output<T: JsonSchema>() -> Arc<JsonObject> {
    let mut schema = of::<T>(SchemaSettings::draft2020_12().for_serialize());
    shorten(&mut schema, DEEP);
    let cut = json!({
        "type": "array",
        "description": "What was cut to fit (`parts`), and which tool has the rest (`more`); absent where nothing was.",
        "items": {"type": "object", "required": ["parts", "more"]},
    });
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.insert(CUT.to_owned(), cut);
    }
    Arc::new(schema)
}

/// What a tool gives that another tool gives too: these fields of it, and for the rest that tool's name.
pub(super) fn output_as<T: JsonSchema>(tool: &str, fields: &[&str]) -> Arc<JsonObject> {
    let mut schema = Arc::unwrap_or_clone(output::<T>());
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.retain(|name, _| name == CUT || fields.contains(&name.as_str()));
    }
    schema.insert("required".to_owned(), json!(fields));
    schema.insert("description".to_owned(), json!(format!("As `{tool}` gives it.")));
    Arc::new(schema)
}

/// Leaves of a result's description what tells a reader what it is: not how numbers are kept, nor what is deeper than `deep`. A word of
/// several is listed with the others.
fn shorten(schema: &mut JsonObject, deep: usize) {
    for how in ["format", "minimum", "maximum", "default"] {
        schema.remove(how);
    }
    let words = schema.get("oneOf").and_then(Value::as_array).into_iter().flatten();
    let words: Option<Vec<Value>> = words.map(|it| it.get("const").cloned()).collect();
    if let Some(words) = words.filter(|it| !it.is_empty()) {
        schema.remove("oneOf");
        schema.insert("enum".to_owned(), Value::Array(words));
    }
    if deep < DEEP {
        schema.remove("required");
    }
    if deep == 0 {
        schema.remove("properties");
    }
    if let Some(Value::Object(fields)) = schema.get_mut("properties") {
        let fields = fields.values_mut().filter_map(Value::as_object_mut);
        fields.for_each(|it| shorten(it, deep.saturating_sub(1)));
    }
    if let Some(Value::Object(item)) = schema.get_mut("items") {
        // What they are is said of the list.
        item.remove("description");
        shorten(item, deep.saturating_sub(1));
    }
    for choice in ["anyOf", "oneOf"] {
        let choices = schema.get_mut(choice).and_then(Value::as_array_mut).into_iter().flatten();
        choices.filter_map(Value::as_object_mut).for_each(|it| shorten(it, deep));
    }
}

fn of<T: JsonSchema>(settings: SchemaSettings) -> JsonObject {
    let settings = settings.with(|it| it.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    let mut schema = schema.ensure_object().clone();
    // They name our types, which says nothing to a model.
    schema.remove("title");
    schema.remove("description");
    // What the protocol takes it for where nothing is said.
    schema.remove("$schema");
    schema
}
