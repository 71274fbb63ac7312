//! Experiments with debates: simulated participants (`sim`), comparisons of two settings (`comparison`), experiments against a known truth (`experiments`), benchmarks (`bench`), and debates
//! that others recorded, stepped by our rules (`recorded`).
//!
//! The caller prepares participants, rules, models and a store. Not here: arguments, settings and output, which belong to the command line.
pub mod bench;
pub mod comparison;
pub mod direct;
mod error;
pub mod experiments;
mod memory_journal;
pub mod protocol;
pub mod recorded;
mod setting;
pub mod sim;

pub use error::Error;
pub use setting::Setting;
pub use sim::Sim;
