//! Counts ballots: who holds which option, agreement, stability, the leading option (B-10 … B-18).
//!
//! All counting is here. It uses declared fields and never prose, so that equal ballots give equal figures in every language (B-20, B-21).
//! Not here: when a debate ends, its label, and the verdict (`decision`).
mod estimates;
pub mod figures;
mod final_turns;
pub mod history;
pub mod moves;
pub mod pool;
pub mod rules;
pub mod terms;
pub mod thresholds;

pub use final_turns::{FinalTurns, on_the_whole};

use crate::measure::{mean, median, rounded};
use debate::ballot::OnOption;
use debate::state::ResolvedBallot;
use debate::{Debate, Letter, Name, Round, Spoken, Vote};

/// The ballots of a debate at one time.
#[derive(Clone, Debug)]
pub struct Count<'a> {
    debate: &'a Debate,
    /// The last round considered, with the options as they were after it (B-12).
    upto: u32,
    /// Participants who are present and may cast a ballot, by seat.
    pub voters: Vec<Voter<'a>>,
    /// Participants who were still to answer when the debate was stopped: they have no ballot, and nobody speaks for them.
    unanswered: usize,
}

/// A participant whose ballot counts.
#[derive(Clone, Copy, Debug)]
pub struct Voter<'a> {
    /// The counted turn.
    pub spoken: &'a Spoken,
    /// Its ballot; none if the turn has none (B-23).
    pub held: Option<ResolvedBallot<'a>>,
}

impl<'a> Voter<'a> {
    /// Its name.
    pub fn name(&self) -> &'a Name {
        &self.spoken.by
    }

    /// The option it holds.
    pub fn option(&self) -> Option<Letter> {
        self.held.and_then(ResolvedBallot::option)
    }

    /// Its confidence.
    pub fn confidence(&self) -> Option<f64> {
        self.spoken.turn.confidence
    }
}

