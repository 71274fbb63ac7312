//! Rules of a panel (P-10 … P-23).
use super::{Algorithm, ClosingBallot, Decide, Rules};
use serde::ser::Error;
use serde::{Deserialize, Serialize, Serializer};

/// The rules of counting votes and ending by them, which a panel has no use for (P-18). Without them they have their defaults when a log is
/// read, and older logs, which have them, are read as before.
const COUNTING: [&str; 4] = ["algorithm", "groupthink", "closing_ballot", "decide"];

impl Rules {
    /// The rules that hold: at a panel those of counting have their defaults, whatever a log says, so that one that leaves them out and one that
    /// has them are played alike.
    pub(crate) fn in_force(&self) -> Rules {
        let rules = self.clone();
        if self.panel.is_none() {
            return rules;
        }
        Rules {
            algorithm: Algorithm::default(),
            groupthink: None,
            closing_ballot: ClosingBallot::default(),
            decide: Decide::default(),
            ..rules
        }
    }
}

/// Writes rules; those of a panel without the rules of counting. Logs of revision 0 have them, and stay as they are to the byte.
pub(crate) fn without_counting<S: Serializer>(rules: &Rules, serializer: S) -> Result<S::Ok, S::Error> {
    if !rules.panel.as_ref().is_some_and(PanelRules::is_revised) {
        return rules.serialize(serializer);
    }
    let mut value = serde_json::to_value(rules).map_err(S::Error::custom)?;
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|name, _| !COUNTING.contains(&name.as_str()));
    }
    value.serialize(serializer)
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Event;

    /// P-18, O-24: a panel's events have no rule of counting, other debates' events have them all, and both are read as they were.
    #[test]
    fn rules_of_counting_are_not_recorded_at_a_panel() {
        for panel in [None, Some(PanelRules::default())] {
            let is_panel = panel.is_some();
            let rules = Rules { panel, ..Rules::default() };
            let event = Event::DebateContinued { rules: rules.clone(), said: None, focus: None };
            let read = |line: &str| {
                let Ok(Event::DebateContinued { rules, .. }) = serde_json::from_str(line) else { panic!("{line}") };
                rules
            };
            let line = serde_json::to_string(&event).unwrap();
            for field in ["\"algorithm\"", "\"decide\""] {
                assert_eq!(line.contains(field), !is_panel, "{line}");
            }
            assert_eq!(read(&line), rules.in_force());
            let older = serde_json::json!({"type": "debate_continued", "rules": rules}).to_string();
            assert!(older.contains("algorithm"));
            assert_eq!(read(&older), rules, "an older log");
            assert_eq!(read(&older).in_force(), read(&line).in_force(), "both are played alike");
        }
    }
}
