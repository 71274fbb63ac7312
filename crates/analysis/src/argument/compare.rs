//! Where two graphs differ, and how much it matters: what two would have to talk about.
//!
//! A node that one has and the other has not, a node that they value differently, a tie between nodes of both. How much it matters is how far it moves
//! an option when it is taken out where it is, or put in where it is not. Options are what the two are about, not where they differ.
use super::graph::{Edge, Graph, Node, What};
use super::strength::Scales;
use crate::thresholds::LEVEL;
use serde::Serialize;

/// Which of two graphs has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The first alone.
    First,
    /// The second alone.
    Second,
    /// Both, and they value it differently.
    Both,
}

/// Something in which two graphs differ: a candidate crux.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The node's id; of a tie, the id of what bears.
    pub id: String,
    /// Of a tie, the id of what it bears on.
    pub bears_on: Option<String>,
    /// What the node says.
    pub text: String,
    /// Who has it.
    pub has: Side,
    /// The greatest change of an option's strength that it makes in either graph.
    pub matters: f64,
}

/// Where two graphs differ, what matters most first, then by id.
pub fn compare(first: &Graph, second: &Graph) -> Vec<Difference> {
    let mut differences = only(first, second, Side::First);
    differences.extend(only(second, first, Side::Second));
    differences.extend(valued(first, second));
    let key = |it: &Difference| (it.id.clone(), it.bears_on.clone(), it.has);
    differences.sort_by(|a, b| b.matters.total_cmp(&a.matters).then_with(|| key(a).cmp(&key(b))));
    differences
}

/// What one graph has and the other has not.
fn only(one: &Graph, other: &Graph, has: Side) -> Vec<Difference> {
    let mut differences = Vec::new();
    for (place, node) in one.nodes().iter().enumerate() {
        if node.what == What::Option || other.place(&node.id).is_some() {
            continue;
        }
        let matters = change(one, &one.without(&[place])).max(change(other, &with(other, one, place)));
        differences.push(Difference { id: node.id.clone(), bears_on: None, text: node.text.clone(), has, matters });
    }
    for edge in one.edges() {
        let (Some(from), Some(to)) = (one.node(edge.from), one.node(edge.to)) else { continue };
        let (Some(there), Some(on)) = (other.place(&from.id), other.place(&to.id)) else { continue };
        let ties = |it: &Edge| (it.from, it.to, it.tie) == (there, on, edge.tie);
        if other.edges().iter().any(ties) {
            continue;
        }
        let mut tied = other.clone();
        tied.tie(there, on, edge.tie, edge.weight);
        let matters = change(one, &one.untied(edge)).max(change(other, &tied));
        let bears_on = Some(to.id.clone());
        differences.push(Difference { id: from.id.clone(), bears_on, text: from.text.clone(), has, matters });
    }
    differences
}

/// What both have with another base score.
fn valued(first: &Graph, second: &Graph) -> Vec<Difference> {
    let shared = first.nodes().iter().filter_map(|it| Some((it, second.node(second.place(&it.id)?)?)));
    let differing = shared.filter(|(a, b)| a.what != What::Option && (a.base - b.base).abs() > LEVEL);
    let difference = |(a, b): (&Node, &Node)| Difference {
        id: a.id.clone(),
        bears_on: None,
        text: a.text.clone(),
        has: Side::Both,
        matters: change(first, &rebased(first, &a.id, b.base)).max(change(second, &rebased(second, &a.id, a.base))),
    };
    differing.map(difference).collect()
}

/// A graph with a node of another one, and its ties to what is in both.
fn with(graph: &Graph, other: &Graph, place: usize) -> Graph {
    let mut graph = graph.clone();
    let Some(node) = other.node(place) else { return graph };
    graph.add(node.clone());
    let here = |graph: &Graph, at: usize| other.node(at).and_then(|it| graph.place(&it.id));
    let ties: Vec<(Edge, Option<usize>, Option<usize>)> =
        other.edges().iter().map(|it| (*it, here(&graph, it.from), here(&graph, it.to))).collect();
    for (edge, from, to) in ties {
        if let (true, Some(from), Some(to)) = (edge.from == place || edge.to == place, from, to) {
            graph.tie(from, to, edge.tie, edge.weight);
        }
    }
    graph
}

/// A graph in which a node has another base.
fn rebased(graph: &Graph, id: &str, base: f64) -> Graph {
    let mut rebased = Graph::default();
    for node in graph.nodes() {
        let base = if node.id == id { base } else { node.base };
        rebased.add(Node { base, ..node.clone() });
    }
    graph.edges().iter().for_each(|it: &Edge| rebased.tie(it.from, it.to, it.tie, it.weight));
    rebased
}

/// The greatest difference in an option's strength between two graphs.
fn change(one: &Graph, other: &Graph) -> f64 {
    let (one, other) = (Scales::new(one), Scales::new(other));
    let strength = |scales: &Scales<'_>, id: &str| scales.graph.place(id).map_or(0.0, |it| scales.whole().of(it));
    let options = one.graph.options().filter_map(|it| one.graph.node(it));
    options.map(|it| (strength(&one, &it.id) - strength(&other, &it.id)).abs()).fold(0.0, f64::max)
}
