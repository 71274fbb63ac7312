//! Experiments about participants: shared errors, hostile ones, names shown or hidden, and weights by stated confidence.
use super::page::{Cell, Line, Plot, Table};
use super::regimes::SEATS;
use super::{Experiment, Found, Run, USUAL, played};
use crate::SimulationConfig;
use crate::direct::gate;
use crate::sim::agent::{Claims, Dials, Update, peer};
use debate::{Channels, Decide, Rules};

pub(super) const SHARED_ERRORS: Experiment = Experiment {
    name: "shared-errors",
    question: "how many independent voices are five participants whose errors are correlated?",
    debates: USUAL,
    run: shared_errors,
};

pub(super) const HOSTILE: Experiment = Experiment {
    name: "hostile",
    question: "how many hostile participants does each rule bear?",
    debates: 50_000,
    run: hostile,
};

pub(super) const NAMES: Experiment = Experiment {
    name: "names",
    question: "how far does it matter who said something, with names shown and hidden?",
    debates: USUAL,
    run: names,
};

pub(super) const CONFIDENCE: Experiment = Experiment {
    name: "confidence",
    question: "does weighting ballots by stated confidence help, and when does it harm?",
    debates: USUAL,
    run: confidence,
};

/// The accuracy of right answers by weight, as a table over one dial.
fn over<const K: usize>(
    run: &Run,
    found: &mut Found,
    (title, across): (&str, &str),
    settings: &[(f64, SimulationConfig)],
    rules: [Decide; K],
) {
    let mut table = Table::new(title, &[across]);
    table.columns.extend(rules.iter().map(|it| it.as_str().to_owned()));
    let mut lines: Vec<Line> =
        rules.iter().map(|it| Line { name: it.as_str().to_owned(), points: Vec::new() }).collect();
    for (at, setting) in settings {
        let sums = run.measure(|number| {
            let played = played(run, setting, number);
            rules.map(|rule| played.credit(rule, gate(&setting.rules)))
        });
        let figures = sums.map(|it| it.estimate());
        lines.iter_mut().zip(figures).for_each(|(line, it)| line.points.push((*at, it)));
        table.row(format!("{at}"), figures.map(Cell::from).to_vec());
        found.setting(&format!("{across} {at}"), setting);
    }
    found.tables.push(table);
    found.plot = Plot {
        title: title.to_owned(),
        across: across.to_owned(),
        up: "accuracy".to_owned(),
        lines,
        ..Plot::default()
    };
}

fn shared_errors(run: &Run) -> Found {
    let mut found = Found::default();
    let correlations = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0];
    let setting = |correlation: f64, seats: usize| {
        SimulationConfig::of(Dials { correlation, spread: 0.0, ..Dials::default() }, seats).with_options(2).fixed(1)
    };
    let settings: Vec<(f64, SimulationConfig)> = correlations.iter().map(|it| (*it, setting(*it, SEATS))).collect();
    over(
        run,
        &mut found,
        ("Accuracy of five participants, each right in 70 of 100", "correlation"),
        &settings,
        [Decide::Openings, Decide::Confidence],
    );
    // One, three, five and seven independent voices, as a scale.
    let mut scale = Vec::new();
    let mut table = Table::new("The same of so many independent participants", &["participants", "openings"]);
    for seats in [3, 5, 7] {
        let setting = setting(0.0, seats);
        let [right] = run.measure(|number| {
            let played = played(run, &setting, number);
            [played.credit(Decide::Openings, gate(&setting.rules))]
        });
        scale.push((seats as f64, right.value()));
        table.row(seats.to_string(), vec![right.estimate().into()]);
        found.setting(&format!("{seats} independent"), &setting);
    }
    scale.insert(0, (1.0, Dials::default().accuracy));
    found.tables.push(table);
    let mut table = Table::new(
        "Effective number of voices among five",
        &["correlation", "by accuracy", "by the design effect n/(1+(n-1)r)"],
    );
    let measured: Vec<(f64, f64)> = found
        .plot
        .lines
        .first()
        .map(|it| it.points.iter().map(|(at, it)| (*at, it.mean)).collect())
        .unwrap_or_default();
    for (correlation, accuracy) in measured {
        let n = SEATS as f64;
        let design = n / (1.0 + (n - 1.0) * correlation);
        table.row(format!("{correlation}"), vec![voices(&scale, accuracy).into(), design.into()]);
    }
    found.tables.push(table);
    found
}

/// The number of independent voices with this accuracy, between those of a scale.
fn voices(scale: &[(f64, f64)], accuracy: f64) -> f64 {
    let between = scale.windows(2).find_map(|it| match it {
        [(few, low), (many, high)] if accuracy <= *high => Some(few + (many - few) * (accuracy - low) / (high - low)),
        _ => None,
    });
    between.or(scale.last().map(|it| it.0)).unwrap_or(1.0).max(1.0)
}

