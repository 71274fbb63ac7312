//! Finds the sentences of a persona's corpus that are near to a query, and the beliefs that are relevant to it (P-04): by words and, where there
//! are vectors, by meaning.
//!
//! Sentences are searched in the corpus itself, whatever beliefs there are. A belief scores by its own words, helped by those of its chunks; by
//! similarity where it was measured; and a little by adjacency to a relevant belief. Only where the corpus has nothing near is the turn marked
//! as ungrounded. Not here: what a prompt does with the result.
mod answered;
mod corpus;
mod heading;
mod index;
mod measure;
mod passages;
mod quoted;

pub use answered::answered;
pub use corpus::{Corpus, MOST_MEASURED, Nearness};
use debate::belief::{BeliefGraph, Edge, Indexed};
use debate::{ChunkId, Persona};
pub use index::Index;
pub use measure::{Measure, Similar};
pub use passages::{Passage, kept, passages};
pub use quoted::{Query, changer, quotes};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The most and the fewest beliefs of a turn (P-04: 3–5).
pub const MOST: usize = 5;
/// See [`MOST`].
pub const FEWEST: usize = 3;
/// The similarity from which a belief is relevant whatever its words. Ours: with the embedded vectors, unrelated sentences stay below 0.3 and
/// paraphrases are above 0.6.
const NEAR: f64 = 0.45;
/// The constant of reciprocal rank fusion, at its usual value.
const RANK: f64 = 60.0;
/// The share of a score that an edge passes on, and how far. Ours: enough to decide between equals; two steps are cause, effect, and its effect.
const HANDED: f64 = 0.15;
/// See [`HANDED`].
const STEPS: usize = 2;

/// Relevant beliefs and chunks, most relevant first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recalled {
    /// Ids of nodes and edges, three to five where there are as many; empty where nothing is relevant.
    pub beliefs: Vec<String>,
    /// The chunks of the passages, and those that the beliefs name.
    pub chunks: Vec<ChunkId>,
    /// The passages nearest to the query, as far as they fit; empty where nothing is near.
    pub passages: Vec<Passage>,
}

/// The texts whose similarity to a query can be measured: the words of every belief, by id.
pub fn candidates(persona: &Persona) -> Vec<(String, String)> {
    let graph = persona.beliefs.indexed();
    let ids = persona.beliefs.nodes.iter().map(|it| &it.id).chain(persona.beliefs.edges.iter().map(|it| &it.id));
    ids.filter_map(|id| Some((id.clone(), graph.words(id)?))).collect()
}

/// The passages near to `query`, at most `room` tokens of them (P-04: 400 in a turn, 200 in a room), and the beliefs relevant to it.
pub fn recall(persona: &Persona, query: &str, similar: &Similar, room: usize) -> Recalled {
    let corpus = Corpus::of(persona);
    let passages = passages(&corpus, &corpus.nearest(query, similar), room);
    let beliefs = beliefs(persona, query, &similar.beliefs);
    let mut chunks: Vec<ChunkId> = Vec::new();
    let named =
        passages.iter().map(|it| &it.quote.chunk).chain(beliefs.iter().flat_map(|it| persona.beliefs.chunks(it)));
    for chunk in named {
        if !chunks.contains(chunk) {
            chunks.push(chunk.clone());
        }
    }
    Recalled { beliefs, chunks, passages }
}

/// The beliefs relevant to a query, most relevant first: three to five where there are as many.
fn beliefs(persona: &Persona, query: &str, near: &[f64]) -> Vec<String> {
    let ranked = scores(persona, query, near);
    let graph = persona.beliefs.indexed();
    let edges = edges_of(&graph, &ranked);
    let mut beliefs: Vec<String> = Vec::new();
    for (id, _) in &ranked {
        let id = edges.get(id.as_str()).copied().unwrap_or(id);
        if beliefs.len() < MOST && !is_said(&graph, id, &beliefs) {
            beliefs.push(id.clone());
        }
    }
    if !beliefs.is_empty() && beliefs.len() < FEWEST {
        for id in around(persona, &beliefs) {
            if beliefs.len() < FEWEST && !is_said(&graph, &id, &beliefs) {
                beliefs.push(id);
            }
        }
    }
    beliefs
}

/// For each end, the most relevant edge: it says what its end says, and what follows from it.
fn edges_of<'a>(graph: &Indexed<'a>, ranked: &'a [(String, f64)]) -> BTreeMap<&'a str, &'a String> {
    let mut edges: BTreeMap<&str, &String> = BTreeMap::new();
    for (id, _) in ranked {
        for end in graph.edge(id).into_iter().flat_map(|it| [&it.cause, &it.effect]) {
            edges.entry(end).or_insert(id);
        }
    }
    edges
}

