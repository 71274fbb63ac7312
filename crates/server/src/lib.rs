//! HTTP, SSE and MCP on top of the engine: they start, read, continue, stop and answer debates.
//!
//! [`Desk`] carries out requests for one tenant at a time (O-42); `http` and `mcp` only translate. A [`Setup`] turns requests into debates;
//! [`Steward`] implements it with the settings, keys and weights of this machine. This crate makes no decision about a debate's course or
//! outcome.
mod access;
pub mod ask;
mod desk;
#[cfg(feature = "double")]
pub mod double;
mod fields;
pub mod filter;
pub mod http;
mod mailbox;
pub mod mcp;
mod planner;
pub mod say;
mod shelf;
pub mod steward;
mod trouble;

pub use access::{Access, AccessError};
pub use desk::{Caller, Case, Chosen, Desk, Limits};
pub use filter::Filter;
pub use mailbox::Sampling;
pub use planner::{Agent, Calls, ChosenSetting, Deck, DeckLine, Forecast, Prepared, Refusal, Setup};
pub use setup::limits::Ceilings;
pub use setup::providers::{CLIENT, Recipient};
pub use steward::Steward;
pub use trouble::Trouble;
