//! What holds, and why: every setting with where it comes from (D-60, I-15).
//!
//! A flag, or `--set` for what has none, overrules the environment, the environment the project's file, that the user's, and that the default, field by
//! field. A value that can't be read is an error that names it and what is allowed, never a silent default. Keys of
//! providers are never settings: a file only names the variable that holds one (O-40).
//! Not here: what the settings mean for a table (`table`), and printing.
mod edit;
mod file;
mod kinds;
mod panels;
mod places;
mod rows;
mod trust;

pub(crate) use edit::write;
pub(crate) use kinds::{BY_MODE, Comparer};
pub(crate) use places::{NO_PLACE, Places, base, data_dir, home};
pub(crate) use rows::{NotAllowed, Own, PRICE_ROWS, PROVIDER_ROWS, ROWS, Settings};
pub(crate) use trust::{Trust, agree, disagree, is_guarded};

use crate::exit::Exit;
use std::fmt;
use std::path::{Path, PathBuf};

/// How an environment variable is looked up, on whichever thread.
pub(crate) type Env<'a> = &'a (dyn Fn(&str) -> Option<String> + Sync);

/// The process's own environment. Bytes that are no text are shown as such, so that they are refused rather than missed.
pub(crate) fn process(variable: &str) -> Option<String> {
    std::env::var_os(variable).map(|value| value.to_string_lossy().into_owned())
}

/// A value and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Setting<T> {
    /// What holds.
    pub(crate) value: T,
    /// Who said so.
    pub(crate) origin: Origin,
}

/// Where a value comes from, the weakest first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// Nobody said anything.
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
    /// Reads the files and the environment, the stronger over the weaker. A project's file that needs the user's agreement and has none is
    /// refused.
    pub(crate) fn load(env: Env<'_>, cwd: &Path) -> Result<Settings, Exit> {
        let settings = Settings::read(env, cwd).map_err(Exit::request)?;
        match &settings.trust {
            Trust::Withheld(withheld) => Err(Exit::request(withheld.refusal())),
            Trust::NotNeeded | Trust::Agreed => Ok(settings),
        }
    }

    /// The same for those who only look at settings: what needs agreement and has none is not in force, and `trust` names it.
    pub(crate) fn read(env: Env<'_>, cwd: &Path) -> Result<Settings, String> {
        let places = Places::find(env, cwd);
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

    /// What the user's own file says.
    pub(crate) fn of_user(places: &Places) -> Result<Settings, String> {
        let mut settings = Settings::default();
        if let Some(path) = &places.user
            && let Some(text) = file::read(path)?
        {
            file::apply(&text, path, &Origin::User(path.clone()), &mut settings)?;
        }
        Ok(settings)
    }

    /// Lets the command line overrule a setting, if it says anything; checked as every other source is.
    pub(crate) fn flag(&mut self, name: &str, given: Option<impl fmt::Display>) -> Result<(), Exit> {
        let (Some(row), Some(given)) = (ROWS.iter().find(|row| row.name == name), given) else { return Ok(()) };
        let flag = format!("`{}`", row.flag());
        row.set(self, &given.to_string(), Origin::Flag).map_err(|why| Exit::request(why.of(&flag)))
    }

    /// Lets `KEY=VALUE` overrule any setting for this run.
    pub(crate) fn session(&mut self, words: &[String]) -> Result<(), Exit> {
        for word in words {
            let typed = word.split_once('=');
            let (key, value) = typed.ok_or_else(|| {
                Exit::request(format!("`--set {}` is no setting: write `--set KEY=VALUE`", kinds::one_line(word)))
            })?;
            let key = key.trim();
            let Some(row) = ROWS.iter().find(|row| row.name == key) else {
                let known = ROWS.iter().map(|row| row.name);
                return Err(Exit::request(match file::refuse_key(key) {
                    Some(_) => format!(
                        "`{}` is not taken from the command line: put the key into its environment variable, such as \
                         `OPENAI_API_KEY`",
                        kinds::one_line(key)
                    ),
                    None => file::unknown("", key, known),
                }));
            };
            row.set(self, value, Origin::Flag).map_err(|why| Exit::request(why.of(&format!("`--set {key}`"))))?;
        }
        Ok(())
    }

    /// Where debates are kept.
    pub(crate) fn store_path(&self, env: Env<'_>) -> Result<PathBuf, Exit> {
        match &self.store.value {
            Some(path) => Ok(path.clone()),
            None => data_dir(env).map(|directory| directory.join("roundtable.db")),
        }
    }

    /// Where weights are kept.
    pub(crate) fn weights_path(&self, env: Env<'_>) -> Result<PathBuf, Exit> {
        match &self.weights.value {
            Some(path) => Ok(path.clone()),
            None => places::cache_dir(env).map(|directory| directory.join("weights")),
        }
    }

    /// Every setting that has a value, as `(key, value, origin)`: the plain ones first, then providers and prices.
    pub(crate) fn all(&self) -> Vec<(String, String, Origin)> {
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

/// What may have been meant by a `word` that names nothing, to stand at the end of a complaint.
pub(crate) fn guess<'a>(word: &str, prefix: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let word = word.to_lowercase();
    let mut known: Vec<&str> = Vec::new();
    names.into_iter().for_each(|name| {
        if !known.contains(&name) {
            known.push(name)
        }
    });
    // A third of the letters wrong, or a part left out, is a slip of the fingers; more is another word.
    let is_near = |(distance, name): &(usize, &str)| distance * 3 <= word.len() || name.contains(&word);
    match known.iter().map(|name| (strsim::osa_distance(&word, name), *name)).filter(is_near).min() {
        Some((_, name)) => format!("; did you mean `{prefix}{name}`?"),
        None => format!("; there are: {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests;
