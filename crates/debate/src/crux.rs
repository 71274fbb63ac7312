//! The card of a crux room: what two participants disagree about (P-24).
//!
//! A card shows that a disagreement exists, not which side is right. Quotations on it are verbatim and name their turn. Not here: producing
//! a card (`formats::panel`, `analysis::crux`).
use crate::ids::{CallId, Name, RoomId};
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
    /// What both agree on, if both said that nothing is left between them (P-21).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreed: Option<Agreement>,
    /// How it was settled. In logs before revision 1 of the rules also set where both merely answered alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved: Option<Resolution>,
    /// Ids of the claims it concerns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<String>,
}

impl Card {
    /// Whether the crux is open, agreed or settled (P-21). Agreeing is not settling: only opened evidence settles.
    pub fn state(&self) -> CruxState {
        match &self.resolved {
            Some(it) if !it.opened.is_empty() => CruxState::Settled,
            Some(_) => CruxState::Agreed,
            None if self.agreed.is_some() => CruxState::Agreed,
            None => CruxState::Open,
        }
    }

    /// The answer that both give in the end, if the crux is settled or they agree on it.
    pub fn common_answer(&self) -> Option<Answered> {
        let settled = self.resolved.as_ref().map(|it| it.answer);
        settled.or_else(|| self.agreed.as_ref().and_then(|it| it.answer))
    }
}

/// What became of a crux (P-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CruxState {
    /// They still differ.
    Open,
    /// Both said that nothing is left between them.
    Agreed,
    /// Evidence that was opened settles it.
    Settled,
}

/// What the two sides of a room agree on (P-21).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreement {
    /// Each side's words for it, verbatim.
    pub on: Vec<Words>,
    /// The answer to the crux question that both give; absent if they give none or different ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answered>,
}

/// A participant's answer to a crux question of a room that it was not in (P-25).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CruxAnswer {
    /// The room.
    pub room: RoomId,
    /// Its answer; absent if it has no view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answered>,
    /// Its reason, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

/// How a turn answers a claim that it names by id (P-40).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimLink {
    /// The id: `C3` for a claim of a round, `R1.2` for the second statement of the first room.
    pub claim: String,
    /// The relation.
    pub relation: ClaimRelation,
}

/// The relation of a turn to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimRelation {
    /// It gives a reason for it.
    Supports,
    /// It gives a reason against it.
    Attacks,
    /// It grants it.
    Concedes,
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
    /// The cause that settled it.
    pub how: String,
    /// The ids of the opened evidence that settles it (E-05); empty in logs before revision 1 of the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<String>,
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
words!(CruxState: Open = "open", Agreed = "agreed", Settled = "settled");
words!(ClaimRelation: Supports = "supports", Attacks = "attacks", Concedes = "concedes");
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
