//! Answers by a schema without a model: the given fields, and the emptiest value of every other one.
use serde_json::{Map, Value};

/// An answer by a schema: each field as `give` returns it, otherwise the emptiest value that the schema allows.
pub fn filled(schema: &Value, give: impl Fn(&str) -> Option<Value>) -> Value {
    let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| required.is_some_and(|it| it.iter().any(|it| it == name));
    let field = |(name, form): (&String, &Value)| {
        let value = give(name).or_else(|| is_required(name).then(|| nothing(form)));
        value.map(|it| (name.clone(), it))
    };
    Value::Object(fields.filter_map(field).collect::<Map<String, Value>>())
}

/// The emptiest value of a schema.
fn nothing(form: &Value) -> Value {
    let kinds = form.get("type").into_iter().flat_map(|it| it.as_array().cloned().unwrap_or_else(|| vec![it.clone()]));
    let kinds: Vec<Value> = kinds.collect();
    let is = |kind: &str| kinds.iter().any(|it| it == kind);
    let first = form.get("enum").and_then(Value::as_array).and_then(|it| it.last().cloned());
    match first {
        _ if is("null") => Value::Null,
        Some(word) => word,
        None if is("array") => Value::Array(Vec::new()),
        None if is("boolean") => Value::Bool(false),
        None if is("number") || is("integer") => Value::from(0),
        None if is("object") => filled(form, |_| None),
        None if is("string") => Value::String(String::new()),
        None => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// D-21: a field without content gets the emptiest value; an optional field is left out.
    #[test]
    fn a_form_is_filled() {
        let form = json!({"type": "object", "required": ["say", "kind", "steps", "why"], "properties": {
            "say": {"type": "string"}, "kind": {"enum": ["yes", "nuanced"]}, "steps": {"type": "array"},
            "why": {"type": ["string", "null"]}, "more": {"type": "string"}}});
        let give = |name: &str| (name == "say").then(|| json!("So."));
        assert_eq!(filled(&form, give), json!({"say": "So.", "kind": "nuanced", "steps": [], "why": null}));
    }
}
