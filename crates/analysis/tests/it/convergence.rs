//! E-10 … E-13 and the flags of E-20, at, below and above each figure.
use crate::scene::{Scene, cites, holds};
use analysis::convergence::{
    self, Course, Flag, Likeness, Movement, Sharing, Support, alike, mean_shift, sharing, shift, similarity,
};
use analysis::news::News;
use analysis::positions::{self, Reading, Relation as Standing};
use debate::{Debate, Profile, Relation, Rules};
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

fn relation(similarity: f64, opposed: bool, same_point: bool) -> Relation {
    Relation { similarity, opposition: f64::from(u8::from(opposed)), opposed, same_point, on_topic: true }
}

/// E-11, E-12: whatever the words or whoever compared them say, a contradiction is no more than 0.40 alike, and a reversal at least 0.61 of
/// a shift.
#[test]
fn opposition_overrules_likeness() {
    let mut debate = Scene::new(2, Rules::default()).debate;
    let (yes, no) = ("Adopt gRPC for internal calls.", "Do not adopt gRPC for internal calls.");
    let reads_badly = |debate: &Debate| {
        let reading = Reading::of(debate);
        assert!(alike(reading, yes, no) <= 0.40);
        assert!(shift(reading, yes, no) >= 0.61);
        assert_eq!((alike(reading, yes, yes), shift(reading, yes, yes)), (1.0, 0.0));
    };
    reads_badly(&debate);
    debate.compared.enter(no, yes, relation(0.97, true, true));
    reads_badly(&debate);
    // What is chosen stands above all that is read.
    let (chosen, other) = ("Yes, adopt it.", "No, leave it.");
    debate.compared.enter(chosen, other, relation(0.95, false, true));
    assert!(alike(Reading::of(&debate), chosen, other) <= 0.40);
    // Two who say yes, and mean the opposite of each other.
    let (raise, cut) = ("Yes, for internal calls.", "Yes, everywhere.");
    assert_eq!(positions::relation(Reading::of(&debate), raise, cut), Standing::Same);
    debate.compared.enter(raise, cut, relation(0.9, true, false));
    assert!(alike(Reading::of(&debate), raise, cut) <= 0.40);
}

/// E-10, E-12: words that overlap and tell nothing are no consensus; who compares them overrules words, either way.
#[test]
fn what_was_compared_overrules_words() {
    let topic = "Which queue for the orders of the billing service?";
    let mut debate = Scene::on(topic, 2, Profile::Full, Rules::default()).debate;
    let (kafka, nats) =
        ("Use Kafka for the orders of the billing service.", "Use NATS for the orders of the billing service.");
    let by_words = alike(Reading::of(&debate), kafka, nats);
    assert!((0.40..0.80).contains(&by_words), "{by_words}");
    debate.compared.enter(kafka, nats, relation(0.93, true, false));
    assert_eq!(positions::relation(Reading::of(&debate), nats, kafka), Standing::Opposed);
    assert_eq!(alike(Reading::words(&debate.topic), kafka, nats), by_words, "by words alone nothing changes");
    let (a, b) = ("Begin with a pilot.", "A trial run comes first.");
    assert_eq!(alike(Reading::of(&debate), a, b), 0.0);
    debate.compared.enter(a, b, relation(0.71, false, false));
    assert_eq!(alike(Reading::of(&debate), b, a), 0.71);
    assert!((shift(Reading::of(&debate), a, b) - 0.29).abs() < 1e-9);
    let (c, d) = ("Begin with a pilot on two services.", "First comes a trial run.");
    debate.compared.enter(c, d, relation(0.91, false, true));
    assert_eq!(alike(Reading::of(&debate), d, c), 0.91);
    assert!((shift(Reading::of(&debate), c, d) - 0.09).abs() < 1e-9, "moved no farther than its meaning");
    // Antonyms that only words take for a contradiction.
    let (fast, slow) = ("Fast growth needs the queue.", "Slow growth needs the queue.");
    assert_eq!(positions::relation(Reading::words(&debate.topic), fast, slow), Standing::Opposed);
    debate.compared.enter(fast, slow, relation(0.6, false, false));
    assert_eq!(positions::relation(Reading::of(&debate), fast, slow), Standing::Unclear);
}

