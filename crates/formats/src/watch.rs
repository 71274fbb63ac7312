//! Who reads answers for harm before the others see them, from when to when, and in which words it is asked (D-50).
//!
//! The evaluator comes once and goes once: one that has left does not come back in that debate. Not here: what is harmful
//! (`analysis::safety`), and what becomes of an answer that is ruled on (`debate::state`).
use crate::answer::Form;
use crate::prompt::{Prompt, TemplateError, fill};
use crate::rounds::Rounds;
use crate::step::Ask;
use analysis::safety::{self, Trigger};
use analysis::thresholds::QUIET_ROUNDS;
use debate::event::{Failure, Ruling};
use debate::state::Exchange;
use debate::turn::Move;
use debate::{Cast, Debate, Event, Name, Round, Turn, reply, text};

const ROLE: &str = include_str!("../prompts/watch/role.md");
const TASK: &str = include_str!("../prompts/watch/task.md");

/// The most tokens of the answer that is read. Ours: more than the others are ever shown of one.
const ROOM: usize = 6_000;

/// The event that begins the watch, where something calls for it and it has not begun.
pub(crate) fn begin(mode: &Rounds, debate: &Debate) -> Option<Event> {
    let watch = &debate.rules.watch;
    if !watch.on || debate.watching.is_some() {
        return None;
    }
    // The topic does not change, so it is looked at once, or by a fork that may have other rules; what a person says to a debate that
    // goes on is new.
    let is_new = debate.round().is_none() || debate.fork.is_some();
    let topic = if is_new { debate.topic.as_str() } else { "" };
    let mut triggers = safety::triggers(topic, mode.name);
    let said = debate.just_continued().into_iter().flat_map(|it| [&it.said, &it.focus]).flatten();
    triggers.extend(said.flat_map(|it| safety::triggers_in(it)));
    triggers.sort();
    triggers.dedup();
    let triggers: Vec<String> = triggers.iter().map(Trigger::to_string).collect();
    (!triggers.is_empty()).then(|| Event::WatchBegun { triggers, evaluator: watch.evaluator.clone() })
}

/// The event that ends the watch after the current, finished round, where it has brought nothing for long enough.
pub(crate) fn end(debate: &Debate) -> Option<Event> {
    debate.evaluator()?;
    let mut last = debate.rounds.iter().rev().take(QUIET_ROUNDS);
    let is_over = debate.rounds.len() >= QUIET_ROUNDS && last.all(is_quiet);
    is_over.then(|| Event::WatchEnded { round: debate.round().map_or(0, |it| it.number) })
}

/// Whether answers of a round were read and none was held back, by the evaluator or before it.
fn is_quiet(round: &Round) -> bool {
    let was_withheld = round.failed.iter().any(|it| it.why == Failure::Withheld);
    let mut reviews = round.reviews.iter();
    !round.reviews.is_empty() && reviews.all(|it| it.ruling == Ruling::Pass && !it.is_unread) && !was_withheld
}

/// The question whether an answer may be seen.
pub(crate) fn prompt(debate: &Debate, ask: &Ask) -> Result<Prompt, TemplateError> {
    let turn = held(debate, &ask.who).ok_or_else(|| TemplateError::Missing("an answer to rule on".to_owned()))?;
    let exchanges = debate.round().map(|it| it.used_by(&ask.who)).unwrap_or_default();
    let asked: Vec<&String> = exchanges.iter().flat_map(|it| &it.uses).map(|it| &it.arguments).collect();
    let answer = quoted(turn, asked);
    let user = fill(TASK, &[("topic", debate.topic.as_str()), ("answer", &answer)])?;
    Ok(Prompt {
        system: ROLE.trim_end().into(),
        user,
        stable: Vec::new(),
        form: Form::Review,
        tools: None,
        temperature: None,
    })
}

/// What the evaluator ruled on what `who` said, and why; none if that can't be read. A redaction of words that are not there would
/// leave in what it was meant for, so it is a rejection.
pub fn read(debate: &Debate, who: &Name, answer: &str) -> Option<(Ruling, String)> {
    let (ruling, reason) = reply::ruling(answer)?;
    let ruling = match ruling {
        Ruling::Redact(words) => {
            let looked_up = debate.round().map(|it| it.used_by(who)).unwrap_or_default();
            let are_there = held(debate, who).is_some_and(|turn| words.iter().all(|it| stands(it, turn, looked_up)));
            if are_there { Ruling::Redact(words) } else { Ruling::Reject }
        }
        Ruling::Pass => Ruling::Pass,
        Ruling::Reject => Ruling::Reject,
    };
    Some((ruling, reason))
}

/// Whether a redaction of these words would change anything of an answer, or of what was looked up for it.
fn stands(words: &String, turn: &Turn, looked_up: &[Exchange]) -> bool {
    let words = std::slice::from_ref(words);
    let (mut blotted, mut used) = (turn.clone(), looked_up.to_vec());
    blotted.redact(words);
    used.iter_mut().for_each(|it| it.redact(words));
    blotted != *turn || used != looked_up
}

/// What somebody said in this round that waits for the evaluator.
fn held<'a>(debate: &'a Debate, who: &Name) -> Option<&'a Turn> {
    debate.round()?.held.iter().find(|it| it.by == *who).map(|it| &it.turn)
}

/// The field that comes last.
const REASONING: &str = "Reasoning";

/// Every text of an answer, and all that was asked of tools for it, on a quoted line of its own (O-41); the longest, the reasoning, last.
fn quoted(turn: &Turn, asked: Vec<&String>) -> String {
    let headline = match &turn.ballot {
        Some(Cast::Headline(headline)) => Some(headline),
        Some(Cast::Estimate(estimate)) => estimate.counted.as_ref(),
        Some(Cast::Option(_)) | None => None,
    };
    let fields: [(&str, Vec<&String>); 13] = [
        ("Position", turn.position.iter().collect()),
        ("Ballot", headline.into_iter().chain(&turn.would_change).collect()),
        ("Term", turn.terms.iter().chain(turn.on_terms.iter().filter_map(|it| it.why.as_ref())).collect()),
        ("On others", turn.others.iter().filter_map(|it| it.why.as_ref()).collect()),
        ("Moved by", turn.because.iter().filter_map(|it| it.why.as_ref()).collect()),
        ("Key point", turn.key_points.iter().collect()),
        ("Claim", turn.claims.iter().map(|it| &it.text).collect()),
        ("Source", turn.references.iter().flat_map(|it| [Some(&it.title), it.url.as_ref()]).flatten().collect()),
        ("Move", turn.moves.iter().flat_map(Move::texts).collect()),
        ("Change", turn.confidence_change.iter().filter_map(|it| it.reason.as_ref()).collect()),
        ("Asks for", turn.needs.iter().collect()),
        ("Looked up", asked),
        (REASONING, turn.reasoning.iter().collect()),
    ];
    // The reasoning, which others see most of, keeps its half.
    let reasoning = turn.reasoning.as_deref().map_or(0, |it| text::tokens(it).min(ROOM / 2));
    let mut left = ROOM - reasoning;
    let lines = fields.into_iter().flat_map(|(title, texts)| texts.into_iter().map(move |it| (title, it)));
    let lines = lines.map(|(title, words)| {
        let words = text::one_line(words);
        left += if title == REASONING { reasoning } else { 0 };
        let line = format!("| {title}: {}", text::clip(&words, left));
        left = left.saturating_sub(text::tokens(&line));
        line
    });
    lines.collect::<Vec<_>>().join("\n")
}
