//! Measures what a model finds in labelled prose, by the questions of `persona build --with` (P-02).
//!
//! `cargo run --release -p engine --example extraction -- URL MODEL[,MODEL…] [KEY_ENV]` asks models at an OpenAI-compatible address, whose key the
//! variable KEY_ENV has; several models read a passage each at the same time. `… -- local MODEL` asks embedded weights below `target/weights`.
//! For both halves of `crates/personas/tests/gold/gold.jsonl` (`--tune`, `--gate`: for one of them; nothing is tuned on the second) it prints
//! precision and recall of edges and theses, and the seconds a passage took. `--wrong` lists what was wrong and what was missed: only to be read of the
//! half to tune on. `--kept=FILE` keeps each answer in a file and takes it from there when the same is asked again. A call waits fifty minutes for its answer
//! and is made once.
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
#[path = "../../personas/tests/gold/evaluation.rs"]
#[expect(dead_code, reason = "shared with the tests of `personas`")]
mod evaluation;

use evaluation::{Figures, passages};
use futures_util::future::{BoxFuture, join_all};
use local::weights::{Cache, Role, catalog};
use local::{BackendKind, Embedded, Options};
use models::{Catalog, Deltas, Dialect, Gateway, Model, Policy, Provider, Reply, Request, Stop, Usage};
use personas::model::Reader;
use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let (flags, args): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|it| it.starts_with("--"));
    let (address, names) = (args.first().ok_or("give an address")?, args.get(1).ok_or("give a model")?);
    let kept = Arc::new(Kept::at(flags.iter().find_map(|it| it.strip_prefix("--kept=")))?);
    let keeping = |model| -> Arc<dyn Model> { Arc::new(Keeping { model, kept: Arc::clone(&kept) }) };
    let readers: Vec<Reader> = if address == "local" {
        vec![Reader::new(format!("local/{names}"), keeping(embedded(names)?), 0)]
    } else {
        let reader = |name: &str| -> Result<Reader, Box<dyn Error>> {
            let model = remote(address, name, args.get(2).map(String::as_str))?;
            Ok(Reader::new(format!("measured/{name}"), keeping(model), 0))
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
    let policy = Policy { attempts: 1, idle: LONGEST, total: LONGEST, ..Policy::default() };
    Ok(Gateway::new(catalog, policy, BTreeMap::new(), &env).open(&reference)?)
}

/// The longest a call waits. Ours: a person who plays the model may answer it.
const LONGEST: Duration = Duration::from_mins(50);

/// Answers that a file keeps, by what was asked.
struct Kept {
    answers: Mutex<BTreeMap<String, String>>,
    file: Option<PathBuf>,
}

impl Kept {
    fn at(file: Option<&str>) -> Result<Kept, Box<dyn Error>> {
        let text = file.map(std::fs::read_to_string).and_then(Result::ok).unwrap_or_default();
        let answers: Result<BTreeMap<String, String>, _> =
            text.lines().map(serde_json::from_str::<(String, String)>).collect();
        Ok(Kept { answers: Mutex::new(answers?), file: file.map(PathBuf::from) })
    }

    fn answer(&self, asked: &str) -> Option<String> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).get(asked).cloned()
    }

    fn keep(&self, asked: String, answer: &str) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let line = serde_json::to_string(&(&asked, answer)).unwrap_or_default();
        answers.insert(asked, answer.to_owned());
        let Some(file) = &self.file else { return };
        let opened = std::fs::OpenOptions::new().create(true).append(true).open(file);
        if let Err(error) = opened.and_then(|mut it| writeln!(it, "{line}")) {
            println!("{}: {error}", file.display());
        }
    }
}

/// A model whose answers are kept.
struct Keeping {
    model: Arc<dyn Model>,
    kept: Arc<Kept>,
}

impl Model for Keeping {
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        watcher: Option<&'a dyn Deltas>,
    ) -> BoxFuture<'a, Result<Reply, models::Error>> {
        Box::pin(async move {
            let asked = format!("{}\n{}\n{}", request.call, request.system, request.user);
            if let Some(text) = self.kept.answer(&asked) {
                return Ok(Reply { text, stop: Stop::End, usage: Usage::default(), attempts: 0, calls: Vec::new() });
            }
            let reply = self.model.ask(request, watcher).await?;
            self.kept.keep(asked, &reply.text);
            Ok(reply)
        })
    }

    fn may_think(&self) -> bool {
        self.model.may_think()
    }
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
