//! Strings: their ends, which models often get wrong, and their escapes.
//!
//! In JSON the first bare quote ends a string. Here it does only if a valid continuation follows; otherwise it is an unescaped quote within
//! the text. A string without a certain end is dropped whole, never cut.
use super::cursor::{Cursor, Gap};
use super::value::Value;

/// Maximum length of a key; longer ones are prose.
const KEY_MOST: usize = 400;

/// The container of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    Object,
    List,
}

/// The result of parsing a key.
pub(super) enum Key {
    Found(String),
    /// The text ends inside the key.
    Broken,
    None,
}

/// Which forms count as a key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keys {
    /// Complete, in quotes.
    Quoted,
    /// Also a bare word, or a truncated one.
    Any,
}

pub(super) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’')
}

fn closes(open: char, c: char) -> bool {
    match open {
        '"' | '\'' => c == open,
        '“' | '”' => matches!(c, '“' | '”' | '"'),
        _ => matches!(c, '‘' | '’' | '\''),
    }
}

/// Parses the string that opens here.
pub(super) fn string(cursor: &mut Cursor, within: Within) -> Value {
    let Some(open) = cursor.bump() else { return Value::Broken };
    cursor.is_malformed |= open != '"';
    let mut out = String::new();
    let mut keys = Keys::Any;
    loop {
        let here = cursor.at();
        match cursor.bump() {
            None => {
                cursor.is_truncated = true;
                return Value::Broken;
            }
            Some('\\') => escape(cursor, &mut out),
            Some(c) if closes(open, c) => {
                if is_over(cursor, within, keys) {
                    return Value::Text(out);
                }
                cursor.is_malformed = true;
                let after = cursor.at();
                cursor.go(here);
                if ends_member(&out) && is_key(cursor, Keys::Quoted) {
                    return Value::Unreadable;
                }
                cursor.go(after);
                keys = Keys::Quoted;
                out.push(c);
            }
            Some(c) => {
                cursor.is_malformed |= c < ' ';
                out.push(c);
            }
        }
    }
}

/// Whether a text ends as if the next quote opened a key: its own closing quote is missing.
fn ends_member(text: &str) -> bool {
    let kept = text.trim_end();
    kept.ends_with([',', '{']) || text.get(kept.len()..).is_some_and(|blank| blank.contains('\n'))
}

/// Resolves the escapes of a text up to a bare quote or its end.
pub(super) fn unescape(cursor: &mut Cursor) -> String {
    let mut out = String::new();
    loop {
        match cursor.bump() {
            None | Some('"') => return out,
            Some('\\') => escape(cursor, &mut out),
            Some(c) => out.push(c),
        }
    }
}

/// Whether a value can end here, given the text that follows.
pub(super) fn is_over(cursor: &mut Cursor, within: Within, keys: Keys) -> bool {
    let here = cursor.at();
    let gap = cursor.blank();
    let is_over = match (cursor.token(), within) {
        // Once quotes are ambiguous, the end of the text does not complete the string.
        (None, _) => keys == Keys::Any,
        (Some('}' | ']'), _) => true,
        (Some(','), Within::Object) => {
            cursor.bump();
            cursor.blank();
            match cursor.token() {
                None => keys == Keys::Any,
                Some('}' | ']' | ',') => true,
                Some(_) => is_key(cursor, keys),
            }
        }
        (Some(','), Within::List) => {
            cursor.bump();
            cursor.blank();
            cursor
                .token()
                .is_none_or(|c| is_quote(c) || c.is_ascii_digit() || matches!(c, '-' | '{' | '[' | ']' | '}' | ','))
                || ["true", "false", "null"].iter().any(|word| cursor.rest().starts_with(word))
        }
        // A missing comma.
        (Some(_), Within::Object) => match gap {
            Gap::Nothing => false,
            Gap::Blank => is_key(cursor, Keys::Quoted),
            Gap::Line => is_key(cursor, keys),
        },
        (Some(c), Within::List) => gap != Gap::Nothing && (is_quote(c) || matches!(c, '{' | '[')),
    };
    cursor.go(here);
    is_over
}

/// Whether a key and its colon follow.
fn is_key(cursor: &mut Cursor, keys: Keys) -> bool {
    let here = cursor.at();
    let is_quoted = cursor.peek().is_some_and(is_quote);
    let key = key(cursor);
    cursor.go(here);
    match key {
        Key::Found(_) => is_quoted || keys == Keys::Any,
        Key::Broken => keys == Keys::Any,
        Key::None => false,
    }
}

/// Parses a key and its colon, or does not move.
pub(super) fn key(cursor: &mut Cursor) -> Key {
    let here = cursor.at();
    let name = match cursor.peek() {
        Some(open) if is_quote(open) => quoted_key(cursor, open),
        _ => {
            let word = cursor.take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '$'));
            cursor.is_malformed |= !word.is_empty();
            Some(word.to_owned()).filter(|word| !word.is_empty() && word.len() <= KEY_MOST)
        }
    };
    if name.is_some() {
        cursor.blank();
    }
    match (name, cursor.peek()) {
        (_, None) => Key::Broken,
        (Some(name), Some(':')) => {
            cursor.bump();
            Key::Found(name)
        }
        (Some(_) | None, Some(_)) => {
            cursor.go(here);
            Key::None
        }
    }
}

fn quoted_key(cursor: &mut Cursor, open: char) -> Option<String> {
    cursor.bump();
    cursor.is_malformed |= open != '"';
    let mut name = String::new();
    while name.len() <= KEY_MOST {
        match cursor.bump()? {
            '\n' => return None,
            '\\' => escape(cursor, &mut name),
            c if closes(open, c) => return Some(name),
            c => name.push(c),
        }
    }
    None
}

/// Parses the escape after a backslash. An invalid escape keeps its characters.
fn escape(cursor: &mut Cursor, out: &mut String) {
    let Some(c) = cursor.bump() else { return };
    match c {
        '"' | '\\' | '/' => out.push(c),
        'b' => out.push('\u{8}'),
        'f' => out.push('\u{C}'),
        'n' => out.push('\n'),
        'r' => out.push('\r'),
        't' => out.push('\t'),
        'u' => unicode(cursor, out),
        _ => {
            cursor.is_malformed = true;
            if !is_quote(c) {
                out.push('\\');
            }
            out.push(c);
        }
    }
}

/// Parses the digits of a `\u` escape and of its low surrogate; a lone surrogate becomes U+FFFD.
fn unicode(cursor: &mut Cursor, out: &mut String) {
    let Some(first) = hex(cursor) else {
        cursor.is_malformed = true;
        out.push_str("\\u");
        return;
    };
    let mut code = first;
    if (0xD800..0xDC00).contains(&first) {
        let here = cursor.at();
        let second = if cursor.take('\\') && cursor.take('u') { hex(cursor) } else { None };
        match second {
            Some(second) if (0xDC00..0xE000).contains(&second) => {
                code = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
            }
            _ => cursor.go(here),
        }
    }
    let c = char::from_u32(code);
    cursor.is_malformed |= c.is_none();
    out.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
}

fn hex(cursor: &mut Cursor) -> Option<u32> {
    let here = cursor.at();
    let mut code = 0;
    for _ in 0..4 {
        let Some(digit) = cursor.peek().and_then(|c| c.to_digit(16)) else {
            cursor.go(here);
            return None;
        };
        cursor.bump();
        code = code * 16 + digit;
    }
    Some(code)
}
