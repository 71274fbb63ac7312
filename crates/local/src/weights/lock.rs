//! One fetch of a weight at a time, across processes.
//!
//! The system releases the lock when the process ends, however it ends, so there are no stale locks. The file stays: removing it
//! would let two processes lock two files of the same name.
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Polling interval while another process holds the lock. Polled, since a thread that blocks can't be interrupted.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The lock, held as long as any clone exists. Work on another thread holds a clone, since it may outlive its caller.
#[derive(Clone, Debug)]
pub(super) struct Lock {
    _file: Arc<File>,
}

impl Lock {
    /// Takes the lock if it is free.
    pub(super) fn try_take(path: &Path) -> io::Result<Option<Lock>> {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Lock { _file: Arc::new(file) })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Takes the lock when it is free; calls `waits` once if it has to wait.
    pub(super) async fn take(path: &Path, waits: impl FnOnce()) -> io::Result<Lock> {
        let mut waits = Some(waits);
        loop {
            if let Some(lock) = Lock::try_take(path)? {
                return Ok(lock);
            }
            if let Some(waits) = waits.take() {
                waits();
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }
}
