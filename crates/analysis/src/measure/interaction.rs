//! Interaction between participants: references, chains of rebuttals, and answered questions (D-70).
//!
//! Based on names, claim ids, ballots and claim actions; only questions are matched by words, which is weak: a question counts as answered
//! if half of its content words recur. Not here: the quality of answers.
use crate::measure::thresholds::QUESTION_SHARE;
use debate::state::ResolvedBallot;
use debate::state::registry::place;
use debate::{Act, Consent, Debate, Letter, Name, Parallel, Participant, Round, Spoken, Turn};
use prose::words;
use serde::Serialize;
use std::collections::BTreeSet;

/// Interaction counts of a debate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Interaction {
    /// Turns taken.
    pub turns: usize,
    /// References to other participants by name and to their claims by id, each counted once per turn.
    pub cross_references: usize,
    /// The longest chain of turns that each contradict the previous one.
    pub rebuttal_depth: usize,
    /// Questions asked.
    pub questions: usize,
    /// Questions that another participant answered in its next turn.
    pub answered: usize,
}

impl Interaction {
    /// Counts a debate. Claims of the last round have ids only once it is closed.
    pub fn of(debate: &Debate) -> Interaction {
        let transcript = Transcript { debate, turns: turns(debate) };
        let mut depths: Vec<usize> = Vec::new();
        for turn in &transcript.turns {
            depths.push(transcript.depth(turn, &depths));
        }
        let questions: Vec<bool> = transcript.turns.iter().flat_map(|it| transcript.questions(it)).collect();
        Interaction {
            turns: transcript.turns.len(),
            cross_references: transcript.turns.iter().map(|it| transcript.references(it)).sum(),
            rebuttal_depth: depths.into_iter().max().unwrap_or_default(),
            questions: questions.len(),
            answered: questions.into_iter().filter(|it| *it).count(),
        }
    }

    /// A count per turn; 0 without turns.
    pub fn a_turn(&self, count: usize) -> f64 {
        if self.turns == 0 { 0.0 } else { count as f64 / self.turns as f64 }
    }
}

/// A turn with its round.
struct Heard<'a> {
    round: &'a Round,
    spoken: &'a Spoken,
}

/// All turns, by round and seat.
fn turns(debate: &Debate) -> Vec<Heard<'_>> {
    debate.rounds.iter().flat_map(|round| round.spoken.iter().map(move |spoken| Heard { round, spoken })).collect()
}

struct Transcript<'a> {
    debate: &'a Debate,
    turns: Vec<Heard<'a>>,
}

