//! A plain reference implementation of `candidates` and `aspects`, without an index.
use crate::crux::candidates::Candidate;
use crate::crux::phrase;
use crate::crux::subject::subject;
use crate::crux::thresholds::{
    ABSENT_WEIGHT, ASPECT_SAME, CANDIDATES, CAUSE_WEIGHT, CONCEPT_SAME, DENIED_WEIGHT, LEAST_RARITY, MOST_DOWNSTREAM,
    REACH_HALF, SPOKEN_OF,
};
use debate::belief::{BeliefGraph, Edge, Node};
use debate::{Debate, Persona};
use prose::opposition::opposed;
use std::collections::{BTreeMap, BTreeSet};

/// Disagreements of personas before anybody has spoken, the one with the most weight first.
pub(super) fn candidates(personas: &[&Persona]) -> Vec<Candidate> {
    let mut found = all(personas);
    found.truncate(CANDIDATES);
    found
}

/// The same, however many.
fn all(personas: &[&Persona]) -> Vec<Candidate> {
    let indexed_personas: Vec<IndexedPersona<'_>> = personas.iter().map(|it| IndexedPersona::of(it)).collect();
    let mut found = Vec::new();
    for (at, a) in indexed_personas.iter().enumerate() {
        for b in indexed_personas.iter().skip(at + 1) {
            found.extend(a.against(b));
        }
    }
    found.sort_by(|one, other| {
        let by_words = || (&one.question, &one.a, &one.b).cmp(&(&other.question, &other.a, &other.b));
        other.weight.total_cmp(&one.weight).then_with(by_words)
    });
    found
}

/// Possible aspects: candidates that concern the topic, or parts of the topic itself; at most `most`.
pub(super) fn aspects(debate: &Debate, most: usize) -> Vec<String> {
    let personas: Vec<&Persona> = debate.panel.personas.values().map(AsRef::as_ref).collect();
    let topic = subject(debate.topic.as_str());
    let found = all(&personas);
    let mut rarity = Rarity::of(&topic, &found, &personas);
    let mut chosen: Vec<String> = Vec::new();
    let is_new =
        |chosen: &[String], aspect: &str| !chosen.iter().any(|it| share(&subject(it), &subject(aspect)) >= ASPECT_SAME);
    // What has nothing of the topic is still what these people part on, and so worth asking where both speak of it.
    let mut rest: Vec<&Candidate> =
        found.iter().filter(|it| rarity.shared(&it.question) > 0.0 || it.b.1.is_some()).collect();
    while chosen.len() < most
        && let Some(next) = rarity.nearest(&rest)
    {
        let question = rest.remove(next).question.clone();
        if is_new(&chosen, &question) {
            rarity.spend(&question);
            chosen.push(question);
        }
    }
    let named = parts_of(debate.topic.as_str()).into_iter().chain(common(&personas, &topic));
    for aspect in named.chain([debate.topic.to_string()]) {
        if chosen.len() < most && is_new(&chosen, &aspect) {
            chosen.push(aspect);
        }
    }
    chosen
}

/// How well each word of a topic distinguishes beliefs of these personas: "team" is in all beliefs of architects, "split" is not.
struct Rarity(BTreeMap<String, f64>);

impl Rarity {
    fn of(topic: &BTreeSet<String>, found: &[Candidate], personas: &[&Persona]) -> Rarity {
        let concepts = personas.iter().flat_map(|it| &it.beliefs.nodes).map(|it| subject(&it.concept));
        let texts: Vec<BTreeSet<String>> = found.iter().map(|it| subject(&it.question)).chain(concepts).collect();
        let rarity = |stem: &String| {
            let with = texts.iter().filter(|it| it.contains(stem)).count() as f64;
            ((1.0 + texts.len() as f64) / (1.0 + with)).ln() + LEAST_RARITY
        };
        Rarity(topic.iter().map(|it| (it.clone(), rarity(it))).collect())
    }

    /// The summed rarity of the words that a text shares with the topic; 0 if it shares none.
    fn shared(&self, text: &str) -> f64 {
        subject(text).iter().filter_map(|it| self.0.get(it)).sum()
    }

    /// The index of the candidate nearest to the topic; the first of equals.
    fn nearest(&self, rest: &[&Candidate]) -> Option<usize> {
        let near = rest.iter().enumerate().map(|(at, it)| (at, self.shared(&it.question)));
        near.max_by(|(one, a), (other, b)| a.total_cmp(b).then(other.cmp(one))).map(|(at, _)| at)
    }

