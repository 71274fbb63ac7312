//! The form of an answer as a JSON schema, for dialects that can enforce one (D-21).
//!
//! Every object is closed and every property required, as strict dialects want; what may be absent is nullable in the full form
//! and left out of the lean one. What the fields mean is said once, in the prompt.
use debate::Name;
use serde_json::{Map, Value, json};

/// Which form an answer is asked for in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// All fields (D-20).
    Full,
    /// The few that decide a round, each short (D-18).
    Lean {
        /// Whose position may be signed: nobody's in the first round, where nobody was heard.
        signs: Vec<Name>,
    },
}

impl Form {
    /// The name dialects want for the schema.
    pub fn name(&self) -> &'static str {
        match self {
            Form::Full => "answer",
            Form::Lean { .. } => LEAN,
        }
    }

    /// The schema of an answer.
    pub fn schema(&self) -> Value {
        match self {
            Form::Full => full(),
            Form::Lean { signs } => lean(signs),
        }
    }

    /// The most tokens of an answer in this form, where `most` is what any answer may have.
    pub fn max_tokens(&self, most: u32) -> u32 {
        match self {
            Form::Full => most,
            Form::Lean { .. } => most.min(LEAN_MAX_TOKENS),
        }
    }
}

/// The name of the lean form.
pub const LEAN: &str = "short_answer";

/// The most tokens of a lean answer. Ours: its texts at their longest are some 150, its keys 40.
const LEAN_MAX_TOKENS: u32 = 320;

/// The fields that decide a round, in the order in which a small model does best: what it holds, why, and then what follows. An answer
/// that would not simply sign says what stands in the way; one that would has no such field.
fn lean(names: &[Name]) -> Value {
    let shape = |votes: &[&str], objection: Option<Value>| {
        let mut fields = Map::new();
        let mut field = |name: &str, value: Value| {
            fields.insert(name.to_owned(), value);
        };
        field("position", sentence(10, 200));
        field("reasoning", sentence(15, 240));
        if !names.is_empty() {
            let names = names.iter().map(|it| json!(it)).chain([Value::Null]);
            field("signs", json!({"enum": names.collect::<Vec<_>>()}));
        }
        field("vote", json!({"type": "string", "enum": votes}));
        if let Some(objection) = objection {
            field("objection", objection);
        }
        field("confidence", json!({"type": "number", "minimum": 0, "maximum": 1, "multipleOf": 0.05}));
        let required: Vec<&String> = fields.keys().collect();
        json!({"type": "object", "additionalProperties": false, "required": required, "properties": fields})
    };
    json!({"anyOf": [shape(&["ACCEPT"], None), shape(&["MINOR", "BLOCKER"], Some(sentence(10, 140)))]})
}

/// One sentence: what ends one stands at its end and nowhere else, but for the point of a number. A model that is held to the form
/// so ends where a sentence does, and not where its room does.
fn sentence(least: u32, most: u32) -> Value {
    json!({
        "type": "string",
        "minLength": least,
        "maxLength": most,
        "pattern": "^([^.!?。！？\\n]|[0-9][.][0-9])+[.!?。！？]$",
    })
}

fn full() -> Value {
    let text = || json!({"type": "string"});
    let maybe_text = || json!({"type": ["string", "null"]});
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["position", "reasoning", "confidence", "vote", "signs", "objection", "claims", "references", "key_points", "confidence_change"],
        "properties": {
            "position": text(),
            "reasoning": text(),
            "confidence": {"type": "number"},
            "vote": {"type": "string", "enum": ["ACCEPT", "MINOR", "BLOCKER"]},
            "signs": maybe_text(),
            "objection": maybe_text(),
            "claims": {"type": "array", "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["label", "text"],
                "properties": {"label": {"type": "string", "enum": ["FACT", "INFER", "ASSUME"]}, "text": text()},
            }},
            "references": {"type": "array", "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["number", "title", "url"],
                "properties": {"number": {"type": "integer"}, "title": text(), "url": maybe_text()},
            }},
            "key_points": {"type": "array", "items": text()},
            "confidence_change": {"anyOf": [{"type": "null"}, {
                "type": "object",
                "additionalProperties": false,
                "required": ["delta", "since", "reason"],
                "properties": {"delta": {"type": "number"}, "since": {"type": "integer"}, "reason": text()},
            }]},
        },
    })
}
