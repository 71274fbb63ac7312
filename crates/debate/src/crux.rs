//! The card of a crux room: what two participants disagree about (P-24).
//!
//! A card shows that a disagreement exists, not which side is right. Quotations on it are verbatim and name their turn. Not here: producing
//! a card (`formats::panel`, `analysis::crux`).
use crate::ids::{CallId, Name};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The result of a crux room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// The question the room was opened with.
    pub question: String,
    /// The position of each side in its own words, in the order of the room.
    pub positions: Vec<CardPosition>,
    /// The point that would settle the question.
    pub crux: String,
    /// The kind of crux; absent if the sides name different kinds, or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<CruxKind>,
    /// A more exact kind, if stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finer: Option<Finer>,
    /// What would change each side's mind; absent for a side that did not say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub falsifiers: Vec<Words>,
    /// A question whose answer would settle it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settling: Option<String>,
    /// Concessions made in the room.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conceded: Vec<Words>,
    /// Whether and how they settled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved: Option<Resolution>,
    /// Ids of the claims it concerns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<String>,
}

/// The position of one side on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardPosition {
    /// The participant.
    pub by: Name,
    /// Its answer; absent if its words do not give one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answered>,
    /// Its own words.
    pub words: String,
    /// The turn that contains them.
    pub turn: CallId,
}

/// Shown instead of an answer that was not given.
pub const UNSAID: &str = "unsaid";

impl CardPosition {
    /// Its answer for display.
    pub fn told(&self) -> &'static str {
        self.answer.map_or(UNSAID, Answered::as_str)
    }
}

/// A verbatim quotation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// The speaker.
    pub by: Name,
    /// The words.
    pub words: String,
    /// The turn that contains them.
    pub turn: CallId,
}

/// How a crux was settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolution {
    /// The agreed answer.
    pub answer: Answered,
    /// What settled it.
    pub how: String,
}

/// An answer to a crux question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    /// Yes.
    Yes,
    /// No.
    No,
    /// It depends.
    Nuanced,
}

/// The kind of a crux.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CruxKind {
    /// A fact that could be checked.
    Empirical,
    /// Which value has priority.
    Values,
    /// The meaning of a word.
    Definitional,
}

/// A more exact kind of crux.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finer {
    /// The time horizon.
    Horizon,
    /// The standard of evidence.
    EvidenceStandard,
    /// A premise on which the sides differ.
    Premise,
}

macro_rules! words {
    ($it:ident: $($variant:ident = $word:literal),+) => {
        impl $it {
            /// All of them.
            pub const ALL: &'static [$it] = &[$($it::$variant),+];

            /// Its name as people type and read it.
            pub fn as_str(self) -> &'static str {
                match self {
                    $($it::$variant => $word),+
                }
            }

            /// The one of that name, case and underscores aside.
            pub fn named(word: &str) -> Option<$it> {
                let word = word.trim().to_lowercase().replace('_', " ");
                $it::ALL.iter().copied().find(|it| it.as_str() == word)
            }
        }

        impl fmt::Display for $it {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

words!(Answered: Yes = "yes", No = "no", Nuanced = "nuanced");
words!(CruxKind: Empirical = "empirical", Values = "values", Definitional = "definitional");
words!(Finer: Horizon = "horizon", EvidenceStandard = "evidence standard", Premise = "premise");

#[cfg(test)]
mod tests {
    use super::*;

    /// P-24: an answer is parsed as before; an absent one is not serialized, and is displayed as unsaid.
    #[test]
    fn an_answer_is_there_or_is_not() {
        let head = r#"{"by":"ada","#;
        let tail = r#""words":"It does.","turn":"room-1/position/1/ada"}"#;
        for (answer, told) in [
            (r#""answer":"yes","#, "yes"),
            (r#""answer":"no","#, "no"),
            (r#""answer":"nuanced","#, "nuanced"),
            ("", "unsaid"),
        ] {
            let line = format!("{head}{answer}{tail}");
            let stand: CardPosition = serde_json::from_str(&line).unwrap();
            assert_eq!((stand.told(), serde_json::to_string(&stand).unwrap()), (told, line));
        }
    }
}
