//! Facts that only some have, and ballots that nobody sees: two experiments of our own.
use super::page::{Cell, Line, Plot, Table};
use super::regimes::SEATS;
use super::{Experiment, Found, Run, played};
use crate::SimulationConfig;
use crate::direct::gate;
use crate::sim::agent::{Claims, Dials, Facts, Holding};
use debate::{ClosingBallot, Decide, Parallel, Rules};

pub(super) const HIDDEN_PROFILES: Experiment = Experiment {
    name: "hidden-profiles",
    question: "how many questions are solved whose answer shows only when facts are put together?",
    debates: 20_000,
    run: hidden_profiles,
};

pub(super) const CLOSING_BALLOTS: Experiment = Experiment {
    name: "closing-ballots",
    question: "does a secret closing ballot undo what open ballots are pressed into?",
    debates: 100_000,
    run: closing_ballots,
};

/// The setting of a hidden profile: participants who can be persuaded by facts and mention those that speak against their own ballot with this
/// probability.
pub(super) fn profile(held: Holding, brief: bool, candour: f64, rules: Rules) -> SimulationConfig {
    let dials = Dials { persuadability: 0.8, candour, ..Dials::default() };
    let facts = Some(Facts { held, brief, checkable: false });
    SimulationConfig { facts, rules, ..SimulationConfig::of(dials, SEATS) }
}

fn hidden_profiles(run: &Run) -> Found {
    let mut found = Found::default();
    let usual = || Rules::default();
    let in_turn = || Rules { parallel: Some(Parallel::None), ..Rules::default() };
    let usual_dials = || SimulationConfig::of(Dials::default(), SEATS);
    let single = |brief| Some(Facts { held: Holding::Single, brief, checkable: false });
    let hidden = || {
        let mut rules = Rules::default();
        rules.hidden.answers = true;
        rules
    };
    let rows: Vec<(&str, SimulationConfig)> = vec![
        ("single, in full, usual dials", SimulationConfig { facts: single(false), ..usual_dials() }),
        ("single, in 30 tokens, usual dials", SimulationConfig { facts: single(true), ..usual_dials() }),
        ("single, in full, together", profile(Holding::Single, false, 0.8, usual())),
        ("single, in full, in turn", profile(Holding::Single, false, 0.8, in_turn())),
        ("single, in full, positions hidden", profile(Holding::Single, false, 0.8, hidden())),
        ("single, in 30 tokens, together", profile(Holding::Single, true, 0.8, usual())),
        ("single, in 30 tokens, in turn", profile(Holding::Single, true, 0.8, in_turn())),
        ("shared, in full, together", profile(Holding::Shared, false, 0.8, usual())),
        ("shared, in full, in turn", profile(Holding::Shared, false, 0.8, in_turn())),
        ("shared, in full, little candour", profile(Holding::Shared, false, 0.2, usual())),
        ("shared, in 30 tokens, together", profile(Holding::Shared, true, 0.8, usual())),
    ];
    let rules = [Decide::Openings, Decide::Majority, Decide::Trajectory, Decide::Guarded];
    let mut table = Table::new(
        "Share of hidden profiles solved",
        &["facts, how told, order", "openings", "majority", "trajectory", "guarded"],
    );
    for (name, setting) in &rows {
        let sums = run.measure(|number| {
            let played = played(run, setting, number);
            rules.map(|rule| played.credit(rule, gate(&setting.rules)))
        });
        table.row(*name, sums.map(|it| Cell::from(it.estimate())).to_vec());
        found.setting(name, setting);
    }
    found.tables.push(table);
    found.tables.push(by_mode(run, &mut found.settings));
    let (mut lines, mut by_dial) = (
        Vec::new(),
        Table::new("Solved by `guarded`, by how persuasive a fact of somebody else is", &["persuadability"]),
    );
    let dials = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];
    for value in dials {
        by_dial.row(format!("{value}"), Vec::new());
    }
    for (name, held, conformity, spread) in [
        ("single", Holding::Single, 0.3, 0.25),
        ("single, all alike", Holding::Single, 0.3, 0.0),
        ("single, conformity 1", Holding::Single, 1.0, 0.25),
        ("shared", Holding::Shared, 0.3, 0.25),
    ] {
        let mut points = Vec::new();
        by_dial.columns.push(name.to_owned());
        for (at, value) in dials.iter().enumerate() {
            let setting = profile(held, false, 0.8, usual()).each(|it| {
                it.persuadability = *value;
                it.persuadability_spread = spread;
                it.conformity = conformity;
            });
            let [solved] = run.measure(|number| {
                let played = played(run, &setting, number);
                [played.credit(Decide::Guarded, gate(&setting.rules))]
            });
            points.push((*value, solved.estimate()));
            if let Some((_, cells)) = by_dial.rows.get_mut(at) {
                cells.push(solved.estimate().into());
            }
            if at == 0 {
                found.setting(&format!("{name} (persuadability varies)"), &setting);
            }
        }
        lines.push(Line { name: name.to_owned(), points });
    }
    found.tables.push(by_dial);
    found.plot = Plot {
        title: "Hidden profiles solved by guarded".to_owned(),
        across: "persuadability".to_owned(),
        up: "share solved".to_owned(),
        lines,
        ..Plot::default()
    };
    found.notes.push(
        "In 30 tokens: sentences of some 35 to 80 tokens are cut. Where the cut takes the source, a fact counts as an assertion; where it takes the option, as nothing. How long such sentences are, and in which order they say what, is ours."
            .to_owned(),
    );
    found
}

