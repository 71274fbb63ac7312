//! Votes on the leading option, and the rubric of D-40.
//!
//! Votes are derived from ballots and from consent to other options (B-06).
use crate::ballots::Count;
use crate::decision::thresholds::{RUBRIC_CONFIDENCE, RUBRIC_SHARE};
use debate::event::Figure;
use debate::{Algorithm, Letter, Rules, Vote};
use serde::Serialize;

/// The rubric of D-40 for a count.
#[derive(Clone, Debug, PartialEq)]
pub struct Rubric {
    /// The leading option; none if each has one holder.
    pub option: Option<Letter>,
    /// The votes on it.
    pub votes: Tally,
    /// Fraction of all seats that would accept it; a lost participant has not accepted.
    pub share: f64,
    /// The lowest confidence; absent if one is missing.
    pub least_confidence: Option<f64>,
}

/// Counted votes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// ACCEPT.
    pub accept: usize,
    /// MINOR.
    pub minor: usize,
    /// BLOCKER.
    pub blocker: usize,
    /// No statement.
    pub none: usize,
}

impl Rubric {
    /// The rubric of a count with so many seats. Agreeing estimates count as accepted by all who cast them.
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
        Rubric::of_votes(option, votes, seats, count.least_confidence())
    }

    /// The rubric of counted votes.
    pub fn of_votes(option: Option<Letter>, votes: Tally, seats: usize, least_confidence: Option<f64>) -> Rubric {
        let signing = (votes.accept + votes.minor) as f64;
        let share = if seats == 0 { 0.0 } else { signing / seats as f64 };
        Rubric { option, votes, share, least_confidence }
    }

    /// Whether the votes are a consensus.
    pub fn is_met(&self, rules: &Rules) -> bool {
        self.share >= needed(rules)
            && self.votes.blocker == 0
            && self.least_confidence.is_some_and(|it| it >= RUBRIC_CONFIDENCE)
    }

    /// Its values with their thresholds.
    pub fn figures(&self, rules: &Rules) -> Vec<Figure> {
        vec![
            Figure::of("share of ACCEPT and MINOR", Some(self.share), needed(rules)),
            Figure::of("unresolved BLOCKER votes", Some(self.votes.blocker as f64), 0.0),
            Figure::of("least confidence", self.least_confidence, RUBRIC_CONFIDENCE),
        ]
    }
}

/// The required fraction, which a person may override for the algorithm that uses it (D-60).
fn needed(rules: &Rules) -> f64 {
    match rules.algorithm {
        Algorithm::VoteRubric => rules.exit_limits.consensus.unwrap_or(RUBRIC_SHARE),
        Algorithm::Agreement | Algorithm::EvidenceBasedDebate | Algorithm::FixedRounds => RUBRIC_SHARE,
    }
}
