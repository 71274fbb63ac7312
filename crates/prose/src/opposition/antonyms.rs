//! Opposite words: a decision table of our own, WordNet's antonyms, and negating prefixes.
//!
//! Words are identified by stem. Not here: whether two texts with opposite words are opposed.
use crate::words::{pairs, stem};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The origin of a pair of opposites, most reliable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    Decisions,
    WordNet,
}

/// WordNet antonyms that are two subjects rather than two answers.
const SUBJECTS: &[(&str, &str)] = &[("man", "woman"), ("boy", "girl")];

/// Negating prefixes, with the minimum length of the rest.
const PREFIXES: &[(&str, usize)] = &[("un", 4), ("non", 4), ("de", 7)];

/// All pairs in both directions, sorted.
type PairTable = Vec<(String, String)>;

static DECISIONS: LazyLock<PairTable> = LazyLock::new(|| table(pairs(include_str!("../../data/decisions.txt"))));

static WORDNET: LazyLock<PairTable> = LazyLock::new(|| {
    table(pairs(include_str!("../../data/antonyms.txt")).filter(|(a, b)| !SUBJECTS.contains(&(a, b))))
});

/// Whether a stem is in the decision table.
pub(crate) fn decides(stem: &str) -> bool {
    of(&DECISIONS, stem).next().is_some()
}

/// Whether a stem has an opposite, and so is an English word.
pub(crate) fn knows(stem: &str) -> bool {
    decides(stem) || of(&WORDNET, stem).next().is_some()
}

/// The opposites of a stem with their origin; duplicates are possible, the more reliable first.
pub(crate) fn opposites(stem: &str) -> Vec<(String, Source)> {
    let decisions = of(&DECISIONS, stem).map(|it| (it.to_owned(), Source::Decisions));
    let mut found: Vec<(String, Source)> = decisions.collect();
    found.extend(of(&WORDNET, stem).map(|it| (it.to_owned(), Source::WordNet)));
    for (prefix, least) in PREFIXES {
        let rest = stem.strip_prefix(prefix).unwrap_or_default();
        if rest.len() >= *least {
            found.push((rest.to_owned(), Source::WordNet));
        }
        if stem.len() >= *least {
            found.push((format!("{prefix}{stem}"), Source::WordNet));
        }
    }
    found
}

fn of<'a>(table: &'a PairTable, stem: &str) -> impl Iterator<Item = &'a str> {
    let from = table.partition_point(|(it, _)| it.as_str() < stem);
    let stem = stem.to_owned();
    table.iter().skip(from).take_while(move |(it, _)| *it == stem).map(|(_, other)| other.as_str())
}

fn table(pairs: impl Iterator<Item = (&'static str, &'static str)>) -> PairTable {
    let stems = pairs.map(|(a, b)| (stem(a), stem(b))).filter(|(a, b)| a != b);
    let both: BTreeSet<(String, String)> = stems.flat_map(|(a, b)| [(a.clone(), b.clone()), (b, a)]).collect();
    both.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-07: the tables are there, in both directions, and no word is its own opposite.
    #[test]
    fn the_tables_of_opposites_are_sound() {
        let files = [include_str!("../../data/decisions.txt"), include_str!("../../data/antonyms.txt")];
        for (file, least) in files.into_iter().zip([150, 3_000]) {
            assert!(pairs(file).count() >= least);
            for (a, b) in pairs(file) {
                assert!(!b.contains(' '), "{a} {b}");
                let (a, b) = (stem(a), stem(b));
                let is_listed = |one: &str, other: &str| opposites(one).iter().any(|(it, _)| it == other);
                assert_eq!(is_listed(&a, &b), is_listed(&b, &a), "{a} {b}");
                assert!(!is_listed(&a, &a), "{a}");
            }
        }
        assert!(
            include_str!("../../data/WORDNET-LICENSE").contains("WordNet 3.0 Copyright 2006 by Princeton University")
        );
    }
}
