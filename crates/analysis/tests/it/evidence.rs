//! Evidence of claims, its weight, and the cost of typing it.
use crate::test_debate::{TestDebate, claim, no, yes};
use analysis::Verdict;
use analysis::decision::thresholds::CONFIDENCE_GAP;
use analysis::evidence::backing::{self, USUAL};
use analysis::measure::accounting::{Accounting, RoundLine};
use analysis::measure::thresholds::{TYPES_IN_MOVES, TYPES_IN_PROMPT};
use debate::event::{Answer, RoundKind};
use debate::rules::EvidencePolicy;
use debate::{
    Act, Attachment, CallId, Claim, ClaimMove, Counter, Event, Kind, Label, Profile, Reference, Rules, Standing, Turn,
    Usage, text,
};

/// A turn that says this, of this kind, on sources of these kinds.
fn says(turn: Turn, label: Label, said: &str, kind: Option<Kind>, sources: &[Kind]) -> Turn {
    let mut turn = turn;
    let first = turn.references.len() as u32 + 1;
    for (number, kind) in (first..).zip(sources) {
        let (title, assigned) = (format!("{kind} source of {said}, {number}"), false);
        turn.references.push(Reference { number, title, url: None, kind: Some(*kind), assigned });
    }
    let cites = (first..).take(sources.len()).collect();
    turn.claims.push(Claim { cites, ..claim(label, said, kind) });
    turn
}

fn typed() -> Rules {
    Rules { evidence: Some(EvidencePolicy::default()), ..Rules::default() }
}

fn ended(mut scene: TestDebate) -> TestDebate {
    scene.add(Event::DebateClosed { why: debate::event::Reason::RoundCap, figures: vec![], question: None });
    scene
}

/// E-01, E-02: a piece of evidence counts once, whoever repeats it; a kind that describes a source is no second piece; a claim without any
/// is SPECULATIVE.
#[test]
fn a_piece_of_evidence_counts_once() {
    let first = says(yes(0.8), Label::Fact, "Latency is 3 ms", Some(Kind::Documented), &[Kind::Documented]);
    let first = says(first, Label::Infer, "Calls are shorter", Some(Kind::Logical), &[]);
    let first = says(first, Label::Assume, "Load may grow", None, &[]);
    let scene = ended(TestDebate::new(2, typed()).round([first.clone(), first]));
    let registry = &scene.debate.registry;
    let kinds: Vec<Vec<Kind>> = registry.claims.iter().map(|it| backing::kinds(registry, it)).collect();
    assert_eq!(kinds, [[Kind::Documented], [Kind::Logical], [Kind::Preferential]]);
    assert!(backing::confidence(&kinds[0], &USUAL) < 0.85, "one document is not several");
}

/// E-01, E-02, E-05: an ASSUME has no evidence, whatever it cites, and is a value; the same text as a FACT has its source.
#[test]
fn an_assumption_has_no_credit_from_what_it_cites() {
    for (label, kind, expected) in [
        (Label::Fact, None, Kind::Documented),
        (Label::Assume, None, Kind::Preferential),
        (Label::Assume, Some(Kind::Documented), Kind::Preferential),
        (Label::Assume, Some(Kind::Logical), Kind::Logical),
        (Label::Assume, Some(Kind::Speculative), Kind::Speculative),
    ] {
        let turn = says(yes(0.9), label, "Load doubles each year", kind, &[Kind::Documented]);
        let debate = ended(TestDebate::new(2, typed()).round([turn, yes(0.9)])).debate;
        assert_eq!(backing::counted(&debate.registry, &debate.registry.claims[0]), [expected], "{label:?} {kind:?}");
    }
}

