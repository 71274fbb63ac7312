//! Parses questions to other participants (D-20). Not here: whether they exist (`formats`).
use super::fields::{TEXT_MOST, text};
use super::flaws::Flaws;
use super::value::Value;
use crate::ids::Name;
use crate::turn::Question;

/// Maximum questions of an answer, as the prompt asks. Ours: prompts never shorten them.
const MOST: usize = 3;
const FIELD: &str = "questions";

/// Addresses a question to everybody.
pub const ALL: &str = "all";

/// The questions: `{"to": a name or "all", "text": …}` each; a plain text goes to all.
pub(super) fn questions(value: &Value, flaws: &mut Flaws) -> Vec<Question> {
    if value.list().is_none() && !value.is_absent() {
        flaws.coerced(FIELD);
    }
    let mut read = Vec::new();
    for item in value.items().iter().filter(|it| !it.is_absent()) {
        let (to, said) = match item.object() {
            Some(object) => (object.get("to").word(), object.get_any(&["text", "question"]).1),
            None => {
                flaws.coerced(FIELD);
                (None, item)
            }
        };
        let Some(text) = text(said, FIELD, TEXT_MOST, flaws) else { continue };
        if read.len() == MOST {
            flaws.too_long(FIELD);
            break;
        }
        let to = to.map(str::trim).filter(|it| !it.is_empty() && !it.eq_ignore_ascii_case(ALL)).map(Name::from);
        read.push(Question { to, text });
    }
    read
}

#[cfg(test)]
mod tests {
    use crate::reply::read;
    use crate::turn::{Flaw, Question};

    /// D-20: questions go to somebody by name or to all.
    #[test]
    fn questions_are_read() {
        let ask = |questions: &str| {
            let text = format!(r#"{{"position": "p", "reasoning": "r", "confidence": 0.5, "questions": {questions}}}"#);
            let (turn, flaws) = read(&text);
            (turn.questions, flaws)
        };
        let to = |to: Option<&str>, text: &str| Question { to: to.map(Into::into), text: text.to_owned() };
        let coerced = Flaw::Coerced { field: "questions".to_owned() };
        for (questions, expected, flaws) in [
            (
                r#"[{"to": "north", "text": "Why?"}, {"to": "All", "text": "Who pays?"}]"#,
                vec![to(Some("north"), "Why?"), to(None, "Who pays?")],
                vec![],
            ),
            ("[]", vec![], vec![]),
            ("null", vec![], vec![]),
            (r#"["Why?"]"#, vec![to(None, "Why?")], vec![coerced.clone()]),
            (r#"{"to": "north", "question": "Why?"}"#, vec![to(Some("north"), "Why?")], vec![coerced]),
            (
                r#"[{"text": "1?"}, {"text": "2?"}, {"text": "3?"}, {"text": "4?"}]"#,
                vec![to(None, "1?"), to(None, "2?"), to(None, "3?")],
                vec![Flaw::TooLong { field: "questions".to_owned() }],
            ),
        ] {
            assert_eq!(ask(questions), (expected, flaws), "{questions}");
        }
    }
}
