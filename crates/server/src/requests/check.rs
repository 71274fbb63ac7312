//! Validation of requests against their published schemas. An error names the field, its value, and what is allowed, in terms of JSON
//! (I-20, I-30).
//!
//! It is the same over HTTP and MCP, and comes before anything else. Not here: checks that need settings or debates.
use super::schema::JsonObject;
use super::{Continue, Fork, Panel, Start};
use crate::responses::words::{cut, folded, names};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Maximum length of a quoted value, in characters. Our choice: enough to recognize it.
const SHOWN: usize = 80;

/// A regular expression that schemas use.
struct Pattern {
    /// Its text in the schema.
    written: &'static str,
    holds: fn(&str) -> bool,
    /// Its meaning, for errors.
    words: &'static str,
}

/// All patterns in use.
static PATTERNS: [Pattern; 3] = [
    Pattern { written: r"\S", holds: |it| it.contains(|it: char| !it.is_whitespace()), words: "with more than blanks" },
    Pattern {
        written: KEY,
        holds: |it| (1..=255).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_graphic()),
        words: "of 1 to 255 visible ASCII characters",
    },
    Pattern {
        written: CURSOR,
        holds: |it| {
            let is_hex = |it: u8| matches!(it, b'0'..=b'9' | b'a'..=b'f');
            !it.is_empty() && it.len().is_multiple_of(2) && it.bytes().all(is_hex)
        },
        words: "that was sent as `next` before",
    },
];

/// The form of an idempotency key.
pub(crate) const KEY: &str = "^[!-~]{1,255}$";

/// The form of a cursor.
pub(crate) const CURSOR: &str = "^([0-9a-f]{2})+$";

/// A request with a schema, which is built once.
pub(crate) trait Described: DeserializeOwned + JsonSchema + 'static {
    /// The schema.
    fn schema() -> &'static JsonObject;
}

/// Implements [`Described`] for types.
macro_rules! described {
    ($($request:ty),+ $(,)?) => {
        $(impl $crate::requests::check::Described for $request {
            fn schema() -> &'static $crate::requests::schema::JsonObject {
                static SCHEMA: std::sync::LazyLock<$crate::requests::schema::JsonObject> =
                    std::sync::LazyLock::new($crate::requests::schema::input::<$request>);
                &SCHEMA
            }
        })+
    };
}
pub(crate) use described;

described!(Start, Panel, Continue, Fork);

/// Validates a value against a schema.
pub(crate) fn check(schema: &JsonObject, value: &Value) -> Result<(), String> {
    look("", schema, value)
}

/// Converts query parameters to the types of a schema; a repeated parameter is an error.
pub(crate) fn typed(schema: &JsonObject, words: Vec<(String, String)>) -> Result<Value, String> {
    let mut fields = Map::new();
    for (name, word) in words {
        let field = schema.get("properties").and_then(|it| it.get(&name));
        let kinds = kinds(field.and_then(|it| it.get("type")));
        let has = |kind: &str| kinds.contains(&kind);
        let value = match serde_json::from_str(&word) {
            Ok(value @ Value::Number(_)) if has("integer") || has("number") => value,
            Ok(value @ Value::Bool(_)) if has("boolean") => value,
            Ok(_) | Err(_) => Value::String(word),
        };
        if fields.contains_key(&name) {
            return Err(format!("{} is given twice; give it once", names([name.as_str()])));
        }
        fields.insert(name, value);
    }
    Ok(Value::Object(fields))
}

fn look(path: &str, schema: &JsonObject, value: &Value) -> Result<(), String> {
    let wrong = |found: String| Err(format!("{} {found}; it must be {}", place(path), allowed(schema)));
    let kinds = kinds(schema.get("type"));
    if !kinds.is_empty() && !kinds.iter().any(|kind| is_of(kind, value)) {
        return wrong(format!("is {}", shown(value)));
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array)
        && !words.contains(value)
    {
        return wrong(format!("is {}", shown(value)));
    }
    match value {
        Value::Null | Value::Bool(_) => Ok(()),
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or_default();
            let is_within = bound(schema, "minimum").is_none_or(|least| number >= least)
                && bound(schema, "maximum").is_none_or(|most| number <= most)
                && bound(schema, "exclusiveMinimum").is_none_or(|least| number > least);
            if is_within { Ok(()) } else { wrong(format!("is {value}")) }
        }
        Value::String(text) => {
            let length = text.chars().count();
            if !holds(schema, "minLength", "maxLength", length) {
                let found = if length == 0 { "is empty".to_owned() } else { format!("has {length} characters") };
                return wrong(found);
            }
            match pattern(schema) {
                Some(pattern) if !(pattern.holds)(text) => wrong(format!("is {}", shown(value))),
                Some(_) | None => Ok(()),
            }
        }
        Value::Array(items) => {
            if !holds(schema, "minItems", "maxItems", items.len()) {
                return wrong(format!("has {} items", items.len()));
            }
            let Some(item) = schema.get("items").and_then(Value::as_object) else { return Ok(()) };
            items.iter().enumerate().try_for_each(|(at, it)| look(&format!("{path}[{at}]"), item, it))
        }
        Value::Object(fields) => look_into(path, schema, fields),
    }
}