/// E-02, E-01: the verdict has both confidences, the kinds, and a warning if the confidences differ widely.
#[test]
fn a_wide_difference_is_shown() {
    let sure = |confidence| {
        let turn = says(yes(confidence), Label::Fact, "Latency is 3 ms", None, &[Kind::Documented; 2]);
        says(turn, Label::Infer, "It will pay off", Some(Kind::Speculative), &[])
    };
    let verdict = Verdict::of(&ended(TestDebate::new(2, typed()).round([sure(0.9), sure(0.8)])).debate);
    let [fact, hope] = verdict.evidence.claims.as_slice() else { panic!("{:?}", verdict.evidence.claims) };
    assert_eq!(
        (fact.kinds.as_slice(), hope.kinds.as_slice()),
        ([Kind::Documented; 2].as_slice(), [Kind::Speculative].as_slice())
    );
    assert!(
        (fact.said.unwrap() - 0.85).abs() < 1e-9 && (hope.said.unwrap() - 0.85).abs() < 1e-9,
        "of those who hold it"
    );
    assert_eq!(fact.confidence, Some(0.69), "two documents that nobody has opened");
    assert!((0.10..=0.24).contains(&hope.confidence.unwrap()));
    let warnings: Vec<&String> = verdict.evidence.warnings.iter().filter(|it| it.contains("differ widely")).collect();
    assert_eq!(
        warnings,
        ["how sure participants are and what the evidence allows differ widely: C2 (0.85 said, 0.13 by its evidence)"]
    );
    let near = Verdict::of(
        &ended(TestDebate::new(2, typed()).round([sure(CONFIDENCE_GAP + 0.1), sure(CONFIDENCE_GAP + 0.1)])).debate,
    );
    assert!(near.evidence.warnings.iter().all(|it| !it.contains("C2 (")), "{:?}", near.evidence.warnings);
}

/// E-03: the verdict lists challenges and concessions with their evidence, and marks weaker counters.
#[test]
fn critiques_stand_in_the_verdict() {
    let made = says(yes(0.8), Label::Fact, "Latency is 3 ms", None, &[Kind::Empirical]);
    let moved = |act, kind: Option<Kind>| ClaimMove {
        claim: "C1".to_owned(),
        act,
        why: None,
        assessment: kind.map(|_| "One run.".to_owned()),
        counter: kind.map(|kind| Counter {
            text: "It was 9".to_owned(),
            kind: Some(kind),
            assigned: false,
            cites: vec![1],
        }),
        synthesis: Some("It depends.".to_owned()),
    };
    let source = |kind: Kind| Reference {
        number: 1,
        title: format!("A {kind} run"),
        url: None,
        kind: Some(kind),
        assigned: false,
    };
    let with = |it: ClaimMove| {
        let references = it.counter.iter().filter_map(|it| it.kind).map(source).collect();
        Turn { moves: vec![it], references, ..no(0.6) }
    };
    let scene = TestDebate::new(4, typed()).round([made, no(0.5), no(0.5), no(0.5)]);
    let scene = scene.round([
        yes(0.8),
        with(moved(Act::Challenge, Some(Kind::Logical))),
        with(moved(Act::Challenge, Some(Kind::Empirical))),
        with(moved(Act::Concede, None)),
    ]);
    let verdict = Verdict::of(&ended(scene).debate);
    let critiques = verdict.evidence.claims[0].critiques.iter();
    let critiques: Vec<_> =
        critiques.map(|it| (it.by.as_str(), it.act, it.counter.as_ref().map(|it| (it.kind, it.is_weaker)))).collect();
    assert_eq!(
        critiques,
        [
            ("bea", Act::Challenge, Some((Kind::Logical, true))),
            ("cleo", Act::Challenge, Some((Kind::Empirical, false))),
            ("dora", Act::Concede, None),
        ]
    );
}

