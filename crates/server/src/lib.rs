//! HTTP, SSE and MCP on top of the engine: they start, read, continue, stop and answer debates.
//!
//! [`DebateService`] carries out requests for one tenant at a time (O-42); `http` and `mcp` only translate. A [`Planner`] turns requests into debates;
//! [`ServerPlanner`] implements it with the settings, keys and weights of this machine. This crate makes no decision about a debate's course or
//! outcome.
mod access;
mod cache;
mod error;
mod field_names;
pub mod filter;
pub mod http;
pub mod mcp;
mod planner;
pub mod requests;
pub mod responses;
mod sampling_queue;
pub mod server_planner;
mod service;
#[cfg(feature = "simulated")]
pub mod simulated;

pub use access::{Access, AccessError};
pub use error::ApiError;
pub use filter::Filter;
pub use planner::{Agent, Calls, ChosenSetting, Deck, DeckLine, Forecast, InvalidRequest, Planner, Prepared};
pub use sampling_queue::Sampling;
pub use server_planner::ServerPlanner;
pub use service::{Caller, Chosen, DebateService, Limits, Snapshot};
pub use setup::limits::Ceilings;
pub use setup::providers::{CLIENT, Recipient};
