//! Why a weight could not be had, and what to do about it.
use std::fmt;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

use super::weight::size;

/// What a person can do where a directory can't take the files.
const ELSEWHERE: &str = "or set `ROUNDTABLE_WEIGHTS` to another directory";

/// Why a weight could not be fetched, verified or removed.
#[derive(Debug, Error)]
pub enum FetchError {
    /// No source gave the right bytes.
    #[error(
        "`{file}` of `{weight}` could not be fetched{}\nto get it by hand:\n{by_hand}",
        .tried.iter().map(|it| format!("\n  {it}")).collect::<String>()
    )]
    NoSource {
        /// Which weight.
        weight: &'static str,
        /// Which file of it.
        file: &'static str,
        /// What each source said, in the order tried.
        tried: Vec<Tried>,
        /// The commands that fetch it without us.
        by_hand: String,
    },
    /// There is too little room to begin.
    #[error(
        "`{file}` of `{weight}` needs {} in `{}`, where {} are free; free some, {ELSEWHERE}",
        size(*.needs), .directory.display(), size(*.free)
    )]
    NoRoom {
        /// Which weight.
        weight: &'static str,
        /// Which file of it.
        file: &'static str,
        /// Where it would be kept.
        directory: PathBuf,
        /// How much it needs while it is fetched.
        needs: u64,
        /// How much there is.
        free: u64,
    },
    /// The disk filled up on the way; what was whole is kept.
    #[error("no room to write `{}`: {source}; free some and fetch again, {ELSEWHERE}", .path.display())]
    Full {
        /// What was being written.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The directory can't be written, or not locked.
    #[error("can't write `{}`: {source}; allow it, {ELSEWHERE}", .path.display())]
    Unwritable {
        /// What was to be written.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file can't be read.
    #[error("can't read `{}`: {source}", .path.display())]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another process is fetching it.
    #[error("another process is fetching `{weight}`; wait until it is done, or stop it (Ctrl-C)")]
    Busy {
        /// Which weight.
        weight: &'static str,
    },
    /// It was whole a moment ago and is not any more.
    #[error(
        "the files of `{weight}` changed as soon as they were fetched; fetch it again with `roundtable models pull {weight}`"
    )]
    Changed {
        /// Which weight.
        weight: &'static str,
    },
}

/// A source, and why it did not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// Which source.
    pub source: String,
    /// Why not, on one line.
    pub why: String,
}

impl fmt::Display for Tried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.source, self.why)
    }
}

/// How an attempt at one source fails.
#[derive(Debug)]
pub(super) enum Miss {
    /// The next source may do.
    Source(String),
    /// No source would.
    Fatal(FetchError),
}

impl From<FetchError> for Miss {
    fn from(error: FetchError) -> Miss {
        Miss::Fatal(error)
    }
}
