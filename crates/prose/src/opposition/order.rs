//! Word order: the same words with exchanged roles, sequence or comparison.
//!
//! Not every order matters: "A and B", "in March we ship" and a passive say the same. So two words must have changed sides around a third
//! that distinguishes them. Not here: texts that differ in more than order.
use super::parsed_text::{Passage, Token};
use crate::words;
use std::collections::BTreeSet;

/// Words that distinguish their two sides.
const BETWEEN: &[&str] =
    &["before", "after", "than", "over", "above", "below", "under", "to", "into", "onto", "from", "for", "until"];

/// Symmetric words, whose neighbouring verb or preposition is symmetric too.
const MUTUAL: &[&str] = &[
    "with", "next", "clos", "similar", "equal", "near", "besid", "adjacent", "paralel", "meet", "marry", "match",
    "differ",
];

const BEING: &[&str] = &["is", "are", "was", "were", "be", "been", "being"];

const ARTICLES: &[&str] = &["a", "an", "the", "our", "my", "your", "his", "her", "its", "their", "this", "that"];

/// Whether two passages have two shared words on different sides of a third.
pub(super) fn is_changed(a: &Passage, b: &Passage) -> bool {
    let (ours, theirs) = (pivots(a), pivots(b));
    // An order that both contain is no difference.
    let mut own = ours.iter().filter(|it| !theirs.contains(it));
    own.any(|one| theirs.iter().any(|other| !ours.contains(other) && one.is_crossed(other)))
}

/// A word with its nearest neighbours in the clause.
#[derive(PartialEq)]
struct Pivot<'a> {
    word: &'a str,
    before: BTreeSet<&'a str>,
    after: BTreeSet<&'a str>,
}

impl Pivot<'_> {
    /// Whether, around the same word, one neighbour moved from left to right and another from right to left.
    fn is_crossed(&self, other: &Self) -> bool {
        self.word == other.word && !self.before.is_disjoint(&other.after) && !self.after.is_disjoint(&other.before)
    }
}

fn pivots(passage: &Passage) -> Vec<Pivot<'_>> {
    let mut pivots = Vec::new();
    for clause in passage.clauses.iter().filter_map(|it| active(it)) {
        for (at, token) in clause.iter().enumerate() {
            let mut beside = clause.iter().take(at + 2).skip(at.saturating_sub(1));
            // Before "than" there are a thing and its property.
            let Some(reach) = between(token).filter(|_| !beside.any(|it| MUTUAL.contains(&it.stem.as_str()))) else {
                continue;
            };
            let (left, right) = (|| clause.iter().take(at).rev().copied(), || clause.iter().skip(at + 1).copied());
            // A word on both sides distinguishes nothing: "the red team attacks the blue team".
            let is_apart = |it: &&Token| !(left().any(|l| l.stem == it.stem) && right().any(|r| r.stem == it.stem));
            // After it there are an adjective and its noun.
            let (before, after) = (nearest(left().filter(is_apart), reach), nearest(right().filter(is_apart), 2));
            pivots.push(Pivot { word: &token.stem, before, after });
        }
    }
    pivots
}

/// How many words before a word it distinguishes from those after it: two for a preposition of order, one for an inflected word such as a
/// verb.
fn between(token: &Token) -> Option<usize> {
    if BETWEEN.contains(&token.word.as_str()) {
        Some(2)
    } else if token.is_content && words::is_inflected(&token.word) {
        Some(1)
    } else {
        None
    }
}

/// The first few distinguishable words; figures move too freely.
fn nearest<'a>(tokens: impl Iterator<Item = &'a Token>, most: usize) -> BTreeSet<&'a str> {
    let named = tokens.filter(|it| it.is_content && !it.word.starts_with(|c: char| c.is_ascii_digit()));
    named.take(most).map(|it| it.stem.as_str()).collect()
}

/// A passive clause with `by` as an active one; none if `by` means something else.
fn active(clause: &[Token]) -> Option<Vec<&Token>> {
    let Some(by) = clause.iter().position(|it| it.word == "by") else { return Some(clause.iter().collect()) };
    let (before, after) = clause.split_at(by);
    let being = before.iter().rposition(|it| BEING.contains(&it.word.as_str()))?;
    let (patient, action) = before.split_at(being);
    let done = action.iter().skip(1).find(|it| it.is_content)?;
    if done.word.ends_with("ing") || !words::is_inflected(&done.word) {
        return None;
    }
    let agent = after.iter().skip(1).take_while(|it| it.is_content || ARTICLES.contains(&it.word.as_str()));
    Some(agent.chain([done]).chain(patient).collect())
}
