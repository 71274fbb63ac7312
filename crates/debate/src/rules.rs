//! The rules of a debate: limits, stopping conditions and options.
mod learned;
mod panel;

pub use learned::{EvidencePolicy, LearnedAccuracy, LearnedRules, LearnedWeight};
pub(crate) use panel::without_counting;
pub use panel::{Detection, PanelRules, Temperatures};

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The settings of one debate. The first event records them; only a person who continues a debate can change them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// Maximum number of rounds (D-40: default 5).
    pub rounds: u32,
    /// The algorithm that can end the debate earlier; not recorded at a panel.
    #[serde(default)]
    pub algorithm: Algorithm,
    /// Budget in US dollars (O-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget_usd: Option<f64>,
    /// Budget in tokens, prompts and answers together (O-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget_tokens: Option<u64>,
    /// Maximum running time, in milliseconds, without the pause between a kill and a resume.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline_ms: Option<u64>,
    /// Adds the tenth check to every prompt (D-15).
    #[serde(default)]
    pub high_stakes: bool,
    /// Maximum tokens of one answer.
    pub max_tokens: u32,
    /// Random seed, for models that accept one.
    pub seed: u64,
    /// The participants that speak in parallel (D-60); decided by the mode if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parallel: Option<Parallel>,
    /// The agreement above which groupthink is checked (D-41); no check if absent, as in older logs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groupthink: Option<f64>,
    /// Thresholds for ending early (D-40, D-60).
    #[serde(default, rename = "leaving", skip_serializing_if = "ExitLimits::is_usual")]
    pub exit_limits: ExitLimits,
    /// Review for harm (D-50); tier 1 is always on.
    #[serde(default, skip_serializing_if = "ReviewRules::is_off")]
    pub watch: ReviewRules,
    /// Prompts do not ask for claims and labels (D-60).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_labels: bool,
    /// Earlier rounds are not summarised (D-60).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_summaries: bool,
    /// Maximum tokens of an answer in sequential rounds (D-60).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub economy: Option<u32>,
    /// How participants use tools (D-61).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<ToolPolicy>,
    /// The means of comparing positions (E-11).
    #[serde(default, skip_serializing_if = "Analyst::is_lexical")]
    pub analyst: Analyst,
    /// The means of grouping headlines into options (B-03).
    #[serde(default, skip_serializing_if = "Groups::is_literal")]
    pub groups: Groups,
    /// The condition for a closing ballot (B-05).
    #[serde(default, skip_serializing_if = "ClosingBallot::is_assigned")]
    pub closing_ballot: ClosingBallot,
    /// How claims are typed and weighed (E-01 … E-04); not at all if absent, as in older logs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<EvidencePolicy>,
    /// How ballots become a decision.
    #[serde(default)]
    pub decide: Decide,
    /// Channels that participants do not see of each other.
    #[serde(default, skip_serializing_if = "Channels::are_open")]
    pub hidden: Channels,
    /// Participants may request information, and the debate waits for it (I-25).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub context: bool,
    /// Sections of an answer are fields; missing ones are asked for once (D-10). Off in older logs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub structure: bool,
    /// Settings of a panel; none in other modes (P-10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panel: Option<PanelRules>,
    /// The domain whose outcomes the debate draws on and adds to (L-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// What was learned of that domain before the debate (L-06); absent if nothing was, or if it is not to be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learning: Option<Box<LearnedRules>>,
}

/// The means of comparing positions (E-10, E-11).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Analyst {
    /// Word overlap: always available, and weak.
    #[default]
    Lexical,
    /// Local networks: embeddings, and entailment if a network for it is available.
    Local,
    /// A model, as `provider/model`, asked three times (P-30).
    Model(String),
}

impl Analyst {
    fn is_lexical(&self) -> bool {
        *self == Analyst::Lexical
    }
}

/// The means of grouping headlines into options and merging equal claims and terms (B-03, B-17).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Groups {
    /// Nothing: only identical texts are merged.
    #[default]
    Literal,
    /// Local networks in this process.
    Local,
    /// A model, as `provider/model`, asked at most once per round.
    Model(String),
}

