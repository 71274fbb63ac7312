//! D-41 … D-43 and B-14, at, below and above each threshold.
use crate::test_debate::{
    TestDebate, because, blocks, cites, claim, claims, guesses, links, no, reasons, signs, unsure, yes,
};
use analysis::decision::exit::{self, AfterRound};
use analysis::measure::groupthink::{came_by_yielding, diversity_gate, is_unshaken};
use analysis::{Label, Verdict};
use debate::event::Groupthink::{EarlyConvergence, Light, Stagnation};
use debate::event::Reason;
use debate::{Algorithm, Ballot, Profile, Rules, Stance, Turn};

/// Three sources and three lines of reasoning, which pass the diversity gate.
fn diverse(confidences: [f64; 3]) -> [Turn; 3] {
    let grounds = [
        ("Calls between services take nine milliseconds today", "Trace of June"),
        ("Schemas break silently twice a quarter", "Incident list"),
        ("Vendors stopped shipping the old client", "Release notes"),
    ];
    [0, 1, 2].map(|at| cites(yes(confidences[at]), &[grounds[at]]))
}

/// D-41: two of three signs, each at and below its threshold; parallel openings are independent.
#[test]
fn a_light_groupthink_needs_two_signs() {
    let opened = || TestDebate::new(2, Rules::default()).round([yes(0.5), no(0.5)]);
    let later = |turns: [Turn; 2]| {
        let mut scene = opened().round([yes(0.5), no(0.5)]).round(turns);
        scene.watch()
    };
    for (turns, is_seen) in [
        ([yes(0.80), yes(0.90)], true),
        ([yes(0.79), yes(0.95)], false),
        ([yes(0.80), yes(0.89)], false),
        ([yes(0.90), no(0.90)], false),
        ([yes(0.90), unsure(yes(0.90))], false),
    ] {
        let what = format!("{turns:?}");
        assert_eq!(later(turns), if is_seen { vec![Light] } else { vec![] }, "{what}");
    }
    let stance = |it: Stance, turn: Turn| Turn { stance: Some(it), ..turn };
    let one = [stance(Stance::Yes, yes(0.9)), stance(Stance::Yes, no(0.9))];
    assert_eq!(later(one), [Light], "sure, and of one stance");
    let two = [stance(Stance::Yes, yes(0.9)), stance(Stance::No, no(0.9))];
    assert_eq!(later(two), []);
    let agreed = [stance(Stance::No, yes(0.3)), stance(Stance::No, yes(0.3))];
    assert_eq!(later(agreed), [Light], "of one stance, and agreed");
    let mut openings = TestDebate::new(2, Rules::default()).round([yes(0.95), yes(0.95)]);
    assert_eq!(openings.watch(), [], "nobody has heard anybody");
    let mut heard = TestDebate::new(2, Rules::default()).in_turn([yes(0.95), yes(0.95)]);
    assert_eq!(heard.watch(), [EarlyConvergence, Light], "openings that were heard are no longer independent");
}

/// D-41, D-60: a person sets the threshold, and there is no check without one.
#[test]
fn the_threshold_is_a_rule() {
    for (groupthink, expected) in [(Some(0.90), vec![Light]), (Some(1.0), vec![]), (None, vec![])] {
        let rules = Rules { groupthink, ..Rules::default() };
        let mut scene = TestDebate::new(3, rules).round(diverse([0.9; 3])).round([0.9; 3].map(yes));
        assert_eq!(scene.watch(), expected, "{groupthink:?}");
    }
}

/// D-42: early convergence by round 2, 75 % at 0.85, with a failing gate; not if ballots differ.
#[test]
fn early_convergence_is_sure_on_little() {
    let seen = |opening: Vec<Turn>, turns: Vec<Turn>| {
        let mut scene = TestDebate::new(opening.len(), Rules::default()).round(opening).round(turns);
        scene.watch().contains(&EarlyConvergence)
    };
    let bare = |confidences: &[f64]| -> Vec<Turn> { confidences.iter().map(|it| yes(*it)).collect() };
    assert!(seen(bare(&[0.9; 4]), bare(&[0.85, 0.85, 0.85, 0.2])), "three of four");
    assert!(!seen(bare(&[0.9; 4]), bare(&[0.85, 0.85, 0.84, 0.2])), "two of four");
    assert!(!seen(bare(&[0.9; 3]), bare(&[0.9, 0.9])), "whoever was lost is not sure: two of three");
    assert!(!seen(diverse([0.9; 3]).into(), diverse([0.9; 3]).into()), "three sources, three reasons");
    assert!(!seen(diverse([0.9; 3]).into(), bare(&[0.9; 3])), "what was cited before still counts");
    assert!(!seen(bare(&[0.9; 3]), vec![yes(0.9), yes(0.9), no(0.9)]), "confident disagreement");
    let mut late = TestDebate::new(3, Rules::default())
        .round([yes(0.5), no(0.5), no(0.5)])
        .round([yes(0.5), yes(0.5), no(0.5)])
        .round(bare(&[0.9; 3]));
    assert!(!late.watch().contains(&EarlyConvergence), "round 3 is not early");
}

