//! Who sits at the table.
use crate::ids::Name;
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
