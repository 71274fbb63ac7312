//! Content words of texts by stem, and their overlap.
use prose::opposition::parsed_text::ParsedText;
use std::collections::{BTreeMap, BTreeSet};

/// The stems of a text's content words.
pub(super) fn subject(text: &str) -> BTreeSet<String> {
    ParsedText::of(text).whole.subject
}

/// The shared fraction of all content words.
pub(super) fn share<T: Ord>(a: &BTreeSet<T>, b: &BTreeSet<T>) -> f64 {
    let shared = a.intersection(b).count();
    let all = a.len() + b.len() - shared;
    if all == 0 { 0.0 } else { shared as f64 / all as f64 }
}

/// A number for each stem, in order of appearance.
#[derive(Default)]
pub(super) struct Stems(BTreeMap<String, usize>);

impl Stems {
    /// The numbers of stems.
    pub(super) fn numbered(&mut self, stems: &BTreeSet<String>) -> BTreeSet<usize> {
        stems.iter().map(|it| self.number(it)).collect()
    }

    fn number(&mut self, stem: &str) -> usize {
        if let Some(number) = self.0.get(stem) {
            return *number;
        }
        let number = self.0.len();
        self.0.insert(stem.to_owned(), number);
        number
    }
}
