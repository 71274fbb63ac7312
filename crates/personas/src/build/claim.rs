//! One persona, one build: whoever builds holds a lock on it, which goes with the process however that ends.
//!
//! Without it two builds would ask and pay for the same answers, and take each other's files away while they write. The lock is a file beside
//! the personas of the deck, hidden, that says which process has it.
use super::BuildError;
use crate::deck::{DeckError, folder_name};
use debate::Name;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// How often a lock is tried for whose file has just gone. Ours: whoever had it is done with it, and another one seldom comes between.
const TRIES: usize = 100;

/// The right to build a persona, until it is dropped.
#[derive(Debug)]
pub(super) struct BuildLock {
    path: PathBuf,
    /// The file that is locked.
    _file: File,
}

impl BuildLock {
    /// Takes the right to build a persona of a deck; refused while somebody else has it.
    pub(super) fn take(deck: &Path, name: &Name) -> Result<BuildLock, BuildError> {
        let path = deck.join(format!(".{}.building", folder_name(name.as_str())?));
        let failed = |why| DeckError::Io { path: path.clone(), why };
        fs::create_dir_all(deck).map_err(failed)?;
        let mut by = None;
        for _ in 0..TRIES {
            let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = opened.map_err(failed)?;
            match file.try_lock() {
                // Whoever had it has removed the file meanwhile: others would lock another one.
                Ok(()) if !is_at(&path, &file) => {}
                // A file system without locks: builds are then not told apart.
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
        // While it is still locked: whoever comes next makes another one.
        let _ = fs::remove_file(&self.path);
    }
}

/// The process that has the lock; none where it has not said so yet.
fn holder(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.rewind().and_then(|()| file.read_to_string(&mut text)).ok()?;
    text.parse().ok()
}

/// Whether this is the file that lies at `path`.
fn is_at(path: &Path, file: &File) -> bool {
    let (Ok(file), Ok(there)) = (file.metadata(), fs::metadata(path)) else { return false };
    (file.dev(), file.ino()) == (there.dev(), there.ino())
}
