//! HTTP, SSE and MCP over the engine's handle: thin surfaces that read events and start, continue, stop or answer debates.
//!
//! [`Desk`] does what any of them asks, for one tenant at a time (O-42); `http` and `mcp` only translate. What a debate is made of
//! (settings, keys, weights) is for whoever implements [`Setup`]. Not here: anything that decides.
mod access;
pub mod ask;
mod ceilings;
mod desk;
#[cfg(feature = "double")]
pub mod double;
pub mod filter;
pub mod http;
mod mailbox;
pub mod mcp;
pub mod say;
mod setup;
mod shelf;
mod trouble;

pub use access::{Access, AccessError};
pub use ceilings::Ceilings;
pub use desk::{Caller, Case, Chosen, Desk, Limits};
pub use filter::Filter;
pub use mailbox::Sampling;
pub use setup::{Agent, CLIENT, Calls, ChosenSetting, Deck, DeckLine, Forecast, Prepared, Recipient, Refusal, Setup};
pub use trouble::{Trouble, in_fields};