impl Transcript<'_> {
    /// Whether the author of `later` had seen `earlier`.
    fn is_heard(&self, earlier: &Heard<'_>, later: &Heard<'_>) -> bool {
        if earlier.round.number != later.round.number {
            return earlier.round.number < later.round.number;
        }
        let is_last = later.spoken.seat + 1 == self.debate.participants.len();
        let is_listening = match self.debate.rules.parallel {
            Some(Parallel::LastOnly) => is_last,
            Some(Parallel::None | Parallel::Full) | None => later.round.in_turn,
        };
        is_listening && earlier.spoken.seat < later.spoken.seat
    }

    /// The length of the chain of contradictions up to this turn, given those of earlier turns.
    fn depth(&self, turn: &Heard<'_>, depths: &[usize]) -> usize {
        let latest = |name: &Name| {
            let before = self.turns.iter().zip(depths).rev();
            before.into_iter().find(|(it, _)| it.spoken.by == *name && self.is_heard(it, turn)).map(|(_, depth)| *depth)
        };
        self.rebutted(turn).into_iter().filter_map(latest).map(|it| it + 1).max().unwrap_or_default()
    }

    /// The participants that a turn contradicts: authors of claims that it challenges, and holders of options that it blocks, as it last
    /// saw them.
    fn rebutted(&self, turn: &Heard<'_>) -> BTreeSet<&Name> {
        let Turn { moves, others, .. } = &turn.spoken.turn;
        let challenged = moves.iter().filter(|it| it.act == Act::Challenge).filter_map(|it| self.makers(&it.claim));
        let blocked = others.iter().filter(|it| it.stand == Consent::Blocker).map(|it| self.debate.resolved(it.option));
        let blocked: Vec<Letter> = blocked.collect();
        let holds = |it: &&Participant| {
            let mut heard = self.turns.iter().rev().filter(|other| self.is_heard(other, turn));
            let last = heard.find(|other| other.spoken.by == it.name);
            let held = last.and_then(|it| self.debate.held(it.spoken)).and_then(ResolvedBallot::option);
            held.is_some_and(|it| blocked.contains(&it))
        };
        let objected = self.debate.participants.iter().filter(holds).map(|it| &it.name);
        challenged.flatten().chain(objected).filter(|it| **it != turn.spoken.by).collect()
    }

    /// The authors of the claim with this id.
    fn makers(&self, id: &str) -> Option<&[Name]> {
        Some(&self.claim(id)?.by)
    }

    fn claim(&self, id: &str) -> Option<&debate::state::registry::ClaimRecord> {
        self.debate.registry.claims.get(place('C', &id.trim().to_ascii_uppercase())?)
    }

    /// The number of other participants and of their earlier claims that a turn refers to.
    fn references(&self, turn: &Heard<'_>) -> usize {
        let texts: Vec<String> = texts(&turn.spoken.turn).map(str::to_lowercase).collect();
        let others = self.debate.participants.iter().filter(|it| it.name != turn.spoken.by);
        let others = others.filter(|it| {
            let name = it.known_as().as_str().to_lowercase();
            texts.iter().any(|text| mentions(text, &name))
        });
        let is_of_others = |id: &str| {
            let claim = self.claim(id).filter(|it| it.introduced < turn.round.number);
            claim.is_some_and(|it| it.by.iter().any(|by| *by != turn.spoken.by))
        };
        let moved = turn.spoken.turn.moves.iter().map(|it| it.claim.trim().to_lowercase());
        let written = texts.iter().flat_map(|it| it.split(|c: char| !c.is_alphanumeric())).map(str::to_owned);
        let claims: BTreeSet<String> = moved.chain(written).filter(|it| is_of_others(it)).collect();
        others.count() + claims.len()
    }

    /// The questions of a turn, and whether another participant answers each in its next turn.
    fn questions(&self, turn: &Heard<'_>) -> Vec<bool> {
        let topic = subject(self.debate.topic.as_str());
        let asked = texts(&turn.spoken.turn).flat_map(questions).map(|it| {
            let words: BTreeSet<String> = subject(it).difference(&topic).cloned().collect();
            words
        });
        // A question that only repeats the topic, or has one content word, would match anything.
        let asked = asked.filter(|it| it.len() >= FEWEST_WORDS);
        let others = self.debate.participants.iter().filter(|it| it.name != turn.spoken.by);
        let next: Vec<BTreeSet<String>> = others
            .filter_map(|other| {
                self.turns
                    .iter()
                    .find(|it| it.spoken.by == other.name && self.is_heard(turn, it))
                    .map(|it| texts(&it.spoken.turn).flat_map(subject).collect())
            })
            .collect();
        let is_taken_up = |words: BTreeSet<String>| {
            next.iter().any(|said| words.intersection(said).count() as f64 >= words.len() as f64 * QUESTION_SHARE)
        };
        asked.map(is_taken_up).collect()
    }
}

/// Minimum content words of a question, beyond the topic. Ours.
const FEWEST_WORDS: usize = 2;

/// All texts of a turn.
fn texts(turn: &Turn) -> impl Iterator<Item = &str> {
    let one = [&turn.position, &turn.reasoning].into_iter().flatten();
    let others = turn.others.iter().filter_map(|it| it.why.as_ref());
    let change = turn.confidence_change.iter().filter_map(|it| it.reason.as_ref());
    let claims = turn.claims.iter().map(|it| &it.text);
    let moves = turn.moves.iter().filter_map(|it| it.why.as_ref());
    let asked = turn.questions.iter().map(|it| &it.text);
    let pairs = turn.vulnerabilities.iter().flat_map(|it| [Some(&it.vulnerability), it.mitigation.as_ref()]).flatten();
    let said = one.chain(others).chain(change).chain(claims).chain(moves).chain(&turn.key_points);
    said.chain(asked).chain(pairs).map(String::as_str)
}

/// The interrogative sentences of a text.
fn questions(text: &str) -> impl Iterator<Item = &str> {
    let sentences = text.split_inclusive(['.', '!', '?', '\n', '。', '！', '？']);
    sentences.filter(|it| it.ends_with(['?', '？']))
}

/// The content words of a text.
fn subject(text: &str) -> BTreeSet<String> {
    words::of(text).iter().filter(|it| !words::is_empty(it)).map(|it| words::stem(it)).collect()
}

/// Whether a text contains a name, and not only as part of another: `qwen-2` does not mention `qwen`.
fn mentions(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, found)| {
        let before = text.get(..at).and_then(|it| it.chars().next_back());
        let mut after = text.get(at + found.len()..).unwrap_or_default().chars();
        let ends = match after.next() {
            Some('-' | '.') => after.next().is_none_or(|it| !it.is_alphanumeric()),
            other => other.is_none_or(|it| !it.is_alphanumeric()),
        };
        ends && before.is_none_or(|it| !it.is_alphanumeric())
    })
}
