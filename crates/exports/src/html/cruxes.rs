//! A panel's cruxes: each participant's answer to each crux, the cards, and disagreements without a room (P-24, P-25, P-41).
use super::Page;
use super::front::sentence;
use super::markup::{Anchor, Attr, Html, Tag};
use crate::wording;
use crate::wording::panel::{CAUTION, aspect, built, called, cited, kind, outcome, resolution, why_no_card};
use analysis::crux::{self, Row};
use debate::crux::{Answered, UNSAID, Words};
use debate::state::Room;
use debate::{CallId, Card, Persona};

/// The part about cruxes.
pub(super) fn part(html: &mut Html, page: &Page<'_>) {
    let panel = &page.debate.panel;
    html.say(Tag::P, "quiet", CAUTION);
    matrix(html, page, &crux::matrix(page.debate));
    if panel.rooms.is_empty() {
        html.say(Tag::P, "quiet", "No disagreement got a room.");
    }
    let has_card = |it: &(usize, &Room)| it.1.card().is_some();
    let (cards, without): (Vec<_>, Vec<_>) = panel.rooms.iter().enumerate().partition(has_card);
    for (title, rooms) in [("Cards", cards), ("Disagreements without a card", without)] {
        if rooms.is_empty() {
            continue;
        }
        html.say(Tag::H3, "", title);
        html.put(Tag::Div, "cards", |html| rooms.into_iter().for_each(|(place, it)| card(html, page, place, it)));
    }
    left(html, page);
}

/// Personas by cruxes, each cell linked to the card (P-41).
fn matrix(html: &mut Html, page: &Page<'_>, rows: &[Row]) {
    let Some(first) = rows.first() else { return };
    html.say(Tag::H3, "", "Who answers what");
    html.table("Personas by cruxes", "matrix cruxes", |html| {
        html.put(Tag::Thead, "", |html| {
            html.put(Tag::Tr, "", |html| {
                html.with(Tag::Th, &[(Attr::Scope, "col")], |html| html.text("Crux"));
                for it in &first.cells {
                    html.with(Tag::Th, &[(Attr::Scope, "col")], |html| html.say(Tag::Span, "name", it.by.as_str()));
                }
            });
        });
        html.put(Tag::Tbody, "", |html| rows.iter().for_each(|it| row(html, page, it)));
    });
}

fn row(html: &mut Html, page: &Page<'_>, row: &Row) {
    let card = page.room(&row.room).map(Anchor::card);
    let led = |html: &mut Html, inside: &dyn Fn(&mut Html)| match &card {
        Some(to) => html.link(to, "cell", inside),
        None => inside(html),
    };
    html.put(Tag::Tr, "", |html| {
        html.row_head(|html| {
            led(html, &|html| {
                html.text(&format!("{}. ", row.number));
                html.quote(Tag::Span, "", &row.question);
            });
        });
        for it in &row.cells {
            html.put(Tag::Td, "", |html| {
                // Where the table has no head, on a narrow screen.
                html.quote(Tag::Span, "whose", &format!("{} ", it.by));
                match it.told() {
                    None => html.say(Tag::Span, "quiet", "not asked"),
                    Some(told) => led(html, &|html| html.say(Tag::Span, class(it.answer), told)),
                }
            });
        }
    });
}

/// An answer as a label with a word, so that it does not depend on colour.
pub(super) fn answered(html: &mut Html, answer: Option<Answered>) {
    html.say(Tag::Span, class(answer), answer.map_or(UNSAID, Answered::as_str));
}

/// The CSS class of an answer.
fn class(answer: Option<Answered>) -> &'static str {
    match answer {
        Some(Answered::Yes) => "mark good",
        Some(Answered::No) => "mark bad",
        Some(Answered::Nuanced) => "mark minor",
        None => "mark",
    }
}

fn card(html: &mut Html, page: &Page<'_>, place: usize, room: &Room) {
    let class = if room.card().is_some() { "card" } else { "card bare" };
    html.at(Tag::Article, &Anchor::card(place), class, |html| {
        html.put(Tag::P, "head", |html| {
            let head = wording::sentence(&called(&page.debate.panel, room));
            html.link(&Anchor::room(place), "id", |html| html.text(&head));
            html.put(Tag::Span, "", |html| page.names(html, &[room.a.clone(), room.b.clone()]));
            html.say(Tag::Span, "tag", outcome(room));
        });
        if let Some(aspect) = aspect(page.debate, room) {
            html.put(Tag::P, "who", |html| {
                html.text("On ");
                html.link(&Anchor::round(room.round), "", |html| html.text(&format!("round {}", room.round)));
                html.text(": ");
                html.quote(Tag::Span, "", aspect);
            });
        }
        match room.card() {
            Some(drawn) => drawn_card(html, page, place, room, drawn),
            None => none(html, page, room),
        }
    });
}

