//! The default rule against the vote of the openings, in every regime that ships.
use super::page::{Cell, Line, Plot, Table};
use super::regimes::{self, Regime, SEATS};
use super::{Estimate, Experiment, Found, Run, played};
use crate::SimulationConfig;
use crate::direct::gate;
use crate::sim::agent::{Claims, Dials};
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
    /// Accuracy of what a verdict states, and its difference to the vote of openings.
    pub(super) stated: Estimate,
    pub(super) stated_gain: Estimate,
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
            let stated = played.credit_of_verdict(gate(&regime.setting.rules));
            let gains = [gain(guarded), gain(gated), stated, gain(stated)];
            let [one, two, three, four] = gains;
            [openings, majority, trajectory, confidence, guarded, gated, one, two, three, four]
        });
        let [openings, majority, trajectory, confidence, guarded, gated, gain, gated_gain, stated, stated_gain] =
            sums.map(|it| it.estimate());
        Outcome { openings, majority, trajectory, confidence, guarded, gated, gain, gated_gain, stated, stated_gain }
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
        &["regime", "openings", "majority", "trajectory", "confidence", "guarded", "guarded, gate", "verdict"],
    );
    let mut gains = Table::new(
        "Guarded minus openings, debate by debate",
        &["regime", "guarded", "", "with the gate", "verdict", "what it is like"],
    );
    let (mut without, mut with) = (Vec::new(), Vec::new());
    let mut places = Vec::new();
    for (at, regime) in (0..).zip(regimes::all()) {
        let it = Outcome::of(run, &regime, run.debates);
        let verdict = it.verdict();
        let cells = [it.openings, it.majority, it.trajectory, it.confidence, it.guarded, it.gated, it.stated];
        table.row(regime.name, cells.map(Cell::from).to_vec());
        let cells = [it.gain.into(), verdict.into(), it.gated_gain.into(), it.stated_gain.into(), regime.about.into()];
        gains.row(regime.name, cells.to_vec());
        places.push(regime.name.to_owned());
        without.push((f64::from(at), it.gain));
        with.push((f64::from(at), it.gated_gain));
        found.setting(regime.name, &regime.setting);
    }
    found.tables.extend([table, gains]);
    let misled = misled(run, &mut found);
    found.tables.push(misled);
    found.notes.push("A tie scores the probability that a random pick among the tied options is right.".to_owned());
    found.notes.push(
        "A verdict states the result of `guarded`, unless nobody holds it any more: then it states what most hold, as a partial agreement that came by yielding.".to_owned(),
    );
    found.plot = Plot {
        title: "Accuracy of guarded minus that of the vote of openings".to_owned(),
        across: "regime".to_owned(),
        places,
        up: "difference".to_owned(),
        lines: vec![
            Line { name: "guarded".to_owned(), points: without },
            Line { name: "guarded with --gate".to_owned(), points: with },
        ],
        ..Plot::default()
    };
    found
}

/// Guarded against the openings where checked claims mislead more and more: claims for a wrong option that hold, and claims for the right one that
/// do not.
fn misled(run: &Run, found: &mut Found) -> Table {
    let mut table = Table::new(
        "The same where claims that can be checked mislead",
        &["checkable, misleading", "openings", "majority", "confidence", "guarded", "guarded minus openings", ""],
    );
    for checkable in [0.3, 0.6] {
        for misleading in [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6] {
            let claims = Claims { checkable, misleading, ..Claims::default() };
            let setting = SimulationConfig::of(Dials::default(), SEATS).claiming(claims);
            let regime = Regime { name: "", about: "", setting };
            let it = Outcome::of(run, &regime, run.debates);
            let verdict = it.verdict();
            let cells = [it.openings, it.majority, it.confidence, it.guarded, it.gain].map(Cell::from);
            let name = format!("{checkable}, {misleading}");
            table.row(name.clone(), cells.into_iter().chain([verdict.into()]).collect());
            found.setting(&name, &regime.setting);
        }
    }
    table
}
