//! Terms of those who hold an option (B-04): shared by all of them, asked for by some, opposed, withdrawn.
use super::Count;
use debate::state::Held;
use debate::state::registry::{Behind, Registry, Term};
use debate::{Letter, Name};
use serde::Serialize;

/// A condition on which an option would be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TermLine {
    /// Its id, `T1`.
    pub id: String,
    /// What it says.
    pub text: String,
    /// Whether all who hold the option ask for it: then it belongs to the option's wording.
    pub is_shared: bool,
    /// Who asks for it, of those who are there.
    pub asked_by: Vec<Name>,
    /// Who opposes it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opposed_by: Vec<Name>,
}

impl Count<'_> {
    /// The terms that somebody who holds the option asks for, those shared by all first; of estimates, of all who cast one.
    pub fn terms(&self, registry: &Registry, option: Option<Letter>) -> Vec<TermLine> {
        let holds = |name: &Name| {
            let mut voters = self.voters.iter().filter(|it| it.held.is_some());
            voters.any(|it| it.name() == name && (option.is_none() || it.option() == option))
        };
        let is_there = |name: &Name| self.voters.iter().any(|it| it.name() == name);
        let holders = self.voters.iter().filter(|it| holds(it.name())).count();
        let line = |(place, term): (usize, &Term)| {
            let Behind { asked, opposed, .. } = term.now();
            let asked_by: Vec<Name> =
                asked.into_iter().filter(|it| is_there(it) && self.is_meant(term, it, option)).collect();
            let behind = asked_by.iter().filter(|it| holds(it)).count();
            (behind > 0).then(|| TermLine {
                id: debate::state::registry::id('T', place),
                text: term.text.clone(),
                is_shared: behind == holders && holders > 1 && opposed.is_empty(),
                asked_by,
                opposed_by: opposed.into_iter().filter(|it| is_there(it)).collect(),
            })
        };
        let mut lines: Vec<TermLine> = registry.terms.iter().enumerate().filter_map(line).collect();
        lines.sort_by_key(|it| (!it.is_shared, std::cmp::Reverse(it.asked_by.len())));
        lines
    }

    /// Whether somebody asks for a term as a condition of this option: whoever has moved since it last did asked for it as one of another.
    /// Whoever argued a side then held none.
    fn is_meant(&self, term: &Term, name: &Name, option: Option<Letter>) -> bool {
        let last = term.touches.iter().rfind(|it| it.by == *name).map(|it| it.round);
        let held = last.and_then(|it| self.debate.held_by(name, it)).and_then(Held::option);
        option.is_none() || held.is_none() || held == option
    }
}
