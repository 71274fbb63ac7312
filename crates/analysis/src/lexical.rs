//! Words against words: how much two texts share, and whether they contradict each other (E-11).
//!
//! It knows negation and the opposites that decisions are made of, and misses what needs knowledge. So it tells three things apart:
//! opposed, the same, and neither; only what it can tell to be the same counts as agreement. To call a shared position split
//! costs a round, to call a split position shared is the worst error there is. Not here: meaning beyond words.
use crate::thresholds::{SAME_SHARE, SAME_SUBJECT, TURNED_SHARE};
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
    "most",
    "must",
    "my",
    "of",
    "one",
    "only",
    "or",
    "our",
    "ours",
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
    "yet",
    "still",
    "very",
    "therefore",
    "thus",
    "however",
];

/// Words that turn round what follows them.
const NEGATIONS: &[&str] = &[
    "not",
    "no",
    "never",
    "cannot",
    "without",
    "neither",
    "nor",
    "nobody",
    "none",
    "nothing",
    "dont",
    "doesnt",
    "didnt",
    "shouldnt",
    "wont",
    "wouldnt",
    "cant",
    "couldnt",
    "isnt",
    "arent",
    "wasnt",
    "against",
    "avoid",
    "refuse",
    "decline",
    "forgo",
    "lack",
    "lacks",
    "hardly",
    "unnecessary",
    "rather",
];

/// Verbs of choosing, endings taken off.
const CHOOSING: &[&str] = &["us", "choos", "pick", "select", "adopt", "tak", "prefer", "keep", "buy", "go", "switch"];

/// Words at which a new clause begins, so that a negation does not reach beyond them.
const CLAUSES: &[&str] = &["but", "because", "since", "however", "although", "though", "unless", "whereas", "then"];

/// How many content words a negation reaches. Ours: "do not adopt gRPC for internal services" is four.
const REACH: usize = 4;

/// Opposites that decisions are made of; one on each side makes two positions opposed.
const OPPOSITES: &[(&str, &str)] = &[
    ("accept", "reject"),
    ("adopt", "reject"),
    ("adopt", "abandon"),
    ("approve", "reject"),
    ("support", "oppose"),
    ("keep", "replace"),
    ("keep", "remove"),
    ("keep", "drop"),
    ("keep", "abandon"),
    ("keep", "retire"),
    ("stay", "leave"),
    ("stay", "migrate"),
    ("stay", "move"),
    ("raise", "lower"),
    ("raise", "cut"),
    ("increase", "decrease"),
    ("increase", "reduce"),
    ("expand", "shrink"),
    ("more", "less"),
    ("more", "fewer"),
    ("higher", "lower"),
    ("high", "low"),
    ("large", "small"),
    ("big", "small"),
    ("full", "empty"),
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
    ("monolith", "microservice"),
    ("on", "off"),
    ("up", "down"),
    ("inside", "outside"),
    ("indoors", "outdoors"),
    ("gain", "lose"),
    ("win", "lose"),
    ("succeed", "fail"),
    ("right", "wrong"),
    ("true", "false"),
    ("legal", "illegal"),
    ("hire", "fire"),
    ("hire", "freeze"),
    ("invest", "divest"),
    ("retain", "terminate"),
    ("ban", "permit"),
    ("improve", "harm"),
    ("launch", "postpone"),
    ("merge", "revert"),
    ("fine", "reckless"),
];

/// The words of a text, lower case; an apostrophe inside a word is passed over (`don't` is `dont`).
pub fn words(text: &str) -> Vec<String> {
    clauses(text).into_iter().flatten().collect()
}

