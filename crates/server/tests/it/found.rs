//! Filters by state, date and mode, in lists and searches.
use crate::site::{Ask, Site};
use debate::Envelope;
use exports::times;
use serde_json::{Value, json};
use server::http::Patience;
use server::simulated::SimulatedPlanner;
use server::{Access, Caller, DebateService, Limits};
use std::sync::Arc;
use store::Store;

/// The starts of three days.
const DAYS: [&str; 3] = ["2026-11-16", "2026-11-17", "2026-11-18"];

/// A site with one debate on each of three days: socratic and over, delphi and over, delphi and idle. Also returns their ids.
async fn site() -> (Site, Vec<String>) {
    let service = DebateService::new(
        Store::memory().await.unwrap(),
        Arc::new(SimulatedPlanner::new().unwrap()),
        Limits::default(),
    );
    let site = Site::of(service.clone(), Access::open(), Patience::default()).await;
    let mut ids = Vec::new();
    for (day, mode) in DAYS.into_iter().zip(["socratic", "delphi", "delphi"]) {
        let begun = json!({"topic": format!("Should the kite fly on {day}?"), "mode": mode, "rounds": 1}).to_string();
        let id = site.start(&begun).await;
        site.rested(&id).await;
        let mut log: Vec<Envelope> = service.log(&Caller::default(), &id).await.unwrap().1;
        service.delete(&Caller::default(), &id).await.unwrap();
        let at = times::read(day).unwrap() + 3_600_000;
        log.iter_mut().for_each(|it| it.at = at);
        if day == DAYS[2] {
            log.pop();
        }
        let lines: Vec<String> = log.iter().map(|it| debate::log::write(it).unwrap()).collect();
        ids.push(service.import(&Caller::default(), &lines.join("\n")).await.unwrap().to_string());
    }
    (site, ids)
}

/// Filters with the debates they select, newest first.
fn choices() -> Vec<(Value, Vec<usize>)> {
    vec![
        (json!({}), vec![2, 1, 0]),
        (json!({"state": "over"}), vec![1, 0]),
        (json!({"state": "paused"}), vec![2]),
        (json!({"state": "running"}), vec![]),
        (json!({"mode": "delphi"}), vec![2, 1]),
        (json!({"mode": "delphi", "state": "over"}), vec![1]),
        (json!({"from": "2026-11-17"}), vec![2, 1]),
        (json!({"to": "2026-11-17"}), vec![0]),
        (json!({"from": "2026-11-17T00:00:00Z", "to": "2026-11-18T02:00:00+01:00"}), vec![1]),
        (json!({"from": "2026-11-16", "to": "2026-11-18", "mode": "socratic"}), vec![0]),
    ]
}

fn query(choice: &Value) -> String {
    let field = |(name, value): (&String, &Value)| format!("&{name}={}", value.as_str().unwrap().replace('+', "%2B"));
    choice.as_object().unwrap().iter().map(field).collect()
}

fn ids(list: &Value, field: &str) -> Vec<String> {
    list.as_array()
        .unwrap_or_else(|| panic!("{list}"))
        .iter()
        .map(|it| it[field].as_str().unwrap().to_owned())
        .collect()
}

/// The structured content of a tool result.
pub(crate) fn value(body: &str) -> Value {
    let line = body.lines().find_map(|it| it.strip_prefix("data: ").filter(|it| it.starts_with('{'))).unwrap_or(body);
    let answer: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {body}"));
    answer["result"]["structuredContent"].clone()
}

