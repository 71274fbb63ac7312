//! One process for one debate: the process that runs a debate holds a file lock, which the system releases when the process ends (O-22).
//!
//! Without it, a second process would ask and pay for the same answers, and the second writer would be the one to stop. The log refuses a
//! second writer anyway ([`Error::Taken`]), so a system without file locks is no reason not to run.
use crate::Store;
use crate::error::Error;
use debate::ids::DebateId;
use std::fs::{File, TryLockError};
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often to try for a lock that is only being inspected, or whose file was just removed. Ours: an inspection takes microseconds.
const TRIES: u32 = 1_000;

/// How many tries come without a pause, and how long the pause is then.
const AT_ONCE: u32 = 900;
const PAUSE: Duration = Duration::from_micros(100);

/// The exclusive right to run a debate.
#[derive(Debug)]
pub struct RunLock {
    /// The locked file, until this is dropped; `None` if no lock was available.
    lock_file: Option<(PathBuf, File)>,
}

/// The outcome of a try.
enum Tried {
    Got,
    /// Another process holds it.
    Taken,
    /// It is being inspected, or was just released with its file.
    NotNow,
}

impl Store {
    /// Takes the run lock of a debate; fails while another process holds it. Take it before reading the log.
    pub fn lock_run(&self, id: &DebateId) -> Result<RunLock, Error> {
        let Some(path) = self.lock_file(id) else { return Ok(RunLock { lock_file: None }) };
        for tried in 0..TRIES {
            let Ok(file) = opened(&path) else { return Ok(RunLock { lock_file: None }) };
            match lock(&path, &file) {
                Tried::Got => {
                    // What the last holder wrote.
                    let _ = file.set_len(0);
                    return Ok(RunLock { lock_file: Some((path, file)) });
                }
                Tried::Taken => break,
                Tried::NotNow if tried < AT_ONCE => std::thread::yield_now(),
                // The inspecting thread may not be scheduled.
                Tried::NotNow => std::thread::sleep(PAUSE),
            }
        }
        Err(Error::Running { debate: id.clone() })
    }

    /// Whether this or another process runs a debate.
    pub fn is_locked(&self, id: &DebateId) -> bool {
        let file = self.lock_file(id).and_then(|it| File::open(it).ok());
        file.is_some_and(|it| matches!(it.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// The process that runs a debate and nothing else, if one does; see [`RunLock::name_process`].
    pub fn runner(&self, id: &DebateId) -> Option<u32> {
        let path = self.lock_file(id).filter(|_| self.is_locked(id))?;
        std::fs::read_to_string(path).ok()?.trim().parse().ok()
    }

    /// The lock file of a debate. A store in memory has none: only one process can see it.
    fn lock_file(&self, id: &DebateId) -> Option<PathBuf> {
        let mut path = self.file()?.as_os_str().to_owned();
        path.push(format!(".{id}.running"));
        Some(PathBuf::from(path))
    }
}

/// The lock file, made if there is none. The words of a holder stay until it is locked.
fn opened(path: &Path) -> std::io::Result<File> {
    File::options().create(true).truncate(false).read(true).write(true).open(path)
}

fn lock(path: &Path, file: &File) -> Tried {
    match file.try_lock() {
        // The last holder may have removed the file meanwhile: others would lock another one.
        Ok(()) if !is_at(path, file) => Tried::NotNow,
        // A system without file locks is no reason not to run.
        Ok(()) | Err(TryLockError::Error(_)) => Tried::Got,
        // Inspection takes a shared lock; running takes an exclusive one.
        Err(TryLockError::WouldBlock) => match file.try_lock_shared() {
            Err(TryLockError::WouldBlock) => Tried::Taken,
            Ok(()) | Err(TryLockError::Error(_)) => Tried::NotNow,
        },
    }
}

/// Whether `file` is the file at `path`.
fn is_at(path: &Path, file: &File) -> bool {
    let (Ok(file), Ok(there)) = (file.metadata(), std::fs::metadata(path)) else { return false };
    (file.dev(), file.ino()) == (there.dev(), there.ino())
}

impl RunLock {
    /// Writes the number of this process into the lock file, so that another process can ask it to stop. Not for a process that does more
    /// than this debate.
    pub fn name_process(&self) {
        if let Some((_, file)) = &self.lock_file {
            // Without it, the debate runs all the same.
            let _ = (&mut &*file).write_all(std::process::id().to_string().as_bytes());
        }
    }

    /// Releases the lock of a closed debate and removes its file. The file of a debate that is not closed stays, so that current and later
    /// waiters lock the same file.
    pub fn settle(self) {
        if let Some((path, _locked)) = &self.lock_file {
            let _ = std::fs::remove_file(path);
        }
    }
}
