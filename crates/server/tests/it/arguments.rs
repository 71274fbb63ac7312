//! Errors on requests, the same over HTTP and MCP: field, value, and what is allowed.
use crate::mcp_messages::request;
use crate::site::Site;
use serde_json::{Value, json};
use server::simulated::SimulatedPlanner;

const DEBATES: &str = "/api/v1/debates";

/// The error of a tool.
async fn told(site: &Site, tool: &str, arguments: &Value) -> String {
    let answer = request(site, "tools/call", &json!({"name": tool, "arguments": arguments})).await;
    assert_eq!(answer["result"]["isError"], true, "{tool} {arguments}: {answer}");
    answer["result"]["content"][0]["text"].as_str().unwrap().to_owned()
}

/// The error of a route.
async fn detailed(site: &Site, path: &str, wish: &Value) -> String {
    let answer = site.post(path, &wish.to_string()).await;
    assert_eq!((answer.status, answer.problem().as_str()), (422, "refused"), "{path} {wish}: {}", answer.body);
    answer.json()["detail"].as_str().unwrap().to_owned()
}

/// I-13, I-20, I-30: each error names the field, its value and what is allowed, in terms of JSON, equally on both surfaces.
#[tokio::test]
async fn argument_errors_name_the_field_the_value_and_what_is_allowed() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let id = site.start(r#"{"topic": "Yes?", "rounds": 1}"#).await;
    site.rested(&id).await;
    let (go_on, fork) = (format!("{DEBATES}/{id}/continue"), format!("{DEBATES}/{id}/fork"));
    let long = "x".repeat(5_000);
    for (path, tool, wish, said) in [
        (
            DEBATES,
            "start_roundtable",
            json!({}),
            "`topic` is missing; it must be a string of 1 to 4000 characters with more than blanks",
        ),
        (
            DEBATES,
            "start_roundtable",
            json!({"topic": 7}),
            "`topic` is 7; it must be a string of 1 to 4000 characters with more than blanks",
        ),
        (DEBATES, "start_roundtable", json!({"topic": " "}), "`topic` is \"\"; it must be a string"),
        (
            DEBATES,
            "start_roundtable",
            json!({"topic": long}),
            "`topic` has 5000 characters; it must be a string of 1 to 4000 characters",
        ),
        (
            DEBATES,
            "start_roundtable",
            json!({"topic": "t", "rounds": 0}),
            "`rounds` is 0; it must be an integer from 1 to 100",
        ),
        (
            DEBATES,
            "start_roundtable",
            json!({"topic": "t", "rounds": "two"}),
            "`rounds` is \"two\"; it must be an integer from 1 to 100",
        ),
        (
            DEBATES,
            "start_roundtable",
            json!({"topic": "t", "rounds": 1.5}),
            "`rounds` is 1.5; it must be an integer from 1 to 100",
        ),
        (
            DEBATES,
            "start_roundtable",
            json!({"topic": "t", "mode": "brawl"}),
            "`mode` is \"brawl\"; it must be one of collaborative, ",
        ),
        (
            DEBATES,
            "start_roundtable",
            json!({"topic": "t", "algorithm": "magic"}),
            "`algorithm` is \"magic\"; it must be one of ",
        ),
        (
            DEBATES,
            "start_roundtable",
            json!({"topic": "t", "budget_usd": 0}),
            "`budget_usd` is 0; it must be a number above 0",
        ),
        (
            DEBATES,
            "start_roundtable",
            json!({"topic": "t", "high_stakes": "yes"}),
            "`high_stakes` is \"yes\"; it must be true or false",
        ),
        (
            DEBATES,
            "start_roundtable",
            json!({"topic": "t", "options": ["a"]}),
            "`options` has 1 items; it must be an array of 2 to 12 items",
        ),
        (
            DEBATES,
            "start_roundtable",
            json!({"topic": "t", "participants": "sim"}),
            "`participants` is \"sim\"; it must be an array of at most 8 items",
        ),
        (
            DEBATES,
            "start_roundtable",
            json!({"topic": "t", "participants": ["sim", 7]}),
            "`participants[1]` is 7; it must be a string",
        ),
        (
            DEBATES,
            "start_roundtable",
            json!({"topic": "t", "attachments": [{"title": "a"}]}),
            "`attachments[0].text` is missing; it must be a string of 1 to 1048576 characters",
        ),
        (
            DEBATES,
            "start_roundtable",
            json!({"topic": "t", "sek": 1}),
            "`sek` is not a field here; the fields are `topic`, `ballot`, ",
        ),
        (
            DEBATES,
            "start_roundtable",
            json!({"topic": "t", "participants": ["sim/1"]}),
            "name more with `participants`",
        ),
        (
            "/api/v1/panels",
            "start_panel",
            json!({"topic": "t", "deck": "rehearsal", "detection": "dice"}),
            "`detection` is \"dice\"; it must be one of parts, vote",
        ),
        (&go_on, "continue_roundtable", json!({"rounds": 101}), "`rounds` is 101; it must be an integer from 1 to 100"),
        (
            &go_on,
            "continue_roundtable",
            json!({"focus": "x".repeat(401)}),
            "`focus` has 401 characters; it must be a string of 1 to 400 characters",
        ),
        (&fork, "fork_session", json!({"after_round": 0}), "`after_round` is 0; it must be an integer from 1 to "),
        (&fork, "fork_session", json!({"seats": {"a": 7}}), "`seats.a` is 7; it must be a string"),
    ] {
        let mut arguments = wish.clone();
        if matches!(tool, "continue_roundtable" | "fork_session") {
            arguments["id"] = json!(id);
        }
        let (http, mcp) = (detailed(&site, path, &wish).await, told(&site, tool, &arguments).await);
        assert!(http.contains(said), "{path} {said}: {http}");
        // A tool lists its own fields, too.
        assert!(mcp.contains(said), "{tool} {said}: {mcp}");
        assert!(!http.contains("--") && !mcp.contains("--"), "{http} {mcp}");
    }
    for (path, said) in [
        ("/api/v1/debates?limit=0", "`limit` is 0; it must be an integer from 1 to 100"),
        ("/api/v1/debates?limit=ten", "`limit` is \"ten\"; it must be an integer from 1 to 100"),
        ("/api/v1/debates?size=1", "`size` is not a field here; the fields are `limit`, `cursor`"),
        ("/api/v1/debates?limit=1&limit=2", "`limit` is given twice"),
        ("/api/v1/search", "`q` is missing; it must be a string"),
        (&format!("{DEBATES}/{id}/export?format=pdf"), "`format` is \"pdf\"; it must be one of markdown, "),
        (&format!("{DEBATES}/{id}/events?live=yes"), "`live` is \"yes\"; it must be true or false"),
    ] {
        let answer = site.get(path).await;
        assert_eq!((answer.status, answer.problem().as_str()), (400, "malformed"), "{path}: {}", answer.body);
        let detail = answer.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains(said), "{path}: {detail}");
    }
    let answer = site.get(&format!("{DEBATES}/{id}/rounds/first")).await;
    assert!(answer.json()["detail"].as_str().unwrap().contains("must be an integer"), "{}", answer.body);
    assert_eq!(answer.status, 404);
}

/// O-23: both surfaces reject a fork with two starting points, and start nothing.
#[tokio::test]
async fn a_fork_begins_at_one_place() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let id = site.start(r#"{"topic": "Yes?", "rounds": 2, "algorithm": "fixed_rounds"}"#).await;
    site.rested(&id).await;
    let wish = json!({"after_round": 1, "at_event": 4});
    let said = "`after_round` is 1 and `at_event` is 4, and both say where the fork begins; leave one of them out";
    assert_eq!(detailed(&site, &format!("{DEBATES}/{id}/fork"), &wish).await, said);
    let arguments = json!({"id": id, "after_round": 1, "at_event": 4});
    assert_eq!(told(&site, "fork_session", &arguments).await, said);
    assert_eq!(site.get(DEBATES).await.json()["debates"].as_array().unwrap().len(), 1);
}
