//! I-22: no response is larger than 20 KB by default, and no cut goes unreported.
use super::fixture::{Speaks, begun, call, client, service, start, value, words};
use rmcp::model::ReadResourceRequestParams;
use serde_json::{Value, json};
use server::requests::Start;

const MOST: usize = 20_000;

fn calls(id: &str) -> Vec<(&'static str, Value)> {
    vec![
        ("get_status", json!({"id": id})),
        ("get_consensus", json!({"id": id})),
        ("get_agents", json!({})),
        ("get_agents", json!({"id": id})),
        ("list_sessions", json!({"limit": 100})),
        ("get_round_details", json!({"id": id})),
        ("get_response_detail", json!({"id": id, "participant": "p1"})),
        ("get_response_detail", json!({"id": id, "participant": "p1", "raw": true})),
        ("get_thoughts", json!({"id": id})),
        ("get_thoughts", json!({"id": id, "participant": "p1"})),
        ("get_citations", json!({"id": id})),
        ("synthesize_debate", json!({"id": id})),
        ("export_session", json!({"id": id, "format": "log"})),
        ("export_session", json!({"id": id, "format": "json"})),
        ("wait", json!({"id": id, "seconds": 0})),
    ]
}

/// Whether a text was cut without a report.
fn is_silent(value: &Value) -> bool {
    value.to_string().contains("…\"") && value.get("cut").is_none()
}

async fn check(start: &Start) {
    let service = service().await;
    let client = client(&service, "", Speaks::Newer, ()).await;
    let id = begun(&service, &client, start).await;
    for (tool, arguments) in calls(&id) {
        let result = call(&client, tool, arguments.clone()).await;
        let bytes = serde_json::to_string(&result).unwrap().len();
        assert!(bytes <= MOST, "{tool} {arguments}: {bytes} bytes");
        let value = value(&result);
        if tool != "wait" && tool != "list_sessions" {
            assert!(!is_silent(&value), "{tool} {arguments} cuts silently: {value:#}");
        }
        for cut in value["cut"].as_array().into_iter().flatten() {
            assert!(!cut["parts"].as_array().unwrap().is_empty());
            let more = cut["more"]["tool"].as_str().unwrap();
            assert!(
                more.starts_with("get_") || ["export_session", "synthesize_debate"].contains(&more),
                "{more} spends"
            );
            assert!(words(&result).contains("Cut to fit: "), "{tool} says so in words too");
        }
    }
    for path in
        ["", "/verdict", "/rounds/1", "/rounds/1/p1", "/graph", "/transcript", "/log", "/export/json", "/export/html"]
    {
        let read = client
            .read_resource(ReadResourceRequestParams::new(format!("roundtable://debates/{id}{path}")))
            .await
            .unwrap();
        let bytes = serde_json::to_string(&read).unwrap().len();
        assert!(bytes <= MOST, "{path}: {bytes} bytes");
    }
}

/// I-22: with 50 rounds and 8 verbose participants every tool and resource stays under 20 KB.
#[tokio::test]
async fn fifty_rounds_of_eight_fit() {
    let seats: Vec<String> = (1..=8).map(|it| format!("p{it}=voice/talks")).collect();
    let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
    let topic = "Is \"it\" so? ".repeat(300);
    check(&Start { topic, ..start(&seats, 50) }).await;
}

/// I-22: the same for random debates of simulated participants, in every mode.
#[tokio::test]
async fn random_debates_fit() {
    for (at, mode) in formats::modes::names().into_iter().enumerate() {
        let seats: Vec<String> = (1..=(2 + at % 7).max(4)).map(|it| format!("p{it}=sim/{}", it * 31 + at)).collect();
        let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
        let start = Start { mode: Some(mode.to_owned()), seed: Some(at as u64), ..start(&seats, 3) };
        check(&start).await;
    }
}

/// I-22: a larger limit returns more, and pages lose nothing.
#[tokio::test]
async fn the_rest_can_be_had() {
    let service = service().await;
    let client = client(&service, "", Speaks::Older, ()).await;
    let id = begun(&service, &client, &start(&["p1=voice/talks", "p2=voice/talks", "p3=voice/talks"], 10)).await;
    let cut = value(&call(&client, "get_consensus", json!({"id": id})).await);
    assert!(cut["cut"].as_array().is_some_and(|it| !it.is_empty()), "{cut:#}");
    let whole = value(&call(&client, "get_consensus", json!({"id": id, "max_bytes": 1_000_000})).await);
    assert_eq!(whole.get("cut"), None);
    assert!(whole.to_string().len() > MOST);
    let (mut offset, mut text, mut parts) = (json!(0), String::new(), 0);
    while !offset.is_null() {
        let part = value(&call(&client, "export_session", json!({"id": id, "format": "log", "offset": offset})).await)
            ["part"]
            .clone();
        text.push_str(part["text"].as_str().unwrap());
        offset = part["next_offset"].clone();
        parts += 1;
    }
    let lines = service.supervisor().store().lines(&debate::DebateId::from(id.as_str()), 0, 1_000).await.unwrap();
    let expected: String = lines.into_iter().map(|(_, line)| line + "\n").collect();
    assert!(parts > 2);
    assert_eq!(text, expected, "the log part by part is the log");
    let mut uri = format!("roundtable://debates/{id}/log");
    let mut read = String::new();
    loop {
        let result = client.read_resource(ReadResourceRequestParams::new(uri.clone())).await.unwrap();
        let contents = serde_json::to_value(&result.contents).unwrap();
        read.push_str(contents[0]["text"].as_str().unwrap());
        let Some(next) = contents.get(1) else { break };
        assert!(next["text"].as_str().unwrap().starts_with("Cut to fit: "));
        uri = next["uri"].as_str().unwrap().to_owned();
    }
    assert_eq!(read, expected, "and the resource too");
}

