//! Where decks are on this machine (P-01).
//!
//! Not here: reading a deck (`personas::deck`).
use crate::error::{Field, Kind, PlanError};
use crate::settings::{Env, data_dir};
use personas::deck::Decks;
use std::path::{Path, PathBuf};

/// The name of the deck folder, in a project and in the user's data.
const FOLDER: &str = "decks";

/// The folders searched for decks: the given one, or the default ones.
pub fn places(folder: Option<&Path>, env: Env<'_>, cwd: &Path) -> Result<Decks, PlanError> {
    match folder {
        Some(folder) if folder.is_dir() => Ok(Decks::new([folder.to_owned()])),
        Some(folder) => Err(PlanError { field: Field::Decks, kind: Kind::NoDirectory(folder.display().to_string()) }),
        None => Ok(usual(env, cwd)),
    }
}

/// The project's decks, then the user's; the built-in decks come last.
pub fn usual(env: Env<'_>, cwd: &Path) -> Decks {
    Decks::new(std::iter::once(cwd.join(FOLDER)).chain(users(env).ok()))
}

/// The user's folder of decks.
pub fn users(env: Env<'_>) -> Result<PathBuf, PlanError> {
    let kind = Kind::NoHome { what: "decks", variable: "XDG_DATA_HOME" };
    data_dir(env).map(|it| it.join(FOLDER)).map_err(|_| PlanError { field: Field::Decks, kind })
}
