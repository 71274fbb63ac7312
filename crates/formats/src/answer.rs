//! JSON schemas of answers, for provider APIs that can enforce one (D-21).
//!
//! Every object is closed and every property required, as strict APIs demand. Optional fields are nullable in the full schema and left out
//! of the lean one. The prompt alone explains what the fields mean.
mod ballot;
mod filled;
mod lean;
mod panel;

pub use filled::filled;
pub use lean::{Lean, Shape};
pub(crate) use lean::{clause, one_of, rest};
pub use panel::{PanelAnswer, Width};

use ballot::Extent;
use debate::ballot::Paper;
use debate::{Act, Kind, Standing, reply};
use serde_json::{Map, Value, json};

/// The kind of answer that a question asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerSchema {
    /// All fields (D-20).
    Full(Fields),
    /// The few fields that decide a round, each short (D-18).
    Lean(Lean),
    /// An evaluator's ruling on somebody's answer (D-50).
    Review,
    /// An evaluator's rulings on several answers (D-50).
    Reviews {
        /// How many.
        answers: usize,
    },
    /// A closing ballot (B-05).
    Closing(Paper),
    /// Which of several headlines, claims and terms mean the same (B-03).
    Group {
        /// How many.
        items: usize,
    },
    /// An analyst's judgement of several pairs of positions (P-30).
    Compare {
        /// How many.
        pairs: usize,
    },
    /// A panel turn, or a clerk's finding (P-10 … P-30).
    Panel(PanelAnswer),
}

/// The optional fields that a full answer is asked for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fields {
    /// The ballot paper: what may be cast (B-02).
    pub paper: Option<Paper>,
    /// The sections of the reasoning (D-10).
    pub sections: Vec<String>,
    /// The participants to whom a question may be put; empty where no questions are asked for (D-20).
    pub addressees: Vec<String>,
    /// Whether to ask for every field that any round may have (D-35).
    pub is_alike: bool,
    /// Claims with their labels, and what they cite (D-11).
    pub has_claims: bool,
    /// Actions on earlier claims (D-33).
    pub has_moves: bool,
    /// Types of evidence, and the parts of a critique (E-01, E-03).
    pub has_types: bool,
    /// The stance that was assigned (D-17).
    pub has_stance: bool,
    /// Information that the participant lacks and needs (I-25).
    pub has_needs: bool,
}

impl AnswerSchema {
    /// The schema's name, which provider APIs require.
    pub fn name(&self) -> &'static str {
        match self {
            AnswerSchema::Full(_) => "answer",
            AnswerSchema::Lean(_) => LEAN,
            AnswerSchema::Review => REVIEW,
            AnswerSchema::Reviews { .. } => REVIEWS,
            AnswerSchema::Compare { .. } => COMPARE,
            AnswerSchema::Closing(_) => CLOSING,
            AnswerSchema::Group { .. } => GROUP,
            AnswerSchema::Panel(asked) => asked.name(),
        }
    }

    /// The schema of an answer.
    pub fn to_json(&self) -> Value {
        match self {
            AnswerSchema::Full(fields) => full(fields),
            AnswerSchema::Closing(paper) => closing(paper),
            AnswerSchema::Group { .. } => group(),
            AnswerSchema::Lean(it) => it.schema(),
            AnswerSchema::Review => review(),
            AnswerSchema::Reviews { .. } => reviews(),
            AnswerSchema::Compare { .. } => compare(),
            AnswerSchema::Panel(asked) => asked.schema(),
        }
    }

    /// The most tokens of such an answer, where `most` is the limit for any answer.
    pub fn max_tokens(&self, most: u32) -> u32 {
        match self {
            AnswerSchema::Full(_) => most,
            AnswerSchema::Lean(lean) => most.min(lean.max_tokens()),
            AnswerSchema::Closing(_) => most.min(CLOSING_MAX_TOKENS),
            AnswerSchema::Group { items } => {
                COMPARE_TOKENS.saturating_add(ITEM_TOKENS.saturating_mul(u32::try_from(*items).unwrap_or(u32::MAX)))
            }
            AnswerSchema::Review => most.min(REVIEW_MAX_TOKENS),
            // A truncated ruling is useless.
            AnswerSchema::Reviews { answers } => REVIEW_MAX_TOKENS
                .saturating_add(RULING_TOKENS.saturating_mul(u32::try_from(*answers).unwrap_or(u32::MAX))),
            // Depends on the question alone, not on a participant's limit: a truncated comparison is useless.
            AnswerSchema::Compare { pairs } => {
                COMPARE_TOKENS.saturating_add(PAIR_TOKENS.saturating_mul(u32::try_from(*pairs).unwrap_or(u32::MAX)))
            }
            AnswerSchema::Panel(asked) => asked.max_tokens(most),
        }
    }
}

