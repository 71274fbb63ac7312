//! D-41 … D-43, at, below and above each figure.
use crate::scene::{Scene, because, cites, holds, votes};
use analysis::exit::{self, Outcome};
use analysis::groupthink::{diversity_gate, is_unshaken};
use debate::event::Groupthink::{EarlyConvergence, Light, Stagnation};
use debate::event::Reason;
use debate::{Algorithm, Claim, Label, Profile, Rules, Stance, Turn, Vote};

const YES: &str = "Yes, adopt it.";
const NO: &str = "No, leave it.";

/// Three sources and three lines of reasoning: a table that the diversity gate lets pass.
fn diverse(confidences: [f64; 3]) -> [Turn; 3] {
    let grounds = [
        ("Calls between services take nine milliseconds today", "Trace of June"),
        ("Schemas break silently twice a quarter", "Incident list"),
        ("Vendors stopped shipping the old client", "Release notes"),
    ];
    [0, 1, 2].map(|at| cites(holds(YES, confidences[at]), &[grounds[at]]))
}

/// D-41: two of three signs, each at and below its figure; the openings are independent.
#[test]
fn a_light_groupthink_needs_two_signs() {
    let opened = || Scene::new(2, Rules::default()).round([holds(YES, 0.5), holds(NO, 0.5)]);
    let later = |turns: [Turn; 2]| {
        let mut scene = opened().round([holds(YES, 0.5), holds(NO, 0.5)]).round(turns);
        scene.watch()
    };
    for (turns, is_seen) in [
        ([holds(YES, 0.80), holds(YES, 0.90)], true),
        ([holds(YES, 0.79), holds(YES, 0.95)], false),
        ([holds(YES, 0.80), holds(YES, 0.89)], false),
        ([holds(YES, 0.90), holds(NO, 0.90)], false),
        ([holds(YES, 0.90), Turn { confidence: None, ..holds(YES, 0.90) }], false),
    ] {
        let what = format!("{turns:?}");
        assert_eq!(later(turns), if is_seen { vec![Light] } else { vec![] }, "{what}");
    }
    let stance = |it: Stance, turn: Turn| Turn { stance: Some(it), ..turn };
    let one = [stance(Stance::Yes, holds(YES, 0.9)), stance(Stance::Yes, holds(NO, 0.9))];
    assert_eq!(later(one), [Light], "sure, and of one stance");
    let two = [stance(Stance::Yes, holds(YES, 0.9)), stance(Stance::No, holds(NO, 0.9))];
    assert_eq!(later(two), []);
    let agreed = [stance(Stance::No, holds(YES, 0.3)), stance(Stance::No, holds(YES, 0.3))];
    assert_eq!(later(agreed), [Light], "of one stance, and agreed");
    let mut openings = Scene::new(2, Rules::default()).round([holds(YES, 0.95), holds(YES, 0.95)]);
    assert_eq!(openings.watch(), [], "nobody has heard anybody");
    let mut heard = Scene::new(2, Rules::default()).in_turn([holds(YES, 0.95), holds(YES, 0.95)]);
    assert_eq!(heard.watch(), [EarlyConvergence, Light], "openings that were heard are no longer independent");
}

/// D-41, D-60: the flag's threshold is a person's, and nobody looks where there is none.
#[test]
fn the_threshold_is_a_rule() {
    for (groupthink, expected) in [(Some(0.90), vec![Light]), (Some(1.0), vec![]), (None, vec![])] {
        let rules = Rules { groupthink, ..Rules::default() };
        let opened = Scene::new(3, rules).round(diverse([0.9; 3]));
        let mut scene = opened.round([0.9; 3].map(|it| holds(YES, it)));
        assert_eq!(scene.watch(), expected, "{groupthink:?}");
    }
}

