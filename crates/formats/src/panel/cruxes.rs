//! The crux questions that everybody is asked who was not in the room: all in one call, before the closings (P-25).
//!
//! A room's two participants have answered there, so the matrix of personas and cruxes has no holes. Not here: the matrix (`analysis::crux`).
use super::context::{self, fits, name, one};
use super::prompt::{FLAWS, again, asked, topic, width};
use super::{answers, persona, rules};
use crate::answer::{AnswerSchema, PanelAnswer};
use crate::ask::{self, Ask};
use crate::data::PanelQuestion;
use crate::prompt::{Prompt, Temperature, TemplateError, fill};
use crate::rounds::over;
use crate::step::{LocalTask, Recall, Step};
use analysis::crux;
use debate::crux::CruxAnswer;
use debate::event::{Answer, Failure, PanelEvent, RoundKind};
use debate::state::Room;
use debate::{CallId, Card, Debate, Event, Name, Profile, Round, reply};

/// Tokens for passages beside the questions (P-04). Ours: as for a take.
const PASSAGES: usize = 260;
/// The most tokens of a question, and of all of them together. Ours: a question says what both sides hold; many share the context (P-15).
const QUESTION: usize = 140;
const QUESTIONS: usize = 2_200;
/// The fewest tokens that a question is cut to; of more questions than fit, the latest are not asked.
const FEWEST: usize = 24;
/// The most tokens of beliefs and passages (P-04).
const HOLD: usize = 400;
/// The most tokens of the topic.
const TOPIC: usize = 190;

/// The questions that are due before a closing round, or none.
pub(super) fn next(debate: &Debate, round: &Round) -> Option<Step> {
    if !rules(debate).is_revised() {
        return None;
    }
    let time = debate.rounds.iter().filter(|it| it.kind == RoundKind::Closing).count() + 1;
    let answered = &debate.panel.answered;
    let (mut first, mut second, mut begun) = (Vec::new(), Vec::new(), false);
    for it in &debate.participants {
        let call = CallId::cruxes(time, &it.name);
        let again = call.once_more();
        begun |= answered.contains_key(&call);
        if crux::unanswered(debate, &it.name).next().is_none() {
            continue;
        }
        match answered.get(&call) {
            None => first.push((call, &it.name)),
            Some(found) if found.is_unreadable && !answered.contains_key(&again) => second.push((again, &it.name)),
            Some(_) => {}
        }
    }
    // All first tries come before any second one, so that a log that is cut goes on in the same order (D-21).
    let is_rest = begun && !first.is_empty() || second.iter().any(|it| answered.contains_key(&it.0));
    let due = if first.is_empty() { second } else { first };
    if due.is_empty() {
        return None;
    }
    let recalls: Vec<LocalTask> = due.iter().filter_map(|(call, who)| recall(debate, call, who)).collect();
    if !recalls.is_empty() {
        return Some(Step::LocalTasks(recalls));
    }
    if let Some(reason) = over(debate, if is_rest { 0 } else { due.len() }) {
        return Some(super::phases::ended(debate, reason));
    }
    let ask =
        |(call, who): (CallId, &Name)| Ask::Panel(ask::Panel::Cruxes { call, round: round.number, who: who.clone() });
    Some(Step::Ask(due.into_iter().map(ask).collect()))
}

/// The task that recalls what a persona wrote near the questions, unless that is done. A second try uses the first one's result.
fn recall(debate: &Debate, call: &CallId, who: &Name) -> Option<LocalTask> {
    let panel = &debate.panel;
    let is_again = panel.answered.keys().any(|it| call.repeats(it));
    let is_due = panel.personas.contains_key(who) && !panel.recalled.contains_key(call) && !is_again;
    let query = || asked_of(debate, who).map(|(_, card)| card.question.as_str()).collect::<Vec<_>>().join(" ");
    is_due.then(|| LocalTask::Recall(Recall { call: call.clone(), by: who.clone(), query: query(), room: PASSAGES }))
}

/// The cruxes that one call asks about.
fn asked_of<'a>(debate: &'a Debate, who: &'a Name) -> impl Iterator<Item = (&'a Room, &'a Card)> {
    crux::unanswered(debate, who).take(QUESTIONS / (FEWEST + 8))
}

macro_rules! file {
    ($profile:expr, $name:literal) => {
        match $profile {
            Profile::Full => include_str!(concat!("../../prompts/panel/", $name)),
            Profile::Lean => include_str!(concat!("../../prompts/panel/lean/", $name)),
        }
    };
}

/// The prompt: the questions by number, each on a quoted line.
pub(super) fn prompt(debate: &Debate, call: &CallId, who: &Name) -> Result<Prompt, TemplateError> {
    let profile = debate.profile(who);
    let asks: Vec<(&Room, &Card)> = asked_of(debate, who).collect();
    // The number, the bar and the end of the line take up to eight.
    let share = (QUESTIONS / asks.len().max(1)).saturating_sub(8).min(QUESTION);
    let questions: Vec<String> = asks.iter().map(|(_, card)| fits(&one(&card.question), share)).collect();
    let line = |(number, question): (usize, &String)| format!("| {number}. {question}");
    let lines: Vec<String> = (1..).zip(&questions).map(line).collect();
    let (named, lines) = (name(who), lines.join("\n"));
    let mut task = fill(file!(profile, "cruxes.md"), &[("name", &named), ("cruxes", &lines)])?;
    let first = debate.panel.answered.iter().find(|(it, _)| call.repeats(it));
    if let Some(Err(why)) = first.map(|(_, it)| &it.answers) {
        task = again(task, &fits(&one(why), FLAWS))?;
    }
    let mind = crux::belief_updates(debate, who);
    let held = context::hold(debate, who, &mind, first.map_or(call, |it| it.0), HOLD)?;
    let data = PanelQuestion {
        topic: one(debate.topic.as_str()),
        me: name(who),
        held: held.beliefs,
        passages: held.passages,
        cruxes: questions,
        ..PanelQuestion::default()
    };
    let parts = [Some(topic(debate, TOPIC)?), held.words, Some(task)];
    let schema = AnswerSchema::Panel(PanelAnswer::Cruxes { width: width(profile) });
    let temperature = Temperature::of(rules(debate).temperatures.turn);
    let user = parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n");
    Ok(asked(persona::system(debate, who, profile)?, user, schema, temperature, data))
}

/// The event that records the answer.
pub(super) fn recorded(
    debate: &Debate,
    call: &CallId,
    who: &Name,
    outcome: Result<Answer, (Failure, String)>,
    took: u64,
) -> Event {
    let rooms: Vec<&Room> = asked_of(debate, who).map(|it| it.0).collect();
    let unreadable = || "it does not answer every question by its number".to_owned();
    let (found, answer) = answers::parsed(outcome, |it| reply::crux_answers(it, rooms.len()).ok_or_else(unreadable));
    let (answers, failed) = match found {
        Ok(found) => {
            let answer = |(room, (answer, words)): (&&Room, _)| CruxAnswer { room: room.id.clone(), answer, words };
            (rooms.iter().zip(found).map(answer).collect(), None)
        }
        Err(it) => (Vec::new(), Some(it.why)),
    };
    let what = PanelEvent::CruxesAnswered { call: call.clone(), by: who.clone(), answers, failed, answer, took };
    Event::Panel { what }
}
