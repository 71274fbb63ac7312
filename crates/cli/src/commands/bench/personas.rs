//! `bench personas`: what building a persona of much text costs, without a model.
//!
//! The text is generated and different from line to line, with the forms that beliefs are read from, so that nothing is skipped. The target
//! is 5 MB in a minute with 500 MB of memory.
use super::{peak_mb, seconds};
use crate::args::BenchPersonas;
use crate::exit::Exit;
use crate::print;
use fastrand::Rng;
use personas::build::{Extractive, Report, Wish, build, corpora};
use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What the build of 5 MB may take, in seconds, and may hold, in megabytes.
const MOST_SECONDS: f64 = 60.0;
const MOST_MB: f64 = 500.0;

pub(crate) async fn run(args: &BenchPersonas) -> Result<(), Exit> {
    let folder = Folder::new()?;
    let bytes =
        generate(&folder.0.join("corpus"), args).map_err(|error| Exit::failure(format!("can't write: {error}")))?;
    let before = peak_mb();
    let started = Instant::now();
    let corpora = corpora(&folder.0.join("corpus"), Some("measured"))?;
    let mut report = None;
    for corpus in &corpora.people {
        report = Some(build(corpus, &folder.0.join("deck"), Wish::default(), &Extractive, &()).await?);
    }
    let took = seconds(started.elapsed());
    let peak = peak_mb();
    let Some(Report { files, chunks, tokens, nodes, edges, .. }) = report else { return Ok(()) };
    // The figures are for 5 MB; more may take more.
    let is_within = took <= MOST_SECONDS && peak.is_none_or(|it| it <= MOST_MB);
    if args.json {
        return print::line(json!({
            "bytes": bytes, "files": files, "chunks": chunks, "tokens": tokens, "nodes": nodes, "edges": edges, "wall_s": took,
            "peak_mb": peak, "peak_before_mb": before, "within": is_within,
        }));
    }
    let memory = peak.map_or_else(|| "unknown".to_owned(), |it| format!("{it} MB"));
    print::line(format_args!(
        "{bytes} bytes in {files} files: {chunks} chunks, {tokens} tokens, {nodes} beliefs, {edges} links"
    ))?;
    print::line(format_args!(
        "{took} s, {memory} at most: {} {MOST_SECONDS} s and {MOST_MB} MB",
        if is_within { "within" } else { "over" }
    ))
}

/// A folder of its own that goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, Exit> {
        let path = std::env::temp_dir().join(format!("roundtable-bench-{:016x}", fastrand::u64(..)));
        std::fs::create_dir_all(path.join("corpus"))
            .map_err(|error| Exit::failure(format!("`{}`: {error}", path.display())))?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that stays behind in the place for such folders does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Writes so many files with so much text in all; how much it was.
fn generate(folder: &Path, args: &BenchPersonas) -> std::io::Result<usize> {
    let mut chance = Rng::with_seed(7);
    let each = args.kilobytes as usize * 1_000 / args.files as usize;
    let mut bytes = 0;
    for file in 0..args.files {
        let mut text = String::with_capacity(each + 1_000);
        while text.len() < each {
            for _ in 0..chance.usize(2..7) {
                sentence(&mut text, &mut chance);
            }
            text.push_str("\n\n");
        }
        bytes += text.len();
        std::fs::write(folder.join(format!("{file:04}.txt")), text)?;
    }
    Ok(bytes)
}

const FORMS: [&str; 8] = [
    "{a} leads to {b} wherever {c} is weak.",
    "Because {a} grows with {c}, {b} is lost.",
    "{a} prevents {b}, as everybody who has seen {c} knows.",
    "We must keep {a}, whatever becomes of {b} and of {c}.",
    "Experience shows that {a} is due to {b}; {c} has little to do with it.",
    "If {a} fails, then {b} follows, and {c} with it.",
    "I have never seen {a} without {b}, nor {b} without {c}.",
    "It was in the year of {a} that Mr. B. {c} spoke of {b}, e.g. of 3.5 per cent.",
];
const FIRST: [&str; 12] =
    ["early", "late", "shared", "hidden", "cheap", "steady", "local", "common", "strict", "loose", "public", "private"];
const SECOND: [&str; 16] = [
    "ownership",
    "coordination",
    "testing",
    "credit",
    "commerce",
    "faction",
    "union",
    "taxation",
    "planning",
    "review",
    "trust",
    "debt",
    "supply",
    "silence",
    "ambition",
    "delay",
];
const THIRD: [&str; 10] =
    ["costs", "habits", "rules", "councils", "teams", "markets", "boundaries", "promises", "records", "failures"];

fn sentence(text: &mut String, chance: &mut Rng) {
    let form = chance.choice(FORMS).unwrap_or_default();
    let mut part = || {
        let mut words = String::new();
        let mut one = |from: &[&'static str]| chance.choice(from.iter().copied()).unwrap_or_default();
        let _ = write!(words, "{} {} {}", one(&FIRST), one(&SECOND), one(&THIRD));
        words
    };
    let filled = form.replace("{a}", &part()).replace("{b}", &part()).replace("{c}", &part());
    let mut letters = filled.chars();
    text.extend(letters.next().into_iter().flat_map(char::to_uppercase));
    text.push_str(letters.as_str());
    text.push(' ');
}