/// The name of the lean schema.
pub const LEAN: &str = "short_answer";

/// The name of the closing ballot's schema.
pub const CLOSING: &str = "closing_ballot";

/// The name of the grouping's schema.
pub const GROUP: &str = "grouping";

/// The most tokens of a closing ballot. Ours: a few sentences, and space for a model that thinks first.
const CLOSING_MAX_TOKENS: u32 = 2_048;

/// The most tokens of a headline, claim or term in a grouping. Ours: an id in quotation marks.
const ITEM_TOKENS: u32 = 8;

/// The name of the schema of one ruling.
pub const REVIEW: &str = "review";

/// The name of the schema of several rulings.
pub const REVIEWS: &str = "reviews";

/// The name of the comparison's schema.
pub const COMPARE: &str = "comparison";

/// The most tokens of a comparison, its pairs aside. Ours: space for a model that thinks first.
const COMPARE_TOKENS: u32 = 1_024;

/// The most tokens of one pair. Ours: its keys and values are some 30.
const PAIR_TOKENS: u32 = 48;

/// The most tokens of a ruling. Ours: a sentence, and some passages copied out of an answer.
const REVIEW_MAX_TOKENS: u32 = 768;

/// The most further tokens for each ruling on one of several answers. Ours: a sentence, and a passage.
const RULING_TOKENS: u32 = 128;

impl AnswerSchema {
    /// The sections of the reasoning that the question asks for; empty where plain text will do (D-10).
    pub fn sections(&self) -> &[String] {
        match self {
            AnswerSchema::Full(fields) => &fields.sections,
            AnswerSchema::Lean(_)
            | AnswerSchema::Closing(_)
            | AnswerSchema::Review
            | AnswerSchema::Reviews { .. }
            | AnswerSchema::Group { .. }
            | AnswerSchema::Compare { .. }
            | AnswerSchema::Panel(_) => &[],
        }
    }

    /// The ballot paper of the question, where it has one.
    pub fn paper(&self) -> Option<&Paper> {
        match self {
            AnswerSchema::Full(fields) => fields.paper.as_ref(),
            AnswerSchema::Lean(lean) => lean.paper.as_ref(),
            AnswerSchema::Closing(paper) => Some(paper),
            AnswerSchema::Review
            | AnswerSchema::Reviews { .. }
            | AnswerSchema::Group { .. }
            | AnswerSchema::Compare { .. }
            | AnswerSchema::Panel(_) => None,
        }
    }
}

