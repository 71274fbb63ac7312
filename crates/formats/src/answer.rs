//! The form of an answer as a JSON schema, for dialects that can enforce one (D-21).
//!
//! Every object is closed and every property required, as strict dialects want; what may be absent is nullable in the full form
//! and left out of the lean one. What the fields mean is said once, in the prompt.
mod lean;

pub use lean::{Lean, Stand};
pub(crate) use lean::{clause, one_of, rest};

use serde_json::{Value, json};

/// Which form an answer is asked for in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// All fields (D-20).
    Full,
    /// The few that decide a round, each short (D-18).
    Lean(Lean),
}

impl Form {
    /// The name dialects want for the schema.
    pub fn name(&self) -> &'static str {
        match self {
            Form::Full => "answer",
            Form::Lean(_) => LEAN,
        }
    }

    /// The schema of an answer.
    pub fn schema(&self) -> Value {
        match self {
            Form::Full => full(),
            Form::Lean(it) => it.schema(),
        }
    }

    /// The most tokens of an answer in this form, where `most` is what any answer may have.
    pub fn max_tokens(&self, most: u32) -> u32 {
        match self {
            Form::Full => most,
            Form::Lean(_) => most.min(LEAN_MAX_TOKENS),
        }
    }
}

/// The name of the lean form.
pub const LEAN: &str = "short_answer";

/// The most tokens of a lean answer. Ours: its texts at their longest are some 190, its keys 40.
const LEAN_MAX_TOKENS: u32 = 320;

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
