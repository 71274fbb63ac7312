//! What was agreed before anyone spoke: when to stop and how much may be spent.
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The settings of one debate. They enter the log with its first event and never change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// The most rounds (D-40: five by default).
    pub rounds: u32,
    /// What ends the debate before that.
    pub algorithm: Algorithm,
    /// The most US dollars (O-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget_usd: Option<f64>,
    /// The most tokens, prompts and answers together (O-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget_tokens: Option<u64>,
    /// The longest it may run, in milliseconds of its own time: time between a kill and a resume does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline_ms: Option<u64>,
    /// Asks the tenth check of every answer (D-15).
    #[serde(default)]
    pub high_stakes: bool,
    /// The most tokens of one answer.
    pub max_tokens: u32,
    /// Where chance begins, for models that take a seed.
    pub seed: u64,
}

impl Rules {
    /// Round cap when nobody says otherwise (D-40).
    pub const ROUNDS: u32 = 5;
    /// More rounds than this is a mistake of typing.
    pub const MOST_ROUNDS: u32 = 100;
    /// Longest answer when nobody says otherwise (D-60).
    pub const MAX_TOKENS: u32 = 4_096;
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            rounds: Rules::ROUNDS,
            algorithm: Algorithm::default(),
            budget_usd: None,
            budget_tokens: None,
            deadline_ms: None,
            high_stakes: false,
            max_tokens: Rules::MAX_TOKENS,
            seed: 0,
        }
    }
}

/// What ends a debate before its last round (D-40).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Algorithm {
    /// Votes and confidences.
    #[default]
    VoteRubric,
    /// Nothing: every round is played.
    FixedRounds,
}

impl Algorithm {
    /// All of them, as one types them.
    pub const ALL: [Algorithm; 2] = [Algorithm::VoteRubric, Algorithm::FixedRounds];

    /// Its name as people type and read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Algorithm::VoteRubric => "vote_rubric",
            Algorithm::FixedRounds => "fixed_rounds",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A word that names no algorithm.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown algorithm `{0}`; choose `vote_rubric` or `fixed_rounds`")]
pub struct UnknownAlgorithm(pub String);

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(word: &str) -> Result<Algorithm, UnknownAlgorithm> {
        Algorithm::ALL.into_iter().find(|it| it.as_str() == word).ok_or_else(|| UnknownAlgorithm(word.to_owned()))
    }
}
