//! A crux card as a box (P-24): both sides in their own words.
use super::findings;
use super::take::dimmed;
use super::{MOST, both};
use crate::render::style::Style;
use debate::crux::{Answered, Resolution};
use debate::state::{Drawn, Room};
use debate::{CallId, Card};
use exports::wording::{name, one_line};

/// The level of detail of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// The card alone.
    Words,
    /// The card and the turns it cites.
    Turns,
}

/// The result of a room: its card, why there is none, or that none was needed; empty while the room is open.
pub(crate) fn text(style: Style, room: &Room, detail: Detail) -> String {
    let title = format!("{}: {}", one_line(room.id.as_str(), 16), both(&room.a, &room.b));
    let inner = style.within(style.width().saturating_sub(4));
    let lines = match (&room.card, &room.settled, &room.left) {
        (Some(Drawn { card: Ok(card), judge }), ..) => format!("{}{}", whole(inner, card, detail), drawn(inner, judge)),
        (Some(Drawn { card: Err(why), .. }), ..) => failed(inner, room, why),
        (None, Some(why), _) => {
            let head = painted(inner, "No dispute left after the clash", |it| inner.good(it));
            format!("{head}{}", inner.wrap("  ", &one_line(why, MOST)))
        }
        (None, None, Some(why)) => {
            let head = painted(inner, "Not discussed further after the clash", |it| inner.dim(it));
            format!("{head}{}", inner.wrap("  ", &one_line(why, MOST)))
        }
        (None, None, None) => return String::new(),
    };
    style.boxed(&title, &lines)
}

fn whole(style: Style, card: &Card, detail: Detail) -> String {
    let at = |turn: &CallId| match detail {
        Detail::Words => String::new(),
        Detail::Turns => format!(" [{}]", one_line(&turn.to_string(), 80)),
    };
    let mut text = style.wrap("Question: ", &card.question);
    for it in &card.positions {
        let answer = it.answer.map_or_else(|| style.dim(it.told()), |it| answered(style, it));
        let head = format!("  {}, {answer}: ", name(&it.by));
        text.push_str(&style.wrap(&head, &format!("{}{}", it.words, at(&it.turn))));
    }
    for it in card.agreed.iter().flat_map(|it| &it.on) {
        let head = format!("  Agreed, in the words of {}: ", name(&it.by));
        text.push_str(&style.wrap(&head, &format!("{}{}", it.words, at(&it.turn))));
    }
    let finer = card.finer.map(|it| format!(", {it}")).unwrap_or_default();
    let kind = card.kind.map_or_else(|| "no kind that both name".to_owned(), |it| it.to_string());
    if card.agreed.is_none() {
        text.push_str(&style.wrap("Crux: ", &format!("{} ({kind}{finer})", card.crux)));
    }
    for it in &card.falsifiers {
        let head = format!("  Would change the mind of {}: ", name(&it.by));
        text.push_str(&style.wrap(&head, &format!("{}{}", it.words, at(&it.turn))));
    }
    if let Some(settling) = &card.settling {
        text.push_str(&style.wrap("To settle it: ", settling));
    }
    for it in &card.conceded {
        let head = format!("  Conceded by {}: ", name(&it.by));
        text.push_str(&style.wrap(&head, &format!("{}{}", it.words, at(&it.turn))));
    }
    let state = findings::state(style, card.state());
    match (card.common_answer(), &card.resolved) {
        (Some(answer), Some(Resolution { how, .. })) => {
            let head = format!("{state}, {}: ", answered(style, answer));
            text.push_str(&style.wrap(&head, if how.trim().is_empty() { "it is not said how" } else { how }));
        }
        (Some(answer), None) => text.push_str(&format!("{state}, {}\n", answered(style, answer))),
        (None, _) => text.push_str(&format!("{state}\n")),
    }
    if !card.claims.is_empty() {
        let claims = one_line(&card.claims.join(", "), MOST);
        text.push_str(&dimmed(style, "", &format!("About: {claims}")));
    }
    text
}

fn drawn(style: Style, judge: &str) -> String {
    let by = if judge == "words" {
        "put together from what both said".to_owned()
    } else {
        format!("drawn by {}", one_line(judge, 64))
    };
    dimmed(style, "", &by)
}

fn failed(style: Style, room: &Room, why: &str) -> String {
    let mut text = painted(style, "No card: it could not be drawn, and nothing is made up", |it| style.bad(it));
    text.push_str(&style.wrap("  ", &one_line(why, MOST)));
    if let Some(question) = &room.question {
        text.push_str(&style.wrap("Question: ", question));
    }
    let count = room.said.len();
    let turns = if count == 1 { "turn" } else { "turns" };
    text.push_str(&dimmed(style, "", &format!("{count} {turns} in it: `show --turns`")));
    text
}

/// Colours each line separately, as text in a box needs.
fn painted(style: Style, words: &str, paint: impl Fn(&str) -> String) -> String {
    style.wrap("", words).lines().map(|it| format!("{}\n", paint(it))).collect()
}

/// An answer in its colour.
pub(super) fn answered(style: Style, answer: Answered) -> String {
    match answer {
        Answered::Yes => style.good(answer),
        Answered::No => style.bad(answer),
        Answered::Nuanced => style.warn(answer),
    }
}
