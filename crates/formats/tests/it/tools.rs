//! Tools in prompts, the limits on calls, and FACTs that nothing backs.
use crate::debates::{NAMES, Table, turn};
use crate::prompts::round_prompts;
use debate::ballot::Paper;
use debate::event::{Answer, Ruling};
use debate::reply::Grade;
use debate::rules::{Enforcement, ToolPolicy};
use debate::tool::Use;
use debate::{Attachment, CallId, Claim, Event, Flaw, Horizon, Label, Name, Parallel, Profile, Rules};
use formats::Step;
use formats::ask::{self, AnswerKind, Attempt};
use formats::tools::{Allowance, allowance, follow_up};

fn attached(table: &mut Table) -> &mut Table {
    let sources = vec![Attachment { title: "yields.md".into(), text: "Rye yielded 3.1 tonnes a hectare.".into() }];
    table.tell(Event::SourcesAttached { sources })
}

/// More than a prompt shows in full.
fn attached_long(table: &mut Table) -> &mut Table {
    let field = |number| {
        format!("Field {number} yielded {number}.1 tonnes of rye a hectare, and its neighbour a third less.\n\n")
    };
    let sources = vec![Attachment { title: "yields.md".into(), text: (1..120).map(field).collect() }];
    table.tell(Event::SourcesAttached { sources })
}

fn used(table: &mut Table, round: u32, name: &str, call: CallId, result: &str) {
    let it = Use {
        id: "a".into(),
        tool: "search_sources".into(),
        arguments: r#"{"query": "rye"}"#.into(),
        result: result.into(),
        found_in: vec!["S1#1".into()],
        ..Use::default()
    };
    table.tell(Event::ToolsUsed { round, call, by: name.into(), uses: vec![it], answer: Answer::default() });
}

fn ask(who: &str, attempt: Attempt) -> ask::Turn {
    let call = match attempt {
        Attempt::First => CallId::turn(1, &who.into()),
        Attempt::Second => CallId::again(1, &who.into()),
    };
    let (horizon, wanted) = (Horizon::BeforeRound, AnswerKind::Position);
    ask::Turn { call, round: 1, who: who.into(), horizon, wanted, attempt }
}

/// D-61: one to six calls a turn where all speak at once, one or two where one hears the others, none or one in the lean profile; the rules
/// override the figures. Without texts and without a rule nobody has tools.
#[test]
fn how_often_tools_may_be_called() {
    let limits = |min_calls, max_calls| ToolPolicy { enforcement: Enforcement::Normal, min_calls, max_calls };
    let policy = |min_calls, max_calls| limits(Some(min_calls), Some(max_calls));
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
        (Some(limits(None, None)), Profile::Full, together, Some((1, 6))),
        (Some(limits(None, None)), Profile::Full, in_turn, Some((1, 2))),
        (Some(limits(Some(3), None)), Profile::Full, in_turn, Some((3, 3))),
        (Some(limits(Some(3), None)), Profile::Full, together, Some((3, 6))),
        (Some(limits(None, Some(4))), Profile::Full, in_turn, Some((1, 4))),
        (Some(limits(None, Some(0))), Profile::Full, in_turn, None),
    ] {
        let mut table = Table::of("collaborative", Rules { tools, ..Rules::default() }, [profile; 3]);
        let given = |table: &Table| allowance(&table.debate, &"north".into(), horizon);
        assert_eq!(given(&table).is_some(), tools.is_some_and(|it| it.max_calls != Some(0)));
        let given = given(attached_long(&mut table));
        assert_eq!(given.map(|it| (it.fewest, it.most)), calls, "{tools:?}, {profile:?}, {horizon:?}");
        assert!(given.is_none_or(|Allowance { each, all, .. }| each <= 600 && all <= 1_700));
    }
}

