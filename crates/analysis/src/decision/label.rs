//! The label of a count (B-11): the degree of agreement.
use crate::ballots::thresholds::FEWEST_LIVE;
use crate::ballots::{Count, Voter};
use debate::Letter;
use serde::Serialize;
use std::fmt;

/// The degree of agreement, counted from ballots, never inferred from prose (I-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// More than half of those present hold one option, and everybody else would accept it.
    Consensus,
    /// More than half hold one, and somebody blocks it or has not stated a vote.
    Partial,
    /// No option has more than half.
    Dissensus,
    /// Fewer than two ballots were cast.
    Insufficient,
    /// A person must answer first (D-43), or participants wait for requested information (I-25).
    Escalated,
}

impl Label {
    /// The label of a count over options: of `all` present participants `cast` a ballot, `held` hold the option and `signed` would carry it out.
    pub fn of_votes(all: usize, cast: usize, held: usize, signed: impl FnOnce() -> usize) -> Label {
        match held {
            _ if cast < FEWEST_LIVE => Label::Insufficient,
            _ if held * 2 <= all => Label::Dissensus,
            _ if signed() == all => Label::Consensus,
            _ => Label::Partial,
        }
    }

    /// Its display name.
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
    /// The label for an option: the leading one, or one that a rule decided on.
    pub fn label(&self, option: Option<Letter>) -> Label {
        if self.cast() < FEWEST_LIVE {
            return Label::Insufficient;
        }
        if self.estimates().is_some() {
            return self.label_of_estimates();
        }
        let held = option.map_or(0, |it| self.holders(it).count());
        let is_signed = |it: &&Voter<'_>| option.and_then(|to| self.vote(it, to)).is_some_and(debate::Vote::is_for);
        Label::of_votes(self.of_all(), self.cast(), held, || self.voters.iter().filter(is_signed).count())
    }

    fn label_of_estimates(&self) -> Label {
        let agreeing = self.agreeing();
        match agreeing {
            _ if agreeing == self.of_all() => Label::Consensus,
            _ if agreeing * 2 > self.of_all() => Label::Partial,
            _ => Label::Dissensus,
        }
    }
}
