//! Clients and servers that are stopped, killed and restarted.
use super::clients::{BOTH, Generation, Speaker, lifecycle};
use super::{TestServer, call, structured, wait};
use debate::{Envelope, Event};
use rmcp::RoleClient;
use rmcp::service::{ClientServiceExt, RunningService};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use serde_json::{Value, json};
use server::simulated::SimulatedPlanner;
use server::{Access, Caller, http};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio_util::sync::CancellationToken;

/// The server as a separate program.
fn program() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.ancestors().nth(2).unwrap().join("examples").join(format!("stdio{}", std::env::consts::EXE_SUFFIX))
}

async fn over_stdio(generation: Generation, store: &Path, delay: u32) -> (RunningService<RoleClient, Speaker>, u32) {
    let mut command = Command::new(program());
    command.arg(store).arg(delay.to_string());
    let child = TokioChildProcess::new(command).unwrap();
    let process = child.id().unwrap();
    (Speaker::default().serve_with_lifecycle(child, lifecycle(generation)).await.unwrap(), process)
}

/// The ids of all calls in a log.
fn calls(log: &[debate::Envelope]) -> BTreeSet<String> {
    let mut calls = BTreeSet::new();
    for call in log.iter().filter_map(|it| it.event.call()) {
        assert!(calls.insert(call.to_string()), "`{call}` was asked twice");
    }
    calls
}

async fn waited(client: &RunningService<RoleClient, Speaker>, id: &str) -> Value {
    loop {
        let waited = structured(&client.call_tool(wait(id)).await.unwrap());
        if waited["state"] != "running" {
            return waited;
        }
    }
}

/// I-21: a client that disconnects ends a stdio server; a server may also be killed. The next server continues the debate, `wait` returns
/// its state, and no question is asked twice.
#[tokio::test]
async fn a_debate_goes_on_through_a_lost_client_and_a_killed_server() {
    for generation in BOTH {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("debates.db");
        let (client, process) = over_stdio(generation, &store, 30).await;
        let start = json!({"topic": "Tea?", "ballot": "yes_no", "participants": ["sim/1", "sim/2"], "rounds": 6, "algorithm": "fixed_rounds"});
        let begun = structured(&client.call_tool(call("start_roundtable", &start)).await.unwrap());
        let id = begun["id"].as_str().unwrap().to_owned();
        let first = structured(&client.call_tool(call("wait", &json!({"id": id, "seconds": 0}))).await.unwrap());
        let kill = std::process::Command::new("kill").args(["-9", &process.to_string()]).status().unwrap();
        assert!(kill.success());
        drop(client);

        let (client, _) = over_stdio(generation, &store, 30).await;
        let after = call("wait", &json!({"id": id, "seconds": 0, "after": first["events"]}));
        let second = structured(&client.call_tool(after).await.unwrap());
        assert!(second["events"].as_u64() >= first["events"].as_u64(), "{second}");
        // An orderly disconnect.
        client.cancel().await.unwrap();

        let (client, _) = over_stdio(generation, &store, 0).await;
        assert_eq!(waited(&client, &id).await["state"], "over", "{generation:?}");
        client.cancel().await.unwrap();
        let store = store::Store::open(&store).await.unwrap();
        let log = store.log(&debate::DebateId::from(id.as_str())).await.unwrap();
        // Two answers and a grouping of what they claim, in each of six rounds.
        assert_eq!(calls(&log).len(), 18, "{generation:?}");
    }
}

/// More rounds than are played before the call arrives.
const ROUNDS: u32 = 40;

/// I-21: a dropped HTTP connection during `wait` has no effect on the debate.
#[tokio::test]
async fn a_dropped_connection_ends_the_waiting_alone() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    for generation in BOTH {
        let place = TestServer::new(SimulatedPlanner::held().unwrap()).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        let stop = CancellationToken::new();
        let server = tokio::spawn(http::serve(listener, place.service.clone(), Access::open(), stop.clone()));
        let client = async |speaker: &Speaker| {
            let transport = StreamableHttpClientTransport::from_uri(url.clone());
            speaker.clone().serve_with_lifecycle(transport, lifecycle(generation)).await.unwrap()
        };
        let id = place.begun(&["sim/1", "sim/2"], ROUNDS).await;
        let speaker = Speaker::default();
        let first = client(&speaker).await;
        // The server has the call as soon as it tells of an answer.
        let told_of_one = async {
            while speaker.seen.lock().unwrap().progress.is_empty() {
                place.planner.answer(1);
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        };
        tokio::select! {
            it = first.call_tool(wait(&id)) => panic!("{it:?}"),
            () = told_of_one => {}
        }
        drop(first);
        let second = client(&Speaker::default()).await;
        let still = structured(&second.call_tool(call("wait", &json!({"id": id, "seconds": 0}))).await.unwrap());
        assert_eq!(still["state"], "running", "{generation:?}");
        place.planner.answer(1_000);
        assert_eq!(waited(&second, &id).await["state"], "over");
        let (_, log) = place.service.log(&Caller::default(), &id).await.unwrap();
        let is_asked = |it: &&Envelope| matches!(it.event, Event::TurnTaken { .. } | Event::BallotsGrouped { .. });
        assert_eq!(place.planner.asked(), log.iter().filter(is_asked).count(), "each question once: {generation:?}");
        stop.cancel();
        second.cancel().await.unwrap();
        let _ = server.await;
    }
}
