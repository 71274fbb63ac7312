//! Waiting for debates over MCP: progress, the client's own model, a person's decision, tasks, clients that leave.
mod clients;
mod decisions;
mod following;
mod leaving;
mod models;
mod tasks;

use clients::{Generation, Speaker};
use rmcp::model::{CallToolRequestParams, CallToolResult};
use serde_json::{Value, json};
use server::mcp::Roundtable;
use server::requests::Start;
use server::simulated::SimulatedPlanner;
use server::{Caller, DebateService, Limits, Sampling};
use std::sync::Arc;
use store::Store;
use tempfile::TempDir;

/// A server with its store.
struct TestServer {
    service: DebateService,
    planner: SimulatedPlanner,
    folder: TempDir,
}

impl TestServer {
    async fn new(planner: SimulatedPlanner) -> TestServer {
        TestServer::again(tempfile::tempdir().unwrap(), planner).await
    }

    /// Another server over the same store.
    async fn again(folder: TempDir, planner: SimulatedPlanner) -> TestServer {
        let store = Store::open(&folder.path().join("debates.db")).await.unwrap();
        let service = DebateService::new(store, Arc::new(planner.clone()), Limits::default());
        TestServer { service, planner, folder }
    }

    /// A client of this generation, as the owner.
    async fn client(&self, generation: Generation, speaker: &Speaker) -> clients::Running {
        self.client_of("", generation, speaker).await
    }

    /// A client of a tenant.
    async fn client_of(&self, tenant: &str, generation: Generation, speaker: &Speaker) -> clients::Running {
        let server = Roundtable::new(self.service.clone(), Caller::of(tenant));
        clients::connected(server, generation, speaker).await
    }

    /// Starts a debate without a client.
    async fn begun(&self, participants: &[&str], rounds: u32) -> String {
        let start = Start {
            topic: "Shall the tea be hot?".to_owned(),
            participants: participants.iter().map(|&it| it.to_owned()).collect(),
            rounds: Some(rounds),
            seed: Some(7),
            ..Start::default()
        };
        self.service
            .start(&Caller { sampling: Sampling::Offered, ..Caller::default() }, &start, None)
            .await
            .unwrap()
            .id
            .to_string()
    }

    /// Waits without a client until a debate is over.
    async fn ended(&self, id: &str) -> debate::Debate {
        let long = std::time::Duration::from_secs(60);
        let snapshot = self.service.wait(&Caller::default(), id, long).await.unwrap();
        assert!(snapshot.debate.closed.is_some(), "{:?}", snapshot.status);
        debate::Debate::clone(&snapshot.debate)
    }
}

fn call(tool: &'static str, arguments: &Value) -> CallToolRequestParams {
    CallToolRequestParams::new(tool).with_arguments(arguments.as_object().unwrap().clone())
}

fn structured(result: &CallToolResult) -> Value {
    assert_ne!(result.is_error, Some(true), "{result:?}");
    result.structured_content.clone().unwrap_or_else(|| panic!("{result:?}"))
}

fn wait(id: &str) -> CallToolRequestParams {
    call("wait", &json!({"id": id}))
}
