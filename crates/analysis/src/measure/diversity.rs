//! How different a table is: what its seats look at, and how far apart what they say is, round by round (D-16).
//!
//! Measured and reported; nothing is decided by it. Not here: whether those who differ also contradict each other (`opposition`).
use crate::measure::convergence::content;
use crate::measure::{mean, overlap, pairs};
use debate::{Debate, Participant, Round};
use serde::Serialize;
use std::collections::BTreeSet;

/// How different a table is.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Diversity {
    /// How many different perspectives, disciplines or personas sit at it.
    pub outlooks: usize,
    /// How far apart what was said is, round by round.
    pub rounds: Vec<Spread>,
}

/// How far apart the reasons given in a round are.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Which round.
    pub round: u32,
    /// From 0, all in the same words, to 1, none in common; absent where fewer than two gave reasons.
    pub difference: Option<f64>,
}

impl Diversity {
    /// The diversity of a debate so far.
    pub fn of(debate: &Debate) -> Diversity {
        let is_panel = debate.is_panel();
        let outlook = |it: &Participant| match it.discipline {
            Some(discipline) => discipline.as_str().to_owned(),
            // Everybody there has a mind of its own.
            None if is_panel => it.name.to_string(),
            None => it.perspective.as_str().to_owned(),
        };
        let outlooks: BTreeSet<String> = debate.participants.iter().map(outlook).collect();
        let spread = |it: &Round| Spread { round: it.number, difference: difference(it) };
        Diversity { outlooks: outlooks.len(), rounds: debate.rounds.iter().map(spread).collect() }
    }
}

/// One less the mean, over all pairs of speakers, of the share of content words that both use.
fn difference(round: &Round) -> Option<f64> {
    let reasons = round.spoken.iter().filter_map(|it| it.turn.reasoning.as_deref());
    let contents: Vec<BTreeSet<String>> = reasons.map(content).filter(|it| !it.is_empty()).collect();
    mean(pairs(&contents).map(|(a, b)| overlap(a, b))).map(|it| 1.0 - it)
}
