//! What callers are told of a debate, over HTTP and MCP alike: how it stands, and which there are.
mod session;

pub use session::{Listed, Need, Session, Spent, State};
