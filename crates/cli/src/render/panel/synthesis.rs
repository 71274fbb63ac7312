//! What came of a panel, as a card: who moved, what is open, what nobody disputed, and what nothing written stands behind (P-10).
use super::take::is_ungrounded;
use super::{MOST, aspect, both};
use crate::render::style::Style;
use analysis::crux::{Moved, Shift, shifts};
use debate::state::Room;
use debate::{CallId, Debate};
use exports::wording::{name, one_line};

/// The card; nothing before there was anything to talk about.
pub(crate) fn text(style: Style, debate: &Debate) -> String {
    if debate.panel.aspects.is_none() {
        return String::new();
    }
    let inner = style.within(style.width().saturating_sub(4));
    let mut lines = String::new();
    for it in shifts(debate) {
        lines.push_str(&shift(inner, &it));
    }
    let mut list = |title: &str, items: Vec<String>| {
        if !items.is_empty() {
            lines.push_str(&format!("{title}\n"));
            items.iter().for_each(|it| lines.push_str(&inner.wrap("  · ", it)));
        }
    };
    let card = |room: &Room, words: &str| {
        format!("{} ({}: {})", one_line(words, MOST), one_line(room.id.as_str(), 16), both(&room.a, &room.b))
    };
    let cards = || debate.panel.cards();
    list(
        "Open cruxes",
        cards().filter(|(_, it)| it.resolved.is_none()).map(|(room, it)| card(room, &it.crux)).collect(),
    );
    list("Resolved", cards().filter(|(_, it)| it.resolved.is_some()).map(|(room, it)| card(room, &it.crux)).collect());
    let settled = debate.panel.rooms.iter().filter_map(|it| Some(card(it, it.settled.as_ref()?)));
    list("Settled by the clash", settled.collect());
    let left = debate.panel.rooms.iter().filter_map(|it| Some(card(it, it.left.as_ref()?)));
    list("Left alone after the clash", left.collect());
    let failed = debate.panel.rooms.iter().filter_map(|it| Some(card(it, it.card.as_ref()?.card.as_ref().err()?)));
    list("Rooms without a card", failed.collect());
    let undisputed = debate.panel.searched.iter().filter(|(_, it)| it.found == 0);
    list("Not disputed", undisputed.filter_map(|(round, _)| aspect(debate, *round)).collect());
    let (ungrounded, all) = grounds(debate);
    if ungrounded > 0 {
        lines.push_str(
            &inner.wrap("", &format!("Ungrounded: {ungrounded} of {all} turns rest on nothing that was written")),
        );
    }
    style.boxed("What came of it", &lines)
}

fn shift(style: Style, shift: &Shift) -> String {
    let moved = match shift.moved {
        Moved::Held => style.dim("held"),
        Moved::Refined => style.warn("refined"),
        Moved::Reversed => style.bad("reversed"),
        Moved::Unknown => style.dim("can't be told"),
    };
    let head = format!("{} {moved}", style.bold(name(&shift.by)));
    let rooms: Vec<String> = shift.rooms.iter().map(|it| one_line(it.as_str(), 16)).collect();
    let rooms = if rooms.is_empty() { String::new() } else { format!(" (conceded in {})", rooms.join(", ")) };
    let mut text = format!("{head}{rooms}\n");
    match (&shift.opening, &shift.closing, shift.moved) {
        (Some(opening), Some(closing), Moved::Refined | Moved::Reversed) => {
            text.push_str(&style.wrap("  first: ", &one_line(opening, MOST)));
            text.push_str(&style.wrap("  then: ", &one_line(closing, MOST)));
        }
        (opening, closing, _) => {
            closing.iter().chain(opening).take(1).for_each(|it| text.push_str(&style.wrap("  ", &one_line(it, MOST))));
        }
    }
    text
}

/// How many turns rest on nothing that was written, and how many there are (P-04).
fn grounds(debate: &Debate) -> (usize, usize) {
    let rounds =
        debate.rounds.iter().flat_map(|round| round.spoken.iter().map(|it| CallId::turn(round.number, &it.by)));
    let rooms = debate.panel.rooms.iter().flat_map(|it| &it.said).map(|it| it.call.clone());
    let calls: Vec<CallId> = rounds.chain(rooms).collect();
    (calls.iter().filter(|it| is_ungrounded(debate, it)).count(), calls.len())
}
