//! A provider's key, and its redaction from all output (O-40).
//!
//! The type never prints its value, and does the redaction of other texts itself.
//! Not here: where keys come from. The caller reads the environment.
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Shorter values (`x`, `EMPTY`) are placeholders for servers without a key: redacting them would garble text.
const SHORTEST_SECRET: usize = 6;

/// The replacement of a key.
const REPLACEMENT: &str = "[key]";

/// A provider's key, or none.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Key(Option<Arc<str>>);

impl Key {
    /// Wraps a key; surrounding white space is removed.
    pub fn new(value: &str) -> Self {
        let value = value.trim();
        Self((!value.is_empty()).then(|| value.into()))
    }

    /// No key at all.
    pub const fn none() -> Self {
        Self(None)
    }

    /// The key itself, for the header that carries it and nothing else.
    pub fn reveal(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// `text` with every occurrence of the key redacted.
    pub fn redact<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match self.reveal() {
            Some(key) if key.len() >= SHORTEST_SECRET && text.contains(key) => text.replace(key, REPLACEMENT).into(),
            Some(_) | None => text.into(),
        }
    }
}

/// Redacts a key from streamed text: holds back a suffix that may be the beginning of the key.
#[derive(Debug)]
pub(crate) struct Redactor<'a> {
    key: &'a Key,
    held: String,
}

impl<'a> Redactor<'a> {
    pub(crate) fn new(key: &'a Key) -> Self {
        Self { key, held: String::new() }
    }

    /// Adds a piece; passes on what can't be part of the key.
    pub(crate) fn push(&mut self, piece: &str, mut safe: impl FnMut(&str)) {
        let Some(secret) = self.key.reveal().filter(|secret| secret.len() >= SHORTEST_SECRET) else {
            return safe(piece);
        };
        self.held.push_str(piece);
        let clean = self.key.redact(&self.held);
        let is_key_prefix = |length: &usize| secret.get(..*length).is_some_and(|start| clean.ends_with(start));
        let kept = (1..secret.len()).rev().find(is_key_prefix).unwrap_or(0);
        if let Some((sure, doubt)) = clean.split_at_checked(clean.len() - kept) {
            if !sure.is_empty() {
                safe(sure);
            }
            self.held = doubt.to_owned();
        }
    }

    /// Passes on the rest.
    pub(crate) fn finish(self, mut safe: impl FnMut(&str)) {
        if !self.held.is_empty() {
            safe(&self.held);
        }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_some() { "Key(hidden)" } else { "Key(none)" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-40
    #[test]
    fn a_key_is_blotted_out_and_never_printed() {
        let key = Key::new(" sk-1234567890\n");
        assert_eq!(key.redact("bad key sk-1234567890, I say sk-1234567890"), "bad key [key], I say [key]");
        assert_eq!(format!("{key:?}"), "Key(hidden)");
    }

    /// O-40
    #[test]
    fn a_key_is_blotted_out_however_it_is_split() {
        let key = Key::new("sk-sk-12345");
        for (text, expected) in [("a sk-sk-sk-12345 b sk-sk", "a sk-[key] b sk-sk"), ("sk-é", "sk-é"), ("", "")] {
            let letters: Vec<String> = text.chars().map(String::from).collect();
            for first in 0..=letters.len() {
                for second in first..=letters.len() {
                    let mut shown = String::new();
                    let mut redactor = Redactor::new(&key);
                    for piece in [&letters[..first], &letters[first..second], &letters[second..]] {
                        redactor.push(&piece.concat(), |safe| shown.push_str(safe));
                    }
                    redactor.finish(|safe| shown.push_str(safe));
                    assert_eq!(shown, expected, "split at {first} and {second}");
                }
            }
        }
    }

    #[test]
    fn a_placeholder_is_no_secret() {
        assert_eq!(Key::new("EMPTY").redact("EMPTY body"), "EMPTY body");
        assert_eq!(Key::new("  "), Key::none());
    }
}
