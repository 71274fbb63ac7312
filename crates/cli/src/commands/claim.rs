//! One debate, one process: whoever runs a debate holds a lock on it, which goes with the process however that ends (O-22).
//!
//! Without it, a second process would ask and pay for the same answers, and whichever wrote second would be the one to stop.
//! The log refuses a second writer anyway (`store::Error::Taken`), so a lock that can't be had is no reason not to run.
use crate::exit::Exit;
use debate::DebateId;
use std::fs::{File, TryLockError};
use std::path::PathBuf;
use store::Store;

/// The right to run a debate.
#[derive(Debug)]
pub(crate) struct Claim {
    path: PathBuf,
    /// Holds the lock until it is dropped.
    _file: Option<File>,
}

impl Claim {
    /// Takes the right to run a debate; refused while another process has it. Take it before reading the log.
    pub(crate) fn on(store: &Store, id: &DebateId) -> Result<Claim, Exit> {
        let mut path = store.path().as_os_str().to_owned();
        path.push(format!(".{id}.running"));
        let path = PathBuf::from(path);
        let Ok(file) = File::create(&path) else { return Ok(Claim { path, _file: None }) };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(Exit::failure(format!(
                "another process is running debate `{id}`; wait until it is done, or stop it (Ctrl-C) and resume"
            ))),
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Claim { path, _file: Some(file) }),
        }
    }

    /// The debate is over: nobody will run it again, and what marked it goes. Of one that is not over the mark stays, so that
    /// those who wait for it and those who come later lock the same file.
    pub(crate) fn settle(self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