fn look_into(path: &str, schema: &JsonObject, fields: &Map<String, Value>) -> Result<(), String> {
    let none = Map::new();
    let known = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    if let Some(name) = { required }.find(|it| !fields.contains_key(*it)) {
        let what = known.get(name).and_then(Value::as_object).map(allowed).unwrap_or_default();
        return Err(format!("{} is missing; it must be {what}", place(&below(name))));
    }
    let others = schema.get("additionalProperties");
    for (name, value) in fields {
        match (known.get(name), others) {
            (Some(Value::Object(field)), _) => look(&below(name), field, value)?,
            (Some(_), _) => {}
            (None, Some(Value::Object(field))) => look(&below(name), field, value)?,
            (None, Some(Value::Bool(false))) => {
                let known = names(known.keys().map(String::as_str));
                let known =
                    if known.is_empty() { "there are none".to_owned() } else { format!("the fields are {known}") };
                return Err(format!("{} is not a field here; {known}", place(&below(name))));
            }
            (None, _) => {}
        }
    }
    Ok(())
}

/// Describes the values that a schema allows.
fn allowed(schema: &JsonObject) -> String {
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        return format!("one of {}", words.join(", "));
    }
    let kinds = kinds(schema.get("type"));
    let each = kinds.iter().filter(|it| **it != "null").map(|kind| match *kind {
        "integer" => format!("an integer{}", range(schema)),
        "number" => format!("a number{}", range(schema)),
        "string" => {
            let length = counted(schema, "minLength", "maxLength", "characters");
            let pattern = pattern(schema).map(|it| format!(" {}", it.words)).unwrap_or_default();
            format!("a string{length}{pattern}")
        }
        "boolean" => "true or false".to_owned(),
        "array" => format!("an array{}", counted(schema, "minItems", "maxItems", "items")),
        other => format!("an {other}"),
    });
    each.collect::<Vec<_>>().join(" or ")
}

fn range(schema: &JsonObject) -> String {
    let said = |name: &str| schema.get(name).map(Value::to_string);
    match (said("minimum"), said("maximum"), said("exclusiveMinimum")) {
        (Some(least), Some(most), _) => format!(" from {least} to {most}"),
        (Some(least), None, _) => format!(" of at least {least}"),
        (None, Some(most), _) => format!(" of at most {most}"),
        (None, None, Some(least)) => format!(" above {least}"),
        (None, None, None) => String::new(),
    }
}

fn counted(schema: &JsonObject, least: &str, most: &str, what: &str) -> String {
    let said = |name: &str| schema.get(name).and_then(Value::as_u64);
    match (said(least), said(most)) {
        (Some(least), Some(most)) => format!(" of {least} to {most} {what}"),
        (Some(least), None) => format!(" of at least {least} {what}"),
        (None, Some(most)) => format!(" of at most {most} {what}"),
        (None, None) => String::new(),
    }
}

fn holds(schema: &JsonObject, least: &str, most: &str, count: usize) -> bool {
    let said = |name: &str| schema.get(name).and_then(Value::as_u64);
    said(least).is_none_or(|it| count as u64 >= it) && said(most).is_none_or(|it| count as u64 <= it)
}

fn bound(schema: &JsonObject, name: &str) -> Option<f64> {
    schema.get(name).and_then(Value::as_f64)
}

fn pattern(schema: &JsonObject) -> Option<&'static Pattern> {
    let written = schema.get("pattern").and_then(Value::as_str)?;
    PATTERNS.iter().find(|it| it.written == written)
}

/// The JSON types that a schema's `type` allows.
fn kinds(r#type: Option<&Value>) -> Vec<&str> {
    match r#type {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        Some(_) | None => Vec::new(),
    }
}

fn is_of(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    }
}

/// The position of a value, for errors.
fn place(path: &str) -> String {
    match path {
        "" => "the request".to_owned(),
        path => format!("`{}`", cut(&folded(path).replace('`', "'"), SHOWN)),
    }
}

/// A value as errors quote it.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) => Value::from(cut(&folded(text), SHOWN)).to_string(),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// Finds a keyword that validation does not support, or an unknown pattern.
#[cfg(test)]
pub(crate) fn unknown(schema: &Value) -> Option<String> {
    const KNOWN: [&str; 15] = [
        "type",
        "enum",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "minLength",
        "maxLength",
        "pattern",
        "minItems",
        "maxItems",
        "items",
        "properties",
        "required",
        "additionalProperties",
        "default",
    ];
    let Value::Object(fields) = schema else { return None };
    let of = |(name, value): (&String, &Value)| match name.as_str() {
        "description" => None,
        "properties" => value.as_object().into_iter().flatten().find_map(|(_, it)| unknown(it)),
        "items" | "additionalProperties" => unknown(value),
        "pattern" => pattern(fields).is_none().then(|| value.to_string()),
        name => (!KNOWN.contains(&name)).then(|| name.to_owned()),
    };
    fields.iter().find_map(of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// I-30: valid values pass, with and without their optional fields.
    #[test]
    fn what_is_allowed_is_let_through() {
        let request = json!({"topic": "Tea?", "rounds": null, "options": ["a", "b"], "budget_usd": 1, "mode": null, "seed": u64::MAX,
            "attachments": [{"title": "t", "text": "x"}], "high_stakes": true});
        assert_eq!(check(Start::schema(), &request), Ok(()));
        assert_eq!(check(Fork::schema(), &json!({"seats": {"a": "sim/1"}})), Ok(()));
        assert_eq!(check(Continue::schema(), &json!({})), Ok(()));
        assert!(
            check(Start::schema(), &json!([])).is_err_and(|it| it == "the request is an array; it must be an object")
        );
        for schema in [Start::schema(), Panel::schema(), Continue::schema(), Fork::schema()] {
            assert_eq!(unknown(&Value::Object(schema.clone())), None);
        }
    }
}
