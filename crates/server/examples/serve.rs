//! A server with simulated participants, for external test suites: prints its address and serves until its standard input ends.
//!
//! `serve [MILLISECONDS]`: the delay of each answer.
#![expect(clippy::print_stdout, reason = "it tells its caller where it listens")]

use server::simulated::SimulatedPlanner;
use server::{Access, DebateService, Limits, http};
use std::io::Read;
use std::sync::Arc;
use std::time::Duration;
use store::Store;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let delay = std::env::args().nth(1).map(|it| it.parse()).transpose()?.unwrap_or_default();
    // Test suites exceed the default rate limit.
    let limits = Limits { requests_a_minute: u32::MAX, ..Limits::default() };
    let planner = SimulatedPlanner::slow(Duration::from_millis(delay))?;
    let service = DebateService::new(Store::memory().await?, Arc::new(planner), limits);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    let access = std::env::var("TOKENS").map_or_else(|_| Ok(Access::open()), |it| Access::parse(&it))?;
    let stop = CancellationToken::new();
    let ended = stop.clone();
    std::thread::spawn(move || {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        ended.cancel();
    });
    http::serve(listener, service, access, stop).await?;
    Ok(())
}
