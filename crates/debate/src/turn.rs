//! An answer, as far as it could honestly be read (D-20).
//!
//! Nothing is made up: a field the participant did not give is absent, and what was wrong with the answer is a [`Flaw`]
//! beside it.
use crate::evidence::Kind;
use crate::text;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a participant said in its turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// What it holds, in a sentence or two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Why, in the sections of the mode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// How sure it is, 0…1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Whether it would sign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vote: Option<Vote>,
    /// Whose position the vote is about: a name at the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signs: Option<String>,
    /// What stands in the way, for a vote that is not ACCEPT.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objection: Option<String>,
    /// What the position rests on, statement by statement.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// What the numbers in the claims point at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub references: Vec<Reference>,
    /// The two or three things to remember.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub key_points: Vec<String>,
    /// How its confidence moved, since when and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence_change: Option<ConfidenceChange>,
    /// The side it was told to take and took (D-17).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stance: Option<Stance>,
    /// What it does to claims that were made before, by id (D-33).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Move>,
    /// What it would have to know and was not given (I-25).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
}

impl Turn {
    /// Blots words out of every text of it, upper and lower case alike (D-50).
    pub fn redact(&mut self, words: &[String]) {
        let blot = |text: &mut String| *text = text::blotted(text, words, REDACTED);
        let texts = [&mut self.position, &mut self.reasoning, &mut self.signs, &mut self.objection];
        texts.into_iter().flatten().for_each(blot);
        self.key_points.iter_mut().for_each(blot);
        self.needs.iter_mut().for_each(blot);
        self.claims.iter_mut().map(|it| &mut it.text).for_each(blot);
        self.references.iter_mut().flat_map(|it| [Some(&mut it.title), it.url.as_mut()]).flatten().for_each(blot);
        self.moves.iter_mut().flat_map(Move::texts_mut).for_each(blot);
        self.confidence_change.iter_mut().filter_map(|it| it.reason.as_mut()).for_each(blot);
    }
}

/// What stands in the place of words that were taken out.
pub(crate) const REDACTED: &str = "[redacted]";

/// The side a participant takes, where the mode assigns one (D-17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Stance {
    /// For it.
    Yes,
    /// Against it.
    No,
    /// Weighing both.
    Neutral,
}

impl Stance {
    /// The word as it is written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Stance::Yes => "YES",
            Stance::No => "NO",
            Stance::Neutral => "NEUTRAL",
        }
    }
}

impl fmt::Display for Stance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What an answer does to a claim of the debate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// The claim's id, `C3`.
    pub claim: String,
    /// What is done to it.
    pub act: Act,
    /// On what grounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// What its evidence is worth (E-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assessment: Option<String>,
    /// What speaks against it (E-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter: Option<Counter>,
    /// What could be held in its place (E-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub synthesis: Option<String>,
}

impl Move {
    /// All that it says in words.
    pub fn texts(&self) -> impl Iterator<Item = &String> {
        let Move { claim: _, act: _, why, assessment, counter, synthesis } = self;
        let counter = counter.as_ref().map(|it| &it.text);
        [why.as_ref(), assessment.as_ref(), counter, synthesis.as_ref()].into_iter().flatten()
    }

    /// The same, to be changed.
    fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let Move { claim: _, act: _, why, assessment, counter, synthesis } = self;
        let counter = counter.as_mut().map(|it| &mut it.text);
        [why.as_mut(), assessment.as_mut(), counter, synthesis.as_mut()].into_iter().flatten()
    }
}

/// Evidence against a claim (E-03).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// What it says, its citation marks taken out.
    pub text: String,
    /// What kind of evidence it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The kind was assigned: the participant gave none, or an implausible one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assigned: bool,
    /// Numbers of the references it cites.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<u32>,
}

/// What can be done to a claim (D-30, D-33).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Act {
    /// It is held too.
    Support,
    /// It is denied.
    Challenge,
    /// It was denied before, and is granted now.
    Concede,
    /// It was made or supported before, and is taken back.
    Retract,
}

impl Act {
    /// All of them.
    pub const ALL: [Act; 4] = [Act::Support, Act::Challenge, Act::Concede, Act::Retract];

    /// The word as it is written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Act::Support => "support",
            Act::Challenge => "challenge",
            Act::Concede => "concede",
            Act::Retract => "retract",
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Whether a participant would sign the decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Vote {
    /// Yes.
    Accept,
    /// Yes, with a reservation.
    Minor,
    /// No, for the objection it states.
    Blocker,
}

impl Vote {
    /// The word as it is written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Vote::Accept => "ACCEPT",
            Vote::Minor => "MINOR",
            Vote::Blocker => "BLOCKER",
        }
    }

    /// Whether it would sign, perhaps with a reservation.
    pub fn is_for(self) -> bool {
        match self {
            Vote::Accept | Vote::Minor => true,
            Vote::Blocker => false,
        }
    }
}

impl fmt::Display for Vote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// One statement an answer rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// What kind of knowledge it claims to be.
    pub label: Label,
    /// The statement, its citation marks taken out.
    pub text: String,
    /// Numbers of the references it cites, ranges expanded (D-12).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<u32>,
    /// What it rests on besides what it cites, or in place of it (E-01).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The kind was assigned: the participant gave none, or an implausible one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assigned: bool,
}

/// What kind of knowledge a claim is (D-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Label {
    /// Directly verifiable; must cite.
    Fact,
    /// Derived; may cite.
    Infer,
    /// An unverified premise or a value; must not cite.
    Assume,
}

