//! The same words in another order: who does it to whom, what comes before what, which is better than which.
//!
//! Not every order matters: "A and B", "in March we ship" and a passive say the same. So two words must have changed places around a
//! third that tells them apart. Not here: texts that differ in more than order.
use super::reading::{Passage, Token};
use crate::words;
use std::collections::BTreeSet;

/// Words between two others that say which is which.
const BETWEEN: &[&str] =
    &["before", "after", "than", "over", "above", "below", "under", "to", "into", "onto", "from", "for", "until"];

/// Words that say the same of both, whatever their order, and of which the verb or preposition beside them does too.
const MUTUAL: &[&str] = &[
    "with", "next", "clos", "similar", "equal", "near", "besid", "adjacent", "paralel", "meet", "marry", "match",
    "differ",
];

const BEING: &[&str] = &["is", "are", "was", "were", "be", "been", "being"];

const ARTICLES: &[&str] = &["a", "an", "the", "our", "my", "your", "his", "her", "its", "their", "this", "that"];

/// Whether two passages put two words they share on different sides of a third.
pub(super) fn is_changed(a: &Passage, b: &Passage) -> bool {
    let (ours, theirs) = (pivots(a), pivots(b));
    // An order that both have is no difference between them.
    let mut own = ours.iter().filter(|it| !theirs.contains(it));
    own.any(|one| theirs.iter().any(|other| !ours.contains(other) && one.is_crossed(other)))
}

/// A word with the nearest before it and after it in its clause.
#[derive(PartialEq)]
struct Pivot<'a> {
    word: &'a str,
    before: BTreeSet<&'a str>,
    after: BTreeSet<&'a str>,
}

impl Pivot<'_> {
    /// Whether, around the same word, one has gone from the left to the right and another the other way.
    fn is_crossed(&self, other: &Self) -> bool {
        self.word == other.word && !self.before.is_disjoint(&other.after) && !self.after.is_disjoint(&other.before)
    }
}

fn pivots(passage: &Passage) -> Vec<Pivot<'_>> {
    let mut pivots = Vec::new();
    for clause in passage.clauses.iter().filter_map(|it| active(it)) {
        for (at, token) in clause.iter().enumerate() {
            let mut beside = clause.iter().take(at + 2).skip(at.saturating_sub(1));
            // In front of "than" stand a thing and what it is.
            let Some(reach) = between(token).filter(|_| !beside.any(|it| MUTUAL.contains(&it.stem.as_str()))) else {
                continue;
            };
            let (left, right) = (|| clause.iter().take(at).rev().copied(), || clause.iter().skip(at + 1).copied());
            // What stands on both sides tells nothing: "the red team attacks the blue team".
            let is_apart = |it: &&Token| !(left().any(|l| l.stem == it.stem) && right().any(|r| r.stem == it.stem));
            // Behind it stand an adjective and its noun.
            let (before, after) = (nearest(left().filter(is_apart), reach), nearest(right().filter(is_apart), 2));
            pivots.push(Pivot { word: &token.stem, before, after });
        }
    }
    pivots
}

/// How many words before a word it can tell from those after it: a preposition of order two, a word with an ending, as verbs have, one.
fn between(token: &Token) -> Option<usize> {
    if BETWEEN.contains(&token.word.as_str()) {
        Some(2)
    } else if token.is_content && words::is_inflected(&token.word) {
        Some(1)
    } else {
        None
    }
}

/// The first few words that can be told apart; figures move about too freely.
fn nearest<'a>(tokens: impl Iterator<Item = &'a Token>, most: usize) -> BTreeSet<&'a str> {
    let named = tokens.filter(|it| it.is_content && !it.word.starts_with(|c: char| c.is_ascii_digit()));
    named.take(most).map(|it| it.stem.as_str()).collect()
}

/// A clause with what is done `by` somebody put as what somebody does; none where `by` says something else.
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