/// I-22: all pages show the debate as of the first page, even if it continues meanwhile.
#[tokio::test]
async fn parts_of_a_debate_that_goes_on_fit_together() {
    let service = service().await;
    let client = client(&service, "", Speaks::Older, ()).await;
    let id = begun(&service, &client, &start(&["p1=voice/talks", "p2=voice/talks"], 3)).await;
    let request = json!({"id": id, "format": "markdown", "max_bytes": 1_000_000});
    let whole = value(&call(&client, "export_session", request).await)["part"]["text"].as_str().unwrap().to_owned();
    let mut arguments = json!({"id": id, "format": "markdown"});
    let uri = format!("roundtable://debates/{id}/transcript");
    let first = client.read_resource(ReadResourceRequestParams::new(uri)).await.unwrap();
    let mut read = String::new();
    for part in 0.. {
        let exported = value(&call(&client, "export_session", arguments.clone()).await)["part"].clone();
        read.push_str(exported["text"].as_str().unwrap());
        if part == 0 {
            value(&call(&client, "continue_roundtable", json!({"id": id, "say": "And the cost?"})).await);
            let mut watcher = service.watch(&Default::default(), &id, 0).await.unwrap();
            while watcher.next().await.unwrap().is_some() {}
        }
        if exported["next"].is_null() {
            break;
        }
        arguments = exported["next"]["arguments"].clone();
    }
    assert_eq!(read, whole);
    let mut contents = serde_json::to_value(&first.contents).unwrap();
    let mut read = contents[0]["text"].as_str().unwrap().to_owned();
    while let Some(next) = contents.get(1).map(|it| it["uri"].as_str().unwrap().to_owned()) {
        let result = client.read_resource(ReadResourceRequestParams::new(next)).await.unwrap();
        contents = serde_json::to_value(&result.contents).unwrap();
        read.push_str(contents[0]["text"].as_str().unwrap());
    }
    assert_eq!(read, whole, "and as a resource too");
}

/// I-22: every tool respects a smaller limit; the reported call returns the cut part in full.
#[tokio::test]
async fn less_is_given_where_less_is_asked_for_and_the_rest_is_where_it_says() {
    let service = service().await;
    let client = client(&service, "", Speaks::Older, ()).await;
    let seats: Vec<String> = (1..=4).map(|it| format!("p{it}=voice/talks")).collect();
    let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
    let topic = "Is \"it\" so? ".repeat(300);
    let id = begun(&service, &client, &Start { topic, ..start(&seats, 4) }).await;
    let panel = super::panels::imported(&service, super::panels::PANEL).await;
    let mut all = calls(&id);
    all.retain(|(tool, _)| !matches!(*tool, "list_sessions" | "wait"));
    all.extend([("list_decks", json!({})), ("get_cruxes", json!({"id": panel}))]);
    all.push(("get_cruxes", json!({"id": panel, "room": "room-1"})));
    let mut cuts = 0;
    for (tool, arguments) in all {
        for most in [3_000, 4_500, 8_000, 20_000] {
            let mut arguments = arguments.clone();
            arguments["max_bytes"] = json!(most);
            let result = call(&client, tool, arguments.clone()).await;
            let bytes = serde_json::to_string(&result).unwrap().len();
            assert!(bytes <= most, "{tool} {arguments}: {bytes} bytes\n{result:#?}");
            for cut in value(&result)["cut"].as_array().into_iter().flatten() {
                let (more, with) = (cut["more"]["tool"].as_str().unwrap(), &cut["more"]["arguments"]);
                assert_eq!(more, tool, "{cut}");
                let whole = value(&call(&client, tool, with.clone()).await);
                assert_eq!(whole.get("cut"), None, "{tool} {with} is cut again");
                cuts += 1;
            }
        }
    }
    assert!(cuts > 20, "{cuts}");
    let refused = call(&client, "get_consensus", json!({"id": id, "max_bytes": 100})).await;
    assert!(words(&refused).contains("`max_bytes` is 100; it must be an integer from 3000 to 1000000"), "{refused:?}");
}
