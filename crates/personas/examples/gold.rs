//! Measures what rules find in prose that they were not written from, against labels by hand (P-02).
//!
//! `cargo run -p personas --example gold -- [FILE] [--wrong] [--missed]` prints precision and recall of edges and theses for both halves of
//! `tests/gold/gold.jsonl`. `--wrong` and `--missed` list them for the half to tune on; the other half is not to be looked at.
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
#[path = "../tests/gold/evaluation.rs"]
#[expect(dead_code, reason = "shared with the tests")]
mod evaluation;

use evaluation::Figures;
use personas::beliefs::of_chunk;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let usual = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/gold/gold.jsonl").to_owned();
    let file = args.iter().find(|it| !it.starts_with("--")).cloned().unwrap_or(usual);
    let passages = evaluation::passages(&std::fs::read_to_string(file)?)?;
    // Whoever works on the rules looks at no figure of the other half.
    let splits: &[&str] = if args.iter().any(|it| it == "--tune") { &["tune"] } else { &["tune", "gate"] };
    for split in splits.iter().copied() {
        let mut figures = Figures::default();
        let of_split = passages.iter().filter(|it| it.split == split);
        of_split.for_each(|it| figures.add(it, &of_chunk(&it.chunk())));
        let Figures { edges, theses, wrong, missed } = figures;
        for (what, it) in [("edges", edges), ("theses", theses)] {
            println!(
                "{split} {what}: {} found, {} right ({:.3}), {} of {} labelled ones reached ({:.3}), {} in doubtful sentences",
                it.found,
                it.right,
                it.precision(),
                it.reached,
                it.labelled,
                it.recall(),
                it.doubtful
            );
        }
        let is_open = split == "tune";
        let show = |flag: &str, all: &[String]| {
            if is_open && args.iter().any(|it| it == flag) {
                all.iter().for_each(|it| println!("  {it}"));
            }
        };
        show("--wrong", &wrong);
        show("--missed", &missed);
    }
    Ok(())
}
