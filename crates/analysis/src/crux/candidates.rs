//! Differences between belief graphs before a discussion.
//!
//! Two graphs differ if one has an edge with opposite polarity, names another cause of the same effect, or holds what the other does not
//! mention; beliefs downstream increase the weight. These are candidates, not answers. Not here: extracting graphs (`personas`), and
//! choosing aspects (`aspects`).
use super::likeness::{Concepts, folded};
use super::subject::Stems;
use super::{downstream, phrase};
use crate::crux::thresholds::{ABSENT_WEIGHT, CANDIDATES, CAUSE_WEIGHT, DENIED_WEIGHT, REACH_HALF};
use debate::belief::{Edge, Indexed, Node};
use debate::event::Contradiction;
use debate::{ChunkId, Debate, Name, Persona, Polarity};
use prose::opposition::opposed;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A difference between two personas before a discussion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// The difference as a question.
    pub question: String,
    /// One persona, and its belief.
    pub a: (Name, String),
    /// The other persona, and its belief instead; absent if its graph does not mention it.
    pub b: (Name, Option<String>),
    /// Its weight, 0…1: beliefs downstream, and how firmly both hold theirs; 1 where a model read it.
    pub weight: f64,
}

/// Differences between personas, heaviest first.
pub fn candidates(personas: &[&Persona]) -> Vec<Candidate> {
    let mut found = all(personas, &Concepts::of(personas, &mut Stems::default()));
    found.truncate(CANDIDATES);
    found
}

/// Differences that are known before anybody speaks: those that a model read between beliefs, in its order, and those of belief graphs.
pub fn candidates_of(debate: &Debate) -> Vec<Candidate> {
    let personas: Vec<&Persona> = debate.panel.personas.values().map(AsRef::as_ref).collect();
    contradictions(debate).into_iter().chain(candidates(&personas)).collect()
}

/// Statements that contradict each other, as a model read them before anybody spoke.
pub fn contradictions(debate: &Debate) -> Vec<Candidate> {
    let all = debate.panel.aspects.iter().flat_map(|it| &it.contradictions);
    all.filter_map(|it| read(debate, it)).collect()
}

/// A contradiction in the words of both; none if a belief, or the chunk of a sentence, is not there.
fn read(debate: &Debate, it: &Contradiction) -> Option<Candidate> {
    let words = |who: &Name, id: &str, wrote: &Option<String>| {
        let persona = debate.panel.personas.get(who)?;
        match wrote {
            Some(wrote) => persona.chunk(&ChunkId::from(id)).map(|_| wrote.clone()),
            None => persona.beliefs.words(id),
        }
    };
    let (a, b) = (words(&it.a, &it.a_holds, &it.a_wrote)?, words(&it.b, &it.b_holds, &it.b_wrote)?);
    Some(Candidate { question: it.question.clone(), a: (it.a.clone(), a), b: (it.b.clone(), Some(b)), weight: 1.0 })
}

/// The edges of two personas with the same ends and opposite polarity, by id. An edge with an agreeing counterpart is none.
pub fn opposite_edges(a: &Persona, b: &Persona) -> Vec<(String, String)> {
    let personas = [a, b];
    let concepts = Concepts::of(&personas, &mut Stems::default());
    let (own, other) = (IndexedPersona::of(0, a), IndexedPersona::of(1, b));
    let pair = Pair { own: &own, other: &other, concepts: &concepts };
    let opposite = |edge: &Edge| {
        let theirs = other.between(&pair.theirs(&edge.cause)?.id, &pair.theirs(&edge.effect)?.id);
        let denied = theirs.first().filter(|_| theirs.iter().all(|it| it.polarity != edge.polarity))?;
        Some((edge.id.clone(), denied.id.clone()))
    };
    a.beliefs.edges.iter().filter_map(opposite).collect()
}

/// The number of concept pairs compared by their words: a machine-independent cost measure.
pub fn comparisons(personas: &[&Persona]) -> usize {
    Concepts::of(personas, &mut Stems::default()).compared
}