/// I-20, I-30: lists and searches filter by state, date and mode, equally over HTTP and MCP; times are in RFC 3339 and in milliseconds.
#[tokio::test]
async fn lists_and_searches_are_chosen_from() {
    let (site, all) = site().await;
    for (choice, left) in choices() {
        let mut expected: Vec<String> = left.into_iter().map(|it| all[it].clone()).collect();
        let listed = site.get(&format!("/api/v1/debates?limit=9{}", query(&choice))).await.json();
        assert_eq!(ids(&listed["debates"], "id"), expected, "{choice}");
        let tool = value(&site.tool("list_sessions", &choice).await.body);
        assert_eq!(ids(&tool["sessions"], "id"), expected, "{choice}");
        let hits = site.get(&format!("/api/v1/search?q=kite&limit=100{}", query(&choice))).await.json();
        let mut sought = choice.clone();
        sought["words"] = json!("kite");
        let found = value(&site.tool("search_sessions", &sought).await.body);
        expected.sort();
        for hits in [&hits["hits"], &found["hits"]] {
            let mut found = ids(hits, "debate");
            found.sort();
            found.dedup();
            assert_eq!(found, expected, "{choice}");
        }
    }
    let first = site.get("/api/v1/debates?to=2026-11-17").await.json()["debates"][0].clone();
    assert_eq!(
        (&first["opened_at"], &first["opened"]),
        (&json!(1_794_790_800_000_u64), &json!("2026-11-16T01:00:00.000Z"))
    );
    assert_eq!(first["last"], first["opened"]);
    let session = site.get(&format!("/api/v1/debates/{}", all[0])).await.json();
    assert_eq!((&session["opened_at"], &session["opened"]), (&first["opened_at"], &first["opened"]));
    let status = value(&site.tool("get_status", &json!({"id": all[0]})).await.body);
    assert_eq!((&status["opened_at"], &status["opened"]), (&first["opened_at"], &first["opened"]));
    let hit = site.get("/api/v1/search?q=kite&to=2026-11-17").await.json()["hits"][0].clone();
    assert_eq!((&hit["opened_at"], &hit["opened"]), (&first["opened_at"], &first["opened"]));
}

/// I-20, I-30: further pages keep the filter, on both surfaces.
#[tokio::test]
async fn chosen_pages_follow_each_other() {
    let (site, all) = site().await;
    let first = site.get("/api/v1/debates?limit=1&mode=delphi&from=2026-11-16T01:00:00%2B01:00").await;
    assert_eq!(ids(&first.json()["debates"], "id"), [all[2].as_str()]);
    let link = first.header("link").unwrap();
    let next = link.strip_prefix('<').unwrap().split('>').next().unwrap();
    let second = site.ask(Ask::get(next)).await;
    assert_eq!(ids(&second.json()["debates"], "id"), [all[1].as_str()], "{link}");
    assert_eq!((second.header("link"), &second.json()["next"]), (None, &Value::Null));
    let first = value(&site.tool("list_sessions", &json!({"limit": 1, "mode": "delphi"})).await.body);
    let mut arguments = first["next"]["arguments"].clone();
    assert_eq!(arguments, json!({"mode": "delphi", "after": all[2]}));
    arguments["limit"] = json!(1);
    let second = value(&site.tool("list_sessions", &arguments).await.body);
    assert_eq!((ids(&second["sessions"], "id"), &second["next"]), (vec![all[1].clone()], &Value::Null));
}

/// I-20, I-30: an invalid filter is rejected with its field, value and what is allowed.
#[tokio::test]
async fn a_choice_that_cannot_be_read_is_refused() {
    let (site, _) = site().await;
    for (field, word, allowed) in
        [("state", "done", "needs_context"), ("from", "May", "2026-11-18"), ("mode", "duel", "socratic")]
    {
        for path in ["/api/v1/debates?", "/api/v1/search?q=a&"] {
            let answer = site.get(&format!("{path}{field}={word}")).await;
            // The document lists the states and modes; what a day is, it can only describe.
            let refused = if field == "from" { (422, "refused") } else { (400, "malformed") };
            assert_eq!((answer.status, answer.problem().as_str()), refused, "{field}");
            let said = answer.json()["detail"].as_str().unwrap().to_owned();
            assert!([field, word, allowed].iter().all(|it| said.contains(it)), "{said}");
        }
        for tool in ["list_sessions", "search_sessions"] {
            let mut arguments = json!({field: word});
            if tool == "search_sessions" {
                arguments["words"] = json!("a");
            }
            let answer = site.tool(tool, &arguments).await.body;
            assert!([field, word, allowed].iter().all(|it| answer.contains(it)), "{answer}");
        }
    }
}
