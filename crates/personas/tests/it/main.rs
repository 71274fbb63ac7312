//! Personas through the public API: corpora on disk, interrupted builds, decks, extraction, and faults.
#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test that can't go on fails")]
mod beliefs;
mod build;
mod contract;
mod corpora;
mod decks;
mod faults;
mod folders;
mod gold;
mod model;
mod recall;
