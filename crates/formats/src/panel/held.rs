//! What the personas of a panel hold, listed for the clerk that looks for contradictions before anybody speaks.
//!
//! Not here: differences that belief graphs show by themselves (`analysis::crux::candidates`).
use super::context::{fits, name, one};
use crate::data::Belief;
use debate::event::Contradiction;
use debate::{Debate, Name, Persona, text};
use std::collections::BTreeSet;

/// The tokens for all beliefs. Ours: some thirty of each of four personas; with the rest of the question it stays below a turn's 3,200 (P-15).
const ALL: usize = 2_000;
/// The most tokens of a belief.
const EACH: usize = 40;

/// The beliefs of all personas, with equal space for everybody.
pub(super) fn listed(debate: &Debate) -> Vec<Belief> {
    let personas = &debate.panel.personas;
    let room = ALL / personas.len().max(1);
    personas.values().flat_map(|it| of_one(it, room)).collect()
}

/// A belief on a quoted line.
pub(super) fn line(it: &Belief) -> String {
    format!("| {} {}: {}", it.by, it.id, it.words)
}

/// Whole statements first; then links that no statement expresses.
fn of_one(persona: &Persona, room: usize) -> Vec<Belief> {
    let graph = &persona.beliefs;
    let ends: BTreeSet<&str> = graph.edges.iter().flat_map(|it| [it.cause.as_str(), it.effect.as_str()]).collect();
    let statements = graph.nodes.iter().filter(|it| !ends.contains(it.id.as_str()));
    let said: Vec<&str> = statements.clone().map(|it| it.concept.as_str()).collect();
    let words = |id: &str| graph.nodes.iter().find(|it| it.id == id).map(|it| it.concept.as_str()).unwrap_or_default();
    let is_said =
        |cause: &str, effect: &str| said.iter().any(|it| it.contains(words(cause)) && it.contains(words(effect)));
    let links = graph.edges.iter().filter(|it| !is_said(&it.cause, &it.effect));
    let links = links.filter_map(|it| Some((it.id.as_str(), graph.sentence(it)?)));
    let all = statements.map(|it| (it.id.as_str(), it.concept.clone())).chain(links);
    let mut left = room;
    let mut beliefs = Vec::new();
    for (id, words) in all {
        let belief = Belief { by: name(&persona.name), id: id.to_owned(), words: fits(&one(&words), EACH) };
        let Some(rest) = left.checked_sub(text::tokens(&line(&belief))) else { break };
        left = rest;
        beliefs.push(belief);
    }
    beliefs
}

/// The contradictions whose names and ids exist, of two personas, each pair of beliefs once.
pub(super) fn known(debate: &Debate, found: Vec<Contradiction>) -> Vec<Contradiction> {
    let holds = |who: &Name, id: &str| debate.panel.personas.get(who).is_some_and(|it| it.beliefs.words(id).is_some());
    let mut known: Vec<Contradiction> = Vec::new();
    for it in found {
        let is_new = known.iter().all(|other| pair(other) != pair(&it));
        if it.a != it.b && holds(&it.a, &it.a_holds) && holds(&it.b, &it.b_holds) && is_new {
            known.push(it);
        }
    }
    known
}

/// Both beliefs with their holders, in one order.
fn pair(it: &Contradiction) -> [(&Name, &str); 2] {
    let mut both = [(&it.a, it.a_holds.as_str()), (&it.b, it.b_holds.as_str())];
    both.sort_unstable();
    both
}
