//! Debates over SSE: every event once and in order, across reconnects (I-30).
use crate::site::{Happened, Site};
use futures_util::future::join_all;
use server::http::Patience;
use server::simulated::SimulatedPlanner;
use server::{Access, Limits};

const THREE: &str = r#"{"topic": "Should we adopt gRPC?", "rounds": 2, "algorithm": "fixed_rounds"}"#;

/// I-30: each of five hundred clients gets every event once and in order, half of them across a reconnect.
#[tokio::test]
async fn five_hundred_watchers_get_every_event_once_and_in_order() {
    let planner = SimulatedPlanner::held().unwrap();
    let limits = Limits { requests_a_minute: 1_000_000, ..Limits::default() };
    let site = Site::with(&planner, Access::open(), limits, Patience::default()).await;
    let id = site.start(THREE).await;
    let path = format!("/api/v1/debates/{id}/events");
    let watch = |number: usize| {
        let (site, path) = (&site, &path);
        async move {
            let mut stream = site.follow(path, None).await;
            let mut seen: Vec<(u64, String)> = Vec::new();
            while let Some(happened) = stream.next().await {
                match happened {
                    Happened { id: Some(id), data, .. } => seen.push((id, data)),
                    Happened { comment: Some(_), .. } => continue,
                    Happened { event, .. } => {
                        assert_eq!(event, "end");
                        return seen;
                    }
                }
                // Every other client loses its connection, each at a different event.
                if number % 2 == 1 && seen.len() == 1 + number % 7 {
                    stream = site.follow(path, seen.last().map(|it| it.0)).await;
                    assert_eq!(stream.status, 200);
                }
            }
            panic!("the stream ended before the debate");
        }
    };
    let answer = async {
        site.counts("roundtable_streams_open", 500).await;
        // Three answers and a grouping of what they claim, in each round.
        for _ in 0..8 {
            planner.answer(1);
            tokio::task::yield_now().await;
        }
    };
    let (seen, ()) = tokio::join!(join_all((0..500).map(watch)), answer);
    let log = site.get(&format!("/api/v1/debates/{id}/export?format=log")).await.body;
    let expected: Vec<(u64, String)> = (0..).zip(log.lines().map(str::to_owned)).collect();
    assert!(expected.len() > 8, "{log}");
    for (number, seen) in seen.into_iter().enumerate() {
        assert_eq!(seen, expected, "watcher {number}");
    }
    assert_eq!(planner.asked(), 8, "nobody was asked twice");
}

/// I-30: a reconnect gets only what follows; after the end there is nothing, which stops an `EventSource`.
#[tokio::test]
async fn a_stream_begins_where_the_caller_says() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let id = site.start(THREE).await;
    assert_eq!(site.rested(&id).await["state"], "over");
    let path = format!("/api/v1/debates/{id}/events");
    let last = site.get(&format!("/api/v1/debates/{id}")).await.json()["events"].as_u64().unwrap() - 1;
    for (query, header, expected) in [
        ("", None, (0..=last).collect::<Vec<_>>()),
        ("?after=2", None, (3..=last).collect()),
        ("", Some(4), (5..=last).collect()),
        ("?after=2", Some(last - 1), vec![last]),
    ] {
        let mut stream = site.follow(&format!("{path}{query}"), header).await;
        let mut ids = Vec::new();
        let end = loop {
            match stream.next().await.unwrap() {
                Happened { id: Some(id), event, data, .. } => {
                    assert!(data.contains(&format!("\"type\":\"{event}\"")), "{event}: {data}");
                    ids.push(id);
                }
                end @ Happened { id: None, .. } => break end,
            }
        };
        assert_eq!((ids, end.event.as_str()), (expected, "end"), "{query} {header:?}");
        assert_eq!(stream.next().await, None);
    }
    for after in [last, last + 1, u64::MAX] {
        assert_eq!(site.follow(&path, Some(after)).await.status, 204, "{after}");
    }
    assert_eq!(site.follow(&format!("{path}?live=maybe"), None).await.status, 400);
}

