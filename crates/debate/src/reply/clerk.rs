//! Parses a clerk's answers at a panel: aspects, judgement of a clash, comparison of cruxes, card (P-10, P-21, P-24, P-30).
//!
//! As lenient as the parser of answers; missing fields stay missing. Not here: whether the quotations of a card occur in its room
//! (`analysis::crux::verified`).
use super::flaws::Flaws;
use super::last::last;
use super::room::{SAY_MOST, word};
use super::value::{Object, Value};
use crate::crux::{Answered, Card, CardPosition, CruxKind, Finer, Resolution, Words};
use crate::event::Contradiction;
use crate::ids::{CallId, Name};
use crate::text;

/// How much of an answer is parsed, in bytes. Ours: a card has some 4,000.
const MOST: usize = 32 << 10;
/// Maximum characters of a question or a name. Ours: two sentences; a longer one is cut at the end of a sentence, or after a word.
const LINE: usize = 400;
/// Maximum characters of words that are copied from a statement: as many as a statement has.
const COPIED: usize = SAY_MOST;
/// Maximum characters of an aspect. Ours: it is a heading.
const ASPECT: usize = 160;
/// Maximum entries of a list.
const ENTRIES: usize = 12;
/// The most contradictions. Ours: as many as the clerk is asked for.
const CONTRADICTIONS: usize = 30;

/// A judgement of a clash; fields that were not asked for are absent (P-30).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// Whether both statements can't be true.
    pub opposed: Option<bool>,
    /// Whether they answer each other.
    pub engaged: Option<bool>,
    /// Whether they discuss the same claim.
    pub same_claim: Option<bool>,
    /// Whether it matters to the topic.
    pub relevant: Option<bool>,
    /// The point of difference as a question.
    pub question: Option<String>,
}

/// The aspects of a text, without repetitions; empty if it has no list.
pub fn aspects(text: &str) -> Vec<String> {
    let read = |object: &Object| {
        let mut found: Vec<String> = Vec::new();
        for aspect in object.get("aspects").items().iter().filter_map(|it| line(it, ASPECT)).take(ENTRIES) {
            if !found.iter().any(|it| it.eq_ignore_ascii_case(&aspect)) {
                found.push(aspect);
            }
        }
        (!found.is_empty()).then_some(found)
    };
    last(tail(text), read).map(|it| it.what).unwrap_or_default()
}

/// The contradictions of a text, at most thirty; entries that lack a field are left out. Whether their names and ids exist is not checked.
pub fn contradictions(text: &str) -> Vec<Contradiction> {
    let one = |it: &Value| {
        let Value::Object(it) = it else { return None };
        let field = |name: &str| line(it.get(name), LINE);
        let (a, b) = (Name::from(field("a")?), Name::from(field("b")?));
        Some(Contradiction {
            question: field("question")?,
            a,
            a_holds: field("a_holds")?,
            a_wrote: None,
            b,
            b_holds: field("b_holds")?,
            b_wrote: None,
        })
    };
    let read = |object: &Object| {
        Some(object.get("contradictions").items().iter().filter_map(one).take(CONTRADICTIONS).collect())
    };
    last(tail(text), read).map(|it| it.what).unwrap_or_default()
}

/// The judgement of a clash, if there is one.
pub fn clash(text: &str) -> Option<Judgement> {
    let read = |object: &Object| {
        let is = |field: &str| object.get(field).truth();
        let opposed = Some(is("opposed")?);
        let (engaged, same_claim, relevant) = (is("engaged"), is("same_claim"), is("relevant"));
        Some(Judgement { opposed, engaged, same_claim, relevant, question: line(object.get("question"), LINE) })
    };
    last(tail(text), read).map(|it| it.what)
}

/// Whether both sides named the same crux.
pub fn cores(text: &str) -> Option<bool> {
    last(tail(text), |object| object.get("same").truth()).map(|it| it.what)
}

/// A card as the answer gives it: turn references are not resolved, and names not checked.
pub fn card(text: &str) -> Option<Card> {
    last(tail(text), drawn).map(|it| it.what)
}

fn drawn(object: &Object) -> Option<Card> {
    let mut unread = Flaws::default();
    let crux = line(object.get("crux"), COPIED)?;
    let sides: Vec<&Object> = objects(object.get("sides")).collect();
    let stand = |it: &&Object| {
        let (by, turn) = (name(it)?, turn(it));
        let answer = Some(word(it, "answer", Answered::named, &mut Flaws::default())?);
        Some(CardPosition { by, answer, words: line(it.get("words"), COPIED)?, turn })
    };
    let falsifier = |it: &&Object| {
        let words = line(it.get("falsifier"), COPIED)?;
        Some(Words { by: name(it)?, words, turn: CallId::from("") })
    };
    let conceded = |it: &Object| Some(Words { by: name(it)?, words: line(it.get("words"), COPIED)?, turn: turn(it) });
    let resolved = word(object, "resolved", Answered::named, &mut unread);
    let how = line(object.get("how"), LINE);
    Some(Card {
        question: line(object.get("question"), LINE).unwrap_or_default(),
        positions: sides.iter().filter_map(stand).collect(),
        crux,
        kind: word(object, "kind", CruxKind::named, &mut unread),
        finer: word(object, "finer", Finer::named, &mut unread),
        falsifiers: sides.iter().filter_map(falsifier).collect(),
        settling: line(object.get("settling"), LINE),
        conceded: objects(object.get("conceded")).filter_map(conceded).collect(),
        // A resolution needs its reason.
        resolved: resolved.zip(how).map(|(answer, how)| Resolution { answer, how, opened: Vec::new() }),
        agreed: None,
        claims: Vec::new(),
    })
}

