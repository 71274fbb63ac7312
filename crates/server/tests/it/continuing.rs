//! A debate continues once per request, on either surface and however often it is repeated.
use crate::mcp_messages::request;
use crate::site::{Answer, Ask, Site};
use serde_json::{Value, json};
use server::simulated::SimulatedPlanner;

const DEBATES: &str = "/api/v1/debates";
const TOPIC: &str = r#"{"topic": "Should we adopt gRPC?", "rounds": 1, "algorithm": "fixed_rounds", "seed": 7}"#;

async fn go_on(site: &Site, id: &str, wish: &Value, key: &str) -> Answer {
    let (path, wish) = (format!("{DEBATES}/{id}/continue"), wish.to_string());
    site.ask(Ask::post(&path, &wish).with("Idempotency-Key", key)).await
}

async fn tool(site: &Site, name: &str, arguments: &Value) -> Value {
    request(site, "tools/call", &json!({"name": name, "arguments": arguments})).await["result"].clone()
}

/// I-21, O-22: a continuation with a key runs once: when sent twice at once, after it has run, and over the other surface; a different
/// request under that key is rejected.
#[tokio::test]
async fn a_continuation_with_a_key_is_done_once() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let id = site.start(TOPIC).await;
    site.rested(&id).await;
    let wish = json!({"say": "And the cost?", "rounds": 1});
    let (one, other) = tokio::join!(go_on(&site, &id, &wish, "k"), go_on(&site, &id, &wish, "k"));
    assert_eq!((one.status, other.status), (202, 202), "{} {}", one.body, other.body);
    let after = site.rested(&id).await;
    assert_eq!((&after["round"], &after["state"]), (&json!(2), &json!("over")), "{after}");
    let again = go_on(&site, &id, &wish, "k").await;
    assert_eq!((again.status, &again.json()["events"]), (202, &after["events"]), "{}", again.body);
    let mut arguments = wish.clone();
    (arguments["id"], arguments["request_key"]) = (json!(id), json!("k"));
    let over_mcp = tool(&site, "continue_roundtable", &arguments).await;
    assert_eq!(over_mcp["structuredContent"]["events"], after["events"], "{over_mcp}");
    let shorter = go_on(&site, &id[..id.len() - 1], &wish, "k").await;
    assert_eq!(shorter.status, 202, "the same debate by a shorter id: {}", shorter.body);

    let refused = go_on(&site, &id, &json!({"rounds": 1}), "k").await;
    assert_eq!((refused.status, refused.problem().as_str()), (409, "conflict"), "{}", refused.body);
    let begun = site.ask(Ask::post(DEBATES, TOPIC).with("Idempotency-Key", "k")).await;
    assert_eq!((begun.status, begun.problem().as_str()), (409, "conflict"), "{}", begun.body);
    let begun = site.ask(Ask::post(DEBATES, TOPIC).with("Idempotency-Key", "s")).await.json()["id"].clone();
    site.rested(begun.as_str().unwrap()).await;
    let refused = go_on(&site, begun.as_str().unwrap(), &wish, "s").await;
    assert_eq!((refused.status, refused.problem().as_str()), (409, "conflict"), "{}", refused.body);

    arguments["request_key"] = json!("m");
    let first = tool(&site, "continue_roundtable", &arguments).await;
    assert_eq!(first["isError"], false, "{first}");
    let after = site.rested(&id).await;
    assert_eq!(after["round"], 3, "{after}");
    let again = tool(&site, "continue_roundtable", &arguments).await;
    assert_eq!(again["structuredContent"]["events"], after["events"], "{again}");
    assert_eq!(site.rested(&id).await, after, "nothing happened");
}
