//! Lookups give the same result as a scan of all edges.
use super::{Adjacent, edges_of};
use debate::Polarity;
use debate::belief::{BeliefGraph, Edge};
use proptest::prelude::*;
use std::collections::{BTreeSet, VecDeque};

/// The beliefs up to `most` steps from one, by a scan of all edges for each step.
fn neighbours<'a>(graph: &'a BeliefGraph, id: &'a str, most: usize) -> Vec<(&'a str, usize)> {
    let mut seen: BTreeSet<&str> = BTreeSet::from([id]);
    let mut queue: VecDeque<(&str, usize)> = VecDeque::from([(id, 0)]);
    let mut found = Vec::new();
    while let Some((at, steps)) = queue.pop_front() {
        if steps == most {
            continue;
        }
        let next = graph.edges.iter().flat_map(|it| match () {
            () if it.id == at => vec![it.cause.as_str(), it.effect.as_str()],
            () if it.cause == at || it.effect == at => vec![it.id.as_str()],
            () => Vec::new(),
        });
        for it in next.filter(|it| seen.insert(it)) {
            found.push((it, steps + 1));
            queue.push_back((it, steps + 1));
        }
    }
    found
}

/// A random graph: ids may occur twice, and an edge may have the id of a node.
fn graph() -> impl Strategy<Value = BeliefGraph> {
    let edge = (0..12_u8, 0..8_u8, 0..8_u8).prop_map(|(id, cause, effect)| Edge {
        id: format!("b{}", id + 5),
        cause: format!("b{cause}"),
        effect: format!("b{effect}"),
        polarity: Polarity::Furthers,
        confidence: 1.0,
        clause: None,
        chunks: vec!["k1".into()],
    });
    prop::collection::vec(edge, 0..14).prop_map(|edges| BeliefGraph { nodes: vec![], edges })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// P-04: neighbours of a belief, and the most relevant edge of an end, are those that a scan of all edges gives, in the same order.
    #[test]
    fn a_look_up_gives_what_a_scan_gives(graph in graph(), most in 0..4_usize, order in Just((0..17_u8).collect::<Vec<_>>()).prop_shuffle()) {
        let adjacent = Adjacent::of(&graph);
        let ranked: Vec<(String, f64)> = order.iter().map(|it| (format!("b{it}"), 1.0)).collect();
        let (index, first) = (graph.indexed(), |id: &str| {
            let is_edge_of = |it: &&String| graph.edge(it).is_some_and(|it| it.cause == id || it.effect == id);
            ranked.iter().map(|it| &it.0).find(is_edge_of)
        });
        let edges = edges_of(&index, &ranked);
        for (id, _) in &ranked {
            prop_assert_eq!(adjacent.neighbours(id, most), neighbours(&graph, id, most));
            prop_assert_eq!(edges.get(id.as_str()).copied(), first(id));
        }
    }
}
