//! Rules that use rankings.
use super::{Ballot, BallotHistory, Basis, Decided};
use std::cmp::Ordering;

/// Borda count.
pub(super) fn borda(history: &BallotHistory) -> Decided {
    let mut tally = vec![0.0; history.options];
    for places in places(history) {
        for (option, points) in tally.iter_mut().enumerate() {
            *points += (0..history.options).filter(|it| *it != option).map(|it| won(&places, option, it)).sum::<f64>();
        }
    }
    let option = history.heaviest(&tally).or_else(|| only(history));
    let why = match option {
        Some(_) => "most points by the rankings of the last round",
        None => "no option has more points by the rankings of the last round than any other",
    };
    Decided { option, tally, basis: Basis::Count, bare: 0, why: why.to_owned() }
}

/// Condorcet method; an option's total is the number of options it beats.
pub(super) fn condorcet(history: &BallotHistory) -> Decided {
    let places: Vec<Places> = places(history).collect();
    let beats = |one: usize, other: usize| {
        let (mut wins, mut losses) = (0_usize, 0_usize);
        for places in &places {
            match places.compare(one, other) {
                Ordering::Less => wins += 1,
                Ordering::Greater => losses += 1,
                Ordering::Equal => {}
            }
        }
        wins > losses
    };
    let held: Vec<usize> = (0..history.options).filter(|it| history.was_held(*it)).collect();
    let beaten = |one: usize| held.iter().filter(|it| **it != one && beats(one, **it)).count();
    let tally: Vec<usize> = (0..history.options).map(|it| if held.contains(&it) { beaten(it) } else { 0 }).collect();
    let wins_all = |it: &usize| tally.get(*it).is_some_and(|wins| wins + 1 == held.len());
    let option = held.iter().copied().find(|it| wins_all(it) && !places.is_empty());
    let why = match option {
        Some(_) => "it beats every other option by the rankings of the last round",
        None => "no option beats every other by the rankings of the last round",
    };
    let tally = tally.into_iter().map(|it| it as f64).collect();
    Decided { option, tally, basis: Basis::Count, bare: 0, why: why.to_owned() }
}

/// The only option ever held, if all of the last round hold it: without others it has no points.
fn only(history: &BallotHistory) -> Option<usize> {
    let mut held = (0..history.options).filter(|it| history.was_held(*it));
    let one = held.next().filter(|_| held.next().is_none())?;
    history.last().iter().any(|it| it.option == Some(one)).then_some(one)
}

/// The rank of each option on a ballot, 0 for the first; equal options share a rank.
struct Places(Vec<usize>);

impl Places {
    fn compare(&self, one: usize, other: usize) -> Ordering {
        self.0.get(one).cmp(&self.0.get(other))
    }
}

fn won(places: &Places, one: usize, other: usize) -> f64 {
    match places.compare(one, other) {
        Ordering::Less => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 0.0,
    }
}

/// The rankings cast in the last round, without ballots for no option.
fn places(history: &BallotHistory) -> impl Iterator<Item = Places> {
    let ranked = history.last().iter().filter(|it| !it.ranking.is_empty());
    ranked.filter_map(|it| Some(ranking(history, it, history.option(it)?)))
}

/// The ranking of a ballot: as given, then its own option; omitted options share the last rank.
fn ranking(history: &BallotHistory, ballot: &Ballot, own: usize) -> Places {
    let mut said: Vec<usize> = Vec::new();
    for option in ballot.ranking.iter().copied().chain([own]).filter(|it| *it < history.options) {
        if !said.contains(&option) {
            said.push(option);
        }
    }
    let place = |option: usize| said.iter().position(|it| *it == option).unwrap_or(said.len());
    Places((0..history.options).map(place).collect())
}
