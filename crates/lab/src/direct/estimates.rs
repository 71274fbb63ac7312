//! Rounds of estimates without prompts: all at once, each sees the best guesses of the others.
use crate::sim::agent::{Guess, Problem, guess};
use crate::simulation_config::SimulationConfig;

/// The estimates of each round, by seat.
pub fn estimates(setting: &SimulationConfig, problem: &Problem) -> Vec<Vec<Guess>> {
    let mut rounds: Vec<Vec<Guess>> = Vec::new();
    for round in 1..=setting.rules.rounds {
        let one = |(seat, dials): (usize, &crate::sim::agent::Dials)| {
            let before = rounds.last().map(Vec::as_slice).unwrap_or_default();
            let others = before.iter().enumerate().filter(|(it, _)| *it != seat).map(|(_, it)| it.best);
            guess(dials, problem, seat, round, &others.collect::<Vec<_>>())
        };
        let next = setting.seats.iter().enumerate().map(one).collect();
        rounds.push(next);
    }
    rounds
}
