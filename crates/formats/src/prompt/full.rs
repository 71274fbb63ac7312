//! The words of the full profile.
use super::{TemplateError, fill, library};
use crate::rounds::{Caution, Rounds};
use crate::step::Ask;
use debate::{Debate, Horizon, Round, View, text};

/// The most tokens of a whole prompt, by our own estimate, which is on the safe side (D-31: under 8,000).
pub const ROOM: usize = 7_400;

/// What the parts that are not counted one by one may take: the task (D-31: at most 200), headings, and the schema that some
/// dialects add.
const TRIMMINGS: usize = 500;

/// The four layers in order (D-10), the shared blocks where they belong: what to say and how in the contract, the form with
/// the structure, the universal checks with the mode's own.
pub(super) fn system(mode: &Rounds, debate: &Debate, round: &Round) -> Result<String, TemplateError> {
    let layers = &mode.layers;
    let is_first = round.number == 1;
    let (structure, vote, signs, change) = if is_first {
        (layers.structure_first, library::VOTE_FIRST, library::SIGNS_FIRST, library::CHANGE_FIRST)
    } else {
        (layers.structure_later, library::VOTE_LATER, library::SIGNS_LATER, library::CHANGE_LATER)
    };
    let mut mode_checks = layers.checks.to_owned();
    if debate.rules.high_stakes {
        mode_checks.push_str(library::HIGH_STAKES);
    }
    let answer = fill(library::ANSWER, &[("vote", vote), ("signs", signs), ("change", change)])?;
    let checks = fill(library::CHECKS, &[("mode_checks", &mode_checks)])?;
    let mut parts = vec![layers.role, layers.contract, library::LABELS, library::CITATIONS, library::CONFORMITY];
    match mode.caution {
        Caution::Usual => {}
        Caution::Bounded => parts.push(library::SAFETY),
    }
    if !(is_first && mode.order.horizon() == Horizon::BeforeRound) {
        parts.push(library::QUOTING);
    }
    parts.extend([structure, &answer, &checks]);
    Ok(parts.into_iter().map(str::trim_end).collect::<Vec<_>>().join("\n\n"))
}

/// The debate so far, in the room that the rules and the topic leave.
pub(super) fn seen(mode: &Rounds, debate: &Debate, round: &Round, system: &str) -> Result<String, TemplateError> {
    let topic = fill(library::SEEN_TOPIC, &[("topic", debate.topic.as_str())])?;
    let fixed = text::tokens(system) + text::tokens(&topic) + TRIMMINGS;
    let view = View::of(debate, mode.order.horizon(), ROOM.saturating_sub(fixed));

    let (now, before) = (round.number.to_string(), round.number.saturating_sub(1).to_string());
    let mut parts = vec![topic];
    let mut seen = |template: &str, name: &str, block: &str, round: Option<&str>| -> Result<(), TemplateError> {
        if !block.is_empty() {
            let variables: Vec<(&str, &str)> =
                round.map(|it| ("round", it)).into_iter().chain([(name, block)]).collect();
            parts.push(fill(template, &variables)?);
        }
        Ok(())
    };
    seen(library::SEEN_EARLIER, "earlier", &view.earlier, None)?;
    seen(library::SEEN_CLAIMS, "claims", &view.claims, None)?;
    seen(library::SEEN_EVIDENCE, "evidence", &view.evidence, None)?;
    seen(library::SEEN_PREVIOUS, "previous", &view.previous, Some(&before))?;
    seen(library::SEEN_CURRENT, "current", &view.current, Some(&now))?;
    Ok(parts.join("\n\n"))
}

/// Who is asked, and in which round.
pub(super) fn task(debate: &Debate, ask: &Ask) -> Result<String, TemplateError> {
    let perspective = debate.participant(&ask.who).map(|it| library::perspective(it.perspective)).unwrap_or_default();
    let round = ask.round.to_string();
    fill(library::TASK, &[("name", ask.who.as_str()), ("round", &round), ("perspective", perspective)])
}
