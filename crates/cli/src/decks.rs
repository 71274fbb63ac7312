//! Where decks are on this machine, and the one that a person means (P-01).
//!
//! Not here: what a deck is and how one is read (`personas::deck`).
use crate::exit::Exit;
use crate::settings::{Env, data_dir};
use personas::Deck;
use personas::deck::{DeckError, Decks};
use std::path::Path;

/// The folder of decks, in a project and in the user's data.
const FOLDER: &str = "decks";

/// The deck of that name: in `folder` where somebody says one, else in the project, in the user's data, or in the program itself.
pub(crate) fn find(name: &str, folder: Option<&Path>, env: Env<'_>, cwd: &Path) -> Result<Deck, Exit> {
    let decks = match folder {
        Some(folder) => Decks::new([folder.to_owned()]),
        None => Decks::new([Some(cwd.to_owned()), data_dir(env).ok()].into_iter().flatten().map(|it| it.join(FOLDER))),
    };
    decks.load(name).map_err(|error| match error {
        DeckError::Unknown { .. } | DeckError::Name(_) => Exit::request(error),
        DeckError::Damaged { .. } | DeckError::Io { .. } | DeckError::Shipped { .. } => Exit::failure(error),
    })
}
