//! The argument graph as data, in the one shape that the command line, exports, HTTP and MCP use.
//!
//! Of a panel, where nobody votes and nothing is weighed, it is the claim graph (P-40): claims, and the turns that name them. Not here: what
//! a node is worth (`strength`), and which turn names which claim (`crux::graph`).
use super::graph::{Edge, Graph, Node, Tie, What};
use super::strength::Scales;
use crate::crux::{self, ClaimEdge, ClaimGraph, ClaimNode};
use crate::measure::rounded;
use debate::{CallId, Debate, Kind, Name, RoomId};
use serde::Serialize;

/// The arguments of a debate, or the claims of a panel, as a graph.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GraphView {
    /// Options of the ballot first, then the rest, of each those first that are strongest; at a panel in the order of the turns.
    pub nodes: Vec<NodeView>,
    /// The edges.
    pub edges: Vec<EdgeView>,
}

/// A node of the graph.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NodeView {
    /// Its id: `C3`, for an option a letter.
    pub id: String,
    /// Its kind.
    pub what: What,
    /// Its statement.
    pub text: String,
    /// Its own strength, 0 to 1; absent at a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<f64>,
    /// Its strength with all support and attack, 0 to 1; absent at a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<f64>,
    /// The kinds of evidence it rests on, strongest first; absent at a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kinds: Option<Vec<Kind>>,
    /// The participants that say or hold it.
    pub by: Vec<Name>,
    /// Of a panel, the turn that contains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<CallId>,
}

/// An edge of the graph.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EdgeView {
    /// The source node, by id.
    pub from: String,
    /// The target node, by id.
    pub to: String,
    /// How: `supports` or `attacks`; at a panel also `concedes`.
    pub tie: &'static str,
    /// Its weight, 0 to 1; absent at a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// Of a panel, who made it by naming the claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Name>,
    /// Of a panel, the turn that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<CallId>,
    /// Of a panel, the room of that turn, if it was made in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomId>,
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
            base: Some(rounded(it.base)),
            strength: Some(rounded(scales.whole().of(place))),
            kinds: Some(it.kinds.clone()),
            by: it.by.clone(),
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
            let (from, to) = (id(it.from)?, id(it.to)?);
            Some(EdgeView { from, to, tie, weight: Some(rounded(it.weight)), by: None, call: None, room: None })
        };
        GraphView { nodes, edges: graph.edges().iter().filter_map(edge).collect() }
    }

    /// The claim graph of a panel: nobody votes there, so it has neither options nor strengths.
    fn of_claims(graph: ClaimGraph) -> GraphView {
        let node = |it: ClaimNode| NodeView {
            id: it.id,
            what: What::Claim,
            text: it.text,
            base: None,
            strength: None,
            kinds: None,
            by: vec![it.by],
            call: Some(it.call),
        };
        let edge = |it: ClaimEdge| EdgeView {
            from: it.from,
            to: it.to,
            tie: it.relation.as_str(),
            weight: None,
            by: Some(it.by),
            call: Some(it.call),
            room: it.room,
        };
        GraphView {
            nodes: graph.nodes.into_iter().map(node).collect(),
            edges: graph.edges.into_iter().map(edge).collect(),
        }
    }
}