impl Groups {
    fn is_literal(&self) -> bool {
        *self == Groups::Literal
    }
}

/// The condition for a closing ballot (B-05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClosingBallot {
    /// If participants argue assigned sides.
    #[default]
    Assigned,
    /// Always.
    Always,
    /// Never: the last ballots cast decide.
    Never,
}

impl ClosingBallot {
    /// All values, as users type them.
    pub const ALL: [ClosingBallot; 3] = [ClosingBallot::Assigned, ClosingBallot::Always, ClosingBallot::Never];

    /// Its name as users type and read it.
    pub fn as_str(self) -> &'static str {
        match self {
            ClosingBallot::Assigned => "assigned",
            ClosingBallot::Always => "always",
            ClosingBallot::Never => "never",
        }
    }

    fn is_assigned(&self) -> bool {
        *self == ClosingBallot::Assigned
    }
}

impl fmt::Display for ClosingBallot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The decision rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decide {
    /// Plain vote of the openings.
    Openings,
    /// Majority of the last round.
    Majority,
    /// Last round, weighted by confidence.
    Confidence,
    /// Last round, weighted by past accuracy (L-04).
    Calibration,
    /// Borda count.
    Borda,
    /// Condorcet method.
    Condorcet,
    /// All rounds count; a changed vote costs more the less evidence supports it.
    Trajectory,
    /// The result of the debate if new or verified evidence carried the moves towards it, otherwise the plain vote of the openings.
    #[default]
    Guarded,
}

impl Decide {
    /// All values, as users type them.
    pub const ALL: [Decide; 8] = [
        Decide::Openings,
        Decide::Majority,
        Decide::Confidence,
        Decide::Calibration,
        Decide::Borda,
        Decide::Condorcet,
        Decide::Trajectory,
        Decide::Guarded,
    ];

    /// Its name as users type and read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Decide::Openings => "openings",
            Decide::Majority => "majority",
            Decide::Confidence => "confidence",
            Decide::Calibration => "calibration",
            Decide::Borda => "borda",
            Decide::Condorcet => "condorcet",
            Decide::Trajectory => "trajectory",
            Decide::Guarded => "guarded",
        }
    }
}

impl fmt::Display for Decide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Channels of social influence, each of which can be hidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Channels {
    /// Names.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub names: bool,
    /// Order of speakers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub order: bool,
    /// Confidence.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub confidence: bool,
    /// Positions and votes: only arguments are shown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub answers: bool,
}

impl Channels {
    /// All channels, as users type them.
    pub const ALL: [&'static str; 4] = ["names", "order", "confidence", "answers"];

    /// The hidden channels, as users type them.
    pub fn closed(self) -> impl Iterator<Item = &'static str> {
        let closed = [self.names, self.order, self.confidence, self.answers];
        Channels::ALL.into_iter().zip(closed).filter(|(_, is_closed)| *is_closed).map(|(name, _)| name)
    }

    /// The same with the named channel hidden; none for an unknown name.
    pub fn closing(self, name: &str) -> Option<Channels> {
        match name {
            "names" => Some(Channels { names: true, ..self }),
            "order" => Some(Channels { order: true, ..self }),
            "confidence" => Some(Channels { confidence: true, ..self }),
            "answers" => Some(Channels { answers: true, ..self }),
            _ => None,
        }
    }

    fn are_open(&self) -> bool {
        *self == Channels::default()
    }
}

/// The participants that speak in parallel, overriding the mode (D-60).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parallel {
    /// Nobody: one after the other.
    None,
    /// All but the last, who sees their answers.
    LastOnly,
    /// Everybody.
    Full,
}

impl Parallel {
    /// All values, as users type them.
    pub const ALL: [Parallel; 3] = [Parallel::None, Parallel::LastOnly, Parallel::Full];

    /// Its name as users type and read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Parallel::None => "none",
            Parallel::LastOnly => "last-only",
            Parallel::Full => "full",
        }
    }
}

impl fmt::Display for Parallel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Thresholds for ending early (D-60).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExitLimits {
    /// Disables the algorithm: only the caps end the debate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub off: bool,
    /// Required agreement, instead of the algorithm's default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consensus: Option<f64>,
    /// Required rounds without change, instead of two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub convergence_rounds: Option<u32>,
}

