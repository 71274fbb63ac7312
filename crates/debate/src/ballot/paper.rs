//! The ballot paper of one question: what one participant can cast.
//!
//! A paper is made once per question. Both the schema of the answer and its parser use it, so that every cast the schema allows can be
//! parsed.
use super::{Ballot, Letter};
use crate::ids::Name;
use crate::state::Debate;
use crate::view::Horizon;

/// The ballots that one participant can cast in answer to one question.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Paper {
    /// The kind, with the unit of an estimate.
    pub kind: PaperKind,
    /// The options on it, without merged ones.
    pub options: Vec<Listed>,
    /// The options that others hold; the participant states its consent to those that it does not hold (B-06).
    pub held: Vec<Letter>,
    /// The number of terms that can be adopted, opposed or withdrawn: `T1` to this one.
    pub terms: usize,
    /// Whether the participant has cast a ballot before; if so, a change needs reasons (B-13).
    pub has_cast: bool,
    /// Whether it is a closing ballot, which has no position (B-05).
    pub is_closing: bool,
}

/// The kind of ballot on a paper.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PaperKind {
    /// Options. The word `otherwise`, with a headline, casts none of them.
    Options {
        /// `depends`, `none of these` or `new`.
        otherwise: &'static str,
        /// How the given options are named.
        names: Names,
    },
    /// No ballot: the participant argues an assigned side (B-05).
    Argued,
    /// A number in a unit.
    Estimate {
        /// The unit.
        unit: String,
    },
}

/// How given options are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Names {
    /// `yes`, `no`.
    YesNo,
    /// Their names.
    Given,
    /// There are no given options.
    None,
}

/// An option on a paper.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listed {
    /// Its letter.
    pub letter: Letter,
    /// The word that casts it.
    pub word: String,
}

impl Paper {
    /// The paper of a question to `who`; none if nothing is decided by vote.
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

    /// All words that can be cast.
    pub fn words(&self) -> Vec<&str> {
        let otherwise = match &self.kind {
            PaperKind::Options { otherwise, .. } => Some(*otherwise),
            PaperKind::Estimate { .. } | PaperKind::Argued => None,
        };
        self.options.iter().map(|it| it.word.as_str()).chain(otherwise).collect()
    }

    /// Whether the question asks for a ballot.
    pub fn is_asked(&self) -> bool {
        self.kind != PaperKind::Argued
    }

    /// Whether the question asks for a confidence apart from the ballot; an estimate includes it (B-02).
    pub fn has_confidence(&self) -> bool {
        matches!(self.kind, PaperKind::Options { .. })
    }

    /// The option that a word names, by its cast word or its letter.
    pub fn option(&self, word: &str) -> Option<Letter> {
        let is_it = |it: &&Listed| it.word.to_lowercase() == word.to_lowercase();
        let by_word = self.options.iter().find(is_it);
        by_word.or_else(|| self.options.iter().find(|it| it.letter.to_string() == word)).map(|it| it.letter)
    }
}
