//! The argument graph of a debate, in the one form that all surfaces use.
use super::value;
use analysis::argument::{Edge, Graph, Node, Scales, Tie, What};
use debate::Debate;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// The arguments of a debate as a graph.
#[derive(Serialize, ToSchema)]
pub struct GraphView {
    /// Options of the ballot first, then claims, objections and counters; of each, those first that are strongest.
    nodes: Vec<NodeView>,
    /// The edges.
    edges: Vec<EdgeView>,
}

/// A node of the graph.
#[derive(Serialize, ToSchema)]
pub struct NodeView {
    /// Its id: `C3`, for an option a letter.
    id: String,
    /// What it is: `option`, `claim`, `word` (a position without a claim), `objection`, `counter` or `denial`.
    #[schema(value_type = String)]
    what: What,
    /// What it says.
    text: String,
    /// Its own strength, 0 to 1.
    base: f64,
    /// Its strength with all support and attack, 0 to 1.
    strength: f64,
    /// The kinds of evidence it rests on, strongest first.
    #[schema(value_type = Vec<String>)]
    kinds: Value,
    /// Who says or holds it.
    by: Vec<String>,
}

/// An edge of the graph.
#[derive(Serialize, ToSchema)]
pub struct EdgeView {
    /// The source node, by id.
    from: String,
    /// The target node, by id.
    to: String,
    /// How: `supports` or `attacks`.
    #[schema(value_type = String)]
    tie: Tie,
    /// Its weight, 0 to 1.
    weight: f64,
}

impl GraphView {
    /// The graph of a debate in its current state.
    pub fn of(debate: &Debate) -> GraphView {
        let graph = Graph::of(debate);
        let scales = Scales::new(&graph);
        let node = |(place, it): (usize, &Node)| NodeView {
            id: it.id.clone(),
            what: it.what,
            text: it.text.clone(),
            base: it.base,
            strength: scales.whole().of(place),
            kinds: value(&it.kinds),
            by: it.by.iter().map(ToString::to_string).collect(),
        };
        let mut nodes: Vec<NodeView> = graph.nodes().iter().enumerate().map(node).collect();
        // Sorted by importance, since long responses are cut at the end.
        nodes.sort_by(|a, b| {
            (a.what != What::Option).cmp(&(b.what != What::Option)).then(b.strength.total_cmp(&a.strength))
        });
        let id = |place: usize| graph.node(place).map(|it| it.id.clone());
        let edge = |it: &Edge| Some(EdgeView { from: id(it.from)?, to: id(it.to)?, tie: it.tie, weight: it.weight });
        GraphView { nodes, edges: graph.edges().iter().filter_map(edge).collect() }
    }
}
