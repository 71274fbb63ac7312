//! How ballots become a decision: pure functions over ballots, wherever these come from.
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
//! | `guarded` | of the last round, then of the first | 1 | the majority's of the last round, if it still is once every voter whose move nothing carried is put back where it stood; else the openings'; and where those are tied, the majority's, as uncarried |
//!
//! *A tie* is no answer: nothing is decided by who sits where. An option that nobody ever held is never chosen.
//!
//! *A ranking* is one that was cast: `borda` and `condorcet` are absent where nobody cast any (B-15). What a ranking leaves out shares the last
//! place.
//!
//! *A move* is carried by what its voter brought for it that it did not have before ([`Carried`]), in the same round. Behind a gate
//! only what was checked carries (O-11). Who returns to where it stood needs nothing for it. Not here: how a debate becomes ballots
//! ([`super::course`]), and what is said of the answer (`outcome::verdict`).
mod counts;
mod moves;
mod ranks;
use crate::ballots::thresholds::UNSAID_CONFIDENCE;
use crate::measure::rounded;
use debate::rules::Decide;
use serde::Serialize;
use std::collections::BTreeMap;

/// A debate as rules see it: options by number, and who was for which in each round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// How many options there are.
    pub options: usize,
    /// The ballots of each round, the openings first; a voter has at most one in each.
    pub rounds: Vec<Vec<Ballot>>,
}

/// What one voter was for in a round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ballot {
    /// Who, by number.
    pub voter: usize,
    /// What it was for; nothing where that can't be told.
    pub option: Option<usize>,
    /// The option that it was for then, where that has since become one with `option` (B-03).
    pub then: Option<usize>,
    /// How sure it was, 0…1.
    pub confidence: Option<f64>,
    /// Options in the order in which it likes them, as far as it says.
    pub ranking: Vec<usize>,
    /// What it brought for its option that it did not have before; absent where its option is no other than before in its own eyes.
    pub carried: Option<Carried>,
}

/// What carries a move to another option, from nothing to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Carried {
    /// Nothing that is new.
    Nothing,
    /// New evidence.
    New,
    /// Evidence that was checked, and holds.
    Checked,
}

/// What counts as a reason to move (O-11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gate {
    /// New evidence, checked or not.
    #[default]
    Open,
    /// Only what was checked.
    Checked,
}

/// What rules are given from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given {
    /// How heavy the ballots of each voter are, by how it has been right before (L-04); empty where nothing is known.
    pub weights: BTreeMap<usize, f64>,
    /// What counts as a reason to move.
    pub gate: Gate,
}

/// What a rule makes of a course.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// The answer; none on a tie.
    pub option: Option<usize>,
    /// What each option came to.
    pub tally: Vec<f64>,
    /// What the answer rests on.
    pub basis: Basis,
    /// How many of those who are for the answer in the end came to it by a move that nothing carried; counted by `guarded` alone.
    pub bare: usize,
    /// How it came about, in words.
    pub why: String,
}

/// What an answer rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The count that the rule is.
    Count,
    /// The debate: without the moves that nothing carried, its answer is the same.
    Debate,
    /// The openings: the debate led elsewhere, and nothing carried it there.
    Openings,
    /// The debate, though nothing carried it: the openings are tied.
    Uncarried,
    /// What most hold, though nothing carried it: nobody holds the vote of the openings any more, which the rule keeps to.
    Yielded,
}

/// What `rule` makes of a course; none where it needs rankings and nobody cast any (B-15).
pub fn decide(rule: Decide, course: &Course, given: &Given) -> Option<Decided> {
    let is_ranked = course.last().iter().any(|it| !it.ranking.is_empty());
    Some(match rule {
        Decide::Borda | Decide::Condorcet if !is_ranked => return None,
        Decide::Openings => counts::openings(course),
        Decide::Majority => counts::majority(course),
        Decide::Confidence => counts::confidence(course),
        Decide::Calibration => counts::calibration(course, given),
        Decide::Borda => ranks::borda(course),
        Decide::Condorcet => ranks::condorcet(course),
        Decide::Trajectory => moves::trajectory(course, given.gate),
        Decide::Guarded => moves::guarded(course, given.gate),
    })
}

impl Course {
    /// The ballots of the last round.
    fn last(&self) -> &[Ballot] {
        self.rounds.last().map(Vec::as_slice).unwrap_or_default()
    }

    /// The ballots of the openings.
    fn openings(&self) -> &[Ballot] {
        self.rounds.first().map(Vec::as_slice).unwrap_or_default()
    }

    /// The option of a ballot, if there is such a one.
    fn option(&self, ballot: &Ballot) -> Option<usize> {
        ballot.option.filter(|it| *it < self.options)
    }

    /// Whether anybody was ever for an option.
    fn was_held(&self, option: usize) -> bool {
        self.rounds.iter().flatten().any(|it| it.option == Some(option) || it.then == Some(option))
    }

    /// Adds up ballots, each as heavy as it is said to be.
    fn sums(&self, ballots: &[Ballot], weight: impl Fn(&Ballot) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.options];
        for ballot in ballots {
            if let Some(sum) = self.option(ballot).and_then(|it| sums.get_mut(it)) {
                *sum += weight(ballot);
            }
        }
        sums
    }

    /// The option with the largest sum that somebody was for at some time; none where two share it, or it is nothing.
    fn heaviest(&self, sums: &[f64]) -> Option<usize> {
        let held = || sums.iter().map(|it| rounded(*it)).enumerate().filter(|(option, _)| self.was_held(*option));
        let most = held().map(|(_, sum)| sum).filter(|it| *it > 0.0).reduce(f64::max)?;
        let mut first = held().filter(|(_, sum)| *sum == most).map(|(option, _)| option);
        first.next().filter(|_| first.next().is_none())
    }
}

/// A confidence as a weight: one that was not said is a coin's.
fn weight_of(confidence: Option<f64>) -> f64 {
    confidence.filter(|it| it.is_finite()).map_or(UNSAID_CONFIDENCE, |it| it.clamp(0.0, 1.0))
}
