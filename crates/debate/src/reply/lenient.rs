//! A lenient JSON parser for the output of language models.
//!
//! It accepts missing and extra commas, comments, any quotes or none, and mismatched brackets, and reports whether the text was valid JSON.
//! It never fails and always terminates. Not here: the meaning of the members.
use super::cursor::Cursor;
use super::quoted::{self, Key, Keys, Within, is_quote};
use super::value::{List, Object, Value};

/// Maximum nesting depth.
const DEPTH: usize = 64;

/// Parses the object that opens here. None if the brace opens no object: its first member has no key.
pub(super) fn object(cursor: &mut Cursor) -> Option<Object> {
    object_at(cursor, Within::Object, DEPTH)
}

/// Position within an object or a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ListState {
    Start,
    AfterItem,
    AfterComma,
}

fn object_at(cursor: &mut Cursor, within: Within, depth: usize) -> Option<Object> {
    cursor.bump();
    let mut members = Vec::new();
    let mut state = ListState::Start;
    loop {
        cursor.blank();
        match cursor.token() {
            None => {
                cursor.is_truncated = true;
                return Some(Object { members, is_whole: false });
            }
            Some('}') => {
                cursor.bump();
                cursor.is_malformed |= state == ListState::AfterComma;
                return Some(Object { members, is_whole: true });
            }
            Some(',') => {
                cursor.bump();
                cursor.is_malformed |= state != ListState::AfterItem;
                state = ListState::AfterComma;
                continue;
            }
            Some(']') if within == Within::List && !members.is_empty() => {
                cursor.is_malformed = true;
                return Some(Object { members, is_whole: true });
            }
            Some(_) => {}
        }
        cursor.is_malformed |= state == ListState::AfterItem;
        match quoted::key(cursor) {
            Key::Found(key) => {
                let value = value(cursor, Within::Object, depth);
                members.push((key, value));
                state = ListState::AfterItem;
            }
            Key::Broken => {
                cursor.is_truncated = true;
                return Some(Object { members, is_whole: false });
            }
            Key::None if members.is_empty() => return None,
            Key::None => skip(cursor),
        }
    }
}

fn list(cursor: &mut Cursor, depth: usize) -> List {
    cursor.bump();
    let mut items = Vec::new();
    let mut state = ListState::Start;
    loop {
        cursor.blank();
        match cursor.token() {
            None => {
                cursor.is_truncated = true;
                return List { items, is_whole: false };
            }
            Some(']') => {
                cursor.bump();
                cursor.is_malformed |= state == ListState::AfterComma;
                return List { items, is_whole: true };
            }
            Some(',') => {
                cursor.bump();
                cursor.is_malformed |= state != ListState::AfterItem;
                state = ListState::AfterComma;
                continue;
            }
            // The bracket is missing, or of the wrong kind.
            Some(c) if c == '}' || (is_quote(c) && is_key(cursor)) => {
                take_wrong_bracket(cursor);
                cursor.is_malformed = true;
                return List { items, is_whole: true };
            }
            Some(_) => {}
        }
        cursor.is_malformed |= state == ListState::AfterItem;
        items.push(value(cursor, Within::List, depth));
        state = ListState::AfterItem;
    }
}

/// Whether a complete key and its colon follow.
fn is_key(cursor: &mut Cursor) -> bool {
    let (here, was_malformed) = (cursor.at(), cursor.is_malformed);
    let is_key = matches!(quoted::key(cursor), Key::Found(_));
    cursor.go(here);
    cursor.is_malformed = was_malformed;
    is_key
}

/// Consumes a brace used for a bracket: the object around the list continues after it.
fn take_wrong_bracket(cursor: &mut Cursor) {
    let here = cursor.at();
    if !cursor.take('}') {
        return;
    }
    let end = cursor.at();
    cursor.blank();
    let goes_on = cursor.take(',') && {
        cursor.blank();
        is_key(cursor)
    };
    cursor.go(if goes_on { end } else { here });
}

fn value(cursor: &mut Cursor, within: Within, depth: usize) -> Value {
    cursor.blank();
    match cursor.token() {
        None => {
            cursor.is_truncated = true;
            Value::Broken
        }
        Some('{' | '[') if depth == 0 => skip_nested(cursor),
        Some('{') => {
            let here = cursor.at();
            object_at(cursor, within, depth - 1).map_or_else(
                || {
                    cursor.go(here);
                    skip_nested(cursor)
                },
                Value::Object,
            )
        }
        Some('[') => Value::List(list(cursor, depth - 1)),
        Some(c) if is_quote(c) => quoted::string(cursor, within),
        Some(_) => bare(cursor, within),
    }
}

/// Parses a number or a bare word; unreadable otherwise.
fn bare(cursor: &mut Cursor, within: Within) -> Value {
    let word = cursor.take_while(|c| !c.is_whitespace() && !is_quote(c) && !",;:{}[]()<>/#".contains(c));
    if cursor.peek().is_none() {
        cursor.is_truncated = true;
        return match word {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            // The number may be truncated.
            _ if word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.')) => Value::Broken,
            _ if ["null", "true", "false"].iter().any(|it| it.starts_with(word)) => Value::Broken,
            _ => Value::Unreadable,
        };
    }
    if word.is_empty() || !quoted::is_over(cursor, within, Keys::Any) {
        cursor.is_malformed = true;
        if !matches!(cursor.peek(), Some(',' | '}' | ']')) {
            skip(cursor);
        }
        return Value::Unreadable;
    }
    match word {
        "null" => return Value::Null,
        "true" => return Value::Bool(true),
        "false" => return Value::Bool(false),
        _ if serde_json::from_str::<serde_json::Number>(word).is_ok() => {
            return word.parse().map_or(Value::Unreadable, Value::Number);
        }
        _ => cursor.is_malformed = true,
    }
    match word.to_ascii_lowercase().as_str() {
        "null" | "none" | "nil" | "undefined" => Value::Null,
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "nan" | "+nan" | "-nan" => Value::Number(f64::NAN),
        "infinity" | "+infinity" | "inf" | "+inf" => Value::Number(f64::INFINITY),
        "-infinity" | "-inf" => Value::Number(f64::NEG_INFINITY),
        lower => lower.parse().map_or_else(|_| Value::Bare(word.to_owned()), Value::Number),
    }
}

/// Skips unreadable text up to the next possible member, item or end.
fn skip(cursor: &mut Cursor) {
    cursor.is_malformed = true;
    cursor.bump();
    cursor.take_while(|c| !matches!(c, ',' | '}' | ']' | '\n'));
}

/// Skips a bracketed value that is no object or is nested too deeply.
fn skip_nested(cursor: &mut Cursor) -> Value {
    cursor.is_malformed = true;
    let mut open = 0_usize;
    while let Some(c) = cursor.bump() {
        match c {
            '{' | '[' => open += 1,
            '}' | ']' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Value::Unreadable;
        }
    }
    cursor.is_truncated = true;
    Value::Broken
}
