//! The terms of a debate: conditions on which participants would carry their options out (B-04).
//!
//! Not here: which of them go with the decision (`analysis::ballots`).
use super::{add, words};
use crate::ballot::TermAct;
use crate::ids::Name;

/// A condition somebody put. Term `n` has the id `T{n+1}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it says, on one line, as it was put first.
    pub text: String,
    /// The round it came up in.
    pub introduced: u32,
    /// All that was done to it, in the order of rounds and seats.
    pub touches: Vec<TermTouch>,
}

/// Something somebody did to a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermTouch {
    /// In which round.
    pub round: u32,
    /// Who.
    pub by: Name,
    /// What: whoever puts a term adopts it.
    pub act: TermAct,
    /// On what grounds, on one line.
    pub why: Option<String>,
}

/// Who stands where on a term.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Behind {
    /// Who asks for it.
    pub asked: Vec<Name>,
    /// Who opposes it.
    pub opposed: Vec<Name>,
    /// Who has withdrawn it.
    pub withdrawn: Vec<Name>,
}

impl Term {
    /// Who stood where after a round.
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

    /// Who stands where now.
    pub fn now(&self) -> Behind {
        self.after(u32::MAX)
    }

    /// Whether these words put the same term.
    pub(super) fn is_put_by(&self, text: &str) -> bool {
        words(&self.text) == words(text)
    }

    /// Takes in that somebody did something to it.
    pub(super) fn touch(&mut self, round: u32, by: &Name, act: TermAct, why: Option<&str>) {
        let why = why.map(crate::text::one_line).filter(|it| !it.is_empty());
        self.touches.push(TermTouch { round, by: by.clone(), act, why });
    }
}
