//! Personas from outside: corpora on the disk, builds that are cut off, decks, what is read out of texts, and what is wrong with a persona.
#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test that can't go on fails")]
mod beliefs;
mod build;
mod contract;
mod corpora;
mod decks;
mod faults;
mod folders;
mod model;
mod recall;
