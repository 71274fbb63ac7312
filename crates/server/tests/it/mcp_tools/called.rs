//! Every tool, called by clients of both generations: results match their schemas, and errors give the reason.
use super::fixture::{BOTH, Speaks, begun, call, client, object, service, start, value, words};
use rmcp::model::{CallToolRequestParams, Tool};
use serde_json::{Value, json};
use server::requests::Start;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

fn check(tools: &[Tool], name: &str, value: &Value) {
    let tool = tools.iter().find(|it| it.name == name).unwrap();
    let schema = Value::Object(tool.output_schema.clone().unwrap().as_ref().clone());
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(value).map(|it| format!("{} at {}", it, it.instance_path())).collect();
    assert!(errors.is_empty(), "{name}: {errors:#?}\n{value:#}");
    // A tool that shares its result with another names it.
    let same = schema["description"].as_str().and_then(|it| it.split('`').nth(1));
    if let Some(same) = same {
        return check(tools, same, value);
    }
    // Every field of a result is in its schema.
    for field in value.as_object().into_iter().flatten().map(|(field, _)| field) {
        assert!(schema["properties"].get(field).is_some(), "{name}: `{field}` is not in the schema");
    }
}

/// I-20: each tool returns what its schema promises, with text, in both generations.
#[tokio::test]
async fn every_tool_answers_as_its_schema_says() {
    for speaks in BOTH {
        let service = service().await;
        let client = client(&service, "", speaks, ()).await;
        let tools = client.list_all_tools().await.unwrap();
        let id =
            begun(&service, &client, &start(&["a=voice/yes", "b=voice/no", "c=voice/fails", "d=voice/talks"], 2)).await;
        let panel = super::panels::imported(&service, super::panels::PANEL).await;
        let calls = [
            ("start_roundtable", json!({"topic": "Tea or coffee?", "request_key": "k"})),
            ("start_panel", json!({"topic": "Tea or coffee?", "deck": "rehearsal", "request_key": "p"})),
            ("list_decks", json!({})),
            ("get_cruxes", json!({"id": panel})),
            ("get_cruxes", json!({"id": panel, "room": "room-1", "trace": true})),
            ("get_status", json!({"id": panel})),
            ("get_round_details", json!({"id": panel, "round": 2})),
            ("get_status", json!({"id": id})),
            ("get_consensus", json!({"id": id})),
            ("get_agents", json!({})),
            ("get_agents", json!({"id": id})),
            ("list_sessions", json!({})),
            ("list_sessions", json!({"state": "over", "from": "1970-01-01", "mode": "socratic"})),
            ("search_sessions", json!({"words": "cost", "state": "over"})),
            ("get_round_details", json!({"id": id, "round": 1})),
            ("get_response_detail", json!({"id": id, "participant": "a", "round": 1})),
            ("get_response_detail", json!({"id": id, "participant": "c", "round": 1})),
            ("get_response_detail", json!({"id": id, "participant": "d", "raw": true})),
            ("get_thoughts", json!({"id": id})),
            ("get_thoughts", json!({"id": id, "participant": "b"})),
            ("get_citations", json!({"id": id})),
            ("get_citations", json!({"id": id, "only": "E1"})),
            (
                "record_outcome",
                json!({"id": id, "right": "none", "what": "It flew.", "postmortem": {"lessons": ["Ask."], "domain": "air"}}),
            ),
            ("get_learning", json!({})),
            ("get_learning", json!({"domain": "air"})),
            ("synthesize_debate", json!({"id": id})),
            ("export_session", json!({"id": id})),
            ("export_session", json!({"id": id, "format": "html"})),
            ("fork_session", json!({"id": id, "after_round": 1, "say": "Think of the cost."})),
            ("continue_roundtable", json!({"id": id, "say": "And the cost?"})),
            ("control_session", json!({"id": id, "action": "stop"})),
            ("delete_session", json!({"id": panel})),
        ];
        for (tool, arguments) in calls {
            let result = call(&client, tool, arguments.clone()).await;
            check(&tools, tool, &value(&result));
            assert!(words(&result).len() > 20, "{tool} {arguments}: {}", words(&result));
        }
    }
}

