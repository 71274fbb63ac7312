//! MCP over stdio and streamable HTTP: the same debates for a coding agent.
//!
//! One handler serves every revision of the protocol that the SDK speaks. Starting returns at once; `wait` holds at most 25 s; what a tool
//! says stays under 20 KB and names the tool for more. Not here: anything that decides, and what is done for a caller ([`crate::Desk`]).
pub mod client;
mod server;
mod start;
mod wait;

pub use server::Roundtable;

use crate::desk::{Caller, Desk};
use rmcp::ServiceExt;
use rmcp::transport::stdio;

/// Serves one client over standard input and output, until it leaves.
pub async fn serve_stdio(desk: Desk) -> Result<(), String> {
    let server = Roundtable::new(desk, Caller::default());
    let running = server.serve(stdio()).await.map_err(|error| error.to_string())?;
    running.waiting().await.map(|_| ()).map_err(|error| error.to_string())
}
