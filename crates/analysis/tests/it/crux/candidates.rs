//! Differences between graphs before a discussion, and aspects (P-10).
use super::{panel, persona, seats};
use analysis::crux::{aspects, candidates};
use debate::Polarity::{self, Furthers, Hinders};
use debate::chance::draw;

const CONCEPTS: &[&str] = &[
    "small teams",
    "deploy speed",
    "operating cost",
    "service boundaries",
    "on-call load",
    "hiring",
    "test coverage",
    "network failures",
    "data consistency",
    "team autonomy",
    "shared libraries",
    "incident response",
];

type Planted = (Vec<(&'static str, f64)>, Vec<(usize, usize, Polarity, f64)>, usize);

/// A graph with an edge for a planted difference, drawn from a seed.
fn graph(seed: u64) -> Planted {
    let drawn = |what: &str, most: usize| (draw(&[what, &seed.to_string()]) % most as u64) as usize;
    let nodes: Vec<(&str, f64)> = CONCEPTS
        .iter()
        .enumerate()
        .map(|(at, it)| (*it, 0.3 + drawn(&format!("held {at}"), 60) as f64 / 100.0))
        .collect();
    let mut edges: Vec<(usize, usize, Polarity, f64)> = Vec::new();
    for at in 0..8 + drawn("edges", 10) {
        let (cause, effect) = (drawn(&format!("cause {at}"), nodes.len()), drawn(&format!("effect {at}"), nodes.len()));
        let is_new = !edges.iter().any(|it| (it.0, it.1) == (cause, effect));
        if cause != effect && is_new {
            let polarity = if drawn(&format!("polarity {at}"), 2) == 0 { Furthers } else { Hinders };
            edges.push((cause, effect, polarity, 0.3 + drawn(&format!("sure {at}"), 60) as f64 / 100.0));
        }
    }
    let planted = drawn("planted", edges.len());
    (nodes, edges, planted)
}

/// if two graphs differ in one edge, reversed or missing, the first candidate names it, 200 of 200 times.
#[test]
fn one_edge_that_differs_is_the_first_candidate() {
    for seed in 0..200 {
        let (nodes, edges, planted) = graph(seed);
        let (cause, effect, polarity, sure) = edges[planted];
        let mut other = edges.clone();
        let is_left_out = seed % 3 == 1;
        if is_left_out {
            other.remove(planted);
        } else {
            other[planted] = (cause, effect, polarity.reversed(), sure);
        }
        let (ada, bea) = (persona("ada", &nodes, &edges), persona("bea", &nodes, &other));
        let found = candidates(&[&ada, &bea]);
        let words = format!("{} {} {}", nodes[cause].0, polarity.verb(nodes[cause].0), nodes[effect].0);
        assert_eq!(found.first().map(|it| it.a.1.as_str()), Some(words.as_str()), "{seed}: {found:#?}");
        assert_eq!(found[0].b.1.is_none(), is_left_out, "{seed}");
        assert_eq!(found.len(), 1, "{seed}: all else is the same");
        // The order of personas does not matter.
        assert_eq!(candidates(&[&bea, &ada]).len(), 1, "{seed}");
    }
}

/// equal graphs have no differences, whatever antonyms and cycles they contain.
#[test]
fn the_same_graphs_part_on_nothing() {
    let nodes = [("cost rises", 0.9), ("cost falls", 0.9), ("growth", 0.5)];
    let edges = [(0, 1, Hinders, 0.9), (1, 2, Furthers, 0.8), (2, 0, Furthers, 0.7)];
    assert_eq!(candidates(&[&persona("ada", &nodes, &edges), &persona("bea", &nodes, &edges)]), []);
}

/// more beliefs downstream weigh more; the contrary more than another cause, and that more than a missing edge.
#[test]
fn what_more_hangs_on_weighs_more() {
    let nodes = [("small teams", 0.8), ("deploy speed", 0.8), ("revenue", 0.8), ("hiring", 0.8), ("morale", 0.8)];
    let ada = persona("ada", &nodes, &[(0, 1, Furthers, 0.8), (1, 2, Furthers, 0.8), (3, 4, Furthers, 0.8)]);
    let bea = persona("bea", &nodes, &[(0, 1, Hinders, 0.8), (1, 2, Furthers, 0.8), (3, 4, Hinders, 0.8)]);
    let found = candidates(&[&ada, &bea]);
    assert_eq!(found[0].a.1, "small teams lead to deploy speed");
    assert_eq!(found[0].b.1.as_deref(), Some("small teams work against deploy speed"));
    assert_eq!(found[1].a.1, "hiring leads to morale");
    assert!(found[0].weight > found[1].weight, "revenue hangs on the first");
    let cleo = persona("cleo", &nodes, &[(0, 4, Furthers, 0.8)]);
    let found = candidates(&[&persona("dora", &nodes, &[(3, 4, Furthers, 0.8)]), &cleo]);
    assert_eq!(found[0].b.1.as_deref(), Some("small teams lead to morale"), "another cause of the same");
    let enid = persona("enid", &nodes, &[]);
    let silent = candidates(&[&persona("dora", &nodes, &[(3, 4, Furthers, 0.8)]), &enid]);
    assert!(silent[0].b.1.is_none() && silent[0].weight < found[0].weight);
}

/// a belief denied by the other's words is a candidate too.
#[test]
fn a_belief_that_the_other_denies_is_a_candidate() {
    let ada = persona("ada", &[("a monolith is enough for five people", 0.9)], &[]);
    let bea = persona("bea", &[("a monolith is not enough for five people", 0.9)], &[]);
    let found = candidates(&[&ada, &bea]);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].question, "Is it so that a monolith is enough for five people?");
}

