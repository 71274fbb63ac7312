//! The client's own model as a participant.
use super::clients::{self, BOTH, Generation, Mouth, Speaker};
use super::{TestServer, call, structured, wait};
use debate::event::Failure;
use rmcp::ServiceError;
use rmcp::model::{CallToolResponse, ErrorCode, InputRequest, InputRequiredResult};
use serde_json::{Value, json};
use server::requests::{Continue, Control};
use server::simulated::SimulatedPlanner;
use server::{Caller, Sampling};

const TABLE: [&str; 3] = ["me=client", "sim/1", "sim/2"];

/// I-24: the client's own model takes its turns while the client waits, in both generations, and is asked once per turn.
#[tokio::test]
async fn the_clients_model_takes_part() {
    for generation in BOTH {
        let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
        let speaker = Speaker::with_mouth(Mouth::Speaks);
        let client = place.client(generation, &speaker).await;
        let start = json!({"topic": "Tea?", "participants": TABLE, "rounds": 2});
        let begun = structured(&client.call_tool(call("start_roundtable", &start)).await.unwrap());
        let id = begun["id"].as_str().unwrap();
        let waited = structured(&client.call_tool(wait(id)).await.unwrap());
        assert_eq!(waited["state"], "over", "{generation:?}: {waited}");
        let debate = place.ended(id).await;
        for round in &debate.rounds {
            assert!(round.spoken.iter().any(|it| it.by.as_str() == "me"), "{generation:?}: {:?}", round.failed);
        }
        assert_eq!(speaker.asked(), debate.rounds.len());
    }
}

/// I-24: without sampling a note says so and the other participants remain; with too few of them the request is rejected with advice.
#[tokio::test]
async fn a_client_without_a_model_is_told() {
    for generation in BOTH {
        let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
        let client = place.client(generation, &Speaker::default()).await;
        let start = |table: &[&str]| call("start_roundtable", &json!({"topic": "Tea?", "participants": table}));
        let begun = structured(&client.call_tool(start(&TABLE)).await.unwrap());
        assert!(begun["notes"].to_string().contains("does not offer sampling"), "{begun}");
        let debate = place.ended(begun["id"].as_str().unwrap()).await;
        assert_eq!(debate.participants.len(), 2);
        let refused = client.call_tool(start(&["client", "sim/1"])).await.unwrap();
        assert_eq!(refused.is_error, Some(true));
        assert!(format!("{refused:?}").contains("name two others in `participants`"), "{refused:?}");
    }
}

/// I-24: if the user refuses, the model loses its turn, and the debate continues.
#[tokio::test]
async fn a_model_that_may_not_answer_has_no_turn() {
    let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
    let client = place.client(Generation::Sessions, &Speaker::with_mouth(Mouth::Refuses)).await;
    let id = place.begun(&TABLE, 1).await;
    let waited = structured(&client.call_tool(wait(&id)).await.unwrap());
    assert_eq!(waited["state"], "over");
    let debate = place.ended(&id).await;
    let failed = &debate.rounds[0].failed[0];
    assert_eq!((failed.by.as_str(), failed.why), ("me", Failure::Refused));
}

/// I-24: one of two waiting clients is asked; when it disconnects, the other is.
#[tokio::test]
async fn one_of_two_clients_is_asked() {
    let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
    let (hangs, speaks) = (Speaker::with_mouth(Mouth::Hangs), Speaker::with_mouth(Mouth::Speaks));
    let first = place.client(Generation::Sessions, &hangs).await;
    let second = place.client(Generation::Sessions, &speaks).await;
    let id = place.begun(&TABLE, 1).await;
    // Its model never finishes, so the call times out.
    while hangs.asked() == 0 {
        structured(&first.call_tool(call("wait", &json!({"id": id, "seconds": 1}))).await.unwrap());
    }
    let waited = structured(&second.call_tool(call("wait", &json!({"id": id, "seconds": 1}))).await.unwrap());
    assert_eq!((waited["state"].as_str(), speaks.asked()), (Some("running"), 0));
    let waiting = second.call_tool(wait(&id));
    let (waited, _) = tokio::join!(waiting, first.cancel());
    assert_eq!(structured(&waited.unwrap())["state"], "over");
    assert_eq!((hangs.asked(), speaks.asked()), (1, 1));
}

