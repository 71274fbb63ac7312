//! What a mode makes of its seats: roles, disciplines, hidden names (D-04, D-16).
//!
//! Assigned once, when a debate opens or `auto` has chosen, and written down with the participants: whatever chance there is, is in
//! the log. Not here: what a role is told (`prompts/`).
use debate::{DebateId, Discipline, Participant, Role};

/// How a mode seats its participants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// All alike.
    Equal,
    /// For, against, and one who weighs both.
    Stances,
    /// Attackers and defenders.
    Teams,
    /// One discipline each.
    Disciplines,
}

/// Whether participants know who is who.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// By name.
    Named,
    /// By pseudonyms that stay, in an order that differs (D-04).
    Anonymous,
}

/// How disciplines are given out (D-16).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Assignment {
    /// In their order, seat by seat.
    #[default]
    RoundRobin,
    /// By chance, from the debate's seed.
    Random,
    /// As listed, seat by seat; the list begins again where it ends.
    Explicit(Vec<Discipline>),
}

/// What seats are assigned by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The debate: no two give out hidden names alike.
    pub debate: DebateId,
    /// Where its chance begins.
    pub seed: u64,
    /// How disciplines are given out.
    pub disciplines: Assignment,
}

impl Seating {
    /// Gives everyone what this seating has for them, and takes what another one gave.
    pub(crate) fn assign(self, participants: &mut [Participant], _chance: &Chance) {
        let seats = participants.len();
        for (seat, participant) in participants.iter_mut().enumerate() {
            participant.discipline = None;
            participant.role = match self {
                Seating::Equal | Seating::Disciplines => None,
                Seating::Stances if seats > 2 && seat + 1 == seats => Some(Role::Evaluator),
                Seating::Stances if seat % 2 == 0 => Some(Role::Primary),
                Seating::Stances => Some(Role::Opposition),
                Seating::Teams if seat % 2 == 0 => Some(Role::Red),
                Seating::Teams => Some(Role::Blue),
            };
        }
    }
}

impl Sight {
    /// Gives everyone the name that this sight has for them, and takes what another one gave.
    pub(crate) fn assign(self, participants: &mut [Participant], _chance: &Chance) {
        for participant in participants {
            participant.alias = None;
        }
    }
}
