//! How participants are told of their tools, how often they may call them, and what becomes of a FACT that nothing backs.
use crate::debates::{NAMES, Table, turn};
use crate::prompts::round_prompts;
use debate::event::Answer;
use debate::reply::Grade;
use debate::rules::{Enforcement, ToolPolicy};
use debate::tool::Use;
use debate::{Attachment, CallId, Claim, Event, Flaw, Horizon, Label, Parallel, Profile, Rules};
use formats::tools::{Allowance, allowance, follow_up};
use formats::{Ask, Script, Step};

fn attached(table: &mut Table) -> &mut Table {
    let sources = vec![Attachment { title: "yields.md".into(), text: "Rye yielded 3.1 tonnes a hectare.".into() }];
    table.tell(Event::SourcesAttached { sources })
}

fn used(table: &mut Table, round: u32, name: &str, call: CallId, result: &str) {
    let it = Use {
        id: "a".into(),
        tool: "search_sources".into(),
        arguments: r#"{"query": "rye"}"#.into(),
        result: result.into(),
        found_in: vec!["S1#1".into()],
        failed: false,
        cached: false,
    };
    table.tell(Event::ToolsUsed { round, call, by: name.into(), uses: vec![it], answer: Answer::default() });
}

fn ask(who: &str, script: Script) -> Ask {
    let call = match script {
        Script::Turn | Script::Review => CallId::turn(1, &who.into()),
        Script::Again => CallId::again(1, &who.into()),
    };
    Ask { call, round: 1, who: who.into(), horizon: Horizon::BeforeRound, script }
}

/// D-61: one to six calls a turn where all speak at once, one or two where one hears the others, none or one for who is asked in few
/// words; the rules overrule the figures. Nobody has tools where there is nothing to look up and no rule.
#[test]
fn how_often_tools_may_be_called() {
    let policy = |min_calls, max_calls| ToolPolicy { enforcement: Enforcement::Normal, min_calls, max_calls };
    let (together, in_turn) = (Horizon::BeforeRound, Horizon::Now);
    for (tools, profile, horizon, calls) in [
        (None, Profile::Full, together, Some((1, 6))),
        (None, Profile::Full, in_turn, Some((1, 2))),
        (None, Profile::Lean, together, Some((0, 1))),
        (None, Profile::Lean, in_turn, Some((0, 1))),
        (Some(policy(2, 4)), Profile::Full, together, Some((2, 4))),
        (Some(policy(2, 4)), Profile::Full, in_turn, Some((2, 4))),
        (Some(policy(2, 4)), Profile::Lean, in_turn, Some((0, 1))),
        (Some(policy(0, 0)), Profile::Full, together, None),
    ] {
        let mut table = Table::of("collaborative", Rules { tools, ..Rules::default() }, [profile; 3]);
        let given = |table: &Table| allowance(&table.debate, &"north".into(), horizon);
        assert_eq!(given(&table).is_some(), tools.is_some_and(|it| it.max_calls > 0));
        let given = given(attached(&mut table));
        assert_eq!(given.map(|it| (it.fewest, it.most)), calls, "{tools:?}, {profile:?}, {horizon:?}");
        assert!(given.is_none_or(|Allowance { each, all, .. }| each <= 600 && all <= 1_500));
    }
}

/// O-10, D-61: what every participant is told of its tools, in either profile and order: when they are called for, that what they say is
/// data, how often they may be called; and nothing twice.
#[test]
fn what_participants_are_told_of_tools() {
    for (mode, profile) in [
        ("collaborative", Profile::Full),
        ("adversarial", Profile::Full),
        ("collaborative", Profile::Lean),
        ("adversarial", Profile::Lean),
    ] {
        let mut table = Table::of(mode, Rules::default(), [profile; 3]);
        let (_, prompt) = round_prompts(attached(&mut table).open(1), 1).remove(1);
        let told = |text: &str| -> String {
            let lines = text.lines().filter(|it| it.contains("tool"));
            lines.collect::<Vec<_>>().join("\n")
        };
        insta::assert_snapshot!(
            format!("tools, {mode} {profile:?}"),
            format!("{}\n---\n{}", told(&prompt.system), told(&prompt.user))
        );
    }
    for mode in formats::modes::names() {
        let mut table = Table::new(mode, Rules { high_stakes: true, ..Rules::default() });
        attached(table.play(1).open(2));
        for (who, prompt) in round_prompts(&mut table, 2) {
            let all = [&*prompt.system, &prompt.user].join("\n");
            let sentences = all.lines().filter(|it| !it.starts_with('|')).flat_map(|it| it.split(['.', ';', ':']));
            let long = sentences.map(|it| it.trim().to_lowercase()).filter(|it| it.split_whitespace().count() >= 5);
            let mut seen: Vec<String> = Vec::new();
            for sentence in long {
                assert!(!seen.contains(&sentence), "{mode}, {who}: said twice: {sentence}");
                seen.push(sentence);
            }
            let tokens = tiktoken_rs::o200k_base_singleton().encode_ordinary(&prompt.system).len();
            assert!(tokens < 1_600, "{mode}, {who}: {tokens}");
        }
    }
}

