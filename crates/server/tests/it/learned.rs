//! Outcomes, post-mortems and what they teach, over HTTP and MCP.
use crate::site::{ACME, Ask, OTHER, Site};
use serde_json::json;
use server::http::Patience;
use server::requests::{ClosePostmortem, Flag, Panel, RecordOutcome, Start};
use server::simulated::SimulatedPlanner;
use server::{Access, ApiError, Caller, DebateService, Limits};
use std::sync::Arc;
use store::Store;

async fn service() -> DebateService {
    let planner = SimulatedPlanner::new().unwrap();
    DebateService::new(Store::memory().await.unwrap(), Arc::new(planner), Limits::default())
}

fn start(domain: &str, learning: bool) -> Start {
    let flags =
        [("domain".to_owned(), Flag::Words(domain.to_owned())), ("learning".to_owned(), Flag::Switch(learning))];
    Start { topic: "Should the zeppelin fly?".into(), rounds: Some(1), flags: flags.into(), ..Start::default() }
}

async fn held(service: &DebateService, who: &Caller, start: &Start) -> String {
    let id = service.start(who, start, None).await.unwrap().id;
    service.supervisor().until_rest(&id).await;
    id.to_string()
}

fn right() -> RecordOutcome {
    RecordOutcome { right: Some("A".into()), bears_out: vec!["C1".into()], ..RecordOutcome::default() }
}

/// L-02, L-04, L-06, O-42: a tenant's outcomes are its own; its next debate in the domain draws on them, and another tenant's does not.
#[tokio::test]
async fn a_tenant_learns_from_its_own_outcomes() {
    let service = service().await;
    let (acme, other) = (Caller::of("acme"), Caller::of("other"));
    let id = held(&service, &acme, &start("Air Travel", true)).await;
    let unknown = ApiError::Unknown { id: id.clone() };
    assert_eq!(service.record_outcome(&other, &id, &right()).await, Err(unknown.clone()));
    service.record_outcome(&acme, &id, &right()).await.unwrap();
    let close =
        ClosePostmortem { questions: vec!["Who steers it?".into()], rehearsal: true, ..ClosePostmortem::default() };
    let after = service.close_postmortem(&acme, &id, &close).await.unwrap();
    assert_eq!(after.known.postmortem.as_ref().unwrap().1.domain, "air-travel");
    let again = service.close_postmortem(&acme, &id, &close).await;
    assert!(matches!(again.err(), Some(ApiError::Conflict(why)) if why.contains("`again`")));
    assert!(service.aftermath(&other, &id).await.is_err_and(|it| it == unknown));

    for (who, start, expected) in [
        (&acme, start("air-travel", true), Some("Who steers it?")),
        (&acme, start("air-travel", false), None),
        (&acme, start("sea-travel", true), None),
        (&other, start("air-travel", true), None),
    ] {
        let id = held(&service, who, &start).await;
        let debate = service.read(who, &id).await.unwrap().debate;
        let asked = debate.rules.learning.as_ref().and_then(|it| it.questions.first());
        assert_eq!(asked.map(String::as_str), expected, "{:?}", start.flags);
        assert!(debate.rules.domain.is_some(), "the domain is recorded all the same");
    }
    let panel = Panel {
        topic: "Should the kite fly?".into(),
        deck: "rehearsal".into(),
        domain: Some("air-travel".into()),
        ..Panel::default()
    };
    for (who, is_put) in [(&acme, true), (&other, false)] {
        let begun = service.start_panel(who, &panel, None).await.unwrap();
        assert_eq!(begun.notes.iter().any(|it| it.contains("Who steers it?")), is_put, "{:?}", begun.notes);
    }
}

/// L-02, L-03: an outcome and the post-mortem that learns from it are recorded both or neither.
#[tokio::test]
async fn an_outcome_and_its_post_mortem_go_together() {
    let service = service().await;
    let who = Caller::default();
    let id = held(&service, &who, &start("air", true)).await;
    let close = ClosePostmortem { rehearsal: true, ..ClosePostmortem::default() };
    let after = service.record_and_close(&who, &id, &right(), &close).await.unwrap();
    assert!(after.known.postmortem.is_some() && !after.known.is_stale && !after.learned.updates.is_empty());
    let again = service.record_and_close(&who, &id, &right(), &close).await;
    assert!(matches!(again.err(), Some(ApiError::Conflict(_))));
    assert_eq!(service.aftermath(&who, &id).await.unwrap().known.outcomes.len(), 1, "the refused one left nothing");
}

