//! What a tool takes and gives, as JSON Schema 2020-12. What it takes is described with the requests themselves (`ask::schema`).
use crate::ask::schema;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};
use std::sync::Arc;

/// The field of an answer that says what was cut from it.
pub(super) const CUT: &str = "cut";

/// How deep a result is described. Ours: its layers and what is in each; the list of tools is read before anything is asked, and what is
/// deeper says what it is when it comes.
const DEEP: usize = 2;

/// What a tool takes.
pub(super) fn input<T: JsonSchema>() -> Arc<JsonObject> {
    Arc::new(schema::input::<T>())
}

/// What a tool gives: its result, and what was cut from it.
pub(super) fn output<T: JsonSchema>() -> Arc<JsonObject> {
    let mut schema = schema::bare::<T>(SchemaSettings::draft2020_12().for_serialize());
    shorten(&mut schema, DEEP);
    let cut = json!({
        "type": "array",
        "description": "What was cut to fit (`parts`), and which tool has the rest (`more`, absent where none has); absent where nothing was.",
        "items": {"type": "object", "required": ["parts"]},
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
    schema::listed(schema);
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
