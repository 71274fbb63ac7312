//! What a project's file may set, and what needs the user's agreement (O-40, I-15).
//!
//! `roundtable.toml` comes with a cloned repository. It may set how a debate runs, and seat models of providers that the user has. Addresses,
//! key variables, prices, paths, further models and looser limits apply only after the user has agreed to the file, as with `direnv allow`.
//! An agreement names the file and the digest of its content: a changed file needs a new one. Not here: parsing files (`file`), and the
//! output of `config trust`.
use crate::error::Error;
use crate::providers::{file_of, split};
use crate::settings::{Env, Origin, ROWS, Settings, data_dir, file, one_line};
use files::replace;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// How many settings an error names; `config list --origin` shows all.
const NAMED: usize = 6;

/// Whether the user has agreed to the project's file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// Nothing in it needs agreement, or there is no such file.
    #[default]
    NotNeeded,
    /// The user has agreed to the file as it is.
    Agreed,
    /// The user has not agreed: settings that need it are not in force.
    Withheld(Withheld),
}

/// Settings of a project's file that are not in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withheld {
    /// The file.
    pub path: PathBuf,
    /// Key and value of each, without control characters.
    pub rows: Vec<(String, String)>,
    /// Whether the user has agreed to an earlier content of the file.
    is_changed: bool,
}

impl Withheld {
    /// The error while such settings exist.
    pub fn refusal(&self) -> String {
        let named: Vec<String> = self.rows.iter().take(NAMED).map(|(key, _)| format!("`{key}`")).collect();
        let more = self.rows.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let changed = if self.is_changed { "the file has changed since you agreed to it; " } else { "" };
        format!(
            "{}: {changed}a project may not set {}{more} without your agreement: read the file, then run `roundtable config trust`; \
             or remove them from it and set them in your own file with `roundtable config set`",
            self.path.display(),
            named.join(", "),
        )
    }
}

/// The settings `before` a project's file with those of its `text` that are in force.
pub(crate) fn applied(text: &str, path: &Path, before: &Settings, env: Env<'_>) -> Result<Settings, String> {
    let mut with = before.clone();
    file::apply(text, path, &Origin::Project(path.to_owned()), &mut with)?;
    let rows = guarded(&with, before);
    if rows.is_empty() {
        return Ok(with);
    }
    let agreed = Agreements::read(env)?.of(path);
    if agreed.as_deref() == Some(digest(text).as_str()) {
        with.trust = Trust::Agreed;
        return Ok(with);
    }
    for row in ROWS.iter().filter(|row| rows.iter().any(|(key, _)| key == row.name)) {
        row.copy(before, &mut with);
    }
    with.providers.clone_from(&before.providers);
    with.prices.clone_from(&before.prices);
    with.trust = Trust::Withheld(Withheld { path: path.to_owned(), rows, is_changed: agreed.is_some() });
    Ok(with)
}

/// Agrees to a project's file as it is; returns the settings that needed it, as key and value. Stores nothing if there are none.
pub fn agree(path: &Path, before: &Settings, env: Env<'_>) -> Result<Vec<(String, String)>, Error> {
    let text = file::read(path).map_err(Error::Settings)?.unwrap_or_default();
    let mut with = before.clone();
    file::apply(&text, path, &Origin::Project(path.to_owned()), &mut with).map_err(Error::Settings)?;
    let rows = guarded(&with, before);
    if !rows.is_empty() {
        Agreements::read(env).map_err(Error::Settings)?.with(path, digest(&text))?.write(env)?;
    }
    Ok(rows)
}

/// Withdraws an agreement; returns whether there was one.
pub fn disagree(path: &Path, env: Env<'_>) -> Result<bool, Error> {
    let mut agreements = Agreements::read(env).map_err(Error::Settings)?;
    let is_taken_back = agreements.0.remove(&name(path)?).is_some();
    if is_taken_back {
        agreements.write(env)?;
    }
    Ok(is_taken_back)
}

/// Whether a setting of a project's file always needs agreement: a row does that is not marked `project`, and every provider and price.
pub fn is_guarded(key: &str) -> bool {
    !ROWS.iter().any(|row| row.name == key && row.is_projects)
}

/// The settings of a project's file that need agreement, as key and value.
fn guarded(with: &Settings, before: &Settings) -> Vec<(String, String)> {
    let needs = |key: &str| match key {
        "table" => with.table.value.iter().any(|word| file_of(split(word).1).is_some()),
        "budget" => is_looser(with.budget.value, before.budget.value),
        "budget_tokens" => is_looser(with.budget_tokens.value, before.budget_tokens.value),
        "deadline" => is_looser(with.deadline.value, before.deadline.value),
        _ => is_guarded(key),
    };
    let all = with.all().into_iter().filter(|(key, _, origin)| matches!(origin, Origin::Project(_)) && needs(key));
    all.map(|(key, value, _)| (one_line(&key), one_line(&value))).collect()
}

/// Whether a limit is looser than the user's own.
fn is_looser<T: PartialOrd>(limit: Option<T>, users: Option<T>) -> bool {
    match (limit, users) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(limit), Some(users)) => limit > users,
    }
}

/// The files that the user has agreed to, each with the digest of its content.
struct Agreements(BTreeMap<String, String>);

impl Agreements {
    /// The file they are stored in.
    fn place(env: Env<'_>) -> Result<PathBuf, Error> {
        Ok(data_dir(env)?.join("trusted.json"))
    }

    /// The stored agreements; none without a home directory.
    fn read(env: Env<'_>) -> Result<Agreements, String> {
        let Ok(path) = Agreements::place(env) else { return Ok(Agreements(BTreeMap::new())) };
        let Some(text) = file::read(&path)? else { return Ok(Agreements(BTreeMap::new())) };
        let wrong = |error| format!("can't read `{}`: {error}; remove it and agree again", path.display());
        serde_json::from_str(&text).map(Agreements).map_err(wrong)
    }

    /// The digest that the user has agreed to for a file.
    fn of(&self, path: &Path) -> Option<String> {
        self.0.get(&name(path).ok()?).cloned()
    }

    fn with(mut self, path: &Path, digest: String) -> Result<Agreements, Error> {
        self.0.insert(name(path)?, digest);
        Ok(self)
    }

    fn write(&self, env: Env<'_>) -> Result<(), Error> {
        let path = Agreements::place(env)?;
        let text = serde_json::to_string_pretty(&self.0).map_err(Error::failed)?;
        // Debates are stored in the same directory, which is private to the user.
        let made = path.parent().map_or(Ok(()), |it| DirBuilder::new().recursive(true).mode(0o700).create(it));
        let written = made.and_then(|()| replace(&path, (text + "\n").as_bytes()));
        written.map_err(|error| Error::Failed(format!("can't write `{}`: {error}", path.display())))
    }
}

/// The key of a file: its directory with links resolved, and its own name. A link differs from its target, because relative paths in it are
/// resolved from the link.
fn name(path: &Path) -> Result<String, Error> {
    let directory = path.parent().and_then(|it| std::fs::canonicalize(it).ok());
    let path = match (directory, path.file_name()) {
        (Some(directory), Some(name)) => directory.join(name),
        (_, _) => path.to_owned(),
    };
    let wrong = || Error::Settings(format!("`{}` is not UTF-8: rename it to agree to its file", path.display()));
    path.to_str().map(str::to_owned).ok_or_else(wrong)
}

fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