/// I-20: a prefix and `latest` identify a debate; the same key and request return the same debate, another request is rejected.
#[tokio::test]
async fn debates_are_found_and_begun_once() {
    let service = service().await;
    let client = client(&service, "", Speaks::Older, ()).await;
    let request = |topic: &str| json!({"topic": topic, "request_key": "mine"});
    let id = |it: &Value| it["id"].as_str().unwrap().to_owned();
    let first = id(&value(&call(&client, "start_roundtable", request("One?")).await));
    assert_eq!(id(&value(&call(&client, "start_roundtable", request("One?")).await)), first, "begun once");
    let other = call(&client, "start_roundtable", request("Two?")).await;
    assert_eq!(other.is_error, Some(true));
    assert!(words(&other).contains("the key `mine` was used before"), "{}", words(&other));
    let second = begun(&service, &client, &start(&["a=voice/yes", "b=voice/no"], 1)).await;
    assert_eq!(id(&value(&call(&client, "get_status", json!({"id": "latest"})).await)), second);
    assert_eq!(id(&value(&call(&client, "get_status", json!({"id": &first[..first.len() - 1]})).await)), first);
    let mut watcher = service.watch(&Default::default(), &first, 0).await.unwrap();
    while watcher.next().await.unwrap().is_some() {}
    let again = call(&client, "start_roundtable", request("One?")).await;
    assert!(words(&again).contains("had been begun and is closed"), "{}", words(&again));
    assert_eq!(value(&again)["next"]["tool"], "get_consensus", "nobody waits for what is over");
    let fork = json!({"id": second, "rounds": 2, "request_key": "fork"});
    let forked = id(&value(&call(&client, "fork_session", fork.clone()).await));
    assert_ne!(forked, second);
    assert_eq!(id(&value(&call(&client, "fork_session", fork).await)), forked, "forked once");
}

/// I-20: the pages of a list contain each debate once.
#[tokio::test]
async fn sessions_are_paged() {
    let service = service().await;
    let client = client(&service, "", Speaks::Newer, ()).await;
    let mut expected = Vec::new();
    for _ in 0..30 {
        let topic = "\"why\" ".repeat(600);
        let id = begun(&service, &client, &Start { topic, ..start(&["a=voice/yes", "b=voice/no"], 1) }).await;
        expected.push(id);
    }
    let (mut seen, mut arguments, mut pages) = (Vec::new(), json!({"limit": 25}), 0);
    loop {
        let page = value(&call(&client, "list_sessions", arguments.clone()).await);
        seen.extend(page["sessions"].as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap().to_owned()));
        pages += 1;
        let Some(next) = page.get("next") else { break };
        assert_eq!(next["tool"], "list_sessions");
        arguments = next["arguments"].clone();
    }
    expected.reverse();
    assert_eq!((seen, pages), (expected, 2));
}

/// O-42: debates of other tenants are unknown to every tool, and never the `latest`.
#[tokio::test]
async fn another_tenants_debate_is_not_there() {
    let service = service().await;
    let owner = client(&service, "", Speaks::Older, ()).await;
    let id = begun(&service, &owner, &start(&["a=voice/yes", "b=voice/no"], 1)).await;
    let stranger = client(&service, "other", Speaks::Older, ()).await;
    for (tool, arguments) in [
        ("get_status", json!({})),
        ("get_consensus", json!({})),
        ("get_agents", json!({})),
        ("get_round_details", json!({})),
        ("get_response_detail", json!({"participant": "a"})),
        ("get_response_detail", json!({"participant": "a", "raw": true})),
        ("get_thoughts", json!({})),
        ("get_citations", json!({})),
        ("synthesize_debate", json!({})),
        ("export_session", json!({})),
        ("fork_session", json!({})),
        ("continue_roundtable", json!({"say": "x"})),
        ("control_session", json!({"action": "stop"})),
    ] {
        let with = |id: &str| {
            let mut arguments = arguments.clone();
            arguments["id"] = json!(id);
            arguments
        };
        let theirs = call(&stranger, tool, with(&id)).await;
        let nobodys = call(&stranger, tool, with("9999-debate")).await;
        assert_eq!((theirs.is_error, nobodys.is_error), (Some(true), Some(true)), "{tool}");
        assert_eq!(
            words(&theirs).replace(&id, "ID"),
            words(&nobodys).replace("9999-debate", "ID"),
            "{tool}: nobody can tell which"
        );
        assert_eq!(call(&stranger, tool, with("latest")).await.is_error, Some(true), "{tool}");
    }
    assert_eq!(value(&call(&stranger, "list_sessions", json!({})).await)["sessions"], json!([]));
}