/// The words of each stretch between two marks of punctuation.
fn clauses(text: &str) -> Vec<Vec<String>> {
    let mut clauses = vec![Vec::new()];
    let mut word = String::new();
    // A space at the end closes the last word.
    for c in text.chars().chain([' ']) {
        match c {
            '\'' | '’' if !word.is_empty() => continue,
            _ if c.is_alphanumeric() => {
                word.extend(c.to_lowercase());
                continue;
            }
            _ => {}
        }
        if let Some(clause) = clauses.last_mut().filter(|_| !word.is_empty()) {
            clause.push(std::mem::take(&mut word));
        }
        if matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '(' | ')' | '–' | '—' | '\n') {
            clauses.push(Vec::new());
        }
    }
    clauses.retain(|it| !it.is_empty());
    clauses
}

/// A text as far as words tell: what it speaks of, and which of it a negation turns round.
struct Reading {
    answer: Option<bool>,
    subject: BTreeSet<String>,
    negated: BTreeSet<String>,
    numbers: BTreeSet<String>,
}

impl Reading {
    fn of(text: &str) -> Reading {
        let mut clauses = clauses(text);
        let answer = plain_answer(&clauses);
        if let Some(first) = clauses.first_mut().filter(|_| answer.is_some()) {
            first.remove(0);
        }
        let mut reading =
            Reading { answer, subject: BTreeSet::new(), negated: BTreeSet::new(), numbers: BTreeSet::new() };
        for clause in clauses {
            let mut reach = 0;
            let mut last = String::new();
            for word in clause {
                if NEGATIONS.contains(&word.as_str()) {
                    reach = REACH;
                } else if CLAUSES.contains(&word.as_str()) {
                    // "Anything but Vim" is not Vim.
                    reach = if last == "anything" { REACH } else { 0 };
                } else if !STOP.contains(&word.as_str()) {
                    reading.take(&word, reach > 0);
                    reach = reach.saturating_sub(1);
                }
                last = word;
            }
        }
        reading
    }

    fn take(&mut self, word: &str, is_negated: bool) {
        let stem = stem(word).to_owned();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            self.numbers.insert(word.to_owned());
        }
        if is_negated {
            self.negated.insert(stem.clone());
        }
        self.subject.insert(stem);
    }

    /// What it speaks of, the verbs of choosing aside.
    fn content(&self) -> BTreeSet<String> {
        self.subject.iter().filter(|word| !CHOOSING.contains(&word.as_str())).cloned().collect()
    }

    /// Which side of a pair of opposites the text takes: 1, −1, or 0 where it names neither or both.
    fn side(&self, (one, other): &(&str, &str)) -> i32 {
        let sign = |word: &str| -> i32 {
            match (self.subject.contains(stem(word)), self.negated.contains(stem(word))) {
                (false, _) => 0,
                (true, false) => 1,
                (true, true) => -1,
            }
        };
        (sign(one) - sign(other)).signum()
    }
}

/// A word without the endings of number and tense: enough to match `removes` with `removing`.
fn stem(word: &str) -> &str {
    ["ing", "ed", "es", "s", "e"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending).filter(|rest| rest.chars().count() >= 2))
        .unwrap_or(word)
}

/// The yes (true) or no (false) that a text begins with, as an answer: "No, …" and "No we can't", not "No team can".
fn plain_answer(clauses: &[Vec<String>]) -> Option<bool> {
    let first = clauses.first()?;
    let is_answer = match first.get(1).map(String::as_str) {
        None | Some("i" | "we" | "it" | "they" | "this" | "that" | "you") => true,
        Some(_) => false,
    };
    match first.first()?.as_str() {
        "yes" => Some(true),
        "no" if is_answer => Some(false),
        _ => None,
    }
}

fn overlap(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    let shared = a.intersection(b).count();
    let least = a.len().min(b.len());
    if least == 0 { 0.0 } else { shared as f64 / least as f64 }
}

/// The yes or no that a text begins with.
pub fn answer(text: &str) -> Option<bool> {
    plain_answer(&clauses(text))
}

