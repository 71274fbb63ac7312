//! What a round brought that nobody had said before: claims and FACTs.
//!
//! A participant who is not asked for claims brings no FACT, which says nothing: then it is unknown. Not here: whether what is new is true.
use debate::state::registry::{ClaimRecord, Registry};
use debate::{Debate, Label, Name, Profile, Round};

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
    pub fn claims(&self, round: u32) -> impl Iterator<Item = (usize, &ClaimRecord)> {
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

    /// How many new FACTs a round brought; unknown where somebody who spoke is not asked for claims.
    pub fn brought(&self, debate: &Debate, round: &Round) -> Option<usize> {
        round.spoken.iter().all(|it| is_asked(debate, &it.by)).then(|| self.facts(round.number))
    }
}

/// Whether this participant is asked for claims with their labels.
pub fn is_asked(debate: &Debate, name: &Name) -> bool {
    match debate.profile(name) {
        Profile::Full => !debate.rules.without_labels,
        Profile::Lean => false,
    }
}
