//! Finding a short answer in what a model returned: the last object that is one, past drafts, fences and thoughts.
//!
//! Not here: a turn of a debate, which is found by how many of its fields an object has (`locate`).
use super::cursor::Cursor;
use super::lenient;
use super::value::Object;

/// Objects that break off and are looked into. Ours: one breaks off at its end, and few drafts do before it.
const BROKEN: usize = 64;

/// What was read, and what stood in the way.
pub(super) struct Last<T> {
    /// What was read.
    pub(super) what: T,
    /// Whether other words stand around the object.
    pub(super) is_wrapped: bool,
    /// Whether it is not quite JSON.
    pub(super) is_malformed: bool,
    /// Whether it breaks off.
    pub(super) is_truncated: bool,
}

/// What `read` makes of the last object of which it makes something.
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
        // What breaks off may have been given up for a second attempt, which then stands inside it.
        if !object.is_whole {
            broken += 1;
            cursor.go(start + 1);
        }
        found = read(&object).map(|what| Last { what, is_wrapped, is_malformed, is_truncated }).or(found);
    }
}