/// Why there is no card; nothing is invented in its place.
fn none(html: &mut Html, page: &Page<'_>, room: &Room) {
    if let Some(question) = &room.question {
        html.quote(Tag::P, "words", question);
    }
    html.put(Tag::P, "", |html| {
        let head = match (&room.settled, &room.left, &room.card) {
            // The tag in the head says so.
            (Some(_), ..) | (None, Some(_), _) => "",
            (None, None, Some(_)) => "No card could be drawn. ",
            (None, None, None) => "The room is not over. ",
        };
        if !head.is_empty() {
            html.say(Tag::Strong, "", head);
        }
        html.quote(Tag::Span, "", &sentence(&why_no_card(page.debate, room)));
    });
}

fn drawn_card(html: &mut Html, page: &Page<'_>, place: usize, room: &Room, card: &Card) {
    html.quote(Tag::P, "large", &card.question);
    match &card.agreed {
        Some(agreed) => words(html, page, place, "They agree on", &agreed.on),
        None => html.put(Tag::P, "", |html| {
            html.say(Tag::Strong, "", "Crux. ");
            html.quote(Tag::Span, "", &sentence(&card.crux));
            html.say(Tag::Span, "who", &format!(" {}", kind(card)));
        }),
    }
    html.put(Tag::Ul, "plain", |html| {
        for it in &card.positions {
            html.put(Tag::Li, "", |html| {
                turn(html, page, place, &it.turn, it.by.as_str());
                html.text(" ");
                answered(html, it.answer);
                html.text(" ");
                html.quote(Tag::Span, "", &it.words);
            });
        }
    });
    words(html, page, place, "Would change their mind", &card.falsifiers);
    words(html, page, place, "Conceded", &card.conceded);
    others(html, page, room);
    if let Some(settling) = &card.settling {
        html.put(Tag::P, "", |html| {
            html.say(Tag::Strong, "", "Would settle it. ");
            html.quote(Tag::Span, "", settling);
        });
    }
    html.put(Tag::P, "", |html| html.quote(Tag::Span, "", &sentence(&resolution(card))));
    html.put(Tag::P, "who", |html| {
        let judge = room.card.as_ref().map_or("words", |it| it.judge.as_str());
        html.text(&format!("Drawn by {judge}"));
        if !card.claims.is_empty() {
            html.text("; about ");
            page.words(html, &card.claims.join(", "));
        }
        html.text(".");
    });
}

/// The answers of those who were not in the room (P-25).
fn others(html: &mut Html, page: &Page<'_>, room: &Room) {
    let rows = crux::matrix(page.debate);
    let cells: Vec<_> = rows.iter().filter(|it| it.room == room.id).flat_map(|it| &it.cells).collect();
    let others: Vec<_> = cells.into_iter().filter(|it| !room.has(&it.by) && it.told().is_some()).collect();
    if others.is_empty() {
        return;
    }
    html.say(Tag::P, "title", "Those who were not in the room");
    html.put(Tag::Ul, "plain", |html| {
        for it in others {
            html.put(Tag::Li, "", |html| {
                html.say(Tag::Span, "name", it.by.as_str());
                html.text(" ");
                html.say(Tag::Span, class(it.answer), it.told().unwrap_or_default());
                html.text(" ");
                html.quote(Tag::Span, "", it.words.as_deref().unwrap_or_default());
            });
        }
    });
}

fn words(html: &mut Html, page: &Page<'_>, place: usize, title: &str, all: &[Words]) {
    if all.is_empty() {
        return;
    }
    html.say(Tag::P, "title", title);
    html.put(Tag::Ul, "plain", |html| {
        for it in all {
            html.put(Tag::Li, "", |html| {
                turn(html, page, place, &it.turn, it.by.as_str());
                html.text(": ");
                html.quote(Tag::Span, "", &it.words);
            });
        }
    });
}

/// The speaker of some words, linked to the turn.
pub(super) fn turn(html: &mut Html, page: &Page<'_>, room: usize, call: &CallId, by: &str) {
    let said = page.debate.panel.rooms.get(room).and_then(|it| it.said.iter().position(|it| it.call == *call));
    match said {
        Some(said) => html.link(&Anchor::said(room, said), "name", |html| html.text(by)),
        None => html.say(Tag::Span, "name", by),
    }
}