/// Whether two texts say the same thing in the same words, the verb of choosing aside: all that one speaks of the other speaks of too,
/// the other adds little, and neither turns round what the other leaves.
pub fn same(a: &str, b: &str) -> bool {
    let (a, b) = (Reading::of(a), Reading::of(b));
    let (one, other) = (a.content(), b.content());
    let (shared, all) = (one.intersection(&other).count(), one.union(&other).count());
    let is_within = shared > 0 && (one.is_subset(&other) || other.is_subset(&one));
    let is_turned = one.intersection(&other).any(|it| a.negated.contains(it) != b.negated.contains(it));
    is_within && !is_turned && shared as f64 > all as f64 * SAME_SHARE
}

/// Whether a later text still says what an earlier one did, perhaps in other words: most of what the shorter speaks of is in both, and
/// they do not contradict each other.
pub fn continues(earlier: &str, later: &str) -> bool {
    let same_answer = matches!((answer(earlier), answer(later)), (Some(a), Some(b)) if a == b);
    let (a, b) = (Reading::of(earlier).content(), Reading::of(later).content());
    !opposed(earlier, later) && (same_answer || overlap(&a, &b) > SAME_SHARE)
}

/// Whether a text makes a condition: "yes, but not before the audit" is not simply yes.
pub fn is_conditional(text: &str) -> bool {
    const CONDITIONS: &[&str] =
        &["but", "if", "unless", "only", "provided", "except", "until", "once", "though", "when"];
    words(text).iter().any(|it| CONDITIONS.contains(&it.as_str()))
}

/// Whether a text speaks for an option (true), negates it (false), or does not name it.
pub fn affirms(text: &str, option: &str) -> Option<bool> {
    let reading = Reading::of(text);
    reading.subject.contains(stem(option)).then(|| !reading.negated.contains(stem(option)))
}

/// Whether two texts speak of the same thing and say opposite things of it: one answers yes and the other no, they take
/// different sides of a known pair, they name other figures, or one negates what the other does not.
pub fn opposed(a: &str, b: &str) -> bool {
    let (a, b) = (Reading::of(a), Reading::of(b));
    if matches!((a.answer, b.answer), (Some(a), Some(b)) if a != b) {
        return true;
    }
    if overlap(&a.subject, &b.subject) < SAME_SUBJECT {
        return false;
    }
    if OPPOSITES.iter().any(|pair| a.side(pair) * b.side(pair) < 0) {
        return true;
    }
    // "Do not adopt it" and "reject it": the negation is in the word.
    let says_it_by_the_opposite = |pair: &(&str, &str)| {
        let crosswise = |x: &str, y: &str| a.subject.contains(stem(x)) && b.subject.contains(stem(y));
        a.side(pair) * b.side(pair) > 0 && (crosswise(pair.0, pair.1) || crosswise(pair.1, pair.0))
    };
    if OPPOSITES.iter().any(says_it_by_the_opposite) {
        return false;
    }
    let names_other_figures = !a.numbers.is_empty() && !b.numbers.is_empty() && a.numbers.is_disjoint(&b.numbers);
    let shared: Vec<&String> = a.subject.intersection(&b.subject).collect();
    let turned = shared.iter().filter(|it| a.negated.contains(**it) != b.negated.contains(**it)).count();
    names_other_figures || turned as f64 > shared.len() as f64 * TURNED_SHARE
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
            ("Nobody should review hotfixes", "Somebody should review hotfixes"),
            ("No team may deploy on Fridays", "Every team may deploy on Fridays"),
            ("Adopt gRPC now; do not wait for the pilot", "Do not adopt gRPC now; wait for the pilot"),
            ("Set the limit to 500 requests", "Set the limit to 200 requests"),
            ("Add a cache in front of the service", "Removing the cache in front of the service is best"),
            ("The migration is safe and not expensive", "The migration is not safe and is expensive"),
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
            ("Adopt it for safety, not for speed, in the ledger", "Adopt it in the ledger for safety"),
            ("Limit requests to 500 a second", "500 requests a second is the right limit"),
            ("Ship it", "The cat sat on the mat"),
        ] {
            assert!(!opposed(a, b), "{a} / {b}");
        }
    }
}
