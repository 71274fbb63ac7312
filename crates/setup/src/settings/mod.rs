//! Settings, each with its origin (D-60, I-15).
//!
//! A flag, or `--set` for a setting without one, overrides the environment, the environment the project's file, that the user's file, and
//! that the default, for each setting separately. A value that can't be parsed is an error that names it and what is allowed, never a silent
//! default. Provider keys are not settings: a file only names the variable that holds one (O-40).
//! Not here: what the settings mean for seats (`providers`), and printing.
mod comparer;
mod edit;
pub(crate) mod file;
mod kinds;
mod panels;
pub(crate) mod parse;
mod paths;
mod rows;
mod span;

pub use comparer::Comparer;
pub use edit::{Removed, remove, write};
pub use kinds::{BY_MODE, Shape};
pub(crate) use parse::one_line;
pub use paths::{SettingsPaths, base, data_dir, home};
pub use rows::{CustomPrice, CustomProvider, NotAllowed, PRICE_ROWS, PROVIDER_ROWS, ROWS, Row, Settings};
pub use span::{Unit, span};

use crate::error::{Error, Field, Kind, PlanError};
use crate::trust::{self, Trust};
use std::fmt;
use std::path::{Path, PathBuf};

/// Looks up an environment variable, on any thread.
pub type Env<'a> = &'a (dyn Fn(&str) -> Option<String> + Sync);

/// The process environment. Invalid UTF-8 is kept in a lossy form, so that it is refused rather than ignored.
pub fn process(variable: &str) -> Option<String> {
    std::env::var_os(variable).map(|value| value.to_string_lossy().into_owned())
}

/// A value and its origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting<T> {
    /// The value.
    pub value: T,
    /// Its origin.
    pub origin: Origin,
}

/// The origin of a value, weakest first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The default.
    Default,
    /// The user's file.
    User(PathBuf),
    /// The project's file.
    Project(PathBuf),
    /// An environment variable.
    Env(String),
    /// The command line.
    Flag,
}

impl Origin {
    /// Whether a file or the environment sets the value, and not a request.
    pub(crate) fn is_set(&self) -> bool {
        matches!(self, Origin::User(_) | Origin::Project(_) | Origin::Env(_))
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::User(path) | Origin::Project(path) => write!(f, "{}", path.display()),
            Origin::Env(variable) => write!(f, "${variable}"),
            Origin::Flag => f.write_str("command line"),
        }
    }
}

impl Settings {
    /// Reads the files and the environment, the stronger over the weaker. A project's file that needs the user's agreement and has none is an
    /// error.
    pub fn load(env: Env<'_>, cwd: &Path) -> Result<Settings, Error> {
        let settings = Settings::read(env, cwd).map_err(Error::Settings)?;
        match &settings.trust {
            Trust::Withheld(withheld) => Err(Error::Settings(withheld.refusal())),
            Trust::NotNeeded | Trust::Agreed => Ok(settings),
        }
    }

    /// The same for commands that only inspect settings: values without the needed agreement are not in force, and `trust` lists them.
    pub fn read(env: Env<'_>, cwd: &Path) -> Result<Settings, String> {
        let places = SettingsPaths::find(env, cwd);
        let mut settings = Settings::of_user(&places)?;
        if let Some(path) = &places.project
            && let Some(text) = file::read(path)?
        {
            settings = trust::applied(&text, path, &settings, env)?;
        }
        for row in ROWS {
            let variable = row.variable();
            if let Some(text) = env(&variable) {
                let name = format!("`{variable}`");
                row.set(&mut settings, &text, Origin::Env(variable)).map_err(|why| why.of(&name))?;
            }
        }
        Ok(settings)
    }

    /// The value in the user's own file.
    pub fn of_user(places: &SettingsPaths) -> Result<Settings, String> {
        let mut settings = Settings::default();
        if let Some(path) = &places.user
            && let Some(text) = file::read(path)?
        {
            file::apply(&text, path, &Origin::User(path.clone()), &mut settings)?;
        }
        Ok(settings)
    }

    /// Overrides a setting by a request, if the request has it; validated like any other source.
    pub fn overrule(&mut self, name: &str, given: Option<impl fmt::Display>) -> Result<(), PlanError> {
        let (Some(row), Some(given)) = (ROWS.iter().find(|row| row.name == name), given) else { return Ok(()) };
        let wrong = |why| PlanError { field: Field::Setting(row.name, Origin::Flag), kind: Kind::NotAllowed(why) };
        row.set(self, &given.to_string(), Origin::Flag).map_err(wrong)
    }

