//! What a text itself says of its difference from another: an answer of its own in quotation marks, or plainly that it disagrees.
//!
//! Long texts on one question share nearly all their words; what tells them apart is the answer they put forward. Not here: whether two
//! answers differ in meaning. Who puts forward other words than somebody else, as the right ones, means them to differ.
use crate::words;
use std::ops::Range;

/// Words by which what stands in quotation marks is put forward as an answer, or taken up as one.
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

/// The fewest words of an answer. Ours: less is a word that is spoken of.
const LEAST: usize = 3;

/// How much of a text is looked at, in bytes. Ours: what a position puts forward, it puts forward early; nobody may make this long.
const MOST: usize = 4_000;

/// How many answers of a text are looked at, likewise.
const MOST_ANSWERS: usize = 16;

/// How the answers of two texts stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answers {
    /// Neither has one that the other has not.
    Alike,
    /// Only one of them goes on to put forward another.
    OneMore,
    /// Each puts forward its own.
    Rival,
}

/// Compares the answers that two texts put forward. Those that both begin with are what they speak of, not what they say.
pub(crate) fn answers(a: &str, b: &str) -> Answers {
    let (ours, theirs) = (put_forward(a), put_forward(b));
    let shared = ours.iter().zip(&theirs).take_while(|(one, other)| one == other).count();
    match (ours.len() > shared, theirs.len() > shared) {
        (true, true) => Answers::Rival,
        (true, false) | (false, true) => Answers::OneMore,
        (false, false) => Answers::Alike,
    }
}

/// Whether a text tells whom it answers that it disagrees: "I disagree with your plan".
pub(crate) fn dissents(text: &str) -> bool {
    let text = beginning(text);
    // Most texts speak of neither, and need not be cut into words.
    if !text.contains("agree") {
        return false;
    }
    let words = words::of(text);
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    (0..words.len()).any(|at| {
        let is_denied = at.checked_sub(1).is_some_and(|it| matches!(word(it), "not" | "dont" | "cannot" | "cant"));
        let is_dissent = (word(at) == "disagree" && !is_denied) || (word(at) == "agree" && is_denied);
        is_dissent && word(at + 1) == "with" && matches!(word(at + 2), "you" | "your")
    })
}

/// The answers that a text puts forward in quotation marks, in the order of the text.
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

/// Whether a sentence ends with a character: a mark with space behind it.
fn ends_sentence(text: &str, at: usize, c: char) -> bool {
    let rest = text.get(at + c.len_utf8()..).unwrap_or_default();
    c == '\n' || (matches!(c, '.' | '!' | '?') && rest.starts_with(char::is_whitespace))
}

/// Where a text quotes, the marks aside.
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

/// As much of a text as is looked at.
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