/// The answers to numbered crux questions (P-25): the number from 1, the answer, absent for no view, and the reason. None if a question has no
/// answer, or an answer is no word that was offered.
pub fn crux_answers(text: &str, questions: usize) -> Option<Vec<(Option<Answered>, Option<String>)>> {
    let read = |object: &Object| {
        let entries: Vec<&Object> = object.get("answers").items().iter().filter_map(Value::object).collect();
        let of = |number: usize| {
            let is_it = |it: &&&Object| match it.get("crux") {
                Value::Number(found) => (found - number as f64).abs() < f64::EPSILON,
                it @ (Value::Text(_) | Value::Bare(_)) => it.word().is_some_and(|it| it.trim() == number.to_string()),
                Value::Null
                | Value::Bool(_)
                | Value::List(_)
                | Value::Object(_)
                | Value::Unreadable
                | Value::Broken => false,
            };
            let entry = entries.iter().find(is_it)?;
            let said = entry.get("answer").word().map(|it| it.trim().trim_end_matches('.').replace('_', " "));
            let is_no_view = said.as_ref().is_some_and(|it| it.eq_ignore_ascii_case(NO_VIEW));
            let answer = word(entry, "answer", Answered::named, &mut Flaws::default());
            (answer.is_some() || is_no_view).then(|| (answer, line(entry.get("why"), COPIED)))
        };
        (1..=questions).map(of).collect::<Option<Vec<_>>>()
    };
    last(tail(text), read).map(|it| it.what)
}

/// The answer of a participant that has no view on a crux.
pub const NO_VIEW: &str = "no view";

fn objects(value: &Value) -> impl Iterator<Item = &Object> {
    value.items().iter().filter_map(Value::object).take(ENTRIES)
}

fn name(object: &Object) -> Option<Name> {
    line(object.get("by"), LINE).map(Name::from)
}

/// The turn that an entry names: a number, or the text it gave.
fn turn(object: &Object) -> CallId {
    match object.get("turn") {
        Value::Number(number) => CallId::from(number.to_string()),
        it @ (Value::Text(_) | Value::Bare(_)) => CallId::from(it.word().unwrap_or_default().trim()),
        Value::Null | Value::Bool(_) | Value::List(_) | Value::Object(_) | Value::Unreadable | Value::Broken => {
            CallId::from("")
        }
    }
}

/// A text on one line, whole where it has at most `most` characters, otherwise its first sentences, or words; "none" counts as absent.
fn line(value: &Value, most: usize) -> Option<String> {
    let Value::Text(words) = value else { return None };
    let words = text::one_line(&text::clean(words).text);
    let is_nothing = ["", "none", "null", "n/a", "nil", "-"];
    let is_nothing = is_nothing.iter().any(|it| words.trim_end_matches('.').eq_ignore_ascii_case(it));
    (!is_nothing).then(|| shortened(words, most))
}

/// The first sentences of a text that fit into `most` characters; its first words where none fits. Never a part of a word: what is copied is
/// looked up in what was said.
fn shortened(words: String, most: usize) -> String {
    let count = |it: &str| it.chars().count();
    if count(&words) <= most {
        return words;
    }
    let mut kept = String::new();
    for sentence in text::sentences(&words) {
        if count(&kept) + count(sentence) + 1 > most {
            break;
        }
        kept.push_str(if kept.is_empty() { "" } else { " " });
        kept.push_str(sentence);
    }
    if kept.is_empty() {
        for word in words.split(' ') {
            if count(&kept) + count(word) + 1 > most {
                break;
            }
            kept.push_str(if kept.is_empty() { "" } else { " " });
            kept.push_str(word);
        }
    }
    kept
}

