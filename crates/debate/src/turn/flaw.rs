//! Flaws of an answer (D-21). Not here: detecting them (`reply`).
use super::Stance;
use crate::evidence::Kind;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A flaw of an answer. Recorded, displayed and counted; never repaired silently.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "flaw", rename_all = "snake_case")]
pub enum Flaw {
    /// There is no JSON object in the text.
    NoObject,
    /// Text, a fence or a reasoning block surrounds the object.
    Wrapped,
    /// The object is not valid JSON (a trailing comma, a raw newline in a string, a missing quote).
    Malformed,
    /// The object is truncated; its complete fields are kept.
    Truncated,
    /// Control or direction characters were removed.
    Unprintable,
    /// A required field is missing.
    Missing {
        /// The field.
        field: String,
    },
    /// A section of the mode is missing (D-10); the participant is asked once more.
    MissingSection {
        /// Its name, a key of `reasoning`.
        section: String,
    },
    /// A vulnerability has no mitigation (D-10, D-14); the participant is asked once more.
    Unmitigated {
        /// Its position in the answer, from 1.
        vulnerability: u32,
    },
    /// A question names an unknown participant, and goes to all (D-20).
    UnknownParticipant {
        /// The unknown name.
        name: String,
    },
    /// A change of confidence is given although the ballot changed; it is dropped (D-20).
    ChangedBallot,
    /// A field has the wrong type and was dropped.
    WrongType {
        /// The field.
        field: String,
    },
    /// A field has another notation and was converted (`"0.8"`, `80%`).
    Coerced {
        /// The field.
        field: String,
    },
    /// A number is out of range and was dropped.
    OutOfRange {
        /// The field.
        field: String,
    },
    /// A field was truncated.
    TooLong {
        /// The field.
        field: String,
    },
    /// A citation has no entry in the reference list (D-12).
    UnresolvedCitation {
        /// The cited number.
        number: u32,
    },
    /// A FACT cites nothing (D-11).
    UncitedFact {
        /// The claim's position in the answer, from 1.
        claim: u32,
    },
    /// A FACT has no backing by a tool or a source (D-61).
    UnsourcedFact {
        /// The claim's position in the answer, from 1.
        claim: u32,
    },
    /// An ASSUME cites something (D-11).
    CitedAssumption {
        /// The claim's position in the answer, from 1.
        claim: u32,
    },
    /// The ballot names an unknown option (B-23).
    UnknownOption {
        /// The unknown word.
        word: String,
    },
    /// A required headline is missing or too long (B-02).
    Headline {
        /// How many words it has.
        words: u32,
    },
    /// Lowest value, best guess and highest value are not in order (B-02).
    Unordered,
    /// An action names an unknown term (B-04).
    UnknownTerm {
        /// The unknown id.
        id: String,
    },
    /// A claim action names an unknown claim (D-33).
    UnknownClaim {
        /// The unknown id.
        id: String,
    },
    /// A reference names an unknown attached text or passage; its citations are dropped (O-10).
    UnknownSource {
        /// The unknown id.
        id: String,
    },
    /// A missing kind of evidence was assigned (E-01). In logs of version 0.1 also an implausible one.
    AssignedKind {
        /// The item concerned.
        of: String,
        /// The original kind; none if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<Kind>,
        /// The assigned kind.
        assigned: Kind,
    },
    /// A kind of evidence is implausible. It is kept as given (E-05).
    DoubtedKind {
        /// The item concerned.
        of: String,
        /// The given kind.
        given: Kind,
        /// The kind that its text and sources suggest.
        reads: Kind,
    },
    /// A FACT rests on neither DOCUMENTED nor EMPIRICAL evidence (E-01).
    UnbackedFact {
        /// The claim's position in the answer, from 1.
        claim: u32,
        /// Its strongest kind of evidence.
        rests: Kind,
    },
    /// The stance is not the assigned one (D-17); the participant is asked once more.
    WrongStance {
        /// The given stance; none if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<Stance>,
        /// The assigned stance.
        assigned: Stance,
    },
    /// No text of the persona is relevant to the question: it answered from its identity alone (P-04).
    Ungrounded,
    /// The stance was wrong twice and was replaced by the assigned one (D-17).
    CorrectedStance {
        /// The given stance; none if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<Stance>,
        /// The assigned stance.
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
            Flaw::MissingSection { section } => {
                write!(
                    f,
                    "`reasoning` has no `{section}`: give it as an object with all sections, if only in a few words"
                )
            }
            Flaw::Unmitigated { vulnerability } => {
                write!(f, "vulnerability {vulnerability} has no mitigation: give one, or say why none meets it")
            }
            Flaw::UnknownParticipant { name } => write!(f, "`{name}` is nobody at this table"),
            Flaw::ChangedBallot => f.write_str("`confidence_change` across a changed ballot"),
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
            Flaw::UnknownOption { word } => write!(f, "`ballot`: `{word}` is not on the ballot"),
            Flaw::Headline { words: 0 } => f.write_str("`ballot`: this choice needs a headline"),
            Flaw::Headline { words } => {
                write!(
                    f,
                    "`ballot`: the headline has {words} words, the most is {}",
                    crate::ballot::Ballot::HEADLINE_WORDS
                )
            }
            Flaw::Unordered => f.write_str("`ballot`: lowest, best and highest are not in order"),
            Flaw::UnknownTerm { id } => write!(f, "`{id}` is no term of this debate"),
            Flaw::UnknownClaim { id } => write!(f, "`{id}` is no claim of this debate"),
            Flaw::UnknownSource { id } => write!(f, "`{id}` is no attached text and no part of one"),
            Flaw::AssignedKind { of, found: Some(found), assigned } => {
                write!(f, "the type of {of} was {found} and was set to {assigned}")
            }
            Flaw::AssignedKind { of, found: None, assigned } => {
                write!(f, "the type of {of} was missing and was set to {assigned}")
            }
            Flaw::DoubtedKind { of, given, reads } => {
                write!(f, "the type of {of} is {given} as given; it reads as {reads}")
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
