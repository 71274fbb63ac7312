//! Index of a belief graph by id and by the ends of its edges.
//!
//! Lookups give the same results as the graph: of several items with one id the first counts, and edges keep their order. Not here: the
//! callers (`analysis::crux`, `personas::recall`).
use super::{BeliefGraph, Edge, Node};
use crate::persona::ChunkId;
use std::collections::BTreeMap;

/// A belief graph with lookup by id.
#[derive(Clone, Debug, Default)]
pub struct Indexed<'a> {
    nodes: BTreeMap<&'a str, &'a Node>,
    edges: BTreeMap<&'a str, &'a Edge>,
    from: BTreeMap<&'a str, Vec<&'a Edge>>,
    into: BTreeMap<&'a str, Vec<&'a Edge>>,
}

impl BeliefGraph {
    /// Builds the index; worth it for many lookups.
    pub fn indexed(&self) -> Indexed<'_> {
        let mut index = Indexed::default();
        for node in &self.nodes {
            index.nodes.entry(&node.id).or_insert(node);
        }
        for edge in &self.edges {
            index.edges.entry(&edge.id).or_insert(edge);
            index.from.entry(&edge.cause).or_default().push(edge);
            index.into.entry(&edge.effect).or_default().push(edge);
        }
        index
    }
}

impl<'a> Indexed<'a> {
    /// The node with that id.
    pub fn node(&self, id: &str) -> Option<&'a Node> {
        self.nodes.get(id).copied()
    }

    /// The edge with that id.
    pub fn edge(&self, id: &str) -> Option<&'a Edge> {
        self.edges.get(id).copied()
    }

    /// The edges whose cause has that id, in their order.
    pub fn leading_from(&self, cause: &str) -> &[&'a Edge] {
        self.from.get(cause).map_or(&[], Vec::as_slice)
    }

    /// The edges whose effect has that id, in their order.
    pub fn leading_to(&self, effect: &str) -> &[&'a Edge] {
        self.into.get(effect).map_or(&[], Vec::as_slice)
    }

    /// As [`BeliefGraph::sentence`].
    pub fn sentence(&self, edge: &Edge) -> Option<String> {
        Some(edge.between(self.node(&edge.cause)?, self.node(&edge.effect)?))
    }

    /// As [`BeliefGraph::chunks`].
    pub fn chunks(&self, id: &str) -> &'a [ChunkId] {
        let node = self.node(id).map(|it| it.chunks.as_slice());
        node.or_else(|| self.edge(id).map(|it| it.chunks.as_slice())).unwrap_or_default()
    }

    /// As [`BeliefGraph::words`].
    pub fn words(&self, id: &str) -> Option<String> {
        let node = self.node(id).map(|it| it.concept.clone());
        node.or_else(|| self.edge(id).and_then(|it| self.sentence(it)))
    }
}
