//! JSON-RPC messages over HTTP and a pipe, readable or not, and the end of sessions.
use crate::site::{Answer, Ask, LONG, Site};
use serde_json::{Value, json};
use server::simulated::SimulatedPlanner;
use server::{DebateService, Limits};
use std::sync::Arc;
use store::Store;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

const ACCEPT: &str = "application/json, text/event-stream";

/// Posts a text to `/mcp` like a client of 2025-11-25 without a session.
async fn sent(site: &Site, text: &str) -> Answer {
    site.ask(Ask::post("/mcp", text).with("Accept", ACCEPT)).await
}

/// A request of 2026-07-28, and its response.
pub(crate) async fn request(site: &Site, method: &str, params: &Value) -> Value {
    let mut params = params.clone();
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let name = params["name"].as_str().or(params["uri"].as_str()).map(str::to_owned);
    let text = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
    let ask = Ask::post("/mcp", &text).with("Accept", ACCEPT).with("MCP-Protocol-Version", "2026-07-28");
    let ask = ask.with("Mcp-Method", method);
    let answer = match &name {
        Some(name) => site.ask(ask.with("Mcp-Name", name)).await,
        None => site.ask(ask).await,
    };
    let json = answer.body.lines().find_map(|it| it.strip_prefix("data: ").filter(|it| it.starts_with('{')));
    serde_json::from_str(json.unwrap_or(&answer.body)).unwrap_or_else(|error| panic!("{error}: {}", answer.body))
}

/// Invalid messages with their code and readable id.
const FAULTS: [(&str, i64, Option<i64>); 6] = [
    ("{\"jsonrpc\":", -32700, None),
    ("hello", -32700, None),
    ("[]", -32600, None),
    (r#"{"jsonrpc":"2.0","id":4}"#, -32600, Some(4)),
    (r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":7}}"#, -32602, Some(5)),
    (r#"{"jsonrpc":"2.0","id":6,"method":"initialize","params":{}}"#, -32602, Some(6)),
];

fn is_fault(answer: &Value, code: i64, id: Option<i64>) -> bool {
    let said = answer["error"]["message"].as_str().unwrap_or_default();
    answer["jsonrpc"] == "2.0" && answer["error"]["code"] == code && answer["id"].as_i64() == id && said.len() > 10
}

/// I-20: over HTTP an unreadable message gets its JSON-RPC code, and status 400 unless the reply belongs to a request.
#[tokio::test]
async fn malformed_messages_over_http_have_their_codes() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    for (text, code, id) in FAULTS {
        let answer = sent(&site, text).await;
        assert_eq!(answer.status, if code == -32602 { 200 } else { 400 }, "{text}: {}", answer.body);
        assert_eq!(answer.header("content-type"), Some("application/json"), "{text}");
        assert!(is_fault(&answer.json(), code, id), "{text}: {}", answer.body);
    }
}

/// I-20: the same over a pipe, before and after the first message, and the server keeps running.
#[tokio::test]
async fn malformed_messages_over_a_pipe_have_their_codes() {
    let service = DebateService::new(
        Store::memory().await.unwrap(),
        Arc::new(SimulatedPlanner::new().unwrap()),
        Limits::default(),
    );
    let (here, there) = tokio::io::duplex(1 << 20);
    let (read, write) = tokio::io::split(there);
    let served = tokio::spawn(server::mcp::serve_pipe(service, read, write));
    let (read, mut write) = tokio::io::split(here);
    let mut lines = BufReader::new(read).lines();
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}});
    for round in 0..2 {
        for (text, code, id) in FAULTS {
            write.write_all(format!("{text}\n").as_bytes()).await.unwrap();
            let line = tokio::time::timeout(LONG, lines.next_line()).await.expect("nothing was said").unwrap().unwrap();
            assert!(is_fault(&serde_json::from_str(&line).unwrap(), code, id), "{text}: {line}");
        }
        if round == 0 {
            write.write_all(format!("{hello}\n").as_bytes()).await.unwrap();
            assert!(lines.next_line().await.unwrap().unwrap().contains("\"serverInfo\""));
            write.write_all(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n").await.unwrap();
        }
    }
    // An oversized line is skipped and reported.
    write.write_all("x".repeat((16 << 20) + 1).as_bytes()).await.unwrap();
    write.write_all(b"\n{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}\n").await.unwrap();
    let said = lines.next_line().await.unwrap().unwrap();
    assert!(said.contains("-32600") && said.contains("16777216 bytes"), "{said}");
    assert!(lines.next_line().await.unwrap().unwrap().contains("\"id\":9"));
    drop(write);
    drop(lines);
    served.await.unwrap().unwrap();
}

/// I-20: the error for an unknown tool lists the existing ones.
#[tokio::test]
async fn an_unknown_tool_is_named_with_those_there_are() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let answer = request(&site, "tools/call", &json!({"name": "debate", "arguments": {}})).await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let said = answer["error"]["message"].as_str().unwrap();
    assert!(said.starts_with("no tool `debate`; there are "), "{said}");
    for tool in request(&site, "tools/list", &json!({})).await["result"]["tools"].as_array().unwrap() {
        assert!(said.contains(&format!("`{}`", tool["name"].as_str().unwrap())), "{tool} in {said}");
    }
}

/// I-20: DELETE ends a session with 204, as SDKs expect; an unknown session is 404, and without one there is nothing to delete.
#[tokio::test]
async fn delete_ends_a_session() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}});
    let begun = sent(&site, &hello.to_string()).await;
    let session = begun.header("mcp-session-id").unwrap_or_else(|| panic!("{}", begun.head)).to_owned();
    let delete = |session: Option<&str>, version: &str| {
        let ask = Ask { method: "DELETE", ..Ask::get("/mcp") }.with("Accept", ACCEPT);
        let ask = ask.with("MCP-Protocol-Version", version.to_owned().leak());
        match session {
            Some(session) => ask.with("Mcp-Session-Id", session.to_owned().leak()),
            None => ask,
        }
    };
    let ended = site.ask(delete(Some(&session), "2025-11-25")).await;
    assert_eq!((ended.status, ended.body.as_str()), (204, ""), "{}", ended.head);
    for gone in [session.as_str(), "no-such-session"] {
        assert_eq!(site.ask(delete(Some(gone), "2025-11-25")).await.status, 404, "{gone}");
    }
    for version in ["2025-11-25", "2026-07-28"] {
        let refused = site.ask(delete(None, version)).await;
        assert_eq!((refused.status, refused.header("allow")), (405, Some("GET,POST")), "{version}");
    }
    let used = Ask::post("/mcp", r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#).with("Accept", ACCEPT);
    assert_eq!(site.ask(used.with("Mcp-Session-Id", &session)).await.status, 404, "it is gone");
}