/// L-04: of two post-mortems at once one is told that there is one.
#[tokio::test]
async fn two_post_mortems_at_once_count_once() {
    let service = service().await;
    let who = Caller::default();
    let id = held(&service, &who, &start("air", true)).await;
    service.record_outcome(&who, &id, &right()).await.unwrap();
    let close = ClosePostmortem { rehearsal: true, ..ClosePostmortem::default() };
    let (one, two) =
        tokio::join!(service.close_postmortem(&who, &id, &close), service.close_postmortem(&who, &id, &close));
    assert_eq!([one.is_ok(), two.is_ok()].iter().filter(|it| **it).count(), 1);
    let learned = service.learned(&who).await.unwrap();
    assert!(learned.domain("air", 0).models.iter().all(|it| it.debates == 1));
}

/// I-30: outcomes and post-mortems over HTTP, as the document says; what does not fit is a problem.
#[tokio::test]
async fn outcomes_are_recorded_over_http() {
    let service = service().await;
    let id = held(&service, &Caller::of("acme"), &start("air", true)).await;
    let access = Access::parse(&format!("acme {ACME}\nother {OTHER}")).unwrap();
    let site = Site::of(service, access, Patience::default()).await;
    let at = |what: &str| format!("/api/v1/debates/{id}/{what}");
    let (outcomes, postmortem) = (at("outcomes"), at("postmortem"));
    assert_eq!(site.ask(Ask::get(&postmortem).token(ACME)).await.status, 404);
    let body = r#"{"right": "yes", "what": "It flew.", "bears_out": ["C1"]}"#;
    let recorded = site.ask(Ask::post(&outcomes, body).token(ACME)).await;
    assert_eq!(recorded.status, 201, "{}", recorded.body);
    assert!(recorded.json()["outcomes"][0]["says"].as_str().unwrap().contains("It flew; right: Yes"));
    assert_eq!(site.ask(Ask::get(&outcomes).token(ACME)).await.json(), recorded.json());
    for (body, says) in [
        ("{}", "an outcome says something"),
        (r#"{"what": "  "}"#, "an outcome says something"),
        (r#"{"what": "x", "when": "2999-01-01"}"#, "has not come yet"),
        (r#"{"right": "maybe"}"#, "no option of this debate"),
        (r#"{"status": "fine"}"#, "on_track"),
        (r#"{"surprise": 7}"#, "surprise"),
        (r#"{"when": "May", "what": "x"}"#, "`when` is `May`"),
    ] {
        let refused = site.ask(Ask::post(&outcomes, body).token(ACME)).await;
        assert!(refused.status == 422 && refused.body.contains(says), "{body}: {} {}", refused.status, refused.body);
    }
    assert_eq!(site.ask(Ask::post(&outcomes, body).token(OTHER)).await.status, 404);
    let closed =
        site.ask(Ask::post(&postmortem, r#"{"lessons": ["Ask the crew."], "rehearsal": true}"#).token(ACME)).await;
    assert_eq!(closed.status, 201, "{}", closed.body);
    assert!(closed.json()["report"].as_str().unwrap().contains("Ask the crew."));
    assert_eq!(site.ask(Ask::post(&postmortem, "{}").token(ACME)).await.status, 409);
    assert_eq!(site.ask(Ask::get(&postmortem).token(ACME)).await.json(), closed.json());
    let known = site.ask(Ask::get("/api/v1/learning?domain=air").token(ACME)).await.json();
    assert_eq!(known["domains"][0]["name"], "air");
    let report = closed.json()["report"].as_str().unwrap().to_owned();
    assert!(!report.contains("`roundtable"), "commands of the command line mean nothing here: {report}");
    let number = recorded.json()["outcomes"][0]["number"].to_string();
    let one = format!("{outcomes}/{number}");
    let delete = || Ask { method: "DELETE", ..Ask::get(&one) };
    assert_eq!(site.ask(delete().token(OTHER)).await.status, 404);
    assert_eq!(site.ask(delete().token(ACME)).await.json()["outcomes"], json!([]));
    assert_eq!(site.ask(delete().token(ACME)).await.status, 404);
    assert_eq!(site.ask(Ask::get(&outcomes).token(ACME)).await.json()["outcomes"], json!([]));
    assert_eq!(site.ask(Ask::get(&postmortem).token(ACME)).await.json()["is_stale"], true);
    let nothing = site.ask(Ask::get("/api/v1/learning").token(OTHER)).await.json();
    assert_eq!(nothing["domains"], json!([]));
}
