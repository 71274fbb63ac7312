//! The prompts of the lean profile, for small local models: the same four layers in under 350 tokens (D-18).
//!
//! The system prompt is the same in every round. The message only grows before its last part, the task, which therefore contains the layer that
//! depends on the round: a model with a prefix cache reads little more than the task again. Not here: the answer's schema (`lean_schema`).
use super::attached::{ShownTokens, attached, brought};
use super::compose::Reader;
use super::full::focused;
use super::required::required;
use super::{TemplateError, ballot, fill, library};
use crate::ask::{self, AnswerKind};
use crate::rounds::{Layers, Rounds, SafetyLevel};
use crate::tools;
use debate::event::RoundKind;
use debate::{Debate, Participant, text, view};

/// The most tokens of the debate so far. Ours: some eight turns in full; small models lose the thread in more.
const SAID: usize = 900;

/// The most tokens of questions by others. Ours: a few questions; one that does not fit is left out, and counted.
const QUESTIONS: usize = 300;

/// The most tokens of a person's remark. Ours: a few sentences.
const PERSON: usize = 120;

/// The most questions of the domain. Ours: small models answer one or two.
const REQUIRED: usize = 2;

/// The most tokens of attached texts. Ours: their names and the beginning of the best passage.
const ATTACHED: usize = 150;

/// The most tokens of supplied context. Ours: two short answers.
const BROUGHT: ShownTokens = ShownTokens { each: 60, all: 200 };

/// Role, contract, schema and checks; the structure is in the task.
pub(super) fn system(
    mode: &Rounds,
    layers: &Layers,
    debate: &Debate,
    reader: &Reader,
) -> Result<String, TemplateError> {
    let ballot = ballot::instruction(debate, reader)?;
    if debate.is_closing() {
        let answer = fill(library::LEAN_CLOSING_ANSWER, &[("ballot", &ballot)])?;
        return Ok([answer.as_str(), library::LEAN_QUOTING].map(str::trim_end).join("\n"));
    }
    let answer = fill(library::LEAN_ANSWER, &[("ballot", &ballot)])?;
    let mut mode_checks = layers.checks.trim_end().to_owned();
    if debate.rules.high_stakes {
        mode_checks.push(' ');
        mode_checks.push_str(library::LEAN_HIGH_STAKES);
    }
    let checks = fill(library::LEAN_CHECKS, &[("mode_checks", &mode_checks)])?;
    let mut parts = vec![layers.role, layers.contract, library::LEAN_CONFORMITY];
    match mode.safety {
        SafetyLevel::Usual => {}
        SafetyLevel::Bounded => parts.push(library::LEAN_SAFETY),
    }
    parts.push(library::LEAN_QUOTING);
    parts.extend(tools::are_offered(debate).then_some(library::LEAN_TOOLS));
    parts.extend([answer.as_str(), &checks]);
    Ok(parts.into_iter().map(str::trim_end).collect::<Vec<_>>().join("\n"))
}

/// The topic and the debate so far, the same for everyone.
pub(super) fn seen(debate: &Debate, reader: &Reader) -> Result<String, TemplateError> {
    let topic = fill(library::SEEN_TOPIC, &[("topic", debate.topic.as_str())])?;
    let said = view::brief(debate, reader.horizon, SAID);
    let mut parts = vec![topic];
    parts.extend(required(debate, library::LEAN_REQUIRED, REQUIRED)?);
    parts.extend(attached(debate, library::LEAN_ATTACHED, ATTACHED, 0, BROUGHT)?);
    parts.extend(brought(debate, library::LEAN_BROUGHT, BROUGHT)?);
    if !said.is_empty() {
        parts.push(fill(library::LEAN_SAID, &[("said", &said)])?);
    }
    // A person's remark is the latest part: it comes last, and the parts before it stay the same.
    for (round, words) in debate.continued.iter().filter_map(|it| Some((it.after, it.said.as_deref()?))) {
        let (round, words) = (round.to_string(), text::clip(words, PERSON));
        parts.push(fill(library::SEEN_SAID, &[("round", &round), ("said", &words)])?);
    }
    Ok(parts.join("\n\n"))
}

/// Questions by others to the reader; empty where there are none (D-31).
pub(super) fn to_you(debate: &Debate, reader: &Reader) -> Result<String, TemplateError> {
    let whom = view::Reader { name: &reader.who, horizon: reader.horizon, space: QUESTIONS };
    let asked = view::questions(debate, whom);
    if asked.is_empty() || debate.is_closing() {
        return Ok(String::new());
    }
    fill(library::SEEN_TO_YOU, &[("to_you", &asked)])
}

/// The reader, its side, and this round's request.
pub(super) fn task(layers: &Layers, debate: &Debate, ask: &ask::Turn) -> Result<String, TemplateError> {
    let participant = debate.participant(&ask.who);
    let perspective = participant.map(library::lean_job).unwrap_or_default();
    let structure = match debate.round().map(|it| it.kind).unwrap_or_default() {
        RoundKind::Objection => library::LEAN_OBJECTION,
        RoundKind::Usual | RoundKind::Opening | RoundKind::Take | RoundKind::Closing | RoundKind::Ballot => {
            if ask.round == 1 { layers.structure_first } else { layers.structure_later }
        }
    };
    let (name, round) = (participant.map_or(&ask.who, Participant::known_as), ask.round.to_string());
    if ask.wanted == AnswerKind::ClosingBallot {
        return fill(library::LEAN_CLOSING_TASK, &[("name", name.as_str())]);
    }
    let variables =
        [("name", name.as_str()), ("round", &round), ("perspective", perspective), ("structure", structure)];
    focused(fill(library::LEAN_TASK, &variables)?, debate)
}
