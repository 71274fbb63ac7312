//! Rounds saved against accuracy lost, for each stop rule.
use super::page::{Cell, Line, Plot, Table};
use super::regimes::{self, Regime};
use super::{Estimate, Experiment, Found, Run, played, share};
use crate::SimulationConfig;
use crate::direct::gate;
use debate::event::Reason;
use debate::{Algorithm, Rules};

pub(super) const STOP_RULES: Experiment = Experiment {
    name: "stop-rules",
    question: "how many rounds does each stop rule save, and how much accuracy does it cost?",
    debates: 20_000,
    run,
};

/// Rounds of the debates that a stop rule is compared with.
const FIXED: u32 = Rules::ROUNDS;

/// How a stop rule did in a regime.
pub(super) struct Saving {
    /// Share of the rounds of a fixed debate that it saves.
    pub(super) saved: Estimate,
    /// Accuracy of the default decision rule minus that of the same debates over all rounds.
    pub(super) gained: Estimate,
    /// The same share where a debate that ends with a question to a person saves nothing.
    pub(super) saved_alone: Estimate,
    /// Share of debates that end with a question to a person.
    pub(super) escalated: Estimate,
}

/// The stop rules: the algorithms, and the usual one with a lower threshold.
pub(super) fn rules() -> Vec<(&'static str, Rules)> {
    let usual = Rules { rounds: FIXED, ..Rules::default() };
    let of = |algorithm| Rules { algorithm, ..usual.clone() };
    let mut one_quiet = of(Algorithm::Agreement);
    one_quiet.exit_limits.convergence_rounds = Some(1);
    let mut lower = of(Algorithm::EvidenceBasedDebate);
    lower.exit_limits.consensus = Some(0.6);
    vec![
        ("evidence_based_debate", of(Algorithm::EvidenceBasedDebate)),
        ("evidence_based_debate, consensus 0.6", lower),
        ("vote_rubric", of(Algorithm::VoteRubric)),
        ("agreement", of(Algorithm::Agreement)),
        ("agreement, one quiet round", one_quiet),
    ]
}

/// Plays the debates of a regime with a stop rule, and again without.
pub(super) fn saving(run: &Run, regime: &Regime, rules: &Rules, debates: u64) -> Saving {
    let stopping = SimulationConfig { rules: rules.clone(), ..regime.setting.clone() };
    let fixed = SimulationConfig { rules: rules.clone(), ..regime.setting.clone() }.fixed(FIXED);
    let gate = gate(rules);
    let sums = run.measure_some(debates, |number| {
        let (early, whole) = (played(run, &stopping, number), played(run, &fixed, number));
        let right = |it: &crate::direct::Played| it.credit(rules.decide, gate).unwrap_or_default();
        let saved = 1.0 - f64::from(early.argued) / f64::from(FIXED);
        let is_escalated = early.reason == Reason::Escalated;
        [
            Some(saved),
            Some(if is_escalated { 0.0 } else { saved }),
            Some(right(&early) - right(&whole)),
            share(is_escalated),
        ]
    });
    let [saved, saved_alone, gained, escalated] = sums.map(|it| it.estimate());
    Saving { saved, saved_alone, gained, escalated }
}

fn run(run: &Run) -> Found {
    let mut found = Found::default();
    let all = regimes::all();
    let mut saved = Table::new("Share of the rounds of a fixed five that are saved", &["regime"]);
    let mut gained =
        Table::new("Accuracy of `guarded`, minus that after all five rounds of the same debates", &["regime"]);
    let mut escalated = Table::new("Share of debates that end with a question to a person", &["regime"]);
    for table in [&mut saved, &mut gained, &mut escalated] {
        for regime in &all {
            table.row(regime.name, Vec::new());
        }
    }
    let mut lines = Vec::new();
    let mut means = Table::new(
        "Mean over all regimes",
        &[
            "stop rule",
            "rounds saved",
            "without those that ask a person",
            "ask a person",
            "accuracy gained",
            "regimes with 40% for 0.005",
        ],
    );
    for (name, rules) in rules() {
        let (mut points, mut others) = (Vec::new(), Vec::new());
        for table in [&mut saved, &mut gained, &mut escalated] {
            table.columns.push(name.to_owned());
        }
        for (at, regime) in all.iter().enumerate() {
            let it = saving(run, regime, &rules, run.debates);
            points.push((it.saved.mean, it.gained));
            others.push((it.saved_alone.mean, it.escalated.mean));
            for (table, value) in [(&mut saved, it.saved), (&mut gained, it.gained), (&mut escalated, it.escalated)] {
                if let Some((_, cells)) = table.rows.get_mut(at) {
                    cells.push(value.into());
                }
            }
        }
        let mean = |of: &dyn Fn(&(f64, Estimate)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
        let both = points.iter().filter(|(saved, gained)| *saved >= 0.4 && gained.mean >= -0.005).count();
        let both = Cell::Text(format!("{both} of {}", points.len()));
        let other = |of: &dyn Fn(&(f64, f64)) -> f64| others.iter().map(of).sum::<f64>() / others.len() as f64;
        let cells = [mean(&|it| it.0), other(&|it| it.0), other(&|it| it.1), mean(&|it| it.1.mean)];
        means.row(name, cells.map(Cell::from).into_iter().chain([both]).collect());
        lines.push(Line { name: name.to_owned(), points });
        found.setting(name, &SimulationConfig { rules, ..SimulationConfig::of(Default::default(), regimes::SEATS) });
    }
    for regime in &all {
        found.setting(regime.name, &regime.setting);
    }
    found.tables.extend([means, saved, gained, escalated]);
    found.plot = Plot {
        title: "Accuracy gained or lost, by the share of rounds saved; a point for each regime".to_owned(),
        across: "share of rounds saved".to_owned(),
        up: "accuracy, early minus whole".to_owned(),
        lines,
        is_scatter: true,
        ..Plot::default()
    };
    found.notes.push("The settings named after stop rules show their rules alone; participants and questions are those of the regimes.".to_owned());
    found
}
