//! The API from end to end: start, read, export, import, continue, fork, pause and stop.
use crate::site::{Answer, Ask, Site};
use serde_json::{Value, json};
use server::simulated::SimulatedPlanner;

const TOPIC: &str = r#"{"topic": "Should we adopt gRPC?", "rounds": 2, "algorithm": "fixed_rounds", "seed": 7}"#;
const DEBATES: &str = "/api/v1/debates";

/// Checks a response against the OpenAPI document.
pub(crate) fn check(document: &Value, path: &str, method: &str, answer: &Answer) {
    let path = path.replace('/', "~1");
    let schema = format!("/paths/{path}/{method}/responses/{}/content/application~1json/schema", answer.status);
    let mut schema = document.pointer(&schema).unwrap_or_else(|| panic!("no {schema}")).clone();
    schema["components"] = document["components"].clone();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let body = answer.json();
    let errors: Vec<String> =
        validator.iter_errors(&body).map(|it| format!("{it} at {}", it.instance_path())).collect();
    assert!(errors.is_empty(), "{path}: {errors:?}\n{body}");
}

/// I-30: every response matches the OpenAPI document, which is complete.
#[tokio::test]
async fn answers_are_as_the_document_says() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let document = site.get("/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    let text = document.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1) {
        let place = reference.split('"').next().unwrap();
        assert!(document.pointer(place).is_some(), "{place} leads nowhere");
    }
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let problem = &operation["responses"]["default"]["content"]["application/problem+json"];
            assert!(problem.is_object(), "{method} {path}");
        }
    }
    let begun = site.post(DEBATES, TOPIC).await;
    check(&document, DEBATES, "post", &begun);
    let id = begun.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(begun.header("location"), Some(format!("{DEBATES}/{id}").as_str()));
    assert_eq!(site.rested(&id).await["state"], "over");
    let places = [
        ("/api/v1/debates", "/api/v1/debates".to_owned()),
        ("/api/v1/search", "/api/v1/search?q=gRPC".to_owned()),
        ("/api/v1/agents", "/api/v1/agents".to_owned()),
        ("/api/v1/modes", "/api/v1/modes".to_owned()),
        ("/api/v1/debates/{id}", format!("{DEBATES}/{id}")),
        ("/api/v1/debates/{id}/verdict", format!("{DEBATES}/{id}/verdict")),
        ("/api/v1/debates/{id}/rounds", format!("{DEBATES}/{id}/rounds")),
        ("/api/v1/debates/{id}/rounds/{round}", format!("{DEBATES}/{id}/rounds/2")),
        ("/api/v1/debates/{id}/rounds/{round}/turns/{name}", format!("{DEBATES}/{id}/rounds/1/turns/sim-2")),
        ("/api/v1/debates/{id}/claims", format!("{DEBATES}/{id}/claims")),
        ("/api/v1/debates/{id}/sources", format!("{DEBATES}/{id}/sources")),
        ("/api/v1/debates/{id}/graph", format!("{DEBATES}/{id}/graph")),
    ];
    for (place, path) in places {
        let answer = site.get(&path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        check(&document, place, "get", &answer);
    }
    let verdict = site.get(&format!("{DEBATES}/{id}/verdict")).await.json();
    assert_eq!(verdict["decision"]["is_rehearsal"], true);
    let turn = site.get(&format!("{DEBATES}/{id}/rounds/1/turns/sim-2")).await.json();
    assert_eq!(turn["by"], "sim-2");
    assert!(turn["turn"]["position"].as_str().is_some_and(|it| it.contains("rehearsal")), "{turn}");
}

/// O-22: a repeated request with the same key returns the same debate; a different request is rejected.
#[tokio::test]
async fn a_request_with_a_key_is_done_once() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let ask = |body| site.ask(Ask::post(DEBATES, body).with("Idempotency-Key", "monday-1"));
    let first = ask(TOPIC).await.json()["id"].clone();
    let again = ask(TOPIC).await;
    assert_eq!((again.status, again.json()["id"].clone()), (201, first));
    // White space does not make a different request.
    let spaced = TOPIC.replace(": ", ":\n");
    assert_eq!(ask(&spaced).await.status, 201);
    let other = ask(r#"{"topic": "Another?"}"#).await;
    assert_eq!((other.status, other.problem().as_str()), (409, "conflict"));
    assert_eq!(site.get(DEBATES).await.json()["debates"].as_array().unwrap().len(), 1);
}

