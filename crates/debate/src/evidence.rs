//! Kinds of evidence (E-01). Not here: their weights (`analysis::evidence::backing`).
use serde::{Deserialize, Serialize};
use std::fmt;

/// The basis of a claim, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Kind {
    /// A specification, a standard, an official document.
    Documented,
    /// A measurement, a benchmark, a test result, a survey, data.
    Empirical,
    /// A comparable project, an established pattern, a case study.
    Precedent,
    /// Reasoning from first principles with the chain shown.
    Logical,
    /// Taste, a team's preference, an opinion.
    Preferential,
    /// A hypothesis without backing.
    Speculative,
}

impl Kind {
    /// All of them, strongest first.
    pub const ALL: [Kind; 6] =
        [Kind::Documented, Kind::Empirical, Kind::Precedent, Kind::Logical, Kind::Preferential, Kind::Speculative];

    /// The word as it is written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Documented => "DOCUMENTED",
            Kind::Empirical => "EMPIRICAL",
            Kind::Precedent => "PRECEDENT",
            Kind::Logical => "LOGICAL",
            Kind::Preferential => "PREFERENTIAL",
            Kind::Speculative => "SPECULATIVE",
        }
    }

    /// Whether evidence of this kind requires a source; only such evidence backs a FACT.
    pub fn needs_source(self) -> bool {
        match self {
            Kind::Documented | Kind::Empirical => true,
            Kind::Precedent | Kind::Logical | Kind::Preferential | Kind::Speculative => false,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// How the author of a claim knows it (E-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// From an attached text or a tool's result.
    Opened,
    /// From memory; nobody has opened the source.
    Recalled,
    /// First-hand: its author's own notes.
    Reported,
    /// By reasoning, without a source.
    Reasoned,
}

impl Standing {
    /// All of them.
    pub const ALL: [Standing; 4] = [Standing::Opened, Standing::Recalled, Standing::Reported, Standing::Reasoned];

    /// The word as it is written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Standing::Opened => "opened",
            Standing::Recalled => "recalled",
            Standing::Reported => "reported",
            Standing::Reasoned => "reasoned",
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
