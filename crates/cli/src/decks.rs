//! Where decks are on this machine, and the one that a person means (P-01).
//!
//! Not here: what a deck is and how one is read (`personas::deck`).
use crate::exit::Exit;
use crate::settings::{Env, data_dir};
use personas::Deck;
use personas::deck::{DeckError, Decks};
use std::path::{Path, PathBuf};

/// The folder of decks, in a project and in the user's data.
const FOLDER: &str = "decks";

/// The deck of that name: in `folder` where somebody says one, else in the project, in the user's data, or in the program itself.
pub(crate) fn find(name: &str, folder: Option<&Path>, env: Env<'_>, cwd: &Path) -> Result<Deck, Exit> {
    Ok(places(folder, env, cwd).load(name)?)
}

/// Where decks are looked for: where somebody says, or in the project and then in the user's data; the program's own come last.
pub(crate) fn places(folder: Option<&Path>, env: Env<'_>, cwd: &Path) -> Decks {
    match folder {
        Some(folder) => Decks::new([folder.to_owned()]),
        None => Decks::new(std::iter::once(cwd.join(FOLDER)).chain(users(env).ok())),
    }
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