/// I-24: a client is sent back a limited number of times per call; the next call continues.
#[tokio::test]
async fn a_client_is_sent_back_a_few_times_in_a_call() {
    let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
    let speaker = Speaker::with_mouth(Mouth::Speaks);
    let client = place.client(Generation::Requests, &speaker).await;
    let start = json!({"topic": "Tea?", "participants": TABLE, "rounds": 12, "algorithm": "fixed_rounds"});
    let begun = structured(&client.call_tool(call("start_roundtable", &start)).await.unwrap());
    let id = begun["id"].as_str().unwrap();
    let first = structured(&client.call_tool(wait(id)).await.unwrap());
    assert_eq!((first["state"].as_str(), speaker.asked()), (Some("running"), 8), "{first}");
    assert!(first["notes"].to_string().contains("the next call"), "{first}");
    let second = structured(&client.call_tool(wait(id)).await.unwrap());
    assert_eq!((second["state"].as_str(), speaker.asked()), (Some("over"), 12), "{second}");
}

fn needed(response: CallToolResponse) -> InputRequiredResult {
    let CallToolResponse::InputRequired(needs) = response else { panic!("{response:?}") };
    needs
}

async fn answers(needs: &InputRequiredResult) -> std::collections::BTreeMap<String, Value> {
    let mut answers = std::collections::BTreeMap::new();
    for (key, request) in needs.input_requests.as_ref().unwrap() {
        let InputRequest::CreateMessage(asked) = request else { panic!("{request:?}") };
        answers.insert(key.clone(), serde_json::to_value(clients::answer(&asked.params).await).unwrap());
    }
    answers
}

/// I-24: an answer needs the request state it was sent with. A forged state, or one of another debate or tenant, is rejected; a repeated
/// answer counts once; an unreadable one is requested again.
#[tokio::test]
async fn what_is_brought_must_have_been_asked_for() {
    let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
    let speaker = Speaker::with_mouth(Mouth::Speaks);
    let client = place.client(Generation::Requests, &speaker).await;
    let id = place.begun(&TABLE, 1).await;
    let other = place.begun(&TABLE, 1).await;
    let needs = needed(client.call_tool_once(wait(&id)).await.unwrap());
    let state = needs.request_state.clone().unwrap();
    let answers = answers(&needs).await;
    assert_eq!(answers.keys().collect::<Vec<_>>(), ["r1/turn/me"]);

    let mut forged = state.clone();
    forged.replace_range(8..10, "zz");
    for (id, state) in [(&id, forged.clone()), (&id, "made up".to_owned()), (&other, state.clone())] {
        let brings = wait(id).with_request_state(state).with_input_responses(answers.clone());
        let Err(ServiceError::McpError(error)) = client.call_tool_once(brings).await else { panic!("it was taken") };
        assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
        assert!(error.message.contains("call `wait` again without it"), "{}", error.message);
    }

    let unread = [("r1/turn/me".to_owned(), json!({"text": "no message"}))].into();
    let again = wait(&id).with_request_state(state.clone()).with_input_responses(unread);
    let needs = needed(client.call_tool_once(again).await.unwrap());
    assert!(needs.input_requests.unwrap().contains_key("r1/turn/me"));

    let mut more = answers.clone();
    more.insert("r9/turn/me".to_owned(), json!({"never": "asked"}));
    let brings = wait(&id).with_request_state(state.clone()).with_input_responses(more.clone());
    let CallToolResponse::Complete(result) = client.call_tool_once(brings).await.unwrap() else {
        panic!("it is not over")
    };
    assert_eq!(structured(&result)["state"], "over");
    let before = place.ended(&id).await.next_seq;
    let twice = wait(&id).with_request_state(state).with_input_responses(more);
    client.call_tool_once(twice).await.unwrap();
    assert_eq!(place.ended(&id).await.next_seq, before);
}

