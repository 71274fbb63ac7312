//! Why a turn failed and why a debate ended, as the log records it.
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a participant has no turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// Two unusable answers.
    Unusable,
    /// The model refused.
    Refused,
    /// No answer came in time.
    TimedOut,
    /// The provider was unreachable, overloaded, or broke off.
    Unavailable,
    /// The provider rejected the call: a wrong key, an unknown model, a bad request.
    Rejected,
    /// The deadline of the debate passed.
    Deadline,
    /// The evaluator withheld the answer as harmful (D-50).
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

    /// The failure with this name.
    pub fn named(name: &str) -> Option<Failure> {
        Failure::ALL.into_iter().find(|it| it.as_str() == name)
    }

    /// Its display name.
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
    /// The rubric is met, and no two positions contradict each other.
    Consensus,
    /// No change in two rounds.
    Plateau,
    /// The maximum number of rounds was reached.
    RoundCap,
    /// The next batch would exceed the budget.
    Budget,
    /// The deadline passed.
    Deadline,
    /// Fewer than two participants could speak.
    Insufficient,
    /// Positions, or their votes, no longer change (D-40, Q-04).
    Stable,
    /// The remaining votes can't change the result.
    Unassailable,
    /// No change and no agreement: a person decides (E-20).
    DiminishingReturns,
    /// An objection round brought nothing new: a person is asked (D-43).
    Escalated,
    /// A participant needs information that it was not given; the caller is asked for it (I-25).
    NeedsContext,
    /// A person stopped it (I-20).
    Stopped,
    /// A panel discussed all its aspects (P-10).
    Discussed,
}

impl Reason {
    /// Its display name.
    pub fn as_str(self) -> &'static str {
        match self {
            // The verdict's label says how far they agree.
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
