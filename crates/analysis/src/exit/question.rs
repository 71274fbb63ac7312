//! The question that a person is asked when objecting brought nothing (D-43).
//!
//! Built from fields, in the participants' own words: what they hold, and the one thing about it that a person may know and they can't.
use crate::positions::{self, Group, Reading};
use debate::{Debate, Label, Name, Round, Spoken, Vote, text};

/// The most tokens of a quotation in it. Ours: a sentence.
const QUOTED: usize = 40;

/// The question of a debate whose current round is an objection round that brought nothing.
pub(super) fn of(debate: &Debate) -> String {
    let Some(round) = debate.round() else { return OPEN.to_owned() };
    let mut groups = positions::groups(Reading::of(debate), &round.spoken);
    groups.sort_by_key(|it| std::cmp::Reverse(it.members.len()));
    let held = groups.first().and_then(|group| held(debate, group));
    let held = held.unwrap_or_else(|| "They are sure of it".to_owned());
    let ask = objection(round).or_else(|| assumption(debate, round)).unwrap_or_else(|| OPEN.to_owned());
    format!("{held}, and the objection round brought nothing new. {ask}")
}

/// What is asked where nothing they said points at what may be missing.
const OPEN: &str =
    "Is there anything they can't know that speaks against it: a constraint, a cost, something tried before?";

fn held(debate: &Debate, group: &Group<'_>) -> Option<String> {
    let position = group.voice()?.turn.position.as_deref()?;
    let confidence = group.confidence().map(|it| format!(" at {it:.2}")).unwrap_or_default();
    let (holders, seats) = (group.members.len(), debate.participants.len());
    Some(format!("{holders} of {seats} hold {}{confidence}", quoted(position)))
}

/// The strongest objection that was put: of a BLOCKER first, then of a MINOR; among equals that of the least sure.
fn objection(round: &Round) -> Option<String> {
    let weight = |it: &Spoken| (it.turn.vote.unwrap_or(Vote::Accept), -it.turn.confidence.unwrap_or(1.0));
    let objecting = round.spoken.iter().filter_map(|it| Some((weight(it), it, it.turn.objection.as_deref()?)));
    let strongest = objecting.reduce(|best, it| if it.0 > best.0 { it } else { best });
    strongest.map(|(_, it, objection)| {
        format!("What {} holds against it is {}: is that so, as far as you know?", it.by, quoted(objection))
    })
}

/// What they take for granted: of the unverified premises, the one that most of those who spoke have named.
fn assumption(debate: &Debate, round: &Round) -> Option<String> {
    let speaks = |name: &Name| round.spoken.iter().any(|it| it.by == *name);
    let assumed = debate.registry.claims.iter().filter(|it| it.label == Label::Assume);
    let counted = assumed.map(|it| (it.by.iter().filter(|name| speaks(name)).count(), it));
    let (_, most) = counted.filter(|(count, _)| *count > 0).reduce(|best, it| if it.0 > best.0 { it } else { best })?;
    Some(format!("They take for granted, and nobody has checked, that {}: is it so?", quoted(&most.text)))
}

pub(super) fn quoted(words: &str) -> String {
    format!("“{}”", text::clip(&text::one_line(words), QUOTED).trim_end_matches(['.', '…', ' ']))
}
