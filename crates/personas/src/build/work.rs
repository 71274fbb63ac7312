//! The stored findings of an unfinished build: a line for each chunk and one for the contract, written as soon as it is known.
//!
//! The hidden file is beside a deck's personas. Only the holder of the persona's [`BuildLock`](super::lock::BuildLock) writes it. An incomplete
//! last line is dropped.
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

/// The stored findings of a build.
#[derive(Debug)]
pub(super) struct Work {
    path: PathBuf,
    file: File,
    found: BTreeMap<String, Box<RawValue>>,
}

/// A line of the file.
#[derive(Serialize, serde::Deserialize)]
struct Line<F> {
    about: String,
    found: F,
}

impl Work {
    /// Opens the findings that this edition has stored for a persona, or begins a new file.
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
        // An incomplete line would corrupt the next one.
        if whole < bytes.len() {
            file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        }
        Ok(Work { path, file, found })
    }

    /// The stored finding for a chunk's id or another key; none where it is missing or can't be parsed.
    pub(super) fn found<F: DeserializeOwned>(&self, about: &str) -> Option<F> {
        self.found.get(about).and_then(|it| serde_json::from_str(it.get()).ok())
    }

    /// Stores a finding, and returns it as the next build would read it.
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

    /// Removes the file once the persona is saved.
    pub(super) fn remove(self) {
        // A file that can't be removed does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

/// The findings in complete lines, and the number of bytes of these lines.
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
