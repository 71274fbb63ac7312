//! What an unfinished build has found: a line for each chunk and one for the contract, written as soon as it is known, so that nothing is looked for twice.
//!
//! It lies beside the personas of a deck, hidden, and is written by whoever has the persona's [`BuildLock`](super::claim::BuildLock). A last line that
//! a crash has torn is dropped.
use super::BuildError;
use crate::chunks::hex;
use crate::deck::{DeckError, folder_name};
use debate::Name;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::{RawValue, to_raw_value};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The findings of a build.
#[derive(Debug)]
pub(super) struct Work {
    path: PathBuf,
    file: File,
    found: BTreeMap<String, Box<RawValue>>,
}

/// A line of it.
#[derive(Serialize, serde::Deserialize)]
struct Line<F> {
    about: String,
    found: F,
}

impl Work {
    /// Opens the work on a persona that this edition has begun, or begins it.
    pub(super) fn open(deck: &Path, name: &Name, edition: &str) -> Result<Work, BuildError> {
        let digest = Sha256::digest(edition);
        let path = deck.join(format!(".{}.{}.jsonl", folder_name(name.as_str())?, hex(&digest, 8)));
        let failed = |why| DeckError::Io { path: path.clone(), why };
        fs::create_dir_all(deck).map_err(failed)?;
        let options = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let mut file = options.map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let (found, whole) = lines(&bytes);
        // What is torn would spoil the line after it.
        if whole < bytes.len() {
            file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        }
        Ok(Work { path, file, found })
    }

    /// What was found before, in a chunk by its id or elsewhere by a key of its own; none where it can't be read any more.
    pub(super) fn found<F: DeserializeOwned>(&self, about: &str) -> Option<F> {
        self.found.get(about).and_then(|it| serde_json::from_str(it.get()).ok())
    }

    /// Keeps what was found; gives it back as the next build would read it.
    pub(super) fn keep<F: Serialize + DeserializeOwned>(
        &mut self,
        about: &str,
        found: &F,
    ) -> Result<Option<F>, BuildError> {
        let failed = |why: std::io::Error| BuildError::Deck(DeckError::Io { path: self.path.clone(), why });
        let text = to_raw_value(found).map_err(|error| failed(error.into()))?;
        let line = Line { about: about.to_owned(), found: &text };
        let mut line = serde_json::to_vec(&line).map_err(|error| failed(error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(failed)?;
        Ok(serde_json::from_str(text.get()).ok())
    }

    /// All is written elsewhere.
    pub(super) fn remove(self) {
        // Where it can't be removed it does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

/// The findings in the lines that are whole, and how many bytes those have.
fn lines(bytes: &[u8]) -> (BTreeMap<String, Box<RawValue>>, usize) {
    let (mut found, mut whole) = (BTreeMap::new(), 0);
    for line in bytes.split_inclusive(|it| *it == b'\n') {
        let Ok(Line { about, found: it }) = serde_json::from_slice::<Line<Box<RawValue>>>(line) else { break };
        if !line.ends_with(b"\n") {
            break;
        }
        whole += line.len();
        found.insert(about, it);
    }
    (found, whole)
}
