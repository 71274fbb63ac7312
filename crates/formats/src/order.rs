//! Who speaks when within a round, and what of it they see (D-02).
use debate::{Horizon, Participant};

/// The order of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// All at once; nobody sees anything of this round.
    Together,
    /// One after the other; each sees those before.
    InTurn,
}

impl Order {
    /// Who of those that owe a turn is asked next.
    ///
    /// `is_again` tells whose first answer could not be used. All first answers of a batch come before any second one, so
    /// that a debate cut in between goes on in the same order.
    pub(crate) fn batch(self, owing: Vec<&Participant>, is_again: impl Fn(&Participant) -> bool) -> Vec<&Participant> {
        match self {
            Order::InTurn => owing.into_iter().take(1).collect(),
            Order::Together => {
                let first: Vec<&Participant> = owing.iter().copied().filter(|it| !is_again(it)).collect();
                if first.is_empty() { owing } else { first }
            }
        }
    }

    /// How many are asked first in a round of that many seats.
    pub(crate) fn first_batch(self, seats: usize) -> usize {
        match self {
            Order::Together => seats,
            Order::InTurn => 1,
        }
    }

    /// What of the current round a speaker sees.
    pub(crate) fn horizon(self) -> Horizon {
        match self {
            Order::Together => Horizon::BeforeRound,
            Order::InTurn => Horizon::Now,
        }
    }
}