/// P-10, Q-22: aspects are distinct differences that concern the topic; without graphs, parts of the topic.
#[test]
fn aspects_come_from_graphs_or_from_the_topic() {
    let mut scene = panel("Should small teams split services?", 2);
    let nodes = [("small teams", 0.8), ("deploy speed", 0.8), ("fashion", 0.8), ("hats", 0.8)];
    let ada = persona("ada", &nodes, &[(0, 1, Furthers, 0.8), (2, 3, Furthers, 0.9)]);
    let bea = persona("bea", &nodes, &[(0, 1, Hinders, 0.8), (2, 3, Furthers, 0.9)]);
    seats(&mut scene, vec![ada, bea]);
    assert_eq!(aspects(&scene.debate, 1), ["Is it so that small teams lead to deploy speed?"]);
    let all = aspects(&scene.debate, 4);
    assert_eq!(all[1..], ["small teams"], "what both speak of; fashion has nothing to do with it");
    let mut agreed = panel("Should small teams split services?", 2);
    seats(
        &mut agreed,
        vec![
            persona("ada", &[("services of one team", 0.8)], &[]),
            persona("bea", &[("services of one team", 0.8)], &[]),
        ],
    );
    assert_eq!(aspects(&agreed.debate, 1), ["services of one team"], "what both hold, where they part on nothing");
    let bare = panel("Costs, risks and staffing of gRPC", 2);
    assert_eq!(aspects(&bare.debate, 4)[..2], ["Costs", "risks"]);
    assert_eq!(aspects(&bare.debate, 0), Vec::<String>::new());
    assert_eq!(aspects(&panel("Should we adopt gRPC?", 2).debate, 3), ["Should we adopt gRPC?"]);
}

/// P-10, Q-22: differences that name the topic come first, whatever their weight: all mention teams, few mention splitting.
#[test]
fn aspects_are_nearest_to_the_topic_first() {
    let mut scene = panel("Should a team of five split its monolith?", 2);
    let nodes = [
        ("A rewrite", 0.95),
        ("a team that understands its system", 0.95),
        ("changes that are right the first time", 0.95),
        ("An interface drawn early", 0.9),
        ("speed for every team that comes after", 0.9),
        ("Splitting the monolith", 0.6),
        ("a wide blast radius", 0.6),
        ("costly change", 0.6),
        ("A small team that splits early", 0.5),
        ("coordination cost", 0.5),
        ("A team with a platform", 0.9),
    ];
    let held = |way: Polarity| {
        let all = [(0, 1), (3, 4), (10, 2), (5, 6), (5, 7), (8, 9)].map(|(a, b)| (a, b, way, 0.8));
        [&all[..], &[(1, 2, Furthers, 0.9)]].concat()
    };
    seats(&mut scene, vec![persona("ada", &nodes, &held(Furthers)), persona("bea", &nodes, &held(Hinders))]);
    let first = |most: usize| -> Vec<String> { aspects(&scene.debate, most) };
    assert_eq!(
        first(3)[..2],
        [
            "Is it so that splitting the monolith leads to a wide blast radius?",
            "Is it so that a small team that splits early leads to coordination cost?",
        ]
    );
    assert!(first(3)[2].contains("splitting the monolith leads to costly change"), "{:?}", first(3));
    let weightiest = candidates(&scene.debate.panel.personas.values().map(AsRef::as_ref).collect::<Vec<_>>());
    assert!(weightiest[0].question.contains("rewrite"), "by weight alone it is another: {}", weightiest[0].question);
}
