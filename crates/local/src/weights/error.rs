//! Why a weight could not be fetched, and what to do about it.
use std::fmt;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

use super::weight::size;

/// The remedy if a directory can't hold the files.
const ELSEWHERE: &str = "or set `ROUNDTABLE_WEIGHTS` to another directory";

/// Why a weight could not be fetched, verified or removed.
#[derive(Debug, Error)]
pub enum FetchError {
    /// No source had the right bytes.
    #[error(
        "`{file}` of `{weight}` could not be fetched{}\nto get it by hand:\n{by_hand}",
        .tried.iter().map(|it| format!("\n  {it}")).collect::<String>()
    )]
    NoSource {
        /// The weight.
        weight: &'static str,
        /// Which file of it.
        file: &'static str,
        /// Why each source failed, in the order tried.
        tried: Vec<Tried>,
        /// The commands that fetch it without this program.
        by_hand: String,
    },
    /// There is too little disk space to start.
    #[error(
        "`{file}` of `{weight}` needs {} in `{}`, where {} are free; free some, {ELSEWHERE}",
        size(*.needs), .directory.display(), size(*.free)
    )]
    NoRoom {
        /// The weight.
        weight: &'static str,
        /// Which file of it.
        file: &'static str,
        /// The cache directory.
        directory: PathBuf,
        /// Bytes needed during the download.
        needs: u64,
        /// Bytes free.
        free: u64,
    },
    /// The disk filled up during the download; complete slices are kept.
    #[error("no room to write `{}`: {source}; free some and fetch again, {ELSEWHERE}", .path.display())]
    Full {
        /// The file being written.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The directory can't be written or locked.
    #[error("can't write `{}`: {source}; allow it, {ELSEWHERE}", .path.display())]
    Unwritable {
        /// The file to be written.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file can't be read.
    #[error("can't read `{}`: {source}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Another process is fetching it.
    #[error("another process is fetching `{weight}`; wait until it is done, or stop it (Ctrl-C)")]
    Busy {
        /// The weight.
        weight: &'static str,
    },
    /// A file changed right after it was verified.
    #[error(
        "the files of `{weight}` changed as soon as they were fetched; fetch it again with `roundtable models pull {weight}`"
    )]
    Changed {
        /// The weight.
        weight: &'static str,
    },
}

/// A source, and why it failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The source.
    pub source: String,
    /// The reason, on one line.
    pub why: String,
}

impl fmt::Display for Tried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.source, self.why)
    }
}

/// How an attempt at one source fails.
#[derive(Debug)]
pub(super) enum AttemptError {
    /// The next source may work.
    Source(String),
    /// No other source would work.
    Fatal(FetchError),
}

impl From<FetchError> for AttemptError {
    fn from(error: FetchError) -> AttemptError {
        AttemptError::Fatal(error)
    }
}
