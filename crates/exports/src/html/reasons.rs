//! The reasons that the decision depends on, and what would change it (Q-21, I-04).
use super::figures::share;
use super::markup::{Html, Tag};
use super::{Page, figures};
use crate::wording::why::standing;
use analysis::Label;
use analysis::argument::thresholds::MOST_CRUXES;
use analysis::argument::{Crux, Favoured, Why};

/// The part on reasons.
pub(super) fn part(html: &mut Html, page: &Page<'_>) {
    let why = &page.why;
    if page.verdict.decision.label == Label::Insufficient {
        html.say(Tag::P, "quiet", "Fewer than two have spoken: there is nothing to weigh.");
        return;
    }
    html.say(Tag::P, "lead", &standing(why));
    if let Some(says) = weak(why) {
        html.say(Tag::P, "quiet", says);
    }
    hanging(html, page, "It hangs on", why.pillars(MOST_CRUXES).collect());
    hanging(html, page, "Against it stands", why.obstacles(MOST_CRUXES).collect());
    changes(html, page);
}

/// The notice where the arguments do not favour the decision.
pub(super) fn favoured(page: &Page<'_>) -> Option<&'static str> {
    match page.verdict.changes.favoured {
        Favoured::Same | Favoured::Nothing => None,
        Favoured::Other(_) => Some("the arguments favour another option than the vote"),
        Favoured::Level => Some("the arguments favour no option: the strongest are level"),
    }
}

/// A caveat about all strengths, where there is one.
fn weak(why: &Why) -> Option<&'static str> {
    if !why.has_claims && !why.options.is_empty() {
        Some("Nobody made a claim: this is from positions and objections alone, each a word without evidence.")
    } else if why.has_claims && !why.is_typed() {
        Some("No claim that bears on it says what kind of evidence it rests on: each counts as speculative.")
    } else if !why.is_settled {
        Some("Some strengths did not converge: take them as rough.")
    } else {
        None
    }
}

fn hanging(html: &mut Html, page: &Page<'_>, title: &str, cruxes: Vec<&Crux>) {
    if cruxes.is_empty() {
        return;
    }
    html.say(Tag::H3, "", title);
    html.put(Tag::Ul, "reasons", |html| {
        for it in cruxes {
            html.put(Tag::Li, "", |html| {
                page.mark(html, &it.id, &it.by);
                html.put(Tag::Div, "", |html| {
                    html.quote(Tag::P, "words", &it.text);
                    html.put(Tag::P, "who", |html| {
                        html.text(&format!("{} · strength {} · held by ", kinds(it), share(it.strength)));
                        page.names(html, &it.by);
                        if !it.against.is_empty() {
                            html.text(" · against it ");
                            page.names(html, &it.against);
                        }
                        if it.flips {
                            html.text(" · ");
                            html.say(Tag::Strong, "", "without it the arguments would not favour this");
                        }
                    });
                });
            });
        }
    });
}

fn kinds(crux: &Crux) -> String {
    let mut kinds: Vec<&str> = crux.kinds.iter().map(|it| it.as_str()).collect();
    kinds.dedup();
    kinds.join(", ")
}

/// What would change the decision (I-04).
fn changes(html: &mut Html, page: &Page<'_>) {
    let changes = &page.verdict.changes;
    html.say(Tag::H3, "", "What would change it");
    if changes.falsifiers.is_empty() && changes.revisit.is_empty() {
        html.say(Tag::P, "quiet", "Nothing that was said tells.");
        return;
    }
    html.put(Tag::Ul, "plain", |html| {
        for it in &changes.falsifiers {
            html.put(Tag::Li, "", |html| {
                html.text("Against ");
                page.words(html, &it.called);
                html.text(": ");
                page.words(html, &figures::clipped(&it.falsifier, LONGEST));
                if it.flips {
                    html.say(Tag::Strong, "", " Enough by itself.");
                }
            });
        }
        for it in &changes.revisit {
            html.put(Tag::Li, "", |html| {
                html.text("Come back to it if ");
                page.words(html, &figures::clipped(it, LONGEST));
                html.text(if it.ends_with('.') { "" } else { "." });
            });
        }
    });
}

/// The longest condition, in characters. Ours: a link leads to its claim.
const LONGEST: usize = 400;
