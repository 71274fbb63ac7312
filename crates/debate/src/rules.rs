//! What was agreed before anyone spoke: when to stop and how much may be spent.
mod panel;

pub use panel::{Detection, PanelRules, Temperatures};

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The settings of one debate. They enter the log with its first event; only a person who lets a debate go on may change them.
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
    /// Who speaks at the same time (D-60); as the mode has it where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parallel: Option<Parallel>,
    /// From which agreement on a table is suspected of groupthink (D-41); nobody looks where absent, as in logs older than it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groupthink: Option<f64>,
    /// What leaving goes by (D-40, D-60).
    #[serde(default, skip_serializing_if = "Leaving::is_usual")]
    pub leaving: Leaving,
    /// What is watched for harm (D-50); tier 1 always is.
    #[serde(default, skip_serializing_if = "Watch::is_off")]
    pub watch: Watch,
    /// Claims and their labels are not asked for (D-60).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_labels: bool,
    /// Rounds before the previous one are not summed up (D-60).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_summaries: bool,
    /// The most tokens of an answer where speakers speak in turn (D-60).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub economy: Option<u32>,
    /// How participants use their tools (D-61).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<ToolPolicy>,
    /// Who compares positions (E-11).
    #[serde(default, skip_serializing_if = "Analyst::is_lexical")]
    pub analyst: Analyst,
    /// Who groups headlines into options (B-03).
    #[serde(default, skip_serializing_if = "Groups::is_literal")]
    pub groups: Groups,
    /// When everybody casts a closing ballot (B-05).
    #[serde(default, skip_serializing_if = "ClosingBallot::is_assigned")]
    pub closing_ballot: ClosingBallot,
    /// How claims are typed and weighed (E-01 … E-04); they are not where absent, as in logs older than it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<EvidencePolicy>,
    /// How ballots become a decision.
    #[serde(default)]
    pub decide: Decide,
    /// What participants are not shown of each other.
    #[serde(default, skip_serializing_if = "Channels::are_open")]
    pub hidden: Channels,
    /// Participants may ask for what they were not given, and the debate waits for it (I-25).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub context: bool,
    /// The sections of an answer are fields of it, and missing ones are asked for once (D-10); not in logs older than it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub structure: bool,
    /// What a panel goes by; debates of other modes have none (P-10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panel: Option<PanelRules>,
}

/// Who compares what participants hold (E-10, E-11).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Analyst {
    /// Nobody but a reader of words: always there, and weak.
    #[default]
    Lexical,
    /// Networks in this process: vectors, and entailment where there is a network for it.
    Local,
    /// A model, as `provider/model`, asked three times (P-30).
    Model(String),
}

impl Analyst {
    fn is_lexical(&self) -> bool {
        *self == Analyst::Lexical
    }
}

/// Who groups headlines into options, and the same claims and terms into one (B-03, B-17).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Groups {
    /// Nobody: only what is the same letter for letter is one.
    #[default]
    Literal,
    /// Networks in this process.
    Local,
    /// A model, as `provider/model`, asked once a round at most.
    Model(String),
}

impl Groups {
    fn is_literal(&self) -> bool {
        *self == Groups::Literal
    }
}

/// When everybody casts a closing ballot (B-05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClosingBallot {
    /// Where participants argue sides that they were given.
    #[default]
    Assigned,
    /// In every debate.
    Always,
    /// Never: the last ballots of those who cast any decide.
    Never,
}

impl ClosingBallot {
    /// All of them, as one types them.
    pub const ALL: [ClosingBallot; 3] = [ClosingBallot::Assigned, ClosingBallot::Always, ClosingBallot::Never];

    /// Its name as people type and read it.
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

/// How claims are typed and weighed (E-01 … E-04).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvidencePolicy {
    /// Which version of the weights (E-04).
    pub version: u32,
    /// Whether only facts that were checked count as a reason to move (O-11).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gate: bool,
}

impl EvidencePolicy {
    /// The weights of new debates.
    pub const VERSION: u32 = 1;
}

impl Default for EvidencePolicy {
    fn default() -> EvidencePolicy {
        EvidencePolicy { version: EvidencePolicy::VERSION, gate: false }
    }
}

/// How ballots become a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decide {
    /// The plain vote of the openings.
    Openings,
    /// The majority of the last round.
    Majority,
    /// Votes of the last round, each as heavy as its confidence.
    Confidence,
    /// Votes of the last round, each as heavy as its voter has been right before (L-04).
    Calibration,
    /// Ranks, by points.
    Borda,
    /// Ranks, by pairs.
    Condorcet,
    /// Every round counts; a change of mind costs more the less evidence it has.
    Trajectory,
    /// The debated answer where the moves toward it were carried by new or checked evidence, else the vote of the openings.
    #[default]
    Guarded,
}

