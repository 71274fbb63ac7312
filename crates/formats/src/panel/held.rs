//! What the personas of a panel hold and wrote, listed for the clerk that looks for contradictions before anybody speaks.
//!
//! Beliefs alone are not enough: what an author tells in passing, or as an anecdote, is no belief, and contradicts others all the same. So the
//! list has beliefs and the author's own sentences, whole, and first those that are near to the topic or to what another author wrote. Not
//! here: differences that belief graphs show by themselves (`analysis::crux::candidates`).
use super::context::{name, one};
use super::rules;
use crate::data::Belief;
use analysis::crux::{self, Candidate, Nearness};
use debate::event::Contradiction;
use debate::{Chunk, Debate, Name, Persona, Profile, text};
use std::collections::BTreeSet;

/// The tokens of the list. Ours: some 4,500 words, read once in a panel.
const ALL: usize = 8_000;
/// The same for a small model.
const NARROW: usize = 1_600;
/// The most tokens of a statement; a longer one is left out, for a part of it may lack its condition.
const EACH: usize = 120;
/// The fewest words of a sentence.
const LEAST_WORDS: usize = 3;
/// The fewest words of a line that ends without a full stop: a shorter one is a heading.
const LEAST_UNENDED: usize = 12;
/// Added to the nearness of a belief. Ours: what was recognised as a view comes before a sentence that is as near.
const BELIEVED: f64 = 0.25;

/// How many statements are compared by words, those nearest to the topic and to each other first, and each with how many. Ours: a second of one core.
const COMPARED: usize = 1_500;
/// See [`COMPARED`].
const NEAREST: usize = 8;
/// The most pairs that words alone report. Ours: as many as a clerk is asked for.
const MOST_OPPOSED: usize = 30;

/// A statement that the clerk may name.
struct Statement {
    /// The index of its persona.
    by: usize,
    id: String,
    words: String,
    is_belief: bool,
}

/// What the clerk is shown, and how much there is.
pub(super) struct Held {
    /// Beliefs and sentences: by persona, beliefs first, then in the order in which they were written.
    pub(super) shown: Vec<Belief>,
    /// How many were left out for want of space.
    pub(super) left_out: usize,
}

/// How many statements the clerk reads before anybody speaks, and of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Beliefs and sentences that it is shown.
    pub shown: usize,
    /// All that there are.
    pub all: usize,
}

/// The same for a panel that is about to begin.
pub fn reading(debate: &Debate) -> Reading {
    let Held { shown, left_out } = listed(debate);
    Reading { shown: shown.len(), all: shown.len() + left_out }
}

/// The statements of all personas, within the limit of the clerk's model.
pub(super) fn listed(debate: &Debate) -> Held {
    let personas: Vec<&Persona> = debate.panel.personas.values().map(AsRef::as_ref).collect();
    let all: Vec<Statement> = personas.iter().enumerate().flat_map(|(by, it)| of_one(by, it)).collect();
    let line = |it: &Statement| {
        let by = personas.get(it.by).map(|it| name(&it.name)).unwrap_or_default();
        Belief { by, id: it.id.clone(), words: it.words.clone() }
    };
    let lines: Vec<(Belief, usize)> =
        all.iter().map(line).map(|it| (text::tokens(&self::line(&it)) + 1, it)).map(|(cost, it)| (it, cost)).collect();
    let nearness = Nearness::of(all.iter().map(|it| (it.by, it.words.as_str())));
    let ranked = by_nearness(debate.topic.as_str(), &all, &nearness);
    let kept = kept(&all, &lines, &ranked, most(debate), personas.len());
    let left_out = lines.len() - kept.len();
    let shown = lines.into_iter().enumerate().filter(|(at, _)| kept.contains(at)).map(|(_, (it, _))| it).collect();
    Held { shown, left_out }
}

