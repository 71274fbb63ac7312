//! MCP sessions over HTTP: their tenants and their number.
use crate::site::{ACME, Answer, Ask, OTHER, Site};
use server::simulated::SimulatedPlanner;

const HELLO: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
const READY: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const PING: &str = r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#;

fn post(body: &'static str, token: &str) -> Ask<'static> {
    Ask::post("/mcp", body).with("Accept", "application/json, text/event-stream").token(token)
}

fn within<'a>(ask: Ask<'a>, session: &'a str) -> Ask<'a> {
    ask.with("Mcp-Session-Id", session).with("Mcp-Protocol-Version", "2025-11-25")
}

async fn begun(site: &Site, token: &str) -> String {
    let answer = site.ask(post(HELLO, token)).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let session = answer.header("mcp-session-id").unwrap().to_owned();
    assert_eq!(site.ask(within(post(READY, token), &session)).await.status, 202);
    session
}

async fn ping(site: &Site, token: &str, session: &str) -> Answer {
    site.ask(within(post(PING, token), session)).await
}

/// O-42: a session belongs to its tenant; others can't read, write or end it.
#[tokio::test]
async fn another_tenants_session_is_not_there() {
    let site = Site::guarded(&SimulatedPlanner::new().unwrap()).await;
    let session = begun(&site, ACME).await;
    assert_eq!(ping(&site, OTHER, &session).await.problem(), "not-found");
    let bare = |method| Ask { method, ..Ask::get("/mcp") }.with("Accept", "text/event-stream").token(OTHER);
    for method in ["GET", "DELETE"] {
        let answer = site.ask(within(bare(method), &session)).await;
        assert_eq!((answer.status, answer.problem().as_str()), (404, "not-found"), "{method}");
    }
    assert_eq!(ping(&site, ACME, &session).await.status, 200, "and it is still its own");
    assert_eq!(ping(&site, ACME, "nobodys").await.status, 404);
}

/// O-42: sessions are bounded: over the limit a tenant's oldest is closed, and the newest works.
#[tokio::test]
async fn sessions_are_bounded() {
    let site = Site::guarded(&SimulatedPlanner::new().unwrap()).await;
    let others = begun(&site, OTHER).await;
    let first = begun(&site, ACME).await;
    let mut last = first.clone();
    for _ in 0..128 {
        last = begun(&site, ACME).await;
    }
    assert_eq!(ping(&site, ACME, &first).await.status, 404);
    assert_eq!(ping(&site, ACME, &last).await.status, 200);
    assert_eq!(ping(&site, OTHER, &others).await.status, 200);
}
