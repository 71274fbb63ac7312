//! Cruxes on the map: a card's question as a statement, with both positions below it (P-24).
use super::{data, said};
use crate::wording::panel::{number, outcome};
use debate::crux::{Answered, CardPosition};
use debate::state::Room;
use debate::{Card, Debate};
use std::fmt::{Result, Write};

/// A statement for each card, and one for each side of it.
pub(super) fn cruxes(out: &mut String, debate: &Debate) -> Result {
    let panel = &debate.panel;
    if panel.cards().next().is_some() {
        writeln!(out, "\n## Cruxes")?;
    }
    panel.cards().try_for_each(|(room, card)| crux(out, number(panel, room), room, card))
}

fn crux(out: &mut String, number: usize, room: &Room, card: &Card) -> Result {
    let both = data(&[room.a.clone(), room.b.clone()], None);
    writeln!(out, "\n[Crux {number}]: {} #crux #{} {both}", said(&card.question), outcome(room))?;
    let sides = || card.positions.iter().zip(1..);
    for (stand, side) in sides() {
        let sign = match stand.answer {
            Some(Answered::Yes) => '+',
            Some(Answered::No) => '-',
            // It is neither for nor against.
            Some(Answered::Nuanced) | None => continue,
        };
        writeln!(out, "  {sign} [Crux {number} side {side}]")?;
    }
    for (stand, side) in sides() {
        let by = data(std::slice::from_ref(&stand.by), None);
        writeln!(out, "\n[Crux {number} side {side}]: {} #stand #{} {by}", said(&stand.words), stand.told())?;
        for (_, against) in sides().filter(|it| are_apart(it.0, stand) && it.1 < side) {
            writeln!(out, "  - [Crux {number} side {against}]")?;
        }
    }
    Ok(())
}

/// Whether two answer differently; an unclear answer differs from none.
fn are_apart(a: &CardPosition, b: &CardPosition) -> bool {
    a.answer.is_some() && b.answer.is_some() && a.answer != b.answer
}
