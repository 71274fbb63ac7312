//! Experiments with simulated debates against a known truth (Q-10 … Q-12): what debate does, what our rules make of it, and where they fail.
//!
//! Each has a name, one question and one page of output. Parameters are written down in the code before a comparison, every setting that was
//! tried is on the page, and the same seed gives the same page on any machine. Not here: comparing two settings of the product
//! ([`crate::variants`]), and speed ([`crate::bench`]).
mod accuracy;
mod cruxes;
mod custom;
mod default_rule;
mod delphi;
mod estimate;
mod groupthink;
mod hidden_profiles;
mod learned;
mod page;
mod plot;
mod regimes;
#[cfg(test)]
mod regression_bounds;
mod runner;
mod stops;
mod svg;
mod voices;

pub use custom::Custom;
pub use estimate::{Estimate, Moments};
pub use page::{Cell, Line, Page, Plot, Table};
pub use regimes::{CHECKABLE, Regime, all as regimes};
pub use runner::Run;
pub use svg::svg;

use crate::direct::{self, Played};
use crate::simulation_config::SimulationConfig;

/// An experiment.
#[derive(Clone, Copy)]
pub struct Experiment {
    /// Its name, as users type it.
    pub name: &'static str,
    /// What it asks, in one line.
    pub question: &'static str,
    /// Debates for each setting, unless a user says otherwise.
    pub debates: u64,
    /// Runs it.
    run: fn(&Run) -> Found,
}

/// What an experiment found, to be put on a page.
#[derive(Default)]
struct Found {
    settings: Vec<(String, String)>,
    tables: Vec<Table>,
    plot: Plot,
    notes: Vec<String>,
}

impl Found {
    fn setting(&mut self, name: &str, setting: &SimulationConfig) {
        self.settings.push((name.to_owned(), setting.told()));
    }
}

/// Debates for each setting where nothing else is said. Ours: a share of one half is known to within 0.0022.
const USUAL: u64 = 200_000;

/// All experiments.
pub const ALL: [Experiment; 15] = [
    accuracy::VOTE_OR_DEBATE,
    accuracy::NEUTRAL_UPDATE,
    accuracy::UPDATES,
    default_rule::DEFAULT_RULE,
    stops::STOP_RULES,
    hidden_profiles::HIDDEN_PROFILES,
    hidden_profiles::CLOSING_BALLOTS,
    voices::SHARED_ERRORS,
    voices::HOSTILE,
    voices::NAMES,
    voices::CONFIDENCE,
    delphi::DELPHI,
    groupthink::GROUPTHINK,
    cruxes::CRUXES,
    learned::LEARNED_WEIGHTS,
];

/// The experiment of that name.
pub fn named(name: &str) -> Option<&'static Experiment> {
    ALL.iter().find(|it| it.name == name)
}

impl Experiment {
    /// Runs it and makes its page.
    pub fn page(&self, run: &Run) -> Page {
        let Found { settings, tables, mut plot, notes } = (self.run)(run);
        plot.drop_unmeasured();
        Page {
            name: self.name.to_owned(),
            question: self.question.to_owned(),
            seed: run.seed,
            debates: run.debates,
            complete: !run.is_interrupted(),
            settings,
            tables,
            plot,
            notes,
        }
        .or_partial()
    }
}

/// Plays the debate of a setting with this number.
fn played(run: &Run, setting: &SimulationConfig, number: u64) -> Played {
    direct::play(setting, setting.problem(run.seed, number))
}

/// 1 where something holds, else 0.
fn share(holds: bool) -> Option<f64> {
    Some(f64::from(u8::from(holds)))
}
