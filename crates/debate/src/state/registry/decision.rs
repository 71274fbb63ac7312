//! What the table has decided so far (D-30).
use crate::ids::Name;
use crate::participant::{self, Participant};
use crate::state::{Round, Spoken};
use crate::text;
use crate::turn::Vote;

/// A position that the table signed at the end of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What it says, on one line.
    pub text: String,
    /// Whose position it is.
    pub by: Name,
    /// Who signed it, by seat.
    pub signed: Vec<Name>,
    /// After which round.
    pub round: u32,
}

/// Of those who sit at the table, so many in ten must sign (D-40: 80%).
const SIGNING: usize = 8;

impl Decision {
    /// What a round decided: the position that nobody blocks and nearly all sign, as the signers had read it.
    pub(super) fn of(round: &Round, before: &[Round], seats: &[Participant]) -> Option<Decision> {
        // Openings vote on the topic and have read nobody; a round that was cut short decides nothing.
        if round.number < 2 || round.spoken.len() + round.failed.len() < seats.len() {
            return None;
        }
        let is_blocked = round.spoken.iter().any(|it| it.turn.vote == Some(Vote::Blocker));
        let mut signing = round.signing().filter_map(|it| Some((it, signed(it, seats)?))).peekable();
        let (_, by) = *signing.peek()?;
        let signed: Vec<Name> = signing.filter(|(_, it)| *it == by).map(|(it, _)| it.by.clone()).collect();
        if is_blocked || signed.len() < 2 || signed.len() * 10 < seats.len() * SIGNING {
            return None;
        }
        let position = |it: &Round| it.said_by(by).and_then(|it| it.turn.position.clone());
        let read = before.iter().rev().find_map(position).or_else(|| position(round))?;
        Some(Decision { text: text::one_line(&read), by: by.clone(), signed, round: round.number })
    }
}

/// Whose position a turn signs: a name at the table, or what the others call them.
fn signed<'a>(spoken: &Spoken, seats: &'a [Participant]) -> Option<&'a Name> {
    participant::called(seats, spoken.turn.signs.as_deref()?).map(|it| &it.name)
}
