//! One thing that was learned (L-04).
use crate::evidence::Kind;
use serde::{Deserialize, Serialize};

/// An update of what is known of a domain. It names no debate and holds no text of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Update {
    /// The domain.
    pub domain: String,
    /// Why, in a sentence.
    pub reason: String,
    /// The project it comes from, as a digest of its name; post-mortems of one project count as one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<u64>,
    /// How many projects the value rests on, this one included.
    pub projects: u32,
    /// The value before it; absent where nothing was known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<f64>,
    /// The value after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<f64>,
    /// What changed.
    pub change: Change,
}

/// What an update changes. Each comes from one post-mortem, which counts as one project.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum Change {
    /// Judged claims and sources of a kind.
    Evidence {
        /// The kind.
        kind: Kind,
        /// How many were judged.
        cases: u32,
        /// How many of them held.
        held: u32,
    },
    /// Ballots of a model whose truth is known: one for each of its seats.
    Calibration {
        /// The model, as `provider/model`.
        model: String,
        /// Its family.
        family: String,
        /// Its ballots.
        forecasts: Vec<Forecast>,
    },
    /// A question to ask before a debate: this post-mortem found that it was not asked, or not answered.
    Question {
        /// The question.
        text: String,
    },
    /// A question that was asked before the debate, as earlier post-mortems demand.
    Asked {
        /// The question.
        text: String,
        /// Whether the decision proved right.
        went_well: bool,
    },
    /// A skill that no participant had.
    Skill {
        /// Its name.
        name: String,
    },
    /// What rounds after the first did to the decision.
    Rounds {
        /// Their effect.
        effect: RoundsEffect,
    },
}

/// A ballot whose truth is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forecast {
    /// The stated confidence, 0…1.
    pub confidence: f64,
    /// Whether it was right.
    pub is_right: bool,
}

/// What the rounds after the first did to a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundsEffect {
    /// They moved it towards the truth.
    Helped,
    /// They moved it away from the truth.
    Hurt,
    /// They left it as right, or as wrong, as it was.
    Unchanged,
}

impl RoundsEffect {
    /// The word as users read it.
    pub fn as_str(self) -> &'static str {
        match self {
            RoundsEffect::Helped => "helped",
            RoundsEffect::Hurt => "hurt",
            RoundsEffect::Unchanged => "changed nothing",
        }
    }
}
