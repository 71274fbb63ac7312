//! Signs of groupthink on planted episodes: how often they are seen, and how often they are seen where there is none.
use super::page::{Line, Plot, Table};
use super::regimes::{self, SEATS};
use super::{Experiment, Found, Run, played, share};
use crate::Setting;
use crate::sim::agent::{Claims, Dials};

pub(super) const GROUPTHINK: Experiment = Experiment {
    name: "groupthink",
    question: "how often are planted episodes of groupthink seen, and how often is an alarm false?",
    debates: 20_000,
    run,
};

/// An episode of this strength: with 0 participants decide for themselves and bring sources of their own, with 1 they follow each other, repeat
/// each other's claims and bring none.
pub(super) fn episode(strength: f64) -> Setting {
    let dials = Dials { accuracy: 0.75, conformity: 2.0 * strength, echo: strength, ..Dials::default() };
    let sources = 0.8 * (1.0 - strength);
    let claims = Claims { sourced: sources, invented: sources, ..Claims::default() };
    Setting::of(dials, SEATS).claiming(claims)
}

/// The shares of debates in which a grave sign is seen, a light one, and any.
pub(super) fn rates(run: &Run, setting: &Setting, debates: u64) -> [super::Estimate; 3] {
    let sums = run.measure_some(debates, |number| {
        let seen = played(run, setting, number).seen;
        [share(seen.grave), share(seen.light), share(seen.grave || seen.light)]
    });
    sums.map(|it| it.estimate())
}

fn run(run: &Run) -> Found {
    let mut found = Found::default();
    let mut table = Table::new(
        "Debates in which a sign is seen, by the strength of the episode (0: none is planted, so every alarm is false)",
        &["strength", "grave", "light", "any"],
    );
    let mut lines: Vec<Line> =
        ["grave", "light", "any"].map(|it| Line { name: it.to_owned(), points: Vec::new() }).into();
    for strength in [0.0, 0.2, 0.4, 0.6, 0.8, 1.0] {
        let setting = episode(strength);
        let rates = rates(run, &setting, run.debates);
        lines.iter_mut().zip(rates).for_each(|(line, it)| line.points.push((strength, it)));
        table.row(format!("{strength}"), rates.map(Into::into).to_vec());
        found.setting(&format!("strength {strength}"), &setting);
    }
    found.tables.push(table);
    let mut table = Table::new(
        "Detection and false alarms of the light sign, by its threshold (strength 1 against 0)",
        &["agreement above", "seen", "false alarms"],
    );
    for threshold in [0.3, 0.5, 0.7, 0.9, 0.99] {
        let of = |strength: f64| {
            let mut setting = episode(strength);
            setting.rules.groupthink = Some(threshold);
            setting
        };
        let [_, seen, _] = rates(run, &of(1.0), run.debates);
        let [_, alarms, _] = rates(run, &of(0.0), run.debates);
        table.row(format!("{threshold}"), vec![seen.into(), alarms.into()]);
    }
    found.tables.push(table);
    let mut table = Table::new("Signs in the regimes that ship", &["regime", "grave", "light", "any"]);
    for regime in regimes::all() {
        table.row(regime.name, rates(run, &regime.setting, run.debates / 4).map(Into::into).to_vec());
        found.setting(regime.name, &regime.setting);
    }
    found.tables.push(table);
    found.plot = Plot {
        title: "Debates in which a sign of groupthink is seen".to_owned(),
        across: "strength of the planted episode".to_owned(),
        up: "share".to_owned(),
        lines,
    };
    found
}
