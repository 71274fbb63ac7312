//! Debates as tasks.
use super::clients::{Generation, Hand, Mouth, Running, Speaker};
use super::decisions::escalated;
use super::{TestServer, call, structured};
use rmcp::ServiceError;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CancelTaskParams, DetailedTask, ErrorCode, GetTaskParams,
    InputRequest, TaskPayload, TaskStatus, UpdateTaskParams,
};
use serde_json::{Value, json};
use server::Caller;
use server::simulated::SimulatedPlanner;

fn follower(mouth: Mouth) -> Speaker {
    Speaker { has_tasks: true, ..Speaker::with_mouth(mouth) }
}

fn start(table: &[&str]) -> CallToolRequestParams {
    call("start_roundtable", &json!({"topic": "Tea?", "participants": table, "rounds": 3}))
}

async fn begun(client: &Running, table: &[&str]) -> String {
    let response = client.call_tool_once(start(table)).await.unwrap();
    let CallToolResponse::Task(task) = response else { panic!("{response:?}") };
    task.task.task_id
}

async fn task(client: &Running, id: &str) -> DetailedTask {
    client.peer().get_task(GetTaskParams::new(id)).await.unwrap().task
}

/// The task, once it has left this status.
async fn after(client: &Running, id: &str, status: TaskStatus) -> DetailedTask {
    loop {
        let task = task(client, id).await;
        if task.status() != status {
            return task;
        }
        tokio::task::yield_now().await;
    }
}

/// I-21: a client that follows tasks gets one. It is the debate itself, so it survives a restart, and ends with the outcome.
#[tokio::test]
async fn a_task_outlives_the_server() {
    let place = TestServer::new(SimulatedPlanner::held().unwrap()).await;
    let client = place.client(Generation::Requests, &follower(Mouth::None)).await;
    let id = begun(&client, &["sim/1", "sim/2"]).await;
    assert_eq!(task(&client, &id).await.status(), TaskStatus::Working);
    client.cancel().await.unwrap();
    place.service.supervisor().close(std::time::Duration::ZERO).await;
    let TestServer { folder, planner, service } = place;
    planner.answer(1_000);
    while service.supervisor().running() > 0 {
        tokio::task::yield_now().await;
    }
    drop(service);
    let place = TestServer::again(folder, SimulatedPlanner::new().unwrap()).await;
    assert_eq!(place.service.supervisor().recover().await.unwrap().len(), 1);
    let client = place.client(Generation::Requests, &follower(Mouth::None)).await;
    let done = after(&client, &id, TaskStatus::Working).await;
    let TaskPayload::Completed { result } = done.payload else { panic!("{done:?}") };
    let result: CallToolResult = serde_json::from_value(Value::Object(result)).unwrap();
    assert_eq!(structured(&result)["id"], id);
    assert!(done.task.created_at.ends_with('Z') && done.task.created_at <= done.task.last_updated_at);
}

/// I-21: a client that does not support tasks gets the debate's id; tasks of other tenants are unknown.
#[tokio::test]
async fn a_task_is_for_those_who_offer_to_follow_it() {
    let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
    let speakers = [(Generation::Requests, Speaker::default()), (Generation::Sessions, follower(Mouth::None))];
    for (generation, speaker) in speakers {
        let client = place.client(generation, &speaker).await;
        let begun = structured(&client.call_tool(start(&["sim/1", "sim/2"])).await.unwrap());
        assert!(begun["id"].is_string());
    }
    let owner = place.client(Generation::Requests, &follower(Mouth::None)).await;
    let without = owner.call_tool_once(start(&["client", "sim/1", "sim/2"])).await.unwrap();
    let CallToolResponse::Task(told) = without else { panic!("{without:?}") };
    assert!(told.task.status_message.is_some_and(|it| it.contains("does not offer sampling")));
    let id = begun(&owner, &["sim/1", "sim/2"]).await;
    let other = place.client_of("acme", Generation::Requests, &follower(Mouth::None)).await;
    let (peer, beginning) = (other.peer(), &id[..id.len() - 1]);
    let refused = [
        peer.get_task(GetTaskParams::new(&id)).await.err(),
        peer.update_task(UpdateTaskParams::new(&id, Default::default())).await.err(),
        peer.cancel_task(CancelTaskParams::new(&id)).await.err(),
        owner.peer().get_task(GetTaskParams::new(beginning)).await.err(),
    ];
    for it in refused {
        let Some(ServiceError::McpError(error)) = it else { panic!("{it:?}") };
        assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
    }
}