/// I-13, I-20: an invalid call gets a tool error that a model can act on, not a protocol error; long input is not echoed in full.
#[tokio::test]
async fn what_is_wrong_is_said() {
    let service = service().await;
    let client = client(&service, "", Speaks::Older, ()).await;
    let id = begun(&service, &client, &start(&["a=voice/yes", "b=voice/no"], 1)).await;
    let long = "x".repeat(100_000);
    for (tool, arguments, said) in [
        ("get_status", json!({}), "`id` is missing; it must be a string"),
        ("get_status", json!({"id": 7}), "`id` is 7; it must be a string"),
        ("get_status", json!({"id": id, "extra": 1}), "`extra` is not a field here; the fields are `id`, `max_bytes`"),
        ("start_roundtable", json!({"topic": "t", "extra": 1}), "`extra` is not a field here"),
        ("start_roundtable", json!({"topic": ""}), "`topic` is empty; it must be a string"),
        ("start_roundtable", json!({"topic": "t", "participants": ["sim/1"]}), "at least 2 participants"),
        (
            "start_roundtable",
            json!({"topic": "t", "mode": "brawl"}),
            "`mode` is \"brawl\"; it must be one of collaborative",
        ),
        ("continue_roundtable", json!({"id": id, "nonsense": true}), "`nonsense` is not a field here"),
        (
            "control_session",
            json!({"id": id, "action": "explode"}),
            "`action` is \"explode\"; it must be one of pause, resume, stop",
        ),
        ("control_session", json!({"id": id, "action": "resume"}), "is over"),
        ("get_round_details", json!({"id": id, "round": 9}), "has no round 9; its rounds so far: 1"),
        ("get_response_detail", json!({"id": id, "participant": "zed"}), "is called `zed`; there are `a`, `b`"),
        ("get_citations", json!({"id": id, "only": "C99"}), "has no claim or source `C99`"),
        ("export_session", json!({"id": id, "format": "pdf"}), "`format` is \"pdf\"; it must be one of markdown"),
        ("get_status", json!({"id": long}), "no debate"),
        ("get_status", json!({"id": id, long.clone(): 1}), "is not a field here"),
    ] {
        let result = call(&client, tool, arguments).await;
        assert_eq!(result.is_error, Some(true), "{tool}");
        assert!(words(&result).contains(said), "{tool}: {}", words(&result));
        assert!(words(&result).len() <= 1_500, "{tool}: {}", words(&result).len());
    }
    let unknown = client.call_tool(CallToolRequestParams::new("no_such_tool").with_arguments(object(json!({})))).await;
    assert!(unknown.is_err(), "an unknown tool is a fault of the protocol");
    assert_eq!(
        call(&client, "get_status", json!({"id": id})).await.is_error,
        Some(false),
        "and the server is still there"
    );
}

/// I-20: invalid and deeply nested messages stop neither the server nor the next call.
#[tokio::test]
async fn deep_nesting_does_no_harm() {
    let service = service().await;
    let (here, there) = tokio::io::duplex(1 << 22);
    let server = server::mcp::Roundtable::new(service, Default::default());
    tokio::spawn(async move { rmcp::ServiceExt::serve(server, there).await.unwrap().waiting().await });
    let (read, mut write) = tokio::io::split(here);
    let mut lines = BufReader::new(read).lines();
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}});
    write.write_all(format!("{hello}\n").as_bytes()).await.unwrap();
    assert!(lines.next_line().await.unwrap().unwrap().contains("\"id\":1"));
    write.write_all(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n").await.unwrap();
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let call = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{{\"name\":\"get_status\",\"arguments\":{{\"id\":{deep}}}}}}}\n"
    );
    write.write_all(call.as_bytes()).await.unwrap();
    write.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/list\"}\n").await.unwrap();
    while let Some(line) = lines.next_line().await.unwrap() {
        let answer: Value = serde_json::from_str(&line).unwrap();
        if answer["id"] == 3 {
            assert_eq!(answer["result"]["tools"].as_array().unwrap().len(), 22);
            return;
        }
    }
    panic!("the server left");
}
