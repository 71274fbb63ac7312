//! A lock, so that one process at a time builds a persona. The operating system releases it when the process ends.
//!
//! Without it, two builds would pay for the same answers and remove each other's files. The lock is a hidden file beside the deck's personas
//! that contains the id of its process.
use super::BuildError;
use crate::deck::{DeckError, folder_name};
use debate::Name;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// How often to retry where the lock's file was removed meanwhile. Ours: two processes seldom meet there.
const TRIES: usize = 100;

/// The lock on a persona, released on drop.
#[derive(Debug)]
pub(super) struct BuildLock {
    path: PathBuf,
    /// The file that is locked.
    _file: File,
}

impl BuildLock {
    /// Locks a persona of a deck; fails while another process has the lock.
    pub(super) fn take(deck: &Path, name: &Name) -> Result<BuildLock, BuildError> {
        let path = deck.join(format!(".{}.building", folder_name(name.as_str())?));
        let failed = |why| DeckError::Io { path: path.clone(), why };
        fs::create_dir_all(deck).map_err(failed)?;
        let mut by = None;
        for _ in 0..TRIES {
            let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = opened.map_err(failed)?;
            match file.try_lock() {
                // The former holder has removed the file meanwhile: others would lock a new one.
                Ok(()) if !is_at(&path, &file) => {}
                // On a file system without locks, concurrent builds are not detected.
                Ok(()) | Err(TryLockError::Error(_)) => {
                    file.set_len(0).and_then(|()| write!(file, "{}", std::process::id())).map_err(failed)?;
                    return Ok(BuildLock { path, _file: file });
                }
                Err(TryLockError::WouldBlock) => {
                    by = holder(&mut file);
                    break;
                }
            }
        }
        Err(BuildError::Busy { name: name.clone(), by })
    }
}

impl Drop for BuildLock {
    fn drop(&mut self) {
        // While still locked, so that the next process creates a new file.
        let _ = fs::remove_file(&self.path);
    }
}

/// The process that has the lock; none where it has not written its id yet.
fn holder(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.rewind().and_then(|()| file.read_to_string(&mut text)).ok()?;
    text.parse().ok()
}

/// Whether `file` is the file at `path`.
fn is_at(path: &Path, file: &File) -> bool {
    let (Ok(file), Ok(there)) = (file.metadata(), fs::metadata(path)) else { return false };
    (file.dev(), file.ino()) == (there.dev(), there.ino())
}
