//! Changed ballots and what carried them (B-13), and how participants changed each other's claims (I-03).
use super::Page;
use super::figures::many;
use super::front::sentence;
use super::markup::{Anchor, Fold, Html, Tag};
use crate::wording::ballot::{all_moves, because, carried};
use analysis::decision::verdict::Change;
use debate::state::registry::{ClaimAction, ClaimEvent, ClaimRecord, id};
use debate::{Act, Name};

/// The part.
pub(super) fn part(html: &mut Html, page: &Page<'_>) {
    let moved = all_moves(page.debate);
    if moved.is_empty() && page.debate.ballot.is_some() {
        html.say(Tag::P, "quiet", "Nobody changed its ballot.");
    }
    html.put(Tag::Div, "cards", |html| moved.iter().for_each(|(by, change)| changed(html, page, by, change)));
    touched(html, page);
}

/// A changed ballot: before, after, the stated cause, and whether that carries it (B-13).
fn changed(html: &mut Html, page: &Page<'_>, by: &Name, change: &Change) {
    html.put(Tag::Article, if change.is_carried { "card" } else { "card bare" }, |html| {
        html.put(Tag::P, "head", |html| {
            page.name(html, by, page.turn(change.round, by).as_ref());
            html.say(Tag::Span, "who", &format!("in round {}", change.round));
        });
        html.put(Tag::P, "passage", |html| {
            html.quote(Tag::Span, "", &change.from);
            html.text(" → ");
            html.quote(Tag::Span, "", &change.to);
        });
        html.put(Tag::P, "", |html| {
            html.say(Tag::Strong, "", "Because. ");
            page.words(html, &because(&change.because));
        });
        html.put(Tag::P, if change.is_carried { "" } else { "without" }, |html| {
            page.words(html, &sentence(&carried(change)));
        });
    });
}

/// Actions on others' claims, those that changed something first.
fn touched(html: &mut Html, page: &Page<'_>) {
    let claims = page.debate.registry.claims.iter().enumerate();
    let acts =
        claims.flat_map(|(place, known)| known.touches.iter().filter_map(move |it| Some((place, known, it, act(it)?))));
    let acts: Vec<(usize, &ClaimRecord, &ClaimEvent, Act)> = acts.collect();
    let of = |wanted: Act| acts.iter().filter(move |it| it.3 == wanted);
    for (wanted, title) in [
        (Act::Concede, "Granted"),
        (Act::Retract, "Taken back"),
        (Act::Challenge, "Denied"),
        (Act::Qualify, "Held within a limit"),
        (Act::Support, "Supported"),
    ] {
        let count = of(wanted).count();
        if count == 0 {
            continue;
        }
        let list = |html: &mut Html| {
            html.put(Tag::Ul, "acts", |html| {
                of(wanted).for_each(|(place, known, touch, _)| line(html, page, *place, known, touch));
            });
        };
        let title = format!("{title}: {}", many(count, "time", "times"));
        match wanted {
            // These show who gave way to whom.
            Act::Concede | Act::Retract => {
                html.say(Tag::H3, "", &title);
                list(html);
            }
            Act::Challenge | Act::Qualify | Act::Support => {
                html.folded(Fold::Closed, "", |html| html.text(&title), list)
            }
        }
    }
    if acts.is_empty() {
        html.say(Tag::P, "quiet", "No participant acted on another's claim by its id.");
    }
}

fn act(touch: &ClaimEvent) -> Option<Act> {
    match touch.action {
        ClaimAction::Stated(_) => None,
        ClaimAction::Moved(act) => Some(act),
    }
}

fn line(html: &mut Html, page: &Page<'_>, place: usize, known: &ClaimRecord, touch: &ClaimEvent) {
    html.put(Tag::Li, "", |html| {
        page.name(html, &touch.by, page.turn(touch.round, &touch.by).as_ref());
        html.text(&format!(" in round {}: ", touch.round));
        html.link(&Anchor::claim(place), "id", |html| html.text(&id('C', place)));
        let others: Vec<Name> = known.by.iter().filter(|it| **it != touch.by).cloned().collect();
        if !others.is_empty() {
            html.text(" of ");
            page.names(html, &others);
        }
        match &touch.why {
            Some(why) => {
                html.text(". ");
                page.words(html, &sentence(why));
            }
            None if touch.critique.is_none() => html.say(Tag::Em, "without", ", without grounds"),
            None => {}
        }
    });
}