/// I-24: a caller without sampling can't continue a debate with a `client` seat, since every turn of it would time out.
#[tokio::test]
async fn who_cannot_sample_does_not_continue_for_one_who_can() {
    let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
    let id = place.begun(&["me=client", "sim/1", "sim/2"], 1).await;
    place.service.control(&Caller::default(), &id, Control::Stop).await.unwrap();
    place.ended(&id).await;
    let request = Continue { say: Some("Go on.".to_owned()), ..Continue::default() };
    let refused = place.service.go_on(&Caller::default(), &id, &request).await.unwrap_err();
    assert!(refused.to_string().contains("`me` is `client`, the caller's own model"), "{refused}");
    let who = Caller { sampling: Sampling::Offered, ..Caller::default() };
    place.service.go_on(&who, &id, &request).await.unwrap();
}

/// I-21, I-24: `wait` reports the awaited turn, its call, and its deadline. A client that calls again without the answer gets the question
/// again at once; another client does not.
#[tokio::test]
async fn a_question_is_handed_on_when_its_client_waits_again() {
    let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
    let speaker = Speaker::with_mouth(Mouth::Speaks);
    let client = place.client(Generation::Requests, &speaker).await;
    let other = place.client(Generation::Requests, &speaker).await;
    let id = place.begun(&TABLE, 1).await;
    let brief = || call("wait", &json!({"id": id, "seconds": 1}));
    let first = needed(client.call_tool_once(wait(&id)).await.unwrap());
    let CallToolResponse::Complete(waited) = other.call_tool_once(brief()).await.unwrap() else {
        panic!("two clients have one question")
    };
    let waited = structured(&waited);
    let awaited = waited["awaits"].as_array().unwrap();
    assert_eq!(awaited.len(), 1, "{waited}");
    assert_eq!((&awaited[0]["participant"], &awaited[0]["call"]), (&json!("me"), &json!("r1/turn/me")));
    assert_eq!(awaited[0]["by"], "answer");
    assert!(awaited[0]["until"].as_str().is_some_and(|it| it.ends_with('Z') && it.len() == 24), "{waited}");
    // The client lost the question, and calls again.
    let again = needed(client.call_tool_once(brief()).await.unwrap());
    let keys = |it: &InputRequiredResult| it.input_requests.as_ref().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&again), keys(&first));
    let answers = answers(&again).await;
    let brings = wait(&id).with_request_state(again.request_state.unwrap()).with_input_responses(answers);
    let CallToolResponse::Complete(ended) = client.call_tool_once(brings).await.unwrap() else { panic!("it is over") };
    let ended = structured(&ended);
    assert_eq!((ended["state"].as_str(), ended.get("awaits")), (Some("over"), None), "{ended}");
}

/// I-21: turns of the server's own models are reported too, with the debate's deadline.
#[tokio::test]
async fn a_turn_that_the_server_asks_for_is_named() {
    let place = TestServer::new(SimulatedPlanner::held().unwrap()).await;
    let client = place.client(Generation::Sessions, &Speaker::default()).await;
    let start = json!({"topic": "Tea?", "participants": ["sim/1", "sim/2"], "rounds": 1, "deadline_seconds": 600});
    let begun = structured(&client.call_tool(call("start_roundtable", &start)).await.unwrap());
    let id = begun["id"].as_str().unwrap();
    let result = client.call_tool(call("wait", &json!({"id": id, "seconds": 1}))).await.unwrap();
    let waited = structured(&result);
    let by = |it: &Value| (it["participant"].clone(), it["by"].clone(), it["until"].is_string());
    let found: Vec<_> = waited["awaits"].as_array().unwrap().iter().map(by).collect();
    assert_eq!(found, ["sim-1", "sim-2"].map(|it| (json!(it), json!("server"), true)), "{waited}");
    let words = result.content[0].as_text().unwrap().text.clone();
    assert!(words.contains("Awaited: the turn of `sim-1` (call r1/turn/sim-1), by the server"), "{words}");
    place.planner.answer(1_000);
    place.ended(id).await;
}
