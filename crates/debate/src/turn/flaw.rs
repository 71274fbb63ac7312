//! What can be wrong with an answer (D-21). Not here: how it is found (`reply`).
use super::Stance;
use crate::evidence::Kind;
use serde::{Deserialize, Serialize};
use std::fmt;

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
    /// A section that the mode asks for is not there (D-10); asked for once more.
    MissingSection {
        /// Its name, a key of `reasoning`.
        section: String,
    },
    /// A vulnerability has no mitigation (D-10, D-14); asked for once more.
    Unmitigated {
        /// Its place in the answer, from 1.
        vulnerability: u32,
    },
    /// A question is put to nobody at the table, and goes to all (D-20).
    UnknownParticipant {
        /// The name it is put to.
        name: String,
    },
    /// A change of confidence is given though the ballot changed, and is left out (D-20).
    ChangedBallot,
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
    /// The ballot names no option that is on it (B-23).
    UnknownOption {
        /// What it names.
        word: String,
    },
    /// A ballot that needs a headline has none, or one that is too long (B-02).
    Headline {
        /// How many words it has.
        words: u32,
    },
    /// The lowest value, the best guess and the highest one are not in that order (B-02).
    Unordered,
    /// A move names a term that nobody has put (B-04).
    UnknownTerm {
        /// The id it names.
        id: String,
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
    /// A type of evidence was missing and was assigned (E-01). In logs of version 0.1 also one that was implausible.
    AssignedKind {
        /// What it is the type of.
        of: String,
        /// The one it had; none if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<Kind>,
        /// The one it has now.
        assigned: Kind,
    },
    /// A type of evidence is implausible. It stays as it was given (E-05).
    DoubtedKind {
        /// What it is the type of.
        of: String,
        /// The one that was given.
        given: Kind,
        /// The one that its words and its sources tell.
        reads: Kind,
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
