//! Rules that consider the evidence behind moves.
use super::counts::{majority, openings, share};
use super::{Ballot, BallotHistory, Basis, Carried, Decided, Gate};
use crate::ballots::thresholds::{MOVED_BARE, MOVED_CHECKED, MOVED_NEW};
use std::collections::BTreeMap;

/// All rounds count; a move transfers as much of a voter's weight as its evidence is worth.
pub(super) fn trajectory(history: &BallotHistory, gate: Gate) -> Decided {
    let mut tally = vec![0.0; history.options];
    let mut voters: BTreeMap<usize, Spread> = BTreeMap::new();
    for round in &history.rounds {
        for ballot in round {
            let Some(option) = history.option(ballot) else { continue };
            let spread = voters.entry(ballot.voter).or_insert_with(|| Spread::on(history.options, option));
            spread.hear(option, ballot, gate);
            tally.iter_mut().zip(&spread.shares).for_each(|(sum, share)| *sum += share);
        }
    }
    let option = history.heaviest(&tally);
    let why = share(option, &tally, "ballots of all rounds, moves by what carried them");
    Decided { option, tally, basis: Basis::Count, bare: 0, why }
}

/// The result of the debate if evidence carried the moves towards it, otherwise the plain vote of the openings.
pub(super) fn guarded(history: &BallotHistory, gate: Gate) -> Decided {
    let (debated, opened) = (majority(history), openings(history));
    let credited = credited(history, gate);
    let credit = |it: &Ballot| credited.get(&it.voter).copied();
    let last: Vec<Ballot> = history.last().iter().map(|it| Ballot { option: credit(it), ..it.clone() }).collect();
    let tally = history.sums(&last, |_| 1.0);
    let stands = debated.option.is_some() && history.heaviest(&tally) == debated.option;
    let (option, basis, why) = match (debated.option, opened.option) {
        (Some(_), _) if stands => {
            let why = share(debated.option, &tally, "ballots of the last round, without moves that nothing carried");
            (debated.option, Basis::Debate, why)
        }
        (Some(debated), Some(opened)) if debated == opened => {
            (Some(opened), Basis::Openings, "the openings and the last round say the same".to_owned())
        }
        (Some(_), Some(opened)) => {
            let why = "the last round says otherwise, but what carried the moves there is not enough; so the vote of the openings stands";
            (Some(opened), Basis::Openings, why.to_owned())
        }
        (Some(_), None) => {
            let why = "what carried the moves of the debate is not enough, and the openings are tied";
            (None, Basis::Openings, why.to_owned())
        }
        (None, Some(opened)) => {
            (Some(opened), Basis::Openings, "the last round is tied; so the vote of the openings stands".to_owned())
        }
        (None, None) => (None, Basis::Count, "the openings and the last round are tied".to_owned()),
    };
    // Openings that are tied are told as they were cast.
    let tally = if basis == Basis::Openings && option.is_none() { opened.tally } else { tally };
    Decided { option, tally, basis, bare: bare(history, &credited, option), why }
}

/// How many final holders of an option moved to it without evidence.
fn bare(history: &BallotHistory, credited: &BTreeMap<usize, usize>, option: Option<usize>) -> usize {
    let is_bare = |it: &&Ballot| it.option == option && credited.get(&it.voter).copied() != option;
    if option.is_none() { 0 } else { history.last().iter().filter(is_bare).count() }
}

/// The result of `guarded` as a decision. An option that nobody holds any more is none: where the rule keeps to one, or to tied openings of which
/// nothing is held any more but what most hold now, the decision is what most hold now, and its basis says so.
pub(super) fn held(history: &BallotHistory, ruled: Decided, gate: Gate) -> Decided {
    let is_held = |option: usize| history.last().iter().any(|it| history.option(it) == Some(option));
    let debated = majority(history);
    let leader = debated.option;
    let is_given_up = || {
        let tally = history.sums(history.openings(), |_| 1.0);
        let most = tally.iter().copied().fold(0.0, f64::max);
        let mut tied = tally.iter().enumerate().filter(|(_, it)| **it == most).map(|(option, _)| option);
        leader.is_some() && tied.all(|it| Some(it) == leader || !is_held(it))
    };
    let basis = match ruled.option {
        Some(option) if !is_held(option) => Basis::Yielded,
        None if ruled.basis == Basis::Openings && is_given_up() => Basis::Uncarried,
        Some(_) | None => return ruled,
    };
    let bare = bare(history, &credited(history, gate), leader);
    Decided { option: leader, tally: debated.tally, basis, bare, why: ruled.why }
}

/// The option of each voter by its opening and its carried moves.
fn credited(history: &BallotHistory, gate: Gate) -> BTreeMap<usize, usize> {
    let mut credited: BTreeMap<usize, usize> = BTreeMap::new();
    let mut last: BTreeMap<usize, usize> = BTreeMap::new();
    for ballot in history.rounds.iter().flatten() {
        let Some(option) = history.option(ballot) else { continue };
        let before = last.insert(ballot.voter, option);
        // Staying on an option after an uncarried move does not make it carried.
        let stays = before == Some(option) && ballot.carried.is_none();
        if before.is_none() || (!stays && is_carried(ballot, gate)) || credited.get(&ballot.voter) == Some(&option) {
            credited.insert(ballot.voter, option);
        }
    }
    credited
}

/// Whether a ballot for a different option counts.
fn is_carried(ballot: &Ballot, gate: Gate) -> bool {
    match (ballot.carried, gate) {
        // The voter did not move.
        (None, Gate::Open | Gate::Checked) => true,
        (Some(Carried::Checked), Gate::Open | Gate::Checked) | (Some(Carried::New), Gate::Open) => true,
        (Some(Carried::Nothing), Gate::Open | Gate::Checked) | (Some(Carried::New), Gate::Checked) => false,
    }
}

/// A voter's weight over the options it has held.
struct Spread {
    shares: Vec<f64>,
    /// Its latest option.
    at: usize,
}

impl Spread {
    fn on(options: usize, option: usize) -> Spread {
        let shares = (0..options).map(|it| if it == option { 1.0 } else { 0.0 }).collect();
        Spread { shares, at: option }
    }

    /// Applies a ballot: a move transfers weight, and so does later evidence for it; staying does not.
    fn hear(&mut self, option: usize, ballot: &Ballot, gate: Gate) {
        let is_pulled = self.at != option || (ballot.carried.is_some() && is_carried(ballot, gate));
        self.at = option;
        if !is_pulled {
            return;
        }
        let pull = match (ballot.carried, gate) {
            (None | Some(Carried::Checked), _) => MOVED_CHECKED,
            (Some(Carried::New), Gate::Open) => MOVED_NEW,
            (Some(Carried::New), Gate::Checked) | (Some(Carried::Nothing), _) => MOVED_BARE,
        };
        for (it, share) in self.shares.iter_mut().enumerate() {
            *share = *share * (1.0 - pull) + if it == option { pull } else { 0.0 };
        }
    }
}