/// D-42, B-20: each of the gate's three values can fail it alone; it counts claims and sources, not words.
#[test]
fn the_diversity_gate_fails_by_each_figure() {
    let gate = |turns: [Turn; 3]| diversity_gate(&TestDebate::new(3, Rules::default()).round(turns).debate, 1);
    let passes = gate(diverse([0.9; 3]));
    assert_eq!((passes.sources, passes.clusters, passes.holds()), (Some(3), Some(3), true));
    let mut two = diverse([0.9; 3]);
    two[2].references[0].title = "Trace of June".to_owned();
    assert_eq!((gate(two.clone()).sources, gate(two).holds()), (Some(2), false));
    // Each holds so many shared claims, and one of its own.
    let sharing = |shared: usize| {
        let fact = |at: usize| (format!("Part {at} weighs {} grams", at * 37), format!("Scale {at}"));
        [0, 1, 2].map(|seat| {
            let facts: Vec<_> = (0..shared).chain([10 + seat]).map(fact).collect();
            let facts: Vec<(&str, &str)> = facts.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            cites(yes(0.9), &facts)
        })
    };
    let wide = gate(sharing(5));
    assert!(wide.overlap.unwrap() >= 0.70 && !wide.holds(), "five of seven: {wide:?}");
    let close = gate(sharing(2));
    assert_eq!((close.overlap, close.clusters, close.holds()), (Some(0.5), Some(1), false), "two of four: one cluster");
    assert!(gate(sharing(1)).holds(), "one of three");
    assert!(diversity_gate(&TestDebate::new(2, Rules::default()).debate, 7).holds(), "nothing is known");
}

/// D-42, D-18, B-20: lean participants are not asked for claims, so sources and premises are unknown.
#[test]
fn what_nobody_was_asked_for_is_no_sign() {
    for said in [["Calls are slow."; 3], ["Calls are slow.", "Schemas break silently.", "Vendors stopped shipping."]] {
        let turns = || said.map(|it| reasons(yes(0.9), it));
        let lean = TestDebate::on("Should we adopt gRPC?", 3, Profile::Lean, Rules::default());
        let mut scene = lean.round(turns()).round(turns());
        let gate = diversity_gate(&scene.debate, 2);
        assert_eq!((gate.sources, gate.overlap, gate.clusters), (None, None, None));
        assert_eq!(scene.watch(), [Light]);
        assert_eq!(
            scene.round(turns()).round(turns()).watch(),
            [Light],
            "new FACTs can't be told, so it is no stagnation"
        );
    }
}

fn fact(turn: Turn, n: usize) -> Turn {
    cites(turn, &[(&format!("Fact number {n} was found"), "Source")])
}

/// D-42: stagnation needs two rounds, and all three signs.
#[test]
fn stagnation_takes_two_rounds() {
    let seen = |rounds: &[[Turn; 2]]| {
        let scene = TestDebate::new(2, Rules::default());
        let mut scene = rounds.iter().fold(scene, |scene, it| scene.round(it.clone()));
        scene.watch().contains(&Stagnation)
    };
    let quiet = |confidence: f64| [yes(confidence), yes(confidence)];
    assert!(seen(&[quiet(0.5), quiet(0.5), quiet(0.5)]));
    assert!(!seen(&[quiet(0.5), quiet(0.5)]), "one quiet round");
    assert!(seen(&[quiet(0.5), quiet(0.6), quiet(0.7)]), "a change of 10% is none");
    assert!(!seen(&[quiet(0.5), quiet(0.5), quiet(0.61)]), "a change of 11% is one");
    let one = [fact(yes(0.5), 1), yes(0.5)];
    assert!(seen(&[quiet(0.5), quiet(0.5), one]), "one new FACT for two");
    let two = [fact(yes(0.5), 1), fact(yes(0.5), 2)];
    assert!(!seen(&[quiet(0.5), quiet(0.5), two.clone()]), "one new FACT for each");
    assert!(seen(&[two.clone(), two.clone(), two]), "the same FACT again is not new");
    let apart = [yes(0.5), no(0.5)];
    assert!(!seen(&[apart.clone(), apart.clone(), apart]), "who is apart does not stagnate in agreement");
    let signed = [yes(0.5), signs(no(0.5), "A")];
    assert!(!seen(&[signed.clone(), signed.clone(), signed]), "to sign another option is not to hold it");
    let silent = [yes(0.5), unsure(yes(0.5))];
    assert!(!seen(&[silent.clone(), silent.clone(), silent]), "what can't be told is no sign");
}

