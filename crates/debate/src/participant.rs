//! Participants, their roles and perspectives.
use crate::ids::Name;
use crate::turn::Stance;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A model with a name and a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Participant {
    /// Its name.
    pub name: Name,
    /// The model, as `provider/model`.
    pub model: String,
    /// The model family: several participants of one family count less (I-03).
    pub family: String,
    /// What it examines first, throughout the debate (D-16).
    pub perspective: Perspective,
    /// How detailed its prompts are (D-18).
    #[serde(default, skip_serializing_if = "Profile::is_full")]
    pub profile: Profile,
    /// How its prompts are laid out, for the provider's prompt caching (D-35).
    #[serde(default, skip_serializing_if = "Layout::is_rebuild")]
    pub layout: Layout,
    /// Its role, in modes where seats differ (D-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Its discipline on an expert panel (D-16).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discipline: Option<Discipline>,
    /// The name that others see when names are hidden; prompts never contain the mapping (D-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alias: Option<Name>,
}

impl Participant {
    /// A participant without role, discipline or alias.
    pub fn new(name: Name, model: String, family: String, perspective: Perspective) -> Participant {
        Participant {
            name,
            model,
            family,
            perspective,
            profile: Profile::default(),
            layout: Layout::default(),
            role: None,
            discipline: None,
            alias: None,
        }
    }

    /// The name that others see.
    pub fn known_as(&self) -> &Name {
        self.alias.as_ref().unwrap_or(&self.name)
    }
}

/// The participant named by a word of an answer, by its own name or its alias; ignores quotation marks and case.
pub fn called<'a>(seats: &'a [Participant], word: &str) -> Option<&'a Participant> {
    let word = word.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'')).to_lowercase();
    let is_it = |it: &Name| it.as_str().to_lowercase() == word;
    seats.iter().find(|it| is_it(&it.name) || is_it(it.known_as()))
}

/// The role of a seat (D-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Argues YES.
    Primary,
    /// Argues NO.
    Opposition,
    /// Weighs both.
    Evaluator,
    /// Attacks.
    Red,
    /// Defends.
    Blue,
    /// Judges between attackers and defenders.
    Judge,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 6] = [Role::Primary, Role::Opposition, Role::Evaluator, Role::Red, Role::Blue, Role::Judge];

    /// Its display name.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Primary => "primary",
            Role::Opposition => "opposition",
            Role::Evaluator => "evaluator",
            Role::Red => "red",
            Role::Blue => "blue",
            Role::Judge => "judge",
        }
    }

    /// The stance assigned to it, if any (D-17).
    pub fn stance(self) -> Option<Stance> {
        match self {
            Role::Primary => Some(Stance::Yes),
            Role::Opposition => Some(Stance::No),
            Role::Evaluator => Some(Stance::Neutral),
            Role::Red | Role::Blue | Role::Judge => None,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The field of an expert (D-16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Discipline {
    /// Feasibility and failure modes.
    Technical,
    /// Costs, who bears them, and opportunity costs.
    Economic,
    /// Obligations, and to whom.
    Ethical,
    /// How people will accept it and live with it.
    Social,
}

impl Discipline {
    /// All of them, in seating order.
    pub const ALL: [Discipline; 4] =
        [Discipline::Technical, Discipline::Economic, Discipline::Ethical, Discipline::Social];

    /// Its name as users type and read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Discipline::Technical => "technical",
            Discipline::Economic => "economic",
            Discipline::Ethical => "ethical",
            Discipline::Social => "social",
        }
    }
}

impl fmt::Display for Discipline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// How consecutive prompts of a participant relate (D-35).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// Each prompt is built anew and as short as possible: for providers without prompt caching.
    #[default]
    Rebuild,
    /// Each prompt extends the one before, until it must be compacted: for providers that discount a repeated prefix.
    Append,
}

impl Layout {
    /// Whether it is the default, which logs omit because older ones lack the field.
    fn is_rebuild(&self) -> bool {
        *self == Layout::Rebuild
    }
}

/// How detailed a participant's prompts are (D-18).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// Complete prompts.
    #[default]
    Full,
    /// Minimal prompts, for small local models.
    Lean,
}

impl Profile {
    /// Whether it is the default, which logs omit because older ones lack the field.
    fn is_full(&self) -> bool {
        *self == Profile::Full
    }
}

/// What a participant examines first (D-16). Assigned to seats round-robin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Perspective {
    /// What can go wrong, how badly, and how soon it would be noticed.
    RiskAttentive,
    /// The work needed, in which order, by whom.
    ImplementationFocused,
    /// The quality of the evidence, and how much confidence it allows.
    EvidenceCalibrated,
    /// Side effects on other parts of a system.
    SystemsAware,
}

impl Perspective {
    /// All of them, in seating order.
    pub const ALL: [Perspective; 4] = [
        Perspective::RiskAttentive,
        Perspective::ImplementationFocused,
        Perspective::EvidenceCalibrated,
        Perspective::SystemsAware,
    ];

    /// The perspective of seat `index`.
    pub fn of_seat(index: usize) -> Perspective {
        match index % 4 {
            0 => Perspective::RiskAttentive,
            1 => Perspective::ImplementationFocused,
            2 => Perspective::EvidenceCalibrated,
            _ => Perspective::SystemsAware,
        }
    }

    /// Its name as users type and read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Perspective::RiskAttentive => "risk-attentive",
            Perspective::ImplementationFocused => "implementation-focused",
            Perspective::EvidenceCalibrated => "evidence-calibrated",
            Perspective::SystemsAware => "systems-aware",
        }
    }
}

impl fmt::Display for Perspective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
