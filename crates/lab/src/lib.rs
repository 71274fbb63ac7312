//! Experiments with debates: simulated participants (`sim`), two variants of a configuration compared (`variants`), experiments against a known truth
//! (`experiments`), benchmarks (`bench`), and debates that others recorded, stepped by our rules (`recorded`).
//!
//! The caller prepares participants, rules, models and a store. Not here: arguments, settings and output, which belong to the command line.
pub mod bench;
pub mod direct;
mod error;
pub mod experiments;
mod memory_journal;
pub mod protocol;
pub mod recorded;
pub mod sim;
mod simulation_config;
pub mod variants;

pub use error::Error;
pub use sim::Sim;
pub use simulation_config::SimulationConfig;