/// D-31, D-61: where the prompt shows everything that is attached, no call is advised and less room is kept for results; rules still decide.
#[test]
fn what_is_shown_in_full_needs_no_tool() {
    let of = |attach: fn(&mut Table) -> &mut Table, min_calls| {
        let tools = Some(ToolPolicy { enforcement: Enforcement::Normal, min_calls, max_calls: None });
        let mut table = Table::new("collaborative", Rules { tools, ..Rules::default() });
        let allowance = allowance(&attach(&mut table).debate, &"north".into(), Horizon::BeforeRound).unwrap();
        let (_, prompt) = round_prompts(table.open(1), 1).remove(0);
        let line = prompt.user.lines().find(|it| it.starts_with("Calls of tools")).unwrap().to_owned();
        (allowance, line)
    };
    let ((short, told), (long, _)) = (of(attached, None), of(attached_long, None));
    assert_eq!((short.fewest, short.most, long.fewest), (0, 6, 1));
    assert!(short.all < long.all / 2, "{} {}", short.all, long.all);
    assert_eq!(told, "Calls of tools in this turn: at most 6, and none where the texts above say what you need.");
    let (ruled, told) = of(attached, Some(2));
    assert_eq!(ruled.fewest, 2);
    assert!(told.starts_with("Calls of tools in this turn: 2 to 6"), "{told}");
}

/// O-10, D-61: the prompt's part about tools, in either profile and order: when to use them, that results are data, how many calls there are;
/// without repetition.
#[test]
fn what_participants_are_told_of_tools() {
    for (mode, profile) in [
        ("collaborative", Profile::Full),
        ("adversarial", Profile::Full),
        ("collaborative", Profile::Lean),
        ("adversarial", Profile::Lean),
    ] {
        let mut table = Table::of(mode, Rules::default(), [profile; 3]);
        let (_, prompt) = round_prompts(attached_long(&mut table).open(1), 1).remove(1);
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
            assert!(tokens < 1_700, "{mode}, {who}: {tokens}");
        }
    }
}

/// D-61: `relaxed` advises; `normal` flags a FACT that no tool and no source backs; `strict` asks for the answer again, once.
#[test]
fn a_fact_that_nothing_backs_is_flagged_or_asked_for_again() {
    let format = formats::named("collaborative").unwrap();
    let claim = |label, text: &str, cites| Claim {
        label,
        text: text.into(),
        cites,
        kind: None,
        assigned: false,
        standing: None,
    };
    let claims = vec![
        claim(Label::Fact, "gRPC halves the payload of our calls", vec![1]),
        claim(Label::Fact, "Rye yields 3.1 tonnes a hectare", vec![]),
        claim(Label::Infer, "Rye will do", vec![]),
        claim(Label::Fact, "The port is closed on Sundays", vec![]),
        claim(Label::Fact, "Oats yield 9.9 tonnes", vec![7]),
    ];
    let unbacked = |places: &[u32]| places.iter().map(|it| Flaw::UnsourcedFact { claim: *it }).collect::<Vec<_>>();
    for (enforcement, has_looked, attempt, flaws, grade) in [
        (Some(Enforcement::Relaxed), true, Attempt::First, unbacked(&[]), Grade::Whole),
        (Some(Enforcement::Normal), true, Attempt::First, unbacked(&[4, 5]), Grade::Whole),
        (Some(Enforcement::Normal), false, Attempt::First, unbacked(&[2, 4, 5]), Grade::Whole),
        (Some(Enforcement::Strict), true, Attempt::First, unbacked(&[4, 5]), Grade::Partial),
        (Some(Enforcement::Strict), true, Attempt::Second, unbacked(&[4, 5]), Grade::Whole),
        (None, true, Attempt::First, unbacked(&[]), Grade::Whole),
    ] {
        let tools = enforcement.map(|enforcement| ToolPolicy { enforcement, min_calls: Some(1), max_calls: Some(6) });
        // The check of evidence types has flaws of its own.
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
        let graded = format.check(&table.debate, &ask("north", attempt), &mut answer, &mut found);
        assert_eq!((found, graded), (flaws, grade), "{enforcement:?}, {has_looked}, {attempt:?}");
    }
}

