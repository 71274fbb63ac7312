//! Lists of words and phrases in data files, by name: `name = word, two words`, notes behind `#`.
//!
//! Not here: what a list is for.
use super::tokens::Word;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Words by what they do in a sentence.
pub(crate) static WORDS: LazyLock<Lists> = LazyLock::new(|| Lists::read(include_str!("../../data/words.txt")));

/// The lists of a file.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    single: BTreeMap<&'static str, BTreeSet<&'static str>>,
    /// Phrases of each list by their first word.
    phrases: BTreeMap<&'static str, BTreeMap<&'static str, Vec<Vec<&'static str>>>>,
}

impl Lists {
    /// Reads a file.
    pub(crate) fn read(file: &'static str) -> Lists {
        let mut lists = Lists::default();
        for (name, entries) in file.lines().filter(|it| !it.starts_with('#')).filter_map(|it| it.split_once(" = ")) {
            for entry in entries.split(", ") {
                match entry.split_once(' ') {
                    Some((first, _)) => {
                        let phrases = lists.phrases.entry(name).or_default().entry(first).or_default();
                        phrases.push(entry.split(' ').collect());
                    }
                    None => {
                        lists.single.entry(name).or_default().insert(entry);
                    }
                }
            }
        }
        lists
    }

    /// Whether a single word is in a list.
    pub(crate) fn has(&self, name: &str, word: &str) -> bool {
        self.single.get(name).is_some_and(|it| it.contains(word))
    }

    /// How many words something of a list takes at the beginning of these; none where nothing does.
    pub(crate) fn begins(&self, name: &str, words: &[Word<'_>]) -> Option<usize> {
        let first = words.first()?;
        let phrases = self.phrases.get(name).and_then(|it| it.get(first.low.as_str())).into_iter().flatten();
        let longest = phrases.filter(|it| begins(words, it)).map(Vec::len).max();
        longest.or_else(|| self.has(name, &first.low).then_some(1))
    }

    /// In how many places something of a list stands among words.
    pub(crate) fn count(&self, name: &str, words: &[Word<'_>]) -> usize {
        (0..words.len()).filter(|at| words.get(*at..).is_some_and(|rest| self.begins(name, rest).is_some())).count()
    }

    /// The single words of a list.
    pub(crate) fn words(&self, name: &str) -> impl Iterator<Item = &'static str> {
        self.single.get(name).into_iter().flatten().copied()
    }
}

/// Whether words begin with a phrase.
pub(crate) fn begins(words: &[Word<'_>], phrase: &[&str]) -> bool {
    words.len() >= phrase.len() && words.iter().zip(phrase).all(|(word, it)| word.low == **it)
}
