//! Planted cruxes: is the one claim on which a decision hangs listed first?
use super::page::{Line, Plot, Table};
use super::{Experiment, Found, Run, share};
use analysis::argument::{Graph, Node, Tie, What, Why};
use debate::chance::mix;

pub(super) const CRUXES: Experiment = Experiment {
    name: "cruxes",
    question: "is the one claim on which a decision hangs listed first among the cruxes?",
    debates: 2_000,
    run,
};

/// Sets of reasons that a search may evaluate. Ours: as many as a verdict's.
const LOOKS: usize = 100;

/// A graph in which the first option leads by less than its one strong claim and by more than any other, so that the decision hangs on that one.
/// Some claims bear on others in place of an option, and some are denied.
fn planted(seed: u64, claims: usize, indirect: f64) -> (Graph, usize, String) {
    let mut state = seed;
    let mut roll = || {
        state = mix(state);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut graph = Graph::default();
    let first = graph.add(Node::new("A", What::Option, "the first", 0.0));
    let second = graph.add(Node::new("B", What::Option, "the second", 0.0));
    let mut lead = 0.0;
    let crux = (roll() * claims as f64) as usize;
    for at in 0..claims {
        let base = if at == crux { 0.83 } else { 0.15 + 0.35 * roll() };
        let id = format!("C{}", at + 1);
        let node = graph.add(Node::new(&id, What::Claim, &id, base));
        // Claims go to the side that keeps the lead between the largest other claim and the crux.
        let is_first = at == crux || lead < if at < crux { -0.20 } else { 0.60 };
        lead += if is_first { base } else { -base };
        graph.tie(node, if is_first { first } else { second }, Tie::Supports, 1.0);
        if roll() < indirect && at > 0 {
            let other = graph.place(&format!("C{}", 1 + (roll() * at as f64) as usize));
            if let Some(other) = other.filter(|it| *it != node) {
                graph.tie(node, other, if roll() < 0.5 { Tie::Supports } else { Tie::Attacks }, 0.2 * roll());
            }
        }
    }
    (graph, first, format!("C{}", crux + 1))
}

/// Whether the planted crux comes first, another comes first, or none is listed as one that flips; none where chance has planted no crux.
pub(super) fn outcome(seed: u64, claims: usize, indirect: f64) -> Option<[bool; 3]> {
    let (graph, first, crux) = planted(seed, claims, indirect);
    let why = Why::of_graph(&graph, Some(first), LOOKS);
    let scales = analysis::argument::Scales::new(&graph);
    let place = graph.place(&crux)?;
    let leads = |strengths: &analysis::argument::Strengths| scales.leader(strengths) == Some(first);
    // The truth by definition: the first option leads, and without this claim it does not.
    let is_planted = leads(scales.whole()) && !leads(&scales.without(&[place]));
    let listed = why.cruxes.first().filter(|it| it.flips);
    is_planted
        .then(|| [listed.is_some_and(|it| it.id == crux), listed.is_some_and(|it| it.id != crux), listed.is_none()])
}

fn run(run: &Run) -> Found {
    let mut found = Found::default();
    let mut table = Table::new(
        "Graphs whose planted crux is listed first",
        &["claims", "indirect", "first", "another first", "none flips"],
    );
    let mut lines = Vec::new();
    for indirect in [0.0, 0.3, 0.6] {
        let mut points = Vec::new();
        for claims in [8, 16, 24, 32, 40] {
            let sums = run.measure(|number| match outcome(mix(run.seed) ^ mix(number), claims, indirect) {
                Some(it) => it.map(share),
                None => [None; 3],
            });
            let figures = sums.map(|it| it.estimate());
            let [first, ..] = figures;
            points.push((claims as f64, first));
            let cells = std::iter::once(indirect.into()).chain(figures.map(Into::into)).collect();
            table.row(claims.to_string(), cells);
        }
        lines.push(Line { name: format!("{indirect} of claims bear on others too"), points });
        let planted = "one claim of base 0.83 among claims of 0.15 to 0.50; ties between claims weigh up to 0.2";
        found.settings.push((format!("indirect {indirect}"), format!("{planted}; {LOOKS} sets tried at most")));
    }
    found.tables.push(table);
    found.plot = Plot {
        title: "Share of graphs whose planted crux is listed first".to_owned(),
        across: "claims".to_owned(),
        up: "share".to_owned(),
        lines,
        ..Plot::default()
    };
    found.notes.push(
        "Graphs in which chance undid the plant are left out: there, the decision does not hang on that claim."
            .to_owned(),
    );
    found
}
