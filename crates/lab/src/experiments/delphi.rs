//! Delphi: does the spread of estimates shrink, and does the error?
use super::page::{Line, Plot, Table};
use super::regimes::SEATS;
use super::{Experiment, Found, Run, USUAL};
use crate::SimulationConfig;
use crate::direct::estimates;
use crate::sim::agent::{Dials, Guess, truth};
use analysis::measure::median;

pub(super) const DELPHI: Experiment = Experiment {
    name: "delphi",
    question: "does the spread of estimates shrink over rounds, and does the error with it?",
    debates: USUAL / 4,
    run,
};

/// Rounds of estimates.
const ROUNDS: usize = 5;

/// The relative spread and the relative error of a round: of best guesses around their median, and of the median around the truth; then the share
/// of 80% intervals that hold the truth.
fn figures(round: &[Guess], truth: f64) -> Option<[f64; 3]> {
    let best: Vec<f64> = round.iter().map(|it| it.best).collect();
    let middle = median(&best)?;
    let spread = best.iter().map(|it| (it / middle).ln().abs()).sum::<f64>() / best.len() as f64;
    let held = round.iter().filter(|it| it.low <= truth && truth <= it.high).count();
    Some([spread, (middle / truth).ln().abs(), held as f64 / round.len() as f64])
}

fn run(run: &Run) -> Found {
    let mut found = Found::default();
    let usual = Dials { persuadability: 0.4, spread: 0.25, ..Dials::default() };
    let settings = [
        ("those who know move less", usual),
        ("all move alike", Dials { calibration: 0.0, ..usual }),
        ("those who know move more", Dials { calibration: -1.0, ..usual }),
        ("shared errors (0.6)", Dials { correlation: 0.6, ..usual }),
    ];
    let titles =
        ["Spread of best guesses around their median", "Error of the median", "80% intervals that hold the truth"];
    let mut tables = titles.map(|title| Table::new(title, &["round"]));
    let (mut spreads, mut errors) = (Vec::new(), Vec::new());
    for (name, dials) in settings {
        let setting = SimulationConfig::of(dials, SEATS).fixed(ROUNDS as u32);
        let sums = run.measure(|number| {
            let problem = setting.problem(run.seed, number);
            let rounds = estimates(&setting, &problem);
            let mut all = [None; 3 * ROUNDS];
            let found = rounds.iter().filter_map(|it| figures(it, truth(&problem)));
            for (places, it) in all.chunks_mut(3).zip(found) {
                places.iter_mut().zip(it).for_each(|(place, it)| *place = Some(it));
            }
            all
        });
        let (mut spread, mut error) = (Vec::new(), Vec::new());
        for (round, of) in sums.chunks(3).enumerate() {
            for (table, it) in tables.iter_mut().zip(of) {
                match table.rows.get_mut(round) {
                    Some((_, cells)) => cells.push(it.estimate().into()),
                    None => table.row((round + 1).to_string(), vec![it.estimate().into()]),
                }
            }
            if let [first, second, _] = of {
                spread.push((round as f64 + 1.0, first.estimate()));
                error.push((round as f64 + 1.0, second.estimate()));
            }
        }
        tables.iter_mut().for_each(|it| it.columns.push(name.to_owned()));
        spreads.push(Line { name: format!("spread, {name}"), points: spread });
        errors.push(Line { name: format!("error, {name}"), points: error });
        found.setting(name, &setting);
    }
    found.tables.extend(tables);
    let lines = spreads.into_iter().chain(errors).collect();
    let title = "Spread and error of estimates (mean absolute log ratio)".to_owned();
    found.plot = Plot { title, across: "round".to_owned(), up: "log ratio".to_owned(), lines, ..Plot::default() };
    found
}
