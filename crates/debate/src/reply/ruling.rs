//! Parses an evaluator's ruling (D-50), as leniently as other answers.
use super::last::last;
use super::value::{List, Object, Value};
use crate::event::Ruling;
use crate::text;

/// How much of a ruling is parsed, in bytes: the prompt asks for a few sentences.
const MOST: usize = 16 << 10;
/// Maximum characters of a reason.
const REASON_MOST: usize = 400;
/// Maximum passages to redact.
const WORDS_MOST: usize = 16;

/// The ruling in a text and its reason, if any. Of several the last counts, because models draft first.
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
            // A redaction without passages rejects the whole answer.
            words if words.is_empty() => Ruling::Reject,
            words => Ruling::Redact(words),
        },
        _ => return None,
    };
    Some((ruling, reason))
}

/// The rulings on some of `answers` answers, each with the answer's number, from 1, and its reason. None if the assignment is unclear: the
/// caller must not treat that as "all pass".
pub fn rulings(text: &str, answers: usize) -> Option<Vec<(usize, Ruling, String)>> {
    let read = |object: &Object| {
        let Value::List(List { items, is_whole: true }) = object.get("rulings") else { return None };
        items.iter().map(|it| numbered(it, answers)).collect::<Option<Vec<_>>>()
    };
    last(text.get(..text.floor_char_boundary(MOST)).unwrap_or_default(), read).map(|it| it.what)
}

fn numbered(value: &Value, answers: usize) -> Option<(usize, Ruling, String)> {
    let Value::Object(object) = value else { return None };
    let value = object.get("answer");
    let word = || value.word().and_then(|it| it.trim().parse::<f64>().ok());
    let number = if let Value::Number(number) = value { Some(*number) } else { word() };
    let number = (1..=answers).find(|it| number == Some(*it as f64))?;
    let (ruling, reason) = read(object)?;
    Some((number, ruling, reason))
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

    /// D-50: a ruling is parsed in any wrapper; an illegible one is none.
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

    /// D-50: only the named answers have rulings; an illegible list is none.
    #[test]
    fn rulings_on_several_answers_are_read() {
        for (text, expected) in [
            (r#"{"rulings": []}"#, Some(vec![])),
            (
                r#"{"rulings": [{"answer": 2, "ruling": "reject", "reason": "steps", "redact": []}]}"#,
                Some(vec![(2, Ruling::Reject, "steps")]),
            ),
            (
                "Sure:\n```json\n{rulings: [{answer: '1', ruling: 'redact', redact: ['x y'], reason: 'r'}, {answer: 3, ruling: pass}]}\n```",
                Some(vec![(1, Ruling::Redact(vec!["x y".to_owned()]), "r"), (3, Ruling::Pass, "")]),
            ),
            (
                r#"{"rulings": []} no: {"rulings": [{"answer": 1, "ruling": "reject"}]}"#,
                Some(vec![(1, Ruling::Reject, "")]),
            ),
            (r#"{"rulings": [{"answer": 4, "ruling": "reject", "reason": "of nobody"}]}"#, None),
            (r#"{"rulings": [{"answer": 1.5, "ruling": "reject", "reason": "of nobody"}]}"#, None),
            (r#"{"rulings": [{"ruling": "reject", "reason": "of which"}]}"#, None),
            (r#"{"rulings": [{"answer": 1, "ruling": "perhaps"}]}"#, None),
            (r#"{"rulings": [{"answer": 1, "ruling": "reject", "reason": "it breaks"#, None),
            (r#"{"rulings": "none"}"#, None),
            (r#"{"ruling": "pass"}"#, None),
            ("All of them pass.", None),
        ] {
            let expected =
                expected.map(|it| it.into_iter().map(|(n, ruling, why)| (n, ruling, why.to_owned())).collect());
            assert_eq!(rulings(text, 3), expected, "{text}");
        }
    }
}