/// D-42: early convergence by round 2, 75 % at 0.85, and a gate that fails; not where they contradict each other.
#[test]
fn early_convergence_is_sure_on_little() {
    let seen = |opening: Vec<Turn>, turns: Vec<Turn>| {
        let mut scene = Scene::new(opening.len(), Rules::default()).round(opening).round(turns);
        scene.watch().contains(&EarlyConvergence)
    };
    let bare = |confidences: &[f64]| -> Vec<Turn> { confidences.iter().map(|it| holds(YES, *it)).collect() };
    assert!(seen(bare(&[0.9; 4]), bare(&[0.85, 0.85, 0.85, 0.2])), "three of four");
    assert!(!seen(bare(&[0.9; 4]), bare(&[0.85, 0.85, 0.84, 0.2])), "two of four");
    assert!(!seen(bare(&[0.9; 3]), bare(&[0.9, 0.9])), "whoever was lost is not sure: two of three");
    assert!(!seen(diverse([0.9; 3]).into(), diverse([0.9; 3]).into()), "three sources, three reasons");
    assert!(!seen(diverse([0.9; 3]).into(), bare(&[0.9; 3])), "what was cited before still counts");
    assert!(!seen(bare(&[0.9; 3]), vec![holds(YES, 0.9), holds(YES, 0.9), holds(NO, 0.9)]), "confident disagreement");
    let other = ["Use Kafka.", "Use NATS.", "Use RabbitMQ."].map(|it| holds(it, 0.9));
    assert!(!seen(bare(&[0.9; 3]), other.into()), "what has not come together has not converged");
    let mut late = Scene::new(3, Rules::default())
        .round([holds(YES, 0.5), holds(NO, 0.5), holds(NO, 0.5)])
        .round([holds(YES, 0.5), holds(YES, 0.5), holds(NO, 0.5)])
        .round(bare(&[0.9; 3]));
    assert!(!late.watch().contains(&EarlyConvergence), "round 3 is not early");
}

/// D-42: the gate has three figures, and fails by each of them alone.
#[test]
fn the_diversity_gate_fails_by_each_figure() {
    let gate = |turns: [Turn; 3]| diversity_gate(&Scene::new(3, Rules::default()).round(turns).debate, 1);
    let passes = gate(diverse([0.9; 3]));
    assert_eq!((passes.sources, passes.clusters, passes.holds()), (Some(3), Some(3), true));
    let mut two = diverse([0.9; 3]);
    two[2].references[0].title = "Trace of June".to_owned();
    assert_eq!((gate(two.clone()).sources, gate(two).holds()), (Some(2), false));
    let fact = |of: usize, words: &str| cites(holds(YES, 0.9), &[(words, ["one", "two", "three"][of])]);
    // Each pair shares seven of ten words, or seven of eleven.
    let shared = "alpha beta gamma delta epsilon zeta eta";
    let wide = [0, 1, 2].map(|it| fact(it, &format!("{shared} {}", ["theta", "iota", "kappa"][it])));
    let overlapping = gate(wide);
    assert!(overlapping.overlap.unwrap() >= 0.70 && !overlapping.holds(), "{overlapping:?}");
    let narrow = [0, 1, 2].map(|it| fact(it, &format!("{shared} {}", ["mu nu", "rho tau", "phi chi"][it])));
    let close = gate(narrow);
    assert!(close.overlap.unwrap() < 0.70 && close.clusters == Some(1) && !close.holds(), "one cluster: {close:?}");
    assert!(diversity_gate(&Scene::new(2, Rules::default()).debate, 7).holds(), "nothing is known");
}

/// D-42, D-18: a table in few words is asked for no claims: sources are unknown, and reasons stand for premises.
#[test]
fn what_nobody_was_asked_for_is_no_sign() {
    let table = |reasons: [&str; 3]| {
        let turns = || reasons.map(|it| because(holds(YES, 0.9), it));
        let lean = Scene::on("Should we adopt gRPC?", 3, Profile::Lean, Rules::default());
        lean.round(turns()).round(turns())
    };
    let mut differ = table(["Calls are slow.", "Schemas break silently.", "Vendors stopped shipping clients."]);
    assert_eq!(diversity_gate(&differ.debate, 2).sources, None);
    assert_eq!(differ.watch(), [Light]);
    let mut alike = table(["Calls are slow."; 3]);
    assert_eq!(alike.watch(), [EarlyConvergence, Light]);
    let speak = |reasons: [[&str; 2]; 4]| {
        let lean = Scene::on("Should we adopt gRPC?", 2, Profile::Lean, Rules::default());
        let mut scene = reasons.into_iter().fold(lean, |it, row| it.round(row.map(|it| because(holds(YES, 0.6), it))));
        scene.watch().contains(&Stagnation)
    };
    let old = ["Calls are slow.", "Schemas break silently."];
    assert!(speak([old, old, old, old]), "the same reasons over and over");
    let new = [["Vendors stopped shipping.", "Auditors complain."], ["Retries hide faults.", "Hiring gets easier."]];
    assert!(!speak([old, old, new[0], new[1]]), "new reasons are news though nobody calls them facts");
}

