//! Rules of a panel (P-10 … P-23).
use serde::{Deserialize, Serialize};

/// The settings of a panel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PanelRules {
    /// Aspects chosen by a person; if empty, a model or the personas' graphs choose them (P-10).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// Maximum number of aspects if no person chooses.
    pub most_aspects: u32,
    /// The model that chooses aspects and finds disagreements; lexical and local analysis if absent (P-31).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clerk: Option<String>,
    /// The model that speaks for everyone in crux rooms and draws cards. If absent, each participant uses its own model, and cards consist
    /// of the sides' own words (P-16).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strong: Option<String>,
    /// How a clash is judged (P-30).
    pub detection: Detection,
    /// Maximum rebuttals of a clash (P-10: two to four).
    pub clash: u32,
    /// Maximum turns of a room's exchange (P-21: two to eight).
    pub exchange: u32,
    /// Maximum rooms per aspect. Ours: more would not be read.
    pub rooms: u32,
    /// After how many turns the prompt repeats a participant's persona (P-05).
    pub remind: u32,
    /// Sampling temperatures (P-16).
    pub temperatures: Temperatures,
    /// Participants answer only with quotations from their own texts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quote: bool,
    /// The revision of a panel's course: 0 in logs before version 0.3, which are played on and replayed as they were begun. From 1 on, rooms
    /// close where both say that nothing is left, only opened evidence settles a crux, everybody is asked every crux, and turns name the
    /// claims that they answer ([0100](../../../../docs/decisions/0100-a-panels-course-has-a-revision.md)).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub revision: u32,
}

/// The current revision of a panel's course.
const REVISION: u32 = 1;

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl PanelRules {
    /// Whether the panel is played by revision 1 or later.
    pub fn is_revised(&self) -> bool {
        self.revision >= 1
    }
}

impl Default for PanelRules {
    fn default() -> PanelRules {
        PanelRules {
            aspects: Vec::new(),
            most_aspects: 3,
            clerk: None,
            strong: None,
            detection: Detection::Parts,
            clash: 4,
            exchange: 8,
            rooms: 3,
            remind: 6,
            temperatures: Temperatures::default(),
            quote: false,
            revision: REVISION,
        }
    }
}

/// How a clash is judged worth a crux room (P-30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Detection {
    /// Three votes, of which two must agree.
    Vote,
    /// One judgement of four conditions, which must all hold.
    Parts,
}

/// Sampling temperature by kind of question (P-16).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Temperatures {
    /// Openings, takes, clashes and closings.
    pub turn: f64,
    /// Turns in crux rooms.
    pub room: f64,
    /// Judging disagreements and the end of a room.
    pub check: f64,
    /// Drawing a card.
    pub card: f64,
}

impl Default for Temperatures {
    fn default() -> Temperatures {
        Temperatures { turn: 0.85, room: 0.75, check: 0.2, card: 0.3 }
    }
}
