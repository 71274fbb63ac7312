//! Corpora into personas: reads files, cuts them into chunks, and extracts contracts and beliefs.
//!
//! Not here: what a persona is (`debate::persona`), its turns in a panel (`formats`), and printing (`cli`).
pub mod beliefs;
pub mod build;
mod check;
pub mod chunks;
pub mod contract;
pub mod deck;
pub mod model;
pub mod readers;
pub mod recall;
pub mod sentences;
pub mod shipped;

pub use beliefs::beliefs;
pub use check::{Fault, check};
pub use contract::contract;
pub use deck::Deck;
