//! Access checks (O-42, I-30): hosts, origins, tokens, tenants.
use crate::site::{ACME, Ask, LONG, OTHER, Site};
use server::simulated::SimulatedPlanner;
use server::{Access, DebateService, Limits, http};
use std::sync::Arc;
use store::Store;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

const TOPIC: &str = r#"{"topic": "Should we adopt gRPC?", "rounds": 1}"#;

/// O-42: a rebound host name and another site's page are rejected, whatever the request.
#[tokio::test]
async fn foreign_hosts_and_origins_are_refused_everywhere() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let own = format!("http://{}", site.address);
    for path in ["/", "/api/v1/debates", "/mcp", "/metrics", "/openapi.json", "/healthz", "/nowhere"] {
        for host in ["evil.example", "localhost.evil.example", "10.0.0.7:80"] {
            let answer = site.ask(Ask { host: Some(host), ..Ask::get(path) }).await;
            assert_eq!((answer.status, answer.problem().as_str()), (421, "foreign-host"), "{path} {host}");
        }
        for origin in ["http://evil.example", "null", "http://localhost:1", "http://127.0.0.1:1", "file://"] {
            let answer = site.ask(Ask::get(path).with("Origin", origin)).await;
            assert_eq!((answer.status, answer.problem().as_str()), (403, "foreign-origin"), "{path} {origin}");
        }
        let answer = site.ask(Ask::get(path).with("Origin", &own)).await;
        assert_ne!(answer.status, 403, "its own page: {path}");
    }
    let post = Ask::post("/api/v1/debates", TOPIC).with("Origin", "null");
    assert_eq!(site.ask(post).await.status, 403);
    assert!(site.get("/api/v1/debates").await.json()["debates"].as_array().unwrap().is_empty(), "nothing was begun");
}

/// O-42: no page of another site is allowed, not even after a preflight.
#[tokio::test]
async fn no_answer_has_a_cors_header() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let own = format!("http://{}", site.address);
    for origin in ["http://evil.example", own.as_str()] {
        let preflight = Ask { method: "OPTIONS", ..Ask::get("/api/v1/debates") };
        let preflight = preflight.with("Origin", origin).with("Access-Control-Request-Method", "POST");
        let answer = site.ask(preflight).await;
        assert!(answer.status >= 400, "{}", answer.head);
        assert!(!answer.head.to_ascii_lowercase().contains("access-control-"), "{}", answer.head);
    }
    assert!(!site.get("/api/v1/modes").await.head.to_ascii_lowercase().contains("access-control-"));
}

/// O-42, I-30: a missing and a wrong token get the same response, everywhere except at health checks.
#[tokio::test]
async fn without_a_right_token_nothing_is_told() {
    let site = Site::guarded(&SimulatedPlanner::new().unwrap()).await;
    for path in ["/", "/api/v1/debates", "/mcp", "/metrics", "/openapi.json", "/nowhere"] {
        let missing = site.get(path).await;
        assert_eq!((missing.status, missing.problem().as_str()), (401, "unauthenticated"), "{path}");
        assert!(missing.header("www-authenticate").unwrap().starts_with("Bearer"));
        for wrong in [&ACME[1..], "acme-token-012345678X", "", "acme"] {
            let answer = site.ask(Ask::get(path).token(wrong)).await;
            assert_eq!((answer.status, &answer.body), (401, &missing.body), "{path}");
        }
        let basic = site.ask(Ask::get(path).with("Authorization", ACME)).await;
        assert_eq!(basic.status, 401);
        let answer = site.ask(Ask::get(path).token(ACME)).await;
        assert_ne!(answer.status, 401, "{path}");
    }
    assert_eq!(site.get("/api/v1/modes?token=acme-token-0123456789").await.status, 401, "only the header counts");
    assert_eq!(site.get("/healthz").await.status, 200);
    assert_eq!(site.get("/readyz").await.status, 200);
}

