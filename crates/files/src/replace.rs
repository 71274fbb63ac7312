//! Atomic replacement: readers never see a partial file, and a crash leaves the old file or the new one.
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of temporary files of this process; part of their names.
static WRITTEN: AtomicU64 = AtomicU64::new(0);

/// Writes a temporary file beside `path` and renames it over `path` when it is complete. On failure the old file stays. The new
/// file keeps the old permissions. A symbolic link is followed: its target is replaced.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let temporary = temporary_path(&target)?;
    let written = write(&temporary, bytes, &target).and_then(|()| persist(&temporary, &target));
    if written.is_err() {
        // Best effort; the caller gets the original error.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// The same; creates missing parent directories.
pub fn replace_with_directories(path: &Path, bytes: &[u8]) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    replace(path, bytes)
}

/// Renames a finished file: syncs the file, renames it, and syncs the directory.
pub fn persist(from: &Path, to: &Path) -> io::Result<()> {
    File::open(from)?.sync_all()?;
    fs::rename(from, to)?;
    sync_parent(to)
}

/// A unique hidden name beside a file, so that concurrent writers do not collide.
fn temporary_path(target: &Path) -> io::Result<PathBuf> {
    let name = target.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidFilename))?;
    let mut temporary = OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}-{}.new", std::process::id(), WRITTEN.fetch_add(1, Ordering::Relaxed)));
    Ok(target.with_file_name(temporary))
}

fn write(temporary: &Path, bytes: &[u8], target: &Path) -> io::Result<()> {
    // Left by a killed process that had the same process id.
    let mut file = File::create_new(temporary).or_else(|error| {
        if error.kind() == io::ErrorKind::AlreadyExists { File::create(temporary) } else { Err(error) }
    })?;
    if let Ok(old) = fs::metadata(target) {
        file.set_permissions(old.permissions())?;
    }
    file.write_all(bytes)
}

/// Makes a rename durable. Only Unix can sync a directory.
fn sync_parent(path: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => File::open(".")?.sync_all(),
        Some(parent) => File::open(parent)?.sync_all(),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<OsString> {
        let mut names: Vec<OsString> = fs::read_dir(directory).unwrap().map(|it| it.unwrap().file_name()).collect();
        names.sort();
        names
    }

    /// O-07: after a replacement the file is the new or the old one, and no temporary file is left.
    #[test]
    fn a_file_is_replaced_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("deep/settings.toml");
        assert!(replace(&path, b"none").is_err(), "its directory is not there");
        replace_with_directories(&path, b"first").unwrap();
        replace(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        let folder = directory.path().join("deep/folder");
        fs::create_dir_all(folder.join("full")).unwrap();
        assert!(replace(&folder, b"x").is_err(), "a directory is no file");
        assert_eq!(names(&directory.path().join("deep")), ["folder", "settings.toml"]);
    }

    /// O-07: a replacement keeps permissions and follows links.
    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = tempfile::tempdir().unwrap();
        let (path, link) = (directory.path().join("a"), directory.path().join("b"));
        fs::write(&path, b"first").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&path, &link).unwrap();
        replace(&link, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