/// E-05: a claim has at most 0.69 while nobody has opened a source; more if it names a passage of an attached text, a tool returned it, or
/// its words were found. The given kind stays, with doubts beside it.
#[test]
fn what_nobody_opened_is_worth_less() {
    let claims = |titles: &[&str], standing: Option<Standing>, kind: Option<Kind>, said: &str| {
        let reference = |(number, title): (u32, &&str)| Reference {
            number,
            title: (*title).to_owned(),
            url: None,
            kind: Some(Kind::Documented),
            assigned: false,
        };
        let references: Vec<Reference> = (1..).zip(titles).map(reference).collect();
        let cites = references.iter().map(|it| it.number).collect();
        let claims = vec![Claim { cites, standing, ..claim(Label::Fact, said, kind) }];
        Turn { references, claims, ..yes(0.8) }
    };
    let line = |turn: Turn| {
        let mut scene = TestDebate::new(2, typed());
        let text = "The cutover window is 45 minutes. Nobody may deploy on a Friday.";
        scene.add(Event::SourcesAttached { sources: vec![Attachment { title: "plan.md".into(), text: text.into() }] });
        let verdict = Verdict::of(&ended(scene.round([turn, yes(0.8)])).debate);
        let it = verdict.evidence.claims[0].clone();
        (it.standing, it.confidence.map(|it| (it * 100.0).round() / 100.0), it.kinds, it.doubts.join("; "))
    };
    let documented = vec![Kind::Documented];
    for (titles, standing, kind, said, expected) in [
        (
            vec!["A manual", "A standard"],
            None,
            None,
            "It is safe",
            (Standing::Recalled, 0.69, vec![Kind::Documented; 2], ""),
        ),
        (
            vec!["My notes"],
            Some(Standing::Reported),
            None,
            "It is safe",
            (Standing::Reported, 0.69, documented.clone(), ""),
        ),
        (vec!["S1#1 plan.md"], None, None, "It is strict", (Standing::Opened, 0.83, documented.clone(), "")),
        (vec!["plan.md"], None, None, "It is strict", (Standing::Recalled, 0.69, documented.clone(), "")),
        (
            vec!["plan.md"],
            None,
            None,
            "The cutover window is 45 minutes",
            (Standing::Opened, 0.83, documented.clone(), ""),
        ),
        (
            vec!["plan.md"],
            None,
            None,
            "The cutover window is 90 minutes",
            (Standing::Recalled, 0.13, documented.clone(), ""),
        ),
        (
            vec!["A manual"],
            Some(Standing::Opened),
            None,
            "It is safe",
            (Standing::Recalled, 0.69, documented.clone(), "opened as given: no passage was found here"),
        ),
        (
            vec![],
            None,
            Some(Kind::Empirical),
            "It is safe",
            (Standing::Reasoned, 0.13, vec![Kind::Empirical], "EMPIRICAL as given: no source of that type is named"),
        ),
        (
            vec![],
            Some(Standing::Reported),
            Some(Kind::Empirical),
            "It is safe",
            (Standing::Reported, 0.67, vec![Kind::Empirical], ""),
        ),
    ] {
        let (standing_of, worth, kinds, doubts) = expected;
        let expected = (standing_of, Some(worth), kinds, doubts.to_owned());
        assert_eq!(line(claims(&titles, standing, kind, said)), expected, "{titles:?} {standing:?} {said}");
    }
}

/// E-05: the verdict says how much of a decision's basis was opened and how each source is known; an implausible kind is shown with the
/// suggested one.
#[test]
fn a_verdict_says_how_much_was_opened() {
    let mut scene = TestDebate::new(2, typed());
    scene.add(Event::SourcesAttached {
        sources: vec![Attachment { title: "plan.md".into(), text: "It is so.".into() }],
    });
    let mut turn = says(yes(0.8), Label::Fact, "It is strict", None, &[Kind::Documented]);
    turn.references[0].title = "S1#1 plan.md".to_owned();
    let mut turn = says(turn, Label::Fact, "It went well", None, &[Kind::Empirical]);
    turn.references[1].title = "The migration went well".to_owned();
    let mut turn = says(turn, Label::Fact, "We saw it", None, &[Kind::Documented]);
    turn.references[2].title = "ada's own notes".to_owned();
    turn.claims[2].standing = Some(Standing::Reported);
    let verdict = Verdict::of(&ended(scene.round([turn, yes(0.8)])).debate);
    let shown: Vec<String> = verdict
        .evidence
        .sources
        .iter()
        .map(|it| format!("{} {} {} {:?} {:?}", it.id, it.from, it.standing, it.kind, it.reads_as))
        .collect();
    let expected = [
        "E1 attached opened Some(Documented) None",
        "E2 citation recalled Some(Empirical) Some(Speculative)",
        "E3 citation reported Some(Documented) None",
    ];
    assert_eq!(shown, expected);
    assert_eq!(verdict.evidence.opened.says().unwrap(), "opened: 1 of 3 sourced claims, 1 of 3 sources");
    let rests = verdict.screen().rows.into_iter().find(|it| it.title == "Rests on").unwrap().text;
    assert!(rests.ends_with("· opened: 1 of 3 sourced claims, 1 of 3 sources"), "{rests}");
    assert!(rests.contains("C1 It is strict (opened)"), "{rests}");
}

