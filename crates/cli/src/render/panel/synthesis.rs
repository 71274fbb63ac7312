//! The result of a panel as a card: shifts, open questions, undisputed aspects, and turns without a passage behind them (P-10).
use super::take::is_ungrounded;
use super::{MOST, both};
use crate::render::style::Style;
use analysis::crux::{self, Ended, Moved, Shift};
use debate::{CallId, Debate, RoomId};
use exports::wording::{name, one_line};

/// The card; empty before the first aspect.
pub(crate) fn text(style: Style, debate: &Debate) -> String {
    if debate.panel.aspects.is_none() {
        return String::new();
    }
    let inner = style.within(style.width().saturating_sub(4));
    let made = crux::synthesis(debate);
    let mut lines: String = made.shifts.iter().map(|it| shift(inner, it)).collect();
    let room = |id: &RoomId, words: &str| {
        let both = debate.panel.room(id).map(|it| both(&it.a, &it.b)).unwrap_or_default();
        format!("{} ({}: {both})", one_line(words, MOST), one_line(id.as_str(), 16))
    };
    let cards = |ids: &[RoomId]| {
        let crux = |id: &RoomId| Some(room(id, &debate.panel.room(id)?.card()?.crux));
        ids.iter().filter_map(crux).collect::<Vec<_>>()
    };
    let ended = |list: &[Ended]| list.iter().map(|it| room(&it.room, &it.why)).collect::<Vec<_>>();
    let aspects = |list: &[String]| list.iter().map(|it| one_line(it, MOST)).collect::<Vec<_>>();
    for (title, items) in [
        ("Open cruxes", cards(&made.open)),
        ("Resolved", cards(&made.resolved)),
        ("Settled by the clash", ended(&made.settled)),
        ("Left alone after the clash", ended(&made.left)),
        ("Rooms without a card", ended(&made.failed)),
        ("Unfinished rooms", ended(&made.unfinished)),
        ("Not disputed", aspects(&made.undisputed)),
        ("Fewer than two had anything to say on", aspects(&made.unheard)),
    ] {
        if !items.is_empty() {
            lines.push_str(&format!("{title}\n"));
            items.iter().for_each(|it| lines.push_str(&inner.wrap("  · ", it)));
        }
    }
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

/// The number of ungrounded turns, and of all turns (P-04).
fn grounds(debate: &Debate) -> (usize, usize) {
    let rounds =
        debate.rounds.iter().flat_map(|round| round.spoken.iter().map(|it| CallId::turn(round.number, &it.by)));
    let rooms = debate.panel.rooms.iter().flat_map(|it| &it.said).map(|it| it.call.clone());
    let calls: Vec<CallId> = rounds.chain(rooms).collect();
    (calls.iter().filter(|it| is_ungrounded(debate, it)).count(), calls.len())
}
