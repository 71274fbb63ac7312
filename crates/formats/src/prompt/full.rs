//! The words of the full profile.
use super::compose::Reader;
use super::{TemplateError, fill, library, seats};
use crate::answer::Fields;
use crate::rounds::{Caution, Layers, Rounds};
use crate::step::Ask;
use debate::event::RoundKind;
use debate::{Debate, Horizon, Participant, Role, View, text};

/// The most tokens of a whole prompt, by our own estimate, which is on the safe side (D-31: under 8,000).
pub const ROOM: usize = 7_400;

/// What the parts that are not counted one by one may take: the task (D-31: at most 200), headings, and the schema that some
/// dialects add.
const TRIMMINGS: usize = 500;

/// The four layers in order (D-10), the shared blocks where they belong: what to say and how in the contract, the form with
/// the structure, the universal checks with the mode's own.
pub(super) fn system(
    mode: &Rounds,
    layers: &Layers,
    debate: &Debate,
    reader: &Reader,
) -> Result<String, TemplateError> {
    let is_first = debate.round().is_none_or(|it| it.number == 1);
    let (structure, vote, signs, change) = if is_first {
        (layers.structure_first, library::VOTE_FIRST, library::SIGNS_FIRST, library::CHANGE_FIRST)
    } else {
        // Where names are hidden, each reads another first.
        let signs = if reader.alone.is_some() { library::SIGNS_HIDDEN } else { library::SIGNS_LATER };
        (layers.structure_later, library::VOTE_LATER, signs, library::CHANGE_LATER)
    };
    let structure = match debate.round().map(|it| it.kind).unwrap_or_default() {
        RoundKind::Usual => structure,
        RoundKind::Objection => library::OBJECTION,
    };
    let mut mode_checks = layers.checks.to_owned();
    if debate.rules.high_stakes {
        mode_checks.push_str(library::HIGH_STAKES);
    }
    let fields = fields(debate, reader);
    let answer = fill(library::ANSWER, &[("vote", vote), ("signs", signs)])?;
    let points = fill(library::ANSWER_POINTS, &[("change", change)])?;
    let mut answer = vec![answer];
    for (is_asked, lines) in [
        (fields.has_claims, library::ANSWER_CLAIMS),
        (true, points.as_str()),
        (fields.has_moves, library::ANSWER_MOVES),
        (fields.has_stance, library::ANSWER_STANCE),
    ] {
        answer.extend(is_asked.then(|| lines.trim_end().to_owned()));
    }
    let answer = answer.join("\n");
    let checks = fill(library::CHECKS, &[("mode_checks", &mode_checks)])?;
    let mut parts = vec![layers.role, layers.contract];
    if fields.has_claims {
        parts.extend([library::LABELS, library::CITATIONS]);
    }
    parts.push(library::CONFORMITY);
    match mode.caution {
        Caution::Usual => {}
        Caution::Bounded => parts.push(library::SAFETY),
    }
    if !(is_first && reader.horizon == Horizon::BeforeRound) {
        parts.push(library::QUOTING);
    }
    parts.extend([structure, &answer, &checks]);
    Ok(parts.into_iter().map(str::trim_end).collect::<Vec<_>>().join("\n\n"))
}

/// Which fields are asked for: moves once there are claims to move, a stance where one was assigned.
pub(super) fn fields(debate: &Debate, reader: &Reader) -> Fields {
    let has_claims = !debate.rules.without_labels;
    Fields {
        has_claims,
        has_moves: has_claims && debate.round().is_some_and(|it| it.number > 1),
        has_stance: reader.role.and_then(Role::stance).is_some(),
    }
}

/// The debate so far, in the room that the rules and the topic leave.
pub(super) fn seen(debate: &Debate, reader: &Reader, system: &str) -> Result<String, TemplateError> {
    let topic = fill(library::SEEN_TOPIC, &[("topic", debate.topic.as_str())])?;
    let fixed = text::tokens(system) + text::tokens(&topic) + TRIMMINGS;
    let view = View::of(debate, reader.horizon, ROOM.saturating_sub(fixed));

    let round = debate.round().map_or(1, |it| it.number);
    let (now, before) = (round.to_string(), round.saturating_sub(1).to_string());
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

/// Who is asked, in which round, and what this round must answer besides.
pub(super) fn task(debate: &Debate, ask: &Ask) -> Result<String, TemplateError> {
    let participant = debate.participant(&ask.who);
    let perspective = participant.map(library::outlook).unwrap_or_default();
    let name = participant.map_or(&ask.who, Participant::known_as);
    let round = ask.round.to_string();
    let variables = [("name", name.as_str()), ("round", &round), ("perspective", perspective)];
    let mut task = fill(library::TASK, &variables)?;
    task.extend(seats::line(debate)?.map(|it| format!("\n{it}")));
    focused(task, debate)
}

/// Adds the question that the current round must answer, if it has one (D-10).
pub(super) fn focused(task: String, debate: &Debate) -> Result<String, TemplateError> {
    match debate.round().and_then(|it| it.focus.as_deref()) {
        Some(focus) => Ok(format!("{task}\n{}", fill(library::FOCUS, &[("focus", focus)])?)),
        None => Ok(task),
    }
}