/// I-30: the pages of a list contain each debate once, newest first.
#[tokio::test]
async fn a_list_is_read_page_by_page() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let mut begun = Vec::new();
    for number in 0..5 {
        begun.push(site.start(&json!({"topic": format!("Topic {number}?"), "rounds": 1}).to_string()).await);
    }
    begun.reverse();
    let (mut path, mut seen, mut sizes) = (format!("{DEBATES}?limit=2"), Vec::new(), Vec::new());
    loop {
        let page = site.get(&path).await;
        let debates = page.json()["debates"].as_array().unwrap().clone();
        sizes.push(debates.len());
        seen.extend(debates.iter().map(|it| it["id"].as_str().unwrap().to_owned()));
        let link = page.header("link").map(|it| it.strip_prefix('<').unwrap().split('>').next().unwrap().to_owned());
        assert_eq!(link.is_some(), page.json()["next"].is_string());
        match link {
            Some(link) => path = link,
            None => break,
        }
    }
    assert_eq!((seen, sizes), (begun, vec![2, 2, 1]));
}

/// I-40, I-32: every format has its media type, a page has a policy that forbids scripts, and a log can be imported.
#[tokio::test]
async fn a_debate_goes_out_as_a_file_and_comes_in_again() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let id = site.start(TOPIC).await;
    site.rested(&id).await;
    for form in exports::Format::ALL {
        let answer = site.get(&format!("{DEBATES}/{id}/export?format={form}")).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(form.media_type())), "{form}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let named = format!("filename=\"roundtable-{id}.{}\"", form.extension());
        assert!(answer.header("content-disposition").unwrap().ends_with(&named), "{}", answer.head);
        let policy = answer.header("content-security-policy");
        assert_eq!(
            policy.is_some_and(|it| it.starts_with("default-src 'none'")),
            form == exports::Format::Html,
            "{form}"
        );
        assert!(!policy.is_some_and(|it| it.contains("script")), "{policy:?}");
    }
    assert_eq!(site.get(&format!("{DEBATES}/{id}/export?format=pdf")).await.status, 400);

    let log = site.get(&format!("{DEBATES}/{id}/export?format=log")).await.body;
    let elsewhere = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let import = |log| {
        let ask = Ask::post("/api/v1/debates/import", log);
        elsewhere.ask(Ask { headers: vec![("Content-Type", "application/x-ndjson")], ..ask })
    };
    let answer = import(&log).await;
    assert_eq!((answer.status, answer.json()["id"].as_str()), (201, Some(id.as_str())), "{}", answer.body);
    assert_eq!(elsewhere.get(&format!("{DEBATES}/{id}/export?format=log")).await.body, log);
    assert_eq!(import(log.lines().next_back().unwrap()).await.status, 422, "it has no beginning");
}