    /// Removes the chosen candidate's words from the topic: the next candidate should be about the rest.
    fn spend(&mut self, text: &str) {
        let words = subject(text);
        self.0.iter_mut().filter(|(it, _)| words.contains(*it)).for_each(|(_, rarity)| *rarity *= SPOKEN_OF);
    }
}

/// The parts that a topic names itself: "costs and risks of gRPC".
fn parts_of(topic: &str) -> Vec<String> {
    let said = topic.trim().trim_end_matches('?');
    let parts: Vec<&str> =
        said.split(&[',', ';'][..]).flat_map(|it| it.split(" and ")).flat_map(|it| it.split(" or ")).collect();
    let parts = parts.into_iter().map(str::trim).filter(|it| !subject(it).is_empty());
    let parts: Vec<String> = parts.map(str::to_owned).collect();
    if parts.len() > 1 { parts } else { Vec::new() }
}

/// Beliefs of several personas that name words of the topic, the most widely held first.
fn common(personas: &[&Persona], topic: &BTreeSet<String>) -> Vec<String> {
    let indexed_personas: Vec<IndexedPersona<'_>> = personas.iter().map(|it| IndexedPersona::of(it)).collect();
    let nodes = indexed_personas.iter().flat_map(|it| &it.concepts).filter(|(_, words)| !words.is_disjoint(topic));
    let mut held: Vec<(usize, String)> = nodes
        .map(|(node, _)| (indexed_personas.iter().filter(|it| it.like(node).is_some()).count(), node.concept.clone()))
        .filter(|(count, _)| *count > 1)
        .collect();
    held.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    held.into_iter().map(|(_, concept)| concept).collect()
}

/// A persona with its concepts read.
struct IndexedPersona<'a> {
    persona: &'a Persona,
    concepts: Vec<(&'a Node, BTreeSet<String>)>,
}

impl<'a> IndexedPersona<'a> {
    fn of(persona: &'a Persona) -> IndexedPersona<'a> {
        IndexedPersona {
            persona,
            concepts: persona.beliefs.nodes.iter().map(|it| (it, subject(&it.concept))).collect(),
        }
    }

    fn graph(&self) -> &'a BeliefGraph {
        &self.persona.beliefs
    }

