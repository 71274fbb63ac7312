//! The votes of a round against the rubric of D-40.
//!
//! Not here: whether those who would sign mean the same (`agreement`).
use crate::thresholds::{RUBRIC_CONFIDENCE, RUBRIC_SHARE};
use debate::event::Figure;
use debate::{Algorithm, Round, Rules, Vote};

/// What the rubric of D-40 makes of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Rubric {
    /// Share of the table who would sign; whoever was lost has not signed.
    pub share: f64,
    /// How many would not.
    pub blockers: usize,
    /// The least confidence; absent where somebody gave none.
    pub least_confidence: Option<f64>,
}

impl Rubric {
    /// Reads a round of a table with that many seats.
    pub fn of(round: &Round, seats: usize) -> Rubric {
        let signing = round.signing().count();
        let confidences: Option<Vec<f64>> = round.spoken.iter().map(|it| it.turn.confidence).collect();
        Rubric {
            share: if seats == 0 { 0.0 } else { signing as f64 / seats as f64 },
            blockers: round.spoken.iter().filter(|it| it.turn.vote == Some(Vote::Blocker)).count(),
            least_confidence: confidences.and_then(|it| it.into_iter().reduce(f64::min)),
        }
    }

    /// Whether the votes amount to a consensus.
    pub fn is_met(&self, rules: &Rules) -> bool {
        self.share >= needed(rules)
            && self.blockers == 0
            && self.least_confidence.is_some_and(|it| it >= RUBRIC_CONFIDENCE)
    }

    /// Its figures with their thresholds.
    pub fn figures(&self, rules: &Rules) -> Vec<Figure> {
        vec![
            Figure::of("share of ACCEPT and MINOR", Some(self.share), needed(rules)),
            Figure::of("unresolved BLOCKER votes", Some(self.blockers as f64), 0.0),
            Figure::of("least confidence", self.least_confidence, RUBRIC_CONFIDENCE),
        ]
    }
}

/// The share that must sign: a person may set another one for the algorithm that goes by it (D-60).
fn needed(rules: &Rules) -> f64 {
    match rules.algorithm {
        Algorithm::VoteRubric => rules.leaving.consensus.unwrap_or(RUBRIC_SHARE),
        Algorithm::Agreement | Algorithm::EvidenceBasedDebate | Algorithm::FixedRounds => RUBRIC_SHARE,
    }
}
