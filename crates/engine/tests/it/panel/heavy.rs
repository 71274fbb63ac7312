//! Planted disagreements: two personas that differ in one belief, and whether a panel finds it.
use super::{panel, persona};
use crate::support::{self, Cast};
use debate::rules::PanelRules;
use debate::{Persona, Polarity};
use engine::Spec;
use std::sync::Arc;

/// How many pairs are tried.
const WORLDS: u64 = 200;

/// What a concept is made of.
const KINDS: [&str; 12] = [
    "cheap", "early", "foreign", "public", "rural", "seasonal", "skilled", "steady", "strict", "sudden", "urban",
    "wide",
];
/// See [`KINDS`].
const THINGS: [&str; 12] = [
    "barley",
    "canals",
    "credit",
    "freight",
    "granaries",
    "harvests",
    "lenders",
    "mills",
    "rents",
    "tariffs",
    "taverns",
    "weavers",
];

/// Two graphs over the same four to eight concepts that differ in the direction of one edge, and the ends of that edge.
fn world(seed: u64) -> ([Persona; 2], (String, String)) {
    let mut chance = fastrand::Rng::with_seed(seed);
    let (mut kinds, mut things) = (KINDS, THINGS);
    chance.shuffle(&mut kinds);
    chance.shuffle(&mut things);
    let concepts: Vec<String> =
        kinds.iter().zip(things).take(chance.usize(4..=8)).map(|(kind, thing)| format!("{kind} {thing}")).collect();
    // A path through all of them, and some more edges.
    let mut ends: Vec<(usize, usize)> = (1..concepts.len()).map(|it| (it - 1, it)).collect();
    for _ in 0..chance.usize(0..concepts.len()) {
        let edge = (chance.usize(0..concepts.len()), chance.usize(0..concepts.len()));
        if edge.0 != edge.1 && !ends.contains(&edge) && !ends.contains(&(edge.1, edge.0)) {
            ends.push(edge);
        }
    }
    let polarity = |chance: &mut fastrand::Rng| if chance.bool() { Polarity::Furthers } else { Polarity::Hinders };
    let shared: Vec<(&str, Polarity, &str)> = ends
        .iter()
        .map(|(cause, effect)| (concepts[*cause].as_str(), polarity(&mut chance), concepts[*effect].as_str()))
        .collect();
    let planted = chance.usize(0..shared.len());
    let mut other = shared.clone();
    other[planted].1 = other[planted].1.reversed();
    let (cause, _, effect) = shared[planted];
    ([persona("north", &shared), persona("east", &other)], (cause.to_owned(), effect.to_owned()))
}

/// Whether a card of the panel names both ends of the planted edge.
async fn is_found(spec: &Spec, (cause, effect): &(String, String)) -> bool {
    let (debate, _) = support::run(spec, &Arc::new(Cast::default())).await;
    let names = |crux: &str| crux.to_lowercase().contains(cause) && crux.to_lowercase().contains(effect);
    debate.panel.cards().any(|(_, card)| names(&card.crux))
}

async fn found(rules: &PanelRules) -> (u64, Vec<u64>) {
    let mut missed = Vec::new();
    for seed in 0..WORLDS {
        let (personas, planted) = world(seed);
        let spec = panel("What shall the province do about its trade?", personas.into(), rules.clone());
        if !is_found(&spec, &planted).await {
            missed.push(seed);
        }
    }
    (WORLDS - missed.len() as u64, missed)
}

/// P-24, P-31, Q-22: in at least nine of ten pairs a panel's card names the one edge in which two graphs differ, by words alone.
#[tokio::test]
async fn words_find_what_was_planted() {
    let (found, missed) = found(&PanelRules::default()).await;
    assert!(found * 10 >= WORLDS * 9, "found in {found} of {WORLDS}; not in {missed:?}");
}

/// P-24, P-30, Q-22: the same with a clerk who chooses aspects, judges clashes and draws cards.
#[tokio::test]
async fn a_clerk_finds_what_was_planted() {
    let (found, missed) = found(&PanelRules { clerk: Some("sim/9".to_owned()), ..PanelRules::default() }).await;
    assert!(found * 10 >= WORLDS * 9, "found in {found} of {WORLDS}; not in {missed:?}");
}

/// P-10, P-24, P-30: no participant is told where they disagree: a person has chosen the concepts one by one, and words find the edge
/// between two.
#[tokio::test]
async fn what_was_planted_is_found_unprompted() {
    let mut missed = Vec::new();
    for seed in 0..WORLDS {
        let (personas, planted) = world(seed);
        let nodes = &personas[0].beliefs.nodes;
        let aspects = nodes.iter().map(|it| format!("What comes of {}", it.concept)).collect();
        let rules = PanelRules { aspects, ..PanelRules::default() };
        let spec = panel("What shall the province do about its trade?", personas.into(), rules);
        if !is_found(&spec, &planted).await {
            missed.push(seed);
        }
    }
    assert!(missed.len() as u64 * 10 <= WORLDS, "missed {} of {WORLDS}: {missed:?}", missed.len());
}
