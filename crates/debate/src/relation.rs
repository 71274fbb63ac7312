//! How two texts stand to each other, as somebody who reads them says (E-10, E-11).
//!
//! Not here: who reads (`engine::analyst`), and what follows from it (`analysis`).
use crate::ids::Name;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What an analyst makes of two texts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Relation {
    /// How alike they are, 0…1: no more than 0.40 where they are opposed (E-11).
    pub similarity: f64,
    /// How surely they are opposed, 0…1.
    pub opposition: f64,
    /// Whether they are taken to be.
    pub opposed: bool,
    /// Whether they make the same point.
    pub same_point: bool,
    /// Whether both are about what is debated, and so about the same.
    pub on_topic: bool,
}

/// Figures of a relation are kept to this part: a log gives back what was written into it.
const FINEST: f64 = 1e6;

impl Relation {
    /// As the record keeps it: within its bounds, and no contradiction counted as likeness, whoever compared (E-11).
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

/// What somebody said in a round.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Said {
    /// In which round.
    pub round: u32,
    /// Who.
    pub by: Name,
}

/// Two positions, with how they stand to each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// One.
    pub a: Said,
    /// The other.
    pub b: Said,
    /// How they stand to each other.
    pub relation: Relation,
}

/// All that was compared in a debate, by the texts: the same words are the same comparison, whoever says them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparisons {
    rows: BTreeMap<(String, String), Row>,
}

/// What was made of two texts.
#[derive(Clone, Debug, Default, PartialEq)]
struct Row {
    said: Vec<Relation>,
    /// How many must have said something before it counts.
    needed: usize,
}

/// How many of those who vote must have voted for it to be a vote (P-30).
const QUORUM: usize = 2;

impl Comparisons {
    /// Enters what was made of two texts, whichever comes first; beside what was made of them before.
    pub fn enter(&mut self, a: &str, b: &str, relation: Relation) {
        self.add(a, b, relation, 1);
    }

    /// Enters one vote on two texts; nothing is made of them before there are two (P-30).
    pub fn vote(&mut self, a: &str, b: &str, relation: Relation) {
        self.add(a, b, relation, QUORUM);
    }

    fn add(&mut self, a: &str, b: &str, relation: Relation, needed: usize) {
        let row = self.rows.entry(ordered(a, b)).or_default();
        row.said.push(relation);
        row.needed = needed;
    }

    /// What was made of two texts: of several comparisons, what more than half of them say.
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

/// The most that two opposed texts count as alike (E-11).
pub const OPPOSED_MOST: f64 = 0.40;

fn ordered(a: &str, b: &str) -> (String, String) {
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    (a.to_owned(), b.to_owned())
}
