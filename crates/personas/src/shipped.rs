//! The decks that are in the program: made by `cargo xtask decks` from the texts in `decks/`, and kept compressed.
use crate::deck::{Deck, DeckError};
use debate::Persona;
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};
use std::io::{Read, Write};

/// All of them, by name.
const DECKS: &[(&str, &[u8])] = &[
    ("architects", include_bytes!("../shipped/architects.json.gz")),
    ("federalist", include_bytes!("../shipped/federalist.json.gz")),
];

/// Their names.
pub fn names() -> impl Iterator<Item = &'static str> {
    DECKS.iter().map(|(name, _)| *name)
}

/// The deck of that name, if there is one.
pub fn named(name: &str) -> Option<Result<Deck, DeckError>> {
    let (name, bytes) = DECKS.iter().find(|(it, _)| *it == name)?;
    Some(unpacked(name, bytes))
}

/// A deck as it is kept: the same bytes for the same deck.
pub fn packed(deck: &Deck) -> std::io::Result<Vec<u8>> {
    // No name and no time: they would differ from one making to the next.
    let mut out = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    serde_json::to_writer(&mut out, &deck.personas)?;
    out.flush()?;
    out.finish()
}

/// A deck that was packed.
pub fn unpacked(name: &str, bytes: &[u8]) -> Result<Deck, DeckError> {
    let failed = |why| DeckError::Shipped { name: name.to_owned(), why };
    let mut text = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut text).map_err(|error| failed(serde_json::Error::io(error)))?;
    let personas: Vec<Persona> = serde_json::from_slice(&text).map_err(failed)?;
    Ok(Deck { name: name.to_owned(), personas })
}
