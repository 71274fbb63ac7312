//! What an answer does to claims that were made before (D-33).
use super::fields::{TEXT_MOST, text};
use super::flaws::Flaws;
use super::value::{List, Object, Value};
use crate::turn::{Act, Move};

/// The most moves of an answer.
const MOST: usize = 16;

/// The moves that can be read: `{"claim": "C3", "act": "challenge", "why": …}` each.
pub(super) fn moves(value: &Value, flaws: &mut Flaws) -> Vec<Move> {
    const FIELD: &str = "moves";
    if value.is_absent() {
        return Vec::new();
    }
    let Value::List(List { items, .. }) = value else {
        flaws.wrong_type(FIELD);
        return Vec::new();
    };
    let mut read: Vec<Move> = Vec::new();
    for item in items {
        match item {
            Value::Object(object) => read.extend(one(object, flaws)),
            Value::Broken => {}
            Value::Null
            | Value::Bool
            | Value::Number(_)
            | Value::Text(_)
            | Value::Bare(_)
            | Value::List(_)
            | Value::Unreadable => flaws.wrong_type(FIELD),
        }
    }
    if read.len() > MOST {
        flaws.too_long(FIELD);
        read.truncate(MOST);
    }
    read
}

fn one(object: &Object, flaws: &mut Flaws) -> Option<Move> {
    const FIELD: &str = "moves";
    let act = object.get("act").word().map(str::trim).unwrap_or_default();
    let act = Act::ALL.into_iter().find(|it| act.eq_ignore_ascii_case(it.as_str()));
    let claim = object.get("claim").word().and_then(id);
    let (Some(act), Some(claim)) = (act, claim) else {
        flaws.wrong_type(FIELD);
        return None;
    };
    let why = text(object.get("why"), FIELD, TEXT_MOST, flaws);
    Some(Move { claim, act, why, assessment: None, counter: None, synthesis: None })
}

/// An id as it is written: `C3`, `c3`, `[C3]`.
fn id(word: &str) -> Option<String> {
    let word = word.trim().trim_matches(['[', ']', '(', ')']);
    let number: u32 = word.strip_prefix(['C', 'c'])?.parse().ok().filter(|it| *it > 0)?;
    Some(format!("C{number}"))
}

#[cfg(test)]
mod tests {
    use crate::reply::read;
    use crate::turn::{Act, Flaw, Move};

    /// D-33: a claim is referred to by its id, and what is done to it is data.
    #[test]
    fn moves_are_read() {
        let (turn, flaws) = read(
            r#"{"position": "p", "reasoning": "r", "confidence": 0.5, "vote": "MINOR", "moves": [
                {"claim": "C3", "act": "challenge", "why": "E1 says otherwise"},
                {"claim": "[c12]", "act": "Concede"}, {"claim": "C0", "act": "support"}, {"claim": "C1", "act": "hate"}]}"#,
        );
        let expected = [
            Move {
                claim: "C3".into(),
                act: Act::Challenge,
                why: Some("E1 says otherwise".into()),
                assessment: None,
                counter: None,
                synthesis: None,
            },
            Move {
                claim: "C12".into(),
                act: Act::Concede,
                why: None,
                assessment: None,
                counter: None,
                synthesis: None,
            },
        ];
        assert_eq!(turn.moves, expected);
        assert_eq!(flaws, [Flaw::WrongType { field: "moves".into() }]);
    }
}
