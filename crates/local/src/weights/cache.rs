//! The directory that holds weights: what is there, whether it is right, and how it goes.
//!
//! A file counts as held only with a marker beside it, written after its hash was right, that still agrees with its size and the time
//! it was changed. So a start reads no gigabyte, and a file that was cut or changed since is not used.
//! Not here: how files come (`fetch`).
use super::disk::{self, refused};
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

/// A weight whose files are there and were verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    directory: PathBuf,
    model: &'static str,
}

impl Held {
    /// Where its files are.
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

/// What was found out about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The file.
    pub file: &'static WeightFile,
    /// Where it is, or would be.
    pub path: PathBuf,
    /// What it is like.
    pub state: State,
}

/// What a file is like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Its bytes are the right ones.
    Right,
    /// It is not there.
    Absent,
    /// Its bytes are others.
    Wrong {
        /// How many.
        bytes: u64,
        /// Their sha256.
        sha256: String,
    },
}

/// What stands beside a verified file.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Marker {
    sha256: String,
    bytes: u64,
    /// When the file was changed, in nanoseconds since 1970.
    modified: u128,
}

impl Marker {
    /// What a marker for the file at `path` would say now.
    fn of(path: &Path, file: &WeightFile) -> io::Result<Marker> {
        let found = fs::metadata(path)?;
        let modified = found.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        Ok(Marker { sha256: file.sha256.to_owned(), bytes: found.len(), modified })
    }

    fn read(path: &Path) -> Option<Marker> {
        serde_json::from_slice(&fs::read(place(path)).ok()?).ok()
    }

    /// Writes down that the hash of the file at `path` was right.
    fn write(&self, path: &Path) -> io::Result<()> {
        files::replace(&place(path), &serde_json::to_vec(self)?)
    }
}

/// Where the marker of a file is.
fn place(path: &Path) -> PathBuf {
    path.with_added_extension("verified")
}

impl Cache {
    /// The weights in a directory, which need not be there yet.
    pub fn at(directory: PathBuf) -> Cache {
        // Programs are run from elsewhere and must mean the same directory.
        Cache { directory: std::path::absolute(&directory).unwrap_or(directory) }
    }

    /// The weights that the project's own tests use, kept between runs: `$ROUNDTABLE_TEST_WEIGHTS`, or `target/weights`.
    /// `cargo run -p local --example fetch -- NAME…` brings them.
    pub fn of_tests() -> Cache {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
        let set = std::env::var_os("ROUNDTABLE_TEST_WEIGHTS").map(PathBuf::from);
        Cache::at(set.unwrap_or_else(|| root.join("target/weights")))
    }

    /// Where it is.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Where a file is, or would be.
    pub fn path_of(&self, weight: &Weight, file: &WeightFile) -> PathBuf {
        self.place_of(weight).join(file.name)
    }

    /// The weight, if all its files are there and none was changed since it was verified. Reads no file but the markers.
    pub fn find(&self, weight: &Weight) -> Option<Held> {
        let model = weight.files.first()?.name;
        let all = weight.files.iter().all(|file| self.is_verified(weight, file));
        all.then(|| Held { directory: self.place_of(weight), model })
    }

    /// Whether anything of the weight is there, verified or not.
    pub fn has_any(&self, weight: &Weight) -> bool {
        weight.files.iter().any(|file| self.path_of(weight, file).exists())
    }

    /// Reads every file and compares its hash. Those that are right count as held from now on, the others not any more.
    pub fn verify(&self, weight: &Weight) -> Result<Vec<Checked>, FetchError> {
        weight.files.iter().map(|file| self.verify_file(weight, file)).collect()
    }

    pub(super) fn verify_file(&self, weight: &Weight, file: &'static WeightFile) -> Result<Checked, FetchError> {
        let path = self.path_of(weight, file);
        // Before it is read: a marker must not vouch for what was changed meanwhile.
        let before = Marker::of(&path, file);
        let state = match before.and_then(|before| Ok((before, disk::hash_file(&path)?))) {
            Ok((before, (sha256, bytes))) if sha256 == file.sha256 && bytes == file.bytes => {
                if Marker::read(&path).as_ref() != Some(&before) {
                    before.write(&path).map_err(|error| refused(&place(&path), error))?;
                }
                State::Right
            }
            Ok((_, (sha256, bytes))) => {
                disk::clear(&place(&path)).map_err(|error| refused(&place(&path), error))?;
                State::Wrong { bytes, sha256 }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => State::Absent,
            Err(source) => return Err(FetchError::Unreadable { path, source }),
        };
        Ok(Checked { file, path, state })
    }

    /// Removes a weight and what is left of fetching it; says how many bytes that freed.
    pub fn remove(&self, weight: &Weight) -> Result<u64, FetchError> {
        let (place, partial) = (self.place_of(weight), self.partial_of(weight));
        let freed = disk::bytes_below(&place) + disk::bytes_below(&partial);
        if !place.exists() && !partial.exists() {
            return Ok(0);
        }
        let _lock = self.lock_now(weight)?;
        // The markers go first: what is half removed must not count as held.
        for file in weight.files {
            let marker = self::place(&self.path_of(weight, file));
            disk::clear(&marker).map_err(|error| refused(&marker, error))?;
        }
        for path in [place, partial] {
            disk::clear(&path).map_err(|error| refused(&path, error))?;
        }
        Ok(freed)
    }

    /// Whether a file is as it was when it was verified.
    pub(super) fn is_verified(&self, weight: &Weight, file: &WeightFile) -> bool {
        let path = self.path_of(weight, file);
        let now = Marker::of(&path, file).ok().filter(|now| now.bytes == file.bytes);
        now.is_some() && Marker::read(&path) == now
    }

    /// Puts a file whose hash was right into its place.
    pub(super) fn install(&self, weight: &Weight, file: &WeightFile, from: &Path) -> Result<(), FetchError> {
        let path = self.path_of(weight, file);
        let installed = fs::create_dir_all(self.place_of(weight)).and_then(|()| {
            // The marker of what was there before must not vouch for what comes now.
            disk::clear(&place(&path))?;
            files::put(from, &path)?;
            Marker::of(&path, file)?.write(&path)
        });
        installed.map_err(|error| refused(&path, error))
    }

    /// Where unfinished files of a weight are: on the same disk, so that a rename is all that is left to do.
    pub(super) fn partial_of(&self, weight: &Weight) -> PathBuf {
        self.directory.join(".partial").join(weight.name)
    }

    /// The lock of a weight; its directory is made.
    pub(super) fn lock_path(&self, weight: &Weight) -> Result<PathBuf, FetchError> {
        let partial = self.partial_of(weight);
        fs::create_dir_all(&partial).map_err(|error| refused(&partial, error))?;
        Ok(partial.with_added_extension("lock"))
    }

    fn lock_now(&self, weight: &Weight) -> Result<Lock, FetchError> {
        let path = self.lock_path(weight)?;
        let lock = Lock::try_take(&path).map_err(|error| refused(&path, error))?;
        lock.ok_or(FetchError::Busy { weight: weight.name })
    }

    fn place_of(&self, weight: &Weight) -> PathBuf {
        self.directory.join(weight.name)
    }
}
