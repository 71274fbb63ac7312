//! Corpora into personas: reading files, cutting them into chunks, and reading contracts and beliefs out of those.
//!
//! Not here: what a persona is (`debate::persona`), what it says at a table (`formats`), and printing (`cli`).
pub mod beliefs;
pub mod contract;
pub mod deck;
pub mod model;
pub mod recall;

pub use beliefs::beliefs;
pub use contract::contract;
pub use deck::Deck;
