//! Input and output schemas of tools, as JSON Schema 2020-12. Input schemas are built with the requests (`requests::schema`).
use crate::requests::schema;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};
use std::sync::Arc;

/// The field of a response that lists its cuts.
pub(super) const CUT: &str = "cut";

/// Depth to which output is described. Our choice: the layers and their fields; clients read the list of tools before anything else, so it
/// must be short.
const DEEP: usize = 2;

/// The input schema of a tool.
pub(super) fn input<T: JsonSchema>() -> Arc<JsonObject> {
    Arc::new(schema::input::<T>())
}

/// The output schema of a tool: its result, and what was cut.
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

/// The output schema of a tool that shares its result with another: these fields, and the name of that tool for the rest.
pub(super) fn output_as<T: JsonSchema>(tool: &str, fields: &[&str]) -> Arc<JsonObject> {
    let mut schema = Arc::unwrap_or_clone(output::<T>());
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.retain(|name, _| name == CUT || fields.contains(&name.as_str()));
    }
    schema.insert("required".to_owned(), json!(fields));
    schema.insert("description".to_owned(), json!(format!("As `{tool}` gives it.")));
    Arc::new(schema)
}

/// Shortens an output schema: removes number formats, and everything below `deep`. Alternatives become an `enum`.
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
        // The list has the description.
        item.remove("description");
        shorten(item, deep.saturating_sub(1));
    }
    for choice in ["anyOf", "oneOf"] {
        let choices = schema.get_mut(choice).and_then(Value::as_array_mut).into_iter().flatten();
        choices.filter_map(Value::as_object_mut).for_each(|it| shorten(it, deep));
    }
}