impl<'a> Count<'a> {
    /// Counts the ballots of a round: turns of participants without an assigned side (B-05).
    pub fn of_round(debate: &'a Debate, round: &'a Round) -> Count<'a> {
        Count::of(debate, round.number, round.spoken.iter())
    }

    /// Counts the ballots of a round with the options as they were after a later round; regrouping does not count as a change.
    pub fn of_round_after(debate: &'a Debate, round: &'a Round, after: u32) -> Count<'a> {
        Count::of(debate, after, round.spoken.iter())
    }

    /// Counts the final state.
    pub fn of_final(debate: &'a Debate, standing: &FinalTurns<'a>) -> Count<'a> {
        let upto = debate.round().map_or(0, |it| it.number);
        let count = Count::of(debate, upto, standing.spoken.iter().copied());
        Count { unanswered: standing.unanswered(debate), ..count }
    }

    fn of(debate: &'a Debate, upto: u32, turns: impl Iterator<Item = &'a Spoken>) -> Count<'a> {
        let voters =
            turns.filter(|it| !it.is_argued).map(|spoken| Voter { spoken, held: debate.held_after(spoken, upto) });
        Count { debate, upto, voters: voters.collect(), unanswered: 0 }
    }

    /// The number of present participants who may cast a ballot, those included who had not answered when the debate was stopped.
    pub fn of_all(&self) -> usize {
        self.voters.len() + self.unanswered
    }

    /// The number of ballots cast.
    pub fn cast(&self) -> usize {
        self.voters.iter().filter(|it| it.held.is_some()).count()
    }

    /// The number of present participants without a ballot (B-23).
    pub fn without(&self) -> usize {
        self.of_all() - self.cast()
    }

    /// The holders of an option, by seat.
    pub fn holders(&self, option: Letter) -> impl Iterator<Item = &Voter<'a>> {
        self.voters.iter().filter(move |it| it.option() == Some(option))
    }

    /// The held options by letter, with the number of holders.
    pub fn tally(&self) -> Vec<(Letter, usize)> {
        let mut tally: Vec<(Letter, usize)> = Vec::new();
        for letter in self.voters.iter().filter_map(Voter::option) {
            match tally.iter_mut().find(|(it, _)| *it == letter) {
                Some((_, count)) => *count += 1,
                None => tally.push((letter, 1)),
            }
        }
        tally.sort_unstable();
        tally
    }

    /// The option with more holders than any other; none if each has one holder (B-06).
    pub fn leader(&self) -> Option<Letter> {
        figures::leader(&self.tally())
    }

    /// The fraction of pairs with the same ballot; for estimates, 1 minus the range of best guesses over their median (B-10). None with
    /// fewer than two participants or estimates.
    pub fn agreement(&self) -> Option<f64> {
        if let Some(estimates) = self.estimates() {
            let best: Vec<f64> = estimates.iter().map(|it| it.best).collect();
            return closeness(&best);
        }
        figures::agreement(&self.voters.iter().map(Voter::option).collect::<Vec<_>>())
    }

    /// The estimates cast, by seat; none if the ballot is not an estimate.
    pub fn estimates(&self) -> Option<Vec<&'a debate::ballot::Estimate>> {
        let cast: Vec<_> = self.voters.iter().filter_map(|it| it.held?.estimate()).collect();
        (!cast.is_empty()).then_some(cast)
    }

    /// The fraction that kept their ballot since round `before`; for estimates, 1 minus the mean relative change of best guesses (B-10).
    /// None without participants or earlier ballots.
    pub fn stability(&self, before: u32) -> Option<f64> {
        // Regrouping does not count as a change.
        let then = |it: &Voter<'a>| self.debate.held_by_after(it.name(), before, self.upto);
        // A participant that argued an assigned side had no ballot to keep (B-05).
        let earlier = || self.debate.rounds.iter().rev().filter(|it| it.number <= before);
        let argued = |name: &Name| earlier().find_map(|it| it.said_by(name)).is_some_and(|it| it.is_argued);
        let voters: Vec<&Voter<'a>> = self.voters.iter().filter(|it| !argued(it.name())).collect();
        if !voters.iter().any(|it| then(it).is_some()) {
            return None;
        }
        let kept = voters.into_iter().map(|it| match (then(it), it.held) {
            (Some(ResolvedBallot::Estimate(then)), Some(ResolvedBallot::Estimate(now))) => {
                1.0 - relative(then.best, now.best)
            }
            (Some(ResolvedBallot::Option(then)), Some(ResolvedBallot::Option(now))) if then == now => 1.0,
            (Some(_) | None, _) => 0.0,
        });
        mean(kept).map(|it| rounded(it.max(0.0)))
    }

    /// A participant's vote on an option: ACCEPT if it holds it or calls it the same, otherwise its last statement on it (B-06, D-40); none
    /// without one.
    pub fn vote(&self, voter: &Voter<'a>, option: Letter) -> Option<Vote> {
        if voter.option() == Some(option) {
            return Some(Vote::Accept);
        }
        self.said_of(voter.name(), option).map(|it| Vote::from(it.stand))
    }

    /// A participant's last statement on an option.
    pub fn said_of(&self, name: &Name, option: Letter) -> Option<&'a OnOption> {
        let turns = self.debate.rounds.iter().rev().filter(|it| it.number <= self.upto);
        let mut said = turns.filter_map(|it| it.said_by(name)).flat_map(|it| &it.turn.others);
        said.find(|it| self.debate.resolved_after(it.option, self.upto) == option)
    }

    /// The lowest confidence of those with a ballot; none if one of them gave none.
    pub fn least_confidence(&self) -> Option<f64> {
        let given: Option<Vec<f64>> =
            self.voters.iter().filter(|it| it.held.is_some()).map(Voter::confidence).collect();
        given?.into_iter().reduce(f64::min)
    }
}

/// 1 minus the range of values over their median, at least 0; none for fewer than two.
fn closeness(values: &[f64]) -> Option<f64> {
    let (least, most) = (values.iter().copied().reduce(f64::min)?, values.iter().copied().reduce(f64::max)?);
    let middle = median(values)?.abs();
    let apart = match most - least {
        range if range <= 0.0 => 0.0,
        _ if middle <= 0.0 => 1.0,
        range => range / middle,
    };
    (values.len() > 1).then(|| rounded((1.0 - apart).max(0.0)))
}

/// The relative distance of two values; 1 if the first is 0.
pub(crate) fn relative(from: f64, to: f64) -> f64 {
    let change = (to - from).abs();
    match from.abs() {
        _ if change <= 0.0 => 0.0,
        from if from <= 0.0 => 1.0,
        from => change / from,
    }
}
