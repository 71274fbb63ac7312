//! Remote models: requests to providers and their replies.
//!
//! [`Catalog`] knows the providers, [`Gateway`] opens a `provider/model` as a [`Model`], [`Replay`] answers from a recording. The
//! wire dialects are pure functions ([`wire`]); only `http` opens sockets.
//! Not here: what a debate is, the environment, settings, files, printing. Callers pass in what they read.
mod catalog;
mod chat;
mod error;
#[cfg(feature = "fake-provider")]
pub mod fake_provider;
mod gateway;
mod http;
mod key;
mod limits;
mod notes;
mod price;
mod probe;
mod replay;
mod retry;
mod semantics;
pub mod wire;

pub use catalog::{Catalog, ModelRef, Provider, SHORT_NAMES, UnknownModel, builtin, family};
pub use chat::*;
pub use error::{Complaint, Error, Excerpt, Failure};
pub use gateway::Gateway;
pub use http::{CALL_HEADER, HttpModel};
pub use key::Key;
pub use limits::Limits;
pub use notes::{Dropped, Noted, Notes};
pub use price::{Price, Tariff};
pub use probe::probe;
pub use replay::{Recording, Replay};
pub use retry::Policy;
pub use semantics::{SemanticModel, Vector};
pub use wire::Dialect;