/// Statements of two personas that words alone show to be opposed: opposite demands, verdicts or effects on one subject, each beside the nearest of the
/// others' (P-31). Few contradictions are found so; those in other words need a clerk.
pub fn opposed_by_words(debate: &Debate) -> Vec<Candidate> {
    let personas: Vec<&Persona> = debate.panel.personas.values().map(AsRef::as_ref).collect();
    let all: Vec<Statement> = personas.iter().enumerate().flat_map(|(by, it)| of_one(by, it)).collect();
    let nearness = Nearness::of(all.iter().map(|it| (it.by, it.words.as_str())));
    let (mut found, mut seen): (Vec<Candidate>, BTreeSet<(usize, usize)>) = (Vec::new(), BTreeSet::new());
    for at in by_nearness(debate.topic.as_str(), &all, &nearness).into_iter().take(COMPARED) {
        let Some(one) = all.get(at) else { continue };
        for (other, near) in nearness.between(at).into_iter().take(NEAREST) {
            if !seen.insert((at.min(other), at.max(other))) {
                continue;
            }
            let Some(other) = all.get(other).filter(|it| crux::exclude(&one.words, &it.words)) else { continue };
            let side = |it: &Statement| Some((personas.get(it.by)?.name.clone(), it.words.clone()));
            let (Some(a), Some((b, words))) = (side(one), side(other)) else { continue };
            let question = crux::whether(&a.1);
            found.push(Candidate { question, a, b: (b, Some(words)), weight: near.clamp(0.0, 1.0) });
        }
    }
    found.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    found.truncate(MOST_OPPOSED);
    found
}

/// A statement on a quoted line.
pub(super) fn line(it: &Belief) -> String {
    format!("| {} {}: {}", it.by, it.id, it.words)
}

/// The tokens that the clerk's model reads: fewer where it is seated with short prompts.
fn most(debate: &Debate) -> usize {
    let clerk = rules(debate).clerk.as_deref();
    let is_narrow =
        debate.participants.iter().any(|it| Some(it.model.as_str()) == clerk && it.profile == Profile::Lean);
    if is_narrow { NARROW } else { ALL }
}

/// The indices of all statements, the nearest to the topic or to what another persona holds or wrote first.
fn by_nearness(topic: &str, all: &[Statement], nearness: &Nearness) -> Vec<usize> {
    let to_topic = nearness.to(topic);
    let score = |(at, it): (usize, &Statement)| {
        let to_others = nearness.between(at).first().map_or(0.0, |it| it.1);
        let believed = if it.is_belief { BELIEVED } else { 0.0 };
        (at, to_topic.get(at).copied().unwrap_or_default() + to_others + believed)
    };
    let mut ranked: Vec<(usize, f64)> = all.iter().enumerate().map(score).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked.into_iter().map(|it| it.0).collect()
}

/// The statements that fit: everybody has an equal share, and what somebody does not need is shared among the others.
fn kept(
    all: &[Statement],
    lines: &[(Belief, usize)],
    ranked: &[usize],
    most: usize,
    personas: usize,
) -> BTreeSet<usize> {
    let cost = |at: usize| lines.get(at).map_or(0, |it| it.1);
    let of = |by: usize| ranked.iter().copied().filter(move |at| all.get(*at).is_some_and(|it| it.by == by));
    let mut needs: Vec<(usize, usize)> = (0..personas).map(|by| (of(by).map(cost).sum(), by)).collect();
    needs.sort_unstable();
    let (mut left, mut kept) = (most, BTreeSet::new());
    for (place, (_, by)) in needs.iter().enumerate() {
        let mut room = left / (personas - place);
        for at in of(*by) {
            if let Some(rest) = room.checked_sub(cost(at)) {
                (room, left) = (rest, left - cost(at));
                kept.insert(at);
            }
        }
    }
    kept
}

