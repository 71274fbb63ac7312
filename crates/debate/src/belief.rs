//! The belief graph of a persona: beliefs, and the causal links between them (P-02).
//!
//! The graph holds only what the author expressed, and every node and edge names the chunks it was read from. Cycles are allowed. Not here:
//! extracting a graph from a text (`personas`) and updating it (`analysis::crux::belief_updates`).
mod index;

use crate::persona::ChunkId;
pub use index::Indexed;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// The beliefs of a persona.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BeliefGraph {
    /// The beliefs.
    pub nodes: Vec<Node>,
    /// Causal links between beliefs.
    pub edges: Vec<Edge>,
}

/// A belief.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// Its id within the persona: `b1`.
    pub id: String,
    /// The subject, in the author's words.
    pub concept: String,
    /// Its kind.
    pub kind: NodeKind,
    /// How firmly it is held, 0…1.
    pub held: f64,
    /// The chunks it was read from; never empty.
    pub chunks: Vec<ChunkId>,
}

/// The kind of a belief (P-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeKind {
    /// A value held for its own sake.
    CoreValue,
    /// A statement of fact.
    FactualClaim,
    /// A conclusion.
    Inference,
    /// An assumption.
    Assumption,
}

impl NodeKind {
    /// All of them.
    pub const ALL: [NodeKind; 4] =
        [NodeKind::CoreValue, NodeKind::FactualClaim, NodeKind::Inference, NodeKind::Assumption];

    /// Its display name.
    pub fn as_str(self) -> &'static str {
        match self {
            NodeKind::CoreValue => "core value",
            NodeKind::FactualClaim => "factual claim",
            NodeKind::Inference => "inference",
            NodeKind::Assumption => "assumption",
        }
    }
}

impl fmt::Display for NodeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A causal link between two beliefs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Edge {
    /// Its id within the persona: `e1`.
    pub id: String,
    /// The id of the causing node.
    pub cause: String,
    /// The id of the affected node.
    pub effect: String,
    /// Whether more of the cause means more or less of the effect.
    pub polarity: Polarity,
    /// How certain the author, or the extraction, is: 0…1.
    pub confidence: f64,
    /// The author's own words from one end to the other, in the first chunk, where they read by themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// The chunks it was read from; never empty, and the first contains both ends.
    pub chunks: Vec<ChunkId>,
}

/// The direction of an effect; `1` and `-1` in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "i8", try_from = "i8")]
pub enum Polarity {
    /// It causes or furthers the effect.
    Furthers,
    /// It prevents or lessens the effect.
    Hinders,
}

impl Polarity {
    /// The verb between both ends, given the words of the cause.
    pub fn verb(self, cause: &str) -> &'static str {
        match (self, is_plural(cause)) {
            (Polarity::Furthers, false) => "leads to",
            (Polarity::Furthers, true) => "lead to",
            (Polarity::Hinders, false) => "works against",
            (Polarity::Hinders, true) => "work against",
        }
    }

    /// The opposite polarity.
    pub fn reversed(self) -> Polarity {
        match self {
            Polarity::Furthers => Polarity::Hinders,
            Polarity::Hinders => Polarity::Furthers,
        }
    }
}

/// Words after which a noun shows neither singular nor plural.
const BEHIND: [&str; 16] = [
    "of", "on", "in", "for", "with", "without", "at", "by", "from", "to", "that", "which", "who", "over", "between",
    "under",
];

/// Whether a word in small letters looks plural, by its last letters. A heuristic.
pub fn looks_plural(word: &str) -> bool {
    word.ends_with('s') && !["ss", "us", "is"].iter().any(|it| word.ends_with(it))
}

/// Whether words look plural, by their head noun.
fn is_plural(words: &str) -> bool {
    let lower = words.to_lowercase();
    let about = lower.split_whitespace().take_while(|it| !BEHIND.contains(it));
    let last = about.last().unwrap_or_default().trim_end_matches(|it: char| !it.is_alphanumeric());
    looks_plural(last)
}

impl From<Polarity> for i8 {
    fn from(polarity: Polarity) -> i8 {
        match polarity {
            Polarity::Furthers => 1,
            Polarity::Hinders => -1,
        }
    }
}

impl TryFrom<i8> for Polarity {
    type Error = String;

    fn try_from(sign: i8) -> Result<Polarity, String> {
        match sign {
            1 => Ok(Polarity::Furthers),
            -1 => Ok(Polarity::Hinders),
            _ => Err(format!("a polarity is 1 or -1, not {sign}")),
        }
    }
}

