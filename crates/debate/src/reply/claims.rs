//! Claims of an answer: label, statement, cited numbers (D-11) and kind of evidence (E-01).
//!
//! A claim without a label is dropped, and the flaw recorded: its kind of knowledge can't be guessed.
use super::cite;
use super::fields::{TEXT_MOST, whole};
use super::flaws::Flaws;
use super::kinds;
use super::value::{List, Object, Value};
use crate::evidence::Standing;
use crate::turn::{Claim, Flaw, Label, Reference};
use std::collections::BTreeSet;

/// Maximum claims of an answer.
const CLAIMS_MOST: usize = 20;

const FIELD: &str = "claims";

/// Reads the claims; references give the titles of sources that a statement names by number.
pub(super) fn claims(value: &Value, references: &[Reference], flaws: &mut Flaws) -> Vec<Claim> {
    if value.is_absent() {
        return Vec::new();
    }
    let Value::List(List { items, .. }) = value else {
        let claim = claim(value, references, flaws);
        if claim.is_some() {
            flaws.coerced(FIELD);
        }
        return claim.into_iter().collect();
    };
    let mut claims = Vec::new();
    for item in items {
        if claims.len() == CLAIMS_MOST {
            flaws.too_long(FIELD);
            break;
        }
        claims.extend(claim(item, references, flaws));
    }
    claims
}

/// Checks D-11 and D-12: each number has a reference, each FACT cites one, no ASSUME does.
pub(super) fn check(claims: &[Claim], references: &[Reference], flaws: &mut Flaws) {
    let known: BTreeSet<u32> = references.iter().map(|reference| reference.number).collect();
    for (claim, place) in claims.iter().zip(1..) {
        for &number in claim.cites.iter().filter(|&number| !known.contains(number)) {
            flaws.add(Flaw::UnresolvedCitation { number });
        }
        match (claim.label, claim.cites.is_empty()) {
            (Label::Fact, true) => flaws.add(Flaw::UncitedFact { claim: place }),
            (Label::Assume, false) => flaws.add(Flaw::CitedAssumption { claim: place }),
            (Label::Fact | Label::Infer | Label::Assume, _) => {}
        }
    }
}

fn claim(value: &Value, references: &[Reference], flaws: &mut Flaws) -> Option<Claim> {
    if value.is_absent() {
        return None;
    }
    let claim = match value {
        Value::Text(text) => from_text(None, text, references, flaws).inspect(|_| flaws.coerced(FIELD)),
        Value::Object(object) => from_object(object, references, flaws),
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::Bare(_)
        | Value::List(_)
        | Value::Unreadable
        | Value::Broken => None,
    };
    if claim.is_none() {
        flaws.wrong_type(FIELD);
    }
    claim
}

fn from_object(object: &Object, references: &[Reference], flaws: &mut Flaws) -> Option<Claim> {
    let (label_key, label) = object.get_any(&["label", "type", "kind"]);
    let (text_key, text) = object.get_any(&["text", "claim", "statement"]);
    let (_, cites) = object.get_any(&["cites", "citations"]);
    let Value::Text(text) = text else { return None };
    let given = match label_key {
        Some(_) => Some(label_of(label, flaws)?),
        None => None,
    };
    let mut claim = from_text(given, text, references, flaws)?;
    if label_key != Some("label") || text_key != Some("text") {
        flaws.coerced(FIELD);
    }
    if label_key == Some("label") {
        claim.kind = kinds::kind(object.get_any(&["type", "kind", "evidence_type"]).1, kinds::OF_CLAIM, flaws);
        claim.standing = standing(object.get("standing"));
    }
    if !cites.is_absent() {
        let mut numbers = listed(cites, flaws);
        numbers.extend(claim.cites);
        claim.cites = capped(numbers, flaws);
    }
    Some(claim)
}

/// How the author knows it; none for an unknown word.
fn standing(value: &Value) -> Option<Standing> {
    let word = value.word()?.trim();
    Standing::ALL.into_iter().find(|it| word.eq_ignore_ascii_case(it.as_str()))
}

fn label_of(value: &Value, flaws: &mut Flaws) -> Option<Label> {
    let word = value.word()?.trim();
    label_word(word).or_else(|| {
        let label = label_word(word.trim_matches(|c: char| !c.is_alphanumeric()))?;
        flaws.coerced(FIELD);
        Some(label)
    })
}

fn label_word(word: &str) -> Option<Label> {
    [Label::Fact, Label::Infer, Label::Assume].into_iter().find(|label| word.eq_ignore_ascii_case(label.as_str()))
}

/// Builds a claim from label and statement; without a label, from one at the start of the statement.
fn from_text(given: Option<Label>, text: &str, references: &[Reference], flaws: &mut Flaws) -> Option<Claim> {
    let text = flaws.clean(text)?;
    let (label, text) = match (given, leading_label(&text)) {
        (Some(given), Some((label, rest))) if label == given => {
            flaws.coerced(FIELD);
            (label, rest)
        }
        (Some(given), _) => (given, text.as_str()),
        (None, leading) => leading?,
    };
    let title = |number: u32| references.iter().find(|it| it.number == number).map(|it| it.title.as_str());
    let (text, numbers) = cite::take_named(text, title);
    if !text.contains(char::is_alphanumeric) {
        return None;
    }
    Some(Claim {
        label,
        text: flaws.cut(text, FIELD, TEXT_MOST),
        cites: capped(numbers, flaws),
        kind: None,
        assigned: false,
        standing: None,
    })
}

/// A label at the start of a statement: `FACT: …`, `[FACT] …`, `**FACT** – …`. "Fact checking is dear" has none.
fn leading_label(text: &str) -> Option<(Label, &str)> {
    let from = text.trim_start_matches(|c: char| "[(*_-•# \t".contains(c));
    let end = from.find(|c: char| !c.is_alphabetic())?;
    let (word, rest) = from.split_at_checked(end)?;
    let label = label_word(word)?;
    let statement = rest.trim_start_matches(|c: char| c.is_whitespace() || "])*_:-–—".contains(c));
    let between = rest.strip_suffix(statement)?;
    let is_marked = between.contains([']', ')', '*', '_', ':', '–', '—']) || between.contains(" - ");
    is_marked.then_some((label, statement))
}

/// Citation numbers in a separate field.
fn listed(value: &Value, flaws: &mut Flaws) -> BTreeSet<u32> {
    let mut numbers = BTreeSet::new();
    let add = |value: &Value| match value {
        Value::Number(number) => match whole(*number).filter(|number| *number > 0) {
            Some(number) => numbers.extend([number]),
            None => flaws.wrong_type(FIELD),
        },
        Value::Text(text) => match cite::numbers(text) {
            Some(read) => {
                flaws.coerced(FIELD);
                numbers.extend(read);
            }
            None => flaws.wrong_type(FIELD),
        },
        Value::Null | Value::Broken => {}
        Value::Bool(_) | Value::Bare(_) | Value::List(_) | Value::Object(_) | Value::Unreadable => {
            flaws.wrong_type(FIELD)
        }
    };
    value.list().unwrap_or(std::slice::from_ref(value)).iter().for_each(add);
    numbers
}

fn capped(numbers: BTreeSet<u32>, flaws: &mut Flaws) -> Vec<u32> {
    if numbers.len() > cite::MOST {
        flaws.too_long(FIELD);
    }
    numbers.into_iter().take(cite::MOST).collect()
}
