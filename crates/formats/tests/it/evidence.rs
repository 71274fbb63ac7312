//! Evidence types: asked for, assigned, shown.
use crate::debates::{NAMES, Table, turn};
use crate::prompts::next_prompt;
use debate::ballot::Paper;
use debate::event::RoundKind;
use debate::reply::{self, Grade};
use debate::rules::{Enforcement, ToolPolicy};
use debate::state::registry::ClaimAction;
use debate::{Act, Attachment, ClaimMove, Counter, Event, Flaw, Kind, Label, Layout, Reference, Rules, Turn, text};
use formats::Step;
use formats::ask::{self, Attempt};

fn untyped() -> Rules {
    Rules { evidence: None, ..Rules::default() }
}

/// The first participant who is asked next.
fn asked(table: &Table) -> ask::Turn {
    match formats::named(&table.debate.mode).unwrap().next(&table.debate) {
        Step::Ask(asks) => asks[0].turn().unwrap().clone(),
        other @ (Step::Record(_) | Step::Group(_) | Step::Compare(_) | Step::LocalTasks(_) | Step::Done) => {
            panic!("{other:?}")
        }
    }
}

/// A parsed answer.
fn read(table: &Table, answer: &str) -> (Turn, Vec<Flaw>) {
    let ask = asked(table);
    reply::read_on(answer, Paper::of(&table.debate, &ask.who, ask.horizon).as_ref())
}

/// A parsed and checked answer.
fn checked(table: &Table, answer: &str) -> (Turn, Vec<Flaw>, Grade) {
    let (format, ask) = (formats::named(&table.debate.mode).unwrap(), asked(table));
    let (mut turn, mut flaws) = read(table, answer);
    let grade = format.check(&table.debate, &ask, &mut turn, &mut flaws);
    (turn, flaws, grade)
}

/// An answer with these claims, references and moves.
fn answer(claims: &str, references: &str, moves: &str) -> String {
    format!(
        r#"{{"position": "Yes.", "reasoning": "r", "confidence": 0.8, "ballot": {{"choice": "yes"}}, "claims": [{claims}],
        "references": [{references}], "key_points": [], "moves": [{moves}]}}"#
    )
}

const MEASURED: &str = r#"{"number": 1, "title": "Benchmark of May, measured on two machines", "url": "https://example.org/b", "type": "EMPIRICAL"}"#;

/// E-01, E-05: missing types are assigned when the answer is checked; impossible ones stay as given, and the flaw says what the text reads as.
/// A value is PREFERENTIAL.
#[test]
fn types_are_assigned_where_they_must_be() {
    let mut table = Table::new("collaborative", Rules::default());
    table.open(1);
    let claims = [
        r#"{"label": "FACT", "text": "It takes 3 ms [1].", "type": null}"#,
        r#"{"label": "INFER", "text": "It follows that users wait less, because the call is shorter.", "type": "LOGICAL"}"#,
        r#"{"label": "INFER", "text": "It might pay off.", "type": "DOCUMENTED"}"#,
        r#"{"label": "ASSUME", "text": "Load might double.", "type": null}"#,
        r#"{"label": "INFER", "text": "It is no slower [1].", "type": "DOCUMENTED"}"#,
    ];
    let (turn, flaws, grade) = checked(&table, &answer(&claims.join(","), MEASURED, ""));
    let kinds: Vec<_> = turn.claims.iter().map(|it| (it.kind, it.assigned)).collect();
    assert_eq!(
        kinds,
        [
            (None, false),
            (Some(Kind::Logical), false),
            (Some(Kind::Documented), false),
            (Some(Kind::Preferential), true),
            (Some(Kind::Documented), false),
        ],
        "what it cites, its own, what needs a source and has none, nothing at all, more than its source"
    );
    assert_eq!((turn.references[0].kind, turn.references[0].assigned), (Some(Kind::Empirical), false));
    let said: Vec<String> = flaws.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "the type of claim 3 is DOCUMENTED as given; it reads as SPECULATIVE",
            "the type of claim 4 was missing and was set to PREFERENTIAL",
            "the type of claim 5 is DOCUMENTED as given; it reads as EMPIRICAL",
        ]
    );
    assert_eq!(grade, Grade::Whole, "no reason to ask again");
}

