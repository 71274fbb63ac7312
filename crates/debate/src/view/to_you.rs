//! What is addressed to the reader since it last spoke: questions, and attacks on what it holds, in the words in which they were made (D-31).
use super::entry::{Class, Lines};
use super::turn::{critique, move_line};
use super::{Horizon, digest};
use crate::ballot::{Consent, TermAct};
use crate::ids::Name;
use crate::state::registry::{self, ClaimStance};
use crate::state::{Debate, Held, Round, Spoken};
use crate::turn::{Act, Question};

/// What others said to the reader within `horizon` since its last turn.
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

/// The turns of others since the reader's last.
fn since<'a>(debate: &'a Debate, reader: &'a Name, horizon: Horizon) -> Vec<(&'a Round, &'a Spoken)> {
    let seen = match horizon {
        Horizon::BeforeRound => debate.rounds.split_last().map(|(_, before)| before).unwrap_or_default(),
        Horizon::Now => debate.rounds.as_slice(),
    };
    let turns: Vec<_> = seen.iter().flat_map(|round| round.spoken.iter().map(move |it| (round, it))).collect();
    // Who has not spoken yet may have been asked something.
    let Some(last) = turns.iter().rposition(|(_, it)| it.by == *reader) else { return turns };
    // All at once: whoever answered in the same round has not heard it, and may have attacked what stood before.
    let round = turns.get(last).map_or(0, |(round, _)| round.number);
    let is_later = |at: usize, it: &Round| if it.in_turn { at > last } else { it.number >= round };
    let later = turns.into_iter().enumerate().filter(|(at, (round, it))| is_later(*at, round) && it.by != *reader);
    later.map(|(_, it)| it).collect()
}

/// The same without attacks: what somebody is asked who hears of the rest in brief.
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

/// Moves against claims that the reader holds.
fn challenges(lines: &mut Lines, debate: &Debate, round: &Round, spoken: &Spoken, reader: &Name) {
    for (at, it) in spoken.turn.moves.iter().enumerate() {
        let Some(place) = digest::moved(debate, round.number, spoken, it) else { continue };
        let Some(claim) = debate.registry.claims.get(place) else { continue };
        let stands = claim.after(u32::MAX).map(|it| it.stands).unwrap_or_default();
        let holds = stands.iter().any(|(by, stand)| *by == reader && ClaimStance::is_for(*stand));
        if holds && matches!(it.act, Act::Challenge | Act::Qualify) {
            // Who limits a claim of its own has granted something, and attacks nobody.
            let own = if claim.by.first() == Some(&spoken.by) { "its own " } else { "" };
            let title = format!("{} {} {own}C{}", spoken.by, digest::doing(it.act), place + 1);
            move_line(lines, &title, it.why.as_deref(), critique(debate, round.number, spoken, place, at));
        }
    }
}

/// Why others would not sign what the reader holds, or with which reservation.
fn reservations(lines: &mut Lines, debate: &Debate, round: &Round, spoken: &Spoken, reader: &Name) {
    let own = debate.rounds.iter().rev().filter(|it| it.number <= round.number).find_map(|it| it.said_by(reader));
    let Some(own) = own.and_then(|it| debate.held(it)).and_then(Held::option) else { return };
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
