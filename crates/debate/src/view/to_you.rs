//! Questions to the reader and attacks on its claims since its last turn, verbatim (D-31).
use super::entry::{Class, Lines};
use super::turn::{critique, move_line};
use super::{Horizon, round_summary};
use crate::ballot::{Consent, TermAct};
use crate::ids::Name;
use crate::state::registry::{self, ClaimStance};
use crate::state::{Debate, ResolvedBallot, Round, Spoken};
use crate::turn::{Act, Question};

/// Questions and attacks by others within `horizon` since the reader's last turn.
pub(super) fn lines(debate: &Debate, reader: &Name, horizon: Horizon) -> Lines {
    let mut lines = Lines::default();
    for (round, spoken) in since(debate, reader, horizon) {
        asked(&mut lines, spoken, reader);
        challenges(&mut lines, debate, round, spoken, reader);
        reservations(&mut lines, debate, round, spoken, reader);
        opposed(&mut lines, debate, spoken, reader);
    }
    lines
}

/// Turns of others since the reader's last.
fn since<'a>(debate: &'a Debate, reader: &'a Name, horizon: Horizon) -> Vec<(&'a Round, &'a Spoken)> {
    let seen = match horizon {
        Horizon::BeforeRound => debate.rounds.split_last().map(|(_, before)| before).unwrap_or_default(),
        Horizon::Now => debate.rounds.as_slice(),
    };
    let turns: Vec<_> = seen.iter().flat_map(|round| round.spoken.iter().map(move |it| (round, it))).collect();
    // A reader without a turn may have been asked something.
    let Some(last) = turns.iter().rposition(|(_, it)| it.by == *reader) else { return turns };
    // In a parallel round the others have not seen its answer, and may attack an earlier position.
    let round = turns.get(last).map_or(0, |(round, _)| round.number);
    let is_later = |at: usize, it: &Round| if it.in_turn { at > last } else { it.number >= round };
    let later = turns.into_iter().enumerate().filter(|(at, (round, it))| is_later(*at, round) && it.by != *reader);
    later.map(|(_, it)| it).collect()
}

/// Questions without attacks, for the lean profile.
pub(super) fn questions(debate: &Debate, reader: &Name, horizon: Horizon) -> Lines {
    let mut lines = Lines::default();
    since(debate, reader, horizon).into_iter().for_each(|(_, spoken)| asked(&mut lines, spoken, reader));
    lines
}

/// Questions to the reader, or to all.
fn asked(lines: &mut Lines, spoken: &Spoken, reader: &Name) {
    for Question { to, text } in &spoken.turn.questions {
        match to {
            None => lines.quote(Class::Decides, &format!("{} asks all: ", spoken.by), text),
            Some(to) if to == reader => lines.quote(Class::Decides, &format!("{} asks you: ", spoken.by), text),
            Some(_) => {}
        }
    }
}

/// Claim actions against claims that the reader holds.
fn challenges(lines: &mut Lines, debate: &Debate, round: &Round, spoken: &Spoken, reader: &Name) {
    for (at, it) in spoken.turn.moves.iter().enumerate() {
        let Some(place) = round_summary::moved(debate, round.number, spoken, it) else { continue };
        let Some(claim) = debate.registry.claims.get(place) else { continue };
        let stands = claim.after(u32::MAX).map(|it| it.stands).unwrap_or_default();
        let holds = stands.iter().any(|(by, stand)| *by == reader && ClaimStance::is_for(*stand));
        if holds && matches!(it.act, Act::Challenge | Act::Qualify) {
            // Limiting one's own claim is a concession, not an attack.
            let own = if claim.by.first() == Some(&spoken.by) { "its own " } else { "" };
            let title = format!("{} {} {own}C{}", spoken.by, round_summary::doing(it.act), place + 1);
            move_line(lines, &title, it.why.as_deref(), critique(debate, round.number, spoken, place, at));
        }
    }
}

/// Reservations and refusals of others about the reader's option.
fn reservations(lines: &mut Lines, debate: &Debate, round: &Round, spoken: &Spoken, reader: &Name) {
    let own = debate.rounds.iter().rev().filter(|it| it.number <= round.number).find_map(|it| it.said_by(reader));
    let Some(own) = own.and_then(|it| debate.held(it)).and_then(ResolvedBallot::option) else { return };
    for it in spoken.turn.others.iter().filter(|it| debate.resolved(it.option) == own) {
        let stand = match it.stand {
            Consent::Same => continue,
            Consent::Minor => "would sign your option with a reservation",
            Consent::Blocker => "would not sign your option",
        };
        lines.quote(Class::Decides, &format!("{} {stand}: ", spoken.by), it.why.as_deref().unwrap_or_default());
    }
}

/// Terms of the reader that others oppose.
fn opposed(lines: &mut Lines, debate: &Debate, spoken: &Spoken, reader: &Name) {
    for it in spoken.turn.on_terms.iter().filter(|it| it.act == TermAct::Oppose) {
        let term = registry::place('T', &it.term).and_then(|it| debate.registry.terms.get(it));
        if term.is_some_and(|it| it.now().asked.contains(reader)) {
            let title = format!("{} opposes your {}: ", spoken.by, it.term);
            lines.quote(Class::Decides, &title, it.why.as_deref().unwrap_or_default());
        }
    }
}