/// I-21, I-24: a task requests turns of the client's model, accepts each once, and ignores unrequested inputs.
#[tokio::test]
async fn a_task_asks_for_turns() {
    let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
    let client = place.client(Generation::Requests, &follower(Mouth::Speaks)).await;
    let id = begun(&client, &["me=client", "sim/1", "sim/2"]).await;
    let waits = after(&client, &id, TaskStatus::Working).await;
    let TaskPayload::InputRequired { input_requests } = waits.payload else { panic!("{waits:?}") };
    let (key, InputRequest::CreateMessage(asked)) = input_requests.first_key_value().unwrap() else { panic!() };
    assert_eq!(key, "r1/turn/me");
    let said = serde_json::to_value(super::clients::answer(&asked.params).await).unwrap();
    let brought = [(key.clone(), said), ("r7/turn/me".to_owned(), json!({}))].into();
    client.peer().update_task(UpdateTaskParams::new(&id, brought)).await.unwrap();
    let spoke = async {
        loop {
            let debate = place.service.read(&Caller::default(), &id).await.unwrap().debate;
            if let Some(round) = debate.rounds.first().filter(|it| it.spoken.len() + it.failed.len() == 3) {
                return round.spoken.iter().any(|it| it.by.as_str() == "me");
            }
        }
    };
    assert!(spoke.await);
}

/// I-21: cancelling a task stops its debate, even while it waits for the client's model.
#[tokio::test]
async fn a_cancelled_task_is_a_stopped_debate() {
    let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
    let client = place.client(Generation::Requests, &follower(Mouth::Speaks)).await;
    let id = begun(&client, &["me=client", "sim/1", "sim/2"]).await;
    after(&client, &id, TaskStatus::Working).await;
    client.peer().cancel_task(CancelTaskParams::new(&id)).await.unwrap();
    let debate = place.ended(&id).await;
    assert_eq!(debate.closed.unwrap().why, debate::event::Reason::Stopped);
    assert_eq!(task(&client, &id).await.status(), TaskStatus::Cancelled);
    client.peer().cancel_task(CancelTaskParams::new(&id)).await.unwrap();
}

/// I-21: a task's first message has the estimated cost.
#[tokio::test]
async fn a_task_says_what_it_may_cost() {
    let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
    let client = place.client(Generation::Requests, &follower(Mouth::None)).await;
    let response = client.call_tool_once(start(&["sim/1", "sim/2"])).await.unwrap();
    let CallToolResponse::Task(told) = response else { panic!("{response:?}") };
    let said = told.task.status_message.unwrap();
    assert!(said.starts_with("costs nothing; "), "{said}");
}

/// I-21, I-24: while another client shows the form, the task is still running and does not show it again.
#[tokio::test]
async fn a_task_waits_while_a_person_is_asked() {
    let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
    let id = escalated(&place).await;
    let hand = Speaker { has_tasks: true, ..Speaker::with_hand(Hand::Declines) };
    let follows = place.client(Generation::Requests, &hand).await;
    assert_eq!(task(&follows, &id).await.status(), TaskStatus::InputRequired);
    let now = std::sync::Arc::new(tokio::sync::Notify::new());
    let slow = Speaker::with_hand(Hand::SaysLate("There is one.", now.clone()));
    let asks = place.client(Generation::Sessions, &slow).await;
    while slow.forms() == 0 {
        asks.call_tool(call("wait", &json!({"id": id, "seconds": 1}))).await.unwrap();
    }
    let able = task(&follows, &id).await.status();
    let unable = place.client(Generation::Requests, &follower(Mouth::None)).await;
    assert_eq!((able, task(&unable, &id).await.status()), (TaskStatus::Working, TaskStatus::Working));
    now.notify_one();
    assert_eq!(after(&follows, &id, TaskStatus::Working).await.status(), TaskStatus::Completed);
}

/// I-21: a task can be cancelled while its debate waits for a person; the question is withdrawn.
#[tokio::test]
async fn a_task_that_waits_can_be_cancelled() {
    let place = TestServer::new(SimulatedPlanner::new().unwrap()).await;
    let id = escalated(&place).await;
    let hand = Speaker { has_tasks: true, ..Speaker::with_hand(Hand::Says("There is one.")) };
    let client = place.client(Generation::Requests, &hand).await;
    assert_eq!(task(&client, &id).await.status(), TaskStatus::InputRequired);
    client.peer().cancel_task(CancelTaskParams::new(&id)).await.unwrap();
    assert_eq!(task(&client, &id).await.status(), TaskStatus::Cancelled);
    let waited = structured(&client.call_tool(super::wait(&id)).await.unwrap());
    assert_eq!((waited["state"].as_str(), hand.forms()), (Some("escalated"), 0));
    assert!(waited["notes"].to_string().contains("cancelled"), "{waited}");
    let before = place.ended(&id).await.next_seq;
    let late = json!({"action": "accept", "content": {"decision": "There is one."}});
    let brought = [(format!("person/{before}"), late)].into();
    client.peer().update_task(UpdateTaskParams::new(&id, brought)).await.unwrap();
    assert_eq!(task(&client, &id).await.status(), TaskStatus::Cancelled);
    assert_eq!(place.ended(&id).await.next_seq, before, "a cancelled task was continued");
}
