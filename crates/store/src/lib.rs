//! Storage: the event log in SQLite, and search.
//!
//! One table holds the events of all debates, each as the JSON text of its export. An append returns when the event is on the disk (O-21);
//! concurrent appends share one commit. Everything else is derived from the log, including the search index, which is updated when somebody
//! searches. Not here: what events mean (`debate`), the loop (`engine`), and anything about models.
mod aside;
mod characters;
mod commit_pacer;
mod delete;
mod error;
mod group;
mod held;
mod index;
mod learned;
mod list;
mod log;
mod run_lock;
mod schema;
mod search;
mod writer;

pub use aside::{aside, is_aside, step_aside, weight, weight_of_events, weight_of_persona};
pub use error::Error;
pub use held::{KeyedRequest, Ownership, Recent, RestartPolicy};
pub use learned::LearnedLog;
pub use list::Entry;
pub use run_lock::RunLock;
pub use search::{Hit, What};

use debate::event::Envelope;
use debate::ids::DebateId;
use group::{Append, Record};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePool, SqlitePoolOptions};
use std::fmt;
use std::fs::{DirBuilder, OpenOptions};
use std::io::ErrorKind;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use writer::{Done, Job, Writer};

/// Concurrent readers; writers don't block them, and few people read at the same time.
const READERS: u32 = 4;

/// The debates of one database file. Clones share it.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    path: PathBuf,
    kept: Location,
    jobs: mpsc::UnboundedSender<Job>,
    readers: SqlitePool,
    writer: Mutex<Option<JoinHandle<()>>>,
    commits: Arc<AtomicU64>,
    /// The options of every connection.
    options: SqliteConnectOptions,
    /// A connection with its own index, for a read-only file.
    reader: tokio::sync::Mutex<Option<SqliteConnection>>,
}

/// The location of a database.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Location {
    InFile,
    InMemory,
}

impl Store {
    /// Opens the database at `path`. Creates it and its directory if missing, and migrates an older one.
    ///
    /// Must be called within a tokio runtime with time enabled, which then runs the writer.
    pub async fn open(path: &Path) -> Result<Store, Error> {
        let io = |why| Error::Io { path: path.to_owned(), why };
        // Absolute, so that SQLite can't take a name that begins with `file:` for a URI.
        let path = std::path::absolute(path).map_err(io)?;
        if let Some(directory) = path.parent() {
            make_private(directory).map_err(io)?;
        }
        // SQLite gives its own files beside this one the same permissions. If this fails, opening reports it.
        let _ = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
        Store::with(&path, schema::options().filename(&path), commit_pacer::GAP).await
    }

    /// Opens the database at `path` for reading: nothing is created if it is missing, and a read-only file can be opened.
    pub async fn open_to_read(path: &Path) -> Result<Option<Store>, Error> {
        let path = std::path::absolute(path).map_err(|why| Error::Io { path: path.to_owned(), why })?;
        if std::fs::symlink_metadata(&path).is_err_and(|why| why.kind() == ErrorKind::NotFound) {
            return Ok(None);
        }
        match Store::open(&path).await {
            // Pages in the write-ahead log can't be read without writing.
            Err(Error::ReadOnly { .. } | Error::Io { .. }) if is_whole(&path) => Store::fixed(&path).await.map(Some),
            other => other.map(Some),
        }
    }

    /// Opens a read-only database.
    async fn fixed(path: &Path) -> Result<Store, Error> {
        let options = schema::options().filename(path).read_only(true).immutable(true);
        let connection = schema::open_fixed(path, &options).await?;
        Ok(Store::of(path, Location::InFile, connection, options, Duration::ZERO))
    }

