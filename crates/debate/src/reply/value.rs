//! Values of the lenient JSON parser.
//!
//! Unlike `serde_json::Value`, members keep their order and repetitions, and a value records why it is unreliable: truncated, unreadable or
//! unquoted.

/// One value of an answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    /// An unquoted word: valid for an enumerated value, not as a text.
    Bare(String),
    List(List),
    Object(Object),
    /// A value that can't be read.
    Unreadable,
    /// A truncated value.
    Broken,
}

/// A list, and whether it is complete.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct List {
    pub(super) items: Vec<Value>,
    pub(super) is_whole: bool,
}

/// An object, and whether it is complete.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Object {
    pub(super) members: Vec<(String, Value)>,
    pub(super) is_whole: bool,
}

impl Value {
    /// Whether the value is absent, as opposed to of the wrong type.
    pub(super) fn is_absent(&self) -> bool {
        match self {
            Value::Null | Value::Broken => true,
            Value::Object(object) => !object.is_whole,
            Value::Text(text) => text.trim().is_empty(),
            Value::Bool(_) | Value::Number(_) | Value::Bare(_) | Value::List(_) | Value::Unreadable => false,
        }
    }

    /// A boolean, or a word that means one.
    pub(super) fn truth(&self) -> Option<bool> {
        match self {
            Value::Bool(truth) => Some(*truth),
            Value::Text(word) | Value::Bare(word) => match word.trim().to_ascii_lowercase().as_str() {
                "true" | "yes" => Some(true),
                "false" | "no" => Some(false),
                _ => None,
            },
            Value::Null | Value::Number(_) | Value::List(_) | Value::Object(_) | Value::Unreadable | Value::Broken => {
                None
            }
        }
    }

    /// The items of a list; a single text or object counts as a list of one.
    pub(super) fn items(&self) -> &[Value] {
        match self {
            Value::List(List { items, .. }) => items,
            Value::Text(_) | Value::Object(_) => std::slice::from_ref(self),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Bare(_) | Value::Unreadable | Value::Broken => &[],
        }
    }

    /// The items, if it is a list.
    pub(super) fn list(&self) -> Option<&[Value]> {
        match self {
            Value::List(List { items, .. }) => Some(items),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Text(_)
            | Value::Bare(_)
            | Value::Object(_)
            | Value::Unreadable
            | Value::Broken => None,
        }
    }

    /// The object, if it is one, complete or not.
    pub(super) fn object(&self) -> Option<&Object> {
        match self {
            Value::Object(object) => Some(object),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Text(_)
            | Value::Bare(_)
            | Value::List(_)
            | Value::Unreadable
            | Value::Broken => None,
        }
    }

    /// The text of a string or of a bare word.
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Value::Text(text) | Value::Bare(text) => Some(text),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::List(_)
            | Value::Object(_)
            | Value::Unreadable
            | Value::Broken => None,
        }
    }
}

impl Object {
    /// The value of a member; spelling variants of the name match. Of several the last present one counts, as in JSON.
    pub(super) fn get(&self, name: &str) -> &Value {
        let under = || self.members.iter().rev().filter(|(key, _)| is_same(key, name)).map(|(_, value)| value);
        under().find(|value| !value.is_absent()).or_else(|| under().next()).unwrap_or(&Value::Null)
    }

    /// The value of the first present name, and that name.
    pub(super) fn get_any<'n>(&self, names: &[&'n str]) -> (Option<&'n str>, &Value) {
        names
            .iter()
            .map(|name| (Some(*name), self.get(name)))
            .find(|(_, value)| !value.is_absent())
            .unwrap_or((None, &Value::Null))
    }

    /// How many members have a name.
    pub(super) fn count(&self, name: &str) -> usize {
        self.members.iter().filter(|(key, _)| is_same(key, name)).count()
    }
}

/// Whether two keys are equal: `keyPoints`, `Key Points` and `KEY-POINTS` are `key_points`.
pub(super) fn is_same(key: &str, name: &str) -> bool {
    if key == name {
        return true;
    }
    // The first letters decide most comparisons.
    if let (Some(a), Some(b)) = (key.bytes().next(), name.bytes().next())
        && a.is_ascii_alphabetic()
        && b.is_ascii_alphabetic()
        && !a.eq_ignore_ascii_case(&b)
    {
        return false;
    }
    if key.is_ascii() && name.is_ascii() {
        return ascii_letters(key).eq(ascii_letters(name));
    }
    key.len() <= 4 * name.len() && letters(key).eq(letters(name))
}

/// Equals [`letters`] for ASCII, at a tenth of the cost.
fn ascii_letters(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().filter(u8::is_ascii_alphanumeric).map(|it| it.to_ascii_lowercase())
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_known_by_its_letters() {
        for key in ["key_points", "keyPoints", "KeyPoints", "Key Points", "KEY-POINTS", "**key_points**", " keypoints "]
        {
            assert!(is_same(key, "key_points"), "{key}");
        }
        for key in ["key", "points", "key_point", "", "my_key_points"] {
            assert!(!is_same(key, "key_points"), "{key}");
        }
    }

    #[test]
    fn of_several_the_last_that_is_there_counts() {
        let text = |it: &str| Value::Text(it.to_owned());
        let member = |key: &str, value: Value| (key.to_owned(), value);
        let members = vec![
            member("a", text("1")),
            member("A", text("2")),
            member("a", Value::Broken),
            member("b", Value::Broken),
        ];
        let object = Object { members, is_whole: false };
        assert_eq!(object.get("a"), &text("2"));
        assert_eq!(object.get("b"), &Value::Broken);
        assert_eq!(object.get("c"), &Value::Null);
        assert_eq!(object.get_any(&["c", "b", "a"]), (Some("a"), &text("2")));
    }
}
