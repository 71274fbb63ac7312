//! Decision rules: pure functions from ballots to a decision.
//!
//! | rule | which ballots | what each weighs | which option |
//! |---|---|---|---|
//! | `openings` | of the first round | 1 | the heaviest |
//! | `majority` | of the last round | 1 | the heaviest, more than half or not |
//! | `confidence` | of the last round | its confidence; [`UNSAID_CONFIDENCE`] where it has none | the heaviest |
//! | `calibration` | of the last round | what is given for its voter; the mean of what is given where nothing is for this one; 1 where nothing is given at all, and it says so | the heaviest |
//! | `borda` | of the last round | points: one for every option that it ranks lower, half a one for every option that it ranks alike | the one with most points |
//! | `condorcet` | of the last round | 1 in every pair of options that it ranks differently | the one that wins each of its pairs |
//! | `trajectory` | of every round | 1 for each voter in each round, spread over the options it has held: a move to another takes along as much of it as its evidence is worth | the heaviest |
//! | `guarded` | of the last round, then of the first | 1 | the majority's of the last round, if it still is once every voter whose move nothing carried is put back where it stood; else the openings', which may be tied |
//!
//! *A tie* has no result: seating order decides nothing. An option that nobody ever held is never chosen.
//!
//! *Rankings* must be cast: `borda` and `condorcet` are absent without any (B-15). Options that a ranking omits share the last place.
//!
//! *A move* is carried by evidence in the same round that its voter did not have before ([`Carried`]). With a gate, only verified evidence
//! carries (O-11). Returning to an earlier option needs no evidence. Not here: extracting ballots from a debate ([`super::history`]), and
//! describing the result (`decision::verdict`).
mod counts;
mod moves;
mod ranks;
use crate::ballots::thresholds::UNSAID_CONFIDENCE;
use crate::measure::rounded;
use debate::rules::Decide;
use serde::Serialize;
use std::collections::BTreeMap;

/// A debate as rules see it: numbered options, and the ballots of each round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BallotHistory {
    /// The number of options.
    pub options: usize,
    /// The ballots of each round, openings first; at most one per voter and round.
    pub rounds: Vec<Vec<Ballot>>,
}

/// One voter's ballot in a round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ballot {
    /// The voter's number.
    pub voter: usize,
    /// The option; none if unknown.
    pub option: Option<usize>,
    /// The original option, if it has since been merged into `option` (B-03).
    pub then: Option<usize>,
    /// Confidence, 0…1.
    pub confidence: Option<f64>,
    /// Options in order of preference, as far as given.
    pub ranking: Vec<usize>,
    /// The evidence behind a move; absent if the voter did not move.
    pub carried: Option<Carried>,
}

/// The support of a move, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Carried {
    /// No new evidence.
    Nothing,
    /// New evidence.
    New,
    /// Verified evidence.
    Checked,
}

/// The evidence that justifies a changed vote (O-11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gate {
    /// New evidence, verified or not.
    #[default]
    Open,
    /// Verified evidence only.
    Checked,
}

/// External inputs of the rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given {
    /// Weights of voters by past accuracy (L-04); empty if unknown.
    pub weights: BTreeMap<usize, f64>,
    /// The evidence that justifies a changed vote.
    pub gate: Gate,
}

/// The result of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// The option; none on a tie.
    pub option: Option<usize>,
    /// The total of each option.
    pub tally: Vec<f64>,
    /// The basis of the result.
    pub basis: Basis,
    /// How many final holders of the result moved to it without evidence; only `guarded` counts them.
    pub bare: usize,
    /// An explanation.
    pub why: String,
}

/// The basis of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The count of the rule itself.
    Count,
    /// The debate: without uncarried moves the result is the same.
    Debate,
    /// The openings: uncarried moves led the debate elsewhere.
    Openings,
    /// The majority, although its moves are uncarried, because the openings are tied and nobody holds another of the tied options any more.
    Uncarried,
    /// The majority, although its moves are uncarried, because nobody holds the result of the openings any more.
    Yielded,
}

/// The result of `rule`; none if it needs rankings and there are none (B-15).
pub fn decide(rule: Decide, history: &BallotHistory, given: &Given) -> Option<Decided> {
    let is_ranked = history.last().iter().any(|it| !it.ranking.is_empty());
    Some(match rule {
        Decide::Borda | Decide::Condorcet if !is_ranked => return None,
        Decide::Openings => counts::openings(history),
        Decide::Majority => counts::majority(history),
        Decide::Confidence => counts::confidence(history),
        Decide::Calibration => counts::calibration(history, given),
        Decide::Borda => ranks::borda(history),
        Decide::Condorcet => ranks::condorcet(history),
        Decide::Trajectory => moves::trajectory(history, given.gate),
        Decide::Guarded => moves::guarded(history, given.gate),
    })
}

/// The decision of a debate by `rule`: its result, unless that is `guarded`'s and nobody holds it any more. The basis tells the difference.
pub fn settle(rule: Decide, history: &BallotHistory, given: &Given) -> Option<Decided> {
    let ruled = decide(rule, history, given)?;
    Some(match rule {
        Decide::Guarded => moves::held(history, ruled, given.gate),
        Decide::Openings
        | Decide::Majority
        | Decide::Confidence
        | Decide::Calibration
        | Decide::Borda
        | Decide::Condorcet
        | Decide::Trajectory => ruled,
    })
}

impl BallotHistory {
    /// The ballots of the last round.
    fn last(&self) -> &[Ballot] {
        self.rounds.last().map(Vec::as_slice).unwrap_or_default()
    }

    /// The ballots of the openings.
    fn openings(&self) -> &[Ballot] {
        self.rounds.first().map(Vec::as_slice).unwrap_or_default()
    }

    /// The option of a ballot, if it exists.
    fn option(&self, ballot: &Ballot) -> Option<usize> {
        ballot.option.filter(|it| *it < self.options)
    }

    /// Whether an option was ever held.
    fn was_held(&self, option: usize) -> bool {
        self.rounds.iter().flatten().any(|it| it.option == Some(option) || it.then == Some(option))
    }

    /// Sums weighted ballots.
    fn sums(&self, ballots: &[Ballot], weight: impl Fn(&Ballot) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.options];
        for ballot in ballots {
            if let Some(sum) = self.option(ballot).and_then(|it| sums.get_mut(it)) {
                *sum += weight(ballot);
            }
        }
        sums
    }

    /// The option with the largest sum that was ever held; none on a tie or if the sum is 0.
    fn heaviest(&self, sums: &[f64]) -> Option<usize> {
        let held = || sums.iter().map(|it| rounded(*it)).enumerate().filter(|(option, _)| self.was_held(*option));
        let most = held().map(|(_, sum)| sum).filter(|it| *it > 0.0).reduce(f64::max)?;
        let mut first = held().filter(|(_, sum)| *sum == most).map(|(option, _)| option);
        first.next().filter(|_| first.next().is_none())
    }
}

/// A confidence as a weight; [`UNSAID_CONFIDENCE`] if absent.
fn weight_of(confidence: Option<f64>) -> f64 {
    confidence.filter(|it| it.is_finite()).map_or(UNSAID_CONFIDENCE, |it| it.clamp(0.0, 1.0))
}
