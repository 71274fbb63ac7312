//! Builds the decks that ship with the program: `ship TEXTS KEPT`, run by `cargo xtask decks`.
#![expect(clippy::print_stdout, reason = "a chore talks to its user")]
use debate::Name;
use personas::build::{BuildOptions, Extractive, Progress, build, corpora};
use personas::deck::{self, folder_name};
use personas::readers::Problem;
use personas::shipped;
use std::error::Error;
use std::path::Path;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [texts, kept] = words.as_slice() else { return Err("usage: ship TEXTS KEPT".into()) };
    let made = tempfile::tempdir()?;
    for entry in std::fs::read_dir(texts)? {
        let path = entry?.path();
        if path.is_dir() {
            let name = folder_name(&path.file_name().unwrap_or_default().to_string_lossy())?;
            ship(&path, &name, made.path(), Path::new(kept)).await?;
        }
    }
    Ok(())
}

async fn ship(texts: &Path, name: &str, made: &Path, kept: &Path) -> Result<(), Box<dyn Error>> {
    let folder = made.join(name);
    let found = corpora(texts, None)?;
    if let Some((_, error)) = found.failed.into_iter().next() {
        return Err(error.into());
    }
    for corpus in found.people {
        let report = build(&corpus, &folder, BuildOptions::default(), &Extractive, &Strict).await?;
        println!("{name}/{}: {} chunks, {} theses, {} links", report.name, report.chunks, report.theses, report.edges);
        if report.problems > 0 {
            return Err(format!("{name}/{} has problems: mend its texts", report.name).into());
        }
    }
    let deck = deck::load(name, &folder)?;
    let faults: Vec<String> = deck.personas.iter().flat_map(personas::check).map(|it| it.to_string()).collect();
    if !faults.is_empty() {
        return Err(format!("{name} is not supported by its texts:\n{}", faults.join("\n")).into());
    }
    Ok(std::fs::write(kept.join(format!("{name}.json.gz")), shipped::packed(&deck)?)?)
}

/// Prints the problems of a build.
struct Strict;

impl Progress for Strict {
    fn started(&self, _: &Name, _: usize) {}
    fn file_read(&self, _: &str) {}
    fn problem(&self, problem: &Problem) {
        println!("{problem}");
    }
    fn chunks_cut(&self, _: usize, _: usize) {}
    fn chunk_done(&self) {}
    fn contract_started(&self) {}
}
