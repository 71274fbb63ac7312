//! How many simulated debates without prompts this machine plays in a second, and whether their number costs memory.
use super::peak_mb;
use crate::direct::{gate, play};
use crate::experiments::Run;
use crate::sim::agent::{Claims, Dials};
use crate::simulation_config::SimulationConfig;
use serde::Serialize;
use std::time::Instant;

/// A measurement of the direct path.
#[derive(Clone, Copy, Debug)]
pub struct Direct {
    /// How many debates are played.
    pub debates: u64,
    /// On how many threads.
    pub threads: Option<u64>,
}

/// What was measured.
#[derive(Clone, Debug, Serialize)]
pub struct Rate {
    /// How many debates were played.
    pub debates: u64,
    /// Participants of each.
    pub participants: usize,
    /// Rounds of each.
    pub rounds: u32,
    /// Seconds that they took.
    pub seconds: f64,
    /// Debates a second.
    pub per_second: f64,
    /// Peak memory of the process after a tenth of them, in megabytes.
    pub peak_mb_after_a_tenth: Option<f64>,
    /// Peak memory after all.
    pub peak_mb: Option<f64>,
    /// The share that the default rule decided rightly: nothing was optimised away.
    pub right: f64,
}

impl Direct {
    /// Plays debates of five participants over five rounds with claims of all qualities, and decides each by the default rule.
    pub fn run(&self) -> Rate {
        let claims = Claims { checkable: 0.3, misleading: 0.05, sourced: 0.5, invented: 0.3 };
        let setting = SimulationConfig::of(Dials::default(), 5).claiming(claims).fixed(5);
        let part = |debates: u64| {
            let run = Run::new(1, debates);
            let run = self.threads.map_or(run, |it| Run::new(1, debates).on(it));
            let [right] = run.measure(|number| {
                let played = play(&setting, setting.problem(1, number));
                [played.credit(setting.rules.decide, gate(&setting.rules))]
            });
            right.value()
        };
        part(self.debates.div_ceil(10));
        let early = peak_mb();
        let started = Instant::now();
        let right = part(self.debates);
        let seconds = started.elapsed().as_secs_f64();
        Rate {
            debates: self.debates,
            participants: setting.seats.len(),
            rounds: setting.rules.rounds,
            seconds: (seconds * 1e3).round() / 1e3,
            per_second: (self.debates as f64 / seconds).round(),
            peak_mb_after_a_tenth: early,
            peak_mb: peak_mb(),
            right,
        }
    }
}

impl Rate {
    /// The measurement in lines.
    pub fn lines(&self) -> Vec<String> {
        let memory = |it: Option<f64>| it.map_or("unknown".to_owned(), |it| format!("{it} MB"));
        vec![
            format!(
                "{} debates of {} participants over {} rounds in {:.2} s",
                self.debates, self.participants, self.rounds, self.seconds
            ),
            format!("{:.0} debates a second", self.per_second),
            format!(
                "peak memory {} after a tenth, {} after all",
                memory(self.peak_mb_after_a_tenth),
                memory(self.peak_mb)
            ),
        ]
    }
}
