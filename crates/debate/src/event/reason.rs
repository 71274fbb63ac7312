//! Why a turn was lost, and why a debate ended: words that the log keeps.
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a participant has no turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// Its answer could not be used, twice.
    Unusable,
    /// It declined to answer.
    Refused,
    /// No answer came in time.
    TimedOut,
    /// The provider could not be reached, or broke off, or is overloaded.
    Unavailable,
    /// The provider will not serve this call: a wrong key, an unknown model, a bad request.
    Rejected,
    /// The debate's own deadline came first.
    Deadline,
    /// It was held back as harmful (D-50).
    Withheld,
}

impl Failure {
    /// All of them.
    pub const ALL: [Failure; 7] = [
        Failure::Unusable,
        Failure::Refused,
        Failure::TimedOut,
        Failure::Unavailable,
        Failure::Rejected,
        Failure::Deadline,
        Failure::Withheld,
    ];

    /// The failure of that name.
    pub fn named(name: &str) -> Option<Failure> {
        Failure::ALL.into_iter().find(|it| it.as_str() == name)
    }

    /// Its name as people read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Failure::Unusable => "unusable answer",
            Failure::Refused => "refused",
            Failure::TimedOut => "timed out",
            Failure::Unavailable => "unavailable",
            Failure::Rejected => "rejected",
            Failure::Deadline => "deadline",
            Failure::Withheld => "withheld",
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Why a debate ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The rubric is met and no two positions contradict each other.
    Consensus,
    /// Nothing moved for two rounds.
    Plateau,
    /// The last round was played.
    RoundCap,
    /// The next batch would go over the budget.
    Budget,
    /// The time was up.
    Deadline,
    /// Fewer than two participants could speak.
    Insufficient,
    /// Positions, or the votes for them, no longer move (D-40, Q-04).
    Stable,
    /// What is still to come can't change the vote.
    Unassailable,
    /// Nobody moves and they do not agree: a person decides (E-20).
    DiminishingReturns,
    /// Even objecting brought nothing: a person is asked (D-43).
    Escalated,
    /// A participant asked for something it has not got: whoever holds the debate is asked for it (I-25).
    NeedsContext,
    /// A person stopped it (I-20).
    Stopped,
    /// All that a panel had to talk about was talked about (P-10).
    Discussed,
}

impl Reason {
    /// Its name as people read it.
    pub fn as_str(self) -> &'static str {
        match self {
            // How far they agree is for the verdict's label to say.
            Reason::Consensus => "agreement",
            Reason::Plateau => "plateau",
            Reason::RoundCap => "round cap",
            Reason::Budget => "budget",
            Reason::Deadline => "deadline",
            Reason::Insufficient => "insufficient",
            Reason::Stable => "stable",
            Reason::Unassailable => "unassailable vote",
            Reason::DiminishingReturns => "diminishing returns",
            Reason::Escalated => "escalated",
            Reason::NeedsContext => "needs context",
            Reason::Stopped => "stopped",
            Reason::Discussed => "all aspects discussed",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