/// I-25, I-30: the stream of a debate that waits for input stays open and continues with it; lists show its state.
#[tokio::test]
async fn a_debate_that_waits_keeps_its_streams() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let mut waiting = None;
    // Only some rehearsals request context.
    for seed in 0..12 {
        let request = format!(
            r#"{{"topic": "Tea?", "rounds": 6, "algorithm": "fixed_rounds", "ask_context": true, "seed": {seed}}}"#
        );
        let id = site.start(&request).await;
        let session = site.rested(&id).await;
        if session["state"] == "needs_context" {
            waiting = Some((id, session));
            break;
        }
    }
    let (id, session) = waiting.unwrap();
    let listed = &site.get("/api/v1/debates").await.json()["debates"][0];
    assert_eq!((listed["state"].as_str(), listed.get("ended")), (Some("needs_context"), None));
    let path = format!("/api/v1/debates/{id}");
    let last = site.get(&path).await.json()["events"].as_u64().unwrap() - 1;
    let mut stream = site.follow(&format!("{path}/events"), Some(last)).await;
    assert_eq!(stream.status, 200);
    let needs = session["needs"].as_array().unwrap().iter();
    let needs: Vec<String> = needs.map(|it| format!(r#"{{"request": {}, "text": "31 ms"}}"#, it["id"])).collect();
    let answers = format!(r#"{{"context": [{}]}}"#, needs.join(", "));
    assert_eq!(site.post(&format!("{path}/continue"), &answers).await.status, 202);
    assert_eq!(stream.next().await.unwrap().event, "debate_continued");
}

/// I-30: a client ahead of a running debate, as after a restore, gets new events; an empty response would stop it for good.
#[tokio::test]
async fn a_reader_ahead_of_the_log_follows_it() {
    let planner = SimulatedPlanner::held().unwrap();
    let site = Site::open(&planner).await;
    let id = site.start(THREE).await;
    let mut stream = site.follow(&format!("/api/v1/debates/{id}/events"), Some(10_000)).await;
    assert_eq!(stream.status, 200);
    planner.answer(100);
    let mut ids = Vec::new();
    while let Some(happened) = stream.next().await {
        ids.extend(happened.id);
    }
    let events = site.get(&format!("/api/v1/debates/{id}")).await.json()["events"].as_u64().unwrap();
    let first = *ids.first().unwrap();
    assert!(first > 0 && ids.iter().copied().eq(first..events), "{ids:?}");
}

/// I-30: on request the stream has fragments of answers, without ids, between the events.
#[tokio::test]
async fn words_pass_live_and_are_not_kept() {
    let planner = SimulatedPlanner::held().unwrap();
    let site = Site::open(&planner).await;
    let id = site.start(THREE).await;
    let mut stream = site.follow(&format!("/api/v1/debates/{id}/events?live=true"), None).await;
    let (mut said, mut ids) = (0, Vec::new());
    // Calls before the first subscriber are not streamed, so the second round is checked.
    while let Some(Happened { id, event, comment, .. }) = stream.next().await {
        if id == Some(0) {
            planner.answer(100);
        }
        match (id, event.as_str()) {
            (Some(id), _) => ids.push(id),
            (None, "said") => said += 1,
            (None, "asked" | "restarted" | "end") => {}
            (None, other) => assert!(comment.is_some(), "{other}"),
        }
    }
    assert!(said > 0);
    assert!(ids.iter().copied().eq(0..ids.len() as u64), "{ids:?}");
}

/// O-32: a stopping server closes its streams with a final event, rejects new requests and returns, although a debate is running.
#[tokio::test]
async fn a_server_that_stops_ends_its_streams() {
    let site = Site::open(&SimulatedPlanner::held().unwrap()).await;
    let id = site.start(THREE).await;
    let mut stream = site.follow(&format!("/api/v1/debates/{id}/events"), None).await;
    assert_eq!(stream.next().await.unwrap().id, Some(0));
    site.stop.cancel();
    let mut last = None;
    while let Some(happened) = stream.next().await {
        last = Some(happened);
    }
    assert!(last.unwrap().comment.unwrap().starts_with("the server is stopping"));
    tokio::time::timeout(crate::site::LONG, site.served).await.unwrap().unwrap().unwrap();
    assert!(tokio::net::TcpStream::connect(site.address).await.is_err());
}