fn fact(turn: Turn, n: usize) -> Turn {
    cites(turn, &[(&format!("Fact number {n} was found"), "Source")])
}

/// D-42: stagnation takes two rounds, and each of its three signs.
#[test]
fn stagnation_takes_two_rounds() {
    let seen = |rounds: &[[Turn; 2]]| {
        let scene = Scene::new(2, Rules::default());
        let mut scene = rounds.iter().fold(scene, |scene, it| scene.round(it.clone()));
        scene.watch().contains(&Stagnation)
    };
    let quiet = |confidence: f64| [holds(YES, confidence), holds(YES, confidence)];
    assert!(seen(&[quiet(0.5), quiet(0.5), quiet(0.5)]));
    assert!(!seen(&[quiet(0.5), quiet(0.5)]), "one quiet round");
    assert!(seen(&[quiet(0.5), quiet(0.6), quiet(0.7)]), "a change of 10% is none");
    assert!(!seen(&[quiet(0.5), quiet(0.5), quiet(0.61)]), "a change of 11% is one");
    let one = [fact(holds(YES, 0.5), 1), holds(YES, 0.5)];
    assert!(seen(&[quiet(0.5), quiet(0.5), one]), "one new FACT for two");
    let two = [fact(holds(YES, 0.5), 1), fact(holds(YES, 0.5), 2)];
    assert!(!seen(&[quiet(0.5), quiet(0.5), two.clone()]), "one new FACT for each");
    assert!(seen(&[two.clone(), two.clone(), two]), "the same FACT again is not new");
    let apart = [holds(YES, 0.5), holds(NO, 0.5)];
    assert!(!seen(&[apart.clone(), apart.clone(), apart]), "who is apart does not stagnate in agreement");
    let unsure = [holds(YES, 0.5), Turn { confidence: None, ..holds(YES, 0.5) }];
    assert!(!seen(&[unsure.clone(), unsure.clone(), unsure]), "what can't be told is no sign");
}

/// D-42, D-43: what is seen is seen once for a round, and an episode ends with the round after the objections.
#[test]
fn an_episode_is_objected_to_once() {
    let quiet = || [holds(YES, 0.6), holds(YES, 0.6)];
    let mut scene = Scene::new(2, Rules::default()).round(quiet()).round(quiet()).round(quiet());
    assert_eq!(scene.watch(), [Stagnation]);
    assert_eq!(scene.watch(), []);
    assert_eq!(exit::after_round(&scene.debate), Outcome::Object);
    let mut scene = scene.objects(quiet());
    assert_eq!(scene.watch(), [], "the objection round itself");
    assert_ne!(exit::after_round(&scene.debate), Outcome::Object);
    let mut scene = scene.round(quiet());
    assert_eq!(scene.watch(), [], "and the one after it");
    let mut scene = scene.round(quiet());
    assert_eq!(scene.watch(), [Stagnation], "then it is another one");
}

fn sure(algorithm: Algorithm, groupthink: Option<f64>) -> Scene {
    let rules = Rules { algorithm, groupthink, ..Rules::default() };
    Scene::new(3, rules).round([0.9; 3].map(|it| holds(YES, it))).round([0.9; 3].map(|it| holds(YES, it)))
}