impl ExitLimits {
    fn is_usual(&self) -> bool {
        *self == ExitLimits::default()
    }
}

/// Review of answers for harm (D-50).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewRules {
    /// Whether triggers are checked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on: bool,
    /// The evaluator, as `provider/model`; it has no seat. No review if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluator: Option<String>,
    /// The model that reviews answers of the evaluator's own model, if that has a seat and another model is available.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
}

impl ReviewRules {
    fn is_off(&self) -> bool {
        *self == ReviewRules::default()
    }
}

/// How participants use tools (D-61).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolPolicy {
    /// How a FACT without backing is treated.
    pub enforcement: Enforcement,
    /// Minimum tool calls per turn; by speaking order if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_calls: Option<u32>,
    /// Maximum tool calls per turn; by speaking order if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_calls: Option<u32>,
}

/// How a FACT without a tool result or source is treated (D-61).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Enforcement {
    /// The participant is asked once more.
    Strict,
    /// It is flagged.
    #[default]
    Normal,
    /// Ignored: tools are only recommended.
    Relaxed,
}

impl Enforcement {
    /// All values, as users type them.
    pub const ALL: [Enforcement; 3] = [Enforcement::Strict, Enforcement::Normal, Enforcement::Relaxed];

    /// Its name as users type and read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Enforcement::Strict => "strict",
            Enforcement::Normal => "normal",
            Enforcement::Relaxed => "relaxed",
        }
    }
}

impl fmt::Display for Enforcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Rules {
    /// Default number of rounds (D-40).
    pub const ROUNDS: u32 = 5;
    /// Maximum number of rounds; more is probably a typo.
    pub const MOST_ROUNDS: u32 = 100;
    /// Default maximum tokens of an answer (D-60).
    pub const MAX_TOKENS: u32 = 4_096;
    /// Default maximum tokens of an answer in economy mode (D-60).
    pub const ECONOMY_TOKENS: u32 = 2_048;
    /// Default agreement above which groupthink is checked (D-41).
    pub const GROUPTHINK: f64 = 0.90;
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
            parallel: None,
            groupthink: Some(Rules::GROUPTHINK),
            exit_limits: ExitLimits::default(),
            watch: ReviewRules::default(),
            without_labels: false,
            without_summaries: false,
            economy: None,
            tools: None,
            analyst: Analyst::default(),
            groups: Groups::default(),
            closing_ballot: ClosingBallot::default(),
            evidence: Some(EvidencePolicy::default()),
            decide: Decide::default(),
            hidden: Channels::default(),
            context: false,
            structure: true,
            panel: None,
            domain: None,
            learning: None,
        }
    }
}

/// The algorithm that can end a debate before its last round (D-40).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Algorithm {
    /// By votes and confidence.
    VoteRubric,
    /// By agreement of positions.
    Agreement,
    /// By agreement, evidence and change of positions (E-20).
    #[default]
    EvidenceBasedDebate,
    /// Never: all rounds are played.
    FixedRounds,
}

impl Algorithm {
    /// All values, as users type them.
    pub const ALL: [Algorithm; 4] =
        [Algorithm::VoteRubric, Algorithm::Agreement, Algorithm::EvidenceBasedDebate, Algorithm::FixedRounds];

    /// Its name as users type and read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Algorithm::VoteRubric => "vote_rubric",
            Algorithm::Agreement => "agreement",
            Algorithm::EvidenceBasedDebate => "evidence_based_debate",
            Algorithm::FixedRounds => "fixed_rounds",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// An unknown name of an algorithm.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown algorithm `{word}`; choose one of {all}", word = .0, all = Algorithm::ALL.map(Algorithm::as_str).join(", "))]
pub struct UnknownAlgorithm(pub String);

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(word: &str) -> Result<Algorithm, UnknownAlgorithm> {
        Algorithm::ALL.into_iter().find(|it| it.as_str() == word).ok_or_else(|| UnknownAlgorithm(word.to_owned()))
    }
}
