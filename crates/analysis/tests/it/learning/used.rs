//! What was learned, in a debate (L-06).
use crate::test_debate::{TestDebate, claim, claims, no, participant, yes};
use analysis::Verdict;
use analysis::decision::verdict::LearnedUse;
use analysis::evidence::backing::{USUAL, Weights};
use debate::event::Reason;
use debate::rules::{Decide, LearnedAccuracy, LearnedRules, LearnedWeight};
use debate::{Ballot, Kind, Label, Rules};

fn learned() -> LearnedRules {
    let weight = |kind, mean| LearnedWeight { kind, mean, low: 0.25, high: 0.97, projects: 12 };
    let accuracy = |model: &str, mean, right, cases| LearnedAccuracy {
        model: model.to_owned(),
        mean,
        low: 0.25,
        high: 0.95,
        right,
        cases,
    };
    LearnedRules {
        version: 40,
        weights: vec![weight(Kind::Logical, 0.3), weight(Kind::Empirical, 0.95)],
        accuracy: vec![accuracy("a/y", 0.9, 18, 20), accuracy("b/y", 0.3, 14, 23)],
        questions: vec!["Who runs it at night?".to_owned()],
        skills: vec!["operations".to_owned()],
        imported: vec!["the other team".to_owned()],
    }
}

/// Three seats, of which the first alone says yes.
fn held(rules: Rules) -> TestDebate {
    let seats = ["a", "b", "b"].into_iter().zip(["ada", "bea", "cleo"]).map(|(family, name)| participant(name, family));
    let reasoned = |turn| claims(turn, claim(Label::Infer, "Calls are shorter", Some(Kind::Logical)));
    let turns = || [reasoned(yes(0.8)), no(0.7), no(0.6)];
    let scene = TestDebate::of("Should we adopt gRPC?", Some(Ballot::YesNo), seats.collect(), rules);
    scene.round(turns()).round(turns()).closed(Reason::RoundCap)
}

fn domain(rules: Rules) -> Rules {
    Rules { domain: Some("api-design".to_owned()), learning: Some(Box::new(learned())), ..rules }
}

/// L-06, E-04: learned weights stand in for the table where there are cases, move a claim within its band, and are told in the verdict.
#[test]
fn learned_weights_move_a_claims_confidence() {
    let (usual, drawn) = (held(Rules::default()), held(domain(Rules::default())));
    assert_eq!(Weights::of_debate(&usual.debate), USUAL.clone());
    assert_eq!(Weights::of_debate(&drawn.debate).by_kind, [0.90, 0.95, 0.70, 0.30, 0.40, 0.20]);
    let confidence = |it: &TestDebate| Verdict::of(&it.debate).evidence.claims[0].confidence.unwrap();
    let (before, after) = (confidence(&usual), confidence(&drawn));
    assert!((0.40..before).contains(&after), "{before} {after}: LOGICAL alone is within 0.40 to 0.54");
    let verdict = Verdict::of(&drawn.debate);
    let says = verdict.learned.unwrap().says();
    assert_eq!(
        says[0],
        "evidence weights of domain api-design: LOGICAL 0.30 (12 projects), EMPIRICAL 0.95 (12 projects)"
    );
    assert_eq!(Verdict::of(&usual.debate).learned, None);
}

/// L-06, Q-01: past accuracy weighs ballots under `calibration`, and stands beside the participant's own confidence.
#[test]
fn past_accuracy_weighs_ballots() {
    let rules = Rules { decide: Decide::Calibration, ..Rules::default() };
    let chosen = |it: &TestDebate| Verdict::of(&it.debate).decision.option.map(|it| it.headline);
    assert_eq!(chosen(&held(rules.clone())).as_deref(), Some("No"), "nothing is known: all weigh alike");
    let drawn = held(domain(rules));
    assert_eq!(chosen(&drawn).as_deref(), Some("Yes"), "0.9 against twice 0.3");
    let verdict = Verdict::of(&drawn.debate);
    let right: Vec<Option<u32>> =
        verdict.participants.iter().map(|it| it.accuracy.as_ref().map(|it| it.right)).collect();
    assert_eq!(right, [Some(18), Some(14), Some(14)]);
    let says = analysis::decision::verdict::was_right(verdict.participants[1].accuracy.as_ref().unwrap());
    assert_eq!(says, "was right 61% of 23 times here (weight 0.30)");
}

/// L-06, O-24: what was learned is in the first event; without it that event has the bytes of before.
#[test]
fn learned_rules_are_in_the_log() {
    let rules = domain(Rules::default());
    let text = serde_json::to_string(&rules).unwrap();
    assert_eq!(serde_json::from_str::<Rules>(&text).unwrap(), rules);
    let usual = serde_json::to_string(&Rules::default()).unwrap();
    assert!(!usual.contains("learning") && !usual.contains("domain"), "{usual}");
    let told = LearnedUse::of(&held(rules).debate).unwrap();
    assert_eq!(told.says().len(), 5);
    assert_eq!(
        told.brief(),
        "used from domain api-design: 2 evidence weights, 2 models' accuracy, 1 question, 1 skill, 1 import"
    );
}
