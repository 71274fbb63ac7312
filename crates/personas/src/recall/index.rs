//! An index over a persona's beliefs: which words of a query each contains, by itself and through its chunks.
//!
//! Not here: similarity, and which of the results are used (`recall`).
use super::candidates;
use super::corpus::Asked;
use analysis::evidence::bm25::Bm25;
use debate::Persona;
use prose::lexical::stems;
use std::collections::{BTreeMap, BTreeSet};

/// The weight of a word that only a belief's chunk contains. Ours: a chunk is about ten things.
const BY_CHUNK: f64 = 0.3;
/// The share of a query that a belief must cover, weighted by rarity. Ours: one rare word of four, or two common ones.
const FLOOR: f64 = 0.25;
/// The most rare words of a query that count for that share: a long query must not make everything irrelevant.
const MOST_RARE: f64 = 4.0;

/// The beliefs of a persona by their words.
#[derive(Debug)]
pub struct Index {
    own: Bm25,
    chunks: Bm25,
    /// The stems of each belief's own words and of its chunks.
    stems: Vec<(BTreeSet<String>, BTreeSet<String>)>,
    /// The indices of each belief's chunks.
    grounds: Vec<Vec<usize>>,
    /// In how many beliefs each word occurs.
    spread: BTreeMap<String, usize>,
}

impl Index {
    /// Indexes beliefs, in the order of [`candidates`].
    pub fn of(persona: &Persona) -> Index {
        let (beliefs, graph) = (candidates(persona), persona.beliefs.indexed());
        let places: BTreeMap<&str, usize> =
            persona.chunks.iter().enumerate().map(|(at, it)| (it.id.as_str(), at)).collect();
        let grounds: Vec<Vec<usize>> = beliefs
            .iter()
            .map(|(id, _)| graph.chunks(id).iter().filter_map(|it| places.get(it.as_str()).copied()).collect())
            .collect();
        let by_chunk: Vec<BTreeSet<String>> =
            persona.chunks.iter().map(|it| stems(&it.text).into_iter().collect()).collect();
        let stems: Vec<(BTreeSet<String>, BTreeSet<String>)> = beliefs
            .iter()
            .zip(&grounds)
            .map(|((_, words), places)| {
                let around = places.iter().filter_map(|it| by_chunk.get(*it)).flatten().cloned().collect();
                (stems(words).into_iter().collect(), around)
            })
            .collect();
        let mut spread: BTreeMap<String, usize> = BTreeMap::new();
        stems.iter().flat_map(|it| &it.0).for_each(|it| *spread.entry(it.clone()).or_default() += 1);
        let own = Bm25::of(beliefs.iter().map(|it| it.1.as_str()));
        Index { own, chunks: Bm25::of(persona.chunks.iter().map(|it| it.text.as_str())), stems, grounds, spread }
    }

    /// The beliefs that cover enough of a query, by index, best first.
    pub fn rank(&self, query: &str) -> Vec<(usize, f64)> {
        let asked = Asked::of(query, |it| self.spread.contains_key(it));
        let by_chunk: BTreeMap<usize, f64> = self.chunks.rank(&asked.words).into_iter().collect();
        let own: BTreeMap<usize, f64> = self.own.rank(&asked.words).into_iter().collect();
        let mut ranked: Vec<(usize, f64)> = Vec::new();
        for (at, places) in self.grounds.iter().enumerate().filter(|(at, _)| self.speaks_of(*at, &asked)) {
            let around = places.iter().filter_map(|it| by_chunk.get(it)).copied().fold(0.0, f64::max);
            ranked.push((at, own.get(&at).copied().unwrap_or_default() + BY_CHUNK * around));
        }
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }

    /// Whether a belief covers enough of a query, some of it by itself. Words that no belief has count for nothing.
    fn speaks_of(&self, at: usize, asked: &Asked) -> bool {
        let Some((own, around)) = self.stems.get(at) else { return false };
        let (own, other): (Vec<&String>, Vec<&String>) = asked.known.iter().partition(|it| own.contains(*it));
        let beside: Vec<&String> = other.into_iter().filter(|it| around.contains(*it)).collect();
        let rarity = |all: &[&String]| -> f64 { all.iter().map(|it| self.rarity(it)).sum() };
        let all: f64 = asked.known.iter().map(|it| self.rarity(it)).sum();
        let most = MOST_RARE * (self.stems.len() as f64).ln_1p();
        let is_met = !own.is_empty() && asked.is_met_by(own.len() + beside.len());
        is_met && rarity(&own) + BY_CHUNK * rarity(&beside) >= FLOOR * all.min(most)
    }

    /// How rare a word is among the beliefs: 0 for one that all contain.
    fn rarity(&self, stem: &str) -> f64 {
        let having = self.spread.get(stem).copied().unwrap_or_default() as f64;
        ((1.0 + self.stems.len() as f64) / (1.0 + having)).ln()
    }
}