fn hostile(run: &Run) -> Found {
    let mut found = Found::default();
    let claims = Claims { checkable: 0.3, ..Claims::default() };
    let settings: Vec<(f64, SimulationConfig)> = (0..=3)
        .map(|count| {
            let mut setting = SimulationConfig::of(Dials::default(), SEATS).claiming(claims);
            setting.seats.iter_mut().take(count).for_each(|it| it.hostile = true);
            (count as f64, setting)
        })
        .collect();
    let rules = [Decide::Openings, Decide::Majority, Decide::Confidence, Decide::Trajectory, Decide::Guarded];
    over(run, &mut found, ("Accuracy with so many hostile participants of five", "hostile"), &settings, rules);
    let plot = std::mem::take(&mut found.plot);
    let gated: Vec<(f64, SimulationConfig)> = settings
        .into_iter()
        .map(|(count, mut setting)| {
            if let Some(evidence) = &mut setting.rules.evidence {
                evidence.gate = true;
            }
            (count, setting)
        })
        .collect();
    over(
        run,
        &mut found,
        ("The same where only checked claims carry a move (--gate)", "hostile, gate"),
        &gated,
        [Decide::Trajectory, Decide::Guarded],
    );
    found.plot = plot;
    found
}

/// The published difference of adopting and keeping, with names and without.
const GAP: (f64, f64) = (0.608, 0.024);

/// Participants who read one other each round, and follow a name that is not their own four times as readily.
pub(super) fn named(hidden: bool) -> SimulationConfig {
    let dials =
        Dials { update: Update::Neutral, identity: 4.0_f64.ln(), spread: 0.0, correlation: 0.2, ..Dials::default() };
    let rules = Rules { hidden: Channels { names: hidden, ..Channels::default() }, ..Rules::default() };
    SimulationConfig { rules, ..SimulationConfig::of(dials, SEATS) }.fixed(2)
}

/// Of those whose one other holds something else: the share that adopts it, minus the share that keeps its own.
pub(super) fn gap(run: &Run, setting: &SimulationConfig, debates: u64) -> super::Estimate {
    let [gap] = run.measure_some(debates, |number| {
        let played = played(run, setting, number);
        let [openings, second, ..] = played.history.rounds.as_slice() else { return [None] };
        let (mut adopted, mut kept) = (0_u32, 0_u32);
        for (seat, (before, after)) in openings.iter().zip(second).enumerate() {
            let other = openings.get(peer(&played.problem, openings.len(), seat, 2)).and_then(|it| it.option);
            if other != before.option {
                adopted += u32::from(after.option == other);
                kept += u32::from(after.option == before.option);
            }
        }
        let all = f64::from(adopted + kept);
        [(all > 0.0).then(|| (f64::from(adopted) - f64::from(kept)) / all)]
    });
    gap.estimate()
}

fn names(run: &Run) -> Found {
    let mut found = Found::default();
    let mut table = Table::new(
        "Share that adopts another's answer minus share that keeps its own, where they differ",
        &["", "published", "measured"],
    );
    let mut points = Vec::new();
    for (at, name, hidden, published) in [(0.0, "names shown", false, GAP.0), (1.0, "names hidden", true, GAP.1)] {
        let setting = named(hidden);
        let gap = gap(run, &setting, run.debates);
        table.row(name, vec![published.into(), gap.into()]);
        points.push((at, gap));
        found.setting(name, &setting);
    }
    found.tables.push(table);
    let mut accuracy = Table::new("Accuracy of the majority after the second round", &["", "openings", "majority"]);
    for (name, hidden) in [("names shown", false), ("names hidden", true)] {
        let setting = named(hidden);
        let sums = run.measure(|number| {
            let played = played(run, &setting, number);
            [Decide::Openings, Decide::Majority].map(|rule| played.credit(rule, gate(&setting.rules)))
        });
        accuracy.row(name, sums.map(|it| Cell::from(it.estimate())).to_vec());
    }
    found.tables.push(accuracy);
    found.plot = Plot {
        title: "Adopting minus keeping, with names shown and hidden".to_owned(),
        places: vec!["names shown".to_owned(), "names hidden".to_owned()],
        across: "names".to_owned(),
        up: "difference".to_owned(),
        lines: vec![
            Line { name: "measured".to_owned(), points },
            Line { name: "published".to_owned(), points: vec![(0.0, GAP.0.into()), (1.0, GAP.1.into())] },
        ],
        ..Plot::default()
    };
    found.notes.push(
        "The weight of a name was fixed so that the difference with names shown is near the published one. That hidden names leave nothing to weigh is assumed; that the product hides them in prompts is tested elsewhere (Q-05). The published difference is of the kind that Choi, Zhu and Li measure in When Identity Skews Debate (2025, arXiv 2510.07517); its figures were given with the requirement.".to_owned(),
    );
    found
}

fn confidence(run: &Run) -> Found {
    let mut found = Found::default();
    let settings: Vec<(f64, SimulationConfig)> = [-1.0, -0.5, 0.0, 0.5, 1.0]
        .into_iter()
        .map(|calibration| {
            let dials = Dials { calibration, spread: 0.3, accuracy: 0.65, ..Dials::default() };
            (calibration, SimulationConfig::of(dials, SEATS).fixed(1))
        })
        .collect();
    over(
        run,
        &mut found,
        (
            "Accuracy of openings by plain and by weighted count (1: calibrated, 0: uninformative, -1: reversed)",
            "calibration",
        ),
        &settings,
        [Decide::Openings, Decide::Confidence],
    );
    found
}
