//! The built-in deck of the fake setup: three personas that disagree on the cost of a second deployment. All of it is invented.
use crate::planner::{Deck, InvalidRequest};
use crate::requests::{DETECTION, Panel};
use debate::belief::{Edge, Node, NodeKind};
use debate::persona::{Built, Quote};
use debate::rules::{Detection, PanelRules};
use debate::{BeliefGraph, Chunk, ChunkId, Contract, Name, Persona, Polarity};

/// Its name.
pub(super) const NAME: &str = "rehearsal";

/// Its personas: name, text, and polarity of the belief that a second deployment works.
const PERSONAS: [(&str, &str, Polarity); 3] = [
    ("builder", "A second deployment leads to fewer pages at night.", Polarity::Hinders),
    ("keeper", "A second deployment leads to more pages at night.", Polarity::Furthers),
    ("counter", "What a second deployment costs is counted in hours.", Polarity::Furthers),
];

/// The deck.
pub(super) fn deck() -> Deck {
    Deck { name: NAME.to_owned(), personas: PERSONAS.iter().map(|it| persona(*it)).collect() }
}

fn persona((name, wrote, polarity): (&str, &str, Polarity)) -> Persona {
    let chunk = ChunkId::from(format!("{name}-1"));
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
        chunks: vec![Chunk { id: chunk.clone(), source: format!("{name}.md"), text: wrote.to_owned() }],
    }
}

/// The personas that a request seats, with their models.
pub(super) fn seated(request: &Panel) -> Result<Vec<(Persona, String)>, InvalidRequest> {
    if request.deck != NAME {
        return Err(InvalidRequest(format!("there is no deck `{}`; there are {NAME}", request.deck)));
    }
    let all = deck().personas;
    let usual = request.model.clone().unwrap_or_else(|| engine::sim::PROVIDER.to_owned());
    if request.personas.is_empty() {
        return Ok(all.into_iter().map(|it| (it, usual.clone())).collect());
    }
    let chosen = request.personas.iter().map(|word| {
        let (name, model) = word.split_once('=').unwrap_or((word, &usual));
        let found = all.iter().find(|it| it.name.as_str() == name);
        let there: Vec<&str> = all.iter().map(|it| it.name.as_str()).collect();
        let none =
            || InvalidRequest(format!("there is no persona `{name}` in deck `{NAME}`; there are {}", there.join(", ")));
        Ok((found.ok_or_else(none)?.clone(), model.to_owned()))
    });
    chosen.collect()
}

/// The panel rules of a request.
pub(super) fn rules(request: &Panel) -> Result<PanelRules, InvalidRequest> {
    let detection = match request.detection.as_deref() {
        None | Some("parts") => Detection::Parts,
        Some("vote") => Detection::Vote,
        Some(other) => {
            return Err(InvalidRequest(format!("unknown detection `{other}`; choose one of {}", DETECTION.join(", "))));
        }
    };
    if let Some(model) = request.clerk.as_ref().or(request.strong.as_ref()) {
        return Err(InvalidRequest(format!("no model `{model}` here; leave `clerk` and `strong` out")));
    }
    let quote = request.quote.unwrap_or_default();
    Ok(PanelRules { aspects: request.aspects.clone(), detection, quote, ..PanelRules::default() })
}
