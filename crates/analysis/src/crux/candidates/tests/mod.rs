//! The stem index finds the same as comparing everything with everything.
mod reference;

use super::{candidates, comparisons};
use crate::crux::aspects;
use debate::belief::{BeliefGraph, Edge, Node, NodeKind};
use debate::event::{LOG_VERSION, PanelEvent};
use debate::persona::Built;
use debate::rules::PanelRules;
use debate::{Contract, Debate, Envelope, Event, Participant, Persona, Perspective, Polarity, Rules, Topic};
use proptest::prelude::*;

/// Concepts that are similar, that deny each other, that differ only in case, spaces or order, and that have no content words.
const CONCEPTS: [&str; 24] = [
    "small teams",
    "Small teams",
    " small teams ",
    "teams, small",
    "small teams of five",
    "large teams",
    "no small teams",
    "small teams are slow",
    "small teams are not slow",
    "small teams are fast",
    "cost rises",
    "cost falls",
    "COST RISES",
    "the cost of a split rises",
    "the cost of a split does not rise",
    "a split monolith",
    "a monolith that is split",
    "split",
    "it is",
    "It is",
    "they are there",
    "they are there ",
    "",
    "12 people in 3 teams split a monolith",
];

const TOPICS: [&str; 4] =
    ["Should small teams split a monolith?", "Cost of a split, teams and monoliths", "Is it so?", "Which cost rises?"];

/// Strengths of beliefs: few values, so that many weights are equal, and some out of bounds.
fn held() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![0.0, 0.5, 0.5, 0.8, 1.0, 1.5])
}

/// A small graph: ids may repeat, and edges may have unknown ends.
fn graph() -> impl Strategy<Value = BeliefGraph> {
    let node = (0..9_u8, prop::sample::select(&CONCEPTS[..]), held()).prop_map(|(id, concept, held)| Node {
        id: format!("b{id}"),
        concept: concept.to_owned(),
        kind: NodeKind::FactualClaim,
        held,
        chunks: vec!["c1".into()],
    });
    let edge = (0..9_u8, 0..9_u8, any::<bool>(), held()).prop_map(|(cause, effect, furthers, confidence)| Edge {
        id: "e".to_owned(),
        cause: format!("b{cause}"),
        effect: format!("b{effect}"),
        polarity: if furthers { Polarity::Furthers } else { Polarity::Hinders },
        confidence,
        clause: None,
        chunks: vec!["c1".into()],
    });
    let nodes = prop::collection::vec(node, 0..9);
    (nodes, any::<bool>(), prop::collection::vec(edge, 0..14)).prop_map(|(mut nodes, is_numbered, edges)| {
        if is_numbered {
            nodes.iter_mut().enumerate().for_each(|(at, it)| it.id = format!("b{at}"));
        }
        BeliefGraph { nodes, edges }
    })
}

fn personas(graphs: Vec<BeliefGraph>) -> Vec<Persona> {
    let persona = |(at, beliefs): (usize, BeliefGraph)| Persona {
        name: format!("persona-{at}").as_str().into(),
        built: Built::Hand,
        persuadability: 0.5,
        contract: Contract::default(),
        beliefs,
        chunks: vec![],
    };
    graphs.into_iter().enumerate().map(persona).collect()
}

fn seated(personas: Vec<Persona>, topic: &str) -> Debate {
    let seat = |it: &Persona| Participant::new(it.name.clone(), "x/y".to_owned(), "x".into(), Perspective::of_seat(0));
    let opened = Event::DebateOpened {
        version: LOG_VERSION,
        debate: "test".into(),
        topic: Topic::new(topic).unwrap(),
        ballot: None,
        mode: "panel".to_owned(),
        participants: personas.iter().map(seat).collect(),
        rules: Rules { panel: Some(PanelRules::default()), ..Rules::default() },
        rehearsal: false,
        fork: None,
    };
    let seated = Event::Panel { what: PanelEvent::PersonasSeated { personas } };
    let log = [(0, opened), (1, seated)].map(|(seq, event)| Envelope { seq, at: 0, elapsed: 0, event });
    Debate::replay(&log).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Q-22, P-10: candidates and aspects are those of the plain comparison, in the same order and with the same weights.
    #[test]
    fn an_index_finds_what_comparing_everything_finds(
        graphs in prop::collection::vec(graph(), 1..5),
        topic in prop::sample::select(&TOPICS[..]),
        most in 0..12_usize,
    ) {
        let personas = personas(graphs);
        let every: Vec<&Persona> = personas.iter().collect();
        prop_assert_eq!(candidates(&every), reference::candidates(&every));
        let debate = seated(personas.clone(), topic);
        prop_assert_eq!(aspects(&debate, most), reference::aspects(&debate, most));
    }
}

/// concepts that share nothing are not compared, and a word that all share makes no difference to that.
#[test]
fn concepts_that_share_little_are_not_compared() {
    let node = |persona: usize, at: usize| Node {
        id: format!("b{at}"),
        concept: format!("teams need thing{persona}x{at} for part{persona}x{at}"),
        kind: NodeKind::FactualClaim,
        held: 1.0,
        chunks: vec!["c1".into()],
    };
    let graph = |persona: usize| BeliefGraph { nodes: (0..100).map(|at| node(persona, at)).collect(), edges: vec![] };
    let personas = personas((0..4).map(graph).collect());
    let every: Vec<&Persona> = personas.iter().collect();
    assert_eq!(comparisons(&every), 400, "each with itself, of 160,000 pairs");
}
