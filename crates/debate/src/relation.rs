//! How two texts relate, as an analyst judges it (E-10, E-11).
//!
//! Not here: the analysts (`engine::comparison::analyst`), and conclusions from their judgement (`analysis`).
use crate::ids::Name;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An analyst's judgement of two texts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Relation {
    /// Similarity, 0…1; at most 0.40 if they are opposed (E-11).
    pub similarity: f64,
    /// Probability that they are opposed, 0…1.
    pub opposition: f64,
    /// Whether they count as opposed.
    pub opposed: bool,
    /// Whether they make the same point.
    pub same_point: bool,
    /// Whether both address the topic.
    pub on_topic: bool,
}

/// Resolution of the figures: rounding to it makes a log round-trip exactly.
const FINEST: f64 = 1e6;

impl Relation {
    /// As stored: within bounds, rounded, and with the similarity of opposed texts capped, whichever analyst compared (E-11).
    pub fn kept(self) -> Relation {
        let bounded = |it: f64| if it.is_finite() { (it.clamp(0.0, 1.0) * FINEST).round() / FINEST } else { 0.0 };
        let most = if self.opposed { OPPOSED_MOST } else { 1.0 };
        Relation {
            similarity: bounded(self.similarity).min(most),
            opposition: bounded(self.opposition),
            same_point: self.same_point && !self.opposed,
            ..self
        }
    }
}

/// Identifies a turn by round and participant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TurnRef {
    /// In which round.
    pub round: u32,
    /// The participant.
    pub by: Name,
}

/// Two positions and their relation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// The first turn.
    pub a: TurnRef,
    /// The second turn.
    pub b: TurnRef,
    /// Their relation.
    pub relation: Relation,
}

/// All comparisons of a debate, keyed by text: equal texts share a comparison, whoever wrote them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparisons {
    rows: BTreeMap<(String, String), Row>,
}

/// The judgements of two texts.
#[derive(Clone, Debug, Default, PartialEq)]
struct Row {
    said: Vec<Relation>,
    /// How many judgements are needed before they count.
    needed: usize,
}

/// How many votes make a quorum (P-30).
const QUORUM: usize = 2;

impl Comparisons {
    /// Adds a judgement of two texts, in either order, to earlier ones.
    pub fn enter(&mut self, a: &str, b: &str, relation: Relation) {
        self.add(a, b, relation, 1);
    }

    /// Adds one vote on two texts; votes count from the second on (P-30).
    pub fn vote(&mut self, a: &str, b: &str, relation: Relation) {
        self.add(a, b, relation, QUORUM);
    }

    fn add(&mut self, a: &str, b: &str, relation: Relation, needed: usize) {
        let row = self.rows.entry(ordered(a, b)).or_default();
        row.said.push(relation);
        row.needed = needed;
    }

    /// The judgement of two texts: of several, the majority.
    pub fn of(&self, a: &str, b: &str) -> Option<Relation> {
        if self.rows.is_empty() {
            return None;
        }
        let Row { said: rows, .. } = self.rows.get(&ordered(a, b)).filter(|it| it.said.len() >= it.needed)?;
        let most = |is: fn(&Relation) -> bool| rows.iter().filter(|it| is(it)).count() * 2 > rows.len();
        let mean = |value: fn(&Relation) -> f64| rows.iter().map(value).sum::<f64>() / rows.len() as f64;
        let opposed = most(|it| it.opposed);
        let similarity = mean(|it| it.similarity);
        Some(Relation {
            similarity: if opposed { similarity.min(OPPOSED_MOST) } else { similarity },
            opposition: mean(|it| it.opposition),
            opposed,
            same_point: !opposed && most(|it| it.same_point),
            on_topic: most(|it| it.on_topic),
        })
    }
}

/// The maximum similarity of two opposed texts (E-11).
pub const OPPOSED_MOST: f64 = 0.40;

fn ordered(a: &str, b: &str) -> (String, String) {
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    (a.to_owned(), b.to_owned())
}
