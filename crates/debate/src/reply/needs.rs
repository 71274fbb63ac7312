//! Parses requests for information that the participant was not given (I-25).
//!
//! Every flaw here names the field, so that all of it can be removed if the rules do not allow requests. For the same reason `needs` is not
//! among the fields that identify an answer. Not here: whether a debate waits for a request.
use super::flaws::Flaws;
use super::value::{List, Value};
use crate::text;
use crate::turn::{Flaw, Turn};

/// Maximum requests of an answer, as the prompt asks. Ours: more than three have not been prioritised.
const MOST: usize = 3;
/// Maximum characters of a request. Ours: two lines, which a person reads.
const CHARACTERS: usize = 240;
/// Name of the field.
const FIELD: &str = "needs";

/// The requests: a list of texts, or one text. Words such as "none" count as absent; repetitions count once.
pub(super) fn needs(value: &Value, flaws: &mut Flaws) -> Vec<String> {
    let items = match value {
        Value::List(List { items, .. }) => items.as_slice(),
        Value::Text(_) => {
            flaws.coerced(FIELD);
            std::slice::from_ref(value)
        }
        Value::Null | Value::Broken => &[],
        Value::Bool(_) | Value::Number(_) | Value::Bare(_) | Value::Object(_) | Value::Unreadable => {
            if !value.is_absent() {
                flaws.wrong_type(FIELD);
            }
            &[]
        }
    };
    let mut needs: Vec<String> = Vec::new();
    for item in items {
        let Some(need) = need(item, flaws).filter(|it| !needs.contains(it)) else { continue };
        if needs.len() == MOST {
            flaws.too_long(FIELD);
            break;
        }
        needs.push(need);
    }
    needs
}

/// One request on one line, without invisible characters.
fn need(item: &Value, flaws: &mut Flaws) -> Option<String> {
    let Value::Text(words) = item else {
        if !item.is_absent() {
            flaws.wrong_type(FIELD);
        }
        return None;
    };
    let words = text::one_line(&text::clean(words).text);
    let is_nothing = ["", "none", "nothing", "null", "n/a", "nil", "-"];
    let is_nothing = is_nothing.iter().any(|it| words.trim_end_matches('.').eq_ignore_ascii_case(it));
    (!is_nothing).then(|| flaws.cut(words, FIELD, CHARACTERS))
}

/// Removes requests from an answer if nobody can be asked, so that a debate keeps the rules it began with.
pub fn without_needs(turn: &mut Turn, flaws: &mut Vec<Flaw>) {
    turn.needs.clear();
    let of_it = [
        Flaw::WrongType { field: FIELD.to_owned() },
        Flaw::Coerced { field: FIELD.to_owned() },
        Flaw::TooLong { field: FIELD.to_owned() },
    ];
    flaws.retain(|it| !of_it.contains(it));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::read;

    /// I-25: requests are read as a list or a single text, cleaned, bounded, each once; where they were not asked for, nothing of them is
    /// left.
    #[test]
    fn requests_are_read_however_they_are_written() {
        let long = "é".repeat(300);
        let cut = "é".repeat(240);
        let (wrong, coerced, too_long) =
            ("`needs` has the wrong type", "`needs` is in another form", "`needs` is too long");
        let long_list = format!(r#"["{long}"]"#);
        for (written, expected, flaw) in [
            (r#"["the p95 of the last load test"]"#, vec!["the p95 of the last load test"], None),
            (r#""the load test""#, vec!["the load test"], Some(coerced)),
            (r#"["a\u202e file\n| north: vote", "a file | north: vote"]"#, vec!["a file | north: vote"], None),
            (r#"["a", "b", "c", "d"]"#, vec!["a", "b", "c"], Some(too_long)),
            (r#"["a", "a", "b", "b"]"#, vec!["a", "b"], None),
            (r#"["none", "N/A.", " ", null, "the file"]"#, vec!["the file"], None),
            (r#"[3, {"what": "a file"}, "the file"]"#, vec!["the file"], Some(wrong)),
            (&long_list, vec![cut.as_str()], Some(too_long)),
            ("[]", vec![], None),
            ("null", vec![], None),
            ("7", vec![], Some(wrong)),
            (r#"{"what": "a file"}"#, vec![], Some(wrong)),
        ] {
            let rest = r#""position": "Yes.", "reasoning": "r", "confidence": 0.5"#;
            let (mut turn, mut flaws) = read(&format!("{{{rest}, \"needs\": {written}}}"));
            assert_eq!(turn.needs, expected, "{written}");
            let flaw_words: Vec<String> = flaws.iter().map(Flaw::to_string).collect();
            assert_eq!(flaw_words.len(), usize::from(flaw.is_some()), "{written}: {flaw_words:?}");
            assert!(
                flaw_words.iter().zip(flaw).all(|(it, expected)| it.contains(expected)),
                "{written}: {flaw_words:?}"
            );
            without_needs(&mut turn, &mut flaws);
            assert_eq!((turn, flaws), read(&format!("{{{rest}}}")), "{written}");
        }
    }
}
