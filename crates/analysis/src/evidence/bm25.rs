//! BM25 ranking of texts for a query: rare words count more, repeated words less and less, long texts less.
//!
//! Words are compared by stem, so paraphrases are not found. Not here: search over stored debates (`store`).
use crate::evidence::thresholds::{BM25_LENGTH, BM25_REPEAT};
use prose::words::{self, stem};
use std::collections::BTreeMap;

/// An index over texts, identified by position.
#[derive(Clone, Debug, Default)]
pub struct Bm25 {
    /// For each stem, the texts that contain it, with counts.
    postings: BTreeMap<String, Vec<(usize, u32)>>,
    lengths: Vec<usize>,
    mean_length: f64,
}

impl Bm25 {
    /// Indexes texts.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Bm25 {
        let mut index = Bm25::default();
        for (at, text) in texts.into_iter().enumerate() {
            let mut counts: BTreeMap<String, u32> = BTreeMap::new();
            let words = words::of(text);
            words.iter().for_each(|it| *counts.entry(stem(it)).or_default() += 1);
            for (stem, count) in counts {
                index.postings.entry(stem).or_default().push((at, count));
            }
            index.lengths.push(words.len());
        }
        let all: usize = index.lengths.iter().sum();
        index.mean_length = all as f64 / index.lengths.len().max(1) as f64;
        index
    }

    /// The texts that share a word with the query, with scores, best first; among equals the earlier first.
    pub fn rank(&self, query: &str) -> Vec<(usize, f64)> {
        self.weighted(&words::of(query).iter().map(|it| (stem(it), 1.0)).collect())
    }

    /// The same for stems of which each counts by a weight.
    pub fn weighted(&self, asked: &BTreeMap<String, f64>) -> Vec<(usize, f64)> {
        let mut scores: BTreeMap<usize, f64> = BTreeMap::new();
        for (postings, weight) in asked.iter().filter_map(|(it, weight)| Some((self.postings.get(it)?, weight))) {
            let (all, having) = (self.lengths.len() as f64, postings.len() as f64);
            // The added 1 keeps the weight of very frequent words positive.
            let rarity = ((all - having + 0.5) / (having + 0.5)).ln_1p();
            for (at, count) in postings {
                let length = self.lengths.get(*at).map_or(0.0, |it| *it as f64 / self.mean_length);
                let count = f64::from(*count);
                let damping = BM25_REPEAT * (1.0 - BM25_LENGTH + BM25_LENGTH * length);
                *scores.entry(*at).or_default() += weight * rarity * count * (BM25_REPEAT + 1.0) / (count + damping);
            }
        }
        let mut ranked: Vec<(usize, f64)> = scores.into_iter().collect();
        ranked.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        ranked
    }
}
