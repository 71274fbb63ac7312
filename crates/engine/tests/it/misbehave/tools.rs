//! Tools over real sockets: called well, badly, for ever, or not supported.
use super::{DIALECTS, hold, hurried, spec};
use debate::rules::{Enforcement, ToolPolicy};
use debate::tool::Use;
use debate::{Envelope, Event, Parallel, Rules};
use engine::{Bus, Spec};
use models::fake_provider::Behaviour;

const TOPIC: &str = "Should the farm sow rye?";

fn with_tools(max_calls: u32) -> Spec {
    let spec = spec("collaborative", TOPIC, 2);
    let tools = Some(ToolPolicy { enforcement: Enforcement::Relaxed, min_calls: Some(1), max_calls: Some(max_calls) });
    Spec { rules: Rules { tools, parallel: Some(Parallel::Full), ..spec.rules.clone() }, ..spec }
}

fn uses(log: &[Envelope]) -> Vec<&Use> {
    let used = |it: &'_ Envelope| matches!(it.event, Event::ToolsUsed { .. });
    let events = log.iter().filter(|it| used(it));
    events.flat_map(|it| if let Event::ToolsUsed { uses, .. } = &it.event { uses.as_slice() } else { &[] }).collect()
}

/// O-10, D-61: in either dialect a model calls tools, several at once and badly, gets their results, and answers; nobody loses a turn, each
/// is run once, and the log replays.
#[tokio::test]
async fn tools_are_used_over_either_wire() {
    for dialect in DIALECTS {
        let (debate, log, requests) = hold(&with_tools(3), dialect, hurried(), |asked, attempt| match attempt {
            0 if asked.call.ends_with('1') => Some(Behaviour::tools([
                ("look", r#"{"query":"rye"}"#),
                ("look", r#"{"query":"oats"}"#),
                ("dig", "{}"),
                ("look", r#"{"query":"one too many"}"#),
            ])),
            0 => Some(Behaviour::tools([("look", r#"{"query": "RYE"}"#)])),
            _ => None,
        })
        .await;
        assert!(debate.rounds.iter().all(|it| it.spoken.len() == 3), "{dialect:?}");
        assert_eq!((requests, debate.calls), (12, 12), "{dialect:?}: each is asked twice in each round");
        let uses = uses(&log);
        assert_eq!(uses.iter().filter(|it| !it.cached && !it.failed).count(), 2, "{dialect:?}: rye and oats");
        assert_eq!(uses.len(), 2 * (3 + 1 + 1), "{dialect:?}");
        engine::replay(log, &Bus::silent()).await.unwrap();
    }
}

/// O-10, D-61: a model that calls tools for ever, even when none is allowed, has no turn; the others go on. One whose provider has no tools
/// answers without.
#[tokio::test]
async fn who_can_not_use_tools_does_no_harm() {
    for dialect in DIALECTS {
        let (debate, log, _) = hold(&with_tools(2), dialect, hurried(), |asked, _| {
            asked.call.ends_with('1').then(|| Behaviour::tools([("look", r#"{"query":"rye"}"#)]))
        })
        .await;
        assert!(debate.rounds.iter().all(|it| it.failed.len() == 1 && it.spoken.len() == 2), "{dialect:?}");
        assert_eq!(uses(&log).len(), 4, "{dialect:?}: two calls a turn, and no more for the second try");

        let (debate, log, _) = hold(&with_tools(2), dialect, hurried(), |asked, attempt| {
            (attempt == 0 && asked.call.starts_with("r1")).then(|| Behaviour::status(400, "tools are not supported"))
        })
        .await;
        assert!(debate.rounds.iter().all(|it| it.spoken.len() == 3), "{dialect:?}");
        assert!(uses(&log).is_empty(), "{dialect:?}");
    }
}
