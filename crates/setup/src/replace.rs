//! A file put in the place of another in one step, so that nobody ever reads half of it.
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file beside its place, and puts it there when it is whole: whatever goes wrong, what was there is there still, with its
/// permissions. What a link leads to is replaced there.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = place.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidFilename))?;
    let mut beside = OsString::from(".");
    beside.push(name);
    beside.push(format!(".{:016x}.part", fastrand::u64(..)));
    let part = place.with_file_name(beside);
    let written = written(&part, bytes, &place);
    if written.is_err() {
        // There is nothing of it to keep; why it failed is told.
        let _ = fs::remove_file(&part);
    }
    written
}

/// The same, with the directories that it lies in where they are missing.
pub fn replace_with_directories(path: &Path, bytes: &[u8]) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    replace(path, bytes)
}

fn written(part: &Path, bytes: &[u8], place: &Path) -> io::Result<()> {
    let mut file = File::create_new(part)?;
    if let Ok(there) = fs::metadata(place) {
        file.set_permissions(there.permissions())?;
    }
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(part, place)
}
