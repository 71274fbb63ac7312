//! MCP over stdio and streamable HTTP, for coding agents.
//!
//! One handler serves every protocol revision that the SDK supports. Starting a debate returns at once, `wait` takes at most 25 s, and a
//! result stays under 20 KB and names the tool for more. Not here: the operations themselves ([`crate::Desk`]).
mod answer;
mod awaited;
mod carried;
mod completing;
mod deleting;
mod elicit;
mod handing;
mod lines;
mod looking;
mod means;
pub(crate) mod message;
mod page;
mod panels;
mod person;
mod prompts;
mod reading;
mod resources;
mod sampling;
mod schema;
mod searching;
mod server;
mod start;
mod steering;
mod tasks;
mod telling;
mod uri;
mod wait;
mod waiting;
mod watching;

pub use server::Roundtable;
pub(crate) use waiting::PERSON;

use crate::desk::{Caller, Desk};
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::stdio;
use tokio::io::{AsyncRead, AsyncWrite};

/// Serves one client over standard input and output until it disconnects. Debates keep running until the supervisor is closed.
pub async fn serve_stdio(desk: Desk) -> Result<(), String> {
    let (read, write) = stdio();
    Box::pin(serve_pipe(desk, read, write)).await
}

/// Serves one client over a bidirectional pipe, one message per line.
pub async fn serve_pipe(
    desk: Desk,
    read: impl AsyncRead + Send + Unpin + 'static,
    write: impl AsyncWrite + Send + Unpin + 'static,
) -> Result<(), String> {
    let server = Roundtable::new(desk, Caller::default());
    match server.serve(lines::Lines::new(read, write)).await {
        Ok(running) => running.waiting().await.map(|_| ()).map_err(|error| error.to_string()),
        // The client disconnected before `initialize`.
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}