fn full(asked: &Fields) -> Value {
    let text = || json!({"type": "string"});
    let maybe_text = || json!({"type": ["string", "null"]});
    let mut fields = vec![("position", text())];
    let extent = if asked.is_alike { Extent::All } else { Extent::Needed };
    fields.extend(asked.paper.iter().flat_map(|it| ballot::fields(it, extent)));
    fields.push(("reasoning", reasoning(&asked.sections)));
    if asked.has_claims {
        let standings = Standing::ALL.map(Standing::as_str);
        let mut claim = vec![
            ("label", one_word(&["FACT", "INFER", "ASSUME"])),
            ("text", text()),
            ("standing", one_word(&standings)),
        ];
        let mut reference = vec![("number", json!({"type": "integer"})), ("title", text()), ("url", maybe_text())];
        if asked.has_types {
            claim.push(("type", maybe(kind())));
            reference.push(("type", kind()));
        }
        fields.extend([("claims", list(closed(claim))), ("references", list(closed(reference)))]);
    }
    let change = vec![("delta", json!({"type": "number"})), ("since", json!({"type": "integer"})), ("reason", text())];
    fields.push(("key_points", list(text())));
    if asked.paper.as_ref().is_some_and(Paper::has_confidence) {
        fields.push(("confidence_change", maybe(closed(change))));
    }
    if asked.has_moves {
        let acts = Act::ALL.map(Act::as_str);
        let mut moved = vec![("claim", text()), ("act", one_word(&acts)), ("why", text())];
        if asked.has_types {
            let counter = closed(vec![("text", text()), ("type", kind())]);
            moved.extend([("assessment", maybe_text()), ("counter", maybe(counter)), ("synthesis", maybe_text())]);
        }
        fields.push(("moves", list(closed(moved))));
    }
    if !asked.addressees.is_empty() {
        let question = closed(vec![("to", one_word(&asked.addressees)), ("text", text())]);
        fields.push(("questions", list(question)));
    }
    if asked.has_stance {
        fields.push(("stance", one_word(&["YES", "NO", "NEUTRAL"])));
    }
    if asked.has_needs {
        fields.push(("needs", list(text())));
    }
    closed(fields)
}

/// One text for each section, or a single text where there are no sections. Vulnerabilities are a list, with a mitigation each.
fn reasoning(sections: &[String]) -> Value {
    let text = || json!({"type": "string"});
    if sections.is_empty() {
        return text();
    }
    let section = |name: &String| {
        let is_list = name == reply::VULNERABILITIES;
        (
            name.clone(),
            if is_list { list(closed(vec![("vulnerability", text()), ("mitigation", text())])) } else { text() },
        )
    };
    closed(sections.iter().map(section).collect())
}

fn closing(paper: &Paper) -> Value {
    let mut fields = ballot::fields(paper, Extent::Needed);
    fields.extend([("reasoning", json!({"type": "string"})), ("would_change", json!({"type": "string"}))]);
    closed(fields)
}

fn group() -> Value {
    let lists = || list(list(json!({"type": "string"})));
    closed(vec![("groups", lists()), ("same_claims", lists()), ("same_terms", lists())])
}

fn review() -> Value {
    closed(ruling())
}

fn reviews() -> Value {
    let answer = [("answer", json!({"type": "integer"}))];
    closed(vec![("rulings", list(closed(answer.into_iter().chain(ruling()).collect())))])
}

fn ruling() -> Vec<(&'static str, Value)> {
    let text = || json!({"type": "string"});
    vec![("reason", text()), ("ruling", one_word(&["pass", "redact", "reject"])), ("redact", list(text()))]
}

/// A type of evidence (E-01).
fn kind() -> Value {
    one_word(&Kind::ALL.map(Kind::as_str))
}

/// The value, or null.
fn maybe(value: Value) -> Value {
    json!({"anyOf": [{"type": "null"}, value]})
}

fn compare() -> Value {
    let is = || json!({"type": "boolean"});
    let pair = vec![("pair", json!({"type": "integer"})), ("on_topic", is()), ("opposed", is()), ("same_point", is())];
    closed(vec![("pairs", list(closed(pair)))])
}

fn one_word<S: AsRef<str>>(words: &[S]) -> Value {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    json!({"type": "string", "enum": words})
}

fn list(item: Value) -> Value {
    json!({"type": "array", "items": item})
}

/// A closed object with these required fields, in this order.
fn closed<S: Into<String>>(fields: Vec<(S, Value)>) -> Value {
    let properties: Map<String, Value> = fields.into_iter().map(|(name, value)| (name.into(), value)).collect();
    let required: Vec<&String> = properties.keys().collect();
    let required = json!(required);
    json!({"type": "object", "additionalProperties": false, "required": required, "properties": properties})
}
