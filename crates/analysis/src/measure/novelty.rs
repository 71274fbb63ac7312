//! New claims and FACTs of a round.
//!
//! The number of new FACTs is unknown if a participant is not asked for claims. Not here: whether they are true.
use debate::state::registry::{ClaimRecord, Registry};
use debate::{Debate, Label, Name, Profile, Round};

/// The registry including the current round.
#[derive(Clone, Debug, PartialEq)]
pub struct NovelClaims {
    registry: Registry,
    /// The current round with the indices of its claims, if the fold has not entered it yet.
    current: Option<Round>,
}

impl NovelClaims {
    /// The registry of a debate in its current state.
    pub fn of(debate: &Debate) -> NovelClaims {
        let (registry, current) = debate.entered();
        NovelClaims { registry, current }
    }

    /// Claims and sources with their indices.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Claims first stated in a round, with their indices.
    pub fn claims(&self, round: u32) -> impl Iterator<Item = (usize, &ClaimRecord)> {
        self.registry.claims.iter().enumerate().filter(move |(_, it)| it.introduced == round)
    }

    /// The indices of a turn's claims.
    pub fn claims_of<'a>(&'a self, round: &'a Round, name: &Name) -> &'a [usize] {
        let entered = self.current.as_ref().filter(|it| it.number == round.number).unwrap_or(round);
        entered.said_by(name).map(|it| it.claims.as_slice()).unwrap_or_default()
    }

    /// The number of new FACTs of a round.
    pub fn facts(&self, round: u32) -> usize {
        self.claims(round).filter(|(_, it)| it.label == Label::Fact).count()
    }

    /// The number of new FACTs of a round; unknown if a speaker is not asked for claims.
    pub fn brought(&self, debate: &Debate, round: &Round) -> Option<usize> {
        round.spoken.iter().all(|it| is_asked(debate, &it.by)).then(|| self.facts(round.number))
    }
}

/// Whether a participant is asked for claims with labels.
pub fn is_asked(debate: &Debate, name: &Name) -> bool {
    match debate.profile(name) {
        Profile::Full => !debate.rules.without_labels,
        Profile::Lean => false,
    }
}
