//! Decisions of a person.
use super::clients::{BOTH, Generation, Hand, Speaker};
use super::{TestServer, call, structured, wait};
use debate::event::Reason;
use debate::{DebateId, Event};
use rmcp::model::{CallToolRequestParams, CallToolResponse};
use serde_json::json;
use server::requests::Continue;
use server::simulated::SimulatedPlanner;
use std::sync::Arc;
use store::Ownership;

const QUESTION: &str = "Is there a kettle at all?";

/// A debate that waits for a person's decision.
pub(super) async fn escalated(place: &TestServer) -> String {
    let begun = place.begun(&["sim/1", "sim/2"], 1).await;
    place.ended(&begun).await;
    let store = place.service.supervisor().store();
    let mut log = store.log(&DebateId::from(begun.as_str())).await.unwrap();
    let id = DebateId::from("escalated");
    if let Event::DebateOpened { debate, .. } = &mut log.first_mut().unwrap().event {
        *debate = id.clone();
    }
    let closed =
        Event::DebateClosed { why: Reason::Escalated, figures: Vec::new(), question: Some(QUESTION.to_owned()) };
    log.last_mut().unwrap().event = closed;
    store.begin(&id, Ownership::default(), log).await.unwrap();
    id.to_string()
}

/// I-24: a person is asked for the decision, and the debate continues with the answer.
#[tokio::test]
async fn a_persons_decision_lets_the_debate_go_on() {
    for generation in BOTH {
        let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
        let id = escalated(&place).await;
        let speaker = Speaker::with_hand(Hand::Says("There is one."));
        let client = place.client(generation, &speaker).await;
        let waited = structured(&client.call_tool(wait(&id)).await.unwrap());
        assert_eq!(waited["state"], "over", "{generation:?}: {waited}");
        let debate = place.ended(&id).await;
        assert_eq!(debate.continued.last().unwrap().said.as_deref(), Some("There is one."));
        assert_eq!(speaker.forms(), 1);
        assert!(speaker.seen.lock().unwrap().forms[0].contains(QUESTION));
    }
}

/// I-24: a person who declines is not asked again, the debate stays as it is, and the result names the alternative.
#[tokio::test]
async fn who_declines_is_not_asked_again() {
    for generation in BOTH {
        let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
        let id = escalated(&place).await;
        let speaker = Speaker::with_hand(Hand::Declines);
        let client = place.client(generation, &speaker).await;
        for _ in 0..2 {
            let waited = structured(&client.call_tool(wait(&id)).await.unwrap());
            assert_eq!((waited["state"].as_str(), waited["question"].as_str()), (Some("escalated"), Some(QUESTION)));
            assert!(waited["notes"].to_string().contains("declined"), "{generation:?}: {waited}");
            assert_eq!(waited["next"]["tool"], "continue_roundtable");
        }
        assert_eq!(speaker.forms(), 1, "{generation:?}");
    }
}

/// I-24: without elicitation, or if the caller opts out, the result has the question and the tool. An unusable answer is reported.
#[tokio::test]
async fn where_nobody_can_be_asked_the_answer_says_what_to_do() {
    for generation in BOTH {
        let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
        let id = escalated(&place).await;
        let able = Speaker::with_hand(Hand::Says("  "));
        let unwanted = call("wait", &json!({"id": id, "ask_person": false}));
        for (speaker, request) in [(&Speaker::default(), wait(&id)), (&able, unwanted)] {
            let client = place.client(generation, speaker).await;
            let waited = structured(&client.call_tool(request).await.unwrap());
            assert_eq!(waited["question"], QUESTION);
            assert_eq!(waited["next"]["tool"], "continue_roundtable");
            assert_eq!(speaker.forms(), 0);
        }
        let long = Speaker::with_hand(Hand::Says(Box::leak("x".repeat(5_000).into_boxed_str())));
        let client = place.client(generation, &long).await;
        let waited = structured(&client.call_tool(wait(&id)).await.unwrap());
        assert!(waited["notes"].to_string().contains("the most is 4000"), "{waited}");
        assert_eq!((waited["state"].as_str(), long.forms()), (Some("escalated"), 1));
    }
}

