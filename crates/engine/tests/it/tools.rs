//! Participants that call tools before they answer.
use crate::cut::{goes_on, unraced};
use crate::support::{self, Cast, Instead, MemoryJournal};
use debate::event::Reason;
use debate::rules::{Enforcement, ReviewRules, ToolPolicy};
use debate::tool::Use;
use debate::{Algorithm, Attachment, CallId, Debate, Envelope, Event, Layout, Profile, Rules, text};
use engine::{At, Bus, Changes, Clock, Cut, Stamp, Tool, Toolbox, Tools, World};
use models::{Choice, Request};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

const RYE: &[(&str, &str)] = &[("look", r#"{"query": "Rye grows"}"#)];

const NO: &str = r#"{"position": "No.", "reasoning": "So it is.", "confidence": 0.8,
    "ballot": {"choice": "No", "headline": null}}"#;

fn policy(min_calls: u32, max_calls: u32) -> ToolPolicy {
    ToolPolicy { enforcement: Enforcement::Relaxed, min_calls: Some(min_calls), max_calls: Some(max_calls) }
}

fn rules(tools: ToolPolicy) -> Rules {
    Rules { rounds: 2, algorithm: Algorithm::FixedRounds, tools: Some(tools), ..Rules::default() }
}

/// Requests of every kind: several at once, an unreadable one, one for a missing source, one beyond the limit, and one that follows an
/// unusable answer. The others are free.
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

/// O-10, O-22, D-18, D-61: in any order and profile, a debate with tools is cut at every length and goes on with the same events and
/// conversations; nothing answered is asked for again.
#[tokio::test]
async fn a_debate_with_tools_cut_anywhere_goes_on() {
    for mode in formats::modes::names() {
        for profiles in [&[Profile::Full][..], &[Profile::Lean, Profile::Full, Profile::Full]] {
            let spec = support::asked_as(support::spec(mode, 4, rules(policy(1, 4))), profiles);
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
        let (_, log) = support::run(&support::spec(mode, 4, rules(policy(1, 4))), &curious()).await;
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
    let spec = support::spec("collaborative", 4, rules(policy(1, 4)));
    let (_, log) = support::run(&spec, &curious()).await;
    let at = log.iter().position(|it| matches!(it.event, Event::ToolsUsed { .. })).unwrap();
    let cut = Cut::of(&log, At::Event(at as u64)).unwrap();
    let forked = engine::fork(&cut, Changes::none(&cut, "other".into(), 0)).unwrap();
    let (cast, journal) = (curious(), Arc::new(MemoryJournal::default()));
    engine::resume(&support::world(&spec, &cast, &journal), &forked, &Bus::silent()).await.unwrap();
    let (kept, rest) = (forked.into_iter().skip(1), log.into_iter().skip(1));
    assert_eq!(unraced(kept.chain(journal.read()).collect()), unraced(rest.collect()), "as if nothing had happened");
    assert!(!cast.asked().contains_key("r1/turn/sim-1"));
}

/// D-61: results are cached across participants by normalized query: nothing is looked up twice.
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
        let (_, log) = support::run(&support::spec(mode, 3, rules(policy(1, 2))), &cast).await;
        let cached: Vec<bool> = uses(&log).iter().map(|(_, it)| it.cached).collect();
        assert_eq!(cached, [false, true, true, true], "{mode}");
        assert!(uses(&log).iter().all(|(_, it)| it.result == "It is on record that Rye grows."), "{mode}");
        assert_eq!(*cast.look.asked.lock().unwrap(), ["Rye grows"], "{mode}");
    }
}

/// D-61: a result that the tool itself shortened is complete, and is cached; one shortened for a participant is not given to another.
#[tokio::test]
async fn what_a_tool_has_shortened_is_kept() {
    for (calls, is_kept) in [
        (&[("look", r#"{"query": "passage"}"#)] as &'static [(&str, &str)], true),
        (&[("look", r#"{"query": "everything"}"#)], false),
    ] {
        let cast = Cast::stumbling(["r1/turn/sim-1", "r1/turn/sim-2"].map(|it| (it, Instead::Calls(calls))));
        let (_, log) = support::run(&support::spec("adversarial", 2, rules(policy(0, 1))), &cast).await;
        let uses: Vec<Use> =
            uses(&log).into_iter().filter(|(call, _)| call.starts_with("r1")).map(|(_, it)| it).collect();
        let told: Vec<(bool, bool)> = uses.iter().map(|it| (it.cached, it.cut)).collect();
        assert_eq!(told, [(false, !is_kept), (is_kept, !is_kept)], "{calls:?}");
        assert!(uses.iter().all(|it| it.result.ends_with('…')), "{uses:?}");
    }
}

/// O-05, D-18, D-61: two participants with different limits look up the same at the same time, one of them for the third time in its turn:
/// each keeps its own result when the log is replayed, whole and cut anywhere.
#[tokio::test]
async fn what_was_shared_replays_as_each_was_given_it() {
    let one: &'static [(&str, &str)] = &[("look", r#"{"query": "everything of 0"}"#)];
    let three: &'static [(&str, &str)] = &[
        ("look", r#"{"query": "everything of 1"}"#),
        ("look", r#"{"query": "everything of 2"}"#),
        ("look", r#"{"query": "everything of 0"}"#),
    ];
    for calls in [[one, one, three], [one, three, one], [one, three, three]] {
        let names = ["r1/turn/sim-1", "r1/turn/sim-2", "r1/turn/sim-3"];
        let cast = Cast::stumbling(names.into_iter().zip(calls.map(Instead::Calls)));
        let spec = support::spec("collaborative", 3, rules(policy(1, 4)));
        let spec = support::asked_as(spec, &[Profile::Lean, Profile::Full, Profile::Full]);
        let (_, log) = support::run(&spec, &cast).await;
        let used = uses(&log).into_iter().filter(|(_, it)| it.arguments.contains("of 0"));
        let sizes: std::collections::BTreeSet<usize> = used.map(|(_, it)| text::tokens(&it.result)).collect();
        assert!(sizes.len() > 1, "each was given as much as it had room for: {sizes:?}");
        for cut in 1..=log.len() {
            engine::replay(log[..cut].to_vec(), &Bus::silent()).await.unwrap_or_else(|it| panic!("{cut}: {it}"));
        }
    }
}

/// A participant that never answers of its own accord.
fn insatiable(name: &'static str, rounds: usize) -> Arc<Cast> {
    let queries = (0..40).map(|n| ("look", &*format!(r#"{{"query": "thing {n}"}}"#).leak())).collect::<Vec<_>>().leak();
    let call = |n: usize| if n == 0 { format!("r1/turn/{name}") } else { format!("r1/turn/{name}/{}", n + 1) };
    Cast::stumbling((0..rounds).map(|n| (&*call(n).leak(), Instead::Calls(&queries[n..=n]))))
}

/// D-61: six calls a turn in parallel rounds, two in sequential ones, one for lean participants, and otherwise as the rules say. A
/// participant that only calls tools is then made to answer, and no turn is lost.
#[tokio::test]
async fn who_only_calls_tools_is_made_to_answer() {
    for (mode, profile, policy, most) in [
        ("collaborative", Profile::Full, policy(1, 3), 3),
        ("adversarial", Profile::Full, policy(0, 5), 5),
        ("collaborative", Profile::Lean, policy(1, 3), 1),
        ("collaborative", Profile::Full, policy(0, 0), 0),
    ] {
        let cast = insatiable("sim-1", most);
        let spec = support::asked_as(support::spec(mode, 3, rules(policy)), &[profile]);
        let (debate, log) = support::run(&spec, &cast).await;
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

/// D-61: calls beyond the limit of a turn are not made, and the turn goes on.
#[tokio::test]
async fn more_than_may_be_called_is_not() {
    let queries = (0..40).map(|n| ("look", &*format!(r#"{{"query": "thing {n}"}}"#).leak())).collect::<Vec<_>>().leak();
    let cast = Cast::stumbling([("r1/turn/sim-1", Instead::Calls(queries))]);
    let (_, log) = support::run(&support::spec("collaborative", 2, rules(policy(1, 2))), &cast).await;
    assert_eq!(uses(&log).iter().filter(|(call, _)| call == "r1/turn/sim-1").count(), 2);
    // One that calls without permission and says nothing else is asked again, and has no turn if it repeats that.
    let cast = Cast::stumbling(["r1/turn/sim-1", "r1/again/sim-1"].map(|it| (it, Instead::Calls(RYE))));
    let (debate, log) =
        support::run(&support::spec("collaborative", 3, Rules { tools: None, ..rules(policy(1, 1)) }), &cast).await;
    assert!(uses(&log).is_empty() && debate.rounds[0].failed.len() == 1);
}

/// O-10: without sources and without a rule, requests have no tools.
#[tokio::test]
async fn tools_are_offered_only_where_there_is_something_to_offer() {
    for (tools, is_offered) in [(None, false), (Some(policy(1, 2)), true)] {
        let cast = Arc::new(Cast::default());
        support::run(&support::spec("adversarial", 3, Rules { tools, ..rules(policy(1, 1)) }), &cast).await;
        for (call, request) in cast.asked() {
            assert_eq!(!request.tools.offered.is_empty(), is_offered, "{call}");
            assert_eq!(request.user.contains("Calls of tools in this turn: 1 to 2, "), is_offered, "{call}");
            assert_eq!(request.system.contains("You have tools"), is_offered, "{call}");
        }
    }
}

/// O-10: a tool that hangs, fails or is missing costs a result, never a turn.
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
    let (debate, log) = support::run(&support::spec("collaborative", 2, rules(policy(1, 6))), &cast).await;
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

/// An answer of maximal length: every list full, claims typed, claim actions with all parts of a critique.
fn wordy_answer(round: u32, seat: u32) -> &'static str {
    let long = |what: &str, n: u32| {
        format!("{what} {round}.{seat}.{n}: {}", "the ledger keeps every event that ever was ".repeat(8))
    };
    let claims: Vec<_> = (1..=12)
        .map(|n| json!({"label": if n % 2 == 0 { "FACT" } else { "INFER" }, "text": format!("{} [{n}]", long("Claim", n)), "type": "EMPIRICAL"}))
        .collect();
    let references: Vec<_> = (1..=12)
        .map(|n| json!({"number": n, "title": long("A measurement", n), "url": null, "type": "EMPIRICAL"}))
        .collect();
    let critique = |n: u32| {
        json!({"claim": format!("C{}", n + seat), "act": "challenge", "why": long("Why", n), "assessment": long("Seen", n),
               "counter": {"text": format!("{} [1]", long("Counter", n)), "type": "EMPIRICAL"}, "synthesis": long("Both", n)})
    };
    let moves: Vec<_> = (1..=if round > 1 { 8 } else { 0 }).map(critique).collect();
    let points: Vec<String> = (1..=8).map(|n| long("Point", n)).collect();
    let answer = json!({"position": long("Yes", 0), "reasoning": long("Because", 0).repeat(20), "confidence": 0.8,
        "ballot": {"choice": "Yes", "headline": null}, "others": [{"option": "B", "stand": "minor", "why": long("But", 0)}],
        "terms": if round == 1 { vec!["The plan is shown in writing first."] } else { Vec::new() }, "claims": claims, "references": references, "key_points": points, "moves": moves});
    &*answer.to_string().leak()
}

/// The size of a conversation in our own tokens: the prompt, the offered tools, all calls and results.
fn whole(request: &Request) -> usize {
    let offered = |it: &models::Tool| format!("{}{}{}", it.name, it.description, it.schema);
    let mut parts = vec![request.system.to_string(), request.user.clone()];
    parts.extend(request.tools.offered.iter().map(offered));
    for exchange in &request.tools.exchanges {
        parts.push(exchange.text.clone());
        parts.extend(exchange.calls.iter().map(|it| format!("{}{}{}", it.id, it.name, it.arguments)));
        parts.extend(exchange.results.iter().map(|it| format!("{}{}", it.id, it.text)));
    }
    parts.iter().map(|it| text::tokens(it)).sum()
}

/// O-10, D-31: results are bounded, one by one and for a turn, and quoted; a conversation with the most calls, and with requests of maximal
/// length, stays under 8,000 tokens however much there is to tell.
#[tokio::test]
async fn a_conversation_stays_bounded() {
    let long: &'static str = json!({"query": "everything there is to know ".repeat(60)}).to_string().leak();
    let short = |n: u32| &*format!(r#"{{"query": "everything of {n}"}}"#).leak();
    let brief: &'static [(&str, &str)] = (0..6).map(|n| ("look", short(n))).collect::<Vec<_>>().leak();
    let wide: &'static [(&str, &str)] = vec![("look", long); 20].leak();
    for (mode, layout, most, requests) in [
        ("collaborative", Layout::Rebuild, 6, vec![brief]),
        ("collaborative", Layout::Append, 6, vec![wide]),
        ("adversarial", Layout::Rebuild, 20, vec![wide]),
        ("expert-panel", Layout::Rebuild, 20, vec![&wide[..1]; 20]),
    ] {
        let wordy = (1..=3).flat_map(|round| (1..=8).map(move |seat| (round, seat)));
        let mut instead: BTreeMap<&'static str, Instead> = wordy
            .map(|(round, seat)| {
                (&*format!("r{round}/turn/sim-{seat}").leak(), Instead::Text(wordy_answer(round, seat)))
            })
            .collect();
        let call = |n: usize| if n == 0 { "r3/turn/sim-8".to_owned() } else { format!("r3/turn/sim-8/{}", n + 1) };
        instead.extend(requests.iter().enumerate().map(|(n, it)| (&*call(n).leak(), Instead::Calls(it))));
        let cast = Cast::stumbling(instead);
        let mut spec = support::spec(mode, 8, Rules { rounds: 3, ..rules(policy(1, most)) });
        spec.participants.iter_mut().for_each(|it| it.layout = layout);
        let text = "The ledger writes 40 events per second. A pilot took two weeks.\n\n".repeat(200);
        spec.attached = vec![Attachment { title: "ledger.md".to_owned(), text }; 4];
        let journal = Arc::new(MemoryJournal::default());
        let mut world = support::world(&spec, &cast, &journal);
        let usual = Toolbox::usual().offered(&engine::Material {
            topic: spec.topic.clone(),
            attached: spec.attached.iter().cloned().map(Arc::new).collect(),
        });
        world.tools = Arc::new(Toolbox::new([vec![cast.look.clone() as Arc<dyn Tool>], usual].concat()));
        engine::start(&world, &spec, &Bus::silent()).await.unwrap();
        let asked = cast.asked();
        let largest = asked.values().map(whole).max().unwrap();
        assert!(largest < 8_000, "{mode}, {layout:?}, {most}: {largest}");
        let last = asked
            .iter()
            .filter(|(call, _)| call.starts_with("r3/turn/sim-8/"))
            .max_by_key(|(_, it)| it.tools.exchanges.len());
        let (_, last) = last.unwrap();
        let results: Vec<_> = last.tools.exchanges.iter().flat_map(|it| &it.results).collect();
        assert!(!results.is_empty() && results.iter().all(|it| text::tokens(&it.text) <= 625), "{mode}");
        for result in results {
            assert!(result.text.lines().skip(1).all(|it| it.starts_with("| ")), "{}", result.text);
        }
    }
}

/// O-10, O-04: every further request counts: one that the budget does not cover is not made, and the debate ends with that reason; cut
/// anywhere it comes to the same end.
#[tokio::test]
async fn a_further_request_is_within_the_budget() {
    let mut reasons = Vec::new();
    for mode in ["collaborative", "adversarial"] {
        for budget in (1_000..40_000).step_by(3_000) {
            let spec = support::spec(mode, 3, Rules { budget_tokens: Some(budget), ..rules(policy(1, 6)) });
            // In parallel rounds it varies who asks for the last of it.
            let whole = match mode {
                "adversarial" => goes_on(&spec, || insatiable("sim-1", 6), &format!("{mode}, {budget}")).await,
                _ => support::run(&spec, &insatiable("sim-1", 6)).await.1,
            };
            let debate = Debate::replay(&whole).unwrap();
            let is_last_open = debate
                .rounds
                .last()
                .is_some_and(|it| !it.used_by(&"sim-1".into()).is_empty() && !it.is_settled(&"sim-1".into()));
            let why = debate.closed.unwrap().why;
            assert!(why == Reason::Budget || !is_last_open, "{mode}, {budget}: {why}");
            // The rest of a batch was reserved in advance.
            let over = debate.dearest.tokens() * 3;
            assert!(debate.spent.tokens() <= budget + over, "{mode}, {budget}: {}", debate.spent.tokens());
            reasons.push((why, is_last_open));
        }
    }
    assert!(reasons.contains(&(Reason::Budget, true)), "some stop in the middle of a turn: {reasons:?}");
    assert!(reasons.contains(&(Reason::RoundCap, false)), "some have enough: {reasons:?}");
}

/// O-04, D-61: whichever of eight asks for more, the others are heard within the budget.
#[tokio::test]
async fn those_who_are_asked_at_once_stay_within_the_budget() {
    let names = (1..=8).map(|seat| &*format!("r1/turn/sim-{seat}").leak()).collect::<Vec<&'static str>>();
    let curious = || Cast::stumbling(names.iter().map(|it| (*it, Instead::Calls(RYE))));
    let free = support::spec("collaborative", 8, Rules { rounds: 1, ..rules(policy(1, 6)) });
    let dearest = support::run(&free, &curious()).await.0.dearest.tokens();
    for calls in [9, 11, 13, 16] {
        let budget = (calls * dearest).max(8 * formats::rounds::FIRST_CALL);
        let spec = support::spec("collaborative", 8, Rules { budget_tokens: Some(budget), ..free.rules.clone() });
        let (debate, _) = support::run(&spec, &curious()).await;
        assert!(debate.spent.tokens() <= budget, "{calls}: {} of {budget}", debate.spent.tokens());
    }
}

/// A clock by which a debate has three seconds left.
struct Short;

impl Clock for Short {
    fn stamp(&self, seq: u64) -> Stamp {
        support::Ticks.stamp(seq)
    }

    fn took(&self, call: &CallId, measured: Duration) -> u64 {
        support::Ticks.took(call, measured)
    }

    fn left(&self, _deadline_ms: u64) -> Option<Duration> {
        Some(Duration::from_secs(3))
    }
}

/// O-04, O-10: a tool call ends with the debate's deadline.
#[tokio::test(start_paused = true)]
async fn what_is_looked_up_ends_with_the_debate() {
    let cast = Cast::stumbling([("r1/turn/sim-1", Instead::Calls(&[("look", r#"{"query": "never"}"#)]))]);
    let rules = Rules { deadline_ms: Some(1_000_000), rounds: 1, ..rules(policy(1, 6)) };
    let spec = support::spec("collaborative", 2, rules);
    let journal = Arc::new(MemoryJournal::default());
    let world = World { clock: Arc::new(Short), ..support::world(&spec, &cast, &journal) };
    engine::start(&world, &spec, &Bus::silent()).await.unwrap();
    let uses = uses(&journal.read());
    let (_, looked) = uses.iter().find(|(call, _)| call == "r1/turn/sim-1").unwrap();
    assert_eq!(looked.result, "the debate's time was up; answer without it");
}

/// D-61: later speakers of a round see what earlier ones have looked up, and where.
#[tokio::test]
async fn what_was_looked_up_is_told() {
    let cast = Cast::stumbling([("r1/turn/sim-1", Instead::Calls(RYE))]);
    support::run(&support::spec("adversarial", 3, rules(policy(0, 1))), &cast).await;
    let line = "| Looked up, look in S1#1: {\"query\": \"Rye grows\"}: It is on record that Rye grows.";
    let asked = cast.asked();
    assert!(!asked["r1/turn/sim-1/2"].user.contains(line), "not one's own, in the same turn");
    for call in ["r1/turn/sim-2", "r1/turn/sim-3", "r2/turn/sim-1"] {
        assert!(asked[call].user.contains(line), "{call}: {}", asked[call].user);
    }
    assert!(asked["r1/turn/sim-2"].user.contains("Use first what others have already looked up."));
}

/// O-10, D-50: tool calls are screened like answers: what tier 1 stops is not run and not seen, and the evaluator reviews the rest with the
/// answer.
#[tokio::test]
async fn what_is_asked_of_tools_is_read_for_harm() {
    let harmful = include_str!("../../../analysis/data/safety-hostile.txt")
        .lines()
        .find(|it| analysis::safety::screen(it).is_some())
        .unwrap();
    let arguments = serde_json::json!({"query": harmful}).to_string();
    let calls: &'static [(&str, &str)] = vec![("look", &*arguments.leak())].leak();
    let cast = Cast::stumbling([("r1/turn/sim-1", Instead::Calls(calls)), ("r1/turn/sim-2", Instead::Calls(RYE))]);
    let watch = ReviewRules { on: true, evaluator: Some("sim/9".to_owned()), ..ReviewRules::default() };
    let mut spec = support::spec("red-team-blue-team", 4, Rules { watch, ..rules(policy(0, 2)) });
    spec.topic = debate::Topic::new("Should the bank tell its customers of the attack?").unwrap();
    let (debate, log) = support::run(&spec, &cast).await;
    assert_eq!(debate.rounds[0].failed[0].by.as_str(), "sim-1");
    assert!(uses(&log).iter().all(|(call, _)| !call.ends_with("sim-1") || !call.starts_with("r1")));
    assert!(debate.watching.is_some(), "an attack is watched");
    assert!(cast.asked()["r1/reviews/sim-2"].user.contains("| Looked up: {\"query\": \"Rye grows\"}"));
}
