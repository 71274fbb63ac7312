//! The votes on the leading option against the rubric of D-40.
//!
//! Votes are read off ballots and what was said of options that one does not hold (B-06): nobody is asked for one.
use crate::ballots::Count;
use crate::outcome::thresholds::{RUBRIC_CONFIDENCE, RUBRIC_SHARE};
use debate::event::Figure;
use debate::{Algorithm, Letter, Rules, Vote};
use serde::Serialize;

/// What the rubric of D-40 makes of a count.
#[derive(Clone, Debug, PartialEq)]
pub struct Rubric {
    /// The option that leads; none at one each.
    pub option: Option<Letter>,
    /// The votes on it.
    pub votes: Tally,
    /// Share of the table who would sign it; whoever was lost has not signed.
    pub share: f64,
    /// The least confidence; absent where somebody gave none.
    pub least_confidence: Option<f64>,
}

/// Votes counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// ACCEPT.
    pub accept: usize,
    /// MINOR.
    pub minor: usize,
    /// BLOCKER.
    pub blocker: usize,
    /// Nothing said of it.
    pub none: usize,
}

impl Rubric {
    /// Reads a count of a table with that many seats. Estimates that agree are signed by all who cast them.
    pub fn of(count: &Count<'_>, seats: usize) -> Rubric {
        let option = count.leader();
        let mut votes = Tally::default();
        for voter in &count.voters {
            match option.and_then(|it| count.vote(voter, it)) {
                Some(Vote::Accept) => votes.accept += 1,
                Some(Vote::Minor) => votes.minor += 1,
                Some(Vote::Blocker) => votes.blocker += 1,
                None => votes.none += 1,
            }
        }
        if count.estimates().is_some() && count.is_unanimous(None) {
            votes = Tally { accept: count.of_all(), ..Tally::default() };
        }
        let signing = (votes.accept + votes.minor) as f64;
        let share = if seats == 0 { 0.0 } else { signing / seats as f64 };
        Rubric { option, votes, share, least_confidence: count.least_confidence() }
    }

    /// Whether the votes amount to a consensus.
    pub fn is_met(&self, rules: &Rules) -> bool {
        self.share >= needed(rules)
            && self.votes.blocker == 0
            && self.least_confidence.is_some_and(|it| it >= RUBRIC_CONFIDENCE)
    }

    /// Its figures with their thresholds.
    pub fn figures(&self, rules: &Rules) -> Vec<Figure> {
        vec![
            Figure::of("share of ACCEPT and MINOR", Some(self.share), needed(rules)),
            Figure::of("unresolved BLOCKER votes", Some(self.votes.blocker as f64), 0.0),
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
