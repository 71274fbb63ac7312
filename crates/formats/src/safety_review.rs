//! The safety review: when the evaluator reviews answers for harm, and its prompts (D-50).
//!
//! Where the words of the topic or of a person require it, each answer is reviewed before others see it. Where only the mode requires it, a
//! round is reviewed as a whole while the debate goes on: the question goes with the first batch of the next round, or comes last before the
//! end. The review begins once and ends once; only a review of whole rounds may be followed by one of each answer. Not here: what is harmful
//! (`analysis::safety`), how rulings change the debate (`debate::state`), and how an answer is quoted (`quoted`).
mod quoted;

use crate::answer::AnswerSchema;
use crate::ask::{self, Ask, Scope};
use crate::prompt::{Prompt, TemplateError, fill};
use crate::rounds::Rounds;
use analysis::safety::{self, Trigger};
use debate::event::{Failure, Ruled, Ruling};
use debate::state::Exchange;
use debate::{CallId, Debate, Event, Name, Round, Spoken, Turn, reply};

const ROLE: &str = include_str!("../prompts/safety-review/role.md");
const TASK: &str = include_str!("../prompts/safety-review/task.md");
const ROUND_ROLE: &str = include_str!("../prompts/safety-review/round-role.md");
const ROUND_TASK: &str = include_str!("../prompts/safety-review/round-task.md");

/// The most tokens of a reviewed answer. Ours: more than most answers have.
const ROOM: usize = 6_000;
/// The most tokens of all answers in one review. Ours: they fit into 32,000 with the topic, and eight seats have 3,000 each.
const ROUND_ROOM: usize = 24_000;

/// Consecutive rounds without a ruling after which the review ends (D-50).
const QUIET_ROUNDS: usize = 2;

/// The event that begins the review, where something requires it and it has not begun.
pub(crate) fn begin(mode: &Rounds, debate: &Debate) -> Option<Event> {
    let watch = &debate.rules.watch;
    let is_beside = debate.watching.as_ref().is_some_and(|it| it.beside);
    if !watch.on || (debate.watching.is_some() && !is_beside) {
        return None;
    }
    // The topic does not change, so it is checked once, or again in a fork, which may have other rules; a person's remark is new.
    let is_new = debate.round().is_none() || debate.fork.is_some();
    let topic = if is_new { debate.topic.as_str() } else { "" };
    let mut triggers = safety::triggers(topic, mode.name);
    let said = debate.just_continued().into_iter().flat_map(|it| [&it.said, &it.focus]).flatten();
    triggers.extend(said.flat_map(|it| safety::triggers_in(it)));
    triggers.sort();
    triggers.dedup();
    let beside = triggers.iter().all(|it| matches!(it, Trigger::Mode(_)));
    if triggers.is_empty() || (beside && is_beside) {
        return None;
    }
    let triggers = triggers.iter().map(Trigger::to_string).collect();
    Some(Event::WatchBegun { triggers, evaluator: watch.evaluator.clone(), second: watch.second.clone(), beside })
}

/// The event that ends the review after the current, finished round, where enough rounds were quiet. Rounds that still wait for a late review
/// do not count, but an answer that tier 1 withheld there keeps the review going.
pub(crate) fn end(debate: &Debate) -> Option<Event> {
    debate.evaluator()?;
    let is_waiting = |it: &&Round| debate.unread().iter().any(|said| said.round == it.number);
    let is_harmless = debate.rounds.iter().rev().take_while(is_waiting).all(|it| !was_withheld(it));
    let read: Vec<&Round> = debate.rounds.iter().rev().skip_while(is_waiting).take(QUIET_ROUNDS).collect();
    let is_over = is_harmless && read.len() == QUIET_ROUNDS && read.into_iter().all(is_quiet);
    is_over.then(|| Event::WatchEnded { round: debate.round().map_or(0, |it| it.number) })
}

/// Whether answers of a round were reviewed and none was withheld, by the evaluator or before it.
fn is_quiet(round: &Round) -> bool {
    let mut reviews = round.reviews.iter();
    !round.reviews.is_empty() && reviews.all(|it| it.ruling == Ruling::Pass && !it.is_unread) && !was_withheld(round)
}

fn was_withheld(round: &Round) -> bool {
    round.failed.iter().any(|it| it.why == Failure::Withheld)
}

/// The late reviews of earlier rounds that are still to be asked for.
pub(crate) fn late(debate: &Debate) -> Vec<Ask> {
    let current = debate.round().map_or(0, |it| it.number);
    reviews(debate).into_iter().filter(|it| it.round < current).map(Ask::Review).collect()
}

/// All late reviews that are still to be asked for: one for each round, and another for the answers of the evaluator's own model where a
/// different model reviews those.
pub(crate) fn unread(debate: &Debate) -> Vec<Ask> {
    reviews(debate).into_iter().map(Ask::Review).collect()
}

fn reviews(debate: &Debate) -> Vec<ask::Review> {
    let mut asks = Vec::new();
    for round in &debate.rounds {
        let mut reviewers: Vec<&str> = Vec::new();
        for spoken in waiting(debate, round) {
            let Some(reviewer) = debate.reviewer(&spoken.by).filter(|it| !reviewers.contains(it)) else { continue };
            reviewers.push(reviewer);
            let (call, who) = (CallId::reviews(round.number, &spoken.by), spoken.by.clone());
            asks.push(ask::Review { call, round: round.number, who, scope: Scope::Round });
        }
    }
    asks
}