impl Decide {
    /// All of them, as one types them.
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

    /// Its name as people type and read it.
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

/// Ways in which participants press on each other, each of which can be closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Channels {
    /// Who says it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub names: bool,
    /// Who comes first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub order: bool,
    /// How sure they are.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub confidence: bool,
    /// What they hold and how they vote: arguments alone are shown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub answers: bool,
}

impl Channels {
    /// All of them, as one types them.
    pub const ALL: [&'static str; 4] = ["names", "order", "confidence", "answers"];

    /// Those that are closed, as one types them.
    pub fn closed(self) -> impl Iterator<Item = &'static str> {
        let closed = [self.names, self.order, self.confidence, self.answers];
        Channels::ALL.into_iter().zip(closed).filter(|(_, is_closed)| *is_closed).map(|(name, _)| name)
    }

    /// The same with the one of that name closed; none where there is no such one.
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

/// Who speaks at the same time, whatever the mode would have (D-60).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parallel {
    /// One after the other.
    None,
    /// All but the last, who hears them.
    LastOnly,
    /// All.
    Full,
}

impl Parallel {
    /// All of them, as one types them.
    pub const ALL: [Parallel; 3] = [Parallel::None, Parallel::LastOnly, Parallel::Full];

    /// Its name as people type and read it.
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

/// Thresholds of leaving that a person may set (D-60).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Leaving {
    /// No algorithm ends the debate: the caps alone do.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub off: bool,
    /// The agreement that is enough, in place of the algorithm's own figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consensus: Option<f64>,
    /// The quiet rounds in a row that are enough, in place of two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub convergence_rounds: Option<u32>,
}

impl Leaving {
    fn is_usual(&self) -> bool {
        *self == Leaving::default()
    }
}

/// Who reads answers for harm (D-50).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watch {
    /// Whether triggers are looked for at all.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on: bool,
    /// The model that evaluates, as `provider/model`; it takes no part in the debate. Nobody does where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluator: Option<String>,
    /// The model that reads the answers of the evaluator's own model, where that has a seat and another can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
}

impl Watch {
    fn is_off(&self) -> bool {
        *self == Watch::default()
    }
}

/// How participants use their tools (D-61).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolPolicy {
    /// What becomes of a FACT that nothing backs.
    pub enforcement: Enforcement,
    /// The fewest calls a turn; as the order of speaking has it where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_calls: Option<u32>,
    /// The most calls a turn; as the order of speaking has it where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_calls: Option<u32>,
}

/// What becomes of a FACT that no tool or source backs (D-61).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Enforcement {
    /// The answer is asked for again once.
    Strict,
    /// It is flagged.
    #[default]
    Normal,
    /// Nothing: tools are advised.
    Relaxed,
}

impl Enforcement {
    /// All of them, as one types them.
    pub const ALL: [Enforcement; 3] = [Enforcement::Strict, Enforcement::Normal, Enforcement::Relaxed];

    /// Its name as people type and read it.
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
    /// Round cap when nobody says otherwise (D-40).
    pub const ROUNDS: u32 = 5;
    /// More rounds than this is a mistake of typing.
    pub const MOST_ROUNDS: u32 = 100;
    /// Longest answer when nobody says otherwise (D-60).
    pub const MAX_TOKENS: u32 = 4_096;
    /// Longest answer of a speaker in turn, where that is to be saved on (D-60).
    pub const ECONOMY_TOKENS: u32 = 2_048;
    /// Agreement above which groupthink is suspected when nobody says otherwise (D-41).
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
            leaving: Leaving::default(),
            watch: Watch::default(),
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
        }
    }
}

/// What ends a debate before its last round (D-40).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Algorithm {
    /// Votes and confidences.
    VoteRubric,
    /// How far positions agree.
    Agreement,
    /// How far positions agree, what they rest on and how they move (E-20).
    #[default]
    EvidenceBasedDebate,
    /// Nothing: every round is played.
    FixedRounds,
}

impl Algorithm {
    /// All of them, as one types them.
    pub const ALL: [Algorithm; 4] =
        [Algorithm::VoteRubric, Algorithm::Agreement, Algorithm::EvidenceBasedDebate, Algorithm::FixedRounds];

    /// Its name as people type and read it.
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

/// A word that names no algorithm.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown algorithm `{word}`; choose one of {all}", word = .0, all = Algorithm::ALL.map(Algorithm::as_str).join(", "))]
pub struct UnknownAlgorithm(pub String);

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(word: &str) -> Result<Algorithm, UnknownAlgorithm> {
        Algorithm::ALL.into_iter().find(|it| it.as_str() == word).ok_or_else(|| UnknownAlgorithm(word.to_owned()))
    }
}
