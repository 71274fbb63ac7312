//! The ballot paper of one question: what may be cast in answer to it, and by whom.
//!
//! It is made once when a question is put. The schema of the answer and the reader of the answer both go by it, so that what is
//! offered and what is read are the same.
use super::{Ballot, Letter};
use crate::ids::Name;
use crate::state::Debate;
use crate::view::Horizon;

/// What may be cast in answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Paper {
    /// The kind, with the unit of an estimate.
    pub kind: PaperKind,
    /// The options on it, merged ones left out.
    pub options: Vec<Listed>,
    /// The options that somebody else holds: where one stands on those that one does not hold is asked (B-06).
    pub held: Vec<Letter>,
    /// How many terms there are to adopt, oppose or withdraw: `T1` to that one.
    pub terms: usize,
    /// Whether the participant has cast a ballot before: if so, a change wants its reasons (B-13).
    pub has_cast: bool,
    /// Whether it is a closing ballot, which has no position (B-05).
    pub is_closing: bool,
}

/// What kind of ballot a paper is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PaperKind {
    /// Options; the word is cast by whoever wants none of them, with a headline.
    Options {
        /// `depends`, `none of these` or `new`.
        otherwise: &'static str,
        /// Whether a first answer is meant: nothing is on it that came from the participants.
        names: Names,
    },
    /// Nothing: the participant argues a side that it was given (B-05).
    Argued,
    /// A number in a unit.
    Estimate {
        /// The unit.
        unit: String,
    },
}

/// By what given options are cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Names {
    /// `yes`, `no`.
    YesNo,
    /// Their names.
    Given,
    /// None are given.
    None,
}

/// An option as it stands on a paper.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listed {
    /// Its letter.
    pub letter: Letter,
    /// The word by which it is cast.
    pub word: String,
}

impl Paper {
    /// The paper of a question to `who`; none where nothing is voted on.
    pub fn of(debate: &Debate, who: &Name, horizon: Horizon) -> Option<Paper> {
        let ballot = debate.ballot.as_ref()?;
        let is_closing = debate.is_closing();
        let kind = match ballot {
            _ if debate.is_arguing(who) && !is_closing => PaperKind::Argued,
            Ballot::Estimate { unit } => PaperKind::Estimate { unit: unit.clone() },
            Ballot::YesNo => PaperKind::Options { otherwise: super::DEPENDS, names: Names::YesNo },
            Ballot::Choice { .. } => PaperKind::Options { otherwise: super::NONE_OF_THESE, names: Names::Given },
            Ballot::Open => PaperKind::Options { otherwise: super::NEW, names: Names::None },
        };
        let options = debate.options_at(horizon);
        let listed = |(letter, it): (Letter, super::Choice)| {
            let word = match (ballot, it.is_given()) {
                (Ballot::YesNo, true) => it.headline.to_lowercase(),
                (Ballot::Choice { .. }, true) => it.headline,
                (_, _) => letter.to_string(),
            };
            Listed { letter, word }
        };
        let options = options.into_iter().filter(|(_, it)| it.merged.is_none()).map(listed).collect();
        let holders = debate.holders_at(horizon);
        let asks = !is_closing && matches!(kind, PaperKind::Options { .. });
        let others = holders.iter().filter(|(name, _)| *name != who).filter_map(|(_, it)| it.option());
        let mut held: Vec<Letter> = others.filter(|_| asks).collect();
        held.sort_unstable();
        held.dedup();
        let terms = debate.terms_at(horizon);
        let has_cast = debate.rounds.iter().filter_map(|it| it.said_by(who)).any(|it| it.turn.ballot.is_some());
        Some(Paper { kind, options, held, terms, has_cast, is_closing })
    }

    /// The words that may be cast.
    pub fn words(&self) -> Vec<&str> {
        let otherwise = match &self.kind {
            PaperKind::Options { otherwise, .. } => Some(*otherwise),
            PaperKind::Estimate { .. } | PaperKind::Argued => None,
        };
        self.options.iter().map(|it| it.word.as_str()).chain(otherwise).collect()
    }

    /// Whether a ballot is asked for.
    pub fn is_asked(&self) -> bool {
        self.kind != PaperKind::Argued
    }

    /// Whether the confidence is asked for beside the ballot: an estimate has its own (B-02).
    pub fn has_confidence(&self) -> bool {
        matches!(self.kind, PaperKind::Options { .. })
    }

    /// The option that a word names: by the word it is cast by, or by its letter.
    pub fn option(&self, word: &str) -> Option<Letter> {
        let is_it = |it: &&Listed| it.word.to_lowercase() == word.to_lowercase();
        let by_word = self.options.iter().find(is_it);
        by_word.or_else(|| self.options.iter().find(|it| it.letter.to_string() == word)).map(|it| it.letter)
    }
}
