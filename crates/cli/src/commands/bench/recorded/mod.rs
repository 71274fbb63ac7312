//! `bench recorded`: recorded debates of others, stepped through the rules of leaving and of decision and the signs of groupthink
//! without any model (D-40 … D-43, Q-01).
//!
//! The recordings are no part of the program: somebody has them in a directory. Each form of recording has a reader of its own, and
//! a file is of the form that reads its first line. Not here: what a step is (`course`), and what is counted (`tally`).
pub(in crate::commands) mod course;
pub(in crate::commands) mod crisis;
pub(in crate::commands) mod decisions;
mod qa;
mod tally;
mod traces;
mod translation;

use crate::args::BenchRecorded;
use crate::exit::Exit;
use crate::print;
use course::Recording;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tally::Tally;

/// A line that was read.
#[derive(Debug)]
enum Row {
    /// A debate.
    Debate(Recording),
    /// Not a debate, by its own account.
    LeftOut,
}

/// The readers: each takes a line of its form, and no other.
const READERS: [fn(&str) -> Option<Row>; 4] = [qa::read, traces::read, translation::read, crisis::read];

pub(crate) fn run(args: &BenchRecorded) -> Result<(), Exit> {
    if !(0.0..=1.0).contains(&args.confidence) {
        return Err(Exit::request(format!("`--confidence` is {}; it must be a number from 0 to 1", args.confidence)));
    }
    let mut sets: BTreeMap<String, (Vec<Recording>, usize)> = BTreeMap::new();
    let mut passed_over = 0;
    for path in files(&args.directory)? {
        let Some((recordings, left_out)) = read(&path)? else {
            passed_over += 1;
            continue;
        };
        let set = path.parent().and_then(Path::file_name).map(|it| it.to_string_lossy().into_owned());
        let entry = sets.entry(set.unwrap_or_default()).or_default();
        entry.0.extend(recordings);
        entry.1 += left_out;
    }
    if sets.is_empty() {
        let directory = args.directory.display();
        return Err(Exit::request(format!(
            "there are no recorded debates in `{directory}`: it must hold `.jsonl` files"
        )));
    }
    if passed_over > 0 {
        print::note(format_args!("files without debates of a form that can be read, passed over: {passed_over}"));
    }
    let mut tallies = Vec::new();
    for (name, (recordings, left_out)) in &sets {
        tallies.push(Tally::of(name, recordings, *left_out, args.confidence).map_err(Exit::failure)?);
    }
    if args.json {
        return print::line(json!({"confidence": args.confidence, "sets": tallies}));
    }
    print::line(format_args!("Votes are read off answers; everyone is taken to be {} sure.", args.confidence))?;
    tallies.iter().try_for_each(|it| print::line(format_args!("\n{}", it.text().trim_end())))
}

/// The `.jsonl` files in a directory and in those in it, by name.
fn files(directory: &Path) -> Result<Vec<PathBuf>, Exit> {
    let list = |directory: &Path| -> Result<Vec<PathBuf>, Exit> {
        let cant = |error| Exit::request(format!("can't read `{}`: {error}", directory.display()));
        let entries = std::fs::read_dir(directory).map_err(cant)?;
        let mut paths: Vec<PathBuf> =
            entries.map(|it| it.map(|it| it.path())).collect::<Result<_, _>>().map_err(cant)?;
        paths.sort();
        Ok(paths)
    };
    let mut files = Vec::new();
    for path in list(directory)? {
        if path.is_dir() { files.extend(list(&path)?) } else { files.push(path) }
    }
    files.retain(|it| it.extension().is_some_and(|it| it == "jsonl"));
    // A directory may be named by `.`: its own name is what the set is called by.
    Ok(files.into_iter().map(|it| it.canonicalize().unwrap_or(it)).collect())
}

/// The debates of a file and how many lines are none; nothing where no reader takes its first line.
fn read(path: &Path) -> Result<Option<(Vec<Recording>, usize)>, Exit> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Exit::request(format!("can't read `{}`: {error}", path.display())))?;
    let lines = || text.lines().zip(1_usize..).filter(|(line, _)| !line.trim().is_empty());
    let Some((first, _)) = lines().next() else { return Ok(None) };
    let Some(reader) = READERS.iter().find(|read| read(first).is_some()) else { return Ok(None) };
    let (mut recordings, mut left_out) = (Vec::new(), 0);
    for (line, number) in lines() {
        match reader(line) {
            Some(Row::Debate(recording)) => recordings.push(recording),
            Some(Row::LeftOut) => left_out += 1,
            None => {
                let path = path.display();
                return Err(Exit::request(format!("{path}:{number}: this line is not of the form of the first one")));
            }
        }
    }
    Ok(Some((recordings, left_out)))
}

#[cfg(test)]
mod tests;
