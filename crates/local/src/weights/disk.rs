//! Disk operations: free space, directory sizes, hashes.
use super::error::FetchError;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Free bytes on the disk of a directory, which need not exist; `None` if the system does not say.
pub fn free(directory: &Path) -> Option<u64> {
    let there = directory.ancestors().find(|it| it.exists())?;
    let disk = rustix::fs::statvfs(there).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

/// The sha256 of a reader's content, as lower-case hexadecimal digits, and its length.
pub(super) fn hash(mut from: impl Read) -> io::Result<(String, u64)> {
    let (mut hasher, mut length) = (Sha256::new(), 0);
    let mut buffer = vec![0; 1 << 20];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => {
                hasher.update(buffer.get(..read).unwrap_or_default());
                length += read as u64;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok((hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect(), length))
}

/// The same for a file.
pub(super) fn hash_file(path: &Path) -> io::Result<(String, u64)> {
    hash(File::open(path)?)
}

/// Removes a file or a directory with its content; succeeds if it does not exist.
pub(super) fn clear(path: &Path) -> io::Result<()> {
    let removed = match fs::symlink_metadata(path) {
        Ok(it) if it.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) => Err(error),
    };
    removed.or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

/// The size of everything below a directory. Unreadable entries count as 0; the directory may change meanwhile.
pub(super) fn bytes_below(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(it) if it.is_dir() => bytes_below(&entry.path()),
            Ok(it) => it.len(),
            Err(_) => 0,
        })
        .sum()
}

/// Classifies a failed write at `path`.
pub(super) fn write_error(path: &Path, source: io::Error) -> FetchError {
    let path = path.to_owned();
    if matches!(source.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge) {
        FetchError::Full { path, source }
    } else {
        FetchError::Unwritable { path, source }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn room_is_told_for_a_directory_that_is_not_there_yet() {
        let directory = tempfile::tempdir().unwrap();
        assert!(free(&directory.path().join("a/b/c")).unwrap() > 0);
    }

    /// O-07
    #[test]
    fn hashes_are_of_all_bytes() {
        let (sha256, length) = hash(&b"abc"[..]).unwrap();
        assert_eq!(sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(length, 3);
        let long = vec![7; (1 << 20) + 1];
        assert_eq!(hash(&long[..]).unwrap().1, (1 << 20) + 1);
    }

    /// O-07: a full disk is distinguished from missing permission.
    #[test]
    fn a_full_disk_is_told_from_a_read_only_one() {
        let full = |error: io::Error| matches!(write_error(Path::new("w"), error), FetchError::Full { .. });
        #[cfg(target_os = "linux")]
        assert!(full(File::create("/dev/full").and_then(|mut it| it.write_all(b"x")).unwrap_err()));
        assert!(full(ErrorKind::StorageFull.into()));
        assert!(!full(ErrorKind::ReadOnlyFilesystem.into()));
    }

    #[test]
    fn what_is_not_there_is_cleared() {
        let directory = tempfile::tempdir().unwrap();
        clear(&directory.path().join("a/b")).unwrap();
        clear(directory.path()).unwrap();
        assert!(!directory.path().exists());
    }
}