/// E-01: a source without a type gets one by its title.
#[test]
fn a_source_without_a_type_is_given_one() {
    let mut table = Table::new("collaborative", Rules::default());
    table.open(1);
    let reference = r#"{"number": 1, "title": "RFC 9110: the specification of HTTP", "url": null, "type": null}"#;
    let (turn, flaws, _) =
        checked(&table, &answer(r#"{"label": "FACT", "text": "HTTP is stateless [1].", "type": null}"#, reference, ""));
    assert_eq!((turn.references[0].kind, turn.references[0].assigned), (Some(Kind::Documented), true));
    let of = "reference 1".to_owned();
    assert_eq!(flaws, [Flaw::AssignedKind { of, found: None, assigned: Kind::Documented }]);
}

/// E-01: a title that names no kind is no document, and citations of an ASSUME prove nothing.
#[test]
fn nothing_is_made_of_nothing() {
    let mut table = Table::new("collaborative", Rules::default());
    table.open(1);
    let gut = r#"{"number": 2, "title": "my gut", "url": null, "type": null}"#;
    let claims = [
        r#"{"label": "ASSUME", "text": "It takes 3 ms [1].", "type": "EMPIRICAL"}"#,
        r#"{"label": "ASSUME", "text": "It is fast [1].", "type": null}"#,
        r#"{"label": "ASSUME", "text": "C3 follows from C999.", "type": null}"#,
    ];
    let (turn, _, _) = checked(&table, &answer(&claims.join(","), &[MEASURED, gut].join(","), ""));
    assert_eq!(
        turn.references.iter().map(|it| it.kind).collect::<Vec<_>>(),
        [Some(Kind::Empirical), Some(Kind::Speculative)]
    );
    let kinds: Vec<_> = turn.claims.iter().map(|it| (it.kind, it.assigned)).collect();
    let expected = [(Kind::Empirical, false), (Kind::Preferential, true), (Kind::Logical, true)];
    assert_eq!(kinds, expected.map(|(kind, assigned)| (Some(kind), assigned)));
}

/// E-05: equal sources keep the type that each participant gave them, with or without an address; a doubt is recorded beside it. A first-hand
/// report needs no other source.
#[test]
fn what_was_typed_stays() {
    let mut table = Table::new("collaborative", Rules::default());
    table.open(1);
    let claim = r#"{"label": "FACT", "text": "It went well [1].", "type": null}"#;
    for (title, kind, is_doubted) in [
        ("north's own notes on Project Heron", "DOCUMENTED", false),
        ("The migration went well", "EMPIRICAL", true),
        ("I feel it is so", "DOCUMENTED", true),
    ] {
        let reference = format!(r#"{{"number": 1, "title": "{title}", "url": null, "type": "{kind}"}}"#);
        let (turn, flaws, _) = checked(&table, &answer(claim, &reference, ""));
        let given = &turn.references[0];
        assert_eq!((given.kind.map(Kind::as_str), given.assigned), (Some(kind), false), "{title}");
        let doubts = flaws.iter().filter(|it| matches!(it, Flaw::DoubtedKind { .. })).count();
        assert_eq!((doubts, flaws.len()), (usize::from(is_doubted), usize::from(is_doubted)), "{title}: {flaws:?}");
    }
    let first_hand =
        r#"{"label": "FACT", "text": "Our rollout took a week.", "standing": "reported", "type": "EMPIRICAL"}"#;
    let (turn, flaws, _) = checked(&table, &answer(first_hand, "", ""));
    assert_eq!(turn.claims[0].kind, Some(Kind::Empirical));
    assert!(!flaws.iter().any(|it| matches!(it, Flaw::UnbackedFact { .. } | Flaw::DoubtedKind { .. })), "{flaws:?}");
}

/// E-01, D-61: a FACT without DOCUMENTED or EMPIRICAL evidence is flagged, and asked for again under strict rules.
#[test]
fn a_fact_needs_strong_evidence() {
    let strict = ToolPolicy { enforcement: Enforcement::Strict, min_calls: Some(0), max_calls: Some(1) };
    let case = r#"{"number": 1, "title": "A case study of how a shop migrated", "url": null, "type": "PRECEDENT"}"#;
    let fact = r#"{"label": "FACT", "text": "A shop has moved [1].", "type": null}"#;
    for (tools, grade) in [(None, Grade::Whole), (Some(strict), Grade::Partial)] {
        let mut table = Table::new("collaborative", Rules { tools, ..Rules::default() });
        table.open(1);
        let (_, flaws, found) = checked(&table, &answer(fact, case, ""));
        assert_eq!(flaws, [Flaw::UnbackedFact { claim: 1, rests: Kind::Precedent }]);
        assert_eq!(found, grade);
        let (_, flaws, found) = checked(&table, &answer(fact, MEASURED, ""));
        assert_eq!((flaws, found), (vec![], Grade::Whole));
    }
}

/// E-03, E-05: a counterargument keeps its type; one that its sources contradict is doubted.
#[test]
fn a_counter_is_of_the_kind_of_its_sources() {
    let mut table = Table::new("collaborative", Rules::default());
    table.play(1).open(2);
    let moved = |text: &str, kind: &str| {
        format!(r#"{{"claim": "C1", "act": "challenge", "why": "w", "counter": {{"text": "{text}", "type": {kind}}}}}"#)
    };
    for (text, given, expected, is_assigned, is_noted) in [
        ("It was measured again [1].", "\"EMPIRICAL\"", Kind::Empirical, false, false),
        ("It was measured again [1].", "\"DOCUMENTED\"", Kind::Documented, false, true),
        ("See E1, which says so.", "\"EMPIRICAL\"", Kind::Empirical, false, false),
        ("See E9, which says so.", "\"EMPIRICAL\"", Kind::Empirical, false, true),
        ("It may be otherwise.", "null", Kind::Speculative, true, true),
    ] {
        let (turn, flaws, _) = checked(&table, &answer("", MEASURED, &moved(text, given)));
        let counter = turn.moves[0].counter.as_ref().unwrap();
        assert_eq!((counter.kind, counter.assigned), (Some(expected), is_assigned), "{text} {given}");
        assert_eq!(flaws.len(), usize::from(is_noted), "{flaws:?}");
    }
}

/// E-01, O-24: under rules without evidence types nothing is asked, parsed, assigned or shown: an old log continues as it began.
#[test]
fn old_rules_know_no_types() {
    let mut table = Table::new("collaborative", untyped());
    table.play(1).open(2);
    let prompt = next_prompt(&table);
    let schema = prompt.schema.to_json().to_string();
    assert!(!schema.contains("SPECULATIVE") && !schema.contains("assessment"), "{schema}");
    assert!(!prompt.system.contains("SPECULATIVE") && !prompt.system.contains("assessment"));
    let claims = r#"{"label": "INFER", "text": "It may pay off.", "type": "LOGICAL"}, {"label": "INFER", "text": "It may not.", "type": "vibes"}"#;
    let counter = r#"{"claim": "C1", "act": "challenge", "why": "w", "counter": "no", "assessment": "weak", "synthesis": "none"}"#;
    let (turn, flaws, _) = checked(&table, &answer(claims, MEASURED, counter));
    assert!(turn.claims.iter().all(|it| it.kind.is_none()) && turn.references[0].kind.is_none());
    assert_eq!((&turn.moves[0].assessment, &turn.moves[0].counter, &turn.moves[0].synthesis), (&None, &None, &None));
    assert_eq!(flaws, []);
    let mut typed = Table::new("collaborative", Rules::default());
    typed.play(1).open(2);
    let prompt = next_prompt(&typed);
    let schema = prompt.schema.to_json().to_string();
    assert!(schema.contains("SPECULATIVE") && schema.contains("assessment"), "{schema}");
    assert!(prompt.system.contains("SPECULATIVE") && prompt.system.contains("assessment"));
}

/// E-01, O-23: a source that gets a kind later is shown without one in the rounds before.
#[test]
fn a_kind_is_of_its_round() {
    let bare = |name: &str| {
        let mut bare = turn(1, name);
        bare.references.iter_mut().for_each(|it| it.kind = None);
        bare
    };
    let mut table = Table::new("collaborative", Rules::default());
    table.debate.participants.iter_mut().for_each(|it| it.layout = Layout::Append);
    table.open(1);
    for name in NAMES {
        table.say(1, name, bare(name));
    }
    table.open(2);
    let first = |table: &Table| {
        let user = next_prompt(table).user;
        let round = user.split("# Round 1\n").nth(1).unwrap().split("\n# ").next().unwrap();
        round.trim_end().to_owned()
    };
    let then = first(&table);
    assert!(then.contains("E1, recalled: Payload measurements") && !then.contains("EMPIRICAL"), "{then}");
    for name in NAMES {
        table.say(2, name, turn(2, name));
    }
    table.open(3);
    assert_eq!(first(&table), then);
    let registry = &table.debate.registry;
    let known = |round| (registry.evidence[0].rests_by(round), registry.strongest(&registry.claims[0], round));
    assert_eq!((known(1), known(2)), ((None, None), (Some(Kind::Empirical), Some(Kind::Empirical))));
}

/// E-23: the tokens counted for evidence types are those that the prompts use for them, in openings and once there are claims.
#[test]
fn what_types_take_of_a_prompt_is_counted() {
    use analysis::measure::thresholds::{TYPES_IN_MOVES, TYPES_IN_PROMPT};
    let system = |rules: Rules, round: u32, layout: Layout| {
        let mut table = Table::new("collaborative", rules);
        table.debate.participants.iter_mut().for_each(|it| it.layout = layout);
        if round == 2 {
            table.play(1);
        }
        table.open(round);
        text::tokens(&next_prompt(&table).system) as u64
    };
    for (round, layout, counted) in [
        (1, Layout::Rebuild, TYPES_IN_PROMPT),
        (2, Layout::Rebuild, TYPES_IN_PROMPT + TYPES_IN_MOVES),
        (1, Layout::Append, TYPES_IN_PROMPT + TYPES_IN_MOVES),
    ] {
        let more = system(Rules::default(), round, layout) - system(untyped(), round, layout);
        assert!(more.abs_diff(counted) <= 1, "round {round}, {layout:?}: {more}, not {counted}");
    }
}

/// A debate in which a claim is challenged with equal and with weaker evidence, and one is conceded.
fn disputed(layout: Layout) -> Table {
    let mut table = Table::new("collaborative", Rules::default());
    table.debate.participants.iter_mut().for_each(|it| it.layout = layout);
    table.play(1).open(2);
    let critique = |act: Act, kind: Kind, text: &str, cites: Vec<u32>| ClaimMove {
        claim: "C1".into(),
        act,
        why: Some("the load was another".into()),
        assessment: Some("One run, on an idle machine.".into()),
        counter: Some(Counter { text: text.into(), kind: Some(kind), assigned: false, cites }),
        synthesis: Some("It halves small payloads.".into()),
    };
    let strong = critique(Act::Challenge, Kind::Documented, "The manual says a tenth", vec![2]);
    let manual = Reference {
        number: 2,
        title: "Manual of the codec".into(),
        url: None,
        kind: Some(Kind::Documented),
        assigned: false,
    };
    let mut east = turn(2, "east");
    east.references.push(manual);
    east.claims[1].text = "Since C1 and C2 hold, east sees no need".into();
    east.claims[1].kind = Some(Kind::Logical);
    east.claims[1].label = Label::Infer;
    table.say(2, "north", turn(2, "north"));
    table.say(2, "east", Turn { moves: vec![strong], claims: vec![east.claims[1].clone()], ..east });
    let weak = critique(Act::Challenge, Kind::Logical, "Headers are not halved, so calls are not", vec![]);
    table.say(2, "south", Turn { moves: vec![weak], claims: vec![], ..turn(2, "south") });
    table.open(3);
    table
}

/// E-03: a critique is recorded with its parts; a counterargument weaker than the claim's evidence is marked, and a source against a claim
/// does not support it.
#[test]
fn critiques_are_data() {
    let table = disputed(Layout::Rebuild);
    let registry = &table.debate.registry;
    let claim = &registry.claims[0];
    let counters =
        claim.touches.iter().filter_map(|it| Some((it.by.as_str(), it.critique.as_ref()?.counter.as_ref()?)));
    let counters: Vec<_> = counters.map(|(by, it)| (by, it.kind, it.sources.clone(), it.is_weaker)).collect();
    assert_eq!(counters, [("east", Kind::Documented, vec![1], false), ("south", Kind::Logical, vec![], true)]);
    assert_eq!(claim.evidence, [0]);
    let challenge = claim.touches.iter().find(|it| it.action == ClaimAction::Moved(Act::Challenge)).unwrap();
    let critique = challenge.critique.as_ref().unwrap();
    assert_eq!(critique.assessment.as_deref(), Some("One run, on an idle machine."));
    assert_eq!(critique.synthesis.as_deref(), Some("It halves small payloads."));
    let derived = registry.claims.iter().find(|it| it.text.starts_with("Since")).unwrap();
    assert_eq!(derived.from, [0, 1], "what it names is what it follows from");
    assert_eq!(registry.strongest(claim, 2), Some(Kind::Empirical));
}

/// E-01, E-03: participants see the kinds of evidence and the critiques of a claim, and never a computed figure.
#[test]
fn participants_see_kinds_and_critiques() {
    for (name, layout) in [("rebuilt", Layout::Rebuild), ("appended", Layout::Append)] {
        let message = next_prompt(&disputed(layout)).user;
        insta::assert_snapshot!(format!("typed, {name}"), message);
    }
}

fn challenge(claim: &str, assessment: &str) -> ClaimMove {
    let why = Some("the load was another".into());
    let (claim, assessment) = (claim.to_owned(), Some(assessment.to_owned()));
    ClaimMove { claim, act: Act::Challenge, why, assessment, counter: None, synthesis: None }
}

/// E-03: a critique is shown with its own action, even where its author also states the contrary, or challenges a claim twice.
#[test]
fn each_challenge_has_its_own_critique() {
    let mut table = Table::new("collaborative", Rules::default());
    table.play(1).open(2);
    let mut east = turn(2, "east");
    east.claims[0].text = "gRPC does not halve the payload of our calls".into();
    east.moves = vec![challenge("C1", "first assessment"), challenge("C1", "second assessment")];
    table.say(2, "north", turn(2, "north")).say(2, "east", east).say(2, "south", turn(2, "south")).open(3);
    let message = next_prompt(&table).user;
    let parts: Vec<&str> = message.split("\n\n# ").collect();
    // Once in the round, and once to the holder of the challenged claim.
    for title in ["Round 2\n", "To you\n"] {
        let part = parts.iter().find(|it| it.starts_with(title)).unwrap();
        for assessment in ["first assessment", "second assessment"] {
            assert_eq!(part.matches(assessment).count(), 1, "{assessment}: {part}");
        }
    }
}

/// E-03, D-35: participants who speak in turn may criticize claims of the same round, and the critique is shown then and later.
#[test]
fn a_critique_of_the_same_round_is_told() {
    let mut table = Table::new("adversarial", Rules::default());
    table.debate.participants.iter_mut().for_each(|it| it.layout = Layout::Append);
    table.tell(Event::RoundOpened { round: 1, in_turn: true, kind: RoundKind::Usual, focus: None });
    table.say(1, "north", turn(1, "north"));
    table.say(
        1,
        "east",
        Turn { moves: vec![challenge("C1", "an idle machine"), challenge("C9", "nobody's")], ..turn(1, "east") },
    );
    for prompt in [next_prompt(&table).user, next_prompt(table.say(1, "south", turn(1, "south")).open(2)).user] {
        assert!(
            prompt.contains("challenges C1: the load was another") && prompt.contains("an idle machine"),
            "{prompt}"
        );
        assert!(!prompt.contains("challenges C9"), "{prompt}");
    }
}

/// O-10, E-01: a reference to an attached text that does not exist is a flaw, and nothing rests on it.
#[test]
fn a_forged_source_carries_nothing() {
    let mut table = Table::new("collaborative", Rules::default());
    let text = "Rye yielded 3.1 tonnes a hectare.".to_owned();
    table.tell(Event::SourcesAttached { sources: vec![Attachment { title: "yields.md".into(), text }] });
    table.open(1);
    for (title, is_there) in
        [("S9#99 nowhere", false), ("S1#7", false), ("S2", false), ("S1#1", true), ("yields.md", true)]
    {
        let claim = r#"{"label": "FACT", "text": "Rye yields 9 tonnes [1].", "type": "DOCUMENTED"}"#;
        let reference = format!(r#"{{"number": 1, "title": "{title}", "url": null, "type": "DOCUMENTED"}}"#);
        let (turn, flaws, _) = checked(&table, &answer(claim, &reference, ""));
        assert_eq!(
            (turn.references.len(), turn.claims[0].cites.len()),
            (usize::from(is_there), usize::from(is_there)),
            "{title}"
        );
        assert_eq!(flaws.iter().any(|it| matches!(it, Flaw::UnknownSource { .. })), !is_there, "{title}: {flaws:?}");
        assert_eq!(turn.claims[0].kind, Some(Kind::Documented), "{title}: as given");
        let is_doubted = flaws.iter().any(|it| matches!(it, Flaw::DoubtedKind { .. }));
        assert_eq!(is_doubted, !is_there, "{title}: {flaws:?}");
    }
}

/// D-61: a FACT that nothing backs is asked for once more, and then accepted with a flag.
#[test]
fn strictness_asks_once() {
    let strict = ToolPolicy { enforcement: Enforcement::Strict, min_calls: Some(0), max_calls: Some(1) };
    let mut table = Table::new("collaborative", Rules { tools: Some(strict), ..Rules::default() });
    table.open(1);
    let (mut turn, mut flaws) = read(&table, &answer(r#"{"label": "FACT", "text": "It is so."}"#, "", ""));
    let again = ask::Turn { attempt: Attempt::Second, ..asked(&table) };
    let format = formats::named("collaborative").unwrap();
    assert_eq!(format.check(&table.debate, &again, &mut turn, &mut flaws), Grade::Whole);
    assert!(flaws.contains(&Flaw::UnbackedFact { claim: 1, rests: Kind::Speculative }), "{flaws:?}");
}