/// Debates of a mode: prompts and parsing take a thousand times as long as the direct path.
const OF_A_MODE: u64 = 100;

/// Hidden profiles by mode, as the product holds them: with prompts, parsed answers and closing ballots where a mode has them.
fn by_mode(run: &Run, settings: &mut Vec<(String, String)>) -> Table {
    let mut table = Table::new(
        "Solved by mode, with prompts and parsed answers",
        &["mode", "single", "single, in 30 tokens", "shared", "debates"],
    );
    let debates = run.debates.div_ceil(500).min(OF_A_MODE);
    for mode in formats::modes::names() {
        let mut cells = Vec::new();
        for (held, brief) in [(Holding::Single, false), (Holding::Single, true), (Holding::Shared, false)] {
            let setting = SimulationConfig { mode: mode.to_owned(), ..profile(held, brief, 0.8, Rules::default()) };
            let [solved] = run.measure_some(debates, |number| {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok();
                let problem = setting.problem(run.seed, number);
                let played = runtime.and_then(|it| it.block_on(crate::protocol::play(&setting, problem)).ok());
                [played.and_then(|it| it.credit(setting.rules.decide, gate(&setting.rules)))]
            });
            cells.push(solved.estimate().into());
            let told = if brief { ", in 30 tokens" } else { "" };
            settings.push((format!("{mode}, {held:?}{told}").to_lowercase(), setting.told()));
        }
        cells.push(Cell::Text(debates.to_string()));
        table.row(mode, cells);
    }
    table
}

fn closing_ballots(run: &Run) -> Found {
    let mut found = Found::default();
    let mut table = Table::new(
        "Accuracy with secret closing ballots, with open ballots alone, and of the openings",
        &["pressure", "closing, majority", "open, majority", "open, guarded", "openings"],
    );
    let (mut closing, mut open) = (Vec::new(), Vec::new());
    for pressure in [0.0, 0.5, 1.0, 1.5, 2.0, 3.0] {
        let dials = Dials { pressure, ..Dials::default() };
        let claims = Claims { checkable: 0.2, ..Claims::default() };
        let of = |closing_ballot| {
            let rules = Rules { closing_ballot, ..Rules::default() };
            SimulationConfig { rules, ..SimulationConfig::of(dials, SEATS).claiming(claims) }.fixed(3)
        };
        let (secret, shown) = (of(ClosingBallot::Always), of(ClosingBallot::Never));
        let sums = run.measure(|number| {
            let (closed, opened) = (played(run, &secret, number), played(run, &shown, number));
            let right = |it: &crate::direct::Played, rule| it.credit(rule, gate(&secret.rules));
            [
                right(&closed, Decide::Majority),
                right(&opened, Decide::Majority),
                right(&opened, Decide::Guarded),
                right(&opened, Decide::Openings),
            ]
        });
        let figures = sums.map(|it| it.estimate());
        let [by_closing, by_open, ..] = figures;
        closing.push((pressure, by_closing));
        open.push((pressure, by_open));
        table.row(format!("{pressure}"), figures.map(Cell::from).to_vec());
        found.setting(&format!("closing, pressure {pressure}"), &secret);
        found.setting(&format!("open, pressure {pressure}"), &shown);
    }
    found.tables.push(table);
    found.plot = Plot {
        title: "Accuracy of the majority, by the pressure of open ballots".to_owned(),
        across: "pressure (log-odds for each other holder)".to_owned(),
        up: "accuracy".to_owned(),
        lines: vec![
            Line { name: "closing ballots".to_owned(), points: closing },
            Line { name: "open ballots".to_owned(), points: open },
        ],
        ..Plot::default()
    };
    found
}
