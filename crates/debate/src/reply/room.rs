//! Parses a participant's answer in a clash or a crux room (P-21, P-22), as leniently as other answers.
//!
//! Only the fields distinguish statements from private reasoning: a trace never becomes a statement. Not here: participants who say nothing
//! (`formats::panel`).
use super::TEXT_MOST;
use super::ballot;
use super::fields;
use super::flaws::Flaws;
use super::last::{Last, last};
use super::value::{Object, Value};
use crate::crux::{Answered, ClaimLink, ClaimRelation, CruxKind};
use crate::event::{RoomTurn, Thought};
use crate::turn::Flaw;

/// Maximum characters of a statement. Ours: the prompt asks for at most six sentences.
pub(super) const SAY_MOST: usize = 2_000;
/// Maximum steps of a trace. Ours: the prompt asks for three kinds of step.
const STEPS_MOST: usize = 8;
/// Fields that hold steps if an answer has no list of them.
const STEPS: [&str; 3] = ["belief", "threat", "firmness"];

/// Parses an answer; it is empty if `say` and `core` are both absent.
pub fn room(text: &str) -> (RoomTurn, Vec<Flaw>) {
    let mut flaws = Flaws::default();
    if text.len() > TEXT_MOST {
        flaws.too_long("answer");
    }
    // The answer is at the end, after reasoning of any length.
    let text = text.get(text.ceil_char_boundary(text.len().saturating_sub(TEXT_MOST))..).unwrap_or_default();
    let is_one = |object: &Object| {
        let is_said = |field: &str| matches!(object.get(field), Value::Text(it) if !it.trim().is_empty());
        (is_said("say") || is_said("core")).then(|| object.clone())
    };
    let Some(Last { what: object, is_wrapped, is_malformed, is_truncated }) = last(text, is_one) else {
        flaws.add(Flaw::NoObject);
        return (RoomTurn::default(), flaws.into_vec());
    };
    for (is_so, flaw) in [(is_wrapped, Flaw::Wrapped), (is_malformed, Flaw::Malformed), (is_truncated, Flaw::Truncated)]
    {
        if is_so {
            flaws.add(flaw);
        }
    }
    let mut optional = |field: &str| fields::optional_text(object.get(field), field, &mut flaws);
    let (core, conceded, falsifier) = (optional("core"), optional("conceded"), optional("falsifier"));
    let both_hold = optional("both_hold");
    let say = fields::text(object.get("say"), "say", SAY_MOST, &mut flaws);
    let turn = RoomTurn {
        // An answer with a crux alone states that.
        say: say.or_else(|| core.clone()).unwrap_or_default(),
        trace: trace(&object, &mut flaws),
        answer: word(&object, "answer", Answered::named, &mut flaws),
        conceded,
        core,
        kind: word(&object, "kind", CruxKind::named, &mut flaws),
        falsifier,
        nothing_left: object.get("nothing_left").truth(),
        both_hold,
        rests_on: rests_on(object.get("rests_on")),
        links: links(object.get("links"), &mut flaws),
    };
    (turn, flaws.into_vec())
}

/// An enumerated value, by its name.
pub(super) fn word<T>(object: &Object, field: &str, named: impl Fn(&str) -> Option<T>, flaws: &mut Flaws) -> Option<T> {
    let value = object.get(field);
    // Some schemas and models write a boolean.
    let found = match value {
        Value::Bool(true) => named("yes"),
        Value::Bool(false) => named("no"),
        Value::Null
        | Value::Number(_)
        | Value::Text(_)
        | Value::Bare(_)
        | Value::List(_)
        | Value::Object(_)
        | Value::Unreadable
        | Value::Broken => value.word().map(|it| it.trim().trim_end_matches('.')).and_then(named),
    };
    let is_none = value.word().is_some_and(|it| matches!(it.trim().to_ascii_lowercase().as_str(), "none" | "null"));
    if found.is_none() && !value.is_absent() && !is_none {
        flaws.wrong_type(field);
    }
    found
}

/// The ids of evidence on which an answer rests, in canonical form; anything else is left out. Whether it was opened is not checked.
fn rests_on(value: &Value) -> Vec<String> {
    let is_id = |it: &str| {
        let rest = it.strip_prefix(['S', 'E', 'C']).unwrap_or_default();
        !rest.is_empty() && !rest.starts_with('0') && rest.bytes().all(|it| it.is_ascii_digit())
    };
    let ids = value.items().iter().filter_map(Value::word).map(bare_id).filter(|it| is_id(it));
    let mut found: Vec<String> = Vec::new();
    for id in ids.take(LINKS_MOST) {
        if !found.contains(&id) {
            found.push(id);
        }
    }
    found
}

/// An id without brackets and punctuation, in upper case.
fn bare_id(word: &str) -> String {
    word.trim().trim_start_matches('[').trim_end_matches([']', '.', ':']).to_ascii_uppercase()
}

/// Maximum claims that a statement answers. Ours: it has at most five sentences.
const LINKS_MOST: usize = 8;

/// The claims that a statement answers (P-40): `{"claim": "C3", "relation": "attacks"}` each. Whether there is such a claim is not checked.
fn links(value: &Value, flaws: &mut Flaws) -> Vec<ClaimLink> {
    let one = |item: &Value| {
        let object = item.object()?;
        let relation = ClaimRelation::named(object.get("relation").word()?)?;
        Some(ClaimLink { claim: claim_id(object.get("claim").word()?)?, relation })
    };
    let mut links: Vec<ClaimLink> = Vec::new();
    for item in value.items() {
        match one(item) {
            Some(it) if !links.contains(&it) => links.push(it),
            Some(_) => {}
            None => flaws.wrong_type("links"),
        }
    }
    if links.len() > LINKS_MOST {
        flaws.too_long("links");
        links.truncate(LINKS_MOST);
    }
    links
}