/// E-10, E-11: votes of which no two say the same are no consensus, however near their mean is.
#[test]
fn what_nobody_calls_the_same_is_no_consensus() {
    let mut debate = Scene::on("Which queue?", 2, Profile::Full, Rules::default()).debate;
    let (a, b) = ("Begin with a pilot.", "A trial run comes first.");
    debate.compared.vote(a, b, relation(0.90, false, true));
    debate.compared.vote(a, b, relation(0.79, false, false));
    assert!(debate.compared.of(a, b).unwrap().similarity > 0.80);
    assert_eq!(positions::relation(Reading::of(&debate), a, b), Standing::Unclear);
    assert_eq!(alike(Reading::of(&debate), a, b), 0.79);
}

/// P-30: one vote of a model is none; of two, both must say so; of three, two.
#[test]
fn two_votes_must_agree() {
    let topic = "Which queue?";
    let (a, b) = ("Begin with a pilot.", "A trial run comes first.");
    for (votes, expected) in [
        (&[true][..], Standing::Unclear),
        (&[true, false], Standing::Unclear),
        (&[true, true], Standing::Opposed),
        (&[true, false, true], Standing::Opposed),
        (&[false, false, true], Standing::Same),
    ] {
        let mut debate = Scene::on(topic, 2, Profile::Full, Rules::default()).debate;
        votes.iter().for_each(|it| debate.compared.vote(a, b, relation(if *it { 0.1 } else { 0.9 }, *it, !*it)));
        assert_eq!(positions::relation(Reading::of(&debate), a, b), expected, "{votes:?}");
        assert_eq!(debate.compared.of(b, a).is_some(), votes.len() > 1);
    }
}

/// E-10, E-12: the mean is over pairs and over participants; who was not there before leaves the mean shift unknown.
#[test]
fn means_are_over_those_who_can_be_compared() {
    let (yes, no) = ("Yes, adopt it.", "No, leave it.");
    let scene = Scene::new(3, Rules::default()).round([holds(yes, 0.8), holds(yes, 0.8), holds(no, 0.8)]);
    let first = scene.debate.round().unwrap();
    let mixed = similarity(&scene.debate, first).unwrap();
    assert!((0.333..=(1.0 + 0.4 + 0.4) / 3.0).contains(&mixed), "{mixed}");
    let scene = scene.round([holds(yes, 0.8), holds(yes, 0.8), holds(yes, 0.8)]);
    let (before, after) = (&scene.debate.rounds[0], &scene.debate.rounds[1]);
    assert_eq!(similarity(&scene.debate, after), Some(1.0));
    let mean = mean_shift(&scene.debate, before, after).unwrap();
    assert!((0.61 / 3.0..=1.0 / 3.0 + 1e-9).contains(&mean), "{mean}");
    let one = Scene::new(2, Rules::default()).round([holds(yes, 0.8)]).round([holds(yes, 0.8), holds(yes, 0.8)]);
    assert_eq!(similarity(&one.debate, &one.debate.rounds[0]), None);
    assert_eq!(mean_shift(&one.debate, &one.debate.rounds[0], &one.debate.rounds[1]), None);
}

/// E-10, E-11: a signature makes positions one where whose it is stands by it, and no contradiction is signed away.
#[test]
fn signatures_count_for_what_was_read() {
    let said = |position: &str, signs: &str| debate::Turn { signs: Some(signs.to_owned()), ..holds(position, 0.9) };
    let scene = |rounds: [[(&str, &str); 2]; 2]| {
        let topic = "Which queue?";
        let scene = Scene::on(topic, 2, Profile::Full, Rules::default());
        let scene = rounds.into_iter().fold(scene, |scene, it| scene.round(it.map(|(p, s)| said(p, s))));
        similarity(&scene.debate, scene.debate.round().unwrap()).unwrap()
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
    let flags = |scene: &Scene| {
        convergence::flags(&mut Course::of(&scene.debate), &News::of(&scene.debate), scene.debate.round().unwrap())
    };
    assert_eq!(flags(&scene), [Flag::EarlyConsensus { similarity: 1.0 }]);
    let scene = scene.round([holds(yes, 0.8), cites(holds(no, 0.8), &[("Replays took six hours", "Drill")])]);
    let [Flag::Divergence { from, to, new }] = &flags(&scene)[..] else { panic!("{:?}", flags(&scene)) };
    assert!(*from == 1.0 && *to <= 0.40);
    assert_eq!(new, &["Replays took six hours".to_owned()]);
    let scene = scene.round([holds(yes, 0.8), holds(yes, 0.8)]);
    assert_eq!(flags(&scene), [], "not by round 2 any more");
}
