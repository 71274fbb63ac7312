//! The form of an answer as a JSON schema, for dialects that can enforce one (D-21).
//!
//! Every object is closed and every property required, as strict dialects want; what may be absent is nullable. What the
//! fields mean is said once, in the prompt.
use serde_json::{Value, json};

/// The name dialects want for the schema.
pub const NAME: &str = "answer";

/// The schema of an answer (D-20).
pub fn schema() -> Value {
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
