//! The label of a count (B-11): how much agreement there is.
use super::Count;
use crate::measure::median;
use crate::thresholds::{ESTIMATES_APART, FEWEST_LIVE};
use debate::Letter;
use debate::ballot::Estimate;
use serde::Serialize;
use std::fmt;

/// How much agreement there is. Counted from ballots, never read from prose (I-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// More than half of those who are still there hold one option, and everybody else would sign it.
    Consensus,
    /// More than half hold one, and somebody blocks it or has not said.
    Partial,
    /// No option has more than half.
    Dissensus,
    /// Fewer than two ballots were cast: whatever they say, it is no debate.
    Insufficient,
    /// A person is asked before anybody relies on it (D-43), or the participants wait for something that they were not given (I-25).
    Escalated,
}

impl Label {
    /// Its name as people read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Label::Consensus => "consensus",
            Label::Partial => "partial",
            Label::Dissensus => "dissensus",
            Label::Insufficient => "insufficient",
            Label::Escalated => "escalated",
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Count<'_> {
    /// The label of this count for an option: for the one that leads, or for one that a rule decided on.
    pub fn label(&self, option: Option<Letter>) -> Label {
        if self.cast() < FEWEST_LIVE {
            return Label::Insufficient;
        }
        if let Some(estimates) = self.estimates() {
            return self.label_of_estimates(&estimates);
        }
        let Some(option) = option else { return Label::Dissensus };
        let held = self.holders(option).count();
        let is_signed = |it: &&super::Voter<'_>| self.vote(it, option).is_some_and(debate::Vote::is_for);
        match held {
            _ if held * 2 <= self.of_all() => Label::Dissensus,
            _ if self.voters.iter().filter(is_signed).count() == self.of_all() => Label::Consensus,
            _ => Label::Partial,
        }
    }

    /// Whether all who are there hold one option; of estimates, whether all agree.
    pub fn is_unanimous(&self, option: Option<Letter>) -> bool {
        match self.estimates() {
            Some(estimates) => estimates.len() == self.of_all() && agree(&estimates),
            None => option.is_some_and(|it| self.holders(it).count() == self.of_all()),
        }
    }

    fn label_of_estimates(&self, estimates: &[&Estimate]) -> Label {
        let agreeing = largest(estimates);
        match agreeing {
            _ if agreeing == self.of_all() => Label::Consensus,
            _ if agreeing * 2 > self.of_all() => Label::Partial,
            _ => Label::Dissensus,
        }
    }
}

/// Whether every 80% interval holds every other's best guess, and the best guesses are close (B-11).
pub(super) fn agree(estimates: &[&Estimate]) -> bool {
    let best: Vec<f64> = estimates.iter().map(|it| it.best).collect();
    let (least, most) = (best.iter().copied().reduce(f64::min), best.iter().copied().reduce(f64::max));
    let range = most.zip(least).map_or(0.0, |(most, least)| most - least);
    let is_close = median(&best).is_some_and(|it| range <= it.abs() * ESTIMATES_APART);
    let holds = |it: &&Estimate| {
        let (low, high) = it.interval();
        best.iter().all(|guess| (low..=high).contains(guess))
    };
    is_close && estimates.iter().all(holds)
}

/// The most estimates of which every set is looked at: a table has eight seats.
const MOST_SETS: usize = 12;

/// How many of the largest set of estimates agree that do.
fn largest(estimates: &[&Estimate]) -> usize {
    let estimates = estimates.get(..estimates.len().min(MOST_SETS)).unwrap_or(estimates);
    let chosen = |set: u32| -> Vec<&Estimate> {
        estimates.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, it)| *it).collect()
    };
    (1..1_u32 << estimates.len()).map(chosen).filter(|it| agree(it)).map(|it| it.len()).max().unwrap_or_default()
}
