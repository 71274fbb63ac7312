//! Terms: conditions under which participants would carry out their options (B-04).
//!
//! Not here: which terms belong to the decision (`analysis::ballots`).
use super::{add, words};
use crate::ballot::TermAct;
use crate::ids::Name;

/// A term. Term `n` has the id `T{n+1}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its text on one line, as first stated.
    pub text: String,
    /// The round in which it was first stated.
    pub introduced: u32,
    /// All actions on it, by round and seat.
    pub touches: Vec<TermTouch>,
}

/// An action on a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermTouch {
    /// In which round.
    pub round: u32,
    /// The participant.
    pub by: Name,
    /// The action; stating a term adopts it.
    pub act: TermAct,
    /// The reason, on one line.
    pub why: Option<String>,
}

/// Participants by their stance on a term.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Behind {
    /// The participants that ask for it.
    pub asked: Vec<Name>,
    /// The participants that oppose it.
    pub opposed: Vec<Name>,
    /// The participants that have withdrawn it.
    pub withdrawn: Vec<Name>,
}

impl Term {
    /// The stances after a round.
    pub fn after(&self, round: u32) -> Behind {
        let mut behind = Behind::default();
        let mut names: Vec<&Name> = Vec::new();
        let touches = || self.touches.iter().filter(|it| it.round <= round);
        touches().for_each(|it| add(&mut names, &it.by));
        for name in names {
            let last = touches().rfind(|it| it.by == *name).map(|it| it.act);
            let list = match last {
                Some(TermAct::Adopt) => &mut behind.asked,
                Some(TermAct::Oppose) => &mut behind.opposed,
                Some(TermAct::Withdraw) => &mut behind.withdrawn,
                None => continue,
            };
            list.push(name.clone());
        }
        behind
    }

    /// The current stances.
    pub fn now(&self) -> Behind {
        self.after(u32::MAX)
    }

    /// Whether a text states the same term.
    pub(super) fn is_put_by(&self, text: &str) -> bool {
        words(&self.text) == words(text)
    }

    /// Records an action.
    pub(super) fn touch(&mut self, round: u32, by: &Name, act: TermAct, why: Option<&str>) {
        let why = why.map(crate::text::one_line).filter(|it| !it.is_empty());
        self.touches.push(TermTouch { round, by: by.clone(), act, why });
    }
}
