//! Words against words: whether two texts say the same, and what one plainly answers.
//!
//! What is not opposed is not yet the same: only what can be told to be the same counts as agreement. Not here: opposition
//! (`opposition`), and meaning beyond words.
use crate::language::is_english;
use crate::opposition::opposed;
use crate::opposition::reading::{Passage, Reading};
use crate::relation::signed;
use crate::thresholds::{MOST_WORDS, SAME_SHARE};
use crate::words::{self, stem};

/// Verbs of choosing, endings taken off.
const CHOOSING: &[&str] = &["us", "choos", "pick", "select", "adopt", "tak", "prefer", "keep", "buy", "go", "switch"];

/// What a text speaks of: its words but those that carry no subject, in their order.
pub fn subject(text: &str) -> Vec<String> {
    words::of(text).into_iter().filter(|it| !words::is_empty(it)).collect()
}

/// The same without endings, as words are compared.
pub fn stems(text: &str) -> Vec<String> {
    subject(text).iter().map(|it| stem(it)).collect()
}

/// The yes or no that a text begins with.
pub fn answer(text: &str) -> Option<bool> {
    Reading::of(text).answer
}

/// Whether two texts are the same but for case and space: `C++` is not `C#`.
pub fn is_verbatim(a: &str, b: &str) -> bool {
    // Most texts differ in their first words: no more of them is looked at.
    let is_same = || a.split_whitespace().map(str::to_lowercase).eq(b.split_whitespace().map(str::to_lowercase));
    !a.trim().is_empty() && (a == b || is_same())
}

/// Whether two texts say the same thing in the same words, the verb of choosing aside: all that one speaks of the other speaks of too and
/// in the same order, the other adds little, neither turns round what the other leaves, and nothing else opposes them. Texts in other languages
/// than English are the same only word for word: what negates there is not known.
pub fn same(a: &str, b: &str) -> bool {
    if opposed(a, b).is_some() || !is_read_whole(a) || !is_read_whole(b) || signed(a) != signed(b) {
        return false;
    }
    // A label may be a word that carries no subject: `A`, `no`.
    let label = words::of(a);
    if !label.is_empty() && label == words::of(b) {
        return true;
    }
    if !is_english(a) || !is_english(b) {
        return false;
    }
    let (a, b) = (Reading::of(a).whole, Reading::of(b).whole);
    let (one, other) = (content(&a), content(&b));
    let (shared, all) = (one.iter().filter(|it| other.contains(it)).count(), one.len().max(other.len()));
    let is_within = shared > 0 && shared == one.len().min(other.len());
    let is_turned = one.iter().any(|it| other.contains(it) && a.negates(it) != b.negates(it));
    let is_in_order = one.iter().filter(|it| other.contains(it)).eq(other.iter().filter(|it| one.contains(it)));
    is_within && is_in_order && !is_turned && shared as f64 > all as f64 * SAME_SHARE
}

/// Whether a later text still says what an earlier one did, perhaps in other words: most of what the shorter speaks of is in both, and
/// they do not contradict each other.
pub fn continues(earlier: &str, later: &str) -> bool {
    if opposed(earlier, later).is_some() {
        return false;
    }
    let (earlier, later) = (Reading::of(earlier), Reading::of(later));
    let same_answer = matches!((earlier.answer, later.answer), (Some(a), Some(b)) if a == b);
    let (a, b) = (content(&earlier.whole), content(&later.whole));
    let shared = a.iter().filter(|it| b.contains(it)).count();
    same_answer || shared as f64 > a.len().min(b.len()) as f64 * SAME_SHARE
}

/// Whether a text makes a condition: "yes, but not before the audit" is not simply yes. What holds in that case too, or in that case above
/// all, is none: "no, even if it were free" is simply no.
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

/// What a passage speaks of, each word once and in the order of its first mention, the verbs of choosing aside.
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

/// Whether no word of a text was left unread.
fn is_read_whole(text: &str) -> bool {
    words::of(text).len() <= MOST_WORDS
}
