//! Word-based comparison: whether two texts say the same, and the plain answer of a text.
//!
//! Texts that are not opposed need not be the same: only provable sameness counts as agreement. Not here: opposition (`opposition`), and
//! meaning beyond words.
use crate::language::is_english;
use crate::opposition::opposed;
use crate::opposition::parsed_text::{ParsedText, Passage};
use crate::relation::signed;
use crate::thresholds::{MOST_WORDS, SAME_SHARE};
use crate::words::{self, stem};

/// Stems of verbs of choosing.
const CHOOSING: &[&str] = &["us", "choos", "pick", "select", "adopt", "tak", "prefer", "keep", "buy", "go", "switch"];

/// The content words of a text, in order.
pub fn subject(text: &str) -> Vec<String> {
    words::of(text).into_iter().filter(|it| !words::is_empty(it)).collect()
}

/// The stems of the content words.
pub fn stems(text: &str) -> Vec<String> {
    subject(text).iter().map(|it| stem(it)).collect()
}

/// The yes or no at the start of a text.
pub fn answer(text: &str) -> Option<bool> {
    ParsedText::of(text).answer
}

/// Whether two texts are equal except for case and white space: `C++` is not `C#`.
pub fn is_verbatim(a: &str, b: &str) -> bool {
    // Comparison stops at the first differing word.
    let is_same = || a.split_whitespace().map(str::to_lowercase).eq(b.split_whitespace().map(str::to_lowercase));
    !a.trim().is_empty() && (a == b || is_same())
}

/// Whether two texts say the same in the same words, apart from the verb of choosing: all content words of one are in the other in the same
/// order, the other adds little, their negations agree, and nothing else opposes them. Non-English texts must be identical, because their
/// negations are unknown.
pub fn same(a: &str, b: &str) -> bool {
    if opposed(a, b).is_some() || !is_read_whole(a) || !is_read_whole(b) || signed(a) != signed(b) {
        return false;
    }
    // A label may consist of a stop word: `A`, `no`.
    let label = words::of(a);
    if !label.is_empty() && label == words::of(b) {
        return true;
    }
    if !is_english(a) || !is_english(b) {
        return false;
    }
    let (a, b) = (ParsedText::of(a).whole, ParsedText::of(b).whole);
    let (one, other) = (content(&a), content(&b));
    let (shared, all) = (one.iter().filter(|it| other.contains(it)).count(), one.len().max(other.len()));
    let is_within = shared > 0 && shared == one.len().min(other.len());
    let is_turned = one.iter().any(|it| other.contains(it) && a.negates(it) != b.negates(it));
    let is_in_order = one.iter().filter(|it| other.contains(it)).eq(other.iter().filter(|it| one.contains(it)));
    is_within && is_in_order && !is_turned && shared as f64 > all as f64 * SAME_SHARE
}

/// Whether a later text still says what an earlier one did, possibly in other words: they share most content words of the shorter, and do
/// not contradict each other.
pub fn continues(earlier: &str, later: &str) -> bool {
    if opposed(earlier, later).is_some() {
        return false;
    }
    let (earlier, later) = (ParsedText::of(earlier), ParsedText::of(later));
    let same_answer = matches!((earlier.answer, later.answer), (Some(a), Some(b)) if a == b);
    let (a, b) = (content(&earlier.whole), content(&later.whole));
    let shared = a.iter().filter(|it| b.contains(it)).count();
    same_answer || shared as f64 > a.len().min(b.len()) as f64 * SAME_SHARE
}

/// Whether a text makes a condition: "yes, but not before the audit" is not a plain yes. Concessive clauses are none: "no, even if it were
/// free" is a plain no.
pub fn is_conditional(text: &str) -> bool {
    const CONDITIONS: &[&str] =
        &["but", "if", "unless", "only", "provided", "except", "until", "once", "though", "when"];
    const ANYWAY: &[&str] = &["even", "especially", "particularly", "regardless"];
    let words = words::of(text);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let before = [""].into_iter().chain(words.iter().copied());
    let after = words.iter().copied().skip(1).chain([""]);
    let is_condition = |((before, word), after): ((&str, &str), &str)| {
        let is_addition = (before, word) == ("not", "only") || (word, after) == ("but", "also");
        CONDITIONS.contains(&word) && !ANYWAY.contains(&before) && !is_addition
    };
    before.zip(words.iter().copied()).zip(after).any(is_condition)
}

/// The distinct content words of a passage, in order, without verbs of choosing.
fn content(passage: &Passage) -> Vec<&str> {
    let mut content: Vec<&str> = Vec::new();
    for token in passage.tokens().filter(|it| it.is_content) {
        let stem = token.stem.as_str();
        if !CHOOSING.contains(&stem) && !content.contains(&stem) {
            content.push(stem);
        }
    }
    content
}

/// Whether the text is within the word limit.
fn is_read_whole(text: &str) -> bool {
    words::of(text).len() <= MOST_WORDS
}
