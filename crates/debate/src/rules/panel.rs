//! What a panel goes by (P-10 … P-23).
use serde::{Deserialize, Serialize};

/// The settings of a panel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PanelRules {
    /// Aspects a person has chosen; a call, or the personas' graphs, choose them where there are none (P-10).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// How many aspects are chosen where no person does.
    pub most_aspects: u32,
    /// The model that chooses aspects and looks for disagreement; words and networks of this process serve where absent (P-31).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clerk: Option<String>,
    /// The model that speaks in rooms, whoever is seated, and draws cards; each speaks for itself, and cards are put together from their own
    /// words, where absent (P-16).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strong: Option<String>,
    /// How a clash is looked at (P-30).
    pub detection: Detection,
    /// Rebuttals of a clash, at most (P-10: two to four).
    pub clash: u32,
    /// Turns of a room's exchange, at most (P-21: two to eight).
    pub exchange: u32,
    /// Rooms of one aspect, at most. Ours: beyond it nobody reads them.
    pub rooms: u32,
    /// After how many of its turns a participant is reminded who it is (P-05).
    pub remind: u32,
    /// How bold answers are (P-16).
    pub temperatures: Temperatures,
    /// Participants answer by quoting what they wrote, and nothing else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quote: bool,
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
        }
    }
}

/// How it is found out whether a clash is worth a room (P-30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Detection {
    /// Three are asked; two must say so.
    Vote,
    /// One is asked for four parts; all must hold.
    Parts,
}

/// How bold answers are, by what is asked (P-16).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Temperatures {
    /// Openings, takes, clashes and closings.
    pub turn: f64,
    /// Crux rooms.
    pub room: f64,
    /// Looking for disagreement, and whether a room is over.
    pub check: f64,
    /// Drawing a card.
    pub card: f64,
}

impl Default for Temperatures {
    fn default() -> Temperatures {
        Temperatures { turn: 0.85, room: 0.75, check: 0.2, card: 0.3 }
    }
}
