//! Deletion of debates, over HTTP and MCP.
use crate::site::{ACME, Ask, OTHER, Site};
use serde_json::json;
use server::requests::{Attach, Control, Fork, Start};
use server::simulated::SimulatedPlanner;
use server::{ApiError, Caller, Ceilings, DebateService, Limits};
use std::sync::Arc;
use store::Store;

const TOPIC: &str = r#"{"topic": "Should the zeppelin fly?", "rounds": 1}"#;

fn delete(path: &str) -> Ask<'_> {
    Ask { method: "DELETE", ..Ask::get(path) }
}

async fn service(planner: &SimulatedPlanner) -> DebateService {
    DebateService::new(Store::memory().await.unwrap(), Arc::new(planner.clone()), Limits::default())
}

/// I-30, O-42: only its own tenant can delete a debate, which is then gone everywhere; a fork of it still opens.
#[tokio::test]
async fn a_tenant_deletes_its_own_debate() {
    let service = service(&SimulatedPlanner::new().unwrap()).await;
    let (acme, other) = (Caller::of("acme"), Caller::of("other"));
    let attachments = vec![Attach { title: "notes".into(), text: "The hangar burns.".into() }];
    let start = Start { topic: "Should the zeppelin fly?".into(), rounds: Some(1), attachments, ..Start::default() };
    let id = service.start(&acme, &start, None).await.unwrap().id;
    service.supervisor().until_rest(&id).await;
    let fork = service.fork(&acme, id.as_str(), &Fork { rounds: Some(2), ..Fork::default() }, None).await.unwrap();
    service.supervisor().until_rest(&fork).await;
    service.judged(&acme, id.as_str()).await.unwrap();

    assert_eq!(service.delete(&other, id.as_str()).await, Err(ApiError::Unknown { id: id.to_string() }));
    assert_eq!(service.delete(&Caller::default(), id.as_str()).await, Err(ApiError::Unknown { id: id.to_string() }));
    let refused = service.delete(&acme, "latest").await.unwrap_err();
    assert!(matches!(&refused, ApiError::Refused(why) if why.contains(fork.as_str())), "{refused}");
    assert_eq!(service.delete(&acme, id.as_str()).await.unwrap(), id);
    assert_eq!(service.delete(&acme, id.as_str()).await, Err(ApiError::Unknown { id: id.to_string() }));
    assert_eq!(service.read(&acme, id.as_str()).await.unwrap_err(), ApiError::Unknown { id: id.to_string() });
    let listed: Vec<_> = service.list(&acme, 9, None).await.unwrap().into_iter().map(|it| it.debate).collect();
    assert_eq!(listed, std::slice::from_ref(&fork));
    assert!(service.search(&acme, "zeppelin", 9).await.unwrap().iter().all(|hit| hit.debate == fork));
    assert_eq!(service.read(&acme, fork.as_str()).await.unwrap().debate.id, fork, "a fork stands by itself");
}

/// I-30, O-42: a running debate can't be deleted, and the error says to stop it first.
#[tokio::test]
async fn a_running_debate_is_stopped_first() {
    let planner = SimulatedPlanner::held().unwrap();
    let service = service(&planner).await;
    let who = Caller::default();
    let start = Start { topic: "Should we?".into(), ..Start::default() };
    let id = service.start(&who, &start, None).await.unwrap().id;
    let refused = service.delete(&who, id.as_str()).await.unwrap_err();
    assert!(matches!(&refused, ApiError::Conflict(why) if why.contains("stop it first")), "{refused}");
    assert!(service.read(&who, id.as_str()).await.is_ok());
    service.control(&who, id.as_str(), Control::Stop).await.unwrap();
    planner.answer(1_000);
    service.supervisor().until_rest(&id).await;
    service.delete(&who, id.as_str()).await.unwrap();
}

/// I-30, O-42, O-04: under a daily cap, a debate that cost something today can't be deleted; others can.
#[tokio::test]
async fn a_cap_is_not_lifted_by_deleting() {
    let service = service(&SimulatedPlanner::priced(0.1).unwrap())
        .await
        .with_ceilings(Ceilings { daily_usd: Some(9.0), ..Ceilings::default() });
    let who = Caller::of("acme");
    let start = Start { topic: "Should we?".into(), rounds: Some(1), ..Start::default() };
    let id = service.start(&who, &start, None).await.unwrap().id;
    service.supervisor().until_rest(&id).await;
    let refused = service.delete(&who, id.as_str()).await.unwrap_err();
    assert!(matches!(&refused, ApiError::Conflict(why) if why.contains("next day of UTC")), "{refused}");
    let mut log = service.supervisor().store().log(&id).await.unwrap();
    log.iter_mut().for_each(|it| it.at = 1);
    let lines: Vec<String> = log.iter().map(|it| debate::log::write(it).unwrap()).collect();
    let copy = service.import(&Caller::of("other"), &lines.join("\n")).await.unwrap();
    service.delete(&Caller::of("other"), copy.as_str()).await.unwrap();
}

/// I-30, O-42: HTTP deletes with 204; another tenant's debate is unknown, and a running one is a conflict.
#[tokio::test]
async fn http_deletes() {
    let planner = SimulatedPlanner::held().unwrap();
    let site = Site::guarded(&planner).await;
    let begun = site.ask(Ask::post("/api/v1/debates", TOPIC).token(ACME)).await.json();
    let path = format!("/api/v1/debates/{}", begun["id"].as_str().unwrap());
    let foreign = site.ask(delete(&path).token(OTHER)).await;
    assert_eq!((foreign.status, foreign.problem().as_str()), (404, "unknown-debate"));
    let running = site.ask(delete(&path).token(ACME)).await;
    assert_eq!((running.status, running.problem().as_str()), (409, "conflict"));
    planner.answer(1_000);
    let stopped = format!("{path}/stop");
    assert_eq!(site.ask(Ask::post(&stopped, "").token(ACME)).await.status, 202);
    while site.ask(Ask::get(&path).token(ACME)).await.json()["state"] != "over" {
        tokio::task::yield_now().await;
    }
    let gone = site.ask(delete(&path).token(ACME)).await;
    assert_eq!((gone.status, gone.body.as_str()), (204, ""));
    assert_eq!(site.ask(delete(&path).token(ACME)).await.status, 404);
    assert_eq!(site.ask(Ask::get(&path).token(ACME)).await.status, 404);
    let document = site.ask(Ask::get("/openapi.json").token(ACME)).await.json();
    let described = &document["paths"]["/api/v1/debates/{id}"]["delete"]["responses"];
    assert!(described["204"].is_object() && described["409"].is_object() && described["default"].is_object());
}

/// I-30, O-42: MCP deletes a debate by its complete id.
#[tokio::test]
async fn mcp_deletes() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let id = site.start(TOPIC).await;
    site.rested(&id).await;
    let part = site.tool("delete_session", &json!({"id": &id[..6]})).await;
    assert!(part.body.contains("whole id") && part.body.contains("isError\":true"), "{}", part.body);
    let gone = site.tool("delete_session", &json!({"id": id})).await;
    assert!(gone.body.contains("is deleted") && !gone.body.contains("isError\":true"), "{}", gone.body);
    assert_eq!(site.get(&format!("/api/v1/debates/{id}")).await.status, 404);
}
