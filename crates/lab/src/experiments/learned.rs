//! Learned weights against the true ones: how many past debates it takes, and what they are worth (L-04, L-05, Q-11).
use super::page::{Cell, Line, Plot, Table};
use super::{Experiment, Found, Moments, Run, SimulationConfig, played};
use crate::direct;
use crate::sim::agent::Dials;
use analysis::ballots::rules::Gate;
use analysis::learning::{DomainKnown, Learned};
use debate::chance::mix;
use debate::learning::{Change, Envelope, Event, Forecast, Update};
use debate::{Decide, Kind};

pub(super) const LEARNED_WEIGHTS: Experiment = Experiment {
    name: "learned-weights",
    question: "how near do learned weights come to the true ones, and what are they worth in a decision?",
    debates: 2_000,
    run,
};

/// Past debates after which weights are looked at.
const AFTER: [u64; 6] = [0, 5, 20, 50, 100, 200];
/// Claims of each kind that a past project judged.
const CLAIMS: u32 = 3;
/// Where past debates of a table begin among all: far from those that are decided.
const PAST: u64 = 1 << 40;
/// The name of the domain.
const DOMAIN: &str = "timber";

/// Tables of participants who differ: one knows the subject, and accuracies from one half to nine tenths.
pub(super) fn tables() -> [(&'static str, SimulationConfig); 2] {
    let of = |accuracies: [f64; 5]| {
        let seats = accuracies.map(|accuracy| Dials { accuracy, spread: 0.0, ..Dials::default() });
        SimulationConfig { seats: seats.into(), ..SimulationConfig::of(Dials::default(), seats.len()) }.fixed(1)
    };
    [("one of five knows", of([0.9, 0.55, 0.55, 0.55, 0.55])), ("from 0.5 to 0.9", of([0.5, 0.6, 0.7, 0.8, 0.9]))]
}

/// An update of a log of outcomes. All are of one time: fading is not what is measured here.
fn update(seq: u64, project: u64, change: Change) -> Envelope {
    let (domain, reason) = (DOMAIN.to_owned(), "simulated".to_owned());
    let update = Update { domain, reason, project: Some(project), projects: 0, before: None, after: None, change };
    Envelope { seq, at: 0, event: Event::UpdateApplied { update } }
}

/// What so many past debates of a table teach of its participants: the product's own fold of their ballots and outcomes.
fn known(run: &Run, setting: &SimulationConfig, table: u64, past: u64) -> DomainKnown {
    let mut log = Vec::new();
    for number in 0..past {
        let played = direct::play(setting, setting.problem(run.seed, PAST + table * 1_000 + number));
        let right = usize::from(played.problem.right);
        for ballot in played.history.rounds.iter().flatten() {
            let is_right = ballot.option == Some(right);
            let forecasts = vec![Forecast { confidence: ballot.confidence.unwrap_or_default(), is_right }];
            let (model, family) = (name(ballot.voter), format!("family {}", ballot.voter));
            log.push(update(log.len() as u64, number, Change::Calibration { model, family, forecasts }));
        }
    }
    Learned::of(&log).domain(DOMAIN, 0)
}

fn name(seat: usize) -> String {
    format!("sim/{}", seat + 1)
}

/// The learned accuracy of each seat; the neutral one where nothing is known.
fn accuracies(known: &DomainKnown, seats: usize) -> Vec<f64> {
    let of = |seat: usize| known.models.iter().find(|it| it.model == name(seat)).map_or(0.5, |it| it.mean);
    (0..seats).map(of).collect()
}

/// The error of learned accuracies after so many debates, and how right decisions are by the majority, by learned and true accuracies, and by the
/// log-odds of the true ones.
pub(super) fn outcome(run: &Run, setting: &SimulationConfig, past: u64) -> [Moments; 5] {
    let truth: Vec<f64> = setting.seats.iter().map(|it| it.accuracy).collect();
    // Against one of three wrong options, a vote is worth the log-odds of its accuracy, and of the wrong options' share.
    let odds: Vec<f64> = truth.iter().map(|it| (it / (1.0 - it) * (setting.options as f64 - 1.0)).ln()).collect();
    run.measure(|number| {
        let learned = accuracies(&known(run, setting, number, past), truth.len());
        let error = learned.iter().zip(&truth).map(|(one, other)| (one - other).abs()).sum::<f64>();
        let played = played(run, setting, number);
        [
            Some(error / truth.len() as f64),
            played.credit(Decide::Majority, Gate::Open),
            played.credit_weighted(&learned),
            played.credit_weighted(&truth),
            played.credit_weighted(&odds),
        ]
    })
}

/// The mean error of learned weights of evidence after so many projects, and the share of 90% intervals that hold the true weight. The true
/// weights are drawn from 0.3 to 0.95 for each table; with `shared`, the claims of a project hold or fail together that often.
pub(super) fn evidence(run: &Run, projects: u64, shared: f64) -> [Moments; 3] {
    run.measure(|number| {
        let mut state = mix(mix(run.seed) ^ mix(number));
        let mut roll = || {
            state = mix(state);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let truth = Kind::ALL.map(|_| 0.3 + 0.65 * roll());
        let mut log = Vec::new();
        for project in 0..projects {
            let (is_shared, common) = (roll() < shared, roll());
            for (kind, truth) in Kind::ALL.into_iter().zip(truth) {
                let holds = |_: &u32| if is_shared { common < truth } else { roll() < truth };
                let held = (0..CLAIMS).filter(holds).count() as u32;
                log.push(update(log.len() as u64, project, Change::Evidence { kind, cases: CLAIMS, held }));
            }
        }
        let known = Learned::of(&log).domain(DOMAIN, 0);
        let pairs = || {
            known
                .evidence
                .iter()
                .filter_map(|it| Some((it, truth.get(Kind::ALL.iter().position(|kind| *kind == it.kind)?)?)))
        };
        let count = pairs().count().max(1) as f64;
        let error = pairs().map(|(it, truth)| (it.mean - truth).abs()).sum::<f64>() / count;
        let usual = pairs().map(|(it, truth)| (it.prior - truth).abs()).sum::<f64>() / count;
        let held = pairs().filter(|(it, truth)| it.low <= **truth && **truth <= it.high).count() as f64 / count;
        [Some(error), Some(held), Some(usual)]
    })
}

fn run(run: &Run) -> Found {
    let mut found = Found::default();
    let mut lines = Vec::new();
    for (name, setting) in tables() {
        let title = format!("Accuracy of decisions by `calibration` after so many past debates; {name}");
        let columns = ["past debates", "error of accuracies", "majority", "learned", "true", "log-odds of the true"];
        let mut table = Table::new(&title, &columns);
        let mut points = Vec::new();
        for past in AFTER {
            let figures = outcome(run, &setting, past).map(|it| it.estimate());
            let [error, ..] = figures;
            points.push((past as f64, error));
            table.row(past.to_string(), figures.map(Cell::from).to_vec());
        }
        lines.push(Line { name: format!("accuracies, {name}"), points });
        found.tables.push(table);
        found.setting(name, &setting);
    }
    for (name, shared) in
        [("claims of a project are independent", 0.0), ("half of projects hold or fail together", 0.5)]
    {
        let title = format!("Weights of evidence after so many projects; {name}");
        let columns =
            ["projects", "error of weights", "90% intervals that hold the truth", "error of the usual weights"];
        let mut table = Table::new(&title, &columns);
        let mut points = Vec::new();
        for projects in AFTER {
            let figures = evidence(run, projects, shared).map(|it| it.estimate());
            let [error, ..] = figures;
            points.push((projects as f64, error));
            table.row(projects.to_string(), figures.map(Cell::from).to_vec());
        }
        lines.push(Line { name: format!("evidence, {name}"), points });
        found.tables.push(table);
        let told = format!(
            "true weights drawn from 0.3 to 0.95 for each table, {CLAIMS} claims of each kind a project, {shared} of projects share one fate, no rounds"
        );
        found.settings.push((format!("evidence, {name}"), told));
    }
    found.plot = Plot {
        title: "Mean distance of learned weights to the true ones".to_owned(),
        across: "past debates, or projects".to_owned(),
        up: "distance".to_owned(),
        lines,
        ..Plot::default()
    };
    found.notes.push(
        "Nothing fades: all outcomes are of one time. The rule weighs by accuracy itself; the log-odds are what theory says is best for independent votes, for comparison.".to_owned(),
    );
    found
}