    /// Opens a database in memory, which is dropped with the last clone of the store.
    pub async fn memory() -> Result<Store, Error> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let path = PathBuf::from(format!("/memory-{}", COUNT.fetch_add(1, Ordering::Relaxed)));
        // Memory need not be synced: a commit costs little.
        let options = schema::options().filename(&path).vfs("memdb");
        let connection = schema::open(&path, &options).await?;
        Ok(Store::of(&path, Location::InMemory, connection, options, Duration::ZERO))
    }

    async fn with(path: &Path, options: SqliteConnectOptions, gap: Duration) -> Result<Store, Error> {
        let connection = schema::open(path, &options).await?;
        Ok(Store::of(path, Location::InFile, connection, options, gap))
    }

    fn of(
        path: &Path,
        kept: Location,
        connection: SqliteConnection,
        options: SqliteConnectOptions,
        gap: Duration,
    ) -> Store {
        let (jobs, queue) = mpsc::unbounded_channel();
        let commits = Arc::new(AtomicU64::new(0));
        let writer = Writer { path: path.to_owned(), connection, queue, commits: Arc::clone(&commits), gap };
        let writer = Mutex::new(Some(tokio::spawn(writer.run())));
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(false)
            .connect_lazy_with(options.clone().pragma("query_only", "1"));
        let (path, reader) = (path.to_owned(), Default::default());
        Store { inner: Arc::new(Inner { path, kept, jobs, readers, writer, commits, options, reader }) }
    }

    /// Appends an event to a log; returns when it is on the disk.
    ///
    /// If the future is dropped, the event may or may not be written.
    pub async fn append(&self, debate: &DebateId, envelope: &Envelope) -> Result<(), Error> {
        self.import(debate, std::slice::from_ref(envelope)).await
    }

    /// Appends several events to a log, all or none; returns when they are on the disk.
    pub async fn import(&self, debate: &DebateId, envelopes: &[Envelope]) -> Result<(), Error> {
        let records = envelopes.iter().map(|envelope| record(debate, envelope)).collect::<Result<Vec<_>, Error>>()?;
        if records.is_empty() {
            return Ok(());
        }
        self.ask(|done| Job::Append(Append { debate: debate.clone(), records, held: None, continued: None, done }))
            .await
    }

    /// Whether it can be read, for health checks.
    pub async fn check(&self) -> Result<(), Error> {
        sqlx::query("SELECT 1").execute(&self.inner.readers).await.map(drop).map_err(|why| self.fault(why))
    }

    /// How many commits the appends of this store took so far.
    pub fn commits(&self) -> u64 {
        self.inner.commits.load(Ordering::Relaxed)
    }

    /// The path of the database.
    pub fn path(&self) -> &Path {
        &self.inner.path
    }

    /// The file, unless the database is in memory.
    fn file(&self) -> Option<&Path> {
        (self.inner.kept == Location::InFile).then_some(self.path())
    }

    /// Writes what is queued and closes the file; all clones reject requests afterwards.
    pub async fn close(&self) {
        let writer = self.inner.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Readers first: the last connection to close checkpoints the write-ahead log.
        self.inner.readers.close().await;
        if let Some(reader) = self.inner.reader.lock().await.take() {
            let _ = reader.close().await;
        }
        let _ = self.inner.jobs.send(Job::Close);
        if let Some(writer) = writer {
            let _ = writer.await;
        }
    }

    /// Waits until everything queued so far is written or refused, including jobs whose callers have gone.
    pub async fn flush(&self) -> Result<(), Error> {
        self.ask(|done| Job::Flush { done }).await
    }

    /// Sends the writer a job and waits for the outcome.
    async fn ask<T>(&self, job: impl FnOnce(Done<T>) -> Job) -> Result<T, Error> {
        self.hand(job)?.await.map_err(|_closed| Error::Closed)?
    }

    /// Sends the writer a job. Jobs are done in order.
    fn hand<T>(&self, job: impl FnOnce(Done<T>) -> Job) -> Result<oneshot::Receiver<Result<T, Error>>, Error> {
        let (done, outcome) = oneshot::channel();
        self.inner.jobs.send(job(done)).map_err(|_closed| Error::Closed)?;
        Ok(outcome)
    }

    fn fault(&self, why: sqlx::Error) -> Error {
        if matches!(why, sqlx::Error::PoolClosed) { Error::Closed } else { Error::of_database(&self.inner.path, why) }
    }
}

/// Creates a directory and its parents for this user alone. An existing one stays as it is.
fn make_private(directory: &Path) -> std::io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(directory)
}

/// Whether the file is complete: the write-ahead log is empty or missing.
fn is_whole(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    path.is_file() && std::fs::metadata(log).map_or(true, |it| it.len() == 0)
}

/// Serializes events; those of a long log on a blocking thread.
async fn records(debate: &DebateId, log: Vec<Envelope>) -> Result<Vec<Record>, Error> {
    let debate = debate.clone();
    aside(weight(&log), move || log.iter().map(|it| record(&debate, it)).collect()).await
}

