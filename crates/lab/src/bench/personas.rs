//! Measures building a persona from much text, without a model.
//!
//! The text is generated, different in every line, and in the forms that beliefs are parsed from, so that nothing is skipped. The target is
//! 5 MB in 10 s of processor time with 150 MB of memory.
use super::{peak_mb, seconds, spent_cpu};
use crate::Error;
use fastrand::Rng;
use personas::build::{BuildOptions, Extractive, Report, build, corpora};
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The limits for a build from 5 MB: seconds of processor time, and megabytes.
const MOST_SECONDS: f64 = 10.0;
const MOST_MB: f64 = 150.0;

/// The size of the text.
#[derive(Clone, Copy, Debug)]
pub struct Corpus {
    /// In thousands of bytes.
    pub kilobytes: u32,
    /// The number of files.
    pub files: u32,
}

/// The cost of a build.
#[derive(Debug, Serialize)]
pub struct Built {
    bytes: usize,
    files: usize,
    chunks: usize,
    tokens: usize,
    nodes: usize,
    edges: usize,
    wall_s: f64,
    cpu_s: f64,
    peak_mb: Option<f64>,
    peak_before_mb: Option<f64>,
    within: bool,
}

impl Corpus {
    /// Generates the text and builds the persona; neither is kept.
    pub async fn build(&self) -> Result<Option<Built>, Error> {
        let folder = Folder::new()?;
        let corpus = folder.0.join("corpus");
        let bytes = generate(&corpus, self).map_err(|why| Error::Unwritable { path: corpus.clone(), why })?;
        let before = peak_mb();
        let (started, cpu) = (Instant::now(), spent_cpu());
        let corpora = corpora(&corpus, Some("measured"))?;
        let mut report = None;
        for corpus in &corpora.people {
            report = Some(build(corpus, &folder.0.join("deck"), BuildOptions::default(), &Extractive, &()).await?);
        }
        let (took, cpu) = (seconds(started.elapsed()), seconds(spent_cpu().saturating_sub(cpu)));
        let peak = peak_mb();
        // The limits are for 5 MB; more may take more.
        let is_within = cpu <= MOST_SECONDS && peak.is_none_or(|it| it <= MOST_MB);
        Ok(report.map(|Report { files, chunks, tokens, nodes, edges, .. }| Built {
            bytes,
            files,
            chunks,
            tokens,
            nodes,
            edges,
            wall_s: took,
            cpu_s: cpu,
            peak_mb: peak,
            peak_before_mb: before,
            within: is_within,
        }))
    }
}

impl Built {
    /// As lines of text.
    pub fn lines(&self) -> [String; 2] {
        let Built { bytes, files, chunks, tokens, nodes, edges, wall_s, cpu_s, peak_mb, within, .. } = self;
        let memory = peak_mb.map_or_else(|| "unknown".to_owned(), |it| format!("{it} MB"));
        let verdict = if *within { "within" } else { "over" };
        [
            format!("{bytes} bytes in {files} files: {chunks} chunks, {tokens} tokens, {nodes} nodes, {edges} links"),
            format!(
                "{wall_s} s, {cpu_s} s of processor time, {memory} at most: {verdict} {MOST_SECONDS} s and {MOST_MB} MB"
            ),
        ]
    }
}

/// A temporary folder, removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, Error> {
        let path = std::env::temp_dir().join(format!("roundtable-bench-{:016x}", fastrand::u64(..)));
        match std::fs::create_dir_all(path.join("corpus")) {
            Ok(()) => Ok(Folder(path)),
            Err(why) => Err(Error::Unwritable { path, why }),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that stays behind in the temporary directory does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Writes the files and returns their total size in bytes.
fn generate(folder: &Path, corpus: &Corpus) -> std::io::Result<usize> {
    let mut chance = Rng::with_seed(7);
    let each = corpus.kilobytes as usize * 1_000 / corpus.files as usize;
    let mut bytes = 0;
    for file in 0..corpus.files {
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
