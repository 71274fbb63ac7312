//! Transport errors that pass before patience ends.
use super::{DIALECTS, hold, hurried, spec};
use analysis::Verdict;
use debate::{Debate, Envelope, Event};
use models::Policy;
use models::fake_provider::Behaviour;
use std::time::{Duration, SystemTime};

const TOPIC: &str = "Should we move the ledger to event sourcing?";

/// Each way to fail, and how many attempts of every call it affects.
fn troubles() -> Vec<(&'static str, u32, Behaviour)> {
    let limited = || Behaviour::status(429, "slow down");
    let status = |code, body: &str| Behaviour::Status { code, headers: Vec::new(), body: body.to_owned() };
    // This second has begun, so there is next to nothing to wait for.
    let date = httpdate::fmt_http_date(SystemTime::now());
    vec![
        ("429", 2, limited()),
        ("429, wait in seconds", 2, limited().with_header("Retry-After", "0.01")),
        ("429, wait in whole seconds", 2, limited().with_header("Retry-After", "0")),
        ("429, wait in milliseconds", 2, limited().with_header("retry-after-ms", "10")),
        ("429, wait until a date", 2, limited().with_header("Retry-After", &date)),
        ("500", 4, Behaviour::status(500, "trouble")),
        ("502 with a page", 2, status(502, "<html>bad gateway</html>")),
        ("529, wait in milliseconds", 2, Behaviour::status(529, "overloaded").with_header("retry-after-ms", "5")),
        ("reset", 2, Behaviour::Reset),
        ("no body", 2, Behaviour::Cut { after: 0, text: "{}".to_owned() }),
        ("cut body", 4, Behaviour::Cut { after: 60, text: "{\"position\": \"Yes".to_owned() }),
        ("cut head", 1, Behaviour::Raw(b"HTTP/1.1 200 OK\r\ncontent-le".to_vec())),
        ("a page with status 200", 2, Behaviour::Html),
        ("nothing with status 200", 1, status(200, "")),
    ]
}

/// The attempts that each answer in a log took.
fn attempts(log: &[Envelope]) -> Vec<u32> {
    let taken = |it: &Envelope| match &it.event {
        Event::TurnTaken { answer, .. } => Some(answer.attempts),
        Event::DebateOpened { .. }
        | Event::ModeChosen { .. }
        | Event::RoundOpened { .. }
        | Event::GroupthinkSeen { .. }
        | Event::WatchBegun { .. }
        | Event::WatchEnded { .. }
        | Event::AnswerReviewed { .. }
        | Event::RoundReviewed { .. }
        | Event::SourcesAttached { .. }
        | Event::ToolsUsed { .. }
        | Event::PositionsCompared { .. }
        | Event::BallotsGrouped { .. }
        | Event::Panel { .. }
        | Event::Room { .. }
        | Event::CallNoted { .. }
        | Event::DebateContinued { .. }
        | Event::DebateClosed { .. } => None,
        Event::AnswerUnusable { .. } | Event::TurnFailed { .. } => panic!("a turn is lost: {it:?}"),
    };
    log.iter().filter_map(taken).collect()
}

/// A verdict without its cost in tokens and events: lost attempts are charged, and recorded.
fn without_cost(debate: &Debate) -> Verdict {
    let mut verdict = Verdict::of(debate);
    let metadata = &mut verdict.metadata;
    (metadata.usage, metadata.elapsed_ms, metadata.accounting) = (Default::default(), 0, None);
    verdict
}

/// O-03: each error alone, on the first attempts of every call: the debate comes out as if nothing had happened, and every answer says how
/// many attempts it took.
#[tokio::test]
async fn trouble_that_passes_changes_nothing() {
    for dialect in DIALECTS {
        for mode in formats::modes::names() {
            let spec = spec(mode, TOPIC, 2);
            let (calm, log, calls) = hold(&spec, dialect, hurried(), |_, _| None).await;
            assert_eq!(attempts(&log), vec![1; calls]);
            for (name, spoilt, bad) in troubles() {
                let stormy = hold(&spec, dialect, hurried(), move |_, n| (n < spoilt).then(|| bad.clone()));
                let (debate, log, requests) = stormy.await;
                let place = format!("{dialect:?}, {mode}, {name}");
                assert_eq!(without_cost(&debate), without_cost(&calm), "{place}");
                assert_eq!(attempts(&log), vec![spoilt + 1; calls], "{place}");
                assert_eq!(requests, calls * (spoilt as usize + 1), "{place}");
            }
        }
    }
}

/// O-03: a silent provider is given up at the attempt's deadline and asked again; the debate comes out as if nothing had happened.
#[tokio::test]
async fn silence_that_passes_changes_nothing() {
    let impatient = Policy { idle: Duration::from_millis(300), ..hurried() };
    for dialect in DIALECTS {
        for mode in formats::modes::names() {
            let spec = spec(mode, TOPIC, 1);
            let (calm, _, calls) = hold(&spec, dialect, hurried(), |_, _| None).await;
            let silent = |_: &_, n| (n < 1).then_some(Behaviour::Hang);
            let (debate, log, requests) = hold(&spec, dialect, impatient.clone(), silent).await;
            assert_eq!(without_cost(&debate), without_cost(&calm), "{dialect:?}, {mode}");
            // On a busy machine a good answer may come too late as well, and is asked for again.
            assert!(attempts(&log).iter().all(|it| *it >= 2), "{dialect:?}, {mode}");
            assert!(requests >= calls * 2, "{dialect:?}, {mode}");
        }
    }
}

/// O-03, D-21: a permanent error costs the turn and nothing else; the record says why, in the provider's words.
#[tokio::test]
async fn trouble_that_stays_costs_the_turn() {
    let few = Policy { attempts: 2, ..hurried() };
    for dialect in DIALECTS {
        for mode in formats::modes::names() {
            for (name, _, bad) in troubles() {
                let lose = move |asked: &super::Asked, _| (asked.call == "r1/turn/fake-2").then(|| bad.clone());
                let (debate, log, requests) = hold(&spec(mode, TOPIC, 2), dialect, few.clone(), lose).await;
                let place = format!("{dialect:?}, {mode}, {name}");
                let lost = Verdict::of(&debate).metadata.lost;
                assert_eq!(lost.len(), 1, "{place}");
                assert_eq!((lost[0].round, lost[0].why), (1, debate::event::Failure::Unavailable), "{place}");
                assert!(lost[0].detail.ends_with("(gave up after 2 attempts)"), "{place}: {}", lost[0].detail);
                assert_eq!(debate.rounds[1].spoken.len(), 3, "{place}: it is asked again in the next round");
                let closings = if debate.has_sides() { 3 } else { 0 };
                assert_eq!((requests, debate.calls), (7 + closings as usize, 5 + closings), "{place}");
                assert_eq!(debate.closed.unwrap().why, debate::event::Reason::RoundCap, "{place}");
                assert!(matches!(log.last().unwrap().event, Event::DebateClosed { .. }), "{place}");
            }
        }
    }
}
