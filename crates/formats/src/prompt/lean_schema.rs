//! Selects the lean schema for a question: how its sentences begin, and which ballot goes with which position (D-18, B-02).
//!
//! The beginnings are prompt files. They depend on the perspective, discipline or role, on the ballot, on who was heard, and on an assigned
//! side (D-17). They are English, as all prompts are. Not here: the schema itself (`answer`).
use super::{TemplateError, fill, library};
use crate::answer::{AnswerSchema, Lean, Shape, clause, one_of, rest};
use crate::ask;
use debate::ballot::{Listed, Names, Paper, PaperKind};
use debate::{Debate, Name, Role, Stance};

/// The schema of the answer to `ask`, with what may be cast.
pub(super) fn of(debate: &Debate, ask: &ask::Turn, paper: Option<Paper>) -> Result<AnswerSchema, TemplateError> {
    let others: Vec<&Name> = heard(debate, ask);
    let participant = debate.participant(&ask.who);
    let is_closing = paper.as_ref().is_some_and(|it| it.is_closing);
    // Where names are hidden, the beginning must not reveal a perspective; a closing ballot is cast without a role (B-05).
    let (first, later) = match participant {
        Some(it) if it.alias.is_some() || is_closing => {
            (library::LEAN_FORM_START_FIRST, library::LEAN_FORM_START_LATER)
        }
        Some(it) => (library::first_start(it), library::later_start(it)),
        None => ("", ""),
    };
    let reasoning = if others.is_empty() || is_closing {
        fill(library::LEAN_FORM_REASON_FIRST, &[("start", first), ("rest", &rest(20, 200))])?
    } else {
        let names = one_of(others.iter().map(|it| it.as_str()));
        let variables =
            [("names", names.as_str()), ("clause", &clause(10, 120)), ("start", later), ("rest", &rest(20, 160))];
        fill(library::LEAN_FORM_REASON_LATER, &variables)?
    };
    let stance = participant.and_then(|it| it.role).and_then(Role::stance).filter(|_| !is_closing);
    let shapes = shapes(paper.as_ref(), stance, others.is_empty())?;
    Ok(AnswerSchema::Lean(Lean { reasoning, shapes, stance, paper, is_opening: others.is_empty() }))
}

/// The other participants who were heard before this round.
fn heard<'a>(debate: &'a Debate, ask: &ask::Turn) -> Vec<&'a Name> {
    let others = debate.participants.iter().map(|it| &it.name).filter(|it| **it != ask.who);
    let was_heard = |name: &&Name| debate.rounds.iter().any(|it| it.number < ask.round && it.said_by(name).is_some());
    others.filter(was_heard).collect()
}

/// The positions that may be held, each with the word that casts it.
fn shapes(paper: Option<&Paper>, stance: Option<Stance>, is_opening: bool) -> Result<Vec<Shape>, TemplateError> {
    let rest = rest(10, 160);
    let (yes, no) = if is_opening {
        (library::LEAN_FORM_YES_FIRST, library::LEAN_FORM_NO_FIRST)
    } else {
        (library::LEAN_FORM_YES_LATER, library::LEAN_FORM_NO_LATER)
    };
    let filled = |file: &str| fill(file, &[("rest", &rest)]);
    let free = |word: Option<&str>| Shape { position: Some(rest.clone()), word: word.map(str::to_owned), option: None };
    let Some(paper) = paper else { return Ok(vec![free(None)]) };
    let shaped = |it: &Listed, names: Names| -> Result<Shape, TemplateError> {
        let named = |file: &str, name: &str| fill(file, &[("name", &one_of([name])), ("rest", &rest)]);
        let position = match (names, it.word.as_str()) {
            (Names::YesNo, "yes") => filled(yes)?,
            (Names::YesNo, "no") => filled(no)?,
            (_, word) if it.letter.to_string() == word => named(library::LEAN_FORM_LETTER, word)?,
            (_, word) => named(library::LEAN_FORM_NAME, word)?,
        };
        Ok(Shape { position: Some(position), word: Some(it.word.clone()), option: Some(it.letter) })
    };
    let shapes = match &paper.kind {
        PaperKind::Argued => match stance {
            Some(Stance::Yes) => vec![Shape { position: Some(filled(yes)?), word: None, option: None }],
            Some(Stance::No) => vec![Shape { position: Some(filled(no)?), word: None, option: None }],
            Some(Stance::Neutral) | None => vec![free(None)],
        },
        PaperKind::Estimate { .. } => vec![free(None)],
        PaperKind::Options { otherwise, names } => {
            let listed = paper.options.iter().map(|it| shaped(it, *names)).collect::<Result<Vec<_>, _>>()?;
            listed.into_iter().chain([free(Some(otherwise))]).collect()
        }
    };
    let without = |it: Shape| if paper.is_closing { Shape { position: None, ..it } } else { it };
    Ok(shapes.into_iter().map(without).collect())
}
