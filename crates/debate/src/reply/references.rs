//! References: what the citation numbers refer to (D-12).
//!
//! Not here: the registry, which merges the references of all answers.
use super::cite;
use super::fields::{self, TEXT_MOST, whole};
use super::flaws::Flaws;
use super::kinds;
use super::value::{List, Object, Value};
use crate::turn::Reference;
use std::collections::BTreeSet;

/// Maximum references of an answer.
const REFERENCES_MOST: usize = 40;

const FIELD: &str = "references";

/// Reads the references.
pub(super) fn references(value: &Value, flaws: &mut Flaws) -> Vec<Reference> {
    if value.is_absent() {
        return Vec::new();
    }
    if let Value::Text(text) = value {
        let items = text.lines().map(|line| Value::Text(line.to_owned())).collect();
        return references(&Value::List(List { items, is_whole: true }), flaws);
    }
    let mut references = Vec::new();
    let mut taken = BTreeSet::new();
    for (place, name, item) in entries(value) {
        if item.is_absent() {
            continue;
        }
        let Some(reference) = reference(place, name, item, flaws) else {
            flaws.wrong_type(FIELD);
            continue;
        };
        if !matches!(value, Value::List(_)) {
            flaws.coerced(FIELD);
        }
        if !taken.insert(reference.number) {
            flaws.coerced(FIELD);
        } else if references.len() == REFERENCES_MOST {
            flaws.too_long(FIELD);
            break;
        } else {
            references.push(reference);
        }
    }
    references
}

/// The entries with their positions from 1, and their keys if given as an object, `{"1": "…"}`.
fn entries(value: &Value) -> Vec<(u32, Option<&str>, &Value)> {
    match value {
        Value::List(List { items, .. }) => items.iter().zip(1..).map(|(item, place)| (place, None, item)).collect(),
        Value::Object(Object { members, .. }) if members.iter().all(|(name, _)| only_number(name).is_some()) => {
            members.iter().zip(1..).map(|((name, item), place)| (place, Some(name.as_str()), item)).collect()
        }
        Value::Object(_)
        | Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::Text(_)
        | Value::Bare(_)
        | Value::Unreadable
        | Value::Broken => vec![(1, None, value)],
    }
}

fn only_number(text: &str) -> Option<u32> {
    let numbers = cite::numbers(text)?;
    numbers.first().copied().filter(|_| numbers.len() == 1)
}

fn reference(place: u32, name: Option<&str>, value: &Value, flaws: &mut Flaws) -> Option<Reference> {
    let named = name.and_then(only_number);
    match value {
        Value::Text(text) => from_text(place, named, text, flaws),
        Value::Object(object) => from_object(place, named, object, flaws),
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::Bare(_)
        | Value::List(_)
        | Value::Unreadable
        | Value::Broken => None,
    }
}

fn from_object(place: u32, named: Option<u32>, object: &Object, flaws: &mut Flaws) -> Option<Reference> {
    let number = match (object.get_any(&["number", "id", "index", "ref"]), named) {
        ((None, _), named) => {
            flaws.coerced(FIELD);
            named.unwrap_or(place)
        }
        ((Some(_), Value::Number(number)), _) => whole(*number).filter(|number| *number > 0)?,
        ((Some(_), given), _) => {
            let number = only_number(given.word()?)?;
            flaws.coerced(FIELD);
            number
        }
    };
    let (title_key, title) = object.get_any(&["title", "name", "source", "text", "citation"]);
    let title = fields::text(title, FIELD, TEXT_MOST, flaws);
    let (_, url) = object.get_any(&["url", "link", "href", "uri"]);
    let url = fields::optional_text(url, FIELD, flaws).and_then(|url| {
        // A truncated URL is dropped.
        let is_kept = url.chars().count() < TEXT_MOST && web_address(&url) == Some(&url);
        if !is_kept {
            flaws.wrong_type(FIELD);
        }
        is_kept.then_some(url)
    });
    let is_title = title.is_some() && title_key == Some("title");
    let title = title.or_else(|| url.clone())?;
    if !is_title {
        flaws.coerced(FIELD);
    }
    let kind = kinds::kind(object.get_any(&["type", "kind", "evidence_type"]).1, kinds::OF_REFERENCE, flaws);
    Some(Reference { number, title, url, kind, assigned: false })
}

/// A reference in a line: `[1] Title, https://…`.
fn from_text(place: u32, named: Option<u32>, text: &str, flaws: &mut Flaws) -> Option<Reference> {
    flaws.coerced(FIELD);
    let text = flaws.clean(text)?;
    let (number, rest) = leading_number(&text).unwrap_or((named.unwrap_or(place), &text));
    let at = ["https://", "http://"].iter().filter_map(|scheme| rest.find(scheme)).min();
    let (before, from) = at.and_then(|at| rest.split_at_checked(at)).unwrap_or((rest, ""));
    let url = web_address(from).filter(|url| url.len() < TEXT_MOST);
    let after = url.map_or(from, |url| from.strip_prefix(url).unwrap_or_default().trim_start_matches(CLOSING));
    let title = format!("{}{after}", before.trim_end_matches(OPENING));
    let title = title.trim_matches(|c: char| c.is_whitespace() || ",;:|-–—".contains(c));
    let title = if title.is_empty() { url? } else { title };
    let (title, url) = (flaws.cut(title.to_owned(), FIELD, TEXT_MOST), url.map(str::to_owned));
    Some(Reference { number, title, url, kind: None, assigned: false })
}

const OPENING: [char; 4] = ['(', '<', '[', '"'];
const CLOSING: [char; 6] = [')', '>', ']', '"', '.', ','];

/// A number in front of a reference: `[1] `, `1. `, `1) `, `1: `.
fn leading_number(text: &str) -> Option<(u32, &str)> {
    let (mark, rest) = match text.strip_prefix('[') {
        Some(inside) => inside.split_once(']')?,
        None => text.split_once(['.', ')', ':']).filter(|(_, rest)| rest.starts_with(char::is_whitespace))?,
    };
    Some((only_number(mark)?, rest.trim_start()))
}

/// The URL at the start of a text.
fn web_address(text: &str) -> Option<&str> {
    let end = text.find(|c: char| c.is_whitespace() || "<>\"`{}|\\^".contains(c)).unwrap_or(text.len());
    let address = text.get(..end)?.trim_end_matches(['.', ',', ';', ':', '!', '?', ']', '\'']);
    let has_parens = address.contains('(');
    let address = if has_parens { address } else { address.trim_end_matches(')') };
    let host = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    host.starts_with(char::is_alphanumeric).then_some(address)
}
