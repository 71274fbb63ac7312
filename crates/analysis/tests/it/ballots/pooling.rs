//! B-18: the pooled probability of an option, worked by hand.
use crate::test_debate::{NAMES, TestDebate, no, participant, picks, unsure, yes};
use analysis::Verdict;
use analysis::ballots::Count;
use debate::event::Reason;
use debate::{Ballot, Rules, Turn};

fn pooled(scene: &TestDebate, option: &str) -> Option<f64> {
    let count = Count::of_round(&scene.debate, scene.debate.round().unwrap());
    count.pooled(option.parse().unwrap()).map(|it| (it * 1e6).round() / 1e6)
}

/// A debate of yes and no between seats of these families.
fn families(families: &[&str], turns: impl IntoIterator<Item = Turn>) -> TestDebate {
    let seats = NAMES.iter().zip(families).map(|(name, family)| participant(name, family)).collect();
    TestDebate::of("Should we?", Some(Ballot::YesNo), seats, Rules::default()).round(turns)
}

/// B-18: who holds it at 0.9 gives 0.9, who holds another of k options at 0.9 gives 0.1 / (k − 1); the mean of the log-odds.
#[test]
fn a_pool_by_hand() {
    let of = |turns: Vec<Turn>| {
        let families_of = ["x", "y", "z", "w"];
        families(&families_of[..turns.len()], turns)
    };
    assert_eq!(pooled(&of(vec![yes(0.9), yes(0.9)]), "A"), Some(0.9));
    assert_eq!(pooled(&of(vec![yes(0.9), no(0.9)]), "A"), Some(0.5), "as many odds for as against");
    // Odds 9 and 1/9 and 9: the cube root of 9 is 2.080084, and 2.080084 / 3.080084 is 0.675334.
    assert_eq!(pooled(&of(vec![yes(0.9), yes(0.9), no(0.9)]), "A"), Some(0.675_334));
    // Odds 9 and 4: the root of 36 is 6, and 6 / 7.
    assert_eq!(pooled(&of(vec![yes(0.9), yes(0.8)]), "A"), Some(0.857_143));
    assert_eq!(pooled(&of(vec![yes(0.9), yes(0.8)]), "B"), Some(0.142_857), "yes and no are all there is");
    // Of three options, who holds another at 0.8 gives 0.1: odds 9 and 1/9.
    let three = TestDebate::with(Ballot::choice(["Alder", "Birch", "Cedar"]).unwrap(), 2, Rules::default());
    let scene = three.round([picks("A", 0.9), picks("B", 0.8)]);
    // Seats of `with` are of one family, so the two share one weight, which here is the mean of both all the same.
    assert_eq!(pooled(&scene, "A"), Some(0.5));
    // Cedar: 0.05 and 0.1, odds 1/19 and 1/9: the root of 1/171 is 0.076472, and 0.076472 / 1.076472.
    assert_eq!(pooled(&scene, "C"), Some(0.071_039));
}

/// B-18, I-03: voices of one family share one weight.
#[test]
fn a_family_is_one_voice() {
    let table = |of: &[&str]| pooled(&families(of, [yes(0.9), yes(0.9), no(0.9)]), "A");
    assert_eq!(table(&["x", "y", "z"]), Some(0.675_334));
    assert_eq!(table(&["x", "x", "z"]), Some(0.5), "two of one family weigh as one");
    assert_eq!(table(&["x", "x", "x"]), Some(0.675_334), "all of one: the mean of it");
}

/// B-18: a missing confidence is left out; where nobody gives one there is no pool; and nobody is surer than the edge.
#[test]
fn a_missing_confidence_is_left_out() {
    let of = |turns: [Turn; 2]| pooled(&families(&["x", "y"], turns), "A");
    assert_eq!(of([yes(0.9), unsure(no(0.9))]), Some(0.9));
    assert_eq!(of([unsure(yes(0.9)), unsure(no(0.9))]), None);
    assert_eq!(of([yes(1.0), yes(1.0)]), Some(0.99), "the log of the odds has an end");
    assert_eq!(of([no(1.0), no(1.0)]), Some(0.01));
}

/// B-18: the confidence of a decision is the pool of its option, beside that of whose words are shown.
#[test]
fn the_decision_has_the_pool() {
    let round = || [yes(0.9), yes(0.8), no(0.7)];
    let scene = families(&["x", "y", "z"], round()).round(round()).closed(Reason::RoundCap);
    let decision = Verdict::of(&scene.debate).decision;
    // Odds 9, 4 and 3/7: the cube root of 108/7 is 2.489650, and 2.489650 / 3.489650.
    assert_eq!(decision.confidence.map(|it| (it * 1e4).round() / 1e4), Some(0.7134));
    assert_eq!((decision.by.as_ref().map(|it| it.as_str()), decision.by_confidence), (Some("ada"), Some(0.9)));
}
