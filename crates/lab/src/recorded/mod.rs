//! Recorded debates of others, stepped through our exit rules, decision rules and signs of groupthink without any model (D-40 … D-43,
//!
//!
//! The recordings are not part of the program: the user has them in a directory. Each form of recording has a reader; the first line of a
//! file decides which. Not here: a step (`stepped`), and the statistics (`tally`).
mod crisis;
mod decisions;
mod qa;
mod stepped;
mod tally;
mod traces;
mod translation;

pub use crisis::{paragraph, plain};
pub use decisions::answers;
pub use stepped::{RecordedAnswer, Recording, Stepped, Suspicion, Truth};
pub use tally::Tally;

use crate::Error;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A parsed line.
#[derive(Debug)]
enum Row {
    /// A debate.
    Debate(Recording),
    /// Not a debate, according to its fields.
    LeftOut,
}

/// The readers: each accepts lines of its form only.
const READERS: [fn(&str) -> Option<Row>; 4] = [qa::read, traces::read, translation::read, crisis::read];

/// The recordings of a directory, in sets by the name of their parent directory.
#[derive(Debug, Default)]
pub struct Sets {
    sets: BTreeMap<String, Set>,
    /// Files in a form that no reader accepts.
    pub passed_over: usize,
}

/// The recordings of one directory.
#[derive(Debug, Default)]
struct Set {
    recordings: Vec<Recording>,
    left_out: usize,
}

impl Sets {
    /// Reads the `.jsonl` files in a directory and its subdirectories.
    pub fn read(directory: &Path) -> Result<Sets, Error> {
        let mut all = Sets::default();
        for path in files(directory)? {
            let Some(Set { recordings, left_out }) = read(&path)? else {
                all.passed_over += 1;
                continue;
            };
            let name = path.parent().and_then(Path::file_name).map(|it| it.to_string_lossy().into_owned());
            let set = all.sets.entry(name.unwrap_or_default()).or_default();
            set.recordings.extend(recordings);
            set.left_out += left_out;
        }
        if all.sets.is_empty() {
            return Err(Error::NoRecordings { directory: directory.to_owned() });
        }
        Ok(all)
    }

    /// Computes the statistics of each set, with `confidence` for every participant.
    pub fn tallies(&self, confidence: f64) -> Result<Vec<Tally>, Error> {
        let tally = |(name, set): (&String, &Set)| Tally::of(name, &set.recordings, set.left_out, confidence);
        Ok(self.sets.iter().map(tally).collect::<Result<_, _>>()?)
    }
}

/// The `.jsonl` files in a directory and its subdirectories, by name.
fn files(directory: &Path) -> Result<Vec<PathBuf>, Error> {
    let list = |directory: &Path| -> Result<Vec<PathBuf>, Error> {
        let cant = |why| Error::Unreadable { path: directory.to_owned(), why };
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
    // A directory may be given as `.`; the set needs its real name.
    Ok(files.into_iter().map(|it| it.canonicalize().unwrap_or(it)).collect())
}

/// The debates of a file and the number of other lines; `None` if no reader accepts its first line.
fn read(path: &Path) -> Result<Option<Set>, Error> {
    let text = std::fs::read_to_string(path).map_err(|why| Error::Unreadable { path: path.to_owned(), why })?;
    let lines = || text.lines().zip(1_usize..).filter(|(line, _)| !line.trim().is_empty());
    let Some((first, _)) = lines().next() else { return Ok(None) };
    let Some(reader) = READERS.iter().find(|read| read(first).is_some()) else { return Ok(None) };
    let mut set = Set::default();
    for (line, number) in lines() {
        match reader(line) {
            Some(Row::Debate(recording)) => set.recordings.push(recording),
            Some(Row::LeftOut) => set.left_out += 1,
            None => return Err(Error::OtherForm { path: path.to_owned(), line: number }),
        }
    }
    Ok(Some(set))
}

#[cfg(test)]
mod tests;
