//! Measures the extraction of causes and effects (P-02) on sentences with annotated causes and effects, and on sentences labelled causal or not.
//!
//! The cue phrases were chosen on these rows, so the figures are optimistic. Each half is shown beside the whole to indicate the variance; that
//! is no cross-validation.
use crate::rows::{is_set, read, text};
use debate::{Chunk, ChunkId};
use personas::beliefs::{Statement, of_chunk};
use prose::words::of as words;
use serde_json::Value;
use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;

/// The relations found in a sentence: causes with their effects.
type Triples = Vec<(String, String)>;

pub(crate) fn measure(data: &Path) -> Result<(), Box<dyn Error>> {
    println!("\n{:<58}{:>8}{:>8}{:>8}", "causes and effects, without a model (P-02)", "all", "half", "half");
    match read(&data.join("semeval2010_cause_effect/dev.jsonl"))? {
        Some(rows) => marked(&rows),
        None => println!("  {:<56}{:>8}", "semeval2010_cause_effect", "absent"),
    }
    match read(&data.join("cnc_causal_sentences/dev.jsonl"))? {
        Some(rows) => told(&rows),
        None => println!("  {:<56}{:>8}", "cnc_causal_sentences", "absent"),
    }
    Ok(())
}

/// A sentence with its annotation and the relations found in it.
type Item<'a> = (&'a Value, Triples);
/// A predicate on a sentence.
type Holds = fn(&Item<'_>) -> bool;

fn marked(rows: &[Value]) {
    println!("  semeval2010_cause_effect, {} sentences", rows.len());
    let read: Vec<Item<'_>> = rows.iter().map(|it| (it, triples(text(it, "text")))).collect();
    let causal: Holds = |it| is_set(it.0, "cause_effect");
    let right: Holds = |it| is_set(it.0, "cause_effect") && meets(it, "cause", "effect");
    let either: Holds =
        |it| is_set(it.0, "cause_effect") && (meets(it, "cause", "effect") || meets(it, "effect", "cause"));
    row("a sentence with a triple is causal: precision", &read, causal, found);
    row("and a triple has both marked words, the right way", &read, right, found);
    row("direction, where it has both marked words", &read, right, either);
    row("causal sentences with a triple: recall", &read, found, causal);
    row("and with both marked words: recall", &read, either, causal);
}

fn told(rows: &[Value]) {
    println!("  cnc_causal_sentences, {} sentences", rows.len());
    let read: Vec<Item<'_>> = rows.iter().map(|it| (it, triples(text(it, "text")))).collect();
    let causal: Holds = |it| is_set(it.0, "causal");
    row("a sentence with a triple is causal: precision", &read, causal, found);
    row("causal sentences with a triple: recall", &read, found, causal);
}

fn found(item: &Item<'_>) -> bool {
    !item.1.is_empty()
}

/// Whether the annotated words occur in the ends of a triple.
fn meets((row, found): &Item<'_>, first: &str, second: &str) -> bool {
    found.iter().any(|(cause, effect)| overlap(text(row, first), cause) && overlap(text(row, second), effect))
}

/// Of the sentences for which `all` holds, the share for which `some` holds: in all rows, and in each half.
fn row(name: &str, read: &[Item<'_>], some: Holds, all: Holds) {
    let share = |is_in: &dyn Fn(usize) -> bool| {
        let of: Vec<&Item<'_>> =
            read.iter().enumerate().filter(|(at, it)| is_in(*at) && all(it)).map(|it| it.1).collect();
        of.iter().filter(|it| some(it)).count() as f64 / of.len() as f64
    };
    let (even, odd) = (share(&|at| at % 2 == 0), share(&|at| at % 2 == 1));
    println!("    {name:<54}{:>8.3}{even:>8.3}{odd:>8.3}", share(&|_| true));
}

fn triples(sentence: &str) -> Triples {
    let chunk = Chunk { id: ChunkId::from("k"), source: String::new(), text: sentence.to_owned() };
    let triple = |said: Statement| match said {
        Statement::Relation { cause, effect, .. } => Some((cause.words, effect.words)),
        Statement::Claim { .. } => None,
    };
    of_chunk(&chunk).into_iter().filter_map(|it| triple(it.said)).collect()
}

fn overlap(marked: &str, found: &str) -> bool {
    let found: BTreeSet<String> = words(found).into_iter().collect();
    words(marked).iter().any(|it| found.contains(it))
}
