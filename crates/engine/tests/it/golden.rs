//! Logs of this version fold for ever (O-24), and the loop still writes the same; older ones are refused with a reason.
use crate::asked;
use crate::noted;
use crate::panel;
use crate::support::{self, Cast, Instead, MemoryJournal, Ticks};
use crate::tools::curious;
use analysis::{Findings, Verdict};
use debate::event::Reason;
use debate::rules::{Detection, Enforcement, PanelRules, ReviewRules, ToolPolicy};
use debate::state::FoldError;
use debate::{
    Algorithm, Analyst, Attachment, Ballot, ClosingBallot, Debate, Decide, Envelope, Event, Groups, Profile, Rules,
};
use engine::{Bus, Continuation, Error, Spec, World};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// O-24, O-21: the golden logs open, fold, give their verdict and replay.
#[tokio::test]
async fn golden_logs_fold_for_ever() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut logs: Vec<_> = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    logs.sort();
    logs.retain(|it| it.extension().is_some_and(|it| it == "jsonl"));
    assert!(logs.len() >= formats::modes::ALL.len());
    let mut kinds = BTreeSet::new();
    for path in logs {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let log = debate::log::read_lines(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let debate = Debate::replay(&log).unwrap();
        kinds.extend(log.iter().map(|it| it.event.kind()));
        // Nobody votes at a panel (P-18).
        match debate.is_panel() {
            true => insta::assert_json_snapshot!(format!("findings of {name}"), Findings::of(&debate)),
            false => insta::assert_json_snapshot!(format!("verdict of {name}"), Verdict::of(&debate)),
        }
        engine::replay(log, &Bus::silent()).await.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let all = [
        "answer_reviewed",
        "answer_unusable",
        "ballots_grouped",
        "call_noted",
        "debate_closed",
        "debate_continued",
        "debate_opened",
        "groupthink_seen",
        "mode_chosen",
        "panel",
        "positions_compared",
        "room",
        "round_opened",
        "round_reviewed",
        "sources_attached",
        "tools_used",
        "turn_failed",
        "turn_taken",
        "watch_begun",
        "watch_ended",
    ];
    assert!(kinds.into_iter().eq(all), "every event there is stands in a golden log");
}

/// Plays a debate and compares it with its golden log. If there is none yet, writes it:
/// `ROUNDTABLE_GOLDEN=1 cargo nextest run -p engine golden_log`, then `INSTA_UPDATE=unseen cargo nextest run -p engine golden`.
async fn has_golden(name: &str, played: impl Future<Output = Vec<Envelope>>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/v2-{name}.jsonl"));
    let played = played.await;
    if !path.exists() && std::env::var_os("ROUNDTABLE_GOLDEN").is_some() {
        let lines: String = played.iter().map(|it| debate::log::write(it).unwrap() + "\n").collect();
        std::fs::write(&path, lines).unwrap();
    }
    let advice = "make one with `ROUNDTABLE_GOLDEN=1 cargo nextest run -p engine golden_log`";
    let golden = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{name} has no golden log; {advice}"));
    let (played, golden) = (course(&played), course(&debate::log::read_lines(&golden).unwrap()));
    let advice =
        "if that is meant, leave the golden log as it is and give the debate another name, and so a log of its own";
    for (seq, (now, then)) in played.iter().zip(&golden).enumerate() {
        assert_eq!(now, then, "{name}, event {seq}: the loop writes something else; {advice}");
    }
    assert_eq!(played.len(), golden.len(), "{name}: the debate has another length; {advice}");
}

/// The events of a log without what changes with every word of a prompt: the tokens of an answer, and how a simulated participant spells
/// it.
fn course(log: &[Envelope]) -> Vec<Value> {
    fn mask(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                if let Some(answer) = fields.get_mut("answer").and_then(Value::as_object_mut) {
                    answer.retain(|name, _| name != "usage" && name != "text");
                }
                fields.values_mut().for_each(mask);
            }
            Value::Array(values) => values.iter_mut().for_each(mask),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let written = |it: &Envelope| {
        let mut event = serde_json::to_value(it).unwrap();
        mask(&mut event);
        event
    };
    log.iter().map(written).collect()
}

/// O-24: each mode has a log, with an answer asked for again, one lost, and one that is partly unreadable.
#[tokio::test]
async fn every_mode_has_a_golden_log() {
    for mode in formats::modes::names() {
        let played = Box::pin(async {
            let lost = models::Error::TimedOut { after: std::time::Duration::from_secs(120) };
            let unread =
                "{\"position\": \"Yes, with a pilot.\", \"confidence\": \"80%\", \"ballot\": {\"choice\": \"yes\"},}";
            let cast = Cast::stumbling([
                ("r1/turn/sim-2", Instead::Text("Let me think about that.")),
                ("r2/turn/sim-1", Instead::Fail(lost)),
                ("r3/turn/sim-3", Instead::Text(unread)),
            ]);
            let rules = Rules { rounds: 3, algorithm: Algorithm::FixedRounds, ..Rules::default() };
            support::run(&support::spec(mode, 3, rules), &cast).await.1
        });
        has_golden(mode, played).await;
    }
}

/// O-24, B-01: each kind of ballot has a log: names, numbers, and options that participants propose and a model groups, with closing
/// ballots. The modes' logs are on yes or no.
#[tokio::test]
async fn every_kind_of_ballot_has_a_golden_log() {
    let ballots =
        [Ballot::choice(["Alder", "Birch", "Cedar"]).unwrap(), Ballot::estimate("days").unwrap(), Ballot::Open];
    for ballot in ballots {
        let name = format!("ballot-{}", ballot.kind());
        let played = Box::pin(async move {
            let (groups, closing_ballot) = (Groups::Model("sim/9".to_owned()), ClosingBallot::Always);
            let algorithm = Algorithm::FixedRounds;
            let rules = Rules { rounds: 3, algorithm, groups, closing_ballot, ..Rules::default() };
            let spec = Spec { ballot: Some(ballot), ..support::spec("collaborative", 4, rules) };
            support::run(&spec, &Arc::default()).await.1
        });
        has_golden(&name, played).await;
    }
}

/// O-24: a log of version 1 is refused wherever logs are opened, with what it is and what to do.
#[tokio::test]
async fn an_older_log_is_refused_with_a_reason() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/older/v1.jsonl");
    let log = debate::log::read_lines(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(Debate::replay(&log).unwrap_err(), FoldError::Older(1));
    let folder = tempfile::tempdir().unwrap();
    let store = store::Store::open(&folder.path().join("older.db")).await.unwrap();
    store.import(&"test".into(), &log).await.unwrap();
    let kept = store.log(&"test".into()).await.unwrap();
    store.close().await;
    let world = support::world(&support::spec("collaborative", 3, Rules::default()), &Arc::default(), &Arc::default());
    let refusals = [
        engine::resume(&world, &kept, &Bus::silent()).await.unwrap_err(),
        engine::replay(kept.clone(), &Bus::silent()).await.unwrap_err(),
        engine::stopping(&Ticks, &kept).unwrap_err(),
    ];
    for error in refusals {
        assert!(matches!(error, Error::Fold(FoldError::Older(1))), "{error:?}");
        let words = error.to_string();
        assert!(words.starts_with("the log has version 1: ") && words.ends_with("run the debate again"), "{words}");
    }
}

/// O-24, D-10: sections, vulnerabilities with mitigations, and an answer that lacks some of them have a log.
#[tokio::test]
async fn sections_have_a_golden_log() {
    let played = Box::pin(crate::structure::incomplete());
    has_golden("structure", async { played.await.1 }).await;
}

/// O-24: a debate with an evaluator that agrees too early, objects in vain, is escalated and goes on with a person's message.
#[tokio::test]
async fn an_eventful_debate_has_a_golden_log() {
    let played = Box::pin(async {
        let yes = r#"{"position":"Yes, move the ledger now.","ballot":{"choice":"Yes","headline":null},"reasoning":"r","confidence":0.9}"#;
        let no = r#"{"position":"No, leave the ledger alone.","ballot":{"choice":"No","headline":null},"reasoning":"r","confidence":0.9}"#;
        let calls = (1..=3).flat_map(|round| (1..=3).map(move |seat| (round, seat)));
        let said = |it: (u32, u32)| Instead::Text(if it.0 == 1 && it.1 > 1 { no } else { yes });
        let cast = Cast::stumbling(
            calls.map(|(round, seat)| (&*format!("r{round}/turn/sim-{seat}").leak(), said((round, seat)))),
        );
        let watch = ReviewRules { on: true, evaluator: Some("sim/9".to_owned()), ..ReviewRules::default() };
        let spec = support::spec("adversarial", 3, Rules { rounds: 4, watch, ..Rules::default() });
        let journal = Arc::new(MemoryJournal::default());
        let world = support::world(&spec, &cast, &journal);
        let over = engine::start(&world, &spec, &Bus::silent()).await.unwrap();
        assert_eq!(over.closed.as_ref().unwrap().why, Reason::Escalated);
        let said = Some("The auditors come in May.".to_owned());
        let continuation = Continuation { said, ..Continuation::of(&over) };
        engine::go_on(&world, &journal.read(), &continuation, &Bus::silent()).await.unwrap();
        journal.read()
    });
    has_golden("eventful", played).await;
}

/// O-24, D-50: a debate in which every answer is reviewed before it is seen, and one reviewed in parallel, each with a withheld answer, a
/// redacted one, and an unreadable ruling.
#[tokio::test]
async fn watched_debates_have_golden_logs() {
    let single = |ruling: &str, words: &str| format!(r#"{{"reason": "r", "ruling": "{ruling}", "redact": [{words}]}}"#);
    let listed = |ruling: &str, words: &str| {
        format!(r#"{{"rulings": [{{"answer": 2, "reason": "r", "ruling": "{ruling}", "redact": [{words}]}}]}}"#)
    };
    let text = |it: String| Instead::Text(it.leak());
    let first = vec![
        ("r1/review/sim-2", text(single("redact", "\"rehearsed\""))),
        ("r2/review/sim-1", text(single("reject", ""))),
        ("r3/review/sim-3", Instead::Text("I would rather not.")),
    ];
    let beside = vec![
        ("r1/reviews/sim-1", text(listed("redact", "\"rehearsed\""))),
        ("r2/reviews/sim-1", text(listed("reject", ""))),
        ("r3/reviews/sim-1", Instead::Text("I would rather not.")),
    ];
    let watch = ReviewRules { on: true, evaluator: Some("sim/9".to_owned()), ..ReviewRules::default() };
    let rules = Rules { rounds: 4, algorithm: Algorithm::FixedRounds, watch, ..Rules::default() };
    for (name, topic, instead) in [
        ("watched-first", "Should pupils have phones?", first),
        ("watched-beside", "Should we move the ledger to event sourcing?", beside),
    ] {
        let topic = debate::Topic::new(topic).unwrap();
        let spec = Spec { topic, ..support::spec("adversarial", 3, rules.clone()) };
        let played = Box::pin(async move { support::run(&spec, &Cast::stumbling(instead)).await.1 });
        has_golden(name, played).await;
    }
}

/// O-24, O-10: a debate with tool calls, sequential and concurrent, unsuccessful and repeated.
#[tokio::test]
async fn a_debate_with_tools_has_a_golden_log() {
    let tools = Some(ToolPolicy { enforcement: Enforcement::Normal, min_calls: Some(1), max_calls: Some(4) });
    let rules = Rules { rounds: 2, algorithm: Algorithm::FixedRounds, tools, ..Rules::default() };
    let played = Box::pin(async move { support::run(&support::spec("adversarial", 3, rules), &curious()).await.1 });
    has_golden("tools", played).await;
}

/// O-24, O-04: a debate whose calls lose attempts that may have been billed, and options.
#[tokio::test]
async fn a_debate_with_lost_attempts_has_a_golden_log() {
    let rules = Rules { rounds: 2, algorithm: Algorithm::FixedRounds, ..Rules::default() };
    let cast = Cast::stumbling([("r1/turn/sim-2", Instead::Fail(models::Error::Cut { reason: "reset".into() }))]);
    let played = Box::pin(async move { noted::flaky(&support::spec("collaborative", 3, rules), &cast).await.1 });
    has_golden("noted", played).await;
}

/// O-24, E-01, E-11: a debate with typed evidence, attached texts and compared positions.
#[tokio::test]
async fn a_debate_with_evidence_has_a_golden_log() {
    let rules = Rules { rounds: 3, analyst: Analyst::Local, decide: Decide::Guarded, ..Rules::default() };
    let mut spec = support::spec("expert-panel", 3, rules);
    let text = "The ledger writes 40 events per second. A pilot took two weeks.".to_owned();
    spec.attached = vec![Attachment { title: "ledger.md".to_owned(), text }];
    let played = Box::pin(async move {
        let journal = Arc::new(MemoryJournal::default());
        let world = support::world(&spec, &Arc::default(), &journal);
        let world = World { analyst: Some(Arc::new(engine::Lexical)), ..world };
        engine::start(&world, &spec, &Bus::silent()).await.unwrap();
        journal.read()
    });
    has_golden("evidence", played).await;
}

/// O-24, I-25, I-20: a debate that waits for information, goes on with it, is stopped, and goes on again.
#[tokio::test]
async fn a_debate_that_waits_has_a_golden_log() {
    let played = Box::pin(async {
        let mut log = asked::waiting("collaborative", &[Profile::Full], &asked::cast()).await;
        let at = log.iter().position(|it| matches!(it.event, Event::RoundOpened { round: 3, .. })).unwrap();
        log.truncate(at + 2);
        log.extend(engine::stopping(&Ticks, &log).unwrap());
        let journal = Arc::new(MemoryJournal::default());
        let world = support::world(&support::spec("collaborative", 3, asked::rules()), &asked::cast(), &journal);
        let over = Debate::replay(&log).unwrap();
        engine::go_on(&world, &log, &Continuation::of(&over), &Bus::silent()).await.unwrap();
        log.into_iter().chain(journal.read()).collect()
    });
    has_golden("context", played).await;
}

/// O-24, P-10, P-25: a panel with two rooms at once, with a clerk and with words alone, and a lost turn in a room.
#[tokio::test]
async fn a_panel_has_a_golden_log() {
    for (what, spec) in panel::both() {
        let name = format!("panel-revised-{what}");
        let played = Box::pin(async move {
            let lost = models::Error::TimedOut { after: std::time::Duration::from_secs(120) };
            let cast = Cast::stumbling([("room-2/exchange/2/south", Instead::Fail(lost))]);
            support::run(&spec, &cast).await.1
        });
        has_golden(&name, played).await;
    }
}

/// O-24, D-21, P-30: a panel whose clerk votes, with repeated questions, an unreachable clerk, and a clash without a room.
#[tokio::test]
async fn a_panel_with_second_tries_has_a_golden_log() {
    let played = Box::pin(async {
        let lost = models::Error::TimedOut { after: std::time::Duration::from_secs(120) };
        let (babbled, astray) =
            ("Let me think about that.", r#"{"opposed": true, "relevant": false, "question": null}"#);
        let cast = Cast::stumbling([
            ("room-1/clash/1/north", Instead::Text(babbled)),
            ("room-1/judge/2", Instead::Text(babbled)),
            ("room-1/position/1/north", Instead::Text(babbled)),
            ("room-1/cores/1", Instead::Fail(lost)),
            ("room-1/card", Instead::Text(babbled)),
            ("room-2/judge/1", Instead::Text(astray)),
            ("room-2/judge/3", Instead::Text(astray)),
        ]);
        let rules = PanelRules { detection: Detection::Vote, ..panel::with_clerk() };
        let (debate, log) = support::run(&panel::caching(rules), &cast).await;
        let [one, other] = debate.panel.rooms.as_slice() else { panic!("two rooms") };
        assert!(one.card().is_some() && one.unusable.len() == 4 && other.left.is_some(), "{:#?}", debate.panel.rooms);
        log
    });
    has_golden("panel-revised-again", played).await;
}
