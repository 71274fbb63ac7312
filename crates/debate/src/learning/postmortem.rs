//! A post-mortem: a decision compared with its outcomes (L-03).
use super::outcome::{Judgement, Right};
use super::update::RoundsEffect;
use crate::evidence::Kind;
use crate::ids::Name;
use serde::{Deserialize, Serialize};

/// The post-mortem of a debate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Postmortem {
    /// The domain that its updates belong to.
    pub domain: String,
    /// The project, in the owner's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// What was decided, in a line; absent without a decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<String>,
    /// The pooled confidence in it, 0…1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// What proved right, if an outcome says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<Right>,
    /// How accurate the decision was, 0…1; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
    /// Claims and sources that outcomes judge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judged: Vec<JudgedItem>,
    /// Cases by kind of evidence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<KindCases>,
    /// The participants who cast ballots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub participants: Vec<ParticipantResult>,
    /// What the rounds after the first did; absent with one round, or without a known truth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<RoundsEffect>,
    /// What went right, in sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub went_right: Vec<String>,
    /// What went wrong, in sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub went_wrong: Vec<String>,
    /// Lessons, in sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lessons: Vec<String>,
    /// Questions to ask before a debate in this domain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<String>,
    /// Skills that no participant had.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skills: Vec<String>,
    /// The model that drafted texts of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drafted_by: Option<String>,
    /// The numbers of the updates that it caused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub updates: Vec<u64>,
}

/// A claim or source that outcomes judge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedItem {
    /// Its id: `C1`, `E2`.
    pub id: String,
    /// Its text or title.
    pub text: String,
    /// What it rests on, strongest first.
    pub kinds: Vec<Kind>,
    /// Whether it held.
    pub judgement: Judgement,
}

/// The cases of a kind of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KindCases {
    /// The kind.
    pub kind: Kind,
    /// How many judged claims and sources rest on it.
    pub cases: u32,
    /// How many of these held.
    pub held: u32,
}

/// What a participant held in a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeldInRound {
    /// The round.
    pub round: u32,
    /// Its ballot, in words.
    pub held: String,
    /// Whether that was right; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_right: Option<bool>,
}

/// What a participant held from round to round (L-03).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParticipantResult {
    /// Its name.
    pub name: Name,
    /// Its model, as `provider/model`.
    pub model: String,
    /// Its model's family.
    pub family: String,
    /// Its first ballot, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Whether that was right; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_right: Option<bool>,
    /// Its last ballot, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// Whether that was right; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_right: Option<bool>,
    /// Its confidence in its last ballot; for an estimate, in its interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Its ballots by round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<HeldInRound>,
    /// The share of its judged ballots that were right; absent if none is judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
    /// What this says, in a few words.
    pub note: String,
}
