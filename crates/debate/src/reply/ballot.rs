//! Parses the ballot of an answer and its companions: consent to other options, terms, reasons for a change (B-02 … B-06, B-13).
//!
//! The [`Paper`] of the question decides what is valid: an option that is not on it is not cast. Nothing is inferred from prose.
use super::fields::{self, optional_text, text};
use super::flaws::Flaws;
use super::value::{List, Object, Value};
use crate::ballot::{
    Ballot, Because, Cast, Consent, DEPENDS, Estimate, Letter, NEW, NONE_OF_THESE, OnOption, Paper, PaperKind, TermAct,
    TermMove,
};
use crate::state::registry;
use crate::turn::Flaw;

/// Maximum characters of a headline: twelve long words, or a sentence in a script without spaces.
const HEADLINE_MOST: usize = 160;
/// Maximum terms of an answer (B-04).
const TERMS_MOST: usize = 3;
/// Maximum characters of a term.
const TERM_MOST: usize = 400;
/// Maximum actions on terms, and maximum reasons for a change.
const MOVES_MOST: usize = 16;

const FIELD: &str = "ballot";

/// The cast; none if it can't be parsed or is not on the paper.
pub(super) fn cast(value: &Value, paper: &Paper, flaws: &mut Flaws) -> Option<Cast> {
    if value.is_absent() {
        return None;
    }
    match &paper.kind {
        PaperKind::Argued => None,
        PaperKind::Estimate { .. } => estimate(value, flaws).map(Cast::Estimate),
        PaperKind::Options { .. } => option(value, paper, flaws),
    }
}