/// D-43, O-23: a debate continues with a person's comment, and another forks from one of its rounds.
#[tokio::test]
async fn a_debate_is_continued_and_forked() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let id = site.start(TOPIC).await;
    let before = site.rested(&id).await;
    let answer = site.post(&format!("{DEBATES}/{id}/continue"), r#"{"say": "Cost matters most.", "rounds": 1}"#).await;
    assert_eq!(answer.status, 202, "{}", answer.body);
    let after = site.rested(&id).await;
    assert_eq!((before["round"].as_u64(), after["round"].as_u64()), (Some(2), Some(3)));
    let fork = site.post(&format!("{DEBATES}/{id}/fork"), r#"{"after_round": 1, "rounds": 3}"#).await;
    assert_eq!(fork.status, 201, "{}", fork.body);
    let forked = fork.json()["id"].as_str().unwrap().to_owned();
    assert_ne!(forked, id);
    assert_eq!(site.rested(&forked).await["state"], "over");
    let listed = site.get(DEBATES).await.json();
    assert_eq!(listed["debates"][0]["forked_from"], Value::from(id));
}

/// I-21: a debate pauses, resumes, and stops with its current results; impossible transitions are conflicts.
#[tokio::test]
async fn a_debate_is_paused_resumed_and_stopped() {
    let planner = SimulatedPlanner::held().unwrap();
    let site = Site::open(&planner).await;
    let id = site.start(&TOPIC.replace("\"rounds\": 2", "\"rounds\": 9")).await;
    let deed = |deed: &str| {
        let path: &'static str = format!("{DEBATES}/{id}/{deed}").leak();
        site.ask(Ask { headers: vec![], ..Ask::post(path, "") })
    };
    assert_eq!(deed("resume").await.problem(), "conflict", "it runs");
    let paused = deed("pause").await;
    assert_eq!((paused.status, paused.json()["state"].clone()), (202, json!("coming_to_rest")));
    planner.answer(3);
    assert_eq!(site.rested(&id).await["state"], "paused");
    assert_eq!(planner.asked(), 3, "whoever was speaking was heard, nobody else asked");
    let resumed = deed("resume").await;
    assert_eq!((resumed.status, resumed.json()["state"].clone()), (202, json!("running")));
    assert_eq!(deed("stop").await.status, 202);
    planner.answer(100);
    let over = site.rested(&id).await;
    assert_eq!((over["state"].clone(), over["why"].clone()), (json!("over"), json!("stopped")), "{over}");
    assert_eq!(deed("resume").await.problem(), "conflict", "it is over");
}

/// O-22: a debate without available models says why, and continues when they are available.
#[tokio::test]
async fn a_debate_that_could_not_begin_says_why_and_can_be_resumed() {
    let planner = SimulatedPlanner::new().unwrap();
    planner.miss(Some("the key of `acme` is not set"));
    let site = Site::open(&planner).await;
    let id = site.start(TOPIC).await;
    let failed = site.rested(&id).await;
    assert_eq!(
        (failed["state"].clone(), failed["why"].clone()),
        (json!("failed"), json!("the key of `acme` is not set"))
    );
    planner.miss(None);
    assert_eq!(site.post(&format!("{DEBATES}/{id}/resume"), "").await.status, 202);
    assert_eq!(site.rested(&id).await["state"], "over");
}

/// I-30, I-20: a key returns the same debate on both surfaces.
#[tokio::test]
async fn a_key_is_the_same_over_both_surfaces() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let begun = site.ask(Ask::post(DEBATES, r#"{"topic": "Yes?"}"#).with("Idempotency-Key", "k")).await.json();
    let id = begun["id"].as_str().unwrap();
    let again = site.tool("start_roundtable", &json!({"topic": "Yes?", "request_key": "k"})).await;
    assert!(again.body.contains(id), "{}", again.body);
    site.rested(id).await;
    let path = format!("{DEBATES}/{id}/fork");
    let forked = site.ask(Ask::post(&path, r#"{"after_round": 1}"#).with("Idempotency-Key", "f")).await.json();
    let forked = forked["id"].as_str().unwrap();
    let again = site.tool("fork_session", &json!({"id": id, "after_round": 1, "request_key": "f"})).await;
    assert!(again.body.contains(forked), "{}", again.body);
    let long = "k".repeat(256);
    let refused = site.tool("start_roundtable", &json!({"topic": "Yes?", "request_key": long})).await;
    assert!(refused.body.contains("1 to 255"), "{}", refused.body);
    assert_eq!(site.get(DEBATES).await.json()["debates"].as_array().unwrap().len(), 2);
}

/// I-24: without sampling the client's model gets no seat: not in a list, not in a fork, on neither surface.
#[tokio::test]
async fn nobody_waits_for_a_model_that_cannot_be_asked() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let begun = site
        .post(
            DEBATES,
            r#"{"topic": "Yes?", "rounds": 2, "algorithm": "fixed_rounds", "participants": ["client,sim/1", "sim/2"]}"#,
        )
        .await;
    assert_eq!(begun.status, 201, "{}", begun.body);
    assert!(
        begun.body.contains("does not offer sampling") && !begun.body.contains("client/sampling"),
        "{}",
        begun.body
    );
    let refused = site.post(DEBATES, r#"{"topic": "Yes?", "participants": ["client,sim/1"]}"#).await;
    assert_eq!((refused.status, refused.problem().as_str()), (422, "refused"));
    let id = begun.json()["id"].as_str().unwrap().to_owned();
    site.rested(&id).await;
    let refused =
        site.post(&format!("{DEBATES}/{id}/fork"), r#"{"after_round": 1, "seats": {"sim-1": "client"}}"#).await;
    assert_eq!((refused.status, refused.problem().as_str()), (422, "refused"), "{}", refused.body);
    assert!(refused.body.contains("does not offer sampling"), "{}", refused.body);
    let refused = site.tool("fork_session", &json!({"id": id, "after_round": 1, "seats": {"sim-1": "client"}})).await;
    assert!(refused.body.contains("does not offer sampling"), "{}", refused.body);
    assert_eq!(site.get(DEBATES).await.json()["debates"].as_array().unwrap().len(), 1);
}