/// D-61, O-22: a participant that has used tools is asked again with their results; the others of the batch as usual.
#[test]
fn a_question_goes_on_where_tools_left_it() {
    let mut table = Table::new("collaborative", Rules { parallel: Some(Parallel::Full), ..Rules::default() });
    attached(&mut table).open(1);
    let format = formats::named("collaborative").unwrap();
    let calls = |table: &Table| match format.next(&table.debate) {
        Step::Ask(asks) => asks.iter().map(|it| it.call().to_string()).collect::<Vec<_>>(),
        other @ (Step::Record(_) | Step::Group(_) | Step::Compare(_) | Step::LocalTasks(_) | Step::Done) => {
            panic!("{other:?}")
        }
    };
    assert_eq!(calls(&table), ["r1/turn/north", "r1/turn/east", "r1/turn/south"]);
    used(&mut table, 1, "east", CallId::turn(1, &"east".into()), "found");
    assert_eq!(calls(&table), ["r1/turn/north", "r1/turn/east/2", "r1/turn/south"]);
    let next = follow_up(&table.debate, &ask("east", Attempt::First)).unwrap();
    assert_eq!(next.call, CallId::turn(1, &"east".into()).with_tools(1));
    for name in NAMES {
        let call = CallId::turn(1, &name.into());
        let (by, flaws, answer) = (name.into(), vec![Flaw::NoObject], Answer::default());
        table.tell(Event::AnswerUnusable { round: 1, call, by, flaws, answer });
    }
    assert_eq!(calls(&table), ["r1/again/north", "r1/again/east/2", "r1/again/south"]);
}

/// The flaws and the grade of an answer with one FACT and no citation.
fn uncited(rules: Rules, text: &str, it: Option<Use>) -> (Vec<Flaw>, Grade) {
    let mut table = Table::new("collaborative", rules);
    table.open(1);
    let call = CallId::turn(1, &"north".into());
    if let Some(it) = it {
        let (by, uses) = ("north".into(), vec![it]);
        table.tell(Event::ToolsUsed { round: 1, call, by, uses, answer: Answer::default() });
    }
    let claim = serde_json::json!({"label": "FACT", "text": text, "type": "SPECULATIVE"});
    let said = serde_json::json!({"position": "Yes.", "reasoning": "r", "confidence": 0.8, "ballot": {"choice": "yes"},
        "claims": [claim], "references": []});
    let paper = Paper::of(&table.debate, &"north".into(), Horizon::BeforeRound);
    let (mut answer, mut flaws) = debate::reply::read_on(&said.to_string(), paper.as_ref());
    let format = formats::named("collaborative").unwrap();
    let grade = format.check(&table.debate, &ask("north", Attempt::First), &mut answer, &mut flaws);
    flaws.retain(|it| !matches!(it, Flaw::AssignedKind { .. } | Flaw::Missing { .. }));
    (flaws, grade)
}

fn strict() -> Option<ToolPolicy> {
    Some(ToolPolicy { enforcement: Enforcement::Strict, min_calls: None, max_calls: None })
}

fn worked_out(result: &str) -> Use {
    Use { tool: "calculate".into(), result: result.into(), ..Use::default() }
}

/// D-61, E-01: a FACT that nothing backs has one flaw under any rules; a tool result backs it in either case, and then the flaw only says that
/// it cites nothing.
#[test]
fn one_flaw_says_that_nothing_backs_a_fact() {
    let typed = Rules { tools: strict(), ..Rules::default() };
    let untyped = Rules { evidence: None, ..typed.clone() };
    let sum = "12 × 30 = 360";
    let speculative = Flaw::UnbackedFact { claim: 1, rests: debate::Kind::Speculative };
    assert_eq!(uncited(typed.clone(), sum, None), (vec![speculative], Grade::Partial));
    assert_eq!(uncited(untyped.clone(), sum, None), (vec![Flaw::UnsourcedFact { claim: 1 }], Grade::Partial));
    for rules in [typed, untyped] {
        let found = uncited(rules, sum, Some(worked_out("12 * 30 = 360")));
        assert_eq!(found, (vec![Flaw::UncitedFact { claim: 1 }], Grade::Whole));
    }
}

/// D-61: a refuted result backs nothing, though it repeats every word; nor does a sum with the same figures.
#[test]
fn what_is_refuted_backs_nothing() {
    let rules = Rules { tools: strict(), ..Rules::default() };
    let wrong = "contradicted: The port handles 370 boxes, says nobody.";
    let checked = |refuted| Use { tool: "fact_check".into(), result: wrong.into(), refuted, ..Use::default() };
    for (text, it, grade) in [
        ("The port handles 370 boxes", checked(false), Grade::Whole),
        ("The port handles 370 boxes", checked(true), Grade::Partial),
        ("12 × 30 = 370", worked_out("370 - 12 * 30 = 10"), Grade::Partial),
    ] {
        assert_eq!(uncited(rules.clone(), text, Some(it)).1, grade, "{text}");
    }
}