impl Label {
    /// The word as it is written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Label::Fact => "FACT",
            Label::Infer => "INFER",
            Label::Assume => "ASSUME",
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A source an answer points at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// The number the claims cite.
    pub number: u32,
    /// What it is.
    pub title: String,
    /// Where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What kind of evidence it is (E-01).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The kind was assigned: the participant gave none, or an implausible one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assigned: bool,
}

/// How a participant's confidence moved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConfidenceChange {
    /// Up or down by how much.
    pub delta: f64,
    /// Since which round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u32>,
    /// What moved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What was wrong with an answer. Recorded, shown, counted; never silently mended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "flaw", rename_all = "snake_case")]
pub enum Flaw {
    /// There is no JSON object in the text.
    NoObject,
    /// There were other words, a fence or a think block around the object.
    Wrapped,
    /// The object is not quite JSON (a trailing comma, a bare newline in a string, a missing quote).
    Malformed,
    /// The object breaks off; what was complete is kept.
    Truncated,
    /// Control or direction characters were taken out.
    Unprintable,
    /// A field that must be there is not.
    Missing {
        /// Which.
        field: String,
    },
    /// A field holds something of another kind and could not be read.
    WrongType {
        /// Which.
        field: String,
    },
    /// A field holds its value in another form, and was read (`"0.8"`, `80%`).
    Coerced {
        /// Which.
        field: String,
    },
    /// A number lies outside what is allowed and was not read.
    OutOfRange {
        /// Which.
        field: String,
    },
    /// A field was longer than is kept.
    TooLong {
        /// Which.
        field: String,
    },
    /// A citation has no entry in the reference list (D-12).
    UnresolvedCitation {
        /// The number cited.
        number: u32,
    },
    /// A FACT cites nothing (D-11).
    UncitedFact {
        /// The claim's place in the answer, from 1.
        claim: u32,
    },
    /// No tool and no source backs a FACT (D-61).
    UnsourcedFact {
        /// The claim's place in the answer, from 1.
        claim: u32,
    },
    /// An ASSUME cites something (D-11).
    CitedAssumption {
        /// The claim's place in the answer, from 1.
        claim: u32,
    },
    /// A move names a claim that nobody has made (D-33).
    UnknownClaim {
        /// The id it names.
        id: String,
    },
    /// A reference names an attached text, or a part of one, that is not there; nothing cites it any more (O-10).
    UnknownSource {
        /// The id it names.
        id: String,
    },
    /// A type of evidence was missing or implausible and was assigned (E-01).
    AssignedKind {
        /// What it is the type of.
        of: String,
        /// The one it had; none if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<Kind>,
        /// The one it has now.
        assigned: Kind,
    },
    /// A FACT rests on neither DOCUMENTED nor EMPIRICAL evidence (E-01).
    UnbackedFact {
        /// The claim's place in the answer, from 1.
        claim: u32,
        /// The strongest that it rests on.
        rests: Kind,
    },
    /// The stance is not the one assigned (D-17); asked for once more.
    WrongStance {
        /// The one it has; none if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<Stance>,
        /// The one it must have.
        assigned: Stance,
    },
    /// Nothing that its persona wrote bears on the question: it answered from who it is alone (P-04).
    Ungrounded,
    /// The stance was wrong twice and was set to the one assigned (D-17).
    CorrectedStance {
        /// The one it had; none if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<Stance>,
        /// The one it has now.
        assigned: Stance,
    },
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::NoObject => f.write_str("no JSON object in the answer"),
            Flaw::Wrapped => f.write_str("text around the JSON object"),
            Flaw::Malformed => f.write_str("not quite JSON"),
            Flaw::Truncated => f.write_str("the object breaks off"),
            Flaw::Unprintable => f.write_str("control or direction characters"),
            Flaw::Missing { field } => write!(f, "`{field}` is missing"),
            Flaw::WrongType { field } => write!(f, "`{field}` has the wrong type"),
            Flaw::Coerced { field } => write!(f, "`{field}` is in another form"),
            Flaw::OutOfRange { field } => write!(f, "`{field}` is out of range"),
            Flaw::TooLong { field } => write!(f, "`{field}` is too long"),
            Flaw::UnresolvedCitation { number } => write!(f, "[{number}] is not in `references`"),
            Flaw::UncitedFact { claim } => write!(f, "claim {claim} is a FACT without a citation"),
            Flaw::UnsourcedFact { claim } => {
                write!(
                    f,
                    "claim {claim} is a FACT that no tool and no source backs: look it up, cite it or label it otherwise"
                )
            }
            Flaw::CitedAssumption { claim } => write!(f, "claim {claim} is an ASSUME with a citation"),
            Flaw::UnknownClaim { id } => write!(f, "`{id}` is no claim of this debate"),
            Flaw::UnknownSource { id } => write!(f, "`{id}` is no attached text and no part of one"),
            Flaw::AssignedKind { of, found: Some(found), assigned } => {
                write!(f, "the type of {of} was {found} and was set to {assigned}")
            }
            Flaw::AssignedKind { of, found: None, assigned } => {
                write!(f, "the type of {of} was missing and was set to {assigned}")
            }
            Flaw::UnbackedFact { claim, rests } => {
                write!(f, "claim {claim} is a FACT and rests on nothing stronger than {rests}")
            }
            Flaw::WrongStance { found, assigned } => {
                write!(f, "`stance` must be {assigned}")?;
                found.map_or(Ok(()), |it| write!(f, ", not {it}"))
            }
            Flaw::Ungrounded => f.write_str("nothing it has written bears on this"),
            Flaw::CorrectedStance { found: Some(found), assigned } => {
                write!(f, "`stance` was {found} and was set to {assigned}, as assigned")
            }
            Flaw::CorrectedStance { found: None, assigned } => {
                write!(f, "`stance` was missing and was set to {assigned}, as assigned")
            }
        }
    }
}
