//! The verdict of a panel (P-10): without a vote, closings show the agreement, and cards show what would change it (I-04).
//!
//! Openings do not count as closings. Not here: producing cards (`crux`).
use super::{Falsifier, Label, OpenCrux};
use crate::ballots::Standing;
use crate::ballots::thresholds::FEWEST_LIVE;
use crate::crux;
use crate::crux::positions;
use debate::crux::Answered;
use debate::event::RoundKind;
use debate::{Card, Debate, RoomId};

/// The agreement of closings: a consensus if all hold one position, partial if most do.
pub(super) fn label(debate: &Debate, standing: &Standing<'_>) -> Label {
    let (all, most) = (standing.spoken.len(), positions::most(debate, &standing.spoken));
    let is_closed = standing.kind == RoundKind::Closing && all >= debate.participants.len();
    let is_opposed = positions::any_opposed(debate, &standing.spoken);
    match most {
        _ if is_closed && most == all && most >= FEWEST_LIVE && !is_opposed => Label::Consensus,
        _ if most * 2 > all => Label::Partial,
        _ if is_opposed => Label::Dissensus,
        // Indistinguishable positions are neither agreement nor disagreement.
        _ => Label::Partial,
    }
}

/// The open cruxes, in the order of their rooms.
pub(super) fn cruxes(debate: &Debate) -> impl Iterator<Item = OpenCrux> {
    open(debate).map(|(id, card)| {
        let who = |answer: Answered| {
            let stands = card.positions.iter().filter(move |it| it.answer == Some(answer));
            stands.map(|it| it.by.clone()).collect()
        };
        OpenCrux {
            id: id.to_string(),
            called: id.to_string(),
            text: card.crux.clone(),
            by: who(Answered::Yes),
            against: who(Answered::No),
            question: card.settling.clone().unwrap_or_else(|| card.question.clone()),
            effect: 0.0,
        }
    })
}

/// What would change the minds of disagreeing participants.
pub(super) fn falsifiers(debate: &Debate) -> impl Iterator<Item = Falsifier> {
    open(debate).flat_map(|(id, card)| {
        let falsifier = move |it: &debate::crux::Words| Falsifier {
            id: id.to_string(),
            called: id.to_string(),
            falsifier: format!("{} would change its mind: {}", it.by, debate::text::one_line(&it.words)),
            flips: false,
        };
        card.falsifiers.iter().map(falsifier)
    })
}

/// The next step for an open crux.
pub(super) fn next_step(debate: &Debate) -> Option<String> {
    debate.rules.panel.as_ref()?;
    let (id, card) = open(debate).next()?;
    let more = match crux::synthesis(debate).open.len() {
        0 | 1 => String::new(),
        2 => "; 1 more is open".to_owned(),
        open => format!("; {} more are open", open - 1),
    };
    let question = card.settling.as_deref().unwrap_or(&card.question);
    Some(format!("settle what they part on before you act ({id}): {question}{more}"))
}

fn open(debate: &Debate) -> impl Iterator<Item = (&RoomId, &Card)> {
    debate.panel.cards().filter(|(_, card)| card.resolved.is_none()).map(|(room, card)| (&room.id, card))
}
