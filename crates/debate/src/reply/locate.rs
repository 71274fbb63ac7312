//! Finds the answer in a model's output: after reasoning, fences, drafts and wrappers.
//!
//! A single pass over the text, outside strings. The object with the most known fields is the answer; of equals the last, because models
//! draft first. Not here: the values of the fields.
use super::cursor::Cursor;
use super::lenient;
use super::quoted;
use super::value::{List, Object, Value, is_same};

/// The fields of an answer (D-20).
pub(super) const FIELDS: [&str; 16] = [
    "position",
    "reasoning",
    "confidence",
    "ballot",
    "others",
    "terms",
    "on_terms",
    "because",
    "ranking",
    "would_change",
    "claims",
    "references",
    "key_points",
    "confidence_change",
    "stance",
    "moves",
];

const THOUGHTS: [(&str, &str); 3] =
    [("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<thought>", "</thought>")];

/// An answer, and deviations from plain JSON.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) object: Object,
    pub(super) is_wrapped: bool,
    pub(super) is_malformed: bool,
    pub(super) is_truncated: bool,
    /// How many reasoning blocks end before it: an object before such an end is a draft.
    thoughts_before: usize,
    fields: usize,
}

/// Whether strings may be parsed as JSON in turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strings {
    Open,
    Leave,
}

/// The answer in a text, if there is one.
pub(super) fn locate(text: &str) -> Option<Found> {
    if is_page(text) {
        return None;
    }
    walk(text, Strings::Open).or_else(|| {
        let found = walk(&unescaped(text)?, Strings::Leave)?;
        Some(Found { is_wrapped: true, ..found })
    })
}

/// Whether the text is an HTML page with braces of its own: a gateway's error, not an answer.
fn is_page(text: &str) -> bool {
    let start: String = text.trim_start().chars().take(16).collect::<String>().to_ascii_lowercase();
    ["<!doctype", "<html", "<head", "<?xml"].iter().any(|tag| start.starts_with(tag))
}

fn walk(text: &str, strings: Strings) -> Option<Found> {
    let mut best: Option<Found> = None;
    let mut cursor = Cursor::new(text);
    let mut thoughts_before = 0;
    // Reasoning blocks without a closing tag are not searched for again.
    let mut is_open_ended = [false; THOUGHTS.len()];
    loop {
        cursor.take_while(|c| !matches!(c, '{' | '<'));
        let start = cursor.at();
        match cursor.peek() {
            None => return best,
            Some('{') => {}
            Some(_) => {
                let (passed, is_end) = thought(cursor.rest(), &mut is_open_ended);
                thoughts_before += usize::from(is_end);
                cursor.go(start + passed);
                continue;
            }
        }
        (cursor.is_malformed, cursor.is_truncated) = (false, false);
        let Some(object) = lenient::object(&mut cursor) else {
            cursor.go(start + 1);
            continue;
        };
        let end = cursor.at();
        // A truncated object may be an abandoned draft; the second attempt is then inside it.
        if !object.is_whole {
            cursor.go(start + 1);
        }
        let is_alone = [text.get(..start), text.get(end..)].into_iter().flatten().all(is_blank);
        let Some(mut found) = answer_in(object, strings) else { continue };
        found.is_wrapped |= !is_alone;
        found.is_malformed |= cursor.is_malformed;
        found.is_truncated |= cursor.is_truncated;
        found.thoughts_before = thoughts_before;
        if best.as_ref().is_none_or(|best| (best.thoughts_before, best.fields) <= (thoughts_before, found.fields)) {
            best = Some(found);
        }
    }
}

fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c == '\u{FEFF}')
}

/// Length in bytes of the reasoning block or tag at a `<`, and whether it ends a reasoning block.
fn thought(rest: &str, is_open_ended: &mut [bool; THOUGHTS.len()]) -> (usize, bool) {
    for ((open, close), is_open_ended) in THOUGHTS.iter().zip(is_open_ended) {
        if starts_with(rest, close) {
            return (close.len(), true);
        }
        if starts_with(rest, open) && !*is_open_ended {
            match rest.match_indices("</").find(|(at, _)| rest.get(*at..).is_some_and(|tail| starts_with(tail, close)))
            {
                Some((at, _)) => return (at + close.len(), true),
                None => *is_open_ended = true,
            }
        }
    }
    (1, false)
}

fn starts_with(text: &str, tag: &str) -> bool {
    text.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))
}

/// The object with the most known fields: this one, or one that it wraps.
fn answer_in(object: Object, strings: Strings) -> Option<Found> {
    let mut most = fields_of(&object);
    let mut inner = None;
    let mut wrapped: Vec<&Value> = unknown_members(&object).collect();
    while let Some(value) = wrapped.pop() {
        match value {
            Value::Object(object) => {
                wrapped.extend(unknown_members(object));
                let fields = fields_of(object);
                if fields > most {
                    most = fields;
                    inner = Some(Found::inner(object.clone(), fields));
                }
            }
            Value::List(List { items, .. }) => wrapped.extend(items),
            Value::Text(text) if strings == Strings::Open && text.trim_start().starts_with(['{', '`']) => {
                if let Some(found) = walk(text, Strings::Leave).filter(|found| found.fields > most) {
                    most = found.fields;
                    inner = Some(Found { is_wrapped: true, ..found });
                }
            }
            Value::Text(_)
            | Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Bare(_)
            | Value::Unreadable
            | Value::Broken => {}
        }
    }
    inner.or_else(|| (most > 0).then(|| Found { is_wrapped: false, ..Found::inner(object, most) }))
}

impl Found {
    fn inner(object: Object, fields: usize) -> Found {
        Found { object, is_wrapped: true, is_malformed: false, is_truncated: false, thoughts_before: 0, fields }
    }
}

fn unknown_members(object: &Object) -> impl Iterator<Item = &Value> {
    object.members.iter().filter(|(key, _)| !FIELDS.iter().any(|field| is_same(key, field))).map(|(_, value)| value)
}

/// The number of known fields of an object. Unquoted values do not count, because style sheets are full of them.
fn fields_of(object: &Object) -> usize {
    let is_field = |field: &&&str| {
        object
            .members
            .iter()
            .any(|(key, value)| is_same(key, field) && !matches!(value, Value::Bare(_) | Value::Unreadable))
    };
    FIELDS.iter().filter(is_field).count()
}

/// A text with its escapes resolved, from the first brace that an escaped key follows.
fn unescaped(text: &str) -> Option<String> {
    let is_escaped = |(at, _): &(usize, &str)| {
        let mut rest = text.get(at + 1..).unwrap_or_default().trim_start();
        while let Some(after) = ["\\n", "\\t", "\\r"].iter().find_map(|blank| rest.strip_prefix(blank)) {
            rest = after.trim_start();
        }
        rest.starts_with("\\\"")
    };
    let (start, _) = text.match_indices('{').find(is_escaped)?;
    let mut cursor = Cursor::new(text);
    cursor.go(start);
    Some(quoted::unescape(&mut cursor))
}
