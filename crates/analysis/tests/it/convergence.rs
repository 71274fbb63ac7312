//! E-10, E-12, E-13 and the flags of E-20, at, below and above each threshold. Similarity and shift measure wording (B-10).
use crate::test_debate::{TestDebate, casts, cites, guesses, no, yes};
use analysis::measure::convergence::{
    self, Flag, Likeness, Movement, Sharing, Support, mean_shift, sharing, similarity,
};
use analysis::measure::novelty::NovelClaims;
use debate::{Ballot, Cast, Relation, Rules, Turn};
use std::collections::BTreeSet;

fn set(items: &[&'static str]) -> BTreeSet<&'static str> {
    items.iter().copied().collect()
}

/// E-13: the worked example, and the case without sources.
#[test]
fn sources_shared_by_all() {
    let three = [
        set(&["modular monolith", "DDD book", "team size"]),
        set(&["team size", "Conway's law", "Shopify"]),
        set(&["team size", "Shopify"]),
    ];
    let shared = sharing(&three).unwrap();
    assert_eq!(shared.by_all, 0.20);
    // Pairs: 1/5, 1/4, 2/3.
    assert!((shared.pairwise - (0.2 + 0.25 + 2.0 / 3.0) / 3.0).abs() < 1e-6);
    assert_eq!(sharing::<&str>(&[set(&[]), set(&[])]), None);
    assert_eq!(sharing(&[set(&["a"]), set(&[])]), Some(Sharing { by_all: 0.0, pairwise: 0.0 }));
    let one = set(&["a", "b"]);
    let (few, many) = (vec![one.clone(); 2], vec![one; 5]);
    assert_eq!(sharing(&few), sharing(&many), "more of the same share the same");
}

/// E-13: sources are matched by identity, not spelling; the value is that of the round, beside the one over all rounds.
#[test]
fn sources_are_matched_by_what_they_are() {
    let turns =
        |ada: &str, bea: &str| [("Calls take 3 ms", ada), ("Calls are slow", bea)].map(|it| cites(yes(0.8), &[it]));
    let sharing_of = |scene: &TestDebate| {
        let (novel, round) = (NovelClaims::of(&scene.debate), scene.debate.round().unwrap());
        [convergence::evidence(&novel, round), convergence::evidence_so_far(&novel, round)]
            .map(|it| it.map(|it| it.by_all))
    };
    let scene = TestDebate::new(2, Rules::default()).round(turns("The gRPC bench", "the GRPC  bench."));
    assert_eq!(sharing_of(&scene), [Some(1.0), Some(1.0)]);
    let scene = scene.round([yes(0.8), yes(0.8)]);
    assert_eq!(sharing_of(&scene), [None, Some(1.0)], "nobody cites any in this round");
    let scene = scene.round(turns("Another bench", "A third one"));
    assert_eq!(sharing_of(&scene), [Some(0.0), Some(0.333_333_333)]);
    let first = &scene.debate.rounds[0];
    let then = convergence::evidence(&NovelClaims::of(&scene.debate), first).map(|it| it.by_all);
    assert_eq!(then, Some(1.0), "what is cited later does not change an earlier round");
}

/// E-13: the worked example, in a debate: one source of five is cited by all three.
#[test]
fn one_source_of_five_is_cited_by_all() {
    let turn =
        |titles: &[&str]| titles.iter().fold(yes(0.8), |turn, it| cites(turn, &[(&format!("It rests on {it}"), it)]));
    let turns = [
        turn(&["modular monolith", "DDD book", "team size"]),
        turn(&["Team size", "Conway's law", "Shopify"]),
        turn(&["team-size", "Shopify."]),
    ];
    let scene = TestDebate::new(3, Rules::default()).round(turns);
    let shared = convergence::evidence(&NovelClaims::of(&scene.debate), scene.debate.round().unwrap()).unwrap();
    assert_eq!(shared.by_all, 0.20);
}

/// E-10, E-12, E-13: the bands, at and around their borders.
#[test]
fn bands_have_exact_borders() {
    for (value, band) in [
        (0.0, Likeness::Disagreement),
        (0.40, Likeness::Disagreement),
        (0.41, Likeness::Moderate),
        (0.60, Likeness::Moderate),
        (0.61, Likeness::Converging),
        (0.79, Likeness::Converging),
        (0.80, Likeness::Consensus),
        (1.0, Likeness::Consensus),
    ] {
        assert_eq!(Likeness::of(value), band, "{value}");
    }
    for (value, band) in [
        (0.10, Movement::Stable),
        (0.11, Movement::Refinement),
        (0.30, Movement::Refinement),
        (0.31, Movement::Significant),
        (0.60, Movement::Significant),
        (0.61, Movement::Major),
    ] {
        assert_eq!(Movement::of(value), band, "{value}");
    }
    let support = |by_all: f64| Support::of(Some(Sharing { by_all, pairwise: 0.0 }));
    let bands = [0.30, 0.31, 0.59, 0.60].map(support);
    assert_eq!(bands, [Support::Weak, Support::Moderate, Support::Moderate, Support::Strong]);
    assert_eq!(Support::of(None), Support::None);
}

/// A turn that casts Yes, or No, in these words.
fn worded(turn: Turn, position: &str) -> Turn {
    Turn { position: Some(position.to_owned()), ..turn }
}

/// E-10, E-12, B-10: positions are compared by recorded comparisons, otherwise by words; the mean is over pairs and participants.
#[test]
fn wording_is_a_mean_over_those_who_can_be_compared() {
    let (pilot, trial) = ("Begin with a pilot.", "A trial run comes first.");
    let mut scene = TestDebate::new(2, Rules::default()).round([worded(yes(0.8), pilot), worded(yes(0.8), trial)]);
    let of = |scene: &TestDebate| similarity(&scene.debate, &scene.debate.rounds[0]);
    assert_eq!(of(&scene), Some(0.0), "no word in common");
    let found = Relation { similarity: 0.71, opposition: 0.0, opposed: false, same_point: false, on_topic: true };
    scene.debate.compared.enter(pilot, trial, found);
    assert_eq!(of(&scene), Some(0.71));
    let scene = scene.round([worded(yes(0.8), trial), worded(yes(0.8), trial)]);
    let (before, after) = (&scene.debate.rounds[0], &scene.debate.rounds[1]);
    assert_eq!(similarity(&scene.debate, after), Some(1.0));
    assert_eq!(mean_shift(&scene.debate, before, after), Some(0.145), "one of two moved by 0.29");
    let one = TestDebate::new(2, Rules::default()).round([yes(0.8)]).round([yes(0.8), yes(0.8)]);
    assert_eq!(similarity(&one.debate, &one.debate.rounds[0]), None);
    assert_eq!(mean_shift(&one.debate, &one.debate.rounds[0], &one.debate.rounds[1]), None);
}

/// E-11, E-12: positions for different options have at most 0.40 similarity, and a changed ballot is a shift of at least 0.61.
#[test]
fn another_option_overrules_likeness() {
    let words = "Adopt gRPC for internal calls.";
    let round = || [worded(yes(0.8), words), worded(no(0.8), words)];
    let scene =
        TestDebate::new(2, Rules::default()).round(round()).round([worded(yes(0.8), words), worded(yes(0.8), words)]);
    let (before, after) = (&scene.debate.rounds[0], &scene.debate.rounds[1]);
    assert_eq!((similarity(&scene.debate, before), similarity(&scene.debate, after)), (Some(0.40), Some(1.0)));
    assert_eq!(mean_shift(&scene.debate, before, after), Some(0.305), "0.61 of one of two");
    let new = casts(Cast::Headline("Adopt it".to_owned()), words, 0.8);
    let scene = TestDebate::new(2, Rules::default()).round([new, worded(yes(0.8), words)]);
    assert_eq!(similarity(&scene.debate, &scene.debate.rounds[0]), Some(0.40), "a headline is an option too");
}

/// E-20: agreement above 0.85 is early, and a fall of more than 0.10 is a divergence; at the border neither is flagged.
#[test]
fn flags_have_exact_borders() {
    let early = Flag::EarlyConsensus { agreement: 0.86 };
    let fallen = Flag::Divergence { from: 0.8, to: 0.69, new: vec![] };
    for (best, expected) in [
        (&[[100.0, 100.0, 115.0]][..], None),
        (&[[100.0, 100.0, 114.0]], Some(early)),
        (&[[100.0, 100.0, 120.0], [100.0, 100.0, 130.0]], None),
        (&[[100.0, 100.0, 120.0], [100.0, 100.0, 131.0]], Some(fallen)),
    ] {
        let scene = TestDebate::with(Ballot::estimate("days").unwrap(), 3, Rules::default());
        let scene = best.iter().fold(scene, |it, round| it.round(round.map(|best| guesses(1.0, best, 500.0, 0.8))));
        let found = convergence::flags(&scene.debate, &NovelClaims::of(&scene.debate), scene.debate.round().unwrap());
        assert_eq!(found, Vec::from_iter(expected), "{best:?}");
    }
}

/// E-20, B-10: early consensus and divergence come from ballots, and name new claims.
#[test]
fn flags_name_what_was_new() {
    let scene = TestDebate::new(2, Rules::default()).round([yes(0.8), yes(0.8)]);
    let flags = |scene: &TestDebate| {
        convergence::flags(&scene.debate, &NovelClaims::of(&scene.debate), scene.debate.round().unwrap())
    };
    assert_eq!(flags(&scene), [Flag::EarlyConsensus { agreement: 1.0 }]);
    let scene = scene.round([yes(0.8), cites(no(0.8), &[("Replays took six hours", "Drill")])]);
    let parted = Flag::Divergence { from: 1.0, to: 0.0, new: vec!["Replays took six hours".to_owned()] };
    assert_eq!(flags(&scene), [parted]);
    let scene = scene.round([yes(0.8), yes(0.8)]);
    assert_eq!(flags(&scene), [], "not by round 2 any more");
    assert_eq!(flags(&scene.closing([yes(0.8), no(0.8)])), [], "closing ballots are secret, and no course");
}
