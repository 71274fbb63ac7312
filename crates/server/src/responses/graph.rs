//! The argument graph of a debate, in the one form that all surfaces use.
use super::value;
use analysis::argument::{Edge, Graph, Node, Scales, Tie, What};
use analysis::crux::{self, ClaimEdge, ClaimGraph, ClaimNode};
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
    /// Its kind: `option`, `claim`, `word` (a position without a claim), `objection`, `counter` or `denial`.
    #[schema(value_type = String)]
    what: What,
    /// Its text.
    text: String,
    /// Its own strength, 0 to 1; absent at a panel, where nothing is weighed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    base: Option<f64>,
    /// Its strength with all support and attack, 0 to 1; absent at a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    strength: Option<f64>,
    /// The kinds of evidence it rests on, strongest first; absent at a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<String>)]
    kinds: Option<Value>,
    /// Its authors or holders.
    by: Vec<String>,
    /// Of a panel, the turn that contains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    call: Option<String>,
}

/// An edge of the graph.
#[derive(Serialize, ToSchema)]
pub struct EdgeView {
    /// The source node, by id.
    from: String,
    /// The target node, by id.
    to: String,
    /// How: `supports` or `attacks`; at a panel also `concedes`.
    tie: &'static str,
    /// Its weight, 0 to 1; absent at a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    weight: Option<f64>,
    /// Of a panel, the turn that made it by naming the claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    call: Option<String>,
}

impl GraphView {
    /// The graph of a debate in its current state.
    pub fn of(debate: &Debate) -> GraphView {
        if debate.is_panel() {
            return GraphView::of_claims(crux::graph(debate));
        }
        let graph = Graph::of(debate);
        let scales = Scales::new(&graph);
        let node = |(place, it): (usize, &Node)| NodeView {
            id: it.id.clone(),
            what: it.what,
            text: it.text.clone(),
            base: Some(it.base),
            strength: Some(scales.whole().of(place)),
            kinds: Some(value(&it.kinds)),
            by: it.by.iter().map(ToString::to_string).collect(),
            call: None,
        };
        let mut nodes: Vec<NodeView> = graph.nodes().iter().enumerate().map(node).collect();
        // Sorted by importance, since long responses are cut at the end.
        nodes.sort_by(|a, b| {
            let strength = |it: &NodeView| it.strength.unwrap_or_default();
            (a.what != What::Option).cmp(&(b.what != What::Option)).then(strength(b).total_cmp(&strength(a)))
        });
        let id = |place: usize| graph.node(place).map(|it| it.id.clone());
        let edge = |it: &Edge| {
            let tie = match it.tie {
                Tie::Supports => "supports",
                Tie::Attacks => "attacks",
            };
            Some(EdgeView { from: id(it.from)?, to: id(it.to)?, tie, weight: Some(it.weight), call: None })
        };
        GraphView { nodes, edges: graph.edges().iter().filter_map(edge).collect() }
    }

    /// The claim graph of a panel (P-40): nobody votes there, so it has neither options nor strengths.
    fn of_claims(graph: ClaimGraph) -> GraphView {
        let node = |it: ClaimNode| NodeView {
            id: it.id,
            what: What::Claim,
            text: it.text,
            base: None,
            strength: None,
            kinds: None,
            by: vec![it.by.to_string()],
            call: Some(it.call.to_string()),
        };
        let edge = |it: ClaimEdge| EdgeView {
            from: it.from,
            to: it.to,
            tie: it.relation.as_str(),
            weight: None,
            call: Some(it.call.to_string()),
        };
        GraphView {
            nodes: graph.nodes.into_iter().map(node).collect(),
            edges: graph.edges.into_iter().map(edge).collect(),
        }
    }
}
