//! Ballots over HTTP: given or derived from the topic, confirmed at once, and counted in the verdict (B-01 … B-05).
use crate::http_api::check;
use crate::site::Site;
use serde_json::{Value, json};
use server::simulated::SimulatedPlanner;

const DEBATES: &str = "/api/v1/debates";

/// Requests with the expected ballot and its origin.
fn starts() -> Vec<(Value, Value, &'static str)> {
    let trees = json!({"kind": "choice", "options": ["Alder", "Birch", "Cedar"]});
    let yes_no = json!({"kind": "yes_no", "options": ["Yes", "No"]});
    let days = json!({"kind": "estimate", "options": [], "unit": "person-days"});
    let open = json!({"kind": "open", "options": []});
    let request = |request: Value| {
        let mut request = request;
        request["rounds"] = json!(2);
        request["seed"] = json!(7);
        request
    };
    vec![
        (request(json!({"topic": "The trees", "ballot": "yes_no"})), yes_no.clone(), "request"),
        (
            request(json!({"topic": "The trees", "options": ["\u{1b}Alder", " Birch ", "Ce\u{202e}dar"]})),
            trees.clone(),
            "request",
        ),
        (
            request(json!({"topic": "The trees", "ballot": "choice", "options": ["Alder", "Birch", "Cedar"]})),
            trees.clone(),
            "request",
        ),
        (request(json!({"topic": "The trees", "unit": "person-days"})), days.clone(), "request"),
        (request(json!({"topic": "Should we plant a tree?", "ballot": "open"})), open.clone(), "request"),
        (request(json!({"topic": "Should we plant a tree?"})), yes_no, "topic"),
        (request(json!({"topic": "Which tree should we plant: Alder, Birch or Cedar?"})), trees, "topic"),
        (request(json!({"topic": "How many person-days does the planting take?"})), days, "topic"),
        (request(json!({"topic": "What should we plant?"})), open, "topic"),
    ]
}

/// B-01: a request can name every kind of ballot, or leave it to the topic; the response confirms it, the first event has it, and the
/// verdict counts it.
#[tokio::test]
async fn every_ballot_is_started_told_and_counted() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let document = site.get("/openapi.json").await.json();
    for (request, ballot, from) in starts() {
        let begun = site.post(DEBATES, &request.to_string()).await;
        check(&document, DEBATES, "post", &begun);
        let begun = begun.json();
        assert_eq!((&begun["ballot"], &begun["ballot_from"]), (&ballot, &json!(from)), "{request}");
        assert_eq!(begun["estimate_usd"], 0.0, "beside what it may cost");
        let id = begun["id"].as_str().unwrap();
        let rested = site.rested(id).await;
        assert_eq!((&rested["state"], &rested["ballot"]), (&json!("over"), &ballot), "{request}");
        let log = site.get(&format!("{DEBATES}/{id}/export?format=log")).await.body;
        let opened: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
        assert_eq!(opened["ballot"]["kind"], ballot["kind"], "in the log before the first call: {request}");

        let verdict = site.get(&format!("{DEBATES}/{id}/verdict")).await;
        check(&document, "/api/v1/debates/{id}/verdict", "get", &verdict);
        let verdict = verdict.json();
        assert_eq!(verdict["ballot"]["kind"], ballot["kind"]);
        assert_eq!(verdict["decision"]["estimate"].is_object(), ballot["kind"] == "estimate", "{request}");
        for seat in verdict["participants"].as_array().unwrap() {
            assert!(seat["holds"].is_string(), "{request}: {seat}");
        }
        for option in verdict["options"].as_array().into_iter().flatten() {
            assert_eq!(option["is_given"], ballot["kind"] != "open", "{request}: {option}");
        }
        let turn = site.get(&format!("{DEBATES}/{id}/rounds/1/turns/sim-1")).await.json();
        assert!(turn["turn"]["ballot"].is_object(), "{request}: {turn}");
        let round = site.get(&format!("{DEBATES}/{id}/rounds/1")).await.json();
        assert!(round["summary"]["participants"][0]["holds"].is_string(), "{request}: {round}");
    }
}

/// I-01: a verdict over HTTP begins with its first screen.
#[tokio::test]
async fn a_verdict_begins_with_its_first_screen() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let id = site.start(r#"{"topic": "Should we plant a tree?", "rounds": 2, "seed": 7}"#).await;
    site.rested(&id).await;
    let answer = site.get(&format!("{DEBATES}/{id}/verdict")).await;
    assert!(answer.body.starts_with("{\"screen\":{\"headline\":"), "{}", answer.body);
    let verdict = answer.json();
    let (screen, decision) = (&verdict["screen"], &verdict["decision"]);
    if decision["headline"].is_string() {
        assert_eq!(screen["headline"], decision["headline"]);
    }
    assert!(screen["label"].as_str().unwrap().starts_with(decision["label"].as_str().unwrap()), "{screen}");
    let titles: Vec<&str> = screen["rows"].as_array().unwrap().iter().map(|it| it["title"].as_str().unwrap()).collect();
    assert!(titles.contains(&"Alone they would have said") && titles.contains(&"Next step"), "{titles:?}");
}