fn record(debate: &DebateId, envelope: &Envelope) -> Result<Record, Error> {
    let unwritable = |why| Error::Unwritable { debate: debate.clone(), seq: envelope.seq, why };
    Ok(Record {
        seq: i64::try_from(envelope.seq).map_err(|_large| unwritable(None))?,
        at: i64::try_from(envelope.at).map_err(|_large| unwritable(None))?,
        body: debate::log::write(envelope).map_err(|why| unwritable(Some(why)))?,
    })
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("path", &self.inner.path).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debate::event::Event;
    use sqlx::ConnectOptions;

    fn turn(position: &str) -> Event {
        let turn = debate::Turn { position: Some(position.to_owned()), ..Default::default() };
        let (call, by) = ("r1.hamilton".into(), "hamilton".into());
        Event::TurnTaken { round: 1, call, by, turn, flaws: Vec::new(), answer: Default::default() }
    }

    fn round(seq: u64) -> Envelope {
        Envelope {
            seq,
            at: 1,
            elapsed: 1,
            event: Event::RoundOpened { round: 1, in_turn: false, kind: Default::default(), focus: None },
        }
    }

    /// O-22: a full disk is reported with a remedy and loses nothing; once there is space, the debate goes on.
    #[tokio::test]
    async fn a_full_disk_is_told_and_survived() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("small.db");
        let debate = DebateId::from("d");
        let options = schema::options().filename(&path);
        let small =
            Store::with(&path, options.clone().pragma("max_page_count", "20"), commit_pacer::GAP).await.unwrap();
        let mut written = 0;
        let why = loop {
            match small.append(&debate, &round(written)).await {
                Ok(()) => written += 1,
                Err(why) => break why,
            }
        };
        assert!(matches!(why, Error::Full), "{why:?}");
        assert_eq!(why.to_string(), "the disk is full; free some space; what was written before is safe");
        assert_eq!(small.log(&debate).await.unwrap().len() as u64, written);
        small.close().await;

        let roomy = Store::with(&path, options, commit_pacer::GAP).await.unwrap();
        roomy.append(&debate, &round(written)).await.unwrap();
        assert_eq!(roomy.log(&debate).await.unwrap().len() as u64, written + 1);
    }

    /// O-20: a read-only database is reported as such.
    #[tokio::test]
    async fn a_read_only_database_is_told() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("fixed.db");
        Store::open(&path).await.unwrap().close().await;
        let fixed =
            Store::with(&path, schema::options().filename(&path).pragma("query_only", "1"), commit_pacer::GAP).await;
        let why = fixed.unwrap().append(&DebateId::from("d"), &round(0)).await.unwrap_err();
        assert!(matches!(why, Error::ReadOnly { .. }), "{why:?}");
    }

    /// O-20: on a read-only disk debates can be read; writing is refused.
    #[tokio::test]
    async fn a_fixed_database_is_read() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("fixed.db");
        assert!(Store::open_to_read(&path).await.unwrap().is_none());
        assert!(!path.exists(), "reading makes nothing");
        let store = Store::open(&path).await.unwrap();
        store.append(&DebateId::from("d"), &round(0)).await.unwrap();
        store.close().await;
        assert!(is_whole(&path));
        let fixed = Store::fixed(&path).await.unwrap();
        assert_eq!(fixed.log(&DebateId::from("d")).await.unwrap(), [round(0)]);
        let why = fixed.append(&DebateId::from("d"), &round(1)).await.unwrap_err();
        assert!(matches!(why, Error::ReadOnly { .. }), "{why:?}");
        let names: Vec<_> = std::fs::read_dir(directory.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert_eq!(names, ["fixed.db"]);
    }

    /// Debates on a read-only disk are found, whether or not they were indexed before.
    #[tokio::test]
    async fn a_fixed_database_is_searched() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("fixed.db");
        let store = Store::open(&path).await.unwrap();
        let said = |seq: u64, position: &str| Envelope { event: turn(position), ..round(seq) };
        store.append(&DebateId::from("d"), &said(0, "Bridges before tunnels.")).await.unwrap();
        assert_eq!(store.search("tunnels", 9).await.unwrap().len(), 1);
        store.append(&DebateId::from("d"), &said(1, "Tunnels before bridges.")).await.unwrap();
        store.close().await;
        let fixed = Store::fixed(&path).await.unwrap();
        for _ in 0..2 {
            let found = fixed.search("tunnels", 9).await.unwrap();
            assert_eq!(found.iter().map(|it| it.seq).collect::<std::collections::BTreeSet<_>>(), [0, 1].into());
        }
        assert_eq!(fixed.search_among("tunnels", 9, 0, Some("somebody")).await.unwrap(), []);
        fixed.close().await;
        let names: Vec<_> = std::fs::read_dir(directory.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert_eq!(names, ["fixed.db"], "the index is not in a file");
    }

    /// O-40: debates are private: no other user can read the files or the directory created for them.
    #[tokio::test]
    async fn what_is_made_is_for_this_user_alone() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("made/private.db");
        let store = Store::open(&path).await.unwrap();
        store.append(&DebateId::from("d"), &round(0)).await.unwrap();
        let mode = |name: &str| std::fs::metadata(directory.path().join(name)).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode("made"), 0o700);
        for name in ["made/private.db", "made/private.db-wal", "made/private.db-shm"] {
            assert_eq!(mode(name), 0o600, "{name}");
        }
    }

    /// O-20: a lock held by another program is reported, and has no effect once it is released.
    #[tokio::test]
    async fn a_locked_database_is_told() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("shared.db");
        let options = schema::options().filename(&path).busy_timeout(Duration::from_millis(20));
        let store = Store::with(&path, options.clone(), commit_pacer::GAP).await.unwrap();
        let mut other = options.connect().await.unwrap();
        let held = other.begin_with("BEGIN IMMEDIATE").await.unwrap();
        let why = store.append(&DebateId::from("d"), &round(0)).await.unwrap_err();
        assert!(matches!(why, Error::Locked { .. }), "{why:?}");
        held.rollback().await.unwrap();
        store.append(&DebateId::from("d"), &round(0)).await.unwrap();
    }
}
