//! What can go wrong with memory, and how to mend it.
use debate::event::Envelope;
use debate::ids::DebateId;
use debate::log::LogError;
use sqlx::error::DatabaseError;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why the store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No debate has this id, or an id that begins so.
    #[error("no debate `{id}`; `roundtable list` shows those there are")]
    Unknown {
        /// What was asked for.
        id: String,
    },
    /// Several debates have an id that begins so.
    #[error("`{prefix}` could be {}; give more of the id", quoted(ids))]
    Ambiguous {
        /// What was asked for.
        prefix: String,
        /// The first few it could be.
        ids: Vec<DebateId>,
    },
    /// The log already has an event in this place.
    #[error(
        "event {seq} of debate `{debate}` is already written: another process runs this debate; stop one of the two"
    )]
    Taken {
        /// Whose log.
        debate: DebateId,
        /// Which place; of several events appended together, the first.
        seq: u64,
    },
    /// Somebody else runs the debate right now.
    #[error("another process is running debate `{debate}`; wait until it is done, or stop it (Ctrl-C) and resume")]
    Running {
        /// Which.
        debate: DebateId,
    },
    /// The tenant has used this key for another request.
    #[error("the key `{key}` was used before; use another one for another request")]
    Repeated {
        /// Which.
        key: String,
    },
    /// The last record of a log breaks off (O-22).
    #[error(
        "the log of debate `{debate}` is torn: record {seq}, the last one, breaks off; `roundtable resume {debate} --drop-torn` goes on without it"
    )]
    Torn {
        /// Whose log.
        debate: DebateId,
        /// Which record.
        seq: u64,
        /// The records before it.
        whole: Vec<Envelope>,
    },
    /// A record that is not merely torn can't be read.
    #[error(
        "record {seq} of debate `{debate}` can't be read; a newer release may have written it, else restore the database from a copy"
    )]
    Damaged {
        /// Whose log.
        debate: DebateId,
        /// Which record.
        seq: u64,
        /// What the reader says.
        #[source]
        why: serde_json::Error,
    },
    /// A record is missing in the middle.
    #[error("record {seq} of debate `{debate}` is missing; restore the database from a copy")]
    Gap {
        /// Whose log.
        debate: DebateId,
        /// Which record.
        seq: u64,
    },
    /// An event can't be written as it is.
    #[error(
        "event {seq} of debate `{debate}` can't be written; its numbers must be finite and its place and time below 2^63"
    )]
    Unwritable {
        /// Whose log.
        debate: DebateId,
        /// Its place.
        seq: u64,
        /// What the writer says, where it was asked.
        #[source]
        why: Option<serde_json::Error>,
    },
    /// The database was written by a newer release. Nothing was changed.
    #[error("`{}` was written by a newer release (schema {found}, this one knows {known}); install that release, or choose another file", path.display())]
    NewerSchema {
        /// Which file.
        path: PathBuf,
        /// The schema it has.
        found: i64,
        /// The newest schema this release knows.
        known: i64,
    },
    /// There is no room for another event.
    #[error("the disk is full; free some space; what was written before is safe")]
    Full,
    /// The database may not be written to.
    #[error("`{}` can't be written to; check its permissions and those of its directory", path.display())]
    ReadOnly {
        /// Which file.
        path: PathBuf,
    },
    /// Another process kept the database to itself for longer than we wait.
    #[error("`{}` is locked by another program; end that one, or try again", path.display())]
    Locked {
        /// Which file.
        path: PathBuf,
    },
    /// The file is something else.
    #[error("`{}` is not a database; move it away, or choose another file", path.display())]
    NotADatabase {
        /// Which file.
        path: PathBuf,
    },
    /// The file is a database, but of some other program. Nothing was changed.
    #[error("`{}` is the database of another program; choose another file", path.display())]
    Foreign {
        /// Which file.
        path: PathBuf,
    },
    /// The file can't be opened or made.
    #[error("`{}` can't be opened; check that its directory exists and may be written to", path.display())]
    Io {
        /// Which file or directory.
        path: PathBuf,
        /// What the system says.
        #[source]
        why: std::io::Error,
    },
    /// The store was closed; nothing was written.
    #[error("the store is closed")]
    Closed,
    /// The database failed in some other way.
    #[error("the database `{}` failed", path.display())]
    Database {
        /// Which file.
        path: PathBuf,
        /// What it says. Shared: a commit that fails fails for everybody in it.
        #[source]
        why: Arc<sqlx::Error>,
    },
}

fn quoted(ids: &[DebateId]) -> String {
    let mut text = String::new();
    for id in ids {
        let _ = write!(text, "{}`{id}`", if text.is_empty() { "" } else { " or " });
    }
    text
}

impl Error {
    /// The error for a log that could not be read.
    pub(crate) fn of_log(debate: &DebateId, why: LogError) -> Error {
        let debate = debate.clone();
        match why {
            LogError::Torn { seq, whole } => Error::Torn { debate, seq, whole },
            LogError::Damaged { seq, why } => Error::Damaged { debate, seq, why },
        }
    }

    /// The error for what the database says about the file at `path`.
    pub(crate) fn of_database(path: &Path, why: sqlx::Error) -> Error {
        Error::of_shared(path, &Arc::new(why))
    }

    /// The same, for each of several who hear of one failure.
    pub(crate) fn of_shared(path: &Path, why: &Arc<sqlx::Error>) -> Error {
        let path = path.to_owned();
        // Result codes of SQLite; the low byte is the kind (https://sqlite.org/rescode.html).
        match why.as_database_error().and_then(code).map(|code| code & 0xff) {
            Some(5 | 6) => Error::Locked { path },
            Some(8) => Error::ReadOnly { path },
            Some(13) => Error::Full,
            Some(14) => Error::Io { path, why: std::io::Error::other(Arc::clone(why)) },
            Some(26) => Error::NotADatabase { path },
            _ => Error::Database { path, why: Arc::clone(why) },
        }
    }
}

fn code(error: &dyn DatabaseError) -> Option<i32> {
    error.code()?.parse().ok()
}