/// An id of a claim, `C3`, or of a statement, `R1.2`, in canonical form.
fn claim_id(word: &str) -> Option<String> {
    let word = bare_id(word);
    let said = || {
        let (room, said) = word.strip_prefix(['R', 'r'])?.split_once('.')?;
        let is_number = |it: &str| !it.is_empty() && !it.starts_with('0') && it.bytes().all(|it| it.is_ascii_digit());
        (is_number(room) && is_number(said)).then(|| format!("R{room}.{said}"))
    };
    ballot::id(&word, ['C', 'c']).or_else(said)
}

/// The steps: a list, or one field per kind.
fn trace(object: &Object, flaws: &mut Flaws) -> Vec<Thought> {
    let text = |value: &Value, flaws: &mut Flaws| fields::text(value, "trace", fields::TEXT_MOST, flaws);
    let mut steps = Vec::new();
    for item in object.get("trace").items() {
        let (step, value) = match item.object() {
            Some(it) => (it.get("step").word().unwrap_or("other"), it.get("text")),
            None => ("other", item),
        };
        let step: String = flaws.clean(step).unwrap_or_default().to_lowercase().chars().take(24).collect();
        steps.extend(text(value, flaws).map(|text| Thought { step, text }));
    }
    for step in STEPS {
        steps.extend(text(object.get(step), flaws).map(|text| Thought { step: step.to_owned(), text }));
    }
    if steps.len() > STEPS_MOST {
        flaws.too_long("trace");
        steps.truncate(STEPS_MOST);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thoughts(turn: &RoomTurn) -> Vec<(&str, &str)> {
        turn.trace.iter().map(|it| (it.step.as_str(), it.text.as_str())).collect()
    }

    /// P-22: a trace is parsed as a list of steps or as fields, and never becomes a statement; statements are parsed in any wrapper.
    #[test]
    fn a_room_answer_is_read() {
        let whole = r#"{"trace": [{"step": "belief", "text": "b1"}, {"step": "Threat", "text": "b2"}], "say": "I differ.",
            "answer": "no", "conceded": "none"}"#;
        let (turn, flaws) = room(whole);
        assert_eq!(turn.say, "I differ.");
        assert_eq!(thoughts(&turn), [("belief", "b1"), ("threat", "b2")]);
        assert_eq!((turn.answer, turn.conceded), (Some(Answered::No), None));
        assert_eq!(flaws, [Flaw::Coerced { field: "conceded".into() }]);
        let flat = r#"Sure: {"belief": "b1", "firmness": "very", "say": "I differ.", "answer": false,}"#;
        let (turn, flaws) = room(flat);
        assert_eq!(thoughts(&turn), [("belief", "b1"), ("firmness", "very")]);
        assert_eq!(turn.answer, Some(Answered::No));
        assert_eq!(flaws, [Flaw::Wrapped, Flaw::Malformed]);
    }

    /// P-21: an answer with a crux alone states it; an unknown kind is none.
    #[test]
    fn the_core_thing_is_read() {
        for (kind, expected) in [
            ("empirical", Some(CruxKind::Empirical)),
            ("Values", Some(CruxKind::Values)),
            ("definitional.", Some(CruxKind::Definitional)),
            ("both", None),
        ] {
            let (turn, flaws) =
                room(&format!(r#"{{"core": "Whether calls fail.", "kind": "{kind}", "falsifier": "x"}}"#));
            assert_eq!((turn.say.as_str(), turn.kind), ("Whether calls fail.", expected), "{kind}");
            assert_eq!(flaws.is_empty(), expected.is_some(), "{kind}: {flaws:?}");
        }
    }

    /// P-21: the evidence that an answer rests on is read from its field alone, each id once, and what is no id of evidence is left out.
    #[test]
    fn what_an_answer_rests_on_is_read() {
        for (field, expected) in [
            (r#""rests_on": ["s1", "[S2]", "S1", "the log", "R1.2", "S0"]"#, vec!["S1", "S2"]),
            (r#""rests_on": []"#, vec![]),
            (r#""rests_on": null"#, vec![]),
            (r#""conceded": "S3 shows it.""#, vec![]),
        ] {
            let (turn, _) = room(&format!(r#"{{"say": "S1 proves nothing.", {field}}}"#));
            assert_eq!(turn.rests_on, expected, "{field}");
        }
    }

    /// D-21, P-22: nothing is made up, and a trace that breaks off before anything is said says nothing.
    #[test]
    fn what_is_not_said_is_not_read() {
        for text in [
            "",
            "I differ.",
            r#"{"trace": [{"step": "belief", "text": "I fear they are right"#,
            r#"{"trace": [], "say": ""}"#,
            r#"{"say": ["I differ."]}"#,
            "{{{{{{",
        ] {
            let (turn, flaws) = room(text);
            assert_eq!((turn, flaws), (RoomTurn::default(), vec![Flaw::NoObject]), "{text}");
        }
        let (turn, flaws) = room(r#"<think>{"say": "draft"}</think>{"say": "I differ.", "answer": "n"#);
        assert_eq!((turn.say.as_str(), turn.answer), ("I differ.", None));
        assert!(flaws.contains(&Flaw::Truncated) && flaws.contains(&Flaw::Wrapped), "{flaws:?}");
    }
}
