//! Debates as something to try out and to measure: simulated participants (`sim`), two ways of debating compared (`experiments`), what
//! debates take of this machine (`bench`), and debates that others recorded, stepped by our rules (`recorded`).
//!
//! A command hands over what it has prepared: participants, rules, models, a store. Not here: arguments, settings and what is printed,
//! which belong to the command line.
pub mod bench;
mod error;
pub mod experiments;
mod pages;
pub mod recorded;
pub mod sim;

pub use error::Error;
pub use sim::Sim;
