//! Statements in clashes and rooms, word for word, and takes side by side (P-17, P-42).
//!
//! Private traces (P-22) are not on the page.
use super::Page;
use super::cruxes::answered;
use super::figures::share;
use super::front::{paragraphs, sentence};
use super::markup::{Anchor, Fold, Html, Tag};
use crate::wording;
use crate::wording::panel::{called, cores, is_bare, is_ungrounded, judged, no_turn, outcome, why_no_card};
use debate::event::{RoundKind, Stage};
use debate::state::{Room, RoomStatement};
use debate::{Round, Spoken};

/// Whether the takes of a round are shown side by side (P-42).
pub(super) fn is_side_by_side(round: &Round) -> bool {
    match round.kind {
        RoundKind::Opening | RoundKind::Take | RoundKind::Closing => true,
        RoundKind::Usual | RoundKind::Objection | RoundKind::Ballot => false,
    }
}

/// All takes of a round as one block; `said` writes the details.
pub(super) fn takes(html: &mut Html, page: &Page<'_>, round: &Round, said: impl Fn(&mut Html, &Spoken)) {
    html.put(Tag::Div, "takes", |html| {
        for spoken in &round.spoken {
            html.at(Tag::Article, &Anchor::turn(round.number, spoken.seat), "take", |html| {
                html.put(Tag::P, "head", |html| {
                    html.say(Tag::Span, "name", spoken.by.as_str());
                    if let Some(confidence) = spoken.turn.confidence {
                        html.say(Tag::Span, "sure", &share(confidence));
                    }
                    if is_ungrounded(&page.debate.panel, round.number, &spoken.by) {
                        html.say(Tag::Span, "tag", "ungrounded");
                    }
                });
                html.quote(Tag::P, "words", spoken.turn.position.as_deref().unwrap_or("no position"));
                html.folded(Fold::Closed, "", |html| html.text("In full"), |html| said(html, spoken));
            });
        }
    });
}

/// The rooms of a round, folded.
pub(super) fn of_round(html: &mut Html, page: &Page<'_>, round: u32) {
    for (place, it) in page.debate.panel.rooms.iter().enumerate().filter(|it| it.1.round == round) {
        room(html, page, place, it);
    }
}

fn room(html: &mut Html, page: &Page<'_>, place: usize, room: &Room) {
    html.at(Tag::Div, &Anchor::room(place), "room", |html| {
        html.folded(
            Fold::Closed,
            "",
            |html| {
                html.say(Tag::Span, "id", &wording::sentence(&called(&page.debate.panel, room)));
                html.text(" ");
                html.say(Tag::Span, "name", room.a.as_str());
                html.text(" and ");
                html.say(Tag::Span, "name", room.b.as_str());
                html.text(" ");
                html.say(Tag::Span, "tag", outcome(room));
            },
            |html| inside(html, page, place, room),
        );
    });
}

fn inside(html: &mut Html, page: &Page<'_>, place: usize, room: &Room) {
    let is_clash = |it: &&(usize, &RoomStatement)| it.1.stage == Stage::Clash;
    let all: Vec<(usize, &RoomStatement)> = room.said.iter().enumerate().collect();
    all.iter().filter(is_clash).for_each(|(at, it)| said(html, page, place, *at, it));
    for it in &room.judged {
        let found = judged(&it.judge, it.parts, it.failed.as_deref());
        html.put(Tag::P, "aside", |html| html.quote(Tag::Span, "", &format!("The clash, looked at by {found}")));
    }
    if let Some(question) = &room.question {
        html.put(Tag::P, "aside", |html| {
            html.say(Tag::Strong, "", "They go into it: ");
            html.quote(Tag::Span, "", question);
        });
    }
    all.iter().filter(|it| !is_clash(it)).for_each(|(at, it)| said(html, page, place, *at, it));
    for it in &room.cores {
        let line = format!("After {} turns, {}: {}.", it.after, it.judge, cores(it.same));
        html.put(Tag::P, "aside", |html| html.quote(Tag::Span, "", &line));
    }
    for lost in &room.lost {
        html.put(Tag::P, "lost", |html| {
            html.say(Tag::Span, "name", lost.by.as_str());
            html.text(&format!(" has no turn ({}): {}. ", lost.stage, no_turn(page.debate, lost.why)));
            html.quote(Tag::Span, "quiet", &lost.detail);
        });
    }
    html.put(Tag::P, "aside", |html| {
        if room.card().is_some() {
            return html.link(&Anchor::card(place), "", |html| html.text("Its card"));
        }
        html.text(if room.is_over() { "" } else { "The room is not over. " });
        html.quote(Tag::Span, "", &sentence(&why_no_card(page.debate, room)));
    });
}

fn said(html: &mut Html, page: &Page<'_>, room: usize, at: usize, it: &RoomStatement) {
    let Some(room_of) = page.debate.panel.rooms.get(room) else { return };
    html.at(Tag::Div, &Anchor::said(room, at), "uttered", |html| {
        html.put(Tag::P, "head", |html| {
            html.say(Tag::Span, "name", it.by.as_str());
            html.say(Tag::Span, "id", &page.debate.panel.statement_id(room_of, at));
            html.say(Tag::Span, "who", it.stage.as_str());
            if let Some(answer) = it.turn.answer {
                answered(html, Some(answer));
            }
            if is_bare(&page.debate.panel, &it.call) {
                html.say(Tag::Span, "tag", "ungrounded");
            }
        });
        paragraphs(html, &it.turn.say);
        let named = [
            ("Concedes: ", &it.turn.conceded),
            ("Names: ", &it.turn.core),
            ("Would be moved by: ", &it.turn.falsifier),
        ];
        if it.turn.nothing_left == Some(true) {
            html.put(Tag::P, "who", |html| {
                html.text("Says that nothing is left between them. ");
                html.quote(Tag::Span, "", it.turn.both_hold.as_deref().unwrap_or_default());
            });
        }
        if !it.turn.rests_on.is_empty() {
            html.put(Tag::P, "who", |html| page.words(html, &format!("rests on {}", it.turn.rests_on.join(", "))));
        }
        for link in &it.turn.links {
            html.put(Tag::P, "who", |html| {
                html.text(&format!("{} ", link.relation));
                page.words(html, &link.claim);
            });
        }
        for (head, words) in named.into_iter().filter_map(|(head, it)| Some((head, it.as_ref()?))) {
            html.put(Tag::P, "who", |html| {
                html.say(Tag::Strong, "", head);
                html.quote(Tag::Span, "", words);
            });
        }
    });
}