/// Disagreements that got no room (P-30).
fn left(html: &mut Html, page: &Page<'_>) {
    let searched = &page.debate.panel.searched;
    let ignored: Vec<_> =
        searched.iter().flat_map(|(round, it)| it.ignored.iter().map(move |it| (*round, it))).collect();
    if ignored.is_empty() {
        return;
    }
    html.say(Tag::H3, "", "Without a room");
    html.put(Tag::Ul, "plain", |html| {
        for (round, it) in ignored {
            html.put(Tag::Li, "", |html| {
                html.text(&format!("Not discussed in round {round}: "));
                page.names(html, &[it.a.clone(), it.b.clone()]);
                html.text(". ");
                html.quote(Tag::Span, "", &sentence(&it.why));
            });
        }
    });
}

/// The part about personas: which participant speaks for which, and how they were built (P-01).
pub(super) fn personas(html: &mut Html, page: &Page<'_>) {
    let panel = &page.debate.panel;
    if panel.personas.is_empty() {
        html.say(Tag::P, "quiet", "Nobody speaks for anybody else.");
    }
    html.put(Tag::Div, "cards", |html| panel.personas.values().for_each(|it| persona(html, page, it)));
    passages(html, page);
    if let Some(aspects) = &panel.aspects {
        html.put(Tag::P, "title", |html| html.quote(Tag::Span, "", &format!("Aspects, chosen by {}", aspects.by)));
        html.put(Tag::Ol, "plain", |html| aspects.list.iter().for_each(|it| html.quote(Tag::Li, "", it)));
        if let Some(failed) = &aspects.failed {
            html.quote(Tag::P, "quiet", &sentence(failed));
        }
    }
    contradictions(html, page);
}

/// Beliefs that contradict each other, as the clerk read them before anybody spoke.
fn contradictions(html: &mut Html, page: &Page<'_>) {
    let found = crux::contradictions(page.debate);
    if found.is_empty() {
        return;
    }
    html.say(Tag::P, "title", "Where what they wrote contradicts, read before anybody spoke");
    html.put(Tag::Ul, "plain", |html| {
        for it in &found {
            html.put(Tag::Li, "", |html| {
                html.quote(Tag::P, "", &it.question);
                for (who, words) in [(&it.a.0, Some(&it.a.1)), (&it.b.0, it.b.1.as_ref())] {
                    html.put(Tag::P, "quiet", |html| {
                        page.name(html, who, None);
                        html.text(": ");
                        html.quote(Tag::Span, "", words.map(String::as_str).unwrap_or_default());
                    });
                }
            });
        }
    });
}

fn persona(html: &mut Html, page: &Page<'_>, it: &Persona) {
    html.put(Tag::Article, "card", |html| {
        html.put(Tag::P, "head", |html| page.name(html, &it.name, page.last_turn(&it.name).as_ref()));
        html.quote(Tag::P, "", &it.contract.identity);
        html.quote(Tag::P, "who", &sentence(&built(it)));
        let lists = [
            ("Leans towards", &it.contract.bias),
            ("Knows things by", &it.contract.epistemology),
            ("Counts as evidence", &it.contract.evidence),
            ("Looks ahead", &it.contract.horizon),
            ("Changes its mind on", &it.contract.mind_changers),
        ];
        for (title, lines) in lists.into_iter().filter(|it| !it.1.is_empty()) {
            html.say(Tag::P, "title", title);
            html.put(Tag::Ul, "plain", |html| lines.iter().for_each(|it| html.quote(Tag::Li, "", it)));
        }
        for anchor in &it.contract.anchors {
            html.put(Tag::Blockquote, "words", |html| html.quote(Tag::P, "", &anchor.text));
        }
    });
}

/// The passages of personas that were cited, word for word, so that readers can look them up (P-04).
fn passages(html: &mut Html, page: &Page<'_>) {
    let cited = cited(page.debate);
    if cited.is_empty() {
        return;
    }
    html.say(Tag::H3, "", "Passages cited");
    html.put(Tag::Ul, "plain", |html| {
        for (persona, chunk) in cited {
            html.put(Tag::Li, "", |html| {
                page.name(html, &persona.name, page.last_turn(&persona.name).as_ref());
                html.text(", ");
                html.quote(Tag::Span, "", &chunk.source);
                html.text(" ");
                html.quote(Tag::Code, "", chunk.id.as_str());
                html.put(Tag::Blockquote, "words", |html| html.quote(Tag::P, "", &chunk.text));
            });
        }
    });
}
