//! Measures what a model finds in labelled prose, by the questions of `persona build --with` (P-02).
//!
//! `cargo run --release -p engine --example extraction -- URL MODEL[,MODEL…] [KEY_ENV]` asks models at an OpenAI-compatible address, whose key the
//! variable KEY_ENV has; several models read a passage each at the same time. `… -- local MODEL` asks embedded weights below `target/weights`.
//! For both halves of `crates/personas/tests/gold/gold.jsonl` (`--tune`, `--gate`: for one of them; nothing is tuned on the second) it prints
//! precision and recall of edges and theses, and the seconds a passage took. `--wrong` lists what was wrong and what was missed: only to be read of the
//! half to tune on.
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
#[path = "../../personas/tests/gold/evaluation.rs"]
#[expect(dead_code, reason = "shared with the tests of `personas`")]
mod evaluation;

use evaluation::{Figures, passages};
use futures_util::future::join_all;
use local::weights::{Cache, Role, catalog};
use local::{BackendKind, Embedded, Options};
use models::{Catalog, Dialect, Gateway, Model, Policy, Provider};
use personas::model::Reader;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let (flags, args): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|it| it.starts_with("--"));
    let (address, names) = (args.first().ok_or("give an address")?, args.get(1).ok_or("give a model")?);
    let readers: Vec<Reader> = if address == "local" {
        vec![Reader::new(format!("local/{names}"), embedded(names)?, 0)]
    } else {
        let reader = |name: &str| -> Result<Reader, Box<dyn Error>> {
            let model = remote(address, name, args.get(2).map(String::as_str))?;
            Ok(Reader::new(format!("measured/{name}"), model, 0))
        };
        names.split(',').map(reader).collect::<Result<_, _>>()?
    };
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../personas/tests/gold/gold.jsonl");
    let passages = passages(&std::fs::read_to_string(file)?)?;
    let has = |flag: &str| flags.iter().any(|it| it == flag);
    let splits: &[&str] = match (has("--tune"), has("--gate")) {
        (true, false) => &["tune"],
        (false, true) => &["gate"],
        _ => &["tune", "gate"],
    };
    for split in splits {
        let of_split: Vec<_> = passages.iter().filter(|it| it.split == *split).collect();
        let started = Instant::now();
        // Each reader takes the next passage that nobody has taken.
        let next = AtomicUsize::new(0);
        let read = join_all(readers.iter().map(async |reader| {
            let mut found = Vec::new();
            while let Some(passage) = of_split.get(next.fetch_add(1, Ordering::Relaxed)) {
                found.push((*passage, reader.of_chunk(&passage.chunk()).await?));
            }
            Ok::<_, personas::model::Error>(found)
        }));
        let mut figures = Figures::default();
        let (mut dropped, mut count) = (0, 0);
        for read in read.await {
            for (passage, read) in read? {
                figures.add(passage, &read.found);
                (dropped, count) = (dropped + read.dropped, count + 1);
            }
        }
        let seconds = started.elapsed().as_secs_f64() / f64::from(count);
        for (what, it) in [("edges", figures.edges), ("theses", figures.theses)] {
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
        println!("{split}: {dropped} dropped by the checks, {seconds:.1} s a passage");
        if has("--wrong") {
            figures.wrong.iter().for_each(|it| println!("  wrong: {it}"));
            figures.missed.iter().for_each(|it| println!("  missed: {it}"));
        }
    }
    Ok(())
}

/// A model at an address.
fn remote(address: &str, name: &str, key: Option<&str>) -> Result<Arc<dyn Model>, Box<dyn Error>> {
    let provider = Provider::custom("measured", Dialect::OpenaiChat, address, key);
    let env = |name: &str| std::env::var(name).ok();
    let catalog = Catalog::new(vec![provider], &env);
    let reference = catalog.parse(&format!("measured/{name}"))?;
    Ok(Gateway::new(catalog, Policy::default(), BTreeMap::new(), &env).open(&reference)?)
}

/// A model in this process.
fn embedded(name: &str) -> Result<Arc<dyn Model>, Box<dyn Error>> {
    let weight = catalog::named(name).ok_or("no such weights")?;
    let Role::Chat(chat) = weight.role else { return Err("it does not talk".into()) };
    let home = std::env::var("HOME").map(|it| PathBuf::from(it).join(".cache/roundtable/weights"));
    let caches = [Some(Cache::of_tests()), home.ok().map(Cache::at)];
    let held = caches.into_iter().flatten().find_map(|it| it.find(weight));
    let held = held.ok_or(format!("fetch it first: `roundtable models pull {name}`"))?;
    let options = Options {
        backend: BackendKind::Candle,
        threads: None,
        template: Some(chat.template),
        sampling: chat.sampling,
        memory: None,
    };
    Ok(Arc::new(Embedded::load(&held.model(), options)?))
}
