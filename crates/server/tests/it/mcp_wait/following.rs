//! Following a debate with `wait`.
use super::clients::{BOTH, Speaker};
use super::{TestServer, call, structured, wait};
use rmcp::model::{CallToolRequest, ClientRequest};
use rmcp::service::PeerRequestOptions;
use serde_json::{Value, json};
use server::simulated::SimulatedPlanner;

/// I-21: starting returns at once; `wait` returns progress, new events and the next call; progress notifications increase and have a text.
#[tokio::test]
async fn waiting_says_how_far_it_got() {
    for generation in BOTH {
        let place = TestServer::new(SimulatedPlanner::held().unwrap()).await;
        let speaker = Speaker::default();
        let client = place.client(generation, &speaker).await;
        let start = json!({"topic": "Tea?", "participants": ["ada=sim/1", "bob=sim/2"], "rounds": 6, "algorithm": "fixed_rounds"});
        let begun = structured(&client.call_tool(call("start_roundtable", &start)).await.unwrap());
        let id = begun["id"].as_str().unwrap().to_owned();

        let first = client.call_tool(call("wait", &json!({"id": id, "seconds": 0, "after": 0}))).await.unwrap();
        let first = structured(&first);
        let tools = client.list_all_tools().await.unwrap();
        let told = tools.iter().find(|it| it.name == "wait").unwrap();
        assert!(told.description.as_ref().is_some_and(|it| it.contains("at most 25 s")));
        let schema = Value::Object(told.output_schema.as_deref().unwrap().clone());
        jsonschema::validate(&schema, &first).unwrap();
        assert_eq!((first["state"].as_str(), first["since"].as_u64()), (Some("running"), Some(0)), "{generation:?}");
        assert_eq!(first["happened"][0], "opened, 2 participants");
        assert_eq!(first["next"]["tool"], "wait");

        let waiting = client.call_tool(call("wait", &json!({"id": id, "after": first["events"]})));
        let one_by_one = async {
            loop {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                place.planner.answer(1);
            }
        };
        let waited = tokio::select! {
            waited = waiting => structured(&waited.unwrap()),
            () = one_by_one => panic!("answers never end"),
        };
        assert_eq!(waited["state"], "over", "{waited}");
        jsonschema::validate(&schema, &waited).unwrap();
        let happened: Vec<&str> = waited["happened"].as_array().unwrap().iter().filter_map(|it| it.as_str()).collect();
        for line in ["round 1: ada spoke", "round 1: bob spoke"] {
            assert!(happened.contains(&line), "{happened:?}");
        }
        assert!(happened.last().unwrap().starts_with("it ended: "), "{happened:?}");
        assert_eq!(waited["next"]["tool"], "get_consensus");

        let seen = speaker.seen.lock().unwrap();
        let grows = seen.progress.windows(2).all(|it| it[0].0 < it[1].0);
        assert!(grows && seen.progress.len() >= 2, "{:?}", seen.progress);
        assert!(seen.progress.iter().all(|it| it.1 == Some(12.0)), "{:?}", seen.progress);
        assert!(seen.progress.iter().any(|it| it.2 == "round 6: bob spoke"), "{:?}", seen.progress);
    }
}

/// I-21: cancelling a call ends the wait, never the debate.
#[tokio::test]
async fn a_cancelled_call_ends_the_waiting_alone() {
    for generation in BOTH {
        let place = TestServer::new(SimulatedPlanner::held().unwrap()).await;
        let client = place.client(generation, &Speaker::default()).await;
        let id = place.begun(&["sim/1", "sim/2"], 1).await;
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(wait(&id)));
        let handle = client.peer().send_cancellable_request(request, PeerRequestOptions::no_options()).await.unwrap();
        handle.cancel(Some("no time".to_owned())).await.unwrap();
        let still = structured(&client.call_tool(call("wait", &json!({"id": id, "seconds": 0}))).await.unwrap());
        assert_eq!(still["state"], "running");
        place.planner.answer(1_000);
        place.ended(&id).await;
    }
}

/// I-21, I-22: a debate whose models are unavailable fails at once, with advice; an unknown one is not found.
#[tokio::test]
async fn a_debate_that_cannot_go_on_is_not_waited_for() {
    let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
    place.planner.miss(Some("the key is gone"));
    let client = place.client(BOTH[0], &Speaker::default()).await;
    let id = place.begun(&["sim/1", "sim/2"], 1).await;
    let waited = structured(&client.call_tool(wait(&id)).await.unwrap());
    assert_eq!((waited["state"].as_str(), waited["why"].as_str()), (Some("failed"), Some("the key is gone")));
    assert_eq!(waited["next"]["tool"], "control_session");
    let other = place.client_of("acme", BOTH[0], &Speaker::default()).await;
    for (client, id) in [(&other, id.as_str()), (&client, "none")] {
        let refused = client.call_tool(wait(id)).await.unwrap();
        assert_eq!(refused.is_error, Some(true));
        assert!(format!("{:?}", refused.content).contains("no debate `"), "{refused:?}");
    }
}

/// I-22: events of a long debate are bounded, with the number of omitted ones.
#[tokio::test]
async fn a_long_debate_is_told_in_short() {
    let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
    let client = place.client(BOTH[0], &Speaker::default()).await;
    let table = ["sim/1", "sim/2", "sim/3", "sim/4", "sim/5", "sim/6", "sim/7", "sim/8"];
    let start = json!({"topic": "é".repeat(2_000), "participants": table, "rounds": 10, "algorithm": "fixed_rounds"});
    let begun = structured(&client.call_tool(call("start_roundtable", &start)).await.unwrap());
    let id = begun["id"].as_str().unwrap();
    place.ended(id).await;
    let result = client.call_tool(call("wait", &json!({"id": id, "after": 0}))).await.unwrap();
    let waited = structured(&result);
    let told = waited["happened"].as_array().unwrap().len() as u64;
    assert_eq!(waited["left_out"].as_u64().unwrap() + told, waited["events"].as_u64().unwrap());
    assert!(told < waited["events"].as_u64().unwrap());
    assert!(serde_json::to_vec(&result).unwrap().len() < 20_000);
}
