//! The form of an answer as a JSON schema, for dialects that can enforce one (D-21).
//!
//! Every object is closed and every property required, as strict dialects want; what may be absent is nullable in the full form
//! and left out of the lean one. What the fields mean is said once, in the prompt.
mod ballot;
mod lean;
mod panel;

pub use lean::{Lean, Shape};
pub(crate) use lean::{clause, one_of, rest};
pub use panel::{Asked, Width};

use ballot::Extent;
use debate::ballot::Paper;
use debate::{Act, Kind, Standing, reply};
use serde_json::{Map, Value, json};

/// Which form an answer is asked for in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// All fields (D-20).
    Full(Fields),
    /// The few that decide a round, each short (D-18).
    Lean(Lean),
    /// An evaluator's ruling on somebody's answer (D-50).
    Review,
    /// An evaluator's rulings on so many answers (D-50).
    Reviews {
        /// How many.
        answers: usize,
    },
    /// A closing ballot (B-05).
    Closing(Paper),
    /// Which of so many headlines, claims and terms belong together (B-03).
    Group {
        /// How many.
        items: usize,
    },
    /// What an analyst makes of so many pairs of positions (P-30).
    Compare {
        /// How many.
        pairs: usize,
    },
    /// What somebody says at a panel, or its clerk finds (P-10 … P-30).
    Panel(Asked),
}

/// Which fields of the full form are asked for besides those that always are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fields {
    /// What may be cast (B-02).
    pub paper: Option<Paper>,
    /// The sections of the reasoning (D-10).
    pub sections: Vec<String>,
    /// Whom a question may be put to; nobody where none are asked for (D-20).
    pub addressees: Vec<String>,
    /// Whether all fields are asked for that any round may have (D-35).
    pub is_alike: bool,
    /// Claims with their labels, and what they cite (D-11).
    pub has_claims: bool,
    /// What is done to claims that were made before (D-33).
    pub has_moves: bool,
    /// Types of evidence, and the parts of a critique (E-01, E-03).
    pub has_types: bool,
    /// The stance that was assigned (D-17).
    pub has_stance: bool,
    /// What the participant was not given and needs (I-25).
    pub has_needs: bool,
}

impl Form {
    /// The name dialects want for the schema.
    pub fn name(&self) -> &'static str {
        match self {
            Form::Full(_) => "answer",
            Form::Lean(_) => LEAN,
            Form::Review => REVIEW,
            Form::Reviews { .. } => REVIEWS,
            Form::Compare { .. } => COMPARE,
            Form::Closing(_) => CLOSING,
            Form::Group { .. } => GROUP,
            Form::Panel(asked) => asked.name(),
        }
    }

    /// The schema of an answer.
    pub fn schema(&self) -> Value {
        match self {
            Form::Full(fields) => full(fields),
            Form::Closing(paper) => closing(paper),
            Form::Group { .. } => group(),
            Form::Lean(it) => it.schema(),
            Form::Review => review(),
            Form::Reviews { .. } => reviews(),
            Form::Compare { .. } => compare(),
            Form::Panel(asked) => asked.schema(),
        }
    }

    /// The most tokens of an answer in this form, where `most` is what any answer may have.
    pub fn max_tokens(&self, most: u32) -> u32 {
        match self {
            Form::Full(_) => most,
            Form::Lean(lean) => most.min(lean.max_tokens()),
            Form::Closing(_) => most.min(CLOSING_MAX_TOKENS),
            Form::Group { items } => {
                COMPARE_TOKENS.saturating_add(ITEM_TOKENS.saturating_mul(u32::try_from(*items).unwrap_or(u32::MAX)))
            }
            Form::Review => most.min(REVIEW_MAX_TOKENS),
            // One that is cut short says nothing.
            Form::Reviews { answers } => REVIEW_MAX_TOKENS
                .saturating_add(RULING_TOKENS.saturating_mul(u32::try_from(*answers).unwrap_or(u32::MAX))),
            // As long as what is asked for, whatever a participant may say: one that is cut short says nothing.
            Form::Compare { pairs } => {
                COMPARE_TOKENS.saturating_add(PAIR_TOKENS.saturating_mul(u32::try_from(*pairs).unwrap_or(u32::MAX)))
            }
            Form::Panel(asked) => asked.max_tokens(most),
        }
    }
}

/// The name of the lean form.
pub const LEAN: &str = "short_answer";

/// The name of the form of a closing ballot.
pub const CLOSING: &str = "closing_ballot";

/// The name of the form of a grouping.
pub const GROUP: &str = "grouping";

/// The most tokens of a closing ballot. Ours: a few sentences, and room for one that thinks first.
const CLOSING_MAX_TOKENS: u32 = 2_048;

/// The most tokens of a headline, claim or term in a grouping. Ours: an id in quotation marks.
const ITEM_TOKENS: u32 = 8;

/// The name of the form of a ruling.
pub const REVIEW: &str = "review";

/// The name of the form of rulings on several answers.
pub const REVIEWS: &str = "reviews";

/// The name of the form of a comparison.
pub const COMPARE: &str = "comparison";

/// The most tokens of a comparison, its pairs aside. Ours: room for one that thinks first.
const COMPARE_TOKENS: u32 = 1_024;

/// The most tokens of a pair in it. Ours: its keys and values are some 30.
const PAIR_TOKENS: u32 = 48;

/// The most tokens of a ruling. Ours: a sentence, and some passages copied out of an answer.
const REVIEW_MAX_TOKENS: u32 = 768;

/// The most tokens of a ruling on one of several answers, besides those of one. Ours: a sentence, and a passage.
const RULING_TOKENS: u32 = 128;

impl Form {
    /// The sections of the reasoning that the question asks for; none where a plain text will do (D-10).
    pub fn sections(&self) -> &[String] {
        match self {
            Form::Full(fields) => &fields.sections,
            Form::Lean(_)
            | Form::Closing(_)
            | Form::Review
            | Form::Reviews { .. }
            | Form::Group { .. }
            | Form::Compare { .. }
            | Form::Panel(_) => &[],
        }
    }

    /// The ballot paper of the question, where it has one.
    pub fn paper(&self) -> Option<&Paper> {
        match self {
            Form::Full(fields) => fields.paper.as_ref(),
            Form::Lean(lean) => lean.paper.as_ref(),
            Form::Closing(paper) => Some(paper),
            Form::Review | Form::Reviews { .. } | Form::Group { .. } | Form::Compare { .. } | Form::Panel(_) => None,
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

/// A text for each section; where there are none, one for all. What can go wrong is a list with a mitigation each.
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

/// Nothing, or that.
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

/// An object with these fields and no others, in their order.
fn closed<S: Into<String>>(fields: Vec<(S, Value)>) -> Value {
    let properties: Map<String, Value> = fields.into_iter().map(|(name, value)| (name.into(), value)).collect();
    let required: Vec<&String> = properties.keys().collect();
    let required = json!(required);
    json!({"type": "object", "additionalProperties": false, "required": required, "properties": properties})
}