impl Edge {
    /// The edge as a sentence between these two nodes: in the author's words, where there are any, else with a verb by its polarity.
    pub fn between(&self, cause: &Node, effect: &Node) -> String {
        let (cause, effect) = (&cause.concept, &effect.concept);
        self.clause.clone().unwrap_or_else(|| format!("{cause} {} {effect}", self.polarity.verb(cause)))
    }
}

impl BeliefGraph {
    /// The beliefs that stand by themselves: nodes that are no end of an edge. An end is a part of a belief and says nothing alone.
    pub fn theses(&self) -> impl Iterator<Item = &Node> {
        let ends: BTreeSet<&str> = self.edges.iter().flat_map(|it| [it.cause.as_str(), it.effect.as_str()]).collect();
        self.nodes.iter().filter(move |it| !ends.contains(it.id.as_str()))
    }

    /// The node with that id.
    pub fn node(&self, id: &str) -> Option<&Node> {
        self.nodes.iter().find(|it| it.id == id)
    }

    /// The edge with that id.
    pub fn edge(&self, id: &str) -> Option<&Edge> {
        self.edges.iter().find(|it| it.id == id)
    }

    /// An edge as a sentence, where both ends are there.
    pub fn sentence(&self, edge: &Edge) -> Option<String> {
        let (cause, effect) = (self.node(&edge.cause)?, self.node(&edge.effect)?);
        Some(edge.between(cause, effect))
    }

    /// The chunks that a node or an edge was read from.
    pub fn chunks(&self, id: &str) -> &[ChunkId] {
        let node = self.node(id).map(|it| it.chunks.as_slice());
        node.or_else(|| self.edge(id).map(|it| it.chunks.as_slice())).unwrap_or_default()
    }

    /// The words of a belief, by the id of a node or of an edge.
    pub fn words(&self, id: &str) -> Option<String> {
        let node = self.node(id).map(|it| it.concept.clone());
        node.or_else(|| self.edge(id).and_then(|it| self.sentence(it)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P-02: a belief reads as a sentence, whichever way it works and however many things bring it about.
    #[test]
    fn a_belief_is_a_sentence() {
        for (cause, polarity, expected) in [
            ("A shared library", Polarity::Furthers, "A shared library leads to costly change"),
            ("Small releases", Polarity::Hinders, "Small releases work against costly change"),
            ("Opening on Sundays", Polarity::Furthers, "Opening on Sundays leads to costly change"),
            ("Teams of one mind", Polarity::Hinders, "Teams of one mind work against costly change"),
            ("Analysis", Polarity::Hinders, "Analysis works against costly change"),
        ] {
            let node = |id: &str, concept: &str| Node {
                id: id.to_owned(),
                concept: concept.to_owned(),
                kind: NodeKind::FactualClaim,
                held: 1.0,
                chunks: vec!["k1".into()],
            };
            let (cause, effect) = (node("b1", cause), node("b2", "costly change"));
            let (from, to, chunks) = ("b1".to_owned(), "b2".to_owned(), vec!["k1".into()]);
            let edge =
                Edge { id: "e1".to_owned(), cause: from, effect: to, polarity, confidence: 1.0, clause: None, chunks };
            let graph = BeliefGraph { nodes: vec![cause, effect], edges: vec![edge] };
            assert_eq!(graph.words("e1").as_deref(), Some(expected));
            assert_eq!(graph.words("b2").as_deref(), Some("costly change"));
            assert_eq!(graph.words("e2"), None);
        }
    }

    /// P-02: an end of an edge is no belief by itself.
    #[test]
    fn an_end_is_no_thesis() {
        let node = |id: &str| Node {
            id: id.to_owned(),
            concept: "change".to_owned(),
            kind: NodeKind::FactualClaim,
            held: 1.0,
            chunks: Vec::new(),
        };
        let (cause, effect) = ("b1".to_owned(), "b3".to_owned());
        let (polarity, chunks) = (Polarity::Furthers, Vec::new());
        let edge = Edge { id: "e1".to_owned(), cause, effect, polarity, confidence: 1.0, clause: None, chunks };
        let graph = BeliefGraph { nodes: ["b1", "b2", "b3"].map(node).to_vec(), edges: vec![edge] };
        assert_eq!(graph.theses().map(|it| it.id.as_str()).collect::<Vec<_>>(), ["b2"]);
    }

    /// P-02: a polarity is +1 or −1 in files, and nothing else.
    #[test]
    fn a_polarity_is_a_sign() {
        for (text, expected) in [("1", Some(Polarity::Furthers)), ("-1", Some(Polarity::Hinders)), ("0", None)] {
            assert_eq!(serde_json::from_str::<Polarity>(text).ok(), expected, "{text}");
        }
    }
}
