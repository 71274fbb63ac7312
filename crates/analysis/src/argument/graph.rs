//! The argument graph: nodes with a base score, connected by support and attack.
//!
//! It is built from a debate (`read`) or by hand. Not here: evaluating it (`strength`, `flip`).
use debate::{Kind, Name};
use serde::Serialize;
use std::collections::BTreeMap;

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// An option to decide on. It has no outgoing edges.
    Option,
    /// A claim that somebody holds.
    Claim,
    /// A position without a claim.
    Word,
    /// An objection to an option.
    Objection,
    /// Evidence that was brought against a claim.
    Counter,
    /// A denial of a claim without evidence.
    Denial,
}

impl What {
    /// Whether it makes a statement that can be true or false.
    pub fn is_reason(self) -> bool {
        match self {
            What::Claim | What::Word | What::Objection | What::Counter => true,
            What::Option | What::Denial => false,
        }
    }
}

/// An option, or an argument for or against something.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its unique id: `C3`, or the letter of an option.
    pub id: String,
    /// Its kind.
    pub what: What,
    /// Its text.
    pub text: String,
    /// Its base score, 0…1.
    pub base: f64,
    /// Its kinds of evidence, strongest first.
    pub kinds: Vec<Kind>,
    /// Participants who state or hold it.
    pub by: Vec<Name>,
}

/// The claim that a node with this id speaks against: `C3` of `C3/NAME`; none of any other id.
pub fn against(id: &str) -> Option<&str> {
    id.split_once('/').map(|(claim, _)| claim)
}

impl Node {
    /// A node without holders and kinds of evidence.
    pub fn new(id: &str, what: What, text: &str, base: f64) -> Node {
        Node { id: id.to_owned(), what, text: text.to_owned(), base, kinds: Vec::new(), by: Vec::new() }
    }
}

/// The kind of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// The one speaks for the other.
    Supports,
    /// The one speaks against the other.
    Attacks,
}

/// An edge from one node to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Index of the source node.
    pub from: usize,
    /// Index of the target node.
    pub to: usize,
    /// Its kind.
    pub tie: Tie,
    /// Its weight, 0…1.
    pub weight: f64,
}

/// Claims, arguments for and against them, and the options they bear on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    places: BTreeMap<String, usize>,
    tied: BTreeMap<(usize, usize, Tie), usize>,
}

impl Graph {
    /// Adds a node and returns its index; of two nodes with one id, the first stays. A base outside 0…1 is clamped.
    pub fn add(&mut self, node: Node) -> usize {
        if let Some(place) = self.place(&node.id) {
            return place;
        }
        let place = self.nodes.len();
        self.places.insert(node.id.clone(), place);
        self.nodes.push(Node { base: within(node.base), ..node });
        place
    }

    /// Adds an edge; of two equal ones the heavier stays. Self-loops, edges out of an option, edges with an unknown end and edges without a
    /// weight are ignored.
    pub fn tie(&mut self, from: usize, to: usize, tie: Tie, weight: f64) {
        let weight = within(weight);
        let is_reason = self.nodes.get(from).is_some_and(|it| it.what != What::Option);
        if from == to || !is_reason || to >= self.nodes.len() || weight == 0.0 {
            return;
        }
        let next = self.edges.len();
        let place = *self.tied.entry((from, to, tie)).or_insert(next);
        match self.edges.get_mut(place) {
            Some(edge) => edge.weight = edge.weight.max(weight),
            None => self.edges.push(Edge { from, to, tie, weight }),
        }
    }

    /// Its nodes, in order of insertion.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Its edges, in order of insertion.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The node at an index.
    pub fn node(&self, place: usize) -> Option<&Node> {
        self.nodes.get(place)
    }

    /// The index of the node with this id.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// The indices of the options.
    pub fn options(&self) -> impl Iterator<Item = usize> {
        self.places_of(|it| it == What::Option)
    }

    /// The indices of the nodes that can be true or false.
    pub fn reasons(&self) -> impl Iterator<Item = usize> {
        self.places_of(What::is_reason)
    }

    /// A copy without the nodes at these indices and their edges.
    pub fn without(&self, places: &[usize]) -> Graph {
        self.kept(|place| !places.contains(&place), |_| true)
    }
    fn kept(&self, keeps: impl Fn(usize) -> bool, ties: impl Fn(&Edge) -> bool) -> Graph {
        let mut graph = Graph::default();
        let mut places = vec![None; self.nodes.len()];
        for ((at, node), place) in self.nodes.iter().enumerate().zip(&mut places) {
            *place = keeps(at).then(|| graph.add(node.clone()));
        }
        let place = |at: usize| places.get(at).copied().flatten();
        for edge in self.edges.iter().filter(|it| ties(it)) {
            if let (Some(from), Some(to)) = (place(edge.from), place(edge.to)) {
                graph.tie(from, to, edge.tie, edge.weight);
            }
        }
        graph
    }

    fn places_of(&self, is: impl Fn(What) -> bool) -> impl Iterator<Item = usize> {
        self.nodes.iter().enumerate().filter(move |(_, it)| is(it.what)).map(|(place, _)| place)
    }
}

/// Clamps to 0…1; NaN becomes 0.
fn within(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
}
