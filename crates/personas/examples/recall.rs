//! Measures how long it takes to recall the beliefs relevant to a question (P-04).
//!
//! `cargo run --release -p personas --example recall -- [NODES] [EDGES] [WORDS]` builds a persona with that many nodes and edges, whose concepts
//! have three of WORDS words each, and queries two of them. It prints one line of JSON.
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
use debate::belief::{BeliefGraph, Edge, Node, NodeKind};
use debate::chance::draw;
use debate::persona::Built;
use debate::{Contract, Persona, Polarity};
use personas::recall;
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut sizes = [1_000, 1_000, 40];
    for (size, given) in sizes.iter_mut().zip(std::env::args().skip(1)) {
        *size = given.parse()?;
    }
    let [nodes, edges, words] = sizes;
    let persona = persona(nodes, edges, words);
    let begun = Instant::now();
    let relevant = recall::scores(&persona, "word1 word2", &[]).len();
    let scores_ms = begun.elapsed().as_millis();
    let begun = Instant::now();
    let found = recall::recall(&persona, "word1 word2", &recall::Similar::default(), 400);
    let recall_ms = begun.elapsed().as_millis();
    let results = draw(&[&format!("{found:?}")]);
    println!(
        r#"{{"nodes": {nodes}, "edges": {edges}, "words": {words}, "relevant": {relevant}, "results": "{results:x}", "scores_ms": {scores_ms}, "recall_ms": {recall_ms}}}"#
    );
    Ok(())
}

fn persona(nodes: usize, edges: usize, words: usize) -> Persona {
    let drawn = |what: &str, at: usize, most: usize| draw(&[what, &at.to_string()]) as usize % most.max(1);
    let concept = |at: usize| {
        let said: Vec<String> = (0..3).map(|it| format!("word{}", drawn("word", 3 * at + it, words))).collect();
        said.join(" ")
    };
    let node = |at: usize| Node {
        id: format!("b{at}"),
        concept: concept(at),
        kind: NodeKind::FactualClaim,
        held: 0.5,
        chunks: vec!["c1".into()],
    };
    let edge = |at: usize| Edge {
        id: format!("e{at}"),
        cause: format!("b{}", drawn("cause", at, nodes)),
        effect: format!("b{}", drawn("effect", at, nodes)),
        polarity: Polarity::Furthers,
        confidence: 0.5,
        clause: None,
        chunks: vec!["c1".into()],
    };
    Persona {
        name: "ada".into(),
        built: Built::Hand,
        persuadability: 0.5,
        contract: Contract::default(),
        beliefs: BeliefGraph { nodes: (0..nodes).map(node).collect(), edges: (0..edges).map(edge).collect() },
        chunks: Vec::new(),
    }
}
