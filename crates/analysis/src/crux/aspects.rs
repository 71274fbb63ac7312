//! Chooses aspects of a panel (P-10): differences between belief graphs that concern the topic, or parts of the topic itself.
//!
//! Not here: finding the differences (`candidates`).
use super::candidates::{Candidate, all};
use super::likeness::Concepts;
use super::subject::{Stems, share, subject};
use crate::crux::thresholds::{ASPECT_SAME, LEAST_RARITY, SPOKEN_OF};
use debate::{Debate, Persona};
use std::collections::{BTreeMap, BTreeSet};

/// Possible aspects: candidates that concern the topic, or parts of the topic; at most so many.
pub fn aspects(debate: &Debate, most: usize) -> Vec<String> {
    let personas: Vec<&Persona> = debate.panel.personas.values().map(AsRef::as_ref).collect();
    let mut stems = Stems::default();
    // The first numbers belong to the topic, in the order of its stems.
    let topic = stems.numbered(&subject(debate.topic.as_str()));
    let concepts = Concepts::of(&personas, &mut stems);
    let found = all(&personas, &concepts);
    let mut subjects: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for it in &found {
        subjects.entry(&it.question).or_insert_with_key(|it| stems.numbered(&subject(it)));
    }
    let asked: Vec<(&Candidate, &BTreeSet<usize>)> =
        found.iter().filter_map(|it| Some((it, subjects.get(it.question.as_str())?))).collect();
    let nodes = (0..personas.len()).flat_map(|it| concepts.all_of(it));
    let mut rarity = Rarity::of(&topic, asked.iter().map(|it| it.1).chain(nodes.map(|it| &it.subject)));

    let mut chosen: Vec<(String, BTreeSet<usize>)> = Vec::new();
    // A difference that does not name the topic is still worth discussing if both personas mention it.
    let mut rest: Vec<(&str, &BTreeSet<usize>)> = asked
        .iter()
        .filter(|(it, subject)| rarity.shared(subject) > 0.0 || it.b.1.is_some())
        .map(|(it, subject)| (it.question.as_str(), *subject))
        .collect();
    while chosen.len() < most
        && let Some(next) = rarity.nearest(&rest)
    {
        let (question, subject) = rest.remove(next);
        rarity.spend(subject);
        rest.retain(|it| share(subject, it.1) < ASPECT_SAME);
        chosen.push((question.to_owned(), subject.clone()));
    }
    let named = parts_of(debate.topic.as_str()).into_iter().chain(common(&concepts, personas.len(), &topic));
    for aspect in named.chain([debate.topic.to_string()]) {
        if chosen.len() >= most {
            break;
        }
        let subject = stems.numbered(&subject(&aspect));
        if chosen.iter().all(|it| share(&it.1, &subject) < ASPECT_SAME) {
            chosen.push((aspect, subject));
        }
    }
    chosen.into_iter().map(|it| it.0).collect()
}

/// How well each word of a topic distinguishes concepts: architects all mention "team", but not "split".
struct Rarity(BTreeMap<usize, f64>);

impl Rarity {
    fn of<'a>(topic: &BTreeSet<usize>, texts: impl Iterator<Item = &'a BTreeSet<usize>>) -> Rarity {
        let mut having: BTreeMap<usize, usize> = topic.iter().map(|it| (*it, 0)).collect();
        let mut count = 0;
        for text in texts {
            count += 1;
            text.intersection(topic).for_each(|it| *having.entry(*it).or_default() += 1);
        }
        let rarity = |with: usize| ((1.0 + f64::from(count)) / (1.0 + with as f64)).ln() + LEAST_RARITY;
        Rarity(having.into_iter().map(|(stem, with)| (stem, rarity(with))).collect())
    }

    /// The total rarity of the words that a text shares with the topic; 0 if none.
    fn shared(&self, subject: &BTreeSet<usize>) -> f64 {
        subject.iter().filter_map(|it| self.0.get(it)).sum()
    }

    /// The index of the question nearest to the topic; among equals the first.
    fn nearest(&self, rest: &[(&str, &BTreeSet<usize>)]) -> Option<usize> {
        let near = rest.iter().enumerate().map(|(at, it)| (at, self.shared(it.1)));
        near.max_by(|(one, a), (other, b)| a.total_cmp(b).then(other.cmp(one))).map(|(at, _)| at)
    }

    /// Reduces the weight of topic words that a chosen aspect covers, so that the next covers others.
    fn spend(&mut self, subject: &BTreeSet<usize>) {
        self.0.iter_mut().filter(|(it, _)| subject.contains(it)).for_each(|(_, rarity)| *rarity *= SPOKEN_OF);
    }
}

/// Parts named in the topic: "costs and risks of gRPC".
fn parts_of(topic: &str) -> Vec<String> {
    let said = topic.trim().trim_end_matches('?');
    let parts: Vec<&str> =
        said.split(&[',', ';'][..]).flat_map(|it| it.split(" and ")).flat_map(|it| it.split(" or ")).collect();
    let parts = parts.into_iter().map(str::trim).filter(|it| !subject(it).is_empty());
    let parts: Vec<String> = parts.map(str::to_owned).collect();
    if parts.len() > 1 { parts } else { Vec::new() }
}

/// Concepts of several personas that name something of the topic, most frequent first.
fn common(concepts: &Concepts<'_>, personas: usize, topic: &BTreeSet<usize>) -> Vec<String> {
    let nodes = (0..personas).flat_map(|it| concepts.all_of(it)).filter(|it| !it.subject.is_disjoint(topic));
    let mut held: Vec<(usize, &str)> =
        nodes.map(|it| (it.holders(), it.words)).filter(|(count, _)| *count > 1).collect();
    held.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    held.into_iter().map(|(_, concept)| concept.to_owned()).collect()
}
