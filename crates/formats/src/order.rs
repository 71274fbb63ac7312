//! The speaking order within a round, and how much of the round each participant sees (D-02).
use debate::{Horizon, Parallel, Participant};

/// The order of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// All at once; nobody sees anything of this round.
    Together,
    /// One after the other; each sees the turns before its own.
    InTurn,
    /// All but the last at once; the last sees them all.
    LastHears,
    /// As [`Order::Together`], even where a rule orders otherwise.
    Independent,
}

/// Participants who are asked at the same time.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Batch<'a> {
    /// The participants.
    pub(crate) who: Vec<&'a Participant>,
    /// How much of the current round they see.
    pub(crate) horizon: Horizon,
}

impl From<Parallel> for Order {
    fn from(level: Parallel) -> Order {
        match level {
            Parallel::None => Order::InTurn,
            Parallel::LastOnly => Order::LastHears,
            Parallel::Full => Order::Together,
        }
    }
}

impl Order {
    /// Which of the participants that owe a turn are asked next, where `last` sits last.
    ///
    /// `is_again` tells whose first answer could not be used. All first answers of a batch come before any second one, so that an interrupted
    /// debate continues in the same order.
    pub(crate) fn batch<'a>(
        self,
        owing: Vec<&'a Participant>,
        last: Option<&Participant>,
        is_again: impl Fn(&Participant) -> bool,
    ) -> Batch<'a> {
        let is_last = |it: &&Participant| last.is_some_and(|last| last.name == it.name);
        match self {
            Order::InTurn => Batch { who: owing.into_iter().take(1).collect(), horizon: Horizon::Now },
            Order::LastHears if owing.iter().all(is_last) => Batch { who: owing, horizon: Horizon::Now },
            Order::Together | Order::Independent | Order::LastHears => {
                let together: Vec<&Participant> =
                    owing.into_iter().filter(|it| self != Order::LastHears || !is_last(it)).collect();
                let first: Vec<&Participant> = together.iter().copied().filter(|it| !is_again(it)).collect();
                Batch { who: if first.is_empty() { together } else { first }, horizon: Horizon::BeforeRound }
            }
        }
    }

    /// How many participants the first batch of a round has.
    pub(crate) fn first_batch(self, seats: usize) -> usize {
        match self {
            Order::Together | Order::Independent => seats,
            Order::InTurn => 1,
            Order::LastHears => seats.saturating_sub(1),
        }
    }

    /// Whether anybody sees earlier turns of the same round.
    pub(crate) fn is_heard(self) -> bool {
        match self {
            Order::Together | Order::Independent => false,
            Order::InTurn | Order::LastHears => true,
        }
    }
}
