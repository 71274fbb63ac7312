//! Where decks are on this machine (P-01).
//!
//! Not here: what a deck is and how one is read (`personas::deck`).
use crate::exit::Exit;
use crate::settings::{Env, data_dir};
use personas::deck::{DeckError, Decks};
use std::path::{Path, PathBuf};

/// The folder of decks, in a project and in the user's data.
const FOLDER: &str = "decks";

/// Where decks are looked for: where somebody says, or where they usually are.
pub(crate) fn places(folder: Option<&Path>, env: Env<'_>, cwd: &Path) -> Result<Decks, Exit> {
    match folder {
        Some(folder) if folder.is_dir() => Ok(Decks::new([folder.to_owned()])),
        Some(folder) => Err(Exit::request(format!(
            "`--decks` is `{}`, which is no directory; give one that has decks, or leave it out",
            folder.display()
        ))),
        None => Ok(usual(env, cwd)),
    }
}

/// The decks of the project, and then those in the user's data; the program's own come last.
pub(crate) fn usual(env: Env<'_>, cwd: &Path) -> Decks {
    Decks::new(std::iter::once(cwd.join(FOLDER)).chain(users(env).ok()))
}

/// The user's folder of decks.
pub(crate) fn users(env: Env<'_>) -> Result<PathBuf, Exit> {
    let none = "there is no place for decks: neither `XDG_DATA_HOME` nor `HOME` is set; give `--decks DIR`";
    data_dir(env).map(|it| it.join(FOLDER)).map_err(|_| Exit::request(none))
}

impl From<DeckError> for Exit {
    fn from(error: DeckError) -> Exit {
        match error {
            DeckError::Unknown { .. } | DeckError::Name(_) => Exit::request(error),
            DeckError::Damaged { .. } | DeckError::Io { .. } | DeckError::Shipped { .. } => Exit::failure(error),
        }
    }
}
