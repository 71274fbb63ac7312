//! Both surfaces use the same response types (I-20, I-30).
use crate::found::value;
use crate::mcp_messages::request;
use crate::site::Site;
use serde_json::{Value, json};
use server::simulated::SimulatedPlanner;

/// I-20, I-23, I-30, Q-20: the argument graph, search hits, decks, and the response to a start are equal over HTTP and MCP, field by field.
#[tokio::test]
async fn both_surfaces_tell_in_one_shape() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let start = json!({"topic": "Should the kite fly?", "mode": "socratic", "rounds": 1});
    let begun = site.post("/api/v1/debates", &start.to_string()).await.json();
    let id = begun["id"].as_str().unwrap().to_owned();
    site.rested(&id).await;

    let graph = site.get(&format!("/api/v1/debates/{id}/graph")).await.json();
    let read = request(&site, "resources/read", &json!({"uri": format!("roundtable://debates/{id}/graph")})).await;
    let text = read["result"]["contents"][0]["text"].as_str().unwrap_or_else(|| panic!("{read}"));
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), graph);
    let first = &graph["nodes"][0];
    for field in ["id", "what", "text", "base", "strength", "kinds", "by"] {
        assert!(first.get(field).is_some(), "{field} in {first}");
    }
    assert_eq!(first["what"], "option", "the options come first");
    assert!(matches!(graph["edges"][0]["tie"].as_str(), Some("supports" | "attacks")), "{graph}");

    let hits = site.get("/api/v1/search?q=kite").await.json();
    let found = value(&site.tool("search_sessions", &json!({"words": "kite"})).await.body);
    assert_eq!(found["hits"], hits["hits"]);
    assert!(hits["hits"][0]["marks"][0].is_array(), "{hits}");

    let decks = site.get("/api/v1/decks").await.json();
    assert_eq!(value(&site.tool("list_decks", &json!({})).await.body)["decks"], decks["decks"]);

    let again = value(&site.tool("start_roundtable", &start).await.body);
    site.rested(again["id"].as_str().unwrap()).await;
    for field in ["ballot", "ballot_from", "estimate_usd", "sends_to", "settings", "notes"] {
        assert_eq!(again.get(field), begun.get(field), "{field}");
    }
    assert!(begun["sends_to"].is_array(), "{begun}");
}