/// All candidates, without the limit of [`candidates`].
pub(super) fn all(personas: &[&Persona], concepts: &Concepts<'_>) -> Vec<Candidate> {
    let indexed_personas: Vec<IndexedPersona<'_>> =
        personas.iter().enumerate().map(|(at, it)| IndexedPersona::of(at, it)).collect();
    let mut denials: BTreeMap<(usize, usize), bool> = BTreeMap::new();
    let mut questions: BTreeMap<String, String> = BTreeMap::new();
    let mut found = Vec::new();
    for (at, a) in indexed_personas.iter().enumerate() {
        for b in indexed_personas.iter().skip(at + 1) {
            let parted = Pair { own: a, other: b, concepts }.edges(Which::Both).into_iter();
            let parted = parted.chain(Pair { own: b, other: a, concepts }.edges(Which::Own));
            let denied = Pair { own: a, other: b, concepts }.nodes(&mut denials);
            for Diverged { by, words, other, held, weight } in parted.chain(denied) {
                let question = questions.entry(words.clone()).or_insert_with_key(|it| phrase::whether(it)).clone();
                found.push(Candidate { question, a: (by.clone(), words), b: (other.clone(), held), weight });
            }
        }
    }
    found.sort_by(|one, other| {
        let by_words = || (&one.question, &one.a, &one.b).cmp(&(&other.question, &other.a, &other.b));
        other.weight.total_cmp(&one.weight).then_with(by_words)
    });
    found
}

/// A persona with an indexed graph.
struct IndexedPersona<'a> {
    /// Its index among the personas.
    number: usize,
    persona: &'a Persona,
    graph: Indexed<'a>,
    /// The index of the first node with an id.
    places: BTreeMap<&'a str, usize>,
    /// The weight of each node.
    hanging: BTreeMap<&'a str, f64>,
    /// The edges between two nodes, in order.
    between: BTreeMap<(&'a str, &'a str), Vec<&'a Edge>>,
    /// The case-folded texts of its nodes.
    words: BTreeSet<String>,
}

impl<'a> IndexedPersona<'a> {
    fn of(number: usize, persona: &'a Persona) -> IndexedPersona<'a> {
        let graph = persona.beliefs.indexed();
        let mut indexed_persona = IndexedPersona {
            number,
            persona,
            places: BTreeMap::new(),
            hanging: BTreeMap::new(),
            between: BTreeMap::new(),
            words: persona.beliefs.nodes.iter().map(|it| folded(&it.concept)).collect(),
            graph,
        };
        for (place, node) in persona.beliefs.nodes.iter().enumerate() {
            indexed_persona.places.entry(&node.id).or_insert(place);
            indexed_persona.hanging.entry(&node.id).or_insert_with(|| hanging(&indexed_persona.graph, node));
        }
        for edge in &persona.beliefs.edges {
            indexed_persona.between.entry((&edge.cause, &edge.effect)).or_default().push(edge);
        }
        indexed_persona
    }

    fn hanging(&self, id: &str) -> f64 {
        self.hanging.get(id).copied().unwrap_or_default()
    }

    fn between(&self, cause: &'a str, effect: &'a str) -> &[&'a Edge] {
        self.between.get(&(cause, effect)).map_or(&[], Vec::as_slice)
    }

    fn node(&self, place: usize) -> Option<&'a Node> {
        self.persona.beliefs.nodes.get(place)
    }
}

/// A difference.
struct Diverged<'a> {
    by: &'a Name,
    words: String,
    other: &'a Name,
    held: Option<String>,
    weight: f64,
}

/// An ordered pair of personas.
struct Pair<'m, 'a> {
    own: &'m IndexedPersona<'a>,
    other: &'m IndexedPersona<'a>,
    concepts: &'m Concepts<'a>,
}