/// E-04: a verdict names the version of the weights, which is this release's, whatever version a log names; none if nothing is weighed.
#[test]
fn a_debate_names_its_weights() {
    let verdict = |evidence: Option<EvidencePolicy>| {
        let turn = || says(yes(0.5), Label::Assume, "It reads well", Some(Kind::Preferential), &[]);
        let rules = Rules { evidence, ..Rules::default() };
        Verdict::of(&ended(TestDebate::new(2, rules).round([turn(), turn()])).debate)
    };
    for named in [1, 2] {
        let verdict = verdict(Some(EvidencePolicy { version: named, ..EvidencePolicy::default() }));
        assert_eq!(verdict.metadata.weights.map(|it| it.version), Some(1), "a log that names {named}");
        // PREFERENTIAL has the band 0.25…0.39 (E-02), and in version 1 the weight 0.40.
        assert_eq!(verdict.evidence.claims[0].confidence, Some(0.25 + 0.14 * 0.40), "a log that names {named}");
    }
    let unweighed = verdict(None);
    assert!(unweighed.metadata.weights.is_none() && unweighed.evidence.claims[0].confidence.is_none());
}

/// A round in which calls consume so much, of participants that are asked in full.
fn consumed(scene: &mut TestDebate, input: u64, output: u64, turn: &Turn) {
    let round = scene.debate.rounds.len() as u32 + 1;
    scene.add(Event::RoundOpened { round, in_turn: false, kind: RoundKind::Usual, focus: None });
    let names: Vec<_> = scene.debate.participants.iter().map(|it| it.name.clone()).collect();
    for by in names {
        let answer = Answer { usage: Usage { input, output, ..Usage::default() }, ..Answer::default() };
        let call = CallId::turn(round, &by);
        scene.add(Event::TurnTaken { round, call, by, turn: turn.clone(), flaws: vec![], answer });
    }
}

/// E-23: costs of kinds of evidence, comparisons and rounds, compared with the openings alone.
#[test]
fn what_was_spent_on_what() {
    let mut scene = TestDebate::new(2, typed());
    let turn = says(yes(0.8), Label::Fact, "Latency is 3 ms", None, &[Kind::Empirical]);
    consumed(&mut scene, 1_000, 300, &turn);
    consumed(&mut scene, 2_000, 400, &turn);
    let answer = Answer { usage: Usage { input: 500, output: 50, ..Usage::default() }, ..Answer::default() };
    let call = CallId::compare(2, 1);
    scene.add(Event::PositionsCompared {
        round: 2,
        call,
        analyst: "x/judge".to_owned(),
        failed: None,
        pairs: vec![],
        answer: Some(answer),
        took: 0,
    });
    let account = Accounting::of(&ended(scene).debate).unwrap();
    let written = text::tokens(",\"type\":null,\"type\":\"EMPIRICAL\"") as u64;
    let shown = 2 * text::tokens(" EMPIRICAL") as u64;
    let (first, second) = (2 * TYPES_IN_PROMPT, 2 * (TYPES_IN_PROMPT + TYPES_IN_MOVES + shown));
    assert_eq!(
        account,
        Accounting {
            types_in_prompts: first + second,
            types_in_answers: 4 * written,
            metrics: 550,
            later_rounds: 4_800,
            rounds: vec![
                RoundLine { round: 1, tokens: 2_600, types: first + 2 * written },
                RoundLine { round: 2, tokens: 4_800, types: second + 2 * written },
            ],
            total: 2_600 + 4_800 + 550,
            without: 2_600 - first - 2 * written,
        }
    );
    let mut old = TestDebate::new(2, Rules { evidence: None, ..Rules::default() });
    consumed(&mut old, 1_000, 300, &turn);
    assert_eq!(Accounting::of(&old.debate), None, "a log in which nothing was typed or compared");
    let mut lean = TestDebate::on("Should we?", 2, Profile::Lean, typed());
    consumed(&mut lean, 100, 30, &yes(0.8));
    let account = Accounting::of(&lean.debate).unwrap();
    assert_eq!((account.types_in_prompts, account.types_in_answers, account.without), (0, 0, 260));
}
