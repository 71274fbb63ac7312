//! Similarity of personas' concepts: each is parsed once, and compared only with those that share enough of its rarer stems.
//!
//! Concepts of all personas are pooled by text; equal texts are one concept. Not here: conclusions (`candidates`).
use super::subject::{Stems, share, subject};
use crate::crux::thresholds::CONCEPT_SAME;
use debate::Persona;
use std::collections::{BTreeMap, BTreeSet};

/// The concepts of personas, and their similarities.
pub(super) struct Concepts<'a> {
    all: Vec<Concept<'a>>,
    /// The concept of each node, by persona.
    of: Vec<Vec<usize>>,
    /// The number of compared pairs.
    pub(super) compared: usize,
}

/// The concept of one or more nodes.
pub(super) struct Concept<'a> {
    pub(super) words: &'a str,
    pub(super) subject: BTreeSet<usize>,
    /// Its nodes: persona and node index.
    homes: Vec<(usize, usize)>,
    /// Concepts that share enough with it, in order; includes itself if it has content words.
    near: Vec<usize>,
    /// The most similar node of each persona, the first among equals.
    like: Vec<Option<usize>>,
}

impl Concept<'_> {
    /// The number of personas with a similar node.
    pub(super) fn holders(&self) -> usize {
        self.like.iter().flatten().count()
    }
}

impl<'a> Concepts<'a> {
    pub(super) fn of(personas: &[&'a Persona], stems: &mut Stems) -> Concepts<'a> {
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        let mut concepts = Concepts { all: Vec::new(), of: Vec::new(), compared: 0 };
        for (number, persona) in personas.iter().enumerate() {
            let mut of = Vec::new();
            for (place, node) in persona.beliefs.nodes.iter().enumerate() {
                let words = node.concept.as_str();
                let at = *numbers.entry(words).or_insert(concepts.all.len());
                if at == concepts.all.len() {
                    let subject = stems.numbered(&subject(words));
                    concepts.all.push(Concept { words, subject, homes: vec![], near: vec![], like: vec![] });
                }
                concepts.all.get_mut(at).into_iter().for_each(|it| it.homes.push((number, place)));
                of.push(at);
            }
            concepts.of.push(of);
        }
        concepts.compare();
        concepts
    }

    fn compare(&mut self) {
        let mut having: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut spelled: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, it) in self.all.iter().enumerate() {
            it.subject.iter().for_each(|stem| having.entry(*stem).or_default().push(at));
            spelled.entry(folded(it.words.trim())).or_default().push(at);
        }
        let mut found = Vec::new();
        for it in &self.all {
            let among = sharing(&it.subject, &having);
            self.compared += among.len();
            let likeness = |at: usize| Some((at, share(&self.all.get(at)?.subject, &it.subject)));
            let near: Vec<(usize, f64)> =
                among.into_iter().filter_map(likeness).filter(|(_, share)| *share >= CONCEPT_SAME).collect();
            let same = spelled.get(&folded(it.words.trim())).into_iter().flatten().map(|at| (*at, 1.0));
            found.push((near.iter().map(|it| it.0).collect(), self.closest(same.chain(near.iter().copied()))));
        }
        for (it, (near, like)) in self.all.iter_mut().zip(found) {
            (it.near, it.like) = (near, like);
        }
    }

    /// The most similar of these nodes for each persona, the first among equals.
    fn closest(&self, near: impl Iterator<Item = (usize, f64)>) -> Vec<Option<usize>> {
        let mut best: Vec<Option<(f64, usize)>> = vec![None; self.of.len()];
        for (at, likeness) in near {
            for (persona, place) in self.all.get(at).into_iter().flat_map(|it| &it.homes) {
                let Some(best) = best.get_mut(*persona) else { continue };
                let is_better = |(most, first): (f64, usize)| likeness > most || (likeness == most && *place < first);
                if best.is_none_or(is_better) {
                    *best = Some((likeness, *place));
                }
            }
        }
        best.into_iter().map(|it| it.map(|it| it.1)).collect()
    }

    /// The concepts of a persona's nodes, in order.
    pub(super) fn all_of(&self, persona: usize) -> impl Iterator<Item = &Concept<'a>> {
        self.of.get(persona).into_iter().flatten().filter_map(|it| self.all.get(*it))
    }

    /// The concept of a persona's node.
    fn at(&self, persona: usize, place: usize) -> Option<&Concept<'a>> {
        self.all.get(self.number(persona, place)?)
    }

    /// The number of that concept; equal texts have equal numbers.
    pub(super) fn number(&self, persona: usize, place: usize) -> Option<usize> {
        self.of.get(persona)?.get(place).copied()
    }

    /// The index of the node of `other` about the same concept as a persona's node.
    pub(super) fn like(&self, persona: usize, place: usize, other: usize) -> Option<usize> {
        *self.at(persona, place)?.like.get(other)?
    }

    /// The indices of all nodes of `other` that share enough with a persona's node, in order.
    pub(super) fn near(&self, persona: usize, place: usize, other: usize) -> Vec<usize> {
        let near = self.at(persona, place).into_iter().flat_map(|it| &it.near).filter_map(|it| self.all.get(*it));
        let homes = near.flat_map(|it| &it.homes).filter(|it| it.0 == other);
        let mut places: Vec<usize> = homes.map(|it| it.1).collect();
        places.sort_unstable();
        places
    }
}

/// Text folded to lower case.
pub(super) fn folded(words: &str) -> String {
    words.to_ascii_lowercase()
}

/// Concepts that may share enough with a subject: they must contain one of its rarest stems, because the others are too few.
fn sharing(subject: &BTreeSet<usize>, having: &BTreeMap<usize, Vec<usize>>) -> Vec<usize> {
    let all = subject.len();
    let least = (0..=all).find(|it| *it as f64 / all as f64 >= CONCEPT_SAME).unwrap_or(all);
    let mut lists: Vec<&Vec<usize>> = subject.iter().filter_map(|it| having.get(it)).collect();
    lists.sort_by_key(|it| it.len());
    let rarest = lists.into_iter().take((all + 1).saturating_sub(least));
    let found: BTreeSet<usize> = rarest.flatten().copied().collect();
    found.into_iter().collect()
}
