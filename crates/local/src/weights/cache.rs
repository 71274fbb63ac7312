//! The directory of downloaded weights: finding, verifying and removing them.
//!
//! A file counts as present only with a marker beside it. The marker is written after the hash was checked, and must still match
//! the file's size and modification time. So a start does not hash gigabytes, and a file that was truncated or changed is not used.
//! Not here: how files are fetched (`fetch`).
use super::disk::{self, write_error};
use super::error::FetchError;
use super::lock::Lock;
use super::weight::{Weight, WeightFile};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// A directory of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    directory: PathBuf,
}

/// A weight whose files are present and verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalledWeight {
    directory: PathBuf,
    model: &'static str,
}

impl InstalledWeight {
    /// The directory of its files.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The model itself: the first file of the row.
    pub fn model(&self) -> PathBuf {
        self.path(self.model)
    }

    /// A file of the row, by its name.
    pub fn path(&self, file: &str) -> PathBuf {
        self.directory.join(file)
    }
}

/// The result of verifying a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The file.
    pub file: &'static WeightFile,
    /// Its path, whether it exists or not.
    pub path: PathBuf,
    /// Its state.
    pub state: State,
}

/// The state of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Its hash is right.
    Right,
    /// It is missing.
    Absent,
    /// Its hash or size is wrong.
    Wrong {
        /// Its size.
        bytes: u64,
        /// Its sha256.
        sha256: String,
    },
}

/// The content of the marker beside a verified file.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Marker {
    sha256: String,
    bytes: u64,
    /// The file's modification time, in nanoseconds since 1970.
    modified: u128,
}

impl Marker {
    /// The marker that the file at `path` would have now.
    fn of(path: &Path, file: &WeightFile) -> io::Result<Marker> {
        let found = fs::metadata(path)?;
        let modified = found.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        Ok(Marker { sha256: file.sha256.to_owned(), bytes: found.len(), modified })
    }

    fn read(path: &Path) -> Option<Marker> {
        serde_json::from_slice(&fs::read(marker_path(path)).ok()?).ok()
    }

    /// Records that the hash of the file at `path` was right.
    fn write(&self, path: &Path) -> io::Result<()> {
        files::replace(&marker_path(path), &serde_json::to_vec(self)?)
    }
}

/// The path of a file's marker.
fn marker_path(path: &Path) -> PathBuf {
    path.with_added_extension("verified")
}

impl Cache {
    /// The weights in a directory, which need not exist yet.
    pub fn at(directory: PathBuf) -> Cache {
        // Child processes run in other directories and must see the same path.
        Cache { directory: std::path::absolute(&directory).unwrap_or(directory) }
    }

    /// The weights that the project's own tests use, kept between runs: `$ROUNDTABLE_TEST_WEIGHTS`, or `target/weights`. `cargo run
    /// -p local --example fetch -- NAME…` fetches them.
    pub fn of_tests() -> Cache {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
        let set = std::env::var_os("ROUNDTABLE_TEST_WEIGHTS").map(PathBuf::from);
        Cache::at(set.unwrap_or_else(|| root.join("target/weights")))
    }

    /// Its path.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The path of a file, whether it exists or not.
    pub fn path_of(&self, weight: &Weight, file: &WeightFile) -> PathBuf {
        self.directory_of(weight).join(file.name)
    }

    /// The weight, if all its files are present and unchanged since they were verified. Reads only the markers.
    pub fn find(&self, weight: &Weight) -> Option<InstalledWeight> {
        let model = weight.files.first()?.name;
        let all = weight.files.iter().all(|file| self.is_verified(weight, file));
        all.then(|| InstalledWeight { directory: self.directory_of(weight), model })
    }

    /// Whether any file of the weight exists, verified or not.
    pub fn has_any(&self, weight: &Weight) -> bool {
        weight.files.iter().any(|file| self.path_of(weight, file).exists())
    }

