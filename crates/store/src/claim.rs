//! One debate, one process: whoever runs a debate holds a lock on it, which goes with the process however that ends (O-22).
//!
//! Without it, a second process would ask and pay for the same answers, and whichever wrote second would be the one to stop.
//! The log refuses a second writer anyway ([`Error::Taken`]), so a lock that can't be had is no reason not to run.
use crate::Store;
use crate::error::Error;
use debate::ids::DebateId;
use std::fs::{File, TryLockError};
use std::path::PathBuf;

/// The right to run a debate.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    /// Holds the lock until it is dropped.
    _file: Option<File>,
}

impl Store {
    /// Takes the right to run a debate; refused while somebody else has it. Take it before reading the log.
    pub fn claim(&self, id: &DebateId) -> Result<Claim, Error> {
        let path = self.mark(id);
        let Ok(file) = File::create(&path) else { return Ok(Claim { path, _file: None }) };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(Error::Running { debate: id.clone() }),
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Claim { path, _file: Some(file) }),
        }
    }

    /// Whether somebody, here or in another process, runs a debate right now.
    pub fn is_claimed(&self, id: &DebateId) -> bool {
        let Ok(file) = File::open(self.mark(id)) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }

    fn mark(&self, id: &DebateId) -> PathBuf {
        let mut path = self.path().as_os_str().to_owned();
        path.push(format!(".{id}.running"));
        PathBuf::from(path)
    }
}

impl Claim {
    /// The debate is over: nobody will run it again, and what marked it goes. Of one that is not over the mark stays, so that
    /// those who wait for it and those who come later lock the same file.
    pub fn settle(self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