/// D-43, E-20: objections come before any consensus, whatever the algorithm; the caps alone object to nothing.
#[test]
fn objections_come_before_a_consensus() {
    for algorithm in [Algorithm::VoteRubric, Algorithm::Agreement, Algorithm::EvidenceBasedDebate] {
        let mut scene = sure(algorithm, Some(0.9));
        assert_eq!(scene.watch(), [EarlyConvergence, Light]);
        assert_eq!(exit::after_round(&scene.debate), Outcome::Object, "{algorithm}");
        let unwatched = sure(algorithm, None);
        assert_eq!(exit::after_round(&unwatched.debate), Outcome::Close(Reason::Consensus), "{algorithm}");
    }
    let mut fixed = sure(Algorithm::FixedRounds, Some(0.9));
    assert_eq!(fixed.watch(), [EarlyConvergence, Light], "it is still told");
    assert_eq!(exit::after_round(&fixed.debate), Outcome::GoOn);
}

/// D-43: no new fact, confidence at least 0.80 and belief changed by less than 5 % escalates, at and beside each figure.
#[test]
fn an_objection_round_that_changed_nothing_escalates() {
    let after = |turns: [Turn; 3]| {
        let mut scene = sure(Algorithm::VoteRubric, Some(0.9));
        scene.watch();
        exit::after_round(&scene.objects(turns).debate)
    };
    let at = |confidence: f64| [0; 3].map(|_| holds(YES, confidence));
    let escalates = |turns: [Turn; 3]| matches!(after(turns), Outcome::Escalate(_));
    assert!(escalates(at(0.90)) && escalates(at(0.86)), "less than 5%");
    assert!(!escalates(at(0.85)) && !escalates(at(0.95)), "5%, either way");
    assert_eq!(after(at(0.85)), Outcome::Close(Reason::Consensus), "on by the algorithm");
    let [one, two, three] = at(0.90);
    assert!(!escalates([fact(one.clone(), 1), two.clone(), three.clone()]), "a new fact");
    assert!(!escalates([one.clone(), two.clone(), holds(NO, 0.90)]), "one turned");
    assert!(!escalates([one.clone(), two.clone(), votes(holds(YES, 0.9), Vote::Blocker)]), "one would no longer sign");
    assert!(!escalates([one, two, Turn { confidence: None, ..three }]), "what can't be told did change");
    let below = |confidence: f64| {
        let rules = Rules { groupthink: Some(0.9), ..Rules::default() };
        let round = || [0; 3].map(|_| holds(YES, confidence));
        let scene = Scene::new(3, rules).round(round()).round(round()).round(round()).objects(round());
        is_unshaken(&scene.debate, 4)
    };
    assert!(below(0.80) && !below(0.79));
}

/// D-43: the question is made of what they hold and of the one thing that a person may know.
#[test]
fn the_question_can_be_answered() {
    let ask = |turns: [Turn; 3], opening: Turn| {
        let [_, b, c] = [0.9; 3].map(|it| holds(YES, it));
        let scene = Scene::new(3, Rules::default()).round([opening, b, c]);
        let mut scene = scene.round([0.9; 3].map(|it| holds(YES, it)));
        scene.watch();
        let outcome = exit::after_round(&scene.objects(turns).debate);
        let Outcome::Escalate(question) = outcome else { panic!("{outcome:?}") };
        question
    };
    let plain = || [0.9; 3].map(|it| holds(YES, it));
    assert_eq!(
        ask(plain(), holds(YES, 0.9)),
        "3 of 3 hold “Yes, adopt it” at 0.90, and the objection round brought nothing new. Is there anything they can't know \
         that speaks against it: a constraint, a cost, something tried before?"
    );
    let assumed =
        Claim { label: Label::Assume, text: "The team wants it.".into(), cites: vec![], kind: None, assigned: false };
    let opening = Turn { claims: vec![assumed], ..holds(YES, 0.9) };
    assert_eq!(
        ask(plain(), opening),
        "3 of 3 hold “Yes, adopt it” at 0.90, and the objection round brought nothing new. They take for granted, and nobody \
         has checked, that “The team wants it”: is it so?"
    );
    let [a, b, c] = plain();
    let minor = votes(b, Vote::Minor);
    assert_eq!(
        ask([a, minor, c], holds(YES, 0.9)),
        "3 of 3 hold “Yes, adopt it” at 0.90, and the objection round brought nothing new. What bea holds against it is “it is \
         not ready”: is that so, as far as you know?"
    );
}
