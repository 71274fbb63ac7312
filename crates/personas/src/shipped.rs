//! The decks in the program: built by `cargo xtask decks` from the texts in `decks/`, and compressed.
use crate::deck::{Deck, DeckError};
use debate::Persona;
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};
use std::io::{Read, Write};
use std::sync::OnceLock;

/// All of them, by name.
static DECKS: [Packed; 2] = [
    Packed::new("architects", include_bytes!("../shipped/architects.json.gz")),
    Packed::new("federalist", include_bytes!("../shipped/federalist.json.gz")),
];

/// A compressed deck, and the result of unpacking it, which is done once.
struct Packed {
    name: &'static str,
    bytes: &'static [u8],
    deck: OnceLock<Deck>,
}

impl Packed {
    const fn new(name: &'static str, bytes: &'static [u8]) -> Packed {
        Packed { name, bytes, deck: OnceLock::new() }
    }

    fn deck(&self) -> Result<Deck, DeckError> {
        match self.deck.get() {
            Some(deck) => Ok(deck.clone()),
            None => {
                let deck = unpacked(self.name, self.bytes)?;
                Ok(self.deck.get_or_init(|| deck).clone())
            }
        }
    }
}

/// The names of the decks.
pub fn names() -> impl Iterator<Item = &'static str> {
    DECKS.iter().map(|it| it.name)
}

/// The deck with that name, if there is one.
pub fn named(name: &str) -> Option<Result<Deck, DeckError>> {
    DECKS.iter().find(|it| it.name == name).map(Packed::deck)
}

/// Compresses a deck: the same deck gives the same bytes.
pub fn packed(deck: &Deck) -> std::io::Result<Vec<u8>> {
    // No name and no time, which would differ from build to build.
    let mut out = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    serde_json::to_writer(&mut out, &deck.personas)?;
    out.flush()?;
    out.finish()
}

/// Decompresses a deck.
pub fn unpacked(name: &str, bytes: &[u8]) -> Result<Deck, DeckError> {
    let failed = |why| DeckError::Shipped { name: name.to_owned(), why };
    let mut text = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut text).map_err(|error| failed(serde_json::Error::io(error)))?;
    let personas: Vec<Persona> = serde_json::from_slice(&text).map_err(failed)?;
    Ok(Deck { name: name.to_owned(), personas })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-30: a deck of the program is unpacked once, however often it is requested.
    #[test]
    fn a_deck_is_unpacked_once() {
        let packed = DECKS.iter().find(|it| it.name == "architects").unwrap();
        let first = named("architects").unwrap().unwrap();
        let kept = packed.deck.get().unwrap();
        assert_eq!(named("architects").unwrap().unwrap(), first);
        assert!(std::ptr::eq(packed.deck.get().unwrap(), kept));
        assert!(named("nobodys").is_none());
    }
}