/// O-04, D-61: of participants asked at once, only as many get a follow-up as the budget allows once all have answered.
#[test]
fn who_is_asked_on_leaves_enough_for_the_others() {
    let answer = || Answer { usage: debate::Usage { input: 1_000, ..Default::default() }, ..Answer::default() };
    for (budget, expected) in [(3_000, [false, false, false]), (4_000, [true, false, false]), (6_000, [true; 3])] {
        let rules = Rules { budget_tokens: Some(budget), tools: strict(), ..Rules::default() };
        let mut table = Table::new("collaborative", rules);
        table.open(1);
        let asked_on = NAMES.map(|name| {
            let call = CallId::turn(1, &name.into());
            let uses = vec![worked_out("1 + 1 = 2")];
            table.tell(Event::ToolsUsed { round: 1, call, by: name.into(), uses, answer: answer() });
            follow_up(&table.debate, &ask(name, Attempt::First)).is_some()
        });
        assert_eq!(asked_on, expected, "{budget}");
        let Step::Ask(asks) = formats::named("collaborative").unwrap().next(&table.debate) else {
            assert_eq!(expected, [false; 3], "{budget}");
            continue;
        };
        let resumed = NAMES.map(|name| asks.iter().any(|it| it.who().as_str() == name));
        assert_eq!(resumed, expected, "{budget}: a debate that is resumed asks the same");
    }
}

/// D-61: an earlier tool call is found whoever repeats it, in any spelling; not once there are other texts to search, nor where words were
/// redacted (D-50).
#[test]
fn what_was_looked_up_is_found_by_what_was_asked() {
    let query = debate::tool::query("search_sources", r#"{"query":" RYE"}"#);
    let mut table = Table::new("collaborative", Rules::default());
    attached(&mut table).open(1);
    assert_eq!(table.debate.found(&query), None);
    let (call, by) = (CallId::turn(1, &"north".into()), Name::from("north"));
    used(&mut table, 1, "north", call.clone(), "3.1 tonnes");
    used(&mut table, 1, "east", CallId::turn(1, &"east".into()), "9 tonnes");
    let found = |table: &Table| table.debate.found(&query).map(|it| it.result.clone());
    assert_eq!(found(&table).as_deref(), Some("3.1 tonnes"), "the first");
    let mut watched = Table { debate: table.debate.clone() };
    watched.tell(Event::WatchBegun {
        triggers: vec!["t".into()],
        evaluator: Some("a/b".into()),
        second: None,
        beside: false,
    });
    watched.say(1, "north", turn(1, "north"));
    let (ruling, call) = (Ruling::Redact(vec!["tonnes".into()]), CallId::review(1, &by));
    let answer = None;
    watched.tell(Event::AnswerReviewed {
        round: 1,
        call,
        by,
        ruling,
        reason: "r".into(),
        unread: false,
        answer,
        took: 0,
    });
    assert_eq!(found(&watched), None);
    assert_eq!(found(attached(&mut table)), None);
}

/// E-05, D-30: a tool's calculation has an id in the prompts of the next round, where everybody can cite it, even if nobody has.
#[test]
fn what_a_tool_worked_out_is_listed() {
    let mut table = Table::new("collaborative", Rules::default());
    table.open(1);
    let (call, uses) = (CallId::turn(1, &"north".into()), vec![worked_out("12 * 30 = 360")]);
    table.tell(Event::ToolsUsed { round: 1, call, by: "north".into(), uses, answer: Answer::default() });
    for name in NAMES {
        table.say(1, name, turn(1, name));
    }
    table.open(2);
    let prompt = crate::prompts::next_prompt(&table).user;
    let place = table.debate.registry.evidence.iter().position(|it| it.title == "12 * 30 = 360").unwrap();
    assert!(prompt.contains(&format!("| E{} calculation: 12 * 30 = 360", place + 1)), "{prompt}");
}