    /// Hashes every file. Files with the right hash count as present from now on, the others no longer.
    pub fn verify(&self, weight: &Weight) -> Result<Vec<Checked>, FetchError> {
        weight.files.iter().map(|file| self.verify_file(weight, file)).collect()
    }

    pub(super) fn verify_file(&self, weight: &Weight, file: &'static WeightFile) -> Result<Checked, FetchError> {
        let path = self.path_of(weight, file);
        // Taken before hashing: a marker must not cover a later change.
        let before = Marker::of(&path, file);
        let state = match before.and_then(|before| Ok((before, disk::hash_file(&path)?))) {
            Ok((before, (sha256, bytes))) if sha256 == file.sha256 && bytes == file.bytes => {
                if Marker::read(&path).as_ref() != Some(&before) {
                    before.write(&path).map_err(|error| write_error(&marker_path(&path), error))?;
                }
                State::Right
            }
            Ok((_, (sha256, bytes))) => {
                disk::clear(&marker_path(&path)).map_err(|error| write_error(&marker_path(&path), error))?;
                State::Wrong { bytes, sha256 }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => State::Absent,
            Err(source) => return Err(FetchError::Unreadable { path, source }),
        };
        Ok(Checked { file, path, state })
    }

    /// Removes a weight and its partial downloads; returns the number of bytes freed.
    pub fn remove(&self, weight: &Weight) -> Result<u64, FetchError> {
        let (place, partial) = (self.directory_of(weight), self.partial_of(weight));
        let freed = disk::bytes_below(&place) + disk::bytes_below(&partial);
        if !place.exists() && !partial.exists() {
            return Ok(0);
        }
        let _lock = self.lock_now(weight)?;
        // The markers go first: a partly removed weight must not count as present.
        for file in weight.files {
            let marker = self::marker_path(&self.path_of(weight, file));
            disk::clear(&marker).map_err(|error| write_error(&marker, error))?;
        }
        for path in [place, partial] {
            disk::clear(&path).map_err(|error| write_error(&path, error))?;
        }
        Ok(freed)
    }

    /// Whether a file is unchanged since it was verified.
    pub(super) fn is_verified(&self, weight: &Weight, file: &WeightFile) -> bool {
        let path = self.path_of(weight, file);
        let now = Marker::of(&path, file).ok().filter(|now| now.bytes == file.bytes);
        now.is_some() && Marker::read(&path) == now
    }

    /// Moves a verified file into the cache.
    pub(super) fn install(&self, weight: &Weight, file: &WeightFile, from: &Path) -> Result<(), FetchError> {
        let path = self.path_of(weight, file);
        let installed = fs::create_dir_all(self.directory_of(weight)).and_then(|()| {
            // The marker of a previous file must not cover the new one.
            disk::clear(&marker_path(&path))?;
            files::persist(from, &path)?;
            Marker::of(&path, file)?.write(&path)
        });
        installed.map_err(|error| write_error(&path, error))
    }

    /// The directory of partial files: on the same disk, so that a rename completes the download.
    pub(super) fn partial_of(&self, weight: &Weight) -> PathBuf {
        self.directory.join(".partial").join(weight.name)
    }

    /// The lock file of a weight; creates its directory.
    pub(super) fn lock_path(&self, weight: &Weight) -> Result<PathBuf, FetchError> {
        let partial = self.partial_of(weight);
        fs::create_dir_all(&partial).map_err(|error| write_error(&partial, error))?;
        Ok(partial.with_added_extension("lock"))
    }

    fn lock_now(&self, weight: &Weight) -> Result<Lock, FetchError> {
        let path = self.lock_path(weight)?;
        let lock = Lock::try_take(&path).map_err(|error| write_error(&path, error))?;
        lock.ok_or(FetchError::Busy { weight: weight.name })
    }

    fn directory_of(&self, weight: &Weight) -> PathBuf {
        self.directory.join(weight.name)
    }
}
