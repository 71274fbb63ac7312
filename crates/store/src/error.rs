//! Errors of the store, and how to fix them.
use debate::event::Envelope;
use debate::ids::DebateId;
use debate::log::LogError;
use sqlx::error::DatabaseError;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An error of the store.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No debate has this id or prefix.
    #[error("no debate `{id}`; `roundtable list` lists all debates")]
    Unknown {
        /// The requested id.
        id: String,
    },
    /// Several debates have this prefix.
    #[error("`{prefix}` could be {}; give more of the id", quoted(ids))]
    Ambiguous {
        /// The requested prefix.
        prefix: String,
        /// The first few matches.
        ids: Vec<DebateId>,
    },
    /// The log already has an event at this position.
    #[error(
        "event {seq} of debate `{debate}` is already written: another process runs this debate; stop one of the two"
    )]
    Taken {
        /// The debate.
        debate: DebateId,
        /// The position; of several events appended together, the first.
        seq: u64,
    },
    /// Another process runs the debate.
    #[error(
        "another process is running debate `{debate}`; wait until it is done, or stop it with `roundtable stop {debate}`"
    )]
    Running {
        /// The debate.
        debate: DebateId,
    },
    /// The tenant has used this key for another request.
    #[error("the key `{key}` was used before; use another one for another request")]
    Repeated {
        /// The key.
        key: String,
    },
    /// The last record of a log is incomplete (O-22).
    #[error(
        "the log of debate `{debate}` is torn: record {seq}, the last one, is incomplete; `roundtable resume {debate} --drop-torn` continues without it"
    )]
    Torn {
        /// The debate.
        debate: DebateId,
        /// The position of the record.
        seq: u64,
        /// The records before it.
        whole: Vec<Envelope>,
    },
    /// A record can't be read, and is not merely incomplete.
    #[error(
        "record {seq} of debate `{debate}` can't be read; a newer release may have written it, else restore the database from a copy"
    )]
    Damaged {
        /// The debate.
        debate: DebateId,
        /// The position of the record.
        seq: u64,
        /// The error of the parser.
        #[source]
        why: serde_json::Error,
    },
    /// A record is missing in the middle.
    #[error("record {seq} of debate `{debate}` is missing; restore the database from a copy")]
    Gap {
        /// The debate.
        debate: DebateId,
        /// The position of the record.
        seq: u64,
    },
    /// An event can't be stored.
    #[error(
        "event {seq} of debate `{debate}` can't be written; its numbers must be finite, and its sequence number and time below 2^63"
    )]
    Unwritable {
        /// The debate.
        debate: DebateId,
        /// Its position.
        seq: u64,
        /// The error of the serializer, if it ran.
        #[source]
        why: Option<serde_json::Error>,
    },
    /// A record of what was learned can't be read.
    #[error(
        "record {seq} of what was learned can't be read; a newer release may have written it, else restore the database from a copy"
    )]
    DamagedLearned {
        /// Its sequence number.
        seq: u64,
        /// The error of the parser.
        #[source]
        why: serde_json::Error,
    },
    /// An event of what was learned can't be stored.
    #[error("what was learned can't be written; its numbers must be finite and its times below 2^63")]
    UnwritableLearned {
        /// The error of the serializer, if it ran.
        #[source]
        why: Option<serde_json::Error>,
    },
    /// The database was written by a newer release. Nothing was changed.
    #[error("`{}` was written by a newer release (schema {found}, this one knows {known}); install that release, or choose another file", path.display())]
    NewerSchema {
        /// The file.
        path: PathBuf,
        /// The schema it has.
        found: i64,
        /// The newest schema this release knows.
        known: i64,
    },
    /// The disk is full.
    #[error("the disk is full; free some space; what was written before is safe")]
    Full,
    /// The database is read-only.
    #[error("`{}` can't be written to; check its permissions and those of its directory", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// Another process held the database lock for longer than we wait.
    #[error("`{}` is locked by another program; end that one, or try again", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// The file is not a database.
    #[error("`{}` is not a database; move it away, or choose another file", path.display())]
    NotADatabase {
        /// The file.
        path: PathBuf,
    },
    /// The file is the database of another program. Nothing was changed.
    #[error("`{}` is the database of another program; choose another file", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file can't be opened or created.
    #[error("`{}` can't be opened; check that its directory exists and may be written to", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The error of the system.
        #[source]
        why: std::io::Error,
    },
    /// The store was closed; nothing was written.
    #[error("the store is closed")]
    Closed,
    /// Another error of the database.
    #[error("the database `{}` failed", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// Its error. Shared: a failed commit fails for every append in it.
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
    /// Converts an error of reading a log.
    pub(crate) fn of_log(debate: &DebateId, why: LogError) -> Error {
        let debate = debate.clone();
        match why {
            LogError::Torn { seq, whole } => Error::Torn { debate, seq, whole },
            LogError::Damaged { seq, why } => Error::Damaged { debate, seq, why },
        }
    }

    /// Converts an error of the database at `path`.
    pub(crate) fn of_database(path: &Path, why: sqlx::Error) -> Error {
        Error::of_shared(path, &Arc::new(why))
    }

    /// The same for an error that several callers get.
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