/// I-24: if the debate continues without the person, the form is withdrawn; a late answer neither reopens the debate nor costs anything.
#[tokio::test]
async fn a_late_answer_changes_nothing() {
    let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
    let id = escalated(&place).await;
    let now = Arc::new(tokio::sync::Notify::new());
    let speaker = Speaker::with_hand(Hand::SaysLate("Too late.", now.clone()));
    let client = place.client(Generation::Sessions, &speaker).await;
    // One second may be too short on a busy machine.
    while speaker.forms() == 0 {
        let waited = structured(&client.call_tool(call("wait", &json!({"id": id, "seconds": 1}))).await.unwrap());
        assert_eq!(waited["state"], "escalated");
    }
    let request = Continue { say: Some("In time.".to_owned()), ..Continue::default() };
    place.service.go_on(&Default::default(), &id, &request).await.unwrap();
    let waited = structured(&client.call_tool(wait(&id)).await.unwrap());
    assert_eq!(waited["state"], "over", "{waited}");
    let (events, asked) = (place.ended(&id).await.next_seq, place.planner.asked());
    now.notify_one();
    let settled = structured(&client.call_tool(call("wait", &json!({"id": id, "seconds": 2}))).await.unwrap());
    assert_eq!(settled["state"], "over");
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    let debate = place.ended(&id).await;
    assert_eq!((debate.next_seq, place.planner.asked()), (events, asked), "it was reopened");
    assert_eq!(debate.continued.last().unwrap().said.as_deref(), Some("In time."));
    assert!(speaker.seen.lock().unwrap().taken_back, "the form still stands");
}

/// I-24: two concurrent calls of `wait` show one form.
#[tokio::test]
async fn one_form_for_two_calls() {
    let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
    let id = escalated(&place).await;
    let speaker = Speaker::with_hand(Hand::SaysLate("There is one.", Arc::new(tokio::sync::Notify::new())));
    let client = place.client(Generation::Sessions, &speaker).await;
    let brief = || client.call_tool(call("wait", &json!({"id": id, "seconds": 1})));
    while speaker.forms() == 0 {
        let (one, two) = tokio::join!(brief(), brief());
        for waited in [one, two] {
            assert_eq!(structured(&waited.unwrap())["state"], "escalated");
        }
    }
    assert_eq!(speaker.forms(), 1);
}

/// Answers the form that a client of 2026-07-28 gets.
async fn shown(client: &super::clients::Running, id: &str, says: &str) -> CallToolRequestParams {
    let CallToolResponse::InputRequired(needs) = client.call_tool_once(wait(id)).await.unwrap() else {
        panic!("no form was shown")
    };
    let answers = needs.input_requests.unwrap().into_keys();
    let answers = answers.map(|it| (it, json!({"action": "accept", "content": {"decision": says}})));
    wait(id).with_request_state(needs.request_state.unwrap()).with_input_responses(answers.collect())
}

/// I-24: of two clients with the same form the first answer counts; the second client is told so, later or at the same time.
#[tokio::test]
async fn the_second_who_answers_a_form_is_told() {
    for at_once in [false, true] {
        let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
        let id = escalated(&place).await;
        let speaker = Speaker::with_hand(Hand::Says("unused"));
        let one = place.client(Generation::Requests, &speaker).await;
        let two = place.client(Generation::Requests, &speaker).await;
        let (first, second) = (shown(&one, &id, "First.").await, shown(&two, &id, "Second.").await);
        let (first, second) = if at_once {
            let (first, second) = tokio::join!(one.call_tool_once(first), two.call_tool_once(second));
            (first.unwrap(), second.unwrap())
        } else {
            (one.call_tool_once(first).await.unwrap(), two.call_tool_once(second).await.unwrap())
        };
        let told = [first, second].map(|it| {
            let CallToolResponse::Complete(result) = it else { panic!("{it:?}") };
            structured(&result)["notes"].to_string().contains("was answered already, through another client")
        });
        assert_eq!(told.iter().filter(|it| **it).count(), 1, "at once: {at_once}, {told:?}");
        assert!(at_once || told[1], "{told:?}");
        let debate = place.ended(&id).await;
        let said: Vec<&str> = debate.continued.iter().filter_map(|it| it.said.as_deref()).collect();
        assert_eq!(said, [if told[0] { "Second." } else { "First." }], "it went on once");
    }
}
