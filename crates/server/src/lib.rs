//! HTTP, SSE and MCP over the engine's handle: thin surfaces that read events and start, continue, stop or answer debates.
//!
//! [`Desk`] does what any of them asks, for one tenant at a time (O-42); `http` and `mcp` only translate. What a debate is made of
//! (settings, keys, weights) is for whoever implements [`Setup`], as [`Steward`] does
//! by the settings of this machine. Not here: anything that decides.
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