/// D-42, D-43: a sign is reported once per round, and an episode ends with the round after the objections.
#[test]
fn an_episode_is_objected_to_once() {
    let quiet = || [yes(0.6), yes(0.6)];
    let mut scene = TestDebate::new(2, Rules::default()).round(quiet()).round(quiet()).round(quiet());
    assert_eq!(scene.watch(), [Stagnation]);
    assert_eq!(scene.watch(), []);
    assert_eq!(exit::after_round(&scene.debate), AfterRound::Object);
    let mut scene = scene.objects(quiet());
    assert_eq!(scene.watch(), [], "the objection round itself");
    assert_ne!(exit::after_round(&scene.debate), AfterRound::Object);
    let mut scene = scene.round(quiet());
    assert_eq!(scene.watch(), [], "and the one after it");
    let mut scene = scene.round(quiet());
    assert_eq!(scene.watch(), [Stagnation], "then it is another one");
}

/// Agreeing independent openings, and a second round.
fn independent(rules: Rules) -> TestDebate {
    TestDebate::new(3, rules).round([0.9; 3].map(yes)).round([0.9; 3].map(yes))
}

/// Split openings, and a second round in which all agree by yielding.
fn yielded(rules: Rules) -> TestDebate {
    TestDebate::new(3, rules).round([no(0.9), no(0.9), yes(0.9)]).round([0.9; 3].map(yes))
}

/// D-43, E-20: an objection round precedes any consensus, whatever the algorithm; with caps alone there is none.
#[test]
fn objections_come_before_a_consensus() {
    let sure = |algorithm, groupthink| independent(Rules { algorithm, groupthink, ..Rules::default() });
    for algorithm in [Algorithm::VoteRubric, Algorithm::Agreement, Algorithm::EvidenceBasedDebate] {
        let mut scene = sure(algorithm, Some(0.9));
        assert_eq!(scene.watch(), [EarlyConvergence, Light]);
        assert_eq!(exit::after_round(&scene.debate), AfterRound::Object, "{algorithm}");
        let unwatched = sure(algorithm, None);
        assert_eq!(exit::after_round(&unwatched.debate), AfterRound::Close(Reason::Consensus), "{algorithm}");
    }
    let mut fixed = sure(Algorithm::FixedRounds, Some(0.9));
    assert_eq!(fixed.watch(), [EarlyConvergence, Light], "it is still told");
    assert_eq!(exit::after_round(&fixed.debate), AfterRound::GoOn);
}

/// B-14: agreeing independent openings that survive an objection round are a tested consensus; unanimity by yielding, an open BLOCKER, or
/// high stakes escalate.
#[test]
fn what_survives_objections_is_a_consensus() {
    for algorithm in [Algorithm::VoteRubric, Algorithm::Agreement, Algorithm::EvidenceBasedDebate] {
        let rules = |high_stakes| Rules { algorithm, high_stakes, ..Rules::default() };
        let after = |mut scene: TestDebate, turns: Vec<Turn>| {
            scene.watch();
            let scene = scene.objects(turns);
            (exit::after_round(&scene.debate), scene)
        };
        let same = || vec![yes(0.9); 3];
        let (outcome, scene) = after(independent(rules(false)), same());
        assert_eq!(outcome, AfterRound::Close(Reason::Consensus), "{algorithm}");
        let decision = Verdict::of(&scene.closed(Reason::Consensus).debate).decision;
        assert_eq!((decision.label, decision.is_unanimous, decision.is_tested), (Label::Consensus, true, true));
        assert_eq!(decision.headline.as_deref(), Some("Yes, 3 of 3 (all three independently)"));

        let escalates = |(outcome, scene): (AfterRound, TestDebate)| {
            let label = Verdict::of(&scene.debate).decision.label;
            matches!(outcome, AfterRound::Escalate(_)) && label == Label::Escalated
        };
        assert!(escalates(after(independent(rules(true)), same())), "{algorithm}: the stakes are high");
        assert!(escalates(after(yielded(rules(false)), same())), "{algorithm}: by yielding");
        let carried = |turn| because(turn, &["C1"]);
        let opened =
            TestDebate::new(3, rules(false)).round([no(0.9), no(0.9), links(yes(0.9), "Calls are slow", "Trace")]);
        let moved = opened.round([carried(yes(0.9)), carried(yes(0.9)), yes(0.9)]);
        assert!(!escalates(after(moved, same())), "{algorithm}: what carried them was named");
        let block = || vec![yes(0.9), yes(0.9), yes(0.9), blocks(no(0.9), "A")];
        let blocked = TestDebate::new(4, rules(false)).round(block()).round(block());
        assert!(escalates(after(blocked, block())), "{algorithm}: a BLOCKER is open");
        let reserved = || vec![yes(0.9), yes(0.9), yes(0.9), signs(no(0.9), "A")];
        let signed = TestDebate::new(4, rules(false)).round(reserved()).round(reserved());
        assert!(!escalates(after(signed, reserved())), "{algorithm}: a reservation is no BLOCKER");
    }
}