/// A persona's statements: beliefs, links that no belief expresses, and sentences that are no belief.
fn of_one(by: usize, persona: &Persona) -> Vec<Statement> {
    let graph = &persona.beliefs;
    let ends: BTreeSet<&str> = graph.edges.iter().flat_map(|it| [it.cause.as_str(), it.effect.as_str()]).collect();
    let theses = graph.nodes.iter().filter(|it| !ends.contains(it.id.as_str()));
    let said: Vec<&str> = theses.clone().map(|it| it.concept.as_str()).collect();
    let words = |id: &str| graph.nodes.iter().find(|it| it.id == id).map(|it| it.concept.as_str()).unwrap_or_default();
    let is_said =
        |cause: &str, effect: &str| said.iter().any(|it| it.contains(words(cause)) && it.contains(words(effect)));
    let links = graph.edges.iter().filter(|it| !is_said(&it.cause, &it.effect));
    let links = links.filter_map(|it| Some((it.id.clone(), one(&graph.sentence(it)?))));
    let mut seen = BTreeSet::new();
    let beliefs = theses.map(|it| (it.id.clone(), one(&it.concept))).chain(links);
    let mut all: Vec<Statement> = beliefs.map(|(id, words)| Statement { by, id, words, is_belief: true }).collect();
    all.retain(|it| seen.insert(bare(&it.words)));
    for (number, (_, words)) in (1..).zip(sentences(persona)) {
        if is_statement(&words) && seen.insert(bare(&words)) {
            all.push(Statement { by, id: sentence_id(number), words, is_belief: false });
        }
    }
    all.retain(|it| text::tokens(&it.words) <= EACH);
    all
}

/// The id of a sentence: its number among all sentences of its author, so that it does not depend on what is listed.
fn sentence_id(number: usize) -> String {
    format!("s{number}")
}

/// The sentences of a persona's texts in order, with their chunks. A question stands with the answer that says yes or no to it.
fn sentences(persona: &Persona) -> Vec<(&Chunk, String)> {
    let mut found: Vec<(&Chunk, String)> = Vec::new();
    for chunk in &persona.chunks {
        let mut asked: Option<&str> = None;
        for sentence in text::sentences(&chunk.text) {
            let is_answer = prose::lexical::answer(sentence).is_some();
            match asked.filter(|_| is_answer).zip(found.last_mut()) {
                Some((_, (_, question))) => *question = format!("{question} {}", one(sentence)),
                None => found.push((chunk, one(sentence))),
            }
            asked = Some(sentence).filter(|it| it.ends_with('?'));
        }
    }
    found
}

/// Whether a sentence can state something: no heading, no bare question, no fragment.
fn is_statement(words: &str) -> bool {
    let number = words.split_whitespace().count();
    let is_ended = words.trim_end_matches(['"', '”', '’', '\'', ')', ']']).ends_with(['.', '!', '。', '！', ';']);
    number >= if is_ended { LEAST_WORDS } else { LEAST_UNENDED } && !words.ends_with('?')
}

/// Words for telling a belief from the sentence that it is.
fn bare(words: &str) -> String {
    words.trim_end_matches(['.', '!', '"', '”']).to_lowercase()
}

/// The contradictions whose names and ids exist, of two personas, each pair once. A sentence is recorded with its words and its chunk.
pub(super) fn known(debate: &Debate, found: Vec<Contradiction>) -> Vec<Contradiction> {
    let mut known: Vec<Contradiction> = Vec::new();
    for it in found {
        let (Some(a), Some(b)) = (held(debate, &it.a, &it.a_holds), held(debate, &it.b, &it.b_holds)) else { continue };
        let ((a_holds, a_wrote), (b_holds, b_wrote)) = (a, b);
        let it = Contradiction { a_holds, a_wrote, b_holds, b_wrote, ..it };
        if it.a != it.b && known.iter().all(|other| pair(other) != pair(&it)) {
            known.push(it);
        }
    }
    known
}

/// The id of a persona's belief, or of the chunk of its sentence with its words; none if there is no such belief and no such sentence.
fn held(debate: &Debate, who: &Name, id: &str) -> Option<(String, Option<String>)> {
    let persona = debate.panel.personas.get(who)?;
    if persona.beliefs.words(id).is_some() {
        return Some((id.to_owned(), None));
    }
    let number: usize = id.strip_prefix('s')?.parse().ok()?;
    let (chunk, words) = sentences(persona).into_iter().nth(number.checked_sub(1)?)?;
    Some((chunk.id.to_string(), Some(words)))
}

/// Both statements with their holders, in one order.
fn pair(it: &Contradiction) -> [(&Name, &str, &Option<String>); 2] {
    let mut both = [(&it.a, it.a_holds.as_str(), &it.a_wrote), (&it.b, it.b_holds.as_str(), &it.b_wrote)];
    both.sort_unstable();
    both
}
