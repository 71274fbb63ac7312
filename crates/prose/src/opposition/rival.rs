//! Explicit differences between texts: a proposed answer in quotation marks, or a statement of dissent.
//!
//! Long texts on one question share nearly all their words; they differ in the answer they propose. Not here: whether two answers differ in
//! meaning. An author who proposes different words as the right ones means a difference.
use super::parsed_text::NEGATIONS;
use crate::words;
use std::ops::Range;

/// Words that introduce a quoted answer.
const CLAIMS: &[&str] = &[
    "correct",
    "right",
    "best",
    "better",
    "accurate",
    "answer",
    "propose",
    "proposed",
    "proposal",
    "suggest",
    "stand",
    "believe",
    "think",
    "should",
    "recommend",
    "choose",
    "prefer",
    "rather",
    "agree",
];

/// Minimum words of an answer. Ours: fewer are a quoted term.
const LEAST: usize = 3;

/// How much of a text is searched, in bytes. Ours: positions propose their answer early, and the work must be bounded.
const MOST: usize = 4_000;

/// Maximum answers of a text, likewise.
const MOST_ANSWERS: usize = 16;

/// The relation of the answers of two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answers {
    /// Neither has an answer that the other lacks.
    Alike,
    /// Only one of them proposes a further answer.
    OneMore,
    /// Each proposes its own.
    Rival,
}

/// Compares the proposed answers of two texts. A common prefix of answers is the subject, not an answer.
pub(crate) fn answers(a: &str, b: &str) -> Answers {
    let (ours, theirs) = (put_forward(a), put_forward(b));
    let shared = ours.iter().zip(&theirs).take_while(|(one, other)| one == other).count();
    match (ours.len() > shared, theirs.len() > shared) {
        (true, true) => Answers::Rival,
        (true, false) | (false, true) => Answers::OneMore,
        (false, false) => Answers::Alike,
    }
}

/// Whether a text expresses dissent to its addressee: "I disagree with your plan".
pub(crate) fn dissents(text: &str) -> bool {
    let text = beginning(text);
    // Fast path: most texts contain no such word.
    if !text.contains("agree") {
        return false;
    }
    let words = words::of(text);
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    (0..words.len()).any(|at| {
        let is_denied = at.checked_sub(1).is_some_and(|it| NEGATIONS.contains(&word(it)));
        let is_dissent = (word(at) == "disagree" && !is_denied) || (word(at) == "agree" && is_denied);
        is_dissent && word(at + 1) == "with" && matches!(word(at + 2), "you" | "your")
    })
}

/// The quoted answers that a text proposes, in order.
fn put_forward(text: &str) -> Vec<Vec<String>> {
    let text = beginning(text);
    let quotes = quotes(text).into_iter().filter_map(|it| {
        let before = text.get(..it.start)?;
        let start = before.char_indices().rev().find(|(at, c)| ends_sentence(before, *at, *c)).map_or(0, |(at, _)| at);
        let is_locked = words::of(before.get(start..)?).iter().any(|it| CLAIMS.contains(&it.as_str()));
        let answer = words::of(text.get(it)?);
        (is_locked && answer.len() >= LEAST).then_some(answer)
    });
    quotes.take(MOST_ANSWERS).collect()
}

/// Whether a character ends a sentence: punctuation followed by space.
fn ends_sentence(text: &str, at: usize, c: char) -> bool {
    let rest = text.get(at + c.len_utf8()..).unwrap_or_default();
    c == '\n' || (matches!(c, '.' | '!' | '?') && rest.starts_with(char::is_whitespace))
}

/// The quoted ranges of a text, without the marks.
fn quotes(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    for (at, c) in text.char_indices() {
        match (c, open) {
            ('"' | '“' | '«' | '„', None) => open = Some(at + c.len_utf8()),
            ('"' | '”' | '»' | '“', Some(start)) => {
                found.push(start..at);
                open = None;
            }
            _ => {}
        }
    }
    found
}

/// The searched part of a text.
fn beginning(text: &str) -> &str {
    let end = (0..=MOST.min(text.len())).rev().find(|it| text.is_char_boundary(*it)).unwrap_or_default();
    text.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// E-11: who puts forward other words as the right ones is a rival, however much else is the same.
    #[test]
    fn answers_in_quotation_marks_are_compared() {
        for (a, b, expected) in [
            (
                "I believe the right motto is \"Slow and steady wins\". It is short.",
                "The best motto is “Fast and bold wins”. It is short.",
                Answers::Rival,
            ),
            (
                "The right motto is \"Slow and steady wins\".",
                "I agree with \"slow and steady wins\": it is short.",
                Answers::Alike,
            ),
            (
                "The right motto is \"Slow and steady wins\".",
                "I agree with \"Slow and steady wins\". But I propose \"Steady wins the race\" too.",
                Answers::OneMore,
            ),
            ("The minutes say \"we met on Monday\".", "The letter says \"we meet on Tuesday\".", Answers::Alike),
            ("The best word is \"slow\".", "The best word is \"fast\".", Answers::Alike),
            ("It ends \"without", "\"\"\"", Answers::Alike),
        ] {
            assert_eq!(answers(a, b), expected, "{a} / {b}");
            assert_eq!(answers(b, a), expected, "{b} / {a}");
        }
        let far = format!("{}The best motto is \"Fast and bold wins\"", "é".repeat(MOST));
        assert_eq!(answers(&far, "The best motto is \"Slow and steady wins\""), Answers::OneMore);
    }

    /// E-11.
    #[test]
    fn dissent_is_said_to_somebody() {
        for (text, expected) in [
            ("I respectfully disagree with your plan.", true),
            ("We do not agree with you on this.", true),
            ("I don't agree with your figures", true),
            ("I agree with you.", false),
            ("I cannot disagree with you.", false),
            ("Experts disagree with the estimate.", false),
            ("", false),
        ] {
            assert_eq!(dissents(text), expected, "{text}");
        }
    }
}
