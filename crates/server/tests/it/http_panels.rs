//! Panels over HTTP: start, read and follow; decks and personas.
use crate::mcp_tools::panels::PANEL;
use crate::site::{ACME, Answer, Ask, OTHER, Site};
use serde_json::{Value, json};
use server::simulated::SimulatedPlanner;

const DEBATES: &str = "/api/v1/debates";

/// A panel by today's rules.
const REVISED: &str = include_str!("../../../engine/tests/golden/v2-panel-revised-words.jsonl");

async fn import(site: &Site, log: &str) -> String {
    let ask = Ask::post("/api/v1/debates/import", log);
    let answer = site.ask(Ask { headers: vec![("Content-Type", "application/x-ndjson")], ..ask }).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.json()["id"].as_str().unwrap().to_owned()
}

/// I-30, P-24: results, rooms, decks, personas and chunks of a panel match the OpenAPI document.
#[tokio::test]
async fn panels_are_read_as_the_document_says() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let document = site.get("/openapi.json").await.json();
    let id = import(&site, PANEL).await;
    let personas = "/api/v1/decks/{deck}/personas/{persona}";
    let persona = site.get("/api/v1/decks/rehearsal/personas/keeper").await.json();
    let chunk = persona["beliefs"]["edges"][0]["chunks"][0].as_str().unwrap();
    let places = [
        ("/api/v1/debates/{id}/cruxes".to_owned(), format!("{DEBATES}/{id}/cruxes")),
        ("/api/v1/debates/{id}/cruxes/{room}".to_owned(), format!("{DEBATES}/{id}/cruxes/room-1?trace=true")),
        ("/api/v1/debates/{id}/cruxes/{room}".to_owned(), format!("{DEBATES}/{id}/cruxes/room-2")),
        ("/api/v1/decks".to_owned(), "/api/v1/decks".to_owned()),
        ("/api/v1/decks/{deck}".to_owned(), "/api/v1/decks/rehearsal".to_owned()),
        (personas.to_owned(), "/api/v1/decks/rehearsal/personas/keeper".to_owned()),
        (format!("{personas}/chunks/{{chunk}}"), format!("/api/v1/decks/rehearsal/personas/keeper/chunks/{chunk}")),
        ("/api/v1/debates/{id}".to_owned(), format!("{DEBATES}/{id}")),
    ];
    for (place, path) in places {
        let answer = site.get(&path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        crate::http_api::check(&document, &place, "get", &answer);
    }
    let found = site.get(&format!("{DEBATES}/{id}/cruxes")).await.json();
    assert_eq!(found["cards"][0]["crux"], "whether the hours come back every week");
    let begun = site.post("/api/v1/panels", r#"{"topic": "Should we?", "deck": "rehearsal"}"#).await;
    crate::http_api::check(&document, "/api/v1/panels", "post", &begun);
    assert!(begun.json()["calls_most"].as_u64() > begun.json()["calls_usual"].as_u64(), "{}", begun.body);
    let detection = &document["components"]["schemas"]["Panel"]["properties"]["detection"]["enum"];
    assert_eq!(*detection, json!(["parts", "vote", null]));
}

/// P-22: HTTP returns reasoning traces only on explicit request.
#[tokio::test]
async fn thoughts_come_only_on_request() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let id = import(&site, PANEL).await;
    let room = format!("{DEBATES}/{id}/cruxes/room-1");
    for path in [
        format!("{DEBATES}/{id}/cruxes"),
        room.clone(),
        format!("{room}?trace=false"),
        format!("{DEBATES}/{id}/rounds/2"),
        format!("{DEBATES}/{id}/export?format=json"),
        format!("{DEBATES}/{id}/export?format=html"),
    ] {
        let answer = site.get(&path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        assert!(!answer.body.contains("PRIVATE"), "{path}");
    }
    assert!(site.get(&format!("{room}?trace=true")).await.body.contains("PRIVATE minimalist leans on"));
    let log = site.get(&format!("{DEBATES}/{id}/export?format=log")).await.body;
    assert!(log.contains("PRIVATE"), "the log is the record itself");
    for (query, has_thoughts) in [("", false), ("?trace=false", false), ("?live=true", false), ("?trace=true", true)] {
        let mut stream = site.follow(&format!("{DEBATES}/{id}/events{query}"), None).await;
        let mut told = String::new();
        while let Some(happened) = stream.next().await {
            told.push_str(&happened.data);
        }
        assert_eq!(told.contains("PRIVATE"), has_thoughts, "{query}");
    }
}

/// P-17, I-31: the stream of a panel has its events and those of its rooms, each with the room's id.
#[tokio::test]
async fn a_panel_is_followed() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let id = import(&site, REVISED).await;
    let mut stream = site.follow(&format!("{DEBATES}/{id}/events"), None).await;
    let mut types: Vec<String> = Vec::new();
    while let Some(happened) = stream.next().await {
        if happened.event == "room" {
            let data: Value = serde_json::from_str(&happened.data).unwrap();
            assert!(data["room"].as_str().is_some_and(|it| it.starts_with("room-")), "{data}");
        }
        types.push(happened.event);
    }
    // P-18: nothing is counted at a panel, and no answer has a word of it.
    let mut told = String::new();
    for path in
        ["", "/cruxes", "/cruxes/room-1", "/rounds/2", "/claims", "/graph", "/export?format=json", "/export?format=log"]
    {
        told.push_str(&site.get(&format!("{DEBATES}/{id}{path}")).await.body);
    }
    let mut stream = site.follow(&format!("{DEBATES}/{id}/events"), None).await;
    while let Some(happened) = stream.next().await {
        told.push_str(&happened.data);
    }
    for word in ["onsensus", "plain_vote", "lain vote", "roupthink", "algorithm", "\"decide\"", "contested"] {
        assert!(!told.contains(word), "{word}");
    }
    let count = |of: &str| types.iter().filter(|it| it.as_str() == of).count();
    assert_eq!(count("room"), REVISED.matches("\"type\":\"room\"").count());
    assert_eq!(count("panel"), REVISED.matches("\"type\":\"panel\"").count());
}

