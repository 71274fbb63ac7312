//! Belief updates of a persona (P-06): a resolved crux changes accepted and rejected claims, and the beliefs that depend on it.
//!
//! Scalar beliefs move by `new = (1−α)·old + α·signal`, where α is the persona's persuadability. The force decreases with every step
//! downstream, and a crux moves each belief once. An open crux moves nothing. Not here: who is told.
use super::downstream;
use super::phrase::affirmed;
use super::subject::subject;
use crate::crux::thresholds::{BELIEF_MATCH, GIVEN_UP, LEAST_CHANGE};
use debate::belief::{Edge, Indexed, Polarity};
use debate::crux::Answered;
use debate::state::Room;
use debate::{Card, Debate, Name, Persona, RoomId};
use prose::opposition::{cause, opposed};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The belief updates of a persona so far (P-06).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BeliefUpdates {
    /// Claims it has accepted, with the room.
    pub accepted: Vec<(RoomId, String)>,
    /// Claims it has rejected, with the room.
    pub rejected: Vec<(RoomId, String)>,
    /// Changed beliefs, in order.
    pub changes: Vec<Change>,
}

/// A changed belief.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The id of the node or edge.
    pub belief: String,
    /// Its words.
    pub words: String,
    /// Its strength before.
    pub from: f64,
    /// Its strength after.
    pub to: f64,
    /// The room whose crux changed it.
    pub room: RoomId,
    /// The upstream belief that changed it, if not the crux itself.
    pub through: Option<String>,
}

impl BeliefUpdates {
    /// The abandoned beliefs: those that decreased to below [`GIVEN_UP`]. A belief that was weak from the start and increased does not
    /// count.
    pub fn given_up(&self) -> BTreeSet<&str> {
        let mut moved: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
        for it in &self.changes {
            moved.entry(&it.belief).or_insert((it.from, it.to)).1 = it.to;
        }
        let is_lost = |(from, to): &(f64, f64)| to < from && *to < GIVEN_UP;
        moved.into_iter().filter(|(_, it)| is_lost(it)).map(|(belief, _)| belief).collect()
    }
}

/// The belief updates of a participant so far.
pub fn belief_updates(debate: &Debate, name: &Name) -> BeliefUpdates {
    belief_updates_before(debate, name, u32::MAX)
}

/// Its belief updates before a round: rooms of one round run in parallel, so their results must not be visible within it.
pub fn belief_updates_before(debate: &Debate, name: &Name, round: u32) -> BeliefUpdates {
    let mut updates = BeliefUpdates::default();
    let persona = debate.panel.personas.get(name);
    let mut held = persona.map(|it| Held::of(it));
    let own = |room: &Room| room.round < round && (room.a == *name || room.b == *name);
    for (room, card) in debate.panel.cards().filter(|(room, _)| own(room)) {
        updates
            .accepted
            .extend(card.conceded.iter().filter(|it| it.by == *name).map(|it| (room.id.clone(), it.words.clone())));
        let Some(common) = card.common_answer() else { continue };
        for stand in &card.positions {
            let words = debate::text::one_line(&stand.words);
            // A side without an answer has neither accepted nor rejected the claim.
            let Some(answer) = stand.answer else { continue };
            let list = if answer == common { &mut updates.accepted } else { &mut updates.rejected };
            list.push((room.id.clone(), words));
        }
        let changes = held.as_mut().map(|it| it.moved(&room.id, card, common));
        updates.changes.extend(changes.into_iter().flatten());
    }
    updates
}

/// The current strength of each belief of a persona.
struct Held<'a> {
    persona: &'a Persona,
    graph: Indexed<'a>,
    now: BTreeMap<&'a str, f64>,
}

