//! Where everybody stands: the turns that a count of the end is made of.
use crate::ballots::thresholds::FEWEST_LIVE;
use debate::event::RoundKind;
use debate::{Debate, Name, Round, Spoken};

/// The last turn of everyone who is still there.
#[derive(Clone, Debug)]
pub struct Standing<'a> {
    /// The round that decides.
    pub round: u32,
    /// Its kind.
    pub kind: RoundKind,
    /// The turns, by seat.
    pub spoken: Vec<&'a Spoken>,
}

/// The rounds on the topic as a whole: what somebody holds on one aspect is not where it stands (P-10).
pub fn on_the_whole(debate: &Debate) -> impl DoubleEndedIterator<Item = &Round> {
    debate.rounds.iter().filter(|it| it.kind != RoundKind::Take)
}

impl<'a> Standing<'a> {
    /// Of the closing ballots where there are any, and of nothing else (B-05). Else the last round in which all had their turn and two could
    /// speak, with what was said since in a round that was cut short; if no round was finished, the last one in which two spoke.
    pub fn of(debate: &'a Debate) -> Option<Standing<'a>> {
        let seats = debate.participants.len();
        let heard = || on_the_whole(debate).rev().filter(|it| it.spoken.len() >= FEWEST_LIVE);
        let last = debate.rounds.iter().rev().find(|it| !it.spoken.is_empty());
        let closing = last.filter(|it| it.kind == RoundKind::Ballot);
        if let Some(round) = closing {
            return Some(Standing::just(round));
        }
        let round = heard().find(|it| it.is_finished(seats)).or_else(|| heard().next())?;
        let mut standing = Standing::just(round);
        for later in on_the_whole(debate).filter(|it| it.number > round.number) {
            for spoken in &later.spoken {
                standing.spoken.retain(|it| it.by != spoken.by);
                standing.spoken.push(spoken);
            }
        }
        standing.spoken.sort_by_key(|it| it.seat);
        Some(standing)
    }

    fn just(round: &'a Round) -> Standing<'a> {
        Standing { round: round.number, kind: round.kind, spoken: round.spoken.iter().collect() }
    }

    /// The turn of a participant.
    pub fn said_by(&self, name: &Name) -> Option<&'a Spoken> {
        self.spoken.iter().copied().find(|it| it.by == *name)
    }
}