/// B-14: unanimity came by yielding if at most half hold the option without the yielded moves.
#[test]
fn who_yielded_is_not_counted_for_it() {
    let yielding = |openings: [Turn; 4], last: [Turn; 4]| {
        let debate = TestDebate::new(4, Rules::default()).round(openings).round(last).debate;
        came_by_yielding(&debate, debate.round().unwrap())
    };
    let all = || [0.9; 4].map(yes);
    assert!(yielding([no(0.9), no(0.9), yes(0.9), yes(0.9)], all()), "two of four are no more than half");
    assert!(!yielding([no(0.9), yes(0.9), yes(0.9), yes(0.9)], all()), "three of four are");
    assert!(!yielding(all(), all()), "nobody moved");
    assert!(!yielding([no(0.9), no(0.9), yes(0.9), yes(0.9)], [no(0.9), no(0.9), yes(0.9), yes(0.9)]), "none leads");
}

/// D-43: no new fact, confidence of at least 0.80 and a change of belief below 5 % escalate, at and around each threshold.
#[test]
fn an_objection_round_that_changed_nothing_escalates() {
    let after = |turns: [Turn; 3]| {
        let mut scene = yielded(Rules { algorithm: Algorithm::VoteRubric, ..Rules::default() });
        scene.watch();
        exit::after_round(&scene.objects(turns).debate)
    };
    let at = |confidence: f64| [0; 3].map(|_| yes(confidence));
    let escalates = |turns: [Turn; 3]| matches!(after(turns), AfterRound::Escalate(_));
    assert!(escalates(at(0.90)) && escalates(at(0.86)), "less than 5%");
    assert!(!escalates(at(0.85)) && !escalates(at(0.95)), "5%, either way");
    assert_eq!(after(at(0.85)), AfterRound::Close(Reason::Consensus), "on by the algorithm");
    let [one, two, three] = at(0.90);
    assert!(!escalates([fact(one.clone(), 1), two.clone(), three.clone()]), "a new fact");
    assert!(!escalates([one.clone(), two.clone(), no(0.90)]), "one turned");
    assert!(!escalates([one, two, unsure(three)]), "what can't be told did change");
    let below = |confidence: f64| {
        let round = || [0; 3].map(|_| yes(confidence));
        let scene = TestDebate::new(3, Rules::default()).round(round()).round(round()).round(round()).objects(round());
        is_unshaken(&scene.debate, 4)
    };
    assert!(below(0.80) && !below(0.79));
}

/// D-43, B-10: a changed estimate is a change of belief, by the change of its best guess.
#[test]
fn an_estimate_that_moved_was_shaken() {
    let unshaken = |best: f64| {
        let round = |best: f64| [0; 3].map(|_| guesses(10.0, best, 900.0, 0.9));
        let scene = TestDebate::with(Ballot::estimate("days").unwrap(), 3, Rules::default());
        let scene = scene.round(round(100.0)).round(round(100.0)).objects(round(best));
        is_unshaken(&scene.debate, 3)
    };
    assert!(unshaken(100.0) && unshaken(104.0));
    assert!(!unshaken(105.0) && !unshaken(500.0));
}

/// D-43: the question contains the held options and the point that a person may know.
#[test]
fn the_question_can_be_answered() {
    let ask = |last: [Turn; 4], opening: Turn| {
        let scene = TestDebate::new(4, Rules::default()).round([opening, no(0.9), no(0.9), yes(0.9)]);
        let mut scene = scene.round(last.clone());
        scene.watch();
        let outcome = exit::after_round(&scene.objects(last).debate);
        let AfterRound::Escalate(question) = outcome else { panic!("{outcome:?}") };
        question
    };
    let plain = || [0.9; 4].map(yes);
    assert_eq!(
        ask(plain(), no(0.9)),
        "4 of 4 hold “Yes”, and the objection round brought nothing new. Is there anything they can't know \
         that speaks against it: a constraint, a cost, something tried before?"
    );
    let opening = claims(no(0.9), claim(debate::Label::Assume, "The team wants it.", None));
    assert_eq!(
        ask(plain(), opening),
        "4 of 4 hold “Yes”, and the objection round brought nothing new. They take for granted, and nobody \
         has checked, that “The team wants it”: is it so?"
    );
    let [a, b, c, _] = plain();
    assert_eq!(
        ask([a, b, c, signs(no(0.9), "A")], no(0.9)),
        "3 of 4 hold “Yes”, 1 holds “No”, and the objection round brought nothing new. What dora holds against it is “it is \
         not ready”: is that so, as far as you know?"
    );
}
