//! Beliefs downstream of a belief, each visited once, so that cycles terminate (P-02).
use crate::crux::thresholds::MOST_DOWNSTREAM;
use debate::belief::{Edge, Indexed};
use std::collections::BTreeSet;

/// The edges that lead away from a belief, nearest first, each with the node it was reached from; never back to the start.
pub(super) fn downstream<'a>(graph: &Indexed<'a>, id: &str) -> Vec<&'a Edge> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut found: Vec<&'a Edge> = Vec::new();
    let mut next = 0;
    let mut from = id;
    loop {
        for edge in graph.leading_from(from) {
            if found.len() == MOST_DOWNSTREAM {
                return found;
            }
            if edge.effect != id && seen.insert(&edge.effect) {
                found.push(edge);
            }
        }
        let Some(edge) = found.get(next) else { return found };
        from = &edge.effect;
        next += 1;
    }
}
