//! The graph itself: nodes with a base score, and ties of support and attack between them.
//!
//! It can be read from a debate (`read`) or put together by hand. Not here: what follows from it (`strength`, `flip`).
use debate::{Kind, Name};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A position that can be decided for. Nothing comes out of it.
    Option,
    /// A claim that somebody holds.
    Claim,
    /// A position that its holder gives no claim for: the bare word.
    Word,
    /// What stands in the way of somebody's signature.
    Objection,
    /// Evidence that was brought against a claim.
    Counter,
    /// The denial of a claim that brings nothing.
    Denial,
}

impl What {
    /// Whether it says something that can be found true or false.
    pub fn is_reason(self) -> bool {
        match self {
            What::Claim | What::Word | What::Objection | What::Counter => true,
            What::Option | What::Denial => false,
        }
    }
}

/// Something that is argued for, with, or against.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its id: `C3`, for an option a letter. One node has it.
    pub id: String,
    /// What it is.
    pub what: What,
    /// What it says.
    pub text: String,
    /// How strong it is by itself, 0…1.
    pub base: f64,
    /// The kinds of evidence it rests on, strongest first.
    pub kinds: Vec<Kind>,
    /// Who says or holds it.
    pub by: Vec<Name>,
}

impl Node {
    /// A node that nobody in particular holds, on no kind of evidence in particular.
    pub fn new(id: &str, what: What, text: &str, base: f64) -> Node {
        Node { id: id.to_owned(), what, text: text.to_owned(), base, kinds: Vec::new(), by: Vec::new() }
    }
}

/// How one node bears on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// The one speaks for the other.
    Supports,
    /// The one speaks against the other.
    Attacks,
}

/// A tie from one node to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The place of what bears.
    pub from: usize,
    /// The place of what it bears on.
    pub to: usize,
    /// How.
    pub tie: Tie,
    /// How much, 0…1.
    pub weight: f64,
}

/// Claims, what speaks for and against them, and the options they bear on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    places: BTreeMap<String, usize>,
    tied: BTreeMap<(usize, usize, Tie), usize>,
}

impl Graph {
    /// Adds a node and gives its place; of two with one id, the first stays. A base outside 0…1 is taken as the nearest in it.
    pub fn add(&mut self, node: Node) -> usize {
        if let Some(place) = self.place(&node.id) {
            return place;
        }
        let place = self.nodes.len();
        self.places.insert(node.id.clone(), place);
        self.nodes.push(Node { base: within(node.base), ..node });
        place
    }

    /// Ties one node to another; of two such ties, the heavier stays. A tie that says nothing is left out: of a node to itself, out of an option,
    /// from or to nowhere, without a weight.
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

    /// Its nodes, in the order in which they came.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Its ties, in the order in which they came.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The node at a place.
    pub fn node(&self, place: usize) -> Option<&Node> {
        self.nodes.get(place)
    }

    /// The place of the node with that id.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// The places of the options.
    pub fn options(&self) -> impl Iterator<Item = usize> {
        self.places_of(|it| it == What::Option)
    }

    /// The places of what can be found true or false.
    pub fn reasons(&self) -> impl Iterator<Item = usize> {
        self.places_of(What::is_reason)
    }

    /// The same graph without the nodes at these places and their ties.
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

/// The nearest of 0…1; 0 for what is no number.
fn within(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
}
