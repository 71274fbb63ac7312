//! Merges the findings of chunks into a graph (P-02): each belief once, with all its sources, and within the size limits.
//!
//! Two wordings are the same belief where their words agree, endings and function words aside, and one contains the other: the shorter then
//! occurs in the chunks of both, so that every chunk that a belief names contains its words. Not here: extraction (`causal`, `claims`).
use super::{BeliefText, Finding, Statement};
use debate::belief::{Edge, Node, NodeKind};
use debate::{BeliefGraph, ChunkId, Polarity};
use prose::lexical::stems;
use std::collections::{BTreeMap, BTreeSet};

/// Beyond this number, only edges with several sources are kept (P-02).
pub const MOST_EDGES: usize = 100;
/// The most nodes that are no end of an edge. Ours: as many as there may be ends of edges; a persona without causal sentences has only these.
pub const MOST_CLAIMS: usize = 200;

/// Builds one graph from findings, chunk by chunk in order: the same findings give the same ids.
pub fn merged(found: impl Iterator<Item = Vec<Finding>>) -> BeliefGraph {
    let mut merging = Merging::default();
    found.flatten().for_each(|it| merging.add(it));
    merging.graph()
}

/// A node without an id.
#[derive(Debug)]
struct Draft {
    words: String,
    kind: NodeKind,
    held: f64,
    chunks: Vec<ChunkId>,
    /// How strongly it is stated where it stands by itself.
    strength: f64,
}

/// An edge between drafts.
#[derive(Debug)]
struct Link {
    ends: (usize, usize),
    polarity: Polarity,
    confidence: f64,
    /// The words of its first chunk.
    clause: Option<String>,
    chunks: Vec<ChunkId>,
}

#[derive(Debug, Default)]
struct Merging {
    drafts: Vec<Draft>,
    /// Drafts by the stems of their words.
    alike: BTreeMap<Vec<String>, Vec<usize>>,
    links: Vec<Link>,
    by_ends: BTreeMap<(usize, usize, Polarity), usize>,
}

impl Merging {
    fn add(&mut self, found: Finding) {
        match found.said {
            Statement::Claim { what, strength } => {
                let at = self.draft(what, &found.chunk);
                self.drafts.get_mut(at).into_iter().for_each(|it| it.strength = it.strength.max(strength));
            }
            Statement::Relation { cause, effect, polarity, confidence, clause } => {
                let ends = (self.draft(cause, &found.chunk), self.draft(effect, &found.chunk));
                // A cause that equals its effect says nothing.
                if ends.0 != ends.1 {
                    self.link(Link { ends, polarity, confidence, clause, chunks: vec![found.chunk] });
                }
            }
        }
    }

    fn draft(&mut self, held: BeliefText, chunk: &ChunkId) -> usize {
        let alike = self.alike.entry(stems(&held.words)).or_default();
        let known = alike.iter().copied().find(|at| {
            self.drafts.get(*at).is_some_and(|it| within(&it.words, &held.words) || within(&held.words, &it.words))
        });
        let Some(draft) = known.and_then(|at| self.drafts.get_mut(at)) else {
            alike.push(self.drafts.len());
            let chunks = vec![chunk.clone()];
            self.drafts.push(Draft { words: held.words, kind: held.kind, held: held.held, chunks, strength: 0.0 });
            return self.drafts.len() - 1;
        };
        if !within(&draft.words, &held.words) {
            draft.words = held.words;
        }
        // Any more specific kind replaces a factual claim.
        if draft.kind == NodeKind::FactualClaim {
            draft.kind = held.kind;
        }
        draft.held = draft.held.max(held.held);
        include(&mut draft.chunks, chunk);
        known.unwrap_or_default()
    }

    fn link(&mut self, new: Link) {
        let at = *self.by_ends.entry((new.ends.0, new.ends.1, new.polarity)).or_insert(self.links.len());
        match self.links.get_mut(at) {
            Some(link) => {
                link.confidence = link.confidence.max(new.confidence);
                new.chunks.iter().for_each(|it| include(&mut link.chunks, it));
            }
            None => self.links.push(new),
        }
    }

    fn graph(mut self) -> BeliefGraph {
        self.limit();
        let ends: BTreeSet<usize> = self.links.iter().flat_map(|it| [it.ends.0, it.ends.1]).collect();
        let mut claims: Vec<usize> =
            (0..self.drafts.len()).filter(|it| !ends.contains(it) && self.strength(*it) > 0.0).collect();
        claims.sort_by(|a, b| self.strength(*b).total_cmp(&self.strength(*a)));
        claims.truncate(MOST_CLAIMS);
        let kept: BTreeSet<usize> = ends.into_iter().chain(claims).collect();
        let ids: BTreeMap<usize, String> =
            kept.iter().zip(1..).map(|(at, number)| (*at, format!("b{number}"))).collect();
        let node = |(at, draft): (usize, Draft)| {
            let Draft { words: concept, kind, held, chunks, strength: _ } = draft;
            ids.get(&at).map(|id| Node { id: id.clone(), concept, kind, held, chunks })
        };
        let nodes = self.drafts.into_iter().enumerate().filter_map(node).collect();
        let edge = |(link, number): (Link, usize)| {
            let (cause, effect) = (ids.get(&link.ends.0)?.clone(), ids.get(&link.ends.1)?.clone());
            let Link { polarity, confidence, clause, chunks, ends: _ } = link;
            Some(Edge { id: format!("e{number}"), cause, effect, polarity, confidence, clause, chunks })
        };
        BeliefGraph { nodes, edges: self.links.into_iter().zip(1..).filter_map(edge).collect() }
    }

    fn strength(&self, at: usize) -> f64 {
        self.drafts.get(at).map_or(0.0, |it| it.strength)
    }

    /// Sorts edges with several sources first, then by confidence, and removes those with a single source beyond the first [`MOST_EDGES`].
    fn limit(&mut self) {
        if self.links.len() <= MOST_EDGES {
            return;
        }
        let is_single = |it: &Link| it.chunks.len() < 2;
        let mut order: Vec<usize> = (0..self.links.len()).collect();
        let links = &self.links;
        let rank = |at: &usize| links.get(*at).map(|it| (is_single(it), it.confidence));
        order.sort_by(|a, b| {
            let (one, other) = (rank(a).unwrap_or_default(), rank(b).unwrap_or_default());
            one.0.cmp(&other.0).then(other.1.total_cmp(&one.1))
        });
        let beyond: BTreeSet<usize> = order.into_iter().skip(MOST_EDGES).collect();
        let mut at = 0;
        self.links.retain(|it| {
            at += 1;
            !is_single(it) || !beyond.contains(&(at - 1))
        });
    }
}

/// Whether one contains the words of the other.
fn within(one: &str, other: &str) -> bool {
    other.to_lowercase().contains(&one.to_lowercase())
}

fn include(chunks: &mut Vec<ChunkId>, chunk: &ChunkId) {
    if !chunks.contains(chunk) {
        chunks.push(chunk.clone());
    }
}
