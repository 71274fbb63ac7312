//! From settings and requests to debates that can be held, for every surface: the command line, HTTP and MCP.
//!
//! [`settings`] says what holds and why, [`trust`] what of a project's file may, [`providers`] which models can be seated and what they cost;
//! [`plan`] makes debates, panels, forks and continuations of these. What can't be made into a debate is an [`Error`]. Not here: running a debate (`engine`), and anything that prints or listens.
pub mod attachments;
pub mod decks;
mod error;
pub mod limits;
pub mod plan;
pub mod providers;
pub mod settings;
pub mod trust;

pub use error::{Amount, Error, Field, Kind, PlanError, Surface, Unpriced};