/// O-22, O-42, I-30: a panel starts once per key and belongs to its tenant; invalid requests and missing parts are problems.
#[tokio::test]
async fn a_panel_is_begun_once_and_is_its_tenants() {
    let site = Site::guarded(&SimulatedPlanner::new().unwrap()).await;
    let request = r#"{"topic": "Should we?", "deck": "rehearsal", "quote": true}"#;
    let begin = |token: &'static str, body: &'static str| {
        site.ask(Ask::post("/api/v1/panels", body).token(token).with("Idempotency-Key", "monday"))
    };
    let first = begin(ACME, request).await;
    assert_eq!(first.status, 201, "{}", first.body);
    let id = first.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(first.header("location"), Some(format!("{DEBATES}/{id}").as_str()));
    assert_eq!(first.json()["mode"], "panel");
    assert_eq!(begin(ACME, request).await.json()["id"], id.as_str());
    let other = begin(ACME, r#"{"topic": "Another?", "deck": "rehearsal"}"#).await;
    assert_eq!((other.status, other.problem().as_str()), (409, "conflict"));
    let path: &'static str = format!("{DEBATES}/{id}/cruxes").leak();
    assert_eq!(site.ask(Ask::get(path).token(ACME)).await.status, 200);
    let foreign = site.ask(Ask::get(path).token(OTHER)).await;
    assert_eq!((foreign.status, foreign.problem().as_str()), (404, "unknown-debate"));

    let open = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let refused = |answer: Answer, status: u16, says: &str| {
        assert_eq!(answer.status, status, "{}", answer.body);
        answer.problem();
        assert!(answer.body.contains(says), "{says}: {}", answer.body);
    };
    for (body, status, says) in [
        (r#"{"topic": "It?"}"#, 422, "deck"),
        (r#"{"topic": "It?", "deck": "nobodys"}"#, 422, "there are architects, federalist"),
        (r#"{"topic": "It?", "deck": "rehearsal", "rounds": 3}"#, 422, "`rounds` is not a field here"),
        (r#"{"topic": "It?", "deck": "rehearsal", "detection": "guess"}"#, 422, "parts, vote"),
        (r#"{"topic": "", "deck": "rehearsal"}"#, 422, "topic"),
        (r#"{"topic": "It?", "deck": "rehearsal", "quote": true, "model": "sim"}"#, 422, "leave `model` out"),
        (r#"{"topic": "It?", "deck": "rehearsal", "quote": true, "clerk": "none"}"#, 422, "leave `clerk` out"),
        (
            r#"{"topic": "It?", "deck": "rehearsal", "quote": true, "personas": ["keeper=sim"]}"#,
            422,
            "name only the persona",
        ),
    ] {
        refused(open.post("/api/v1/panels", body).await, status, says);
    }
    let plain = open.start(r#"{"topic": "Tea?", "rounds": 1}"#).await;
    refused(open.get(&format!("{DEBATES}/{plain}/cruxes")).await, 409, "is not a panel");
    for (path, says) in [
        ("/api/v1/decks/nobodys".to_owned(), "there are architects, federalist"),
        ("/api/v1/decks/rehearsal/personas/nobody".to_owned(), "there are builder, keeper, counter"),
        ("/api/v1/decks/rehearsal/personas/keeper/chunks/x".to_owned(), "no chunk"),
    ] {
        refused(open.get(&path).await, 404, says);
    }
    let id = import(&open, PANEL).await;
    refused(open.get(&format!("{DEBATES}/{id}/cruxes/room-9")).await, 404, "there are room-1");
    refused(open.get(&format!("{DEBATES}/{id}/cruxes/room-1?trace=maybe")).await, 400, "trace");
}

/// P-02, P-04, O-42: the passages behind a turn are read from the debate itself, by its tenant only; names ignore case.
#[tokio::test]
async fn grounds_are_opened_from_a_debate() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let document = site.get("/openapi.json").await.json();
    let begun = site.post("/api/v1/panels", r#"{"topic": "Should we?", "deck": "rehearsal", "quote": true}"#).await;
    let id = begun.json()["id"].as_str().unwrap().to_owned();
    let place = "/api/v1/debates/{id}/personas/{persona}";
    let persona = site.get(&format!("{DEBATES}/{id}/personas/KEEPER")).await;
    let chunk = persona.json()["beliefs"]["edges"][0]["chunks"][0].as_str().unwrap().to_owned();
    crate::http_api::check(&document, place, "get", &persona);
    let chunk = site.get(&format!("{DEBATES}/{id}/personas/keeper/chunks/{chunk}")).await;
    assert_eq!(chunk.json()["text"], "A second deployment leads to more pages at night.");
    crate::http_api::check(&document, &format!("{place}/chunks/{{chunk}}"), "get", &chunk);
    for path in ["personas/nobody", "personas/keeper/chunks/x"] {
        assert_eq!(site.get(&format!("{DEBATES}/{id}/{path}")).await.status, 404, "{path}");
    }
    let guarded = Site::guarded(&SimulatedPlanner::new().unwrap()).await;
    let body = r#"{"topic": "Should we?", "deck": "rehearsal", "quote": true}"#;
    let own = guarded.ask(Ask::post("/api/v1/panels", body).token(ACME)).await.json();
    let path: &'static str = format!("{DEBATES}/{}/personas/keeper", own["id"].as_str().unwrap()).leak();
    assert_eq!(guarded.ask(Ask::get(path).token(ACME)).await.status, 200);
    assert_eq!(guarded.ask(Ask::get(path).token(OTHER)).await.status, 404);
    let imported = import(&site, PANEL).await;
    let room = site.get(&format!("{DEBATES}/{imported}/cruxes/room-1")).await.json();
    assert!(
        room["said"].as_array().unwrap().iter().any(|it| it["beliefs"].as_array().is_some_and(|it| !it.is_empty()))
    );
}