/// The end of an answer: the result follows the reasoning, however long that is.
fn tail(text: &str) -> &str {
    text.get(text.ceil_char_boundary(text.len().saturating_sub(MOST))..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P-10: aspects are read however they are wrapped, each once and on a line; a text without a list has none.
    #[test]
    fn aspects_are_read() {
        for (text, expected) in [
            (r#"{"aspects": ["Cost", "Who\nowns it?", "cost", "", "none"]}"#, vec!["Cost", "Who owns it?"]),
            ("```json\n{aspects: ['Cost',]}\n```", vec!["Cost"]),
            (r#"<think>{"aspects": ["Draft"]}</think> {"aspects": ["Cost"]}"#, vec!["Cost"]),
            (r#"{"aspects": []}"#, vec![]),
            ("Cost, ownership", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(aspects(text), expected, "{text}");
        }
    }

    /// Q-22: contradictions are read with all five fields, at most thirty; an entry that lacks one is left out.
    #[test]
    fn contradictions_are_read() {
        let whole = r#"{"question": "Is it\ndear?", "a": "north", "a_holds": "b1", "b": "east", "b_holds": "e2"}"#;
        let lacking = r#"{"question": "Is it dear?", "a": "north", "a_holds": "b1", "b": "east"}"#;
        let read = contradictions(&format!(r#"{{"aspects": ["Cost"], "contradictions": [{lacking}, {whole}]}}"#));
        let [one] = read.as_slice() else { panic!("{read:?}") };
        assert_eq!((one.question.as_str(), one.a.as_str(), one.a_holds.as_str()), ("Is it dear?", "north", "b1"));
        assert_eq!((one.b.as_str(), one.b_holds.as_str()), ("east", "e2"));
        let many = vec![whole; 40].join(", ");
        assert_eq!(contradictions(&format!(r#"{{"contradictions": [{many}]}}"#)).len(), 30);
        for none in [r#"{"aspects": ["Cost"]}"#, r#"{"contradictions": "none"}"#, r#"{"contradictions": [3]}"#, ""] {
            assert_eq!(contradictions(none), [], "{none}");
        }
    }

    /// P-30: booleans are read as booleans or as their words, never as a grade.
    #[test]
    fn a_judgement_is_read() {
        let all =
            r#"{"opposed": true, "engaged": "yes", "same_claim": false, "relevant": true, "question": "Is it so?"}"#;
        let read = clash(all).unwrap();
        assert_eq!(
            (read.opposed, read.engaged, read.same_claim, read.relevant),
            (Some(true), Some(true), Some(false), Some(true))
        );
        assert_eq!(read.question.as_deref(), Some("Is it so?"));
        assert_eq!(clash(r#"{"opposed": 0.9, "relevant": true}"#), None);
        assert_eq!(clash(r#"{"relevant": true}"#), None);
        for (text, expected) in [
            (r#"{"same": true}"#, Some(true)),
            (r#"{"same": "no"}"#, Some(false)),
            (r#"{"same": 1}"#, None),
            ("", None),
        ] {
            assert_eq!(cores(text), expected, "{text}");
        }
    }

    /// P-24: what is copied from a statement is read whole, however many sentences it has; longer words end with a sentence, never inside a word.
    #[test]
    fn copied_words_are_whole() {
        let sentence = "Every facility is one more thing that can send five people out in the night. ";
        let card_of = |words: &str| {
            let side =
                format!(r#"{{"by": "north", "answer": "yes", "words": "{words}", "turn": 1, "falsifier": "{words}"}}"#);
            let granted = format!(r#"[{{"by": "north", "words": "{words}", "turn": 1}}]"#);
            card(&format!(r#"{{"crux": "{words}", "sides": [{side}], "conceded": {granted}}}"#)).unwrap()
        };
        let whole = sentence.repeat(20).trim().to_owned();
        let read = card_of(&whole);
        let all = [&read.positions[0].words, &read.falsifiers[0].words, &read.conceded[0].words, &read.crux];
        assert_eq!(all, [&whole; 4]);
        let kept = card_of(&sentence.repeat(40)).positions.remove(0).words;
        assert!(kept.ends_with("in the night.") && kept.chars().count() <= COPIED && kept.len() > COPIED / 2, "{kept}");
        let kept = card_of(&"word ".repeat(900)).positions.remove(0).words;
        assert!(kept.ends_with(" word") && kept.chars().count() <= COPIED, "{kept}");
    }

    /// P-24: a card is read as it was drawn; a side without an answer or words is no position, and nothing is settled without a reason.
    #[test]
    fn a_card_is_read() {
        let drawn = card(
            r#"Here: {"crux": "Whether calls fail.", "kind": "empirical", "finer": "evidence_standard", "settling": "Do they?",
            "sides": [{"by": "north", "answer": "yes", "words": "They fail.", "turn": 3, "falsifier": "A quiet week."},
                      {"by": "east", "answer": "maybe", "words": "They do not.", "turn": "T4", "falsifier": null}],
            "conceded": [{"by": "east", "words": "Some do.", "turn": 4}], "resolved": "yes", "how": null}"#,
        )
        .unwrap();
        assert_eq!(drawn.positions.len(), 1);
        assert_eq!((drawn.positions[0].by.as_str(), drawn.positions[0].turn.to_string().as_str()), ("north", "3"));
        assert_eq!((drawn.kind, drawn.finer), (Some(CruxKind::Empirical), Some(Finer::EvidenceStandard)));
        assert_eq!((drawn.falsifiers.len(), drawn.conceded.len(), &drawn.resolved), (1, 1, &None));
        assert_eq!(card(r#"{"kind": "values"}"#), None, "without a crux there is no card");
    }
}
