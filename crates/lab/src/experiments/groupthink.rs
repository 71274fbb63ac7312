//! Signs of groupthink on planted episodes: how often they are seen, and how often they are seen where there is none.
use super::page::{Line, Plot, Table};
use super::regimes::{self, SEATS};
use super::{Experiment, Found, Run, played, share};
use crate::SimulationConfig;
use crate::sim::agent::{Claims, Dials};

pub(super) const GROUPTHINK: Experiment = Experiment {
    name: "groupthink",
    question: "how often are planted episodes of groupthink seen, and how often is an alarm false?",
    debates: 20_000,
    run,
};

/// An episode of this strength: with 0 participants decide for themselves and bring sources of their own, with 1 they follow each other, repeat
/// each other's claims and bring none.
pub(super) fn episode(strength: f64) -> SimulationConfig {
    let dials = Dials { accuracy: 0.75, conformity: 2.0 * strength, echo: strength, ..Dials::default() };
    let sources = 0.8 * (1.0 - strength);
    let claims = Claims { sourced: sources, invented: sources, ..Claims::default() };
    SimulationConfig::of(dials, SEATS).claiming(claims)
}

/// The shares of debates in which a grave sign is seen, a light one, and any.
pub(super) fn rates(run: &Run, setting: &SimulationConfig, debates: u64) -> [super::Estimate; 3] {
    let sums = run.measure_some(debates, |number| {
        let seen = played(run, setting, number).seen;
        [share(seen.grave), share(seen.light), share(seen.grave || seen.light)]
    });
    sums.map(|it| it.estimate())
}

/// The sound debate of strength 0, with one of the three dials turned; the others stay.
pub(super) fn turned(dial: &str, strength: f64) -> SimulationConfig {
    let sound = episode(0.0);
    let sources = 0.8 * (1.0 - strength);
    match dial {
        "conformity" => sound.each(|it| it.conformity = 2.0 * strength),
        "echo" => sound.each(|it| it.echo = strength),
        _ => sound.claiming(Claims { sourced: sources, invented: sources, ..Claims::default() }),
    }
}

/// The signs by one dial alone.
fn one_dial(run: &Run, found: &mut Found, dial: &str) -> Table {
    let title = match dial {
        "conformity" => "The same where conformity alone grows, from 0 to 2",
        "echo" => "The same where repeating alone grows",
        _ => "The same where sources alone go: at 1 nobody cites one, nobody follows anybody, and every alarm is false",
    };
    let mut table = Table::new(title, &["strength", "grave", "light", "any"]);
    for strength in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let setting = turned(dial, strength);
        table.row(format!("{strength}"), rates(run, &setting, run.debates).map(Into::into).to_vec());
        found.setting(&format!("{dial} alone, strength {strength}"), &setting);
    }
    table
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
    let tables = ["conformity", "echo", "sources"].map(|dial| one_dial(run, &mut found, dial));
    found.tables.extend(tables);
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
        found.setting(&format!("strength 1, light sign above {threshold}"), &of(1.0));
        found.setting(&format!("strength 0, light sign above {threshold}"), &of(0.0));
        table.row(format!("{threshold}"), vec![seen.into(), alarms.into()]);
    }
    found.tables.push(table);
    let mut table = Table::new("Signs in the regimes that ship", &["regime", "grave", "light", "any"]);
    for regime in regimes::all() {
        table.row(regime.name, rates(run, &regime.setting, run.debates).map(Into::into).to_vec());
        found.setting(regime.name, &regime.setting);
    }
    found.tables.push(table);
    found.plot = Plot {
        title: "Debates in which a sign of groupthink is seen".to_owned(),
        across: "strength of the planted episode".to_owned(),
        up: "share".to_owned(),
        lines,
        ..Plot::default()
    };
    found
}
