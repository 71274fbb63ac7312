//! Ballots over MCP: requested at the start, confirmed at once, and present in every layer (B-01 … B-06).
use super::fixture::{BOTH, Speaks, begun, call, client, service, start, value, words};
use serde_json::{Value, json};
use server::requests::Start;

/// B-01: a request can name every kind of ballot, or leave it to the topic; the response gives the kind in fields and text, with the
/// estimated cost, which is nothing for simulated participants.
#[tokio::test]
async fn every_ballot_is_started_and_told() {
    let trees = || json!({"kind": "choice", "options": ["Alder", "Birch"]});
    let yes_no = || json!({"kind": "yes_no", "options": ["Yes", "No"]});
    let days = || json!({"kind": "estimate", "options": [], "unit": "days"});
    let open = || json!({"kind": "open", "options": []});
    for speaks in BOTH {
        let service = service().await;
        let client = client(&service, "", speaks, ()).await;
        for (request, ballot, from, told) in [
            (json!({"topic": "Trees", "ballot": "yes_no"}), yes_no(), "request", "> ballot, as given: yes or no"),
            (
                json!({"topic": "Trees", "options": ["Alder", "Birch"]}),
                trees(),
                "request",
                "> ballot, as given: one of Alder · Birch",
            ),
            (json!({"topic": "Trees", "unit": "days"}), days(), "request", "> ballot, as given: an estimate in days"),
            (json!({"topic": "Is it so?", "ballot": "open"}), open(), "request", "> ballot, as given: open ("),
            (json!({"topic": "Is it so?"}), yes_no(), "topic", "> ballot, read from the topic: yes or no"),
            (json!({"topic": "Alder or Birch?"}), trees(), "topic", "> ballot, read from the topic: one of Alder · "),
        ] {
            let result = call(&client, "start_roundtable", request.clone()).await;
            let begun = value(&result);
            assert_eq!((&begun["ballot"], &begun["ballot_from"]), (&ballot, &json!(from)), "{request}");
            let said = words(&result);
            assert!(said.contains(told) && said.contains("It costs nothing."), "{said}");
            let stands = value(&call(&client, "get_status", json!({"id": begun["id"]})).await);
            assert_eq!(stands["ballot"], ballot, "{request}");
        }
    }
}

/// B-01, I-13: the tool lists the kinds of ballots; errors on others can be acted on.
#[tokio::test]
async fn what_is_no_ballot_is_refused() {
    let service = service().await;
    let client = client(&service, "", Speaks::Older, ()).await;
    let tools = client.list_all_tools().await.unwrap();
    let tool = tools.iter().find(|it| it.name == "start_roundtable").unwrap();
    assert_eq!(
        tool.input_schema["properties"]["ballot"]["enum"],
        json!(["yes_no", "choice", "estimate", "open", null])
    );
    let description = tool.description.as_deref().unwrap_or_default();
    assert!(
        ["`yes_no`", "`choice`", "`estimate`", "`open`"].iter().all(|it| description.contains(it)),
        "{description}"
    );
    for (request, said) in [
        (json!({"ballot": "maybe"}), "`ballot` is \"maybe\"; it must be one of yes_no, choice, estimate, open"),
        (json!({"ballot": "choice"}), "a choice needs 2 to 12 `options`"),
        (json!({"options": []}), "`options` has 0 items; it must be an array of 2 to 12 items"),
        (json!({"options": ["Alder", "alder"]}), "listed twice"),
        (json!({"options": ["Alder", "depends!"]}), "is a word of the ballot itself"),
        (json!({"closing_ballot": "sometimes"}), "assigned, always, never"),
        (json!({"ballot": "estimate"}), "an estimate needs a `unit`"),
        (json!({"ballot": "open", "unit": "days"}), "which takes no `unit`"),
        (json!({"options": ["Alder", "Birch"], "unit": "days"}), "leave one of them out"),
    ] {
        let mut request = request;
        request["topic"] = json!("The trees");
        let result = call(&client, "start_roundtable", request.clone()).await;
        assert_eq!(result.is_error, Some(true), "{request}");
        assert!(words(&result).contains(said), "{request}: {}", words(&result));
    }
    assert_eq!(value(&call(&client, "list_sessions", json!({})).await)["sessions"], json!([]));
}