/// The score of each relevant belief, highest first; empty where nothing is relevant.
pub fn scores(persona: &Persona, query: &str, near: &[f64]) -> Vec<(String, f64)> {
    let candidates = candidates(persona);
    let by_words = Index::of(persona).rank(query);
    let by_likeness = {
        let mut order: Vec<usize> = (0..candidates.len().min(near.len())).collect();
        let likeness = |at: &usize| near.get(*at).copied().unwrap_or_default();
        let named: BTreeSet<usize> = by_words.iter().map(|it| it.0).collect();
        order.retain(|it| likeness(it) >= NEAR || named.contains(it));
        order.sort_by(|a, b| likeness(b).total_cmp(&likeness(a)));
        order
    };
    let mut scores: BTreeMap<usize, f64> = BTreeMap::new();
    if near.is_empty() {
        scores.extend(by_words);
    } else {
        // The two measures have no common scale: only ranks count.
        for (rank, at) in by_words.iter().map(|it| it.0).enumerate().chain(by_likeness.into_iter().enumerate()) {
            *scores.entry(at).or_default() += 1.0 / (RANK + rank as f64);
        }
    }
    let by_id = scores.into_iter().filter_map(|(at, score)| Some((candidates.get(at)?.0.clone(), score)));
    let mut ranked = lifted(persona, by_id.collect());
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked
}

/// The scores with the shares that edges pass on: no belief raises itself, and a cycle ends where it began.
fn lifted(persona: &Persona, found: Vec<(String, f64)>) -> Vec<(String, f64)> {
    let best: BTreeMap<&str, f64> = found.iter().map(|(id, score)| (id.as_str(), *score)).collect();
    let adjacent = Adjacent::of(&persona.beliefs);
    let lift = |id: &str| {
        let handed = adjacent.neighbours(id, STEPS).into_iter();
        let most = handed.filter_map(|(it, steps)| Some(best.get(it)? * HANDED.powi(i32::try_from(steps).ok()?)));
        most.fold(0.0, f64::max)
    };
    found.iter().map(|(id, score)| (id.clone(), score + lift(id))).collect()
}

/// The neighbours of beliefs, nearest first.
fn around(persona: &Persona, beliefs: &[String]) -> Vec<String> {
    let adjacent = Adjacent::of(&persona.beliefs);
    let mut all: Vec<(&str, usize)> = beliefs.iter().flat_map(|it| adjacent.neighbours(it, STEPS)).collect();
    all.sort_by_key(|it| it.1);
    all.into_iter().map(|it| it.0.to_owned()).collect()
}

/// The beliefs one step from each: an edge is one step from its ends.
struct Adjacent<'a>(BTreeMap<&'a str, Vec<&'a str>>);

impl<'a> Adjacent<'a> {
    fn of(graph: &'a BeliefGraph) -> Adjacent<'a> {
        let mut next: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for Edge { id, cause, effect, .. } in &graph.edges {
            next.entry(id).or_default().extend([cause.as_str(), effect.as_str()]);
            // An edge and a node may have the same id: then it means the edge.
            for end in [cause, effect].into_iter().filter(|it| *it != id) {
                next.entry(end).or_default().push(id);
            }
        }
        Adjacent(next)
    }

    /// The beliefs up to `most` steps from one, with their distance.
    fn neighbours<'b>(&'b self, id: &'b str, most: usize) -> Vec<(&'b str, usize)> {
        let mut seen: BTreeSet<&str> = BTreeSet::from([id]);
        let mut queue: VecDeque<(&str, usize)> = VecDeque::from([(id, 0)]);
        let mut found = Vec::new();
        while let Some((at, steps)) = queue.pop_front() {
            if steps == most {
                continue;
            }
            for it in self.0.get(at).into_iter().flatten() {
                if seen.insert(it) {
                    found.push((*it, steps + 1));
                    queue.push_back((it, steps + 1));
                }
            }
        }
        found
    }
}

/// Whether the taken beliefs already express a belief: an edge expresses its ends, and only itself expresses an edge.
fn is_said(graph: &Indexed<'_>, id: &str, taken: &[String]) -> bool {
    let is_end = |it: &String| graph.edge(it).is_some_and(|edge| edge.cause == id || edge.effect == id);
    taken.iter().any(|it| it == id || is_end(it))
}

#[cfg(test)]
mod tests;
