//! Finds a short answer in a model's output: the last valid object, after drafts, fences and reasoning.
//!
//! Not here: a turn of a debate, which is the object with the most known fields (`locate`).
use super::cursor::Cursor;
use super::lenient;
use super::value::Object;

/// Maximum truncated objects that are searched. Ours: an answer is truncated at its end, and few drafts are before it.
const BROKEN: usize = 64;

/// A parsed value, and deviations from plain JSON.
pub(super) struct Last<T> {
    /// The parsed value.
    pub(super) what: T,
    /// Whether other text surrounds the object.
    pub(super) is_wrapped: bool,
    /// Whether it deviates from JSON.
    pub(super) is_malformed: bool,
    /// Whether it is truncated.
    pub(super) is_truncated: bool,
}

/// The result of `read` on the last object for which it returns one.
pub(super) fn last<T>(text: &str, read: impl Fn(&Object) -> Option<T>) -> Option<Last<T>> {
    let mut cursor = Cursor::new(text);
    let (mut found, mut broken) = (None, 0);
    loop {
        cursor.take_while(|c| c != '{');
        if cursor.peek().is_none() || broken > BROKEN {
            return found;
        }
        let start = cursor.at();
        (cursor.is_malformed, cursor.is_truncated) = (false, false);
        let Some(object) = lenient::object(&mut cursor) else {
            cursor.go(start + 1);
            continue;
        };
        let around = [text.get(..start), text.get(cursor.at()..)];
        let is_wrapped = around.into_iter().flatten().any(|it| !it.trim().is_empty());
        let (is_malformed, is_truncated) = (cursor.is_malformed, cursor.is_truncated);
        // A truncated object may be an abandoned draft; the second attempt is then inside it.
        if !object.is_whole {
            broken += 1;
            cursor.go(start + 1);
        }
        found = read(&object).map(|what| Last { what, is_wrapped, is_malformed, is_truncated }).or(found);
    }
}