/// B-02, B-06: turns, rounds and changes of position have the ballot, the stand on the other option, and the position.
#[tokio::test]
async fn ballots_are_read_in_every_layer() {
    let service = service().await;
    let client = client(&service, "", Speaks::Newer, ()).await;
    let id = begun(&service, &client, &start(&["a=voice/yes", "b=voice/no"], 2)).await;
    let turn = value(&call(&client, "get_response_detail", json!({"id": id, "participant": "b", "round": 2})).await);
    assert_eq!(turn["read"]["ballot"], json!({"option": "B", "holds": "No"}));
    let other = json!([{"option": "A", "headline": "Yes", "stand": "blocker", "why": "No, do not adopt it."}]);
    assert_eq!(turn["read"]["others"], other);
    let round = call(&client, "get_round_details", json!({"id": id, "round": 2})).await;
    let (said, round) = (words(&round), value(&round));
    assert_eq!((&round["participants"][0]["holds"], &round["participants"][1]["holds"]), (&json!("Yes"), &json!("No")));
    assert_eq!((&round["agreement"], &round["status"]), (&json!(0.0), &json!("low")), "{round:#}");
    assert!(said.contains("> `b`, holds “No”"), "{said}");
    assert!(round["ballots"].as_str().is_some_and(|it| it.contains("A Yes: 1 of 2")), "{round:#}");
    let mind = value(&call(&client, "get_thoughts", json!({"id": id, "participant": "b"})).await)["minds"][0].clone();
    assert_eq!((&mind["opened_with"], &mind["change"]), (&json!("No"), &Value::Null), "{mind:#}");
    assert_eq!((&mind["steps"][0]["ballot"]["holds"], &mind["steps"][0]["others"]), (&json!("No"), &other), "{mind:#}");
    let synthesis = value(&call(&client, "synthesize_debate", json!({"id": id})).await);
    let held: Vec<&Value> = synthesis["options"].as_array().unwrap().iter().map(|it| &it["headline"]).collect();
    assert!(held.contains(&&json!("Yes")) && held.contains(&&json!("No")), "{held:?}");
    assert_eq!(synthesis["decision"]["label"], "dissensus");
}

/// B-04: terms are in the turn that states them, in the turn that accepts them, and in the decision.
#[tokio::test]
async fn terms_are_read_in_every_layer() {
    let service = service().await;
    let client = client(&service, "", Speaks::Newer, ()).await;
    let id = begun(&service, &client, &start(&["a=voice/hostile", "b=voice/hostile"], 2)).await;
    let turn = value(&call(&client, "get_response_detail", json!({"id": id, "participant": "a", "round": 2})).await);
    assert_eq!(turn["read"]["terms"].as_array().map(Vec::len), Some(1), "{turn:#}");
    assert_eq!(
        (&turn["read"]["on_terms"][0]["term"], &turn["read"]["on_terms"][0]["act"]),
        (&json!("T1"), &json!("oppose"))
    );
    assert!(turn["read"]["because"][0]["why"].as_str().is_some_and(|it| it.starts_with("Fine.")), "{turn:#}");
    assert!(turn["read"]["ballot"]["option"] == "C", "a headline of its own is an option: {turn:#}");
}

/// B-18: the decision of an estimate is the pooled figure, with each participant's estimate.
#[tokio::test]
async fn an_estimate_is_pooled() {
    let service = service().await;
    let client = client(&service, "", Speaks::Older, ()).await;
    let request = Start { unit: Some("days".to_owned()), ..start(&["a=sim/1", "b=sim/2", "c=sim/3"], 2) };
    let id = begun(&service, &client, &request).await;
    let result = call(&client, "get_consensus", json!({"id": id})).await;
    let came = value(&result);
    let (low, best, high) = (
        &came["decision"]["estimate"]["low"],
        &came["decision"]["estimate"]["best"],
        &came["decision"]["estimate"]["high"],
    );
    assert!(low.as_f64() < best.as_f64() && best.as_f64() < high.as_f64(), "{came:#}");
    assert!(came["decision"]["screen"]["headline"].as_str().is_some_and(|it| it.contains(" days (80%: ")), "{came:#}");
    assert_eq!(came["decision"]["option"], Value::Null);
    for seat in came["participants"].as_array().unwrap() {
        assert!(seat["estimate"]["best"].is_number() && seat["holds"].as_str().unwrap().ends_with(" days"), "{seat}");
    }
}

/// I-21, B-03, B-05: `wait` reports the grouping of headlines and closing ballots.
#[tokio::test]
async fn grouping_and_closing_ballots_are_told() {
    let service = service().await;
    let client = client(&service, "", Speaks::Older, ()).await;
    let seats = ["a=sim/1", "b=sim/2", "c=sim/3"];
    let open = Start { ballot: Some("open".to_owned()), ..start(&seats, 2) };
    let argued = Start { mode: Some("devils-advocate".to_owned()), ..start(&seats, 2) };
    for (request, told) in [(open, "round 1: ballots were grouped by "), (argued, "began: closing ballots, in secret")]
    {
        let id = begun(&service, &client, &request).await;
        let waited = value(&call(&client, "wait", json!({"id": id, "after": 0})).await);
        let happened: Vec<&str> = waited["happened"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert!(happened.iter().any(|it| it.contains(told)), "{happened:#?}");
    }
}