/// B-01, I-30: the document lists the kinds of ballots; others are rejected with advice, and nothing starts.
#[tokio::test]
async fn what_is_no_ballot_is_refused() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let document = site.get("/openapi.json").await.json();
    let fields = &document["components"]["schemas"]["Start"]["properties"];
    assert_eq!(fields["ballot"]["enum"], json!(["yes_no", "choice", "estimate", "open", null]));
    assert_eq!(fields["closing_ballot"]["enum"], json!(["assigned", "always", "never", null]));
    for field in ["ballot", "options", "unit", "closing_ballot"] {
        assert!(fields[field]["description"].as_str().is_some_and(|it| it.len() > 30), "{field}");
    }
    for (request, said) in [
        (json!({"ballot": "maybe"}), "it must be one of yes_no, choice, estimate, open"),
        (json!({"ballot": "choice"}), "a choice needs 2 to 12 `options`, this one has 0"),
        (json!({"options": []}), "`options` has 0 items; it must be an array of 2 to 12 items"),
        (json!({"closing_ballot": "sometimes"}), "assigned, always, never"),
        (json!({"options": ["Straße", "STRASSE"]}), "`STRASSE` is listed twice"),
        (json!({"options": ["Alder", "\u{1b}\u{7}"]}), "a choice needs 2 to 12 `options`, this one has 1"),
        (json!({"options": ["Alder"]}), "`options` has 1 items; it must be an array of 2 to 12 items"),
        (json!({"options": ["Alder", "ALDER"]}), "`ALDER` is listed twice"),
        (json!({"options": ["Alder", "none of these."]}), "is a word of the ballot itself"),
        (
            json!({"options": ["Alder", "x".repeat(81)]}),
            "`options[1]` has 81 characters; it must be a string of 1 to 80 characters",
        ),
        (json!({"ballot": "estimate"}), "an estimate needs a `unit`"),
        (json!({"unit": " "}), "an estimate needs a `unit`"),
        (json!({"ballot": "yes_no", "options": ["Alder", "Birch"]}), "`ballot` is `yes_no`, which takes no `options`"),
        (json!({"options": ["Alder", "Birch"], "unit": "days"}), "leave one of them out"),
    ] {
        let mut body = request.clone();
        body["topic"] = json!("The trees");
        let refused = site.post(DEBATES, &body.to_string()).await;
        assert_eq!((refused.status, refused.problem().as_str()), (422, "refused"), "{request}: {}", refused.body);
        assert!(refused.json()["detail"].as_str().unwrap().contains(said), "{request}: {}", refused.body);
    }
    let many: Vec<String> = (0..13).map(|it| format!("tree {it}")).collect();
    let refused = site.post(DEBATES, &json!({"topic": "The trees", "options": many}).to_string()).await;
    assert_eq!(refused.status, 422, "{}", refused.body);
    for wrong in [json!({"topic": "t", "options": "Alder"}), json!({"topic": "t", "ballot": ["open"]})] {
        let refused = site.post(DEBATES, &wrong.to_string()).await;
        assert!((400..500).contains(&refused.status), "{wrong}: {}", refused.body);
    }
    assert_eq!(site.get(DEBATES).await.json()["debates"], json!([]));
}

/// I-31, B-03, B-05: the stream has the grouping of headlines into options, and the closing ballots.
#[tokio::test]
async fn grouping_and_closing_ballots_are_events() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let events = async |body: &str| {
        let id = site.start(body).await;
        site.rested(&id).await;
        let mut stream = site.follow(&format!("{DEBATES}/{id}/events"), None).await;
        let mut seen: Vec<(String, Value)> = Vec::new();
        while let Some(happened) = stream.next().await {
            seen.push((happened.event, serde_json::from_str(&happened.data).unwrap()));
        }
        seen
    };
    let open = events(r#"{"topic": "What should we plant?", "rounds": 2, "seed": 7}"#).await;
    let (_, grouped) = open.iter().find(|(event, _)| event == "ballots_grouped").expect("it was grouped");
    assert!(grouped["options"][0]["letter"] == "A" && grouped["options"][0]["headline"].is_string(), "{grouped}");
    let argued = r#"{"topic": "Should we plant a tree?", "mode": "devils-advocate", "rounds": 2, "seed": 7}"#;
    let argued = events(argued).await;
    let is_closing = |(event, data): &&(String, Value)| event == "round_opened" && data["kind"] == "ballot";
    let (_, closing) = argued.iter().find(is_closing).expect("closing ballots were cast");
    let cast = argued.iter().filter(|(event, data)| event == "turn_taken" && data["round"] == closing["round"]);
    let cast: Vec<&Value> = cast.map(|(_, data)| &data["turn"]["ballot"]).collect();
    assert!(cast.len() == 3 && cast.iter().all(|it| it.is_object()), "{cast:?}");
    // A request can decide on closing ballots, with and without assigned sides.
    for (mode, word, are_cast) in [("devils-advocate", "never", false), ("collaborative", "always", true)] {
        let request = json!({"topic": "Should we plant a tree?", "mode": mode, "rounds": 1, "closing_ballot": word});
        let seen = events(&request.to_string()).await;
        assert_eq!(seen.iter().any(|it| is_closing(&it)), are_cast, "{request}");
    }
}

/// O-22, B-01: a repeated request is told the ballot again.
#[tokio::test]
async fn a_ballot_is_told_again() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let body = r#"{"topic": "The trees", "options": ["Alder", "Birch"]}"#;
    let ask = || site.ask(crate::site::Ask::post(DEBATES, body).with("Idempotency-Key", "trees"));
    let (first, again) = (ask().await.json(), ask().await.json());
    for field in ["id", "ballot", "ballot_from"] {
        assert_eq!((&first[field], first[field].is_null()), (&again[field], false), "{field}");
    }
}
