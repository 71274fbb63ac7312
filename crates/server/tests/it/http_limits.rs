//! Excessive, large, slow and deeply nested requests are rejected or bounded (O-30, O-42), never a server fault.
use crate::site::{Ask, LONG, Site};
use debate::{Debate, DebateId, Envelope};
use engine::{Continuation, Resources};
use futures_util::future::BoxFuture;
use serde_json::json;
use server::http::Patience;
use server::requests::{Continue, Fork, Panel, Start};
use server::simulated::SimulatedPlanner;
use server::{
    Access, Agent, ApiError, DebateService, Deck, DeckLine, Forecast, InvalidRequest, Limits, Planner, Prepared,
};
use std::sync::Arc;
use std::time::Duration;
use store::Store;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

const DEBATES: &str = "/api/v1/debates";
const IMPORT: &str = "/api/v1/debates/import";

/// O-42: an unreadable or impossible request is a problem with its path, not a server fault.
#[tokio::test]
async fn bad_requests_are_problems() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let nested = format!(r#"{{"topic": {}1{}}}"#, "[".repeat(5_000), "]".repeat(5_000));
    // A log may have unknown fields, so it is parsed to its full depth.
    let deep = format!(
        r#"{{"seq": 0, "at": 0, "elapsed": 0, "type": "debate_opened", "x": {}1{}}}"#,
        "[".repeat(5_000),
        "]".repeat(5_000)
    );
    let lines = vec![("Content-Type", "application/x-ndjson")];
    let id = site.start(r#"{"topic": "Yes?", "rounds": 1}"#).await;
    let (of, key) = (format!("{DEBATES}/{id}"), "k".repeat(256));
    let round = format!("{of}/rounds/99");
    let cases = [
        (Ask::post(DEBATES, "{"), 400, "malformed"),
        (Ask::post(DEBATES, r#"["a"]"#), 400, "malformed"),
        (Ask::post(DEBATES, &nested), 400, "malformed"),
        (Ask { headers: lines.clone(), ..Ask::post(IMPORT, &deep) }, 422, "refused"),
        (Ask::post(DEBATES, "\u{feff}{}"), 400, "malformed"),
        (Ask { body: b"\xff\xfe", ..Ask::post(DEBATES, "") }, 400, "malformed"),
        (Ask::post(DEBATES, "{}"), 422, "refused"),
        (Ask::post(DEBATES, r#"{"topic": 7}"#), 422, "refused"),
        (Ask::post(DEBATES, r#"{"topic": " "}"#), 422, "refused"),
        (Ask::post(DEBATES, r#"{"topic": "a", "key": "sk-1"}"#), 422, "refused"),
        (Ask::post(DEBATES, r#"{"topic": "a", "mode": "brawl"}"#), 422, "refused"),
        (Ask::post(DEBATES, r#"{"topic": "a", "rounds": 101}"#), 422, "refused"),
        (Ask::post(DEBATES, r#"{"topic": "a", "participants": ["sim/1"]}"#), 422, "refused"),
        (Ask::post(DEBATES, r#"{"topic": "a"}"#).with("Idempotency-Key", &key), 400, "malformed"),
        (Ask { headers: vec![], ..Ask::post(DEBATES, "{}") }, 415, "media-type"),
        (Ask { headers: vec![("Content-Type", "text/plain")], ..Ask::post(DEBATES, "{}") }, 415, "media-type"),
        (Ask::get("/api/v1/debates?limit=0"), 400, "malformed"),
        (Ask::get("/api/v1/debates?limit=101"), 400, "malformed"),
        (Ask::get("/api/v1/debates?limit=ten"), 400, "malformed"),
        (Ask::get("/api/v1/debates?size=1"), 400, "malformed"),
        (Ask::get("/api/v1/debates?cursor=zz"), 400, "malformed"),
        (Ask::get("/api/v1/debates?cursor=6162"), 404, "not-found"),
        (Ask::get("/api/v1/debates/%FF"), 404, "not-found"),
        (Ask::get("/api/v1/debates/nowhere"), 404, "unknown-debate"),
        (Ask::get(&round), 404, "not-found"),
        (Ask::get("/api/v1/nowhere"), 404, "not-found"),
        (Ask { method: "DELETE", ..Ask::get(DEBATES) }, 405, "method-not-allowed"),
        (Ask { method: "BREW", ..Ask::get(DEBATES) }, 405, "method-not-allowed"),
        (Ask { headers: lines, ..Ask::post(IMPORT, "{}") }, 422, "refused"),
    ];
    for (ask, status, problem) in cases {
        let what =
            format!("{} {} {}", ask.method, ask.path, String::from_utf8_lossy(ask.body.get(..40).unwrap_or(ask.body)));
        let answer = site.ask(ask).await;
        assert_eq!((answer.status, answer.problem().as_str()), (status, problem), "{what}: {}", answer.body);
    }
    let call = format!(
        r#"{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {{"name": "start_roundtable", "arguments": {nested}}}}}"#
    );
    let call = Ask::post("/mcp", &call).with("Accept", "application/json, text/event-stream");
    let status = site.ask(call).await.status;
    assert!((400..500).contains(&status), "{status}");
    let answer = site.ask(Ask { method: "DELETE", ..Ask::get(DEBATES) }).await;
    assert_eq!(answer.header("allow"), Some("POST,GET,HEAD"));
    let answer = site.post(DEBATES, "{\"topic\": \"a\",\n \"rounds\": -1}").await;
    assert!(answer.body.contains("`rounds` is -1; it must be an integer from 1 to 100"), "{}", answer.body);
    let answer = site.post(DEBATES, "{\"topic\": \"a\",\n \"rounds\": }").await;
    assert!(answer.body.contains("line 2 column 12"), "where it is wrong: {}", answer.body);
}

/// O-42: every route rejects a body that is too large, with or without `Content-Length`.
#[tokio::test]
async fn oversized_bodies_are_refused() {
    let limits = Limits { body: 1_000, log: 1_500, ..Limits::default() };
    let site = Site::with(&SimulatedPlanner::new().unwrap(), Access::open(), limits, Patience::default()).await;
    let long = format!(r#"{{"topic": "{}"}}"#, "a".repeat(2_000));
    let chunked = format!("{:x}\r\n{long}\r\n0\r\n\r\n", long.len());
    for path in [DEBATES, IMPORT, "/mcp"] {
        let answer = site.post(path, &long).await;
        assert_eq!((answer.status, answer.problem().as_str()), (413, "too-large"), "{path}");
        let answer = site.ask(Ask::post(path, &chunked).with("Transfer-Encoding", "chunked")).await;
        assert_eq!((answer.status, answer.problem().as_str()), (413, "too-large"), "{path} in chunks");
    }
    let head = "x".repeat(200_000);
    assert_eq!(site.ask(Ask::get(DEBATES).with("X-Long", &head)).await.status, 431);
    assert_eq!(site.get(DEBATES).await.status, 200, "others are served");
}

/// I-40: an exported log can be imported, although other bodies have a lower limit.
#[tokio::test]
async fn a_log_may_be_longer_than_other_bodies() {
    let limits = Limits { body: 1_000, log: 1 << 20, ..Limits::default() };
    let site =
        async || Site::with(&SimulatedPlanner::new().unwrap(), Access::open(), limits, Patience::default()).await;
    let (from, to) = (site().await, site().await);
    let id = from.start(r#"{"topic": "Yes?", "rounds": 1}"#).await;
    from.rested(&id).await;
    let log = from.get(&format!("{DEBATES}/{id}/export?format=log")).await.body;
    assert!(log.len() > limits.body, "{}", log.len());
    let taken = to.ask(Ask { headers: vec![("Content-Type", "text/plain")], ..Ask::post(IMPORT, &log) }).await;
    assert_eq!(taken.status, 201, "{}", taken.body);
    assert!(taken.header("location").unwrap().starts_with(DEBATES));
}

/// O-42: a call without a slot for its response is rejected before it runs; a retry would otherwise start a second debate.
#[tokio::test]
async fn a_call_without_a_place_is_not_carried_out() {
    let limits = Limits { streams: 1, ..Limits::default() };
    let site = Site::with(&SimulatedPlanner::held().unwrap(), Access::open(), limits, Patience::default()).await;
    let id = site.start(r#"{"topic": "Yes?", "rounds": 1}"#).await;
    let stream = site.follow(&format!("{DEBATES}/{id}/events"), None).await;
    let begun = async || site.get(DEBATES).await.json()["debates"].as_array().unwrap().len();
    let refused = site.tool("start_roundtable", &json!({"topic": "No?"})).await;
    assert_eq!((refused.status, refused.problem().as_str()), (503, "busy"));
    assert_eq!(begun().await, 1);
    drop(stream);
    site.counts("roundtable_streams_open", 0).await;
    assert_eq!(site.tool("start_roundtable", &json!({"topic": "No?"})).await.status, 200);
    assert_eq!(begun().await, 2);
}

/// A setup that panics.
struct Faulty(SimulatedPlanner);

impl Planner for Faulty {
    fn spec<'a>(&'a self, start: &'a Start) -> BoxFuture<'a, Result<Prepared, InvalidRequest>> {
        self.0.spec(start)
    }

    fn prepare_panel<'a>(&'a self, tenant: &'a str, request: &'a Panel) -> BoxFuture<'a, Result<Prepared, ApiError>> {
        self.0.prepare_panel(tenant, request)
    }

    fn decks<'a>(&'a self, tenant: &'a str) -> BoxFuture<'a, Result<Vec<DeckLine>, ApiError>> {
        self.0.decks(tenant)
    }

    fn deck<'a>(&'a self, tenant: &'a str, name: &'a str) -> BoxFuture<'a, Result<Deck, ApiError>> {
        self.0.deck(tenant, name)
    }

    fn continuation(&self, debate: &Debate, request: &Continue) -> Result<Continuation, InvalidRequest> {
        self.0.continuation(debate, request)
    }

    fn fork(&self, log: &[Envelope], request: &Fork) -> Result<(DebateId, Vec<Envelope>), InvalidRequest> {
        self.0.fork(log, request)
    }

    fn provide<'a>(&'a self, debate: &'a Debate) -> BoxFuture<'a, Result<Resources, String>> {
        self.0.provide(debate)
    }

    fn forecast(&self, debate: &Debate) -> Forecast {
        self.0.forecast(debate)
    }

    fn agents(&self) -> BoxFuture<'_, Result<Vec<Agent>, InvalidRequest>> {
        panic!("a fault")
    }
}

/// I-30: a panic becomes a problem, and is counted.
#[tokio::test]
async fn a_fault_is_a_problem_and_counted() {
    let service = DebateService::new(
        Store::memory().await.unwrap(),
        Arc::new(Faulty(SimulatedPlanner::new().unwrap())),
        Limits::default(),
    );
    let site = Site::of(service, Access::open(), Patience::default()).await;
    let answer = site.get("/api/v1/agents").await;
    assert_eq!((answer.status, answer.problem().as_str()), (500, "failed"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    let counted = r#"roundtable_http_requests_total{route="/api/v1/agents",status="500"}"#;
    assert_eq!(site.counted(counted).await, 1);
}

/// O-42: a tenant over its rate waits and is told how long; other tenants don't.
#[tokio::test]
async fn whoever_asks_too_often_waits() {
    let (acme, other) = (crate::site::ACME, crate::site::OTHER);
    let access = Access::parse(&format!("acme {acme}\nother {other}")).unwrap();
    let limits = Limits { requests_a_minute: 3, ..Limits::default() };
    let site = Site::with(&SimulatedPlanner::new().unwrap(), access, limits, Patience::default()).await;
    let ask = |token| site.ask(Ask::get("/api/v1/modes").token(token));
    for _ in 0..3 {
        assert_eq!(ask(acme).await.status, 200);
    }
    let refused = ask(acme).await;
    assert_eq!((refused.status, refused.problem().as_str()), (429, "too-many-requests"));
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=21).contains(&wait), "{wait}");
    assert_eq!(ask(other).await.status, 200);
    for _ in 0..3 {
        assert_eq!(ask("a-guess-of-a-token").await.status, 401);
    }
    assert_eq!(ask("a-guess-of-a-token").await.status, 429, "guesses are bounded too");
    assert_eq!(ask(other).await.status, 200, "and cost nobody else anything");
}

/// O-42: incomplete requests time out, in the head and in the body.
#[tokio::test]
async fn slow_requests_are_not_waited_for() {
    let patience = Patience { request: Duration::from_millis(100), ..Patience::default() };
    let site = Site::with(&SimulatedPlanner::new().unwrap(), Access::open(), Limits::default(), patience).await;
    let host = format!("Host: {}\r\n", site.address);
    let heads = [
        format!("GET {DEBATES} HTTP/1.1\r\n{host}X-Slow: "),
        format!("POST {DEBATES} HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{{"),
    ];
    for (head, expected) in heads.iter().zip(["", "HTTP/1.1 408"]) {
        let mut stream = TcpStream::connect(site.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = String::new();
        tokio::time::timeout(LONG, stream.read_to_string(&mut answer)).await.unwrap().unwrap();
        assert!(answer.starts_with(expected), "{answer}");
    }
}

/// O-42: a thousand streams stay open; the next is rejected with a reason, short requests still work, and a closed stream frees its slot.
#[tokio::test]
async fn a_thousand_streams_are_open_and_no_more() {
    let planner = SimulatedPlanner::held().unwrap();
    let limits = Limits { streams: 1_000, requests_a_minute: 1_000_000, ..Limits::default() };
    let site = Site::with(&planner, Access::open(), limits, Patience::default()).await;
    let id = site.start(r#"{"topic": "Yes?", "rounds": 1}"#).await;
    let events = format!("{DEBATES}/{id}/events");
    let mut streams = Vec::new();
    for _ in 0..1_000 {
        streams.push(site.follow(&events, None).await);
    }
    assert!(streams.iter().all(|it| it.status == 200));
    let refused = site.get(&events).await;
    assert_eq!((refused.status, refused.problem().as_str()), (503, "busy"));
    assert!(refused.header("retry-after").is_some());
    assert_eq!(site.get(DEBATES).await.status, 200);
    streams.truncate(999);
    site.counts("roundtable_streams_open", 999).await;
    assert_eq!(site.follow(&events, None).await.status, 200);
}

/// O-42, I-30: a client that never reads is disconnected when its buffers are full; the debate is not delayed.
#[tokio::test]
async fn a_reader_that_never_reads_holds_up_nothing() {
    let patience = Patience { reader: Duration::from_millis(200), ..Patience::default() };
    let limits = Limits { body: 64 << 20, ..Limits::default() };
    let site = Site::with(&SimulatedPlanner::new().unwrap(), Access::open(), limits, patience).await;
    // More than the system's buffers hold: as much as a request may attach, three times.
    let text = |it: usize| serde_json::json!({"title": format!("long {it}"), "text": "word ".repeat(200_000)});
    let texts: Vec<_> = (0..4).map(text).collect();
    let body = serde_json::json!({"topic": "Yes?", "rounds": 1, "attachments": texts});
    let id = site.start(&body.to_string()).await;
    for _ in 0..2 {
        site.rested(&id).await;
        let more = serde_json::json!({"say": "More.", "rounds": 1, "attachments": texts}).to_string();
        let answer = site.post(&format!("{DEBATES}/{id}/continue"), &more).await;
        assert_eq!(answer.status, 202, "{}", answer.body);
    }
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut silent = socket.connect(site.address).await.unwrap();
    let head = format!("GET {DEBATES}/{id}/events HTTP/1.1\r\nHost: {}\r\n\r\n", site.address);
    silent.write_all(head.as_bytes()).await.unwrap();
    assert_eq!(site.rested(&id).await["state"], "over", "the debate waits for nobody");
    site.counts("roundtable_unread_dropped_total", 1).await;
    site.counts("roundtable_streams_open", 0).await;
}
