//! Rounds of estimates without prompts: all at once, each sees the best guesses of the others.
use crate::setting::Setting;
use crate::sim::agent::{Case, Guess, guess};

/// The estimates of each round, by seat.
pub fn estimates(setting: &Setting, case: &Case) -> Vec<Vec<Guess>> {
    let mut rounds: Vec<Vec<Guess>> = Vec::new();
    for round in 1..=setting.rules.rounds {
        let one = |(seat, dials): (usize, &crate::sim::agent::Dials)| {
            let before = rounds.last().map(Vec::as_slice).unwrap_or_default();
            let others = before.iter().enumerate().filter(|(it, _)| *it != seat).map(|(_, it)| it.best);
            guess(dials, case, seat, round, &others.collect::<Vec<_>>())
        };
        let next = setting.seats.iter().enumerate().map(one).collect();
        rounds.push(next);
    }
    rounds
}
