//! Debates that were read, with what was made of them, kept for whoever asks next; and where such work is done.
//!
//! A debate of fifty rounds takes a fifth of a second to judge: on the threads that answer requests, a few of those would hold up everybody. Not
//! here: what is made, and whose debates they are ([`crate::Desk`]).
use crate::trouble::Trouble;
use analysis::Verdict;
use debate::{Debate, DebateId, Envelope};
use engine::Status;
use exports::Format;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::sync::Semaphore;

/// Debates that are kept at most. Ours: an agent looks at one from several sides, and a few agents look at once.
const MOST: usize = 8;

/// The bytes of all that is kept, by the text that went into it and came out of it. Ours: several of the longest debates with their files;
/// in memory it is some four times as much.
const MOST_BYTES: usize = 32 << 20;

/// A debate as it is now.
#[derive(Clone, Debug)]
pub struct Case {
    /// What its log says.
    pub debate: Arc<Debate>,
    /// How it stands.
    pub status: Status,
    made: Arc<Made>,
}

/// What was made of a debate so far.
#[derive(Debug, Default)]
struct Made {
    verdict: OnceLock<Verdict>,
    files: Mutex<Vec<(Format, Arc<str>)>>,
}

impl Case {
    /// A debate that stands so.
    pub fn new(debate: Debate, status: Status) -> Case {
        Case { debate: Arc::new(debate), status, made: Arc::default() }
    }

    /// What came out of it: made when it is first asked for, which takes its time.
    pub fn verdict(&self) -> &Verdict {
        self.made.verdict.get_or_init(|| Verdict::of(&self.debate))
    }

    /// The file that was made of it before.
    pub(crate) fn file(&self, form: Format) -> Option<Arc<str>> {
        self.made.files().iter().find(|(it, _)| *it == form).map(|(_, text)| text.clone())
    }

    /// It as a file, from its log.
    pub(crate) fn write(&self, form: Format, log: &[Envelope]) -> Result<Arc<str>, Trouble> {
        let known = log.iter().take_while(|it| it.seq < self.debate.next_seq).count();
        let text = exports::write(form, &self.debate, log.get(..known).unwrap_or(log));
        let text: Arc<str> = text.map_err(|error| Trouble::Failed(error.to_string()))?.into();
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

/// A debate that is kept. What was said up to an event never changes, so its place in the log is all that tells one state from another.
struct Kept {
    debate: Arc<Debate>,
    made: Arc<Made>,
    /// The bytes of its log.
    bytes: usize,
}

impl Kept {
    fn weight(&self) -> usize {
        self.bytes + self.made.files().iter().map(|(_, text)| text.len()).sum::<usize>()
    }
}

/// What is kept, the last one asked for first, and the room for heavy work.
pub(crate) struct Shelf {
    kept: Mutex<VecDeque<Kept>>,
    reading: Arc<Semaphore>,
    making: Arc<Semaphore>,
}

impl Default for Shelf {
    fn default() -> Shelf {
        // More at once would only take turns.
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let room = || Arc::new(Semaphore::new(cores));
        Shelf { kept: Mutex::default(), reading: room(), making: room() }
    }
}

impl Shelf {
    /// Reads a log aside. It does not stand in line with what takes longer.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Trouble> {
        aside(&self.reading, work).await
    }

    /// Makes something of a debate aside.
    pub(crate) async fn make<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Trouble> {
        aside(&self.making, work).await
    }

    /// A debate as it was after so many events, if it is kept.
    pub(crate) fn kept(&self, id: &DebateId, events: u64, status: impl FnOnce(&Debate) -> Status) -> Option<Case> {
        let mut kept = self.lock();
        let place = kept.iter().position(|it| it.debate.id == *id && it.debate.next_seq == events)?;
        let found = kept.remove(place)?;
        let (debate, made) = (found.debate.clone(), found.made.clone());
        kept.push_front(found);
        drop(kept);
        let status = status(&debate);
        Some(Case { debate, status, made })
    }

    /// Keeps a debate, in place of what it was before.
    pub(crate) fn keep(&self, case: &Case, bytes: usize) {
        let mut kept = self.lock();
        kept.retain(|it| it.debate.id != case.debate.id);
        kept.push_front(Kept { debate: case.debate.clone(), made: case.made.clone(), bytes });
        drop(kept);
        self.trim();
    }

    /// Lets go of a debate that was deleted.
    pub(crate) fn forget(&self, id: &DebateId) {
        self.lock().retain(|it| it.debate.id != *id);
    }

    /// Lets go of what was longest not asked for, until the rest fits.
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

/// Does work on a thread of its own, as much at once as there is room; it is finished even if nobody waits for it any more.
async fn aside<T: Send + 'static>(
    room: &Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Trouble> {
    let place = room.clone().acquire_owned().await;
    let done = tokio::task::spawn_blocking(move || {
        let _place = place;
        work()
    });
    let fault = |_| Trouble::Failed("a fault of the server; the debates are not touched by it".to_owned());
    done.await.map_err(fault)
}

/// The bytes of a log as text.
pub(crate) fn weight(log: &[Envelope]) -> usize {
    log.iter().map(|it| debate::log::write(it).map_or(0, |line| line.len())).sum()
}