impl<'a> Held<'a> {
    fn of(persona: &'a Persona) -> Held<'a> {
        let nodes = persona.beliefs.nodes.iter().map(|it| (it.id.as_str(), it.held.clamp(0.0, 1.0)));
        let edges = persona.beliefs.edges.iter().map(|it| (it.id.as_str(), it.confidence.clamp(0.0, 1.0)));
        Held { persona, graph: persona.beliefs.indexed(), now: nodes.chain(edges).collect() }
    }

    /// Updates the beliefs that a settled crux concerns, and those downstream.
    fn moved(&mut self, room: &RoomId, card: &Card, answer: Answered) -> Vec<Change> {
        let force = self.persona.persuadability.clamp(0.0, 1.0);
        let mut changes: Vec<Change> = Vec::new();
        let mut seen: BTreeSet<&'a str> = BTreeSet::new();
        for (id, is_so) in self.matching(&card.question, answer) {
            if !seen.insert(id) {
                continue;
            }
            let signal = if is_so { 1.0 } else { 0.0 };
            let Some(step) = self.pull(id, signal, force, room, None) else { continue };
            // A cause changes its effect by polarity; an edge changes its target.
            let (start, turned) = match self.graph.edge(id) {
                Some(edge) => (edge.effect.as_str(), sign(edge.polarity)),
                None => (id, 1.0),
            };
            let rise = (step.to - step.from).signum() * turned;
            changes.push(step);
            let mut reached: BTreeMap<&str, (f64, f64)> = BTreeMap::from([(start, (rise, force))]);
            if start != id && seen.insert(start) {
                let damped = force * self.sure(id);
                reached.insert(start, (rise, damped));
                changes.extend(self.pull(start, target(rise), damped, room, Some(id)));
            }
            for edge in downstream::downstream(&self.graph, start) {
                let Some((rise, force)) = reached.get(edge.cause.as_str()).copied() else { continue };
                let (rise, force) = (rise * sign(edge.polarity), force * self.sure(&edge.id));
                reached.insert(&edge.effect, (rise, force));
                if seen.insert(&edge.effect) {
                    changes.extend(self.pull(&edge.effect, target(rise), force, room, Some(&edge.cause)));
                }
            }
        }
        changes
    }

    /// The current confidence of an edge.
    fn sure(&self, edge: &str) -> f64 {
        self.now.get(edge).copied().unwrap_or_default()
    }

    /// `new = (1−α)·old + α·signal` (P-06); none if that changes nothing.
    fn pull(&mut self, id: &'a str, signal: f64, force: f64, room: &RoomId, through: Option<&str>) -> Option<Change> {
        let words = self.graph.words(id)?;
        let now = self.now.get_mut(id)?;
        let (from, to) = (*now, (1.0 - force) * *now + force * signal);
        *now = to;
        let is_moved = (to - from).abs() >= LEAST_CHANGE;
        is_moved.then(|| Change {
            belief: id.to_owned(),
            words,
            from,
            to,
            room: room.clone(),
            through: through.map(str::to_owned),
        })
    }

    /// The beliefs that a question concerns, edges first, each with whether the answer confirms it.
    fn matching(&self, question: &str, answer: Answered) -> Vec<(&'a str, bool)> {
        let is_yes = match answer {
            Answered::Yes => true,
            Answered::No => false,
            Answered::Nuanced => return Vec::new(),
        };
        let question = affirmed(question);
        let asked = subject(question);
        let graph = &self.graph;
        let matches = |id: &'a str, words: &str| {
            let said = subject(words);
            let shared = said.intersection(&asked).count() as f64;
            let is_about = !said.is_empty()
                && shared / said.len() as f64 >= BELIEF_MATCH
                && shared / asked.len() as f64 >= BELIEF_MATCH;
            // A belief that denies the question is confirmed by a no.
            is_about.then(|| (id, opposed(words, question).is_none() == is_yes))
        };
        let edge = |it: &'a Edge| {
            let (cause, effect) = (&graph.node(&it.cause)?.concept, &graph.node(&it.effect)?.concept);
            match (cause::between(question, cause, effect), cause::between(question, effect, cause)) {
                // The polarity is compared with the graph, whatever the wording of the question.
                (Some(asked), _) => Some((it.id.as_str(), (asked == it.polarity) == is_yes)),
                // A causal question about one link says nothing about the target's own effects.
                (None, Some(_)) => None,
                (None, None) => matches(&it.id, &graph.sentence(it)?),
            }
        };
        let nodes = self.persona.beliefs.nodes.iter().filter_map(|it| matches(&it.id, &it.concept));
        self.persona.beliefs.edges.iter().filter_map(edge).chain(nodes).collect()
    }
}

fn sign(polarity: Polarity) -> f64 {
    match polarity {
        Polarity::Furthers => 1.0,
        Polarity::Hinders => -1.0,
    }
}

/// The target value of a change.
fn target(rise: f64) -> f64 {
    if rise > 0.0 { 1.0 } else { 0.0 }
}
