//! The letter that identifies an option.
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The letter of an option: `A` to `Z`, then `AA` and so on. Letters are never reused, and no letter is the name of another option. Where
/// options are named by letters, [`super::Ballot::letter`] says which letter an option has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(pub(super) usize);

impl Letter {
    /// The letter at this position of the alphabet, from 0.
    pub fn at(place: usize) -> Letter {
        Letter(place)
    }

    /// Its position in the alphabet, from 0.
    pub fn place(self) -> usize {
        self.0
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut word = String::new();
        let mut rest = self.0 + 1;
        while rest > 0 {
            rest -= 1;
            word.insert(0, char::from(b'A' + u8::try_from(rest % 26).unwrap_or_default()));
            rest /= 26;
        }
        f.pad(&word)
    }
}

/// A word that is not an option's letter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the letter of an option")]
pub struct NoLetter(String);

impl FromStr for Letter {
    type Err = NoLetter;

    fn from_str(word: &str) -> Result<Letter, NoLetter> {
        let is_letter = (1..=3).contains(&word.len()) && word.bytes().all(|it| it.is_ascii_uppercase());
        if !is_letter {
            return Err(NoLetter(word.to_owned()));
        }
        let place = word.bytes().fold(0, |sum, it| sum * 26 + usize::from(it - b'A') + 1);
        Ok(Letter(place - 1))
    }
}

impl Serialize for Letter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Letter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Letter, D::Error> {
        let word = String::deserialize(deserializer)?;
        word.parse().map_err(serde::de::Error::custom)
    }
}
