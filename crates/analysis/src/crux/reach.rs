//! What lies downstream of a belief: each belief once, however often the graph comes back to it (P-02).
use crate::thresholds::MOST_DOWNSTREAM;
use debate::belief::{BeliefGraph, Edge};
use std::collections::BTreeSet;

/// The edges that lead away from a belief, nearest first, each with the node it was reached from; never one to where it began.
pub(super) fn downstream<'a>(graph: &'a BeliefGraph, id: &str) -> Vec<&'a Edge> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut found: Vec<&Edge> = Vec::new();
    let mut next = 0;
    let mut from = id.to_owned();
    loop {
        for edge in graph.edges.iter().filter(|it| it.cause == from) {
            if edge.effect != id && found.len() < MOST_DOWNSTREAM && seen.insert(&edge.effect) {
                found.push(edge);
            }
        }
        let Some(edge) = found.get(next) else { return found };
        from.clone_from(&edge.effect);
        next += 1;
    }
}
