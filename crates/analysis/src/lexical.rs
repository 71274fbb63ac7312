//! Words against words: how much two texts share, and whether they contradict each other (E-11).
//!
//! It knows negation and the opposites that decisions are made of. It errs towards opposition: to call a shared position
//! split costs a round, to call a split position shared is the worst error there is. Not here: meaning beyond words.
use crate::thresholds::SAME_SUBJECT;
use std::collections::BTreeSet;

/// Words that carry no subject.
const STOP: &[&str] = &[
    "a",
    "about",
    "all",
    "also",
    "an",
    "and",
    "are",
    "as",
    "at",
    "be",
    "because",
    "been",
    "but",
    "by",
    "can",
    "could",
    "do",
    "does",
    "for",
    "from",
    "has",
    "have",
    "i",
    "if",
    "in",
    "into",
    "is",
    "it",
    "its",
    "just",
    "me",
    "more",
    "most",
    "must",
    "my",
    "of",
    "on",
    "one",
    "only",
    "or",
    "our",
    "ours",
    "out",
    "over",
    "own",
    "should",
    "so",
    "some",
    "such",
    "than",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "to",
    "until",
    "up",
    "us",
    "was",
    "we",
    "were",
    "what",
    "when",
    "where",
    "which",
    "while",
    "who",
    "will",
    "with",
    "would",
    "you",
    "your",
    "now",
    "yet",
    "still",
    "very",
    "therefore",
    "thus",
    "however",
];

/// Words that turn a statement round.
const NEGATIONS: &[&str] = &[
    "not",
    "no",
    "never",
    "cannot",
    "without",
    "neither",
    "nor",
    "dont",
    "doesnt",
    "shouldnt",
    "wont",
    "wouldnt",
    "cant",
    "isnt",
    "arent",
    "against",
    "avoid",
    "refuse",
    "decline",
    "forgo",
    "unnecessary",
    "instead",
];

/// Opposites that decisions are made of; one on each side makes two positions opposed.
const OPPOSITES: &[(&str, &str)] = &[
    ("accept", "reject"),
    ("adopt", "reject"),
    ("approve", "reject"),
    ("support", "oppose"),
    ("keep", "replace"),
    ("keep", "remove"),
    ("keep", "drop"),
    ("keep", "abandon"),
    ("stay", "leave"),
    ("stay", "migrate"),
    ("stay", "move"),
    ("raise", "lower"),
    ("increase", "decrease"),
    ("increase", "reduce"),
    ("expand", "shrink"),
    ("mandatory", "optional"),
    ("required", "optional"),
    ("allow", "forbid"),
    ("allow", "ban"),
    ("permit", "prohibit"),
    ("enable", "disable"),
    ("build", "buy"),
    ("centralize", "decentralize"),
    ("centralise", "decentralise"),
    ("merge", "split"),
    ("open", "close"),
    ("start", "stop"),
    ("begin", "end"),
    ("add", "remove"),
    ("before", "after"),
    ("faster", "slower"),
    ("cheaper", "dearer"),
    ("safe", "unsafe"),
    ("safe", "dangerous"),
    ("public", "private"),
    ("always", "never"),
    ("proceed", "wait"),
    ("now", "later"),
    ("continue", "stop"),
    ("rewrite", "keep"),
    ("monolith", "microservices"),
];

/// The words of a text, lower case; an apostrophe inside a word is passed over (`don't` is `dont`).
pub fn words(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut word = String::new();
    for c in text.chars() {
        match c {
            '\'' | '’' if !word.is_empty() => {}
            _ if c.is_alphanumeric() => word.extend(c.to_lowercase()),
            _ if !word.is_empty() => out.push(std::mem::take(&mut word)),
            _ => {}
        }
    }
    if !word.is_empty() {
        out.push(word);
    }
    out
}