impl<'a> Pair<'_, 'a> {
    /// The other's node about the same concept as a node of the first.
    fn theirs(&self, id: &str) -> Option<&'a Node> {
        self.other.node(self.concepts.like(self.own.number, *self.own.places.get(id)?, self.other.number)?)
    }

    /// The first's node about the same concept as a node of the other.
    fn ours(&self, id: &str) -> Option<&'a Node> {
        self.own.node(self.concepts.like(self.other.number, *self.other.places.get(id)?, self.own.number)?)
    }

    /// Differences found from the first's edges.
    fn edges(&self, which: Which) -> Vec<Diverged<'a>> {
        // The alternative edge depends only on an edge's target.
        let mut instead = BTreeMap::new();
        self.own.persona.beliefs.edges.iter().filter_map(|it| self.edge(it, which, &mut instead)).collect()
    }

    /// The other's counterpart of an edge: opposite polarity, another cause of the same effect, or none.
    fn edge(&self, edge: &'a Edge, which: Which, instead: &mut Instead<'a>) -> Option<Diverged<'a>> {
        let (own, other) = (self.own, self.other);
        let words = own.graph.sentence(edge)?;
        let (their_cause, their_effect) = (self.theirs(&edge.cause), self.theirs(&edge.effect));
        let weight = edge.confidence.clamp(0.0, 1.0) * own.hanging(&edge.effect);
        let parted = |theirs: Option<&Edge>, kind: f64| {
            let sure =
                theirs.map_or(weight, |it| (weight * it.confidence.clamp(0.0, 1.0) * other.hanging(&it.effect)).sqrt());
            self.parted(words, theirs.and_then(|it| other.graph.sentence(it)), sure * kind)
        };
        let theirs = match (their_cause, their_effect) {
            (Some(cause), Some(effect)) => other.between(&cause.id, &effect.id),
            _ => &[],
        };
        match theirs {
            // Another of its edges agrees, so there is no difference.
            [..] if theirs.iter().any(|it| it.polarity == edge.polarity) => None,
            [denied, ..] => (which == Which::Both).then(|| parted(Some(denied), DENIED_WEIGHT)),
            [] => {
                let effect = their_effect?;
                let found = instead.entry((&edge.effect, edge.polarity)).or_insert_with(|| self.instead(edge, effect));
                match (*found, their_cause) {
                    (Some(it), _) => (which == Which::Both).then(|| parted(Some(it), CAUSE_WEIGHT)),
                    // It has both nodes, but no edge between them.
                    (None, Some(_)) => Some(parted(None, ABSENT_WEIGHT)),
                    (None, None) => None,
                }
            }
        }
    }

    /// The other's edge with a different cause of the same effect, which is its node `effect`. A cause that both name does not count.
    fn instead(&self, edge: &'a Edge, effect: &Node) -> Option<&'a Edge> {
        let has_edge =
            |cause: &'a str| self.own.between(cause, &edge.effect).iter().any(|it| it.polarity == edge.polarity);
        let is_other = |it: &&&Edge| self.ours(&it.cause).is_none_or(|own| !has_edge(&own.id));
        self.other.graph.leading_to(&effect.id).iter().filter(|it| it.polarity == edge.polarity).find(is_other).copied()
    }

    /// The first's nodes that the other's texts deny.
    fn nodes(&self, denials: &mut BTreeMap<(usize, usize), bool>) -> Vec<Diverged<'a>> {
        let nodes = self.own.persona.beliefs.nodes.iter().enumerate();
        nodes.filter_map(|(place, it)| self.denied(place, it, denials)).collect()
    }

    fn denied(&self, place: usize, node: &Node, denials: &mut BTreeMap<(usize, usize), bool>) -> Option<Diverged<'a>> {
        let (own, other) = (self.own, self.other);
        // A persona with the same belief does not deny it.
        if other.words.contains(&folded(&node.concept)) {
            return None;
        }
        let number = self.concepts.number(own.number, place)?;
        let near = self.concepts.near(own.number, place, other.number).into_iter();
        let near = near.filter_map(|it| Some((self.concepts.number(other.number, it)?, other.node(it)?)));
        let mut is_denied = |(at, it): &(usize, &Node)| {
            *denials.entry((number, *at)).or_insert_with(|| opposed(&node.concept, &it.concept).is_some())
        };
        let (_, denied) = near.into_iter().find(|it| is_denied(it))?;
        let weight = node.held.clamp(0.0, 1.0) * denied.held.clamp(0.0, 1.0);
        let weight = (weight * own.hanging(&node.id) * other.hanging(&denied.id)).sqrt();
        Some(self.parted(node.concept.clone(), Some(denied.concept.clone()), weight * DENIED_WEIGHT))
    }

    fn parted(&self, words: String, held: Option<String>, weight: f64) -> Diverged<'a> {
        let (by, other) = (&self.own.persona.name, &self.other.persona.name);
        Diverged { by, words, other, held, weight: weight.clamp(0.0, 1.0) }
    }
}

/// The other's alternative edge, by target and polarity.
type Instead<'a> = BTreeMap<(&'a str, Polarity), Option<&'a Edge>>;

/// Which differences one direction of a pair reports, so that mutual ones are reported once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Both,
    Own,
}

/// The weight of a node: how firmly it is held, increased by beliefs downstream.
fn hanging(graph: &Indexed<'_>, node: &Node) -> f64 {
    let downstream = downstream::downstream(graph, &node.id).len() as f64;
    let held = node.held.clamp(0.0, 1.0);
    (held + (1.0 - held) / 2.0) * (1.0 + downstream) / (1.0 + downstream + REACH_HALF)
}

#[cfg(test)]
mod tests;
