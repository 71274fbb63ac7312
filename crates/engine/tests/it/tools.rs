//! Participants that look things up before they answer.
use crate::cut::{goes_on, unraced};
use crate::desk::{self, Cast, Instead, Paper};
use debate::event::Reason;
use debate::rules::{Enforcement, ToolPolicy, Watch};
use debate::tool::Use;
use debate::{Algorithm, Debate, Envelope, Event, Profile, Rules, text};
use engine::{At, Bus, Changes, Cut};
use models::Choice;
use std::sync::Arc;

const RYE: &[(&str, &str)] = &[("look", r#"{"query": "Rye grows"}"#)];

const NO: &str = r#"{"position": "No.", "reasoning": "So it is.", "confidence": 0.8, "vote": "ACCEPT"}"#;

fn policy(min_calls: u32, max_calls: u32) -> ToolPolicy {
    ToolPolicy { enforcement: Enforcement::Relaxed, min_calls, max_calls }
}

fn rules(tools: ToolPolicy) -> Rules {
    Rules { rounds: 2, algorithm: Algorithm::FixedRounds, tools: Some(tools), ..Rules::default() }
}

/// Requests of every kind: several at once, one that nobody can read, one for what is not there, one more than may be, and one that
/// follows on an answer that could not be used. The others do as they like.
pub(crate) fn curious() -> Arc<Cast> {
    let lost = models::Error::TimedOut { after: std::time::Duration::from_secs(1) };
    Cast::stumbling([
        ("r1/turn/sim-1", Instead::Calls(&[("look", r#"{"query": "rye"}"#), ("look", r#"{"query":"oats"}"#)])),
        ("r1/turn/sim-1/2", Instead::Calls(&[("look", "{\"que"), ("dig", "{}"), ("look", r#"{"query": " OATS "}"#)])),
        ("r1/turn/sim-2", Instead::Text("I would rather not say.")),
        ("r1/again/sim-2", Instead::Calls(RYE)),
        ("r1/again/sim-2/2", Instead::Text("{\"position\": \"Yes, I do think so.\"}")),
        ("r1/turn/sim-3", Instead::Calls(RYE)),
        ("r1/turn/sim-3/2", Instead::Fail(lost)),
        ("r2/turn/sim-2", Instead::Calls(RYE)),
        ("r2/turn/sim-2/2", Instead::Text("nothing to read")),
        ("r2/again/sim-2/2", Instead::Calls(&[("look", r#"{"query": "rye grows"}"#)])),
    ])
}

fn uses(log: &[Envelope]) -> Vec<(String, Use)> {
    let mut all = Vec::new();
    for envelope in log {
        if let Event::ToolsUsed { call, uses, .. } = &envelope.event {
            all.extend(uses.iter().map(|it| (call.to_string(), it.clone())));
        }
    }
    all
}

/// O-10, O-22, D-18, D-61: whoever speaks when and however it is asked, a debate that uses tools is cut at every length and goes on with
/// the same events and the same conversations; nothing that was answered is asked for again.
#[tokio::test]
async fn a_debate_with_tools_cut_anywhere_goes_on() {
    for mode in formats::modes::names() {
        for profiles in [&[Profile::Full][..], &[Profile::Lean, Profile::Full, Profile::Full]] {
            let spec = desk::asked_as(desk::spec(mode, 4, rules(policy(1, 4))), profiles);
            let whole = goes_on(&spec, curious, mode).await;
            let uses = uses(&whole);
            assert!(uses.len() >= 6, "{mode}: {uses:?}");
            assert!(uses.iter().any(|(_, it)| it.cached), "{mode}");
            assert_eq!(uses.iter().any(|(_, it)| it.failed), profiles.len() == 1, "{mode}");
        }
    }
}

/// O-10, O-05: the log of such a debate is its own recording, whole and cut anywhere.
#[tokio::test]
async fn a_debate_with_tools_replays_to_the_same_bytes() {
    for mode in ["collaborative", "adversarial", "delphi"] {
        let (_, log) = desk::run(&desk::spec(mode, 4, rules(policy(1, 4))), &curious()).await;
        for cut in 1..=log.len() {
            let debate = engine::replay(log[..cut].to_vec(), &Bus::silent())
                .await
                .unwrap_or_else(|it| panic!("{mode}, {cut}: {it}"));
            assert_eq!(debate.next_seq as usize, cut, "{mode}");
        }
        let mut changed = log.clone();
        for envelope in &mut changed {
            if let Event::ToolsUsed { uses, .. } = &mut envelope.event {
                uses.iter_mut().for_each(|it| it.cached = !it.cached);
            }
        }
        assert!(engine::replay(changed, &Bus::silent()).await.is_err(), "{mode}: a changed record is found");
    }
}

/// O-10, O-23: a fork from any event of such a debate goes on from there and pays for nothing twice.
#[tokio::test]
async fn a_fork_keeps_what_was_looked_up() {
    let spec = desk::spec("collaborative", 4, rules(policy(1, 4)));
    let (_, log) = desk::run(&spec, &curious()).await;
    let at = log.iter().position(|it| matches!(it.event, Event::ToolsUsed { .. })).unwrap();
    let cut = Cut::of(&log, At::Event(at as u64)).unwrap();
    let forked = engine::fork(&cut, Changes::none(&cut, "other".into(), 0)).unwrap();
    let (cast, paper) = (curious(), Arc::new(Paper::default()));
    engine::resume(&desk::world(&spec, &cast, &paper), &forked, &Bus::silent()).await.unwrap();
    let (kept, rest) = (forked.into_iter().skip(1), log.into_iter().skip(1));
    assert_eq!(unraced(kept.chain(paper.read()).collect()), unraced(rest.collect()), "as if nothing had happened");
    assert!(!cast.asked().contains_key("r1/turn/sim-1"));
}

/// D-61: results are kept across participants by what is asked, however it is spelled: nothing is looked up twice.
#[tokio::test]
async fn nothing_is_looked_up_twice() {
    let spelled: [&'static [(&str, &str)]; 3] = [
        RYE,
        &[("look", r#"{"query": "rye  GROWS"}"#), ("look", r#"{"query":"rye grows"}"#)],
        &[("look", r#"{ "query" : "\nRye grows" }"#)],
    ];
    let names = ["r1/turn/sim-1", "r1/turn/sim-2", "r2/turn/sim-1"];
    let quiet = ["r1/turn/sim-3", "r2/turn/sim-2", "r2/turn/sim-3"].map(|it| (it, Instead::Text(NO)));
    let calls = names.into_iter().zip(spelled).map(|(call, it)| (call, Instead::Calls(it)));
    for mode in ["collaborative", "adversarial"] {
        let cast = Cast::stumbling(calls.clone().chain(quiet.clone()));
        let (_, log) = desk::run(&desk::spec(mode, 3, rules(policy(1, 2))), &cast).await;
        let cached: Vec<bool> = uses(&log).iter().map(|(_, it)| it.cached).collect();
        assert_eq!(cached, [false, true, true, true], "{mode}");
        assert!(uses(&log).iter().all(|(_, it)| it.result == "It is on record that Rye grows."), "{mode}");
        assert_eq!(*cast.look.asked.lock().unwrap(), ["Rye grows"], "{mode}");
    }
}

/// A participant that never answers of its own accord.
fn insatiable(name: &'static str, rounds: usize) -> Arc<Cast> {
    let queries = (0..40).map(|n| ("look", &*format!(r#"{{"query": "thing {n}"}}"#).leak())).collect::<Vec<_>>().leak();
    let call = |n: usize| if n == 0 { format!("r1/turn/{name}") } else { format!("r1/turn/{name}/{}", n + 1) };
    Cast::stumbling((0..rounds).map(|n| (&*call(n).leak(), Instead::Calls(&queries[n..=n]))))
}

/// D-61: six calls a turn where all speak at once, two where one hears the others, one for who is asked in few words, and otherwise as
/// the rules have it. Who would only ever call tools is then made to answer, and no turn is lost.
#[tokio::test]
async fn who_only_calls_tools_is_made_to_answer() {
    for (mode, profile, policy, most) in [
        ("collaborative", Profile::Full, policy(1, 3), 3),
        ("adversarial", Profile::Full, policy(0, 5), 5),
        ("collaborative", Profile::Lean, policy(1, 3), 1),
        ("collaborative", Profile::Full, policy(0, 0), 0),
    ] {
        let cast = insatiable("sim-1", most);
        let spec = desk::asked_as(desk::spec(mode, 3, rules(policy)), &[profile]);
        let (debate, log) = desk::run(&spec, &cast).await;
        let made = uses(&log).iter().filter(|(call, _)| call.starts_with("r1/turn/sim-1")).count();
        assert_eq!(made, most, "{mode}, {profile:?}");
        assert!(debate.rounds.iter().all(|it| it.spoken.len() == 3), "{mode}: nobody is lost");
        let asked = cast.asked();
        if most > 0 {
            let last = &asked[&format!("r1/turn/sim-1/{}", most + 1)].tools;
            assert_eq!((last.choice, last.exchanges.len(), last.offered.len()), (Choice::Answer, most, 1), "{mode}");
            assert_eq!(asked["r1/turn/sim-1"].tools.choice, Choice::Free);
        } else {
            assert!(asked.values().all(|it| it.tools == Default::default()), "none may be called, so none are offered");
            assert!(asked.values().all(|it| !it.system.contains("You have tools")), "nor spoken of");
        }
    }
}

/// D-61: more calls in one answer than a turn has are not made, and the turn goes on.
#[tokio::test]
async fn more_than_may_be_called_is_not() {
    let queries = (0..40).map(|n| ("look", &*format!(r#"{{"query": "thing {n}"}}"#).leak())).collect::<Vec<_>>().leak();
    let cast = Cast::stumbling([("r1/turn/sim-1", Instead::Calls(queries))]);
    let (_, log) = desk::run(&desk::spec("collaborative", 2, rules(policy(1, 2))), &cast).await;
    assert_eq!(uses(&log).iter().filter(|(call, _)| call == "r1/turn/sim-1").count(), 2);
    // One that calls although it may not, and says nothing else, is asked again and has no turn if it does not mend its ways.
    let cast = Cast::stumbling(["r1/turn/sim-1", "r1/again/sim-1"].map(|it| (it, Instead::Calls(RYE))));
    let (debate, log) =
        desk::run(&desk::spec("collaborative", 3, Rules { tools: None, ..rules(policy(1, 1)) }), &cast).await;
    assert!(uses(&log).is_empty() && debate.rounds[0].failed.len() == 1);
}

/// O-10: without anything to look up and without a rule, a request is as it ever was.
#[tokio::test]
async fn tools_are_offered_only_where_there_is_something_to_offer() {
    for (tools, is_offered) in [(None, false), (Some(policy(1, 2)), true)] {
        let cast = Arc::new(Cast::default());
        desk::run(&desk::spec("adversarial", 3, Rules { tools, ..rules(policy(1, 1)) }), &cast).await;
        for (call, request) in cast.asked() {
            assert_eq!(!request.tools.offered.is_empty(), is_offered, "{call}");
            assert_eq!(request.user.contains("Calls of tools in this turn: 1 to 2."), is_offered, "{call}");
            assert_eq!(request.system.contains("You have tools"), is_offered, "{call}");
        }
    }
}

/// O-10: a tool that hangs, fails or is not there costs a result, never a turn.
#[tokio::test(start_paused = true)]
async fn a_tool_that_fails_loses_no_turn() {
    let calls: &[(&str, &str)] = &[
        ("look", r#"{"query": "never"}"#),
        ("look", "{}"),
        ("dig", "{}"),
        ("look", "[]"),
        ("look", r#"{"query": "rye"}"#),
    ];
    let cast = Cast::stumbling([("r1/turn/sim-1", Instead::Calls(calls))]);
    let (debate, log) = desk::run(&desk::spec("collaborative", 2, rules(policy(1, 6))), &cast).await;
    assert_eq!(debate.rounds[0].spoken.len(), 2);
    let results = uses(&log).into_iter().filter(|(call, _)| call == "r1/turn/sim-1");
    let results: Vec<String> = results.map(|(_, it)| format!("{}: {}", it.failed, it.result)).collect();
    insta::assert_snapshot!(results.join("\n"), @r#"
    true: no result within 20 s; answer without it
    true: `query` is missing
    true: there is no tool `dig`; there are: look
    true: the arguments are no JSON object; `look` takes {"type":"object","properties":{"query":{"type":"string"}},"required":["query"],"additionalProperties":false}
    false: It is on record that rye.
    "#);
}

/// O-10, D-31: results are bounded, one by one and for a turn, and quoted; a conversation with all that may be looked up stays under
/// 8,000 tokens.
#[tokio::test]
async fn a_conversation_stays_bounded() {
    let queries =
        (0..6).map(|n| ("look", &*format!(r#"{{"query": "everything of {n}"}}"#).leak())).collect::<Vec<_>>().leak();
    let cast = Cast::stumbling([("r2/turn/sim-1", Instead::Calls(queries))]);
    let (_, log) = desk::run(&desk::spec("collaborative", 2, rules(policy(1, 6))), &cast).await;
    let uses = uses(&log);
    let sizes: Vec<usize> =
        uses.iter().filter(|(call, _)| call == "r2/turn/sim-1").map(|(_, it)| text::tokens(&it.result)).collect();
    assert!(sizes.iter().all(|it| *it <= 600) && sizes.iter().sum::<usize>() <= 1_500, "{sizes:?}");
    assert!(sizes[0] > 500, "{sizes:?}");
    let asked = &cast.asked()["r2/turn/sim-1/2"];
    for result in asked.tools.exchanges.iter().flat_map(|it| &it.results) {
        assert!(result.text.lines().skip(1).all(|it| it.starts_with("| ")), "{}", result.text);
    }
}

/// O-10, O-04: every further request counts: one that the money does not reach for is not made, and the debate ends with that reason;
/// cut anywhere it comes to the same end.
#[tokio::test]
async fn a_further_request_is_within_the_budget() {
    let mut reasons = Vec::new();
    for mode in ["collaborative", "adversarial"] {
        for budget in (1_000..40_000).step_by(3_000) {
            let spec = desk::spec(mode, 3, Rules { budget_tokens: Some(budget), ..rules(policy(1, 6)) });
            // Where all speak at once it is chance who asks for the last of it.
            let whole = match mode {
                "adversarial" => goes_on(&spec, || insatiable("sim-1", 6), &format!("{mode}, {budget}")).await,
                _ => desk::run(&spec, &insatiable("sim-1", 6)).await.1,
            };
            let debate = Debate::replay(&whole).unwrap();
            let is_last_open = debate
                .rounds
                .last()
                .is_some_and(|it| !it.used_by(&"sim-1".into()).is_empty() && !it.is_settled(&"sim-1".into()));
            let why = debate.closed.unwrap().why;
            assert!(why == Reason::Budget || !is_last_open, "{mode}, {budget}: {why}");
            // The rest of a batch was paid for in advance.
            let over = debate.dearest.tokens() * 3;
            assert!(debate.spent.tokens() <= budget + over, "{mode}, {budget}: {}", debate.spent.tokens());
            reasons.push((why, is_last_open));
        }
    }
    assert!(reasons.contains(&(Reason::Budget, true)), "some stop in the middle of a turn: {reasons:?}");
    assert!(reasons.contains(&(Reason::RoundCap, false)), "some have enough: {reasons:?}");
}

/// D-61: who speaks later in a round reads what those before have looked up, and where.
#[tokio::test]
async fn what_was_looked_up_is_told() {
    let cast = Cast::stumbling([("r1/turn/sim-1", Instead::Calls(RYE))]);
    desk::run(&desk::spec("adversarial", 3, rules(policy(0, 1))), &cast).await;
    let line = "| Looked up, look in S1#1: {\"query\": \"Rye grows\"}: It is on record that Rye grows.";
    let asked = cast.asked();
    assert!(!asked["r1/turn/sim-1/2"].user.contains(line), "not one's own, in the same turn");
    for call in ["r1/turn/sim-2", "r1/turn/sim-3", "r2/turn/sim-1"] {
        assert!(asked[call].user.contains(line), "{call}: {}", asked[call].user);
    }
    assert!(asked["r1/turn/sim-2"].user.contains("Use first what others have already looked up."));
}

/// O-10, D-50: what is asked of a tool is read for harm like an answer: what tier 1 stops is not run and not seen, and the evaluator
/// reads the rest with the answer.
#[tokio::test]
async fn what_is_asked_of_tools_is_read_for_harm() {
    let harmful = include_str!("../../../analysis/data/safety-hostile.txt")
        .lines()
        .find(|it| analysis::safety::screen(it).is_some())
        .unwrap();
    let arguments = serde_json::json!({"query": harmful}).to_string();
    let calls: &'static [(&str, &str)] = vec![("look", &*arguments.leak())].leak();
    let cast = Cast::stumbling([("r1/turn/sim-1", Instead::Calls(calls)), ("r1/turn/sim-2", Instead::Calls(RYE))]);
    let watch = Watch { on: true, evaluator: Some("sim/9".to_owned()) };
    let mut spec = desk::spec("red-team-blue-team", 4, Rules { watch, ..rules(policy(0, 2)) });
    spec.topic = debate::Topic::new("Should the bank tell its customers of the attack?").unwrap();
    let (debate, log) = desk::run(&spec, &cast).await;
    assert_eq!(debate.rounds[0].failed[0].by.as_str(), "sim-1");
    assert!(uses(&log).iter().all(|(call, _)| !call.ends_with("sim-1") || !call.starts_with("r1")));
    assert!(debate.watching.is_some(), "an attack is watched");
    assert!(cast.asked()["r1/review/sim-2"].user.contains("| Looked up: {\"query\": \"Rye grows\"}"));
}
