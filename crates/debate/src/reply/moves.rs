//! Parses actions on earlier claims (D-33) and the parts of a critique (E-03). The field is called `moves`.
use super::ballot::id;
use super::cite;
use super::fields::{TEXT_MOST, optional_text, text};
use super::flaws::Flaws;
use super::kinds::{self, OF_COUNTER, OF_CRITIQUE};
use super::value::{List, Object, Value};
use crate::turn::{Act, ClaimMove, Counter};

/// Maximum claim actions of an answer.
const MOST: usize = 16;

/// The valid claim actions: `{"claim": "C3", "act": "challenge", "why": …}` each.
pub(super) fn moves(value: &Value, flaws: &mut Flaws) -> Vec<ClaimMove> {
    const FIELD: &str = "moves";
    if value.is_absent() {
        return Vec::new();
    }
    let Value::List(List { items, .. }) = value else {
        flaws.wrong_type(FIELD);
        return Vec::new();
    };
    let mut read: Vec<ClaimMove> = Vec::new();
    for item in items {
        match item {
            Value::Object(object) => read.extend(one(object, flaws)),
            Value::Broken => {}
            Value::Null
            | Value::Bool(_)
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

fn one(object: &Object, flaws: &mut Flaws) -> Option<ClaimMove> {
    const FIELD: &str = "moves";
    let act = object.get("act").word().map(str::trim).unwrap_or_default();
    let act = Act::ALL.into_iter().find(|it| act.eq_ignore_ascii_case(it.as_str()));
    let claim = object.get("claim").word().and_then(|it| id(it, ['C', 'c']));
    let (Some(act), Some(claim)) = (act, claim) else {
        flaws.wrong_type(FIELD);
        return None;
    };
    let why = text(object.get("why"), FIELD, TEXT_MOST, flaws);
    if act == Act::Qualify && why.is_none() {
        // The limit of a qualified claim is missing (D-20).
        flaws.missing("moves.why");
    }
    let assessment = optional_text(object.get("assessment"), OF_CRITIQUE, flaws);
    let synthesis = optional_text(object.get("synthesis"), OF_CRITIQUE, flaws);
    Some(ClaimMove { claim, act, why, assessment, counter: counter(object.get("counter"), flaws), synthesis })
}

/// Evidence against a claim: `{"text": …, "type": …}`, or a plain text.
fn counter(value: &Value, flaws: &mut Flaws) -> Option<Counter> {
    let (said, kind) = match value {
        Value::Object(object) if !value.is_absent() => {
            let (_, said) = object.get_any(&["text", "evidence", "statement"]);
            (said, kinds::kind(object.get_any(&["type", "kind"]).1, OF_COUNTER, flaws))
        }
        Value::Text(_) if !value.is_absent() => {
            flaws.coerced(OF_COUNTER);
            (value, None)
        }
        Value::Object(_)
        | Value::Text(_)
        | Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::Bare(_)
        | Value::List(_)
        | Value::Unreadable
        | Value::Broken => {
            if !value.is_absent() {
                flaws.wrong_type(OF_COUNTER);
            }
            return None;
        }
    };
    let said = optional_text(said, OF_COUNTER, flaws)?;
    let (text, numbers) = cite::take(&said);
    let cites = numbers.into_iter().take(cite::MOST).collect();
    text.contains(char::is_alphanumeric).then_some(Counter { text, kind, assigned: false, cites })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Kind;
    use crate::reply::read;
    use crate::turn::Flaw;

    /// D-33: a claim action names its claim by id.
    #[test]
    fn moves_are_read() {
        let (turn, flaws) = read(
            r#"{"position": "p", "reasoning": "r", "confidence": 0.5, "moves": [
                {"claim": "C3", "act": "challenge", "why": "E1 says otherwise"},
                {"claim": "[c12]", "act": "Concede"}, {"claim": "C0", "act": "support"}, {"claim": "C1", "act": "hate"}]}"#,
        );
        let expected = [
            ClaimMove {
                claim: "C3".into(),
                act: Act::Challenge,
                why: Some("E1 says otherwise".into()),
                assessment: None,
                counter: None,
                synthesis: None,
            },
            ClaimMove {
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

    /// D-20: a qualified claim needs its limit; without it the action is kept and the flaw recorded.
    #[test]
    fn a_limit_is_given() {
        for (why, flaws) in
            [(r#""below 500 calls a second""#, vec![]), ("null", vec![Flaw::Missing { field: "moves.why".into() }])]
        {
            let text = format!(
                r#"{{"position": "p", "reasoning": "r", "confidence": 0.5, "moves": [{{"claim": "C1", "act": "qualify", "why": {why}}}]}}"#
            );
            let (turn, found) = read(&text);
            assert_eq!((turn.moves[0].act, found), (Act::Qualify, flaws), "{why}");
        }
    }

    /// E-03: the four parts of a critique are fields; a counter may be an object or a plain text, and cites by number.
    #[test]
    fn critiques_are_read() {
        let (turn, flaws) = read(
            r#"{"position": "p", "reasoning": "r", "confidence": 0.5, "moves": [
                {"claim": "C1", "act": "challenge", "why": "too old", "assessment": "One run on one machine.",
                 "counter": {"text": "A second run took 9 ms [2].", "type": "empirical"}, "synthesis": "It depends on load."},
                {"claim": "C2", "act": "challenge", "counter": "C1 says otherwise", "assessment": null, "synthesis": "none"},
                {"claim": "C3", "act": "support", "counter": {"text": null, "type": null}},
                {"claim": "C4", "act": "challenge", "counter": 7}]}"#,
        );
        let parts: Vec<_> = turn.moves.iter().map(|it| (&it.assessment, &it.synthesis)).collect();
        let some = |it: &str| Some(it.to_owned());
        assert_eq!(parts[0], (&some("One run on one machine."), &some("It depends on load.")));
        assert_eq!(parts[1], (&None, &None));
        let counters: Vec<_> = turn.moves.iter().map(|it| it.counter.as_ref()).collect();
        let first = counters[0].unwrap();
        assert_eq!(
            (first.text.as_str(), first.kind, first.cites.as_slice()),
            ("A second run took 9 ms.", Some(Kind::Empirical), [2].as_slice())
        );
        let second = counters[1].unwrap();
        assert_eq!((second.text.as_str(), second.kind), ("C1 says otherwise", None));
        assert_eq!((counters[2], counters[3]), (None, None));
        let field = |it: &str| it.to_owned();
        assert_eq!(
            flaws,
            [
                Flaw::WrongType { field: field(OF_COUNTER) },
                Flaw::Coerced { field: field(OF_COUNTER) },
                Flaw::Coerced { field: field(OF_CRITIQUE) },
            ]
        );
    }
}