    /// Its node that is about the same as another's.
    fn like(&self, other: &Node) -> Option<&'a Node> {
        let words = subject(&other.concept);
        let likeness = |(node, own): &(&'a Node, BTreeSet<String>)| {
            let is_same = node.concept.trim().eq_ignore_ascii_case(other.concept.trim());
            (if is_same { 1.0 } else { share(own, &words) }, *node)
        };
        let found = self.concepts.iter().map(likeness).filter(|(share, _)| *share >= CONCEPT_SAME);
        // The first among equals, by its place.
        found
            .fold(
                None,
                |best: Option<(f64, &Node)>, it| if best.is_some_and(|best| best.0 >= it.0) { best } else { Some(it) },
            )
            .map(|it| it.1)
    }

    /// All that two part on, each thing once.
    fn against(&self, other: &IndexedPersona<'_>) -> Vec<Candidate> {
        let mut found = Vec::new();
        found.extend(self.graph().edges.iter().filter_map(|it| self.edge_against(it, other, Which::Both)));
        found.extend(other.graph().edges.iter().filter_map(|it| other.edge_against(it, self, Which::Own)));
        found.extend(self.graph().nodes.iter().filter_map(|it| self.node_against(it, other)));
        found
    }

    /// The edge that the other holds instead of this one: the same edge reversed, another cause of the same effect, or none.
    fn edge_against(&self, edge: &Edge, other: &IndexedPersona<'_>, which: Which) -> Option<Candidate> {
        let words = self.graph().sentence(edge)?;
        let (cause, effect) = (self.graph().node(&edge.cause)?, self.graph().node(&edge.effect)?);
        let (their_cause, their_effect) = (other.like(cause), other.like(effect));
        let is_between = |it: &&Edge| {
            their_cause.is_some_and(|node| node.id == it.cause) && their_effect.is_some_and(|node| node.id == it.effect)
        };
        let weight = edge.confidence.clamp(0.0, 1.0) * hanging(self.graph(), &edge.effect);
        let candidate = |theirs: Option<&Edge>, kind: f64| {
            let sure = theirs.map_or(weight, |it| {
                (weight * it.confidence.clamp(0.0, 1.0) * hanging(other.graph(), &it.effect)).sqrt()
            });
            let held = theirs.and_then(|it| other.graph().sentence(it));
            self.candidate(words.clone(), other, held, sure * kind)
        };
        let theirs: Vec<&Edge> = other.graph().edges.iter().filter(is_between).collect();
        match theirs.as_slice() {
            // Another of its edges says the same: they agree, whatever else it holds.
            [..] if theirs.iter().any(|it| it.polarity == edge.polarity) => None,
            [denied, ..] => (which == Which::Both).then(|| candidate(Some(denied), DENIED_WEIGHT)),
            [] => {
                let effect = their_effect?;
                let into = |it: &&Edge| it.effect == effect.id && it.polarity == edge.polarity;
                let own = |it: &Edge| other.graph().node(&it.cause).and_then(|it| self.like(it));
                // A cause that both name is no other one.
                let is_other = |it: &&Edge| own(it).is_none_or(|own| !self.has_edge(&own.id, edge));
                let instead = other.graph().edges.iter().filter(into).find(is_other);
                match (instead, their_cause) {
                    (Some(it), _) => (which == Which::Both).then(|| candidate(Some(it), CAUSE_WEIGHT)),
                    // It knows both, and holds nothing to lie between them.
                    (None, Some(_)) => Some(candidate(None, ABSENT_WEIGHT)),
                    (None, None) => None,
                }
            }
        }
    }

    /// Whether one of its nodes has the same effect as an edge of its own.
    fn has_edge(&self, cause: &str, like: &Edge) -> bool {
        self.graph()
            .edges
            .iter()
            .any(|it| it.cause == cause && it.effect == like.effect && it.polarity == like.polarity)
    }

    /// A node that the other's own words deny.
    fn node_against(&self, node: &Node, other: &IndexedPersona<'_>) -> Option<Candidate> {
        // Who holds the same does not deny it, whatever else it holds.
        if other.concepts.iter().any(|(it, _)| it.concept.eq_ignore_ascii_case(&node.concept)) {
            return None;
        }
        let own = subject(&node.concept);
        let is_near = |it: &&(&Node, BTreeSet<String>)| share(&it.1, &own) >= CONCEPT_SAME;
        let denied =
            other.concepts.iter().filter(is_near).find(|it| opposed(&node.concept, &it.0.concept).is_some())?.0;
        let weight = node.held.clamp(0.0, 1.0) * denied.held.clamp(0.0, 1.0);
        let weight = (weight * hanging(self.graph(), &node.id) * hanging(other.graph(), &denied.id)).sqrt();
        Some(self.candidate(node.concept.clone(), other, Some(denied.concept.clone()), weight * DENIED_WEIGHT))
    }

    fn candidate(&self, words: String, other: &IndexedPersona<'_>, held: Option<String>, weight: f64) -> Candidate {
        Candidate {
            question: phrase::whether(&words),
            a: (self.persona.name.clone(), words),
            b: (other.persona.name.clone(), held),
            weight: weight.clamp(0.0, 1.0),
        }
    }
}

/// The differences of a pair that one side reports, so that each is reported once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Both,
    Own,
}

/// The weight of a node: how firmly it is held, increased by the nodes downstream.
fn hanging(graph: &BeliefGraph, id: &str) -> f64 {
    let downstream = downstream(graph, id).len() as f64;
    let held = graph.node(id).map_or(0.0, |it| it.held.clamp(0.0, 1.0));
    (held + (1.0 - held) / 2.0) * (1.0 + downstream) / (1.0 + downstream + REACH_HALF)
}

/// The share of subjects that both have, of all that either has.
fn share(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    let all = a.union(b).count();
    if all == 0 { 0.0 } else { a.intersection(b).count() as f64 / all as f64 }
}

/// The edges that lead away from a belief, nearest first, each with the node it was reached from; never one to where it began.
fn downstream<'a>(graph: &'a BeliefGraph, id: &str) -> Vec<&'a Edge> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut found: Vec<&Edge> = Vec::new();
    let mut next = 0;
    let mut from = id.to_owned();
    loop {
        for edge in graph.edges.iter().filter(|it| it.cause == from) {
            if edge.effect != id && found.len() < MOST_DOWNSTREAM && seen.insert(&edge.effect) {
                found.push(edge);
            }
        }
        let Some(edge) = found.get(next) else { return found };
        from.clone_from(&edge.effect);
        next += 1;
    }
}
