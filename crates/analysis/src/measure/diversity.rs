//! Diversity of participants: their perspectives, and the distance of their reasons by round (D-16).
//!
//! For display; it decides nothing. Not here: whether different views contradict each other (`opposition`).
use crate::measure::convergence::content;
use crate::measure::{mean, overlap, pairs};
use debate::{Debate, Participant, Round};
use serde::Serialize;
use std::collections::BTreeSet;

/// The diversity of a debate.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Diversity {
    /// The number of different perspectives, disciplines or personas.
    pub outlooks: usize,
    /// The distance of reasons, by round.
    pub rounds: Vec<Spread>,
}

/// The distance of the reasons in a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The round.
    pub round: u32,
    /// 0 for identical words, 1 for no common words; absent with fewer than two.
    pub difference: Option<f64>,
}

impl Diversity {
    /// The diversity of a debate so far.
    pub fn of(debate: &Debate) -> Diversity {
        let is_panel = debate.is_panel();
        let outlook = |it: &Participant| match it.discipline {
            Some(discipline) => discipline.as_str().to_owned(),
            // Each persona counts separately.
            None if is_panel => it.name.to_string(),
            None => it.perspective.as_str().to_owned(),
        };
        let outlooks: BTreeSet<String> = debate.participants.iter().map(outlook).collect();
        let spread = |it: &Round| Spread { round: it.number, difference: difference(it) };
        Diversity { outlooks: outlooks.len(), rounds: debate.rounds.iter().map(spread).collect() }
    }
}

/// 1 minus the mean pairwise overlap of content words.
fn difference(round: &Round) -> Option<f64> {
    let reasons = round.spoken.iter().filter_map(|it| it.turn.reasoning.as_deref());
    let contents: Vec<BTreeSet<String>> = reasons.map(content).filter(|it| !it.is_empty()).collect();
    mean(pairs(&contents).map(|(a, b)| overlap(a, b))).map(|it| 1.0 - it)
}
