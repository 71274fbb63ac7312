//! Measures how long it takes to find differences between personas (Q-22) and to choose aspects (P-10).
//!
//! `cargo run --release -p analysis --example aspects -- [PERSONAS] [NODES] [EDGES] [WORDS]` builds that many personas, each with that many
//! nodes and edges; concepts have two to four of so many words, and one in six a negation. It prints one line of JSON; equal `results` mean
//! equal findings.
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
#![expect(clippy::disallowed_types, reason = "a benchmark reads the clock")]
use analysis::crux;
use debate::belief::{BeliefGraph, Edge, Node, NodeKind};
use debate::chance::draw;
use debate::event::{LOG_VERSION, PanelEvent};
use debate::persona::Built;
use debate::rules::PanelRules;
use debate::{Contract, Debate, Envelope, Event, Participant, Persona, Perspective, Polarity, Rules, Topic};
use std::error::Error;
use std::time::Instant;

/// Syllables of generated words.
const SYLLABLES: [&str; 16] =
    ["ba", "co", "di", "fu", "ga", "ho", "ki", "lo", "ma", "no", "pa", "ro", "su", "ta", "vo", "zu"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut sizes = [8, 1_000, 1_000, 200];
    for (size, given) in sizes.iter_mut().zip(std::env::args().skip(1)) {
        *size = given.parse()?;
    }
    let [count, nodes, edges, words] = sizes;
    let personas: Vec<Persona> = (0..count).map(|it| persona(it, nodes, edges, words)).collect();
    let debate = seated(personas.clone(), &format!("Should {} replace {}?", word(0), word(1)))?;
    let every: Vec<&Persona> = personas.iter().collect();

    let comparisons = crux::comparisons(&every);
    let begun = Instant::now();
    let candidates = crux::candidates(&every);
    let candidates_ms = begun.elapsed().as_millis();
    let begun = Instant::now();
    let aspects = crux::aspects(&debate, 5);
    let aspects_ms = begun.elapsed().as_millis();
    let results = draw(&[&format!("{candidates:?} {aspects:?}")]);
    println!(
        r#"{{"personas": {count}, "nodes": {nodes}, "edges": {edges}, "words": {words}, "candidates": {}, "aspects": {}, "results": "{results:x}", "comparisons": {comparisons}, "candidates_ms": {candidates_ms}, "aspects_ms": {aspects_ms}}}"#,
        candidates.len(),
        aspects.len(),
    );
    Ok(())
}

/// A panel with these personas.
fn seated(personas: Vec<Persona>, topic: &str) -> Result<Debate, Box<dyn Error>> {
    let seat = |it: &Persona| Participant::new(it.name.clone(), "x/y".to_owned(), "x".into(), Perspective::of_seat(0));
    let opened = Event::DebateOpened {
        version: LOG_VERSION,
        debate: "benchmark".into(),
        topic: Topic::new(topic)?,
        ballot: None,
        mode: "panel".to_owned(),
        participants: personas.iter().map(seat).collect(),
        rules: Rules { panel: Some(PanelRules::default()), ..Rules::default() },
        rehearsal: false,
        fork: None,
    };
    let seated = Event::Panel { what: PanelEvent::PersonasSeated { personas } };
    let log = [(0, opened), (1, seated)].map(|(seq, event)| Envelope { seq, at: 0, elapsed: 0, event });
    Ok(Debate::replay(&log)?)
}

fn persona(number: usize, nodes: usize, edges: usize, words: usize) -> Persona {
    let number = number.to_string();
    let drawn = |what: &str, at: usize, most: usize| draw(&[&number, what, &at.to_string()]) as usize % most.max(1);
    let concept = |at: usize| {
        let count = 2 + drawn("count", at, 3);
        let mut said: Vec<String> = (0..count).map(|it| word(drawn("word", 4 * at + it, words))).collect();
        if drawn("negated", at, 6) == 0 {
            said.insert(0, "no".to_owned());
        }
        said.join(" ")
    };
    let node = |at: usize| Node {
        id: format!("b{at}"),
        concept: concept(at),
        kind: NodeKind::FactualClaim,
        held: drawn("held", at, 100) as f64 / 100.0,
        chunks: vec!["c1".into()],
    };
    let edge = |at: usize| Edge {
        id: format!("e{at}"),
        cause: format!("b{}", drawn("cause", at, nodes)),
        effect: format!("b{}", drawn("effect", at, nodes)),
        polarity: if drawn("polarity", at, 2) == 0 { Polarity::Furthers } else { Polarity::Hinders },
        confidence: drawn("sure", at, 100) as f64 / 100.0,
        clause: None,
        chunks: vec!["c1".into()],
    };
    Persona {
        name: format!("persona-{number}").as_str().into(),
        built: Built::Hand,
        persuadability: 0.5,
        contract: Contract::default(),
        beliefs: BeliefGraph { nodes: (0..nodes).map(node).collect(), edges: (0..edges).map(edge).collect() },
        chunks: Vec::new(),
    }
}

/// A distinct word for each number.
fn word(number: usize) -> String {
    [number % 16, number / 16 % 16, number / 256 % 16].iter().filter_map(|it| SYLLABLES.get(*it)).copied().collect()
}
