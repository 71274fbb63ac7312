//! What a round brought that nobody had said before: claims, facts, reasons.
//!
//! A participant who is not asked for claims brings no FACT, which says nothing: of those the reasons are looked at. Not here: whether
//! what is new is true.
use crate::convergence::content;
use crate::thresholds::{LOOK_BACK, NEW_REASON};
use debate::state::registry::{Known, Registry};
use debate::{Debate, Label, Name, Profile, Round, Spoken};
use std::collections::BTreeSet;

/// All that was claimed and cited, the current round included.
#[derive(Clone, Debug, PartialEq)]
pub struct News {
    registry: Registry,
    /// The current round with the places of its claims, where the fold has not entered it yet.
    current: Option<Round>,
}

impl News {
    /// Of a debate as it stands.
    pub fn of(debate: &Debate) -> News {
        let (registry, current) = debate.entered();
        News { registry, current }
    }

    /// Claims and sources with their places.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Claims that came up in a round, each with its place.
    pub fn claims(&self, round: u32) -> impl Iterator<Item = (usize, &Known)> {
        self.registry.claims.iter().enumerate().filter(move |(_, it)| it.introduced == round)
    }

    /// The places of the claims of a turn.
    pub fn claims_of<'a>(&'a self, round: &'a Round, name: &Name) -> &'a [usize] {
        let entered = self.current.as_ref().filter(|it| it.number == round.number).unwrap_or(round);
        entered.said_by(name).map(|it| it.claims.as_slice()).unwrap_or_default()
    }

    /// How many FACTs came up in a round.
    pub fn facts(&self, round: u32) -> usize {
        self.claims(round).filter(|(_, it)| it.label == Label::Fact).count()
    }

    /// What a round brought: its new FACTs, and the new reasons of those who are not asked for claims.
    pub fn brought(&self, debate: &Debate, round: &Round) -> usize {
        let unasked: Vec<&Spoken> = round.spoken.iter().filter(|it| !is_asked(debate, &it.by)).collect();
        self.facts(round.number) + if unasked.is_empty() { 0 } else { new_reasons(debate, round, &unasked) }
    }
}

/// Whether this participant is asked for claims with their labels.
pub fn is_asked(debate: &Debate, name: &Name) -> bool {
    match debate.profile(name) {
        Profile::Full => !debate.rules.without_labels,
        Profile::Lean => false,
    }
}

/// How many of these turns of a round give a reason most of which nobody said in the rounds before it.
fn new_reasons(debate: &Debate, round: &Round, turns: &[&Spoken]) -> usize {
    let earlier = debate.rounds.iter().filter(|it| it.number < round.number && it.number + LOOK_BACK >= round.number);
    let earlier = earlier.flat_map(|it| &it.spoken);
    let texts = earlier.flat_map(|it| [&it.turn.reasoning, &it.turn.position, &it.turn.objection]).flatten();
    let said: BTreeSet<String> = texts.flat_map(|it| content(it)).collect();
    let is_new = |it: &&&Spoken| {
        let reason = it.turn.reasoning.as_deref().map(content).unwrap_or_default();
        !reason.is_empty() && reason.difference(&said).count() as f64 >= reason.len() as f64 * NEW_REASON
    };
    turns.iter().filter(is_new).count()
}
