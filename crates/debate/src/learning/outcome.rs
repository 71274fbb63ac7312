//! What happened after a decision (L-02).
use crate::ballot::Letter;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Something that happened after a decision.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// When it happened, in milliseconds since 1970; when it was recorded if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<u64>,
    /// What happened, in a sentence; empty if only the other fields were given.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub what: String,
    /// How the project stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<OutcomeStatus>,
    /// What proved right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<Right>,
    /// Its effect, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impact: Option<String>,
    /// What it cost, in days of work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_days: Option<f64>,
    /// How unexpected it was, 0…1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surprise: Option<f64>,
    /// Claims and sources that it bears out, by id: `C1`, `E2`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bears_out: Vec<String>,
    /// Claims and sources that it refutes, likewise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refutes: Vec<String>,
    /// The project that it belongs to, in the owner's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
}

/// What proved right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Right {
    /// An option of the ballot.
    Option(Letter),
    /// None of the options.
    None,
    /// The true value of an estimate, in its unit.
    Value(f64),
}

/// Whether an outcome bears a claim or source out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// It held.
    BorneOut,
    /// It did not.
    Refuted,
}

/// How a project stands (L-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeStatus {
    /// As decided.
    OnTrack,
    /// Something new is asked for.
    NewRequirement,
    /// It works, at a price to be paid later.
    TechnicalDebt,
    /// It can't go on.
    Blocked,
    /// It is over.
    Completed,
}

impl OutcomeStatus {
    /// All values, as users type them.
    pub const ALL: [OutcomeStatus; 5] = [
        OutcomeStatus::OnTrack,
        OutcomeStatus::NewRequirement,
        OutcomeStatus::TechnicalDebt,
        OutcomeStatus::Blocked,
        OutcomeStatus::Completed,
    ];

    /// Its name as users type and read it.
    pub fn as_str(self) -> &'static str {
        match self {
            OutcomeStatus::OnTrack => "on_track",
            OutcomeStatus::NewRequirement => "new_requirement",
            OutcomeStatus::TechnicalDebt => "technical_debt",
            OutcomeStatus::Blocked => "blocked",
            OutcomeStatus::Completed => "completed",
        }
    }
}

impl fmt::Display for OutcomeStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// An unknown status.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown status `{word}`; choose one of {all}", word = .0, all = OutcomeStatus::ALL.map(OutcomeStatus::as_str).join(", "))]
pub struct UnknownStatus(pub String);

impl FromStr for OutcomeStatus {
    type Err = UnknownStatus;

    fn from_str(word: &str) -> Result<OutcomeStatus, UnknownStatus> {
        OutcomeStatus::ALL.into_iter().find(|it| it.as_str() == word).ok_or_else(|| UnknownStatus(word.to_owned()))
    }
}
