//! What two people really disagree about, on a card (P-24).
//!
//! A card is evidence that a disagreement exists, never of who is right. Words on it are somebody's own and name the turn they stand in.
//! Not here: how one is come by (`formats::panel`, `analysis::crux`).
use crate::ids::{CallId, Name};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What came out of a crux room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// The question the room was opened with.
    pub question: String,
    /// What both hold, in their own words, in the order of the room.
    pub positions: Vec<Stand>,
    /// The thing that, if it were settled, would settle the question.
    pub crux: String,
    /// What kind of thing it is; absent where they name different kinds, or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<CruxKind>,
    /// More exactly, where it was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finer: Option<Finer>,
    /// What would change each one's mind; absent for one who did not say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub falsifiers: Vec<Words>,
    /// The question whose answer would settle it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settling: Option<String>,
    /// What was conceded on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conceded: Vec<Words>,
    /// Whether they settled it, and how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved: Option<Resolution>,
    /// Claims of the debate that it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<String>,
}

/// What one of the two holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stand {
    /// Who.
    pub by: Name,
    /// Which way; absent where its words do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answered>,
    /// In their own words.
    pub words: String,
    /// Where they said it.
    pub turn: CallId,
}

/// What is told where somebody's words do not say which way.
pub const UNSAID: &str = "unsaid";

impl Stand {
    /// Its answer as people read it.
    pub fn told(&self) -> &'static str {
        self.answer.map_or(UNSAID, Answered::as_str)
    }
}

/// Somebody's own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// Whose.
    pub by: Name,
    /// The words.
    pub words: String,
    /// Where they stand.
    pub turn: CallId,
}

/// How a crux was settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolution {
    /// Which way.
    pub answer: Answered,
    /// By what.
    pub how: String,
}

/// An answer to a crux question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    /// It is so.
    Yes,
    /// It is not.
    No,
    /// It depends.
    Nuanced,
}

/// What kind of thing a crux is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CruxKind {
    /// What is the case: somebody could look.
    Empirical,
    /// What matters more.
    Values,
    /// What a word means.
    Definitional,
}

/// What an empirical or other crux turns on, more exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finer {
    /// How far ahead one looks.
    Horizon,
    /// What counts as evidence.
    EvidenceStandard,
    /// What both sides take for granted, differently.
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

    /// P-24: an answer is read as it always was; where there is none nothing is written, and it is told as that.
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
            let stand: Stand = serde_json::from_str(&line).unwrap();
            assert_eq!((stand.told(), serde_json::to_string(&stand).unwrap()), (told, line));
        }
    }
}
