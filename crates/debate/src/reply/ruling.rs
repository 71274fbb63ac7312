//! What an evaluator ruled on an answer (D-50), read as leniently as an answer is.
use super::last::last;
use super::value::{Object, Value};
use crate::event::Ruling;
use crate::text;

/// How much of a ruling is looked at, in bytes: it is asked for in a few sentences.
const MOST: usize = 16 << 10;
/// The most characters of a reason.
const REASON_MOST: usize = 400;
/// The most passages to take out.
const WORDS_MOST: usize = 16;

/// The ruling in a text and its reason, if there is one. Of several the last counts: a model drafts first.
pub fn ruling(text: &str) -> Option<(Ruling, String)> {
    last(text.get(..text.floor_char_boundary(MOST)).unwrap_or_default(), read).map(|it| it.what)
}

fn read(object: &Object) -> Option<(Ruling, String)> {
    let reason = object.get("reason").word().map(plain).unwrap_or_default();
    let word = object.get("ruling").word()?.trim().to_ascii_lowercase();
    let ruling = match word.as_str() {
        "pass" => Ruling::Pass,
        "reject" => Ruling::Reject,
        "redact" => match words(object.get("redact")) {
            // Something is to be held back, and it is not said what: all of it.
            words if words.is_empty() => Ruling::Reject,
            words => Ruling::Redact(words),
        },
        _ => return None,
    };
    Some((ruling, reason))
}

fn words(value: &Value) -> Vec<String> {
    let words = value.items().iter().filter_map(Value::word).map(|it| text::one_line(&text::clean(it).text));
    words.filter(|it| !it.is_empty()).take(WORDS_MOST).collect()
}

fn plain(words: &str) -> String {
    text::one_line(&text::clean(words).text).chars().take(REASON_MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-50: a ruling is read however it is wrapped; what can't be read is none.
    #[test]
    fn rulings_are_read() {
        let redact = |words: &[&str]| Ruling::Redact(words.iter().map(ToString::to_string).collect());
        for (text, expected) in [
            (r#"{"ruling": "pass", "reason": "in scope", "redact": []}"#, Some((Ruling::Pass, "in scope"))),
            ("Sure:\n```json\n{ruling: 'REJECT', reason: 'steps',}\n```", Some((Ruling::Reject, "steps"))),
            (r#"{"ruling": "redact", "reason": "a\nb", "redact": ["mix  x", ""]}"#, Some((redact(&["mix x"]), "a b"))),
            (r#"{"ruling": "redact", "reason": "r", "redact": "mix x"}"#, Some((redact(&["mix x"]), "r"))),
            (r#"{"ruling": "redact", "reason": "r", "redact": []}"#, Some((Ruling::Reject, "r"))),
            (r#"<think>{"ruling": "pass"}</think>{"ruling": "reject", "reason": "r"}"#, Some((Ruling::Reject, "r"))),
            (r#"{"ruling": "reject", "reason": "it breaks"#, Some((Ruling::Reject, ""))),
            (r#"{"ruling": "maybe", "reason": "r"}"#, None),
            ("I will not judge that.", None),
            ("{{{{{", None),
            ("", None),
        ] {
            assert_eq!(ruling(text), expected.map(|(ruling, reason)| (ruling, reason.to_owned())), "{text}");
        }
    }
}
