//! MCP over standard input and output with simulated participants, for tests.
//!
//! `stdio STORE [MILLISECONDS]`: the delay of each answer.
use server::simulated::SimulatedPlanner;
use server::{DebateService, Limits, mcp};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use store::Store;

/// How long debates may take to stop after the client has disconnected.
const REST: Duration = Duration::from_secs(2);

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let path = words.next().ok_or("usage: stdio STORE [MILLISECONDS]")?;
    let delay = words.next().map(|it| it.parse()).transpose()?.unwrap_or_default();
    let planner = SimulatedPlanner::slow(Duration::from_millis(delay))?;
    let service = DebateService::new(Store::open(Path::new(&path)).await?, Arc::new(planner), Limits::default());
    service.supervisor().recover().await?;
    let served = mcp::serve_stdio(service.clone()).await;
    service.supervisor().close(REST).await;
    Ok(served?)
}
