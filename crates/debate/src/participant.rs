//! Who sits at the table.
use crate::ids::Name;
use crate::turn::Stance;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A model in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Participant {
    /// What the others call it.
    pub name: Name,
    /// Which model speaks, as `provider/model`.
    pub model: String,
    /// What the model is kin to: voices of one family count less (I-03).
    pub family: String,
    /// What it looks at first, for the whole debate (D-16).
    pub perspective: Perspective,
    /// In how many words it is asked (D-18).
    #[serde(default, skip_serializing_if = "Profile::is_full")]
    pub profile: Profile,
    /// How its prompts are laid out, by what its provider's caching rewards (D-35).
    #[serde(default, skip_serializing_if = "Layout::is_rebuild")]
    pub layout: Layout,
    /// What the mode has it do, where seats differ (D-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Its discipline on an expert panel (D-16).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discipline: Option<Discipline>,
    /// What the others are told it is called, where names are hidden: the key to who is who, which no prompt holds (D-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alias: Option<Name>,
}

impl Participant {
    /// A participant as any mode seats it.
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

    /// What the others call it.
    pub fn known_as(&self) -> &Name {
        self.alias.as_ref().unwrap_or(&self.name)
    }
}

/// The participant whom a word of an answer names, by its own name or by what the others call it; quotation marks and case aside.
pub fn called<'a>(seats: &'a [Participant], word: &str) -> Option<&'a Participant> {
    let word = word.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'')).to_lowercase();
    let is_it = |it: &Name| it.as_str().to_lowercase() == word;
    seats.iter().find(|it| is_it(&it.name) || is_it(it.known_as()))
}

/// What a mode has a seat do (D-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Holds YES.
    Primary,
    /// Holds NO.
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

    /// Its name as people read it.
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

    /// The stance it must take, where it must take one (D-17).
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

/// The field an expert speaks from (D-16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Discipline {
    /// What can be built, and how it fails.
    Technical,
    /// What it costs, whom, and what else that would buy.
    Economic,
    /// What is owed to whom.
    Ethical,
    /// How people will take it, and live with it.
    Social,
}

impl Discipline {
    /// All of them, in seating order.
    pub const ALL: [Discipline; 4] =
        [Discipline::Technical, Discipline::Economic, Discipline::Ethical, Discipline::Social];

    /// Its name as people type and read it.
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

/// How a participant's prompts follow on each other (D-35).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// Each is put together anew, as small as it can be: for providers that bill every token alike.
    #[default]
    Rebuild,
    /// Each goes on where the one before ended, until it must be compacted: for providers that bill a repeated beginning less.
    Append,
}

impl Layout {
    /// Whether it is the one that logs do not spell out: it is older than the choice.
    fn is_rebuild(&self) -> bool {
        *self == Layout::Rebuild
    }
}

/// In how many words a participant is asked (D-18).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// All there is to say.
    #[default]
    Full,
    /// As little as will do, for small local models.
    Lean,
}

impl Profile {
    /// Whether it is the one that logs do not spell out: it is older than the choice.
    fn is_full(&self) -> bool {
        *self == Profile::Full
    }
}

/// What a participant attends to first (D-16). Seats take them round-robin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Perspective {
    /// What can go wrong, how badly, and how soon one would know.
    RiskAttentive,
    /// What it takes to do it, in which order, by whom.
    ImplementationFocused,
    /// How good the evidence is and how sure one may be.
    EvidenceCalibrated,
    /// What else moves when this moves.
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

    /// Its name as people type and read it.
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
