//! E-10 … E-13 and the flags of E-20, at, below and above each figure.
use crate::scene::{Scene, cites, holds};
use analysis::convergence::{
    self, Flag, Likeness, Meanings, Movement, Sharing, Support, alike, mean_shift, sharing, shift, similarity,
};
use analysis::news::News;
use debate::{Profile, Rules, Topic};
use std::collections::BTreeSet;

fn set(items: &[&'static str]) -> BTreeSet<&'static str> {
    items.iter().copied().collect()
}

/// E-13: the worked example, and what it means that nobody cites anything.
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

/// E-13: sources are matched by what they are, not by how they are spelled, and by all that was cited so far.
#[test]
fn sources_are_matched_by_what_they_are() {
    let turns = |ada: &str, bea: &str| {
        [("Calls take 3 ms", ada), ("Calls are slow", bea)].map(|it| cites(holds("Yes, adopt it.", 0.8), &[it]))
    };
    let scene = Scene::new(2, Rules::default()).round(turns("The gRPC bench", "the GRPC  bench."));
    let sharing_of = |scene: &Scene| {
        convergence::evidence(&News::of(&scene.debate), scene.debate.round().unwrap()).map(|it| it.by_all)
    };
    assert_eq!(sharing_of(&scene), Some(1.0));
    let scene = scene.round([holds("Yes, adopt it.", 0.8), holds("Yes, adopt it.", 0.8)]);
    assert_eq!(sharing_of(&scene), Some(1.0), "what was cited before still counts");
    let scene = scene.round(turns("Another bench", "A third one"));
    assert_eq!(sharing_of(&scene), Some(0.333_333_333));
}

/// E-10, E-12, E-13: the bands, at and beside their borders.
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

/// E-11, E-12: whatever the words or the vectors say, a contradiction is no more than 0.40 alike, and a reversal at least 0.61 of a shift.
#[test]
fn opposition_overrules_likeness() {
    let topic = Topic::new("Should we adopt gRPC?").unwrap();
    let (yes, no) = ("Adopt gRPC for internal calls.", "Do not adopt gRPC for internal calls.");
    let mut meanings = Meanings::default();
    meanings.enter(no, yes, 0.97);
    for table in [None, Some(&meanings)] {
        assert!(alike(&topic, yes, no, table) <= 0.40);
        assert!(shift(&topic, yes, no, table) >= 0.61);
    }
    assert_eq!(alike(&topic, yes, yes, None), 1.0);
    assert_eq!(shift(&topic, yes, yes, None), 0.0);
    // Words that overlap and tell nothing are no consensus; measured meaning may be.
    let open = Topic::new("Which queue for the orders of the billing service?").unwrap();
    let (kafka, nats) =
        ("Use Kafka for the orders of the billing service.", "Use NATS for the orders of the billing service.");
    let by_words = alike(&open, kafka, nats, None);
    assert!((0.40..0.80).contains(&by_words), "{by_words}");
    let (a, b) = ("Begin with a pilot.", "A trial run comes first.");
    assert_eq!(alike(&open, a, b, None), 0.0);
    meanings.enter(a, b, 0.91);
    assert_eq!(alike(&open, b, a, Some(&meanings)), 0.91);
    assert!((shift(&open, a, b, Some(&meanings)) - 0.09).abs() < 1e-9);
}

/// E-10, E-12: the mean is over pairs and over participants; who was not there before leaves the mean shift unknown.
#[test]
fn means_are_over_those_who_can_be_compared() {
    let (yes, no) = ("Yes, adopt it.", "No, leave it.");
    let scene = Scene::new(3, Rules::default()).round([holds(yes, 0.8), holds(yes, 0.8), holds(no, 0.8)]);
    let first = scene.debate.round().unwrap();
    let mixed = similarity(&scene.debate, first, None).unwrap();
    assert!((0.333..=(1.0 + 0.4 + 0.4) / 3.0).contains(&mixed), "{mixed}");
    let scene = scene.round([holds(yes, 0.8), holds(yes, 0.8), holds(yes, 0.8)]);
    let (before, after) = (&scene.debate.rounds[0], &scene.debate.rounds[1]);
    assert_eq!(similarity(&scene.debate, after, None), Some(1.0));
    let mean = mean_shift(&scene.debate, before, after, None).unwrap();
    assert!((0.61 / 3.0..=1.0 / 3.0 + 1e-9).contains(&mean), "{mean}");
    let one = Scene::new(2, Rules::default()).round([holds(yes, 0.8)]).round([holds(yes, 0.8), holds(yes, 0.8)]);
    assert_eq!(similarity(&one.debate, &one.debate.rounds[0], None), None);
    assert_eq!(mean_shift(&one.debate, &one.debate.rounds[0], &one.debate.rounds[1], None), None);
}

/// E-10, E-11: a signature makes positions one where whose it is stands by it, and no contradiction is signed away.
#[test]
fn signatures_count_for_what_was_read() {
    let said = |position: &str, signs: &str| debate::Turn { signs: Some(signs.to_owned()), ..holds(position, 0.9) };
    let scene = |rounds: [[(&str, &str); 2]; 2]| {
        let topic = "Which queue?";
        let scene = Scene::on(topic, 2, Profile::Full, Rules::default());
        let scene = rounds.into_iter().fold(scene, |scene, it| scene.round(it.map(|(p, s)| said(p, s))));
        similarity(&scene.debate, scene.debate.round().unwrap(), None).unwrap()
    };
    let (pilot, trial) = ("Start with a pilot on two services.", "A trial run should come first.");
    assert_eq!(scene([[(pilot, ""), (trial, "")], [(pilot, "ada"), (trial, "Ada ")]]), 1.0);
    assert!(scene([[(pilot, ""), (trial, "")], [(pilot, "ada"), (trial, "bea")]]) < 0.80);
    assert!(scene([[(pilot, ""), (trial, "")], [("Wait for the audit.", "ada"), (trial, "ada")]]) < 0.80);
    assert!(scene([[("Use Kafka.", ""), (trial, "")], [("Use Kafka.", "ada"), ("Do not use Kafka.", "ada")]]) <= 0.40);
}

/// E-20: early consensus and divergence are data, and name what was new.
#[test]
fn flags_name_what_was_new() {
    let (yes, no) = ("Yes, adopt it.", "No, leave it.");
    let scene = Scene::new(2, Rules::default()).round([holds(yes, 0.8), holds(yes, 0.8)]);
    let flags =
        |scene: &Scene| convergence::flags(&scene.debate, &News::of(&scene.debate), scene.debate.round().unwrap());
    assert_eq!(flags(&scene), [Flag::EarlyConsensus { similarity: 1.0 }]);
    let scene = scene.round([holds(yes, 0.8), cites(holds(no, 0.8), &[("Replays took six hours", "Drill")])]);
    let [Flag::Divergence { from, to, new }] = &flags(&scene)[..] else { panic!("{:?}", flags(&scene)) };
    assert!(*from == 1.0 && *to <= 0.40);
    assert_eq!(new, &["Replays took six hours".to_owned()]);
    let scene = scene.round([holds(yes, 0.8), holds(yes, 0.8)]);
    assert_eq!(flags(&scene), [], "not by round 2 any more");
}