/// D-61: `relaxed` advises; `normal` flags a FACT that no tool and no source backs; `strict` asks for the answer again, once.
#[test]
fn a_fact_that_nothing_backs_is_flagged_or_asked_for_again() {
    let format = formats::named("collaborative").unwrap();
    let claim = |label, text: &str, cites| Claim { label, text: text.into(), cites, kind: None, assigned: false };
    let claims = vec![
        claim(Label::Fact, "gRPC halves the payload of our calls", vec![1]),
        claim(Label::Fact, "Rye yields 3.1 tonnes a hectare", vec![]),
        claim(Label::Infer, "Rye will do", vec![]),
        claim(Label::Fact, "The port is closed on Sundays", vec![]),
        claim(Label::Fact, "Oats yield 9.9 tonnes", vec![7]),
    ];
    let unbacked = |places: &[u32]| places.iter().map(|it| Flaw::UnsourcedFact { claim: *it }).collect::<Vec<_>>();
    for (enforcement, has_looked, script, flaws, grade) in [
        (Some(Enforcement::Relaxed), true, Script::Turn, unbacked(&[]), Grade::Whole),
        (Some(Enforcement::Normal), true, Script::Turn, unbacked(&[4, 5]), Grade::Whole),
        (Some(Enforcement::Normal), false, Script::Turn, unbacked(&[2, 4, 5]), Grade::Whole),
        (Some(Enforcement::Strict), true, Script::Turn, unbacked(&[4, 5]), Grade::Partial),
        (Some(Enforcement::Strict), true, Script::Again, unbacked(&[4, 5]), Grade::Whole),
        (None, true, Script::Turn, unbacked(&[]), Grade::Whole),
    ] {
        let tools = enforcement.map(|enforcement| ToolPolicy { enforcement, min_calls: 1, max_calls: 6 });
        // Types of evidence have flaws of their own.
        let mut table = Table::new("collaborative", Rules { tools, evidence: None, ..Rules::default() });
        table.open(1);
        if has_looked {
            used(
                &mut table,
                1,
                "north",
                CallId::turn(1, &"north".into()),
                "yields.md: Rye yielded 3.1 tonnes a hectare.",
            );
        }
        let mut answer = debate::Turn { claims: claims.clone(), ..turn(1, "north") };
        let mut found = Vec::new();
        let graded = format.check(&table.debate, &ask("north", script), &mut answer, &mut found);
        assert_eq!((found, graded), (flaws, grade), "{enforcement:?}, {has_looked}, {script:?}");
    }
}

/// D-61, O-22: whoever has used tools is asked again where it left off; the others of the batch as if nothing had happened.
#[test]
fn a_question_goes_on_where_tools_left_it() {
    let mut table = Table::new("collaborative", Rules { parallel: Some(Parallel::Full), ..Rules::default() });
    attached(&mut table).open(1);
    let format = formats::named("collaborative").unwrap();
    let calls = |table: &Table| match format.next(&table.debate) {
        Step::Ask(asks) => asks.iter().map(|it| it.call.to_string()).collect::<Vec<_>>(),
        other @ (Step::Record(_) | Step::Compare(_) | Step::Done) => panic!("{other:?}"),
    };
    assert_eq!(calls(&table), ["r1/turn/north", "r1/turn/east", "r1/turn/south"]);
    used(&mut table, 1, "east", CallId::turn(1, &"east".into()), "found");
    assert_eq!(calls(&table), ["r1/turn/north", "r1/turn/east/2", "r1/turn/south"]);
    let next = follow_up(&table.debate, &ask("east", Script::Turn)).unwrap();
    assert_eq!(next.call.as_str(), "r1/turn/east/2");
    for name in NAMES {
        let call = CallId::turn(1, &name.into());
        let (by, flaws, answer) = (name.into(), vec![Flaw::NoObject], Answer::default());
        table.tell(Event::AnswerUnusable { round: 1, call, by, flaws, answer });
    }
    assert_eq!(calls(&table), ["r1/again/north", "r1/again/east/2", "r1/again/south"]);
}
