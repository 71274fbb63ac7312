//! Experiments with debates: simulated participants (`sim`), comparisons of two settings (`experiments`), benchmarks (`bench`), and debates
//! that others recorded, stepped by our rules (`recorded`).
//!
//! The caller prepares participants, rules, models and a store. Not here: arguments, settings and output, which belong to the command line.
pub mod bench;
mod error;
pub mod experiments;
mod memory_journal;
pub mod recorded;
pub mod sim;

pub use error::Error;
pub use sim::Sim;