fn option(value: &Value, paper: &Paper, flaws: &mut Flaws) -> Option<Cast> {
    let (choice, headline) = match value {
        Value::Object(object) => {
            let choice = object.get_any(&["choice", "option", "letter"]).1;
            (choice.word().map(str::trim), optional_text(object.get("headline"), FIELD, flaws))
        }
        Value::Text(_) | Value::Bare(_) => {
            flaws.coerced(FIELD);
            (value.word().map(str::trim), None)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::List(_) | Value::Unreadable | Value::Broken => {
            flaws.wrong_type(FIELD);
            return None;
        }
    };
    let choice = choice.filter(|it| !it.is_empty());
    let is_otherwise = |it: &str| [DEPENDS, NONE_OF_THESE, NEW].iter().any(|word| it.eq_ignore_ascii_case(word));
    match (choice, headline) {
        (Some(word), _) if paper.option(word).is_some() => paper.option(word).map(Cast::Option),
        (Some(word), Some(headline)) if is_otherwise(word) => Some(put(&headline, paper, flaws)),
        (None, Some(headline)) => {
            flaws.coerced(FIELD);
            Some(put(&headline, paper, flaws))
        }
        (Some(word), None) if is_otherwise(word) => {
            flaws.add(Flaw::Headline { words: 0 });
            None
        }
        (Some(word), _) => {
            let word = crate::text::clip(&crate::text::one_line(word), 20).into_owned();
            flaws.add(Flaw::UnknownOption { word });
            None
        }
        (None, None) => None,
    }
}

/// Casts a headline; one that is the name of an option casts that option.
fn put(headline: &str, paper: &Paper, flaws: &mut Flaws) -> Cast {
    if let Some(letter) = paper.option(headline.trim_end_matches('.')) {
        flaws.coerced(FIELD);
        return Cast::Option(letter);
    }
    let headline = flaws.cut(crate::text::one_line(headline), FIELD, HEADLINE_MOST);
    let words = headline.split_whitespace().count();
    if words > Ballot::HEADLINE_WORDS {
        flaws.add(Flaw::Headline { words: u32::try_from(words).unwrap_or(u32::MAX) });
    }
    Cast::Headline(headline)
}

fn estimate(value: &Value, flaws: &mut Flaws) -> Option<Estimate> {
    let Value::Object(object) = value else {
        flaws.wrong_type(FIELD);
        return None;
    };
    let mut figure = |name: &str| {
        let (value, field) = (object.get(name), format!("{FIELD}.{name}"));
        let figure = fields::figure(value);
        match figure {
            None if value.is_absent() => flaws.missing(&field),
            None => flaws.wrong_type(&field),
            Some(it) if it.abs() > Estimate::MOST => flaws.out_of_range(&field),
            Some(_) => {}
        }
        figure.filter(|it| it.abs() <= Estimate::MOST)
    };
    let (lowest, best, highest) = (figure("lowest"), figure("best"), figure("highest"));
    let sure = fields::share(object.get("sure"), "ballot.sure", flaws);
    if sure.is_none() && !flaws.explain("ballot.sure") {
        flaws.missing("ballot.sure");
    }
    let (lowest, best, highest, sure) = (lowest?, best?, highest?, sure?);
    if !(lowest <= best && best <= highest) {
        flaws.add(Flaw::Unordered);
        return None;
    }
    let counted = optional_text(object.get("counted"), FIELD, flaws);
    Some(Estimate { lowest, highest, best, sure, counted })
}

/// Consent to options that the participant does not hold; entries about its own option are dropped.
pub(super) fn others(value: &Value, paper: &Paper, own: Option<Letter>, flaws: &mut Flaws) -> Vec<OnOption> {
    const FIELD: &str = "others";
    let one = |object: &Object, flaws: &mut Flaws| {
        let option = object.get_any(&["option", "letter", "choice"]).1.word().and_then(|it| paper.option(it.trim()));
        let stand = object.get_any(&["stand", "vote"]).1.word().map(str::trim).unwrap_or_default();
        let stand = Consent::ALL.into_iter().find(|it| stand.eq_ignore_ascii_case(it.as_str()));
        let (Some(option), Some(stand)) = (option, stand) else {
            flaws.wrong_type(FIELD);
            return None;
        };
        Some(OnOption { option, stand, why: optional_text(object.get_any(&["why", "objection"]).1, FIELD, flaws) })
    };
    let mut read: Vec<OnOption> = Vec::new();
    for it in objects(value, FIELD, flaws, one) {
        if Some(it.option) != own && read.iter().all(|other| other.option != it.option) {
            read.push(it);
        }
    }
    read
}

/// The options in order of preference.
pub(super) fn ranking(value: &Value, paper: &Paper, flaws: &mut Flaws) -> Vec<Letter> {
    const FIELD: &str = "ranking";
    let Value::List(List { items, .. }) = value else {
        if !value.is_absent() {
            flaws.wrong_type(FIELD);
        }
        return Vec::new();
    };
    let mut read = Vec::new();
    for item in items.iter().filter(|it| !it.is_absent()) {
        match item.word().and_then(|it| paper.option(it.trim())) {
            Some(letter) if !read.contains(&letter) => read.push(letter),
            Some(_) | None => flaws.coerced(FIELD),
        }
    }
    read
}

/// New terms, and adopted ones given by id: `T3`, `T3: the trial lapses`.
pub(super) fn terms(value: &Value, paper: &Paper, flaws: &mut Flaws) -> (Vec<String>, Vec<TermMove>) {
    const FIELD: &str = "terms";
    let (mut put, mut taken) = (Vec::new(), Vec::new());
    let Value::List(List { items, .. }) = value else {
        if !value.is_absent() {
            flaws.wrong_type(FIELD);
        }
        return (put, taken);
    };
    for item in items {
        let Some(text) = text(item, FIELD, TERM_MOST, flaws) else { continue };
        let end = text.find(|c: char| c.is_whitespace() || c == ':').unwrap_or(text.len());
        let (first, rest) = text.split_at(end);
        let (is_label, rest) = (rest.starts_with(':'), rest.trim_start_matches(':').trim_start());
        match term(first) {
            Some(term) if known(&term, paper) => {
                flaws.coerced(FIELD);
                taken.push(TermMove { term, act: TermAct::Adopt, why: None });
            }
            Some(id) if rest.is_empty() => flaws.add(Flaw::UnknownTerm { id }),
            // The answer numbered its own new term; the registry assigns another id.
            Some(_) if is_label => {
                flaws.coerced(FIELD);
                put.push(rest.to_owned());
            }
            Some(_) | None => put.push(text),
        }
    }
    if put.len() > TERMS_MOST {
        flaws.too_long(FIELD);
        put.truncate(TERMS_MOST);
    }
    (put, taken)
}

/// Actions on earlier terms.
pub(super) fn on_terms(value: &Value, paper: &Paper, flaws: &mut Flaws) -> Vec<TermMove> {
    const FIELD: &str = "on_terms";
    let one = |object: &Object, flaws: &mut Flaws| {
        let act = object.get("act").word().map(str::trim).unwrap_or_default();
        let act = TermAct::ALL.into_iter().find(|it| act.eq_ignore_ascii_case(it.as_str()));
        let named = object.get_any(&["term", "id"]).1.word().and_then(term);
        let (Some(act), Some(term)) = (act, named) else {
            flaws.wrong_type(FIELD);
            return None;
        };
        if !known(&term, paper) {
            flaws.add(Flaw::UnknownTerm { id: term });
            return None;
        }
        Some(TermMove { term, act, why: optional_text(object.get("why"), FIELD, flaws) })
    };
    few(objects(value, FIELD, flaws, one), FIELD, flaws)
}

/// Reasons for a change. A claim of the same answer is named by its index.
pub(super) fn because(value: &Value, claims: usize, flaws: &mut Flaws) -> Vec<Because> {
    const FIELD: &str = "because";
    let one = |object: &Object, flaws: &mut Flaws| {
        let named = object.get_any(&["id", "claim"]).1;
        let id = named.word().and_then(|it| reason(it).or_else(|| place(it, claims)));
        let why = optional_text(object.get("why"), FIELD, flaws);
        if id.is_none() && !named.is_absent() {
            // Not an id, but its text may still give a reason.
            if why.is_some() { flaws.coerced(FIELD) } else { flaws.wrong_type(FIELD) }
        }
        (id.is_some() || why.is_some()).then_some(Because { id, why })
    };
    few(objects(value, FIELD, flaws, one), FIELD, flaws)
}

/// Truncates to the maximum number of entries.
fn few<T>(mut read: Vec<T>, field: &str, flaws: &mut Flaws) -> Vec<T> {
    if read.len() > MOVES_MOST {
        flaws.too_long(field);
        read.truncate(MOVES_MOST);
    }
    read
}

/// The valid objects of a list.
fn objects<T>(value: &Value, field: &str, flaws: &mut Flaws, one: impl Fn(&Object, &mut Flaws) -> Option<T>) -> Vec<T> {
    if value.is_absent() {
        return Vec::new();
    }
    let Value::List(List { items, .. }) = value else {
        flaws.wrong_type(field);
        return Vec::new();
    };
    let mut read = Vec::new();
    // A truncated object is dropped whole.
    for item in items.iter().filter(|it| !it.is_absent()) {
        match item {
            Value::Object(object) => read.extend(one(object, flaws)),
            Value::Null
            | Value::Broken
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Text(_)
            | Value::Bare(_)
            | Value::List(_)
            | Value::Unreadable => flaws.wrong_type(field),
        }
    }
    read
}

/// Parses the id of a term: `T3`, `t3`, `[T3]`.
fn term(word: &str) -> Option<String> {
    id(word, ['T', 't'])
}

/// Parses the id of a reason: a claim, a term or a source.
fn reason(word: &str) -> Option<String> {
    [['C', 'c'], ['T', 't'], ['E', 'e']].into_iter().find_map(|it| id(word, it))
}

/// Parses a reference to a claim of the same answer: `claim 2`.
fn place(word: &str, claims: usize) -> Option<String> {
    let number: usize = word.trim().to_ascii_lowercase().strip_prefix("claim ")?.trim().parse().ok()?;
    (1..=claims).contains(&number).then(|| format!("claim {number}"))
}

/// Parses an id: `C3`, `c3`, `[C3]`.
pub(super) fn id(word: &str, letters: [char; 2]) -> Option<String> {
    let word = word.trim().trim_matches(['[', ']', '(', ')']);
    let number: u32 = word.strip_prefix(letters)?.parse().ok().filter(|it| *it > 0)?;
    Some(format!("{}{number}", letters[0]))
}

fn known(term: &str, paper: &Paper) -> bool {
    registry::place('T', term).is_some_and(|it| it < paper.terms)
}
