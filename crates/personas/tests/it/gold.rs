//! P-02: what rules find in prose that they were not written from, against labels by hand.
#[path = "../gold/evaluation.rs"]
#[expect(dead_code, reason = "shared with the example that prints the figures")]
mod evaluation;

use evaluation::{Figures, passages};
use personas::beliefs::of_chunk;

/// The share of what is found that must be right (P-02), of edges and of theses.
const PRECISION: f64 = 0.9;
/// The share of labelled relations that rules reach. The target is 0.15; see `tests/gold/README.md` for why they reach so few.
const RECALL: f64 = 0.07;

/// P-02: of the half that no rule was written from, at least nine of ten edges and theses are ones the author would sign.
#[test]
fn nine_of_ten_are_right() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gold/gold.jsonl");
    let passages = passages(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut figures = Figures::default();
    let gate: Vec<_> = passages.iter().filter(|it| it.split == "gate").collect();
    assert!(gate.iter().map(|it| it.sentences.len()).sum::<usize>() >= 250);
    gate.iter().for_each(|it| figures.add(it, &of_chunk(&it.chunk())));
    let Figures { edges, theses, .. } = figures;
    assert!(edges.precision() >= PRECISION, "edges: {edges:?}");
    assert!(edges.recall() >= RECALL, "edges: {edges:?}");
    assert!(theses.precision() >= PRECISION && theses.found >= 12, "theses: {theses:?}");
}
