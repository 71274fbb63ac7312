//! The built-in deck of simulated participants: three personas that disagree on the cost of a second deployment. All of it is invented.
use crate::planner::Deck;
use debate::belief::{Edge, Node, NodeKind};
use debate::persona::{Built, Quote};
use debate::{BeliefGraph, ChunkId, Contract, Name, Persona, Polarity};
use personas::chunks::{self, UsedIds};
use personas::readers::Passage;

/// Its name.
pub(super) const NAME: &str = "rehearsal";

/// Its personas: name, text, and polarity of the belief that a second deployment works.
const PERSONAS: [(&str, &str, Polarity); 3] = [
    ("builder", "A second deployment leads to fewer pages at night.", Polarity::Hinders),
    ("keeper", "A second deployment leads to more pages at night.", Polarity::Furthers),
    (
        "counter",
        "A second deployment leads to more pages at night, and a page is counted in hours.",
        Polarity::Furthers,
    ),
];

/// The deck.
pub(super) fn deck() -> Deck {
    Deck { name: NAME.to_owned(), personas: PERSONAS.iter().map(|it| persona(*it)).collect() }
}

fn persona((name, wrote, polarity): (&str, &str, Polarity)) -> Persona {
    let chunks = chunks::cut(&Passage::new(format!("{name}.md"), wrote), &mut UsedIds::default());
    let chunk = chunks.first().map_or_else(|| ChunkId::from(String::new()), |it| it.id.clone());
    let node = |id: &str, concept: &str| Node {
        id: id.to_owned(),
        concept: concept.to_owned(),
        kind: NodeKind::FactualClaim,
        held: 0.8,
        chunks: vec![chunk.clone()],
    };
    let edge = Edge {
        id: "e1".to_owned(),
        cause: "b1".to_owned(),
        effect: "b2".to_owned(),
        polarity,
        confidence: 0.8,
        clause: None,
        chunks: vec![chunk.clone()],
    };
    Persona {
        name: Name::from(name),
        built: Built::Hand,
        persuadability: Persona::PERSUADABILITY,
        contract: Contract {
            identity: format!("The {name} of a rehearsal."),
            anchors: vec![Quote { text: wrote.to_owned(), chunk: chunk.clone() }],
            ..Contract::default()
        },
        beliefs: BeliefGraph {
            nodes: vec![node("b1", "a second deployment"), node("b2", "pages at night")],
            edges: vec![edge],
        },
        chunks,
    }
}
