//! Corpora into personas: reading files, cutting them into chunks, and reading contracts and beliefs out of those.
//!
//! Not here: what a persona is (`debate::persona`), what it says at a table (`formats`), and printing (`cli`).
pub mod beliefs;
pub mod build;
mod check;
pub mod chunks;
pub mod contract;
pub mod deck;
pub mod model;
pub mod reading;
pub mod recall;
pub mod sentences;
pub mod shipped;

pub use beliefs::beliefs;
pub use check::{Fault, check};
pub use contract::contract;
pub use deck::Deck;
