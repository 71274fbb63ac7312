//! The default rule against the vote of the openings, in every regime that ships.
use super::page::{Cell, Line, Plot, Table};
use super::regimes::{self, Regime};
use super::{Estimate, Experiment, Found, Run, played};
use crate::direct::gate;
use analysis::ballots::rules::Gate;
use debate::Decide;

pub(super) const DEFAULT_RULE: Experiment = Experiment {
    name: "default-rule",
    question: "is the default rule ever worse than the vote of the openings, and where is it better?",
    debates: 100_000,
    run,
};

/// Differences below this are rounding.
const EVEN: f64 = 1e-9;

/// How a regime went: accuracies, and the difference of the default rule to the vote of openings, debate by debate.
pub(super) struct Outcome {
    pub(super) openings: Estimate,
    pub(super) majority: Estimate,
    pub(super) trajectory: Estimate,
    pub(super) confidence: Estimate,
    pub(super) guarded: Estimate,
    pub(super) gated: Estimate,
    pub(super) gain: Estimate,
    pub(super) gated_gain: Estimate,
}

impl Outcome {
    /// Plays the debates of a regime with the usual rules.
    pub(super) fn of(run: &Run, regime: &Regime, debates: u64) -> Outcome {
        let rules = [Decide::Openings, Decide::Majority, Decide::Trajectory, Decide::Confidence, Decide::Guarded];
        let sums = run.measure_some(debates, |number| {
            let played = played(run, &regime.setting, number);
            let gated = played.credit(Decide::Guarded, Gate::Checked);
            let [openings, majority, trajectory, confidence, guarded] =
                rules.map(|rule| played.credit(rule, gate(&regime.setting.rules)));
            let gain = |it: Option<f64>| Some(it? - openings?);
            [openings, majority, trajectory, confidence, guarded, gated, gain(guarded), gain(gated)]
        });
        let [openings, majority, trajectory, confidence, guarded, gated, gain, gated_gain] =
            sums.map(|it| it.estimate());
        Outcome { openings, majority, trajectory, confidence, guarded, gated, gain, gated_gain }
    }

    /// What the interval of the difference allows to say.
    pub(super) fn verdict(&self) -> &'static str {
        match self.gain {
            it if it.low > EVEN => "better",
            it if it.high < -EVEN => "worse",
            _ => "no difference",
        }
    }
}

fn run(run: &Run) -> Found {
    let mut found = Found::default();
    let mut table = Table::new(
        "Accuracy by decision rule, on the same debates",
        &["regime", "openings", "majority", "trajectory", "confidence", "guarded", "guarded, gate"],
    );
    let mut gains = Table::new(
        "Guarded minus openings, debate by debate",
        &["regime", "guarded", "", "with the gate", "what it is like"],
    );
    let (mut without, mut with) = (Vec::new(), Vec::new());
    for (at, regime) in (1..).zip(regimes::all()) {
        let it = Outcome::of(run, &regime, run.debates);
        let verdict = it.verdict();
        let cells = [it.openings, it.majority, it.trajectory, it.confidence, it.guarded, it.gated];
        table.row(regime.name, cells.map(Cell::from).to_vec());
        gains.row(regime.name, vec![it.gain.into(), verdict.into(), it.gated_gain.into(), regime.about.into()]);
        without.push((f64::from(at), it.gain));
        with.push((f64::from(at), it.gated_gain));
        found.setting(regime.name, &regime.setting);
    }
    found.tables.extend([table, gains]);
    found.notes.push("A tie counts as the chance that a lot among those tied is right.".to_owned());
    found.plot = Plot {
        title: "Accuracy of guarded minus that of the vote of openings".to_owned(),
        across: "regime, in the order of the table".to_owned(),
        up: "difference".to_owned(),
        lines: vec![
            Line { name: "guarded".to_owned(), points: without },
            Line { name: "guarded with --gate".to_owned(), points: with },
        ],
    };
    found
}
