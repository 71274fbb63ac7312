//! What a tool takes and gives, as JSON Schema 2020-12: without references, for there are clients that can't follow them.
use rmcp::model::JsonObject;
use rmcp::schemars::JsonSchema;
use rmcp::schemars::generate::SchemaSettings;
use serde_json::{Value, json};
use std::sync::Arc;

/// The field of an answer that says what was cut from it.
pub(super) const CUT: &str = "cut";

/// What a tool takes.
pub(super) fn input<T: JsonSchema>() -> Arc<JsonObject> {
    Arc::new(of::<T>(SchemaSettings::draft2020_12()))
}

/// What a tool gives: its result, and what was cut from it.
pub(super) fn output<T: JsonSchema>() -> Arc<JsonObject> {
    let mut schema = of::<T>(SchemaSettings::draft2020_12().for_serialize());
    let cut = json!({
        "type": "array",
        "description": "What was cut to fit, and which tool has the rest; absent where nothing was.",
        "items": {
            "type": "object",
            "properties": {
                "parts": {"type": "array", "items": {"type": "string"}, "description": "What was cut, and how much there is."},
                "more": {
                    "type": "object",
                    "description": "The tool that has the rest.",
                    "properties": {
                        "tool": {"type": "string", "description": "Its name."},
                        "arguments": {"type": "object", "description": "What to call it with.", "additionalProperties": true},
                        "why": {"type": "string", "description": "What that brings."},
                    },
                    "required": ["tool", "arguments", "why"],
                },
            },
            "required": ["parts", "more"],
        },
    });
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.insert(CUT.to_owned(), cut);
    }
    Arc::new(schema)
}

fn of<T: JsonSchema>(settings: SchemaSettings) -> JsonObject {
    let settings = settings.with(|it| it.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    let mut schema = schema.ensure_object().clone();
    // They name our types, which says nothing to a model.
    schema.remove("title");
    schema.remove("description");
    schema
}
