//! One debate, one process: whoever runs a debate holds a lock on it, which goes with the process however that ends (O-22).
//!
//! Without it, a second process would ask and pay for the same answers, and whichever wrote second would be the one to stop.
//! The log refuses a second writer anyway ([`Error::Taken`]), so a lock that can't be had is no reason not to run.
use crate::Store;
use crate::error::Error;
use debate::ids::DebateId;
use std::fs::{File, TryLockError};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often a lock is tried for that is only being looked at, or whose file has just gone. Ours: a look takes microseconds.
const TRIES: u32 = 1_000;

/// How many of them come without a pause, and how long the pause is then.
const AT_ONCE: u32 = 900;
const PAUSE: Duration = Duration::from_micros(100);

/// The right to run a debate.
#[derive(Debug)]
pub struct RunLock {
    /// The file that is locked, until this is dropped; none where no lock could be had.
    mark: Option<(PathBuf, File)>,
}

/// What came of trying for a lock.
enum Tried {
    Got,
    /// Somebody has it.
    Taken,
    /// Somebody looks whether anybody has it, or has just let it go with its file.
    NotNow,
}

impl Store {
    /// Takes the right to run a debate; refused while somebody else has it. Take it before reading the log.
    pub fn lock_run(&self, id: &DebateId) -> Result<RunLock, Error> {
        let Some(path) = self.mark(id) else { return Ok(RunLock { mark: None }) };
        for tried in 0..TRIES {
            let Ok(file) = File::create(&path) else { return Ok(RunLock { mark: None }) };
            match lock(&path, &file) {
                Tried::Got => return Ok(RunLock { mark: Some((path, file)) }),
                Tried::Taken => break,
                Tried::NotNow if tried < AT_ONCE => std::thread::yield_now(),
                // Who looks may not have the processor.
                Tried::NotNow => std::thread::sleep(PAUSE),
            }
        }
        Err(Error::Running { debate: id.clone() })
    }

    /// Whether somebody, here or in another process, runs a debate right now.
    pub fn is_locked(&self, id: &DebateId) -> bool {
        let file = self.mark(id).and_then(|it| File::open(it).ok());
        file.is_some_and(|it| matches!(it.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// The file that stands for the right to run a debate. A store in memory is seen by one process alone.
    fn mark(&self, id: &DebateId) -> Option<PathBuf> {
        let mut path = self.file()?.as_os_str().to_owned();
        path.push(format!(".{id}.running"));
        Some(PathBuf::from(path))
    }
}

fn lock(path: &Path, file: &File) -> Tried {
    match file.try_lock() {
        // Whoever had it may have removed the file meanwhile: others would lock another one.
        Ok(()) if !is_at(path, file) => Tried::NotNow,
        // Locks that can't be had at all are no reason not to run.
        Ok(()) | Err(TryLockError::Error(_)) => Tried::Got,
        // Who only looks shares the lock; who runs does not.
        Err(TryLockError::WouldBlock) => match file.try_lock_shared() {
            Err(TryLockError::WouldBlock) => Tried::Taken,
            Ok(()) | Err(TryLockError::Error(_)) => Tried::NotNow,
        },
    }
}

/// Whether this is the file that lies at `path`.
fn is_at(path: &Path, file: &File) -> bool {
    let (Ok(file), Ok(there)) = (file.metadata(), std::fs::metadata(path)) else { return false };
    (file.dev(), file.ino()) == (there.dev(), there.ino())
}

impl RunLock {
    /// The debate is over: nobody runs it unless it is continued, and what marked it goes. Of one that is not over the mark stays, so
    /// that those who wait for it and those who come later lock the same file.
    pub fn settle(self) {
        if let Some((path, _locked)) = &self.mark {
            let _ = std::fs::remove_file(path);
        }
    }
}
