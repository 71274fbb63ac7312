//! Corpora into personas: reading files, cutting them into chunks, and reading contracts and beliefs out of those.
//!
//! Not here: what a persona is (`debate::persona`), what it says at a table (`formats`), and printing (`cli`).
mod beliefs;
mod contract;
pub mod deck;
pub mod recall;

pub use beliefs::beliefs;
pub use contract::contract;
pub use deck::Deck;