/// The answers of a round that still wait for a late review, by seat.
fn waiting<'a>(debate: &'a Debate, round: &'a Round) -> impl Iterator<Item = &'a Spoken> {
    let is_unread = |it: &&Spoken| debate.unread().iter().any(|said| said.round == round.number && said.by == it.by);
    round.spoken.iter().filter(is_unread)
}

/// The round of a review, and its answers that the review covers, by seat.
fn asked<'a>(debate: &'a Debate, ask: &ask::Review) -> Option<(&'a Round, Vec<&'a Spoken>)> {
    let round = debate.rounds.iter().find(|it| it.number == ask.round)?;
    let reviewer = debate.reviewer(&ask.who);
    Some((round, waiting(debate, round).filter(|it| debate.reviewer(&it.by) == reviewer).collect()))
}

/// The prompt of a review.
pub(crate) fn prompt(debate: &Debate, ask: &ask::Review) -> Result<Prompt, TemplateError> {
    match ask.scope {
        Scope::Answer => answer_prompt(debate, ask),
        Scope::Round => round_prompt(debate, ask),
    }
}

/// The prompt that asks whether an answer may be shown.
fn answer_prompt(debate: &Debate, ask: &ask::Review) -> Result<Prompt, TemplateError> {
    let turn = held(debate, &ask.who).ok_or_else(|| TemplateError::Missing("an answer to rule on".to_owned()))?;
    let exchanges = debate.round().map(|it| it.used_by(&ask.who)).unwrap_or_default();
    let answer = quoted::answer(turn, exchanges, ROOM);
    let user = fill(TASK, &[("topic", debate.topic.as_str()), ("answer", &answer)])?;
    Ok(prompt_with(ROLE, user, AnswerSchema::Review))
}

/// The prompt that asks which answers of a round may stay visible.
fn round_prompt(debate: &Debate, ask: &ask::Review) -> Result<Prompt, TemplateError> {
    let asked = asked(debate, ask).filter(|(_, it)| !it.is_empty());
    let (round, answers) = asked.ok_or_else(|| TemplateError::Missing("answers to rule on".to_owned()))?;
    let room = (ROUND_ROOM / answers.len().max(1)).min(ROOM);
    let quoted = answers.iter().zip(1..).map(|(it, number)| {
        let answer = quoted::answer(&it.turn, round.used_by(&it.by), room);
        format!("## Answer {number}\n{answer}")
    });
    let quoted = quoted.collect::<Vec<_>>().join("\n\n");
    let user = fill(ROUND_TASK, &[("topic", debate.topic.as_str()), ("answers", &quoted)])?;
    Ok(prompt_with(ROUND_ROLE, user, AnswerSchema::Reviews { answers: answers.len() }))
}

fn prompt_with(role: &str, user: String, schema: AnswerSchema) -> Prompt {
    Prompt {
        system: role.trim_end().into(),
        user,
        stable: Vec::new(),
        schema,
        tools: None,
        temperature: None,
        panel: None,
    }
}

/// The evaluator's ruling on the answer of `who`, and its reason; none where it can't be parsed.
pub fn read(debate: &Debate, who: &Name, answer: &str) -> Option<(Ruling, String)> {
    let (ruling, reason) = reply::ruling(answer)?;
    let looked_up = debate.round().map(|it| it.used_by(who)).unwrap_or_default();
    Some((held(debate, who).map_or(Ruling::Reject, |turn| enforceable(ruling, turn, looked_up)), reason))
}

/// The authors of the answers that a review covers, by seat.
pub fn given(debate: &Debate, ask: &ask::Review) -> Vec<Name> {
    asked(debate, ask).map(|(_, it)| it.into_iter().map(|it| it.by.clone()).collect()).unwrap_or_default()
}

/// The answers of a review that the evaluator does not accept; none where its answer can't be parsed. Of two rulings on one answer the last
/// counts.
pub fn read_round(debate: &Debate, ask: &ask::Review, answer: &str) -> Option<Vec<Ruled>> {
    let (round, answers) = asked(debate, ask)?;
    let rulings = reply::rulings(answer, answers.len())?;
    let ruled = answers.iter().zip(1..).filter_map(|(it, number)| {
        let (_, ruling, reason) = rulings.iter().rfind(|(of, _, _)| *of == number)?;
        let ruling = enforceable(ruling.clone(), &it.turn, round.used_by(&it.by));
        Some(Ruled { by: it.by.clone(), ruling, reason: reason.clone() }).filter(|it| it.ruling != Ruling::Pass)
    });
    Some(ruled.collect())
}

/// The ruling, or a rejection where it redacts words that do not occur: it would leave in what it was meant for.
fn enforceable(ruling: Ruling, turn: &Turn, looked_up: &[Exchange]) -> Ruling {
    match ruling {
        Ruling::Redact(words) if words.iter().all(|it| occurs(it, turn, looked_up)) => Ruling::Redact(words),
        Ruling::Redact(_) | Ruling::Reject => Ruling::Reject,
        Ruling::Pass => Ruling::Pass,
    }
}

/// Whether redacting these words would change an answer, or the tool results behind it.
fn occurs(words: &String, turn: &Turn, looked_up: &[Exchange]) -> bool {
    let words = std::slice::from_ref(words);
    let (mut blotted, mut used) = (turn.clone(), looked_up.to_vec());
    blotted.redact(words);
    used.iter_mut().for_each(|it| it.redact(words));
    blotted != *turn || used != looked_up
}

/// The answer of `who` in this round that waits for review.
fn held<'a>(debate: &'a Debate, who: &Name) -> Option<&'a Turn> {
    debate.round()?.held.iter().find(|it| it.by == *who).map(|it| &it.turn)
}