/// The words that say what a text is about, endings taken off.
fn subject(words: &[String]) -> BTreeSet<&str> {
    let is_subject = |it: &&String| !STOP.contains(&it.as_str()) && !NEGATIONS.contains(&it.as_str());
    words.iter().filter(is_subject).map(|it| stem(it)).collect()
}

/// A word without the endings of number and tense: enough to match `adopts` with `adopted`.
fn stem(word: &str) -> &str {
    ["ing", "ed", "es", "s"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending).filter(|rest| rest.chars().count() > 3))
        .unwrap_or(word)
}

fn overlap(a: &BTreeSet<&str>, b: &BTreeSet<&str>) -> f64 {
    let shared = a.intersection(b).count();
    let least = a.len().min(b.len());
    if least == 0 { 0.0 } else { shared as f64 / least as f64 }
}

/// Share of content words two texts have in common, of the shorter one's.
pub fn similarity(a: &str, b: &str) -> f64 {
    let (a, b) = (words(a), words(b));
    overlap(&subject(&a), &subject(&b))
}

/// Whether two texts speak of the same thing and say opposite things of it.
pub fn opposed(a: &str, b: &str) -> bool {
    let (a, b) = (words(a), words(b));
    if let (Some(a), Some(b)) = (plain_answer(&a), plain_answer(&b)) {
        return a != b;
    }
    if overlap(&subject(&a), &subject(&b)) < SAME_SUBJECT {
        return false;
    }
    // Where both take a side of a known pair, that tells; where neither does, a negation on one side only.
    let sides = OPPOSITES.iter().map(|pair| side(&a, pair) * side(&b, pair)).filter(|it| *it != 0);
    match sides.min() {
        Some(side) => side < 0,
        None => is_negated(&a) != is_negated(&b),
    }
}

/// Which side of a pair of opposites a text takes: 1, −1, or 0 where it names neither or both; a negation turns it round.
fn side(text: &[String], (one, other): &(&str, &str)) -> i32 {
    let has = |word: &str| text.iter().any(|it| stem(it) == stem(word));
    let side = i32::from(has(one)) - i32::from(has(other));
    if is_negated(text) { -side } else { side }
}

/// Whether a text holds an odd number of negations, a leading yes or no aside.
fn is_negated(text: &[String]) -> bool {
    let body = text.get(usize::from(plain_answer(text).is_some())..).unwrap_or_default();
    body.iter().filter(|it| NEGATIONS.contains(&it.as_str())).count() % 2 == 1
}

/// The yes (true) or no (false) that a text begins with.
fn plain_answer(text: &[String]) -> Option<bool> {
    match text.first()?.as_str() {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// E-11: two positions that contradict each other, however many words they share.
    #[test]
    fn contradictions_are_seen() {
        for (a, b) in [
            ("Adopt gRPC for internal services", "Do not adopt gRPC for internal services"),
            ("We should keep the monolith", "We should replace the monolith"),
            ("Raise the limit to 500", "Lower the limit to 500"),
            ("Code review must be mandatory for hotfixes", "Code review should be optional for hotfixes"),
            ("Yes, migrate to Postgres this year", "No, we shouldn't migrate to Postgres this year"),
            ("Never deploy on Fridays", "Deploy on Fridays"),
        ] {
            assert!(opposed(a, b), "{a} / {b}");
            assert!(opposed(b, a), "{b} / {a}");
        }
    }

    #[test]
    fn agreement_in_other_words_is_not_opposition() {
        for (a, b) in [
            ("Adopt gRPC for internal services", "Adopt gRPC internally, starting with two services"),
            ("Keep the monolith and modularise it", "Keep the monolith; draw module borders first"),
            ("Do not deploy on Fridays", "Never deploy on a Friday"),
            ("Do not adopt gRPC for internal services", "Reject gRPC for internal services"),
            ("Ship it", "The cat sat on the mat"),
        ] {
            assert!(!opposed(a, b), "{a} / {b}");
        }
    }
}
