//! The final state: the turns that the final count uses.
use crate::ballots::thresholds::FEWEST_LIVE;
use debate::event::{Reason, RoundKind};
use debate::{Debate, Name, Round, Spoken};

/// The last turn of every present participant.
#[derive(Clone, Debug)]
pub struct FinalTurns<'a> {
    /// The deciding round.
    pub round: u32,
    /// Its kind.
    pub kind: RoundKind,
    /// The turns, by seat.
    pub spoken: Vec<&'a Spoken>,
}

/// The rounds on the whole topic; takes on one aspect do not count (P-10).
pub fn on_the_whole(debate: &Debate) -> impl DoubleEndedIterator<Item = &Round> {
    debate.rounds.iter().filter(|it| it.kind != RoundKind::Take)
}

impl<'a> FinalTurns<'a> {
    /// The closing ballots alone, if there are any (B-05). Otherwise the last complete round in which at least two spoke, updated by later
    /// turns of an incomplete round; without a complete round, the last one in which two spoke.
    pub fn of(debate: &'a Debate) -> Option<FinalTurns<'a>> {
        let seats = debate.participants.len();
        let heard = || on_the_whole(debate).rev().filter(|it| it.spoken.len() >= FEWEST_LIVE);
        let last = debate.rounds.iter().rev().find(|it| !it.spoken.is_empty());
        let closing = last.filter(|it| it.kind == RoundKind::Ballot);
        if let Some(round) = closing {
            return Some(FinalTurns::just(round));
        }
        let round = heard().find(|it| it.is_finished(seats)).or_else(|| heard().next())?;
        let mut standing = FinalTurns::just(round);
        for later in on_the_whole(debate).filter(|it| it.number > round.number) {
            for spoken in &later.spoken {
                standing.spoken.retain(|it| it.by != spoken.by);
                standing.spoken.push(spoken);
            }
        }
        standing.spoken.sort_by_key(|it| it.seat);
        Some(standing)
    }

    fn just(round: &'a Round) -> FinalTurns<'a> {
        FinalTurns { round: round.number, kind: round.kind, spoken: round.spoken.iter().collect() }
    }

    /// The number of participants who had not answered in any counted round when the debate was stopped. The lost are not among them.
    pub fn unanswered(&self, debate: &Debate) -> usize {
        let is_stopped = debate.closed.as_ref().is_some_and(|it| it.why == Reason::Stopped);
        let is_lost = |name: &Name| debate.rounds.iter().any(|it| it.failed.iter().any(|it| it.by == *name));
        let is_missing = |name: &Name| self.said_by(name).is_none() && !debate.is_arguing(name) && !is_lost(name);
        if is_stopped { debate.participants.iter().filter(|it| is_missing(&it.name)).count() } else { 0 }
    }

    /// The turn of a participant.
    pub fn said_by(&self, name: &Name) -> Option<&'a Spoken> {
        self.spoken.iter().copied().find(|it| it.by == *name)
    }
}
