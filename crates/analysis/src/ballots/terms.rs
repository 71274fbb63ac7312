//! Terms of an option's holders (B-04): shared, requested by some, opposed, withdrawn.
use super::Count;
use debate::state::ResolvedBallot;
use debate::state::registry::{Behind, Registry, Term};
use debate::{Letter, Name};
use serde::Serialize;

/// A condition for carrying out an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TermLine {
    /// Its id, `T1`.
    pub id: String,
    /// Its text.
    pub text: String,
    /// Whether all holders of the option request it, so that it belongs to the option's wording.
    pub is_shared: bool,
    /// Present participants who request it.
    pub asked_by: Vec<Name>,
    /// Participants who oppose it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opposed_by: Vec<Name>,
}

impl Count<'_> {
    /// The terms that holders of the option request, shared ones first; for estimates, of all who cast one.
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

    /// Whether a participant requests a term for this option: a request made before a move belongs to the previous option. A participant
    /// with an assigned side held none.
    fn is_meant(&self, term: &Term, name: &Name, option: Option<Letter>) -> bool {
        let last = term.touches.iter().rfind(|it| it.by == *name).map(|it| it.round);
        let held = last.and_then(|it| self.debate.held_by(name, it)).and_then(ResolvedBallot::option);
        option.is_none() || held.is_none() || held == option
    }
}