/// O-42: another tenant's debate is unknown: by id, prefix, list, search, stream and file.
#[tokio::test]
async fn a_token_sees_its_own_tenants_debates_alone() {
    let site = Site::guarded(&SimulatedPlanner::new().unwrap()).await;
    let begun = site.ask(Ask::post("/api/v1/debates", TOPIC).token(ACME)).await;
    let id = begun.json()["id"].as_str().unwrap().to_owned();
    let mine = site.ask(Ask::get(&format!("/api/v1/debates/{id}")).token(ACME)).await;
    assert_eq!(mine.status, 200, "{}", mine.body);

    let parts =
        ["", "/verdict", "/rounds", "/rounds/1", "/claims", "/sources", "/graph", "/events", "/export?format=log"];
    for part in parts {
        let path = format!("/api/v1/debates/{id}{part}");
        let answer = site.ask(Ask::get(&path).token(OTHER)).await;
        assert_eq!((answer.status, answer.problem().as_str()), (404, "unknown-debate"), "{part}");
        let nowhere = path.replace(&id, "nowhere");
        let unknown = site.ask(Ask::get(&nowhere).token(OTHER)).await;
        assert_eq!(answer.body.replace(&id, "nowhere"), unknown.body, "it can't be told from one that never was");
    }
    for deed in ["continue", "fork", "pause", "resume", "stop"] {
        let path = format!("/api/v1/debates/{id}/{deed}");
        assert_eq!(site.ask(Ask::post(&path, "{}").token(OTHER)).await.status, 404, "{deed}");
    }
    let debates = |token| site.ask(Ask::get("/api/v1/debates").token(token));
    assert_eq!(debates(OTHER).await.json()["debates"].as_array().unwrap().len(), 0);
    assert_eq!(debates(ACME).await.json()["debates"].as_array().unwrap().len(), 1);
    let hits = |token| site.ask(Ask::get("/api/v1/search?q=gRPC").token(token));
    assert_eq!(hits(OTHER).await.json()["hits"].as_array().unwrap().len(), 0);
    assert!(!hits(ACME).await.json()["hits"].as_array().unwrap().is_empty());
    assert!(!site.ask(Ask::get("/").token(OTHER)).await.body.contains("gRPC"));
    assert!(site.ask(Ask::get("/").token(ACME)).await.body.contains("gRPC"));
}

/// O-42: MCP over HTTP has the same access: tools see the debates of the token's tenant.
#[tokio::test]
async fn mcp_sees_the_tokens_tenant() {
    let site = Site::guarded(&SimulatedPlanner::new().unwrap()).await;
    let id = site.ask(Ask::post("/api/v1/debates", TOPIC).token(ACME)).await.json()["id"].as_str().unwrap().to_owned();
    let call = serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "wait", "arguments": {"id": id},
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        },
    }})
    .to_string();
    let ask = |token| {
        let ask = Ask::post("/mcp", &call).with("Accept", "application/json, text/event-stream");
        let ask =
            ask.with("MCP-Protocol-Version", "2026-07-28").with("Mcp-Method", "tools/call").with("Mcp-Name", "wait");
        site.ask(ask.token(token))
    };
    let mine = ask(ACME).await;
    assert!(mine.body.contains(&id) && mine.body.contains("gRPC"), "{}", mine.body);
    let other = ask(OTHER).await;
    assert!(!other.body.contains("gRPC") && other.body.contains("no debate"), "{}", other.body);
}

/// I-30: a public address is not served without tokens.
#[tokio::test]
async fn an_address_that_others_reach_needs_a_token() {
    let service = DebateService::new(
        Store::memory().await.unwrap(),
        Arc::new(SimulatedPlanner::new().unwrap()),
        Limits::default(),
    );
    let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
    let served = http::serve(listener, service, Access::open(), CancellationToken::new());
    let refused = tokio::time::timeout(LONG, served).await.unwrap().unwrap_err();
    assert!(refused.to_string().contains("--token-file"), "{refused}");
}
