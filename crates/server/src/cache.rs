//! A cache of debates with their computed results, and the pool for long computations.
//!
//! The verdict of a debate of fifty rounds takes a fifth of a second. On the threads that serve requests, a few of these would delay every
//! caller. Not here: the computations themselves, and access control ([`crate::DebateService`]).
use crate::error::ApiError;
use analysis::Verdict;
use debate::{Debate, DebateId, Envelope};
use engine::Status;
use exports::Format;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::sync::Semaphore;

/// Maximum number of cached debates. Our choice: an agent reads several parts of one debate, and a few agents are active at once.
const MOST: usize = 8;

/// Maximum size of the cache, in bytes of logs and exports. Our choice: several of the longest debates with their files; memory use is
/// about four times this.
const MOST_BYTES: usize = 32 << 20;

/// A debate at one point in time.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The fold of its log.
    pub debate: Arc<Debate>,
    /// Its status.
    pub status: Status,
    made: Arc<Made>,
}

/// Results computed so far.
#[derive(Debug, Default)]
struct Made {
    verdict: OnceLock<Verdict>,
    files: Mutex<Vec<(Format, Arc<str>)>>,
}

impl Snapshot {
    /// A snapshot without computed results.
    pub fn new(debate: Debate, status: Status) -> Snapshot {
        Snapshot { debate: Arc::new(debate), status, made: Arc::default() }
    }

    /// The verdict; computed on first use, which can take a while.
    pub fn verdict(&self) -> &Verdict {
        self.made.verdict.get_or_init(|| Verdict::of(&self.debate))
    }

    /// The export in this format, if it was written before.
    pub(crate) fn file(&self, form: Format) -> Option<Arc<str>> {
        self.made.files().iter().find(|(it, _)| *it == form).map(|(_, text)| text.clone())
    }

    /// Writes an export from the log.
    pub(crate) fn write(&self, form: Format, log: &[Envelope]) -> Result<Arc<str>, ApiError> {
        let known = log.iter().take_while(|it| it.seq < self.debate.next_seq).count();
        let text = exports::write(form, &self.debate, log.get(..known).unwrap_or(log));
        let text: Arc<str> = text.map_err(|error| ApiError::Failed(error.to_string()))?.into();
        let mut files = self.made.files();
        if !files.iter().any(|(it, _)| *it == form) {
            files.push((form, text.clone()));
        }
        Ok(text)
    }
}

impl Made {
    fn files(&self) -> MutexGuard<'_, Vec<(Format, Arc<str>)>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A cached debate. Events never change, so the id and the number of events identify a state.
struct Kept {
    debate: Arc<Debate>,
    made: Arc<Made>,
    /// Size of its log, in bytes.
    bytes: usize,
}

impl Kept {
    fn weight(&self) -> usize {
        self.bytes + self.made.files().iter().map(|(_, text)| text.len()).sum::<usize>()
    }
}

/// Cached debates, most recently used first, and the semaphores for long work.
pub(crate) struct SnapshotCache {
    kept: Mutex<VecDeque<Kept>>,
    reading: Arc<Semaphore>,
    making: Arc<Semaphore>,
}

impl Default for SnapshotCache {
    fn default() -> SnapshotCache {
        // More would only compete for cores.
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let room = || Arc::new(Semaphore::new(cores));
        SnapshotCache { kept: Mutex::default(), reading: room(), making: room() }
    }
}

impl SnapshotCache {
    /// Folds a log on a blocking thread. It does not queue behind longer work.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        aside(&self.reading, work).await
    }

    /// Computes a result on a blocking thread.
    pub(crate) async fn make<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        aside(&self.making, work).await
    }

    /// The cached state of a debate after `events` events.
    pub(crate) fn kept(&self, id: &DebateId, events: u64, status: impl FnOnce(&Debate) -> Status) -> Option<Snapshot> {
        let mut kept = self.lock();
        let place = kept.iter().position(|it| it.debate.id == *id && it.debate.next_seq == events)?;
        let found = kept.remove(place)?;
        let (debate, made) = (found.debate.clone(), found.made.clone());
        kept.push_front(found);
        drop(kept);
        let status = status(&debate);
        Some(Snapshot { debate, status, made })
    }

    /// Caches a debate, replacing its older state.
    pub(crate) fn keep(&self, snapshot: &Snapshot, bytes: usize) {
        let mut kept = self.lock();
        kept.retain(|it| it.debate.id != snapshot.debate.id);
        kept.push_front(Kept { debate: snapshot.debate.clone(), made: snapshot.made.clone(), bytes });
        drop(kept);
        self.trim();
    }

    /// Removes a deleted debate.
    pub(crate) fn forget(&self, id: &DebateId) {
        self.lock().retain(|it| it.debate.id != *id);
    }

    /// Evicts the least recently used debates until the rest fits.
    pub(crate) fn trim(&self) {
        let mut kept = self.lock();
        let mut room = MOST_BYTES;
        let fitting = kept.iter().take(MOST).take_while(|it| {
            let rest = room.checked_sub(it.weight());
            room = rest.unwrap_or_default();
            rest.is_some()
        });
        let count = fitting.count();
        kept.truncate(count);
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs work on a blocking thread once the semaphore allows. The work completes even if the caller is gone.
async fn aside<T: Send + 'static>(
    room: &Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let place = room.clone().acquire_owned().await;
    let done = tokio::task::spawn_blocking(move || {
        let _place = place;
        work()
    });
    let fault = |_| ApiError::Failed("an internal error of the server; the debates are unaffected".to_owned());
    done.await.map_err(fault)
}

/// Size of a log as text, in bytes.
pub(crate) fn weight(log: &[Envelope]) -> usize {
    log.iter().map(|it| debate::log::write(it).map_or(0, |line| line.len())).sum()
}
