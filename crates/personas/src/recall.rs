//! What of a persona matters to what is being discussed (P-04): words and, where there are vectors, meaning.
//!
//! A belief is found by its own words, helped by those of its chunks; by its likeness where somebody has measured it; and a little by being
//! next to one that was found. Below a floor nothing is: the turn then says that it is ungrounded. Not here: what a prompt does with it.
mod answered;
mod index;
mod passages;
mod quoted;

pub use answered::answered;
use debate::belief::{BeliefGraph, Edge, Indexed};
use debate::persona::Quote;
use debate::{ChunkId, Persona};
pub use index::Index;
pub use passages::kept;
pub use quoted::{Asked, changer, quotes};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The most and the fewest beliefs of a turn (P-04: 3–5).
pub const MOST: usize = 5;
/// See [`MOST`].
pub const FEWEST: usize = 3;
/// The likeness from which on a belief is relevant whatever its words. Ours: unrelated sentences stay below 0.3 with the vectors that are
/// embedded, paraphrases are above 0.6.
const NEAR: f64 = 0.45;
/// How fast a rank loses weight where two rankings are made one. The usual figure of reciprocal rank fusion.
const RANK: f64 = 60.0;
/// What an edge hands on of a score, and how far. Ours: enough to decide between equals; two steps are cause, effect, and what follows.
const HANDED: f64 = 0.15;
/// See [`HANDED`].
const STEPS: usize = 2;

/// Beliefs and chunks that matter, the closest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recalled {
    /// Ids of nodes and edges, three to five where there are as many; none where nothing is relevant.
    pub beliefs: Vec<String>,
    /// The chunks they stand in.
    pub chunks: Vec<ChunkId>,
    /// What of those chunks has room, word for word: the sentences around each belief.
    pub quotes: Vec<Quote>,
}

/// The texts whose nearness to a query is worth asking for: the words of every belief, by id.
pub fn candidates(persona: &Persona) -> Vec<(String, String)> {
    let graph = persona.beliefs.indexed();
    let ids = persona.beliefs.nodes.iter().map(|it| &it.id).chain(persona.beliefs.edges.iter().map(|it| &it.id));
    ids.filter_map(|id| Some((id.clone(), graph.words(id)?))).collect()
}

/// What matters to `query`; `near` are the candidates' likenesses to it, in their order, where somebody has measured them. Its quotes have
/// at most `room` tokens (P-04: 500 in a turn, 200 in a room).
pub fn recall(persona: &Persona, query: &str, near: Option<&[f64]>, room: usize) -> Recalled {
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
    let quotes = passages::around(persona, &beliefs, query, room);
    let mut chunks: Vec<ChunkId> = Vec::new();
    let named = quotes.iter().map(|it| &it.chunk).chain(beliefs.iter().flat_map(|it| persona.beliefs.chunks(it)));
    for chunk in named {
        if !chunks.contains(chunk) {
            chunks.push(chunk.clone());
        }
    }
    Recalled { beliefs, chunks, quotes }
}

/// For each end, the edge that matters most: it says what its end does, and what follows from it.
fn edges_of<'a>(graph: &Indexed<'a>, ranked: &'a [(String, f64)]) -> BTreeMap<&'a str, &'a String> {
    let mut edges: BTreeMap<&str, &String> = BTreeMap::new();
    for (id, _) in ranked {
        for end in graph.edge(id).into_iter().flat_map(|it| [&it.cause, &it.effect]) {
            edges.entry(end).or_insert(id);
        }
    }
    edges
}

/// How much each relevant belief matters to `query`, the most first; none where nothing is relevant.
pub fn scores(persona: &Persona, query: &str, near: Option<&[f64]>) -> Vec<(String, f64)> {
    let candidates = candidates(persona);
    let by_words = Index::of(persona).rank(query);
    let near = near.unwrap_or_default();
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
        // Two measures that share no scale: what counts is the place in each.
        for (rank, at) in by_words.iter().map(|it| it.0).enumerate().chain(by_likeness.into_iter().enumerate()) {
            *scores.entry(at).or_default() += 1.0 / (RANK + rank as f64);
        }
    }
    let by_id = scores.into_iter().filter_map(|(at, score)| Some((candidates.get(at)?.0.clone(), score)));
    let mut ranked = lifted(persona, by_id.collect());
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked
}

/// The scores with what edges hand on: nobody is lifted by itself, and a cycle ends where it began.
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

/// What is next to beliefs, the nearest first.
fn around(persona: &Persona, beliefs: &[String]) -> Vec<String> {
    let adjacent = Adjacent::of(&persona.beliefs);
    let mut all: Vec<(&str, usize)> = beliefs.iter().flat_map(|it| adjacent.neighbours(it, STEPS)).collect();
    all.sort_by_key(|it| it.1);
    all.into_iter().map(|it| it.0.to_owned()).collect()
}

/// The beliefs that are one step from each: an edge is one step from its ends.
struct Adjacent<'a>(BTreeMap<&'a str, Vec<&'a str>>);

impl<'a> Adjacent<'a> {
    fn of(graph: &'a BeliefGraph) -> Adjacent<'a> {
        let mut next: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for Edge { id, cause, effect, .. } in &graph.edges {
            next.entry(id).or_default().extend([cause.as_str(), effect.as_str()]);
            // An id may be given to an edge and to a node: then it is the edge.
            for end in [cause, effect].into_iter().filter(|it| *it != id) {
                next.entry(end).or_default().push(id);
            }
        }
        Adjacent(next)
    }

    /// The beliefs that are up to so many steps from one, with how many.
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

/// Whether a belief is said by those that were taken: an end by its edge, and an edge by nothing but itself.
fn is_said(graph: &Indexed<'_>, id: &str, taken: &[String]) -> bool {
    let is_end = |it: &String| graph.edge(it).is_some_and(|edge| edge.cause == id || edge.effect == id);
    taken.iter().any(|it| it == id || is_end(it))
}

#[cfg(test)]
mod tests;
