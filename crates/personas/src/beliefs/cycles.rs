//! Cycles of beliefs (P-02): they are kept and reported, and no traversal follows one for ever.
use debate::BeliefGraph;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The cycles of a graph, each as the ids of its edges in order: for every edge on a cycle the shortest through it, each once.
pub fn cycles(graph: &BeliefGraph) -> Vec<Vec<String>> {
    let mut leaving: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, edge) in graph.edges.iter().enumerate() {
        leaving.entry(edge.cause.as_str()).or_default().push(at);
    }
    let mut seen: BTreeSet<BTreeSet<usize>> = BTreeSet::new();
    let mut found = Vec::new();
    for first in 0..graph.edges.len() {
        let Some(path) = shortest(graph, &leaving, first) else { continue };
        if seen.insert(path.iter().copied().collect()) {
            found.push(path.iter().filter_map(|it| graph.edges.get(*it)).map(|it| it.id.clone()).collect());
        }
    }
    found
}

/// The shortest path from an edge's effect back to its cause, the edge first.
fn shortest(graph: &BeliefGraph, leaving: &BTreeMap<&str, Vec<usize>>, first: usize) -> Option<Vec<usize>> {
    let edge = graph.edges.get(first)?;
    // The edge by which each node was reached; no node is entered twice.
    let mut reached: BTreeMap<&str, usize> = BTreeMap::from([(edge.effect.as_str(), first)]);
    let mut queue = VecDeque::from([edge.effect.as_str()]);
    while let Some(node) = queue.pop_front() {
        if node == edge.cause {
            return Some(way_back(graph, &reached, node, first));
        }
        for at in leaving.get(node).into_iter().flatten() {
            let Some(next) = graph.edges.get(*at).map(|it| it.effect.as_str()) else { continue };
            if !reached.contains_key(next) {
                reached.insert(next, *at);
                queue.push_back(next);
            }
        }
    }
    None
}

fn way_back(graph: &BeliefGraph, reached: &BTreeMap<&str, usize>, end: &str, first: usize) -> Vec<usize> {
    let mut path = Vec::new();
    let mut node = end;
    while let Some(at) = reached.get(node).copied() {
        path.push(at);
        if at == first {
            break;
        }
        let Some(edge) = graph.edges.get(at) else { break };
        node = edge.cause.as_str();
    }
    path.reverse();
    path
}