    /// Overrides any setting by `KEY=VALUE` for this run.
    pub fn set_for_run(&mut self, words: &[String]) -> Result<(), PlanError> {
        for word in words {
            let about = |name: &str, kind| PlanError { field: Field::Assigned(one_line(name)), kind };
            let (key, value) = word.split_once('=').ok_or_else(|| about(word, Kind::NoAssignment))?;
            let key = key.trim();
            let Some(row) = ROWS.iter().find(|row| row.name == key) else {
                return Err(match file::refuse_key(key) {
                    Some(_) => about(key, Kind::Secret),
                    None => about(key, Kind::Unusable(file::unknown("", key, ROWS.iter().map(|row| row.name)))),
                });
            };
            row.set(self, value, Origin::Flag).map_err(|why| about(key, Kind::NotAllowed(why)))?;
        }
        Ok(())
    }

    /// The path of the store.
    pub fn store_path(&self, env: Env<'_>) -> Result<PathBuf, PlanError> {
        match &self.store.value {
            Some(path) => Ok(path.clone()),
            None => data_dir(env).map(|directory| directory.join("roundtable.db")),
        }
    }

    /// The directory of weights.
    pub fn weights_path(&self, env: Env<'_>) -> Result<PathBuf, PlanError> {
        match &self.weights.value {
            Some(path) => Ok(path.clone()),
            None => paths::cache_dir(env).map(|directory| directory.join("weights")),
        }
    }

    /// Every setting that has a value, as `(key, value, origin)`: the plain ones first, then providers and prices.
    pub fn all(&self) -> Vec<(String, String, Origin)> {
        let plain = ROWS.iter().map(|row| (row.name.to_owned(), row.get(self), true));
        let own = self.providers.iter().flat_map(|(name, own)| {
            PROVIDER_ROWS.iter().map(move |row| (format!("providers.{name}.{}", row.name), row.get(own), false))
        });
        let prices = self.prices.iter().flat_map(|(model, price)| {
            PRICE_ROWS.iter().map(move |row| (format!("prices.\"{model}\".{}", row.name), row.get(price), false))
        });
        plain
            .chain(own)
            .chain(prices)
            .filter(|(_, (_, origin), plain)| *plain || **origin != Origin::Default)
            .map(|(key, (value, origin), _)| (key, value, origin.clone()))
            .collect()
    }
}

/// A suggestion for an unknown `word`, to append to an error.
pub fn guess<'a>(word: &str, prefix: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let mut known: Vec<&str> = Vec::new();
    names.into_iter().for_each(|name| {
        if !known.contains(&name) {
            known.push(name)
        }
    });
    match nearest(word, known.iter().copied()) {
        Some(name) => format!("; did you mean `{prefix}{name}`?"),
        None if known.len() <= FEW => format!("; there are: {}", known.join(", ")),
        None => format!("; the nearest of {} are {}", known.len(), nearest_few(word, &known, prefix)),
    }
}

/// How many names an error lists; of more it names the nearest.
const FEW: usize = 16;

/// The three names that are the least different, none of them near.
fn nearest_few(word: &str, known: &[&str], prefix: &str) -> String {
    let word = word.to_lowercase();
    let mut names = known.to_vec();
    names.sort_by_key(|name| strsim::osa_distance(&word, name));
    names.iter().take(3).map(|name| format!("`{prefix}{name}`")).collect::<Vec<_>>().join(", ")
}

/// What is told of a setting that does not exist: the nearest one, and where all are listed if none is near.
pub fn no_setting<'a>(key: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let near = guess(key, "", names);
    let all = if near.contains("did you mean") { "" } else { "; `roundtable config list` prints all" };
    format!("there is no setting `{}`{near}{all}", parse::one_line(key))
}

/// The fewest letters that count as a part of a name. Ours: `ls` is no part of `models`.
const PART: usize = 3;

/// The name that `word` may be a misspelling or a part of.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    // A third of the letters wrong, or a part missing, is a typing error; more is another word.
    let is_near = |(distance, name): &(usize, &str)| {
        let letters = word.len().max(name.len());
        let is_part = word.len() >= PART && name.contains(&word);
        !word.is_empty() && (distance * 3 <= letters || is_part || begins_like(name, &word))
    };
    names.into_iter().map(|name| (strsim::osa_distance(&word, name), name)).filter(is_near).min().map(|(_, name)| name)
}

/// Whether a long word is the misspelt beginning of a name: `smolm2` of `smollm2-135m`.
fn begins_like(name: &str, word: &str) -> bool {
    const LONG: usize = 5;
    let length = word.chars().count();
    let beginning = |more: usize| -> String { name.chars().take(length + more).collect() };
    length >= LONG
        && name.chars().count() > length
        && (0..2).any(|more| strsim::osa_distance(word, &beginning(more)) <= 1)
}

#[cfg(test)]
mod tests;
