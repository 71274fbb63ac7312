//! MCP over stdio and streamable HTTP, for coding agents.
//!
//! One handler serves every protocol revision that the SDK supports. Starting a debate returns at once, `wait` takes at most 25 s, and a
//! result stays under 20 KB and names the tool for more. Not here: the operations themselves ([`crate::DebateService`]).
mod awaited;
mod client_capabilities;
mod completion;
mod elicitation;
mod event_lines;
mod lines;
pub(crate) mod message;
mod page;
mod person;
mod prompts;
mod request_state;
mod resources;
mod sampling;
mod schema;
mod server;
mod size_limit;
mod subscriptions;
mod tasks;
mod tools;
mod uri;
mod wait_call;

pub use server::Roundtable;
pub(crate) use wait_call::PERSON;

use crate::service::{Caller, DebateService};
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::stdio;
use tokio::io::{AsyncRead, AsyncWrite};

/// Serves one client over standard input and output until it disconnects. Debates keep running until the supervisor is closed.
pub async fn serve_stdio(service: DebateService) -> Result<(), String> {
    let (read, write) = stdio();
    Box::pin(serve_pipe(service, read, write)).await
}

/// Serves one client over a bidirectional pipe, one message per line.
pub async fn serve_pipe(
    service: DebateService,
    read: impl AsyncRead + Send + Unpin + 'static,
    write: impl AsyncWrite + Send + Unpin + 'static,
) -> Result<(), String> {
    let server = Roundtable::new(service, Caller::default());
    match server.serve(lines::Lines::new(read, write)).await {
        Ok(running) => running.waiting().await.map(|_| ()).map_err(|error| error.to_string()),
        // The client disconnected before `initialize`.
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}
