//! A server with the tools, prompts and resources that the official conformance suite of MCP asks for by name, on the stack that serves
//! debates: the same router, the same transport. It has nothing to do with debates; `cargo xtask judge mcp` runs the suite over it.
//!
//! `conformance [PORT]`: listens on that port of this machine, a free one where absent, and prints the address.
#![expect(clippy::print_stdout, reason = "whoever starts it must know the address")]
mod asking;
mod fixture;
mod kept;

use fixture::Fixture;
use server::simulated::SimulatedPlanner;
use server::{Access, DebateService, Limits, http};
use std::sync::Arc;
use store::Store;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port = std::env::args().nth(1).map(|it| it.parse()).transpose()?.unwrap_or(0);
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    println!("http://{}/mcp", listener.local_addr()?);
    let folder = tempfile::tempdir()?;
    let store = Store::open(&folder.path().join("debates.db")).await?;
    let service = DebateService::new(
        store,
        Arc::new(SimulatedPlanner::new()?),
        Limits { requests_a_minute: u32::MAX, ..Limits::default() },
    );
    let (fixture, stop) = (Fixture::new(), CancellationToken::new());
    let router = http::router_of(move || fixture.clone(), &service, &Access::open(), &stop);
    axum::serve(listener, router).await?;
    Ok(())
}
