//! Turns settings and requests into debates that can run, for every surface: the command line, HTTP and MCP.
//!
//! [`settings`] holds values and their origins, [`trust`] limits what a project's file may set, [`providers`] finds models and their prices;
//! [`plan`] makes debates, panels, forks and continuations from these. A request that can't become a debate is an [`Error`]. Not here: running
//! a debate (`engine`), and anything that prints or listens.
pub mod attachments;
pub mod decks;
mod error;
pub mod limits;
pub mod plan;
pub mod providers;
pub mod settings;
pub mod trust;

pub use error::{Amount, Error, Field, Kind, PlanError, Remedy, Surface, Unpriced};
