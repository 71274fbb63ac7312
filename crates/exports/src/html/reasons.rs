//! The plain vote beside the debated answer (I-03), what the decision hangs on, and what would change it (Q-21, I-04).
use super::drawing;
use super::figures::{many, share};
use super::front::{sentence, tally};
use super::markup::{Anchor, Fold, Html, Tag};
use super::{Page, figures};
use crate::wording::verdict::NO_VOTES;
use analysis::Label;
use analysis::argument::{Crux, Favoured, Why};
use analysis::thresholds::MOST_CRUXES;
use analysis::verdict::{PlainVote, Ruling};

/// The part on the vote.
pub(super) fn vote(html: &mut Html, page: &Page<'_>) {
    let (decision, plain) = (&page.verdict.decision, &page.verdict.plain_vote);
    html.put(Tag::Div, "pair", |html| {
        html.put(Tag::Article, "card", |html| {
            html.say(Tag::H3, "", "The openings alone");
            match &plain.position {
                Some(position) => html.quote(Tag::P, "words", position),
                None => html.say(Tag::P, "quiet", &untold(plain)),
            }
            html.put(Tag::P, "who", |html| {
                if plain.position.is_some() {
                    html.text(&format!("{} of {} opened with it: ", plain.held_by.len(), plain.openings));
                    page.names(html, &plain.held_by);
                    html.text(". ");
                }
                let votes = plain.votes.map(|it| format!("Votes: {}.", tally(it)));
                html.text(&format!("{}{}", votes.unwrap_or_else(|| sentence(NO_VOTES)), heard(plain)));
            });
        });
        html.put(Tag::Article, "card", |html| {
            html.say(Tag::H3, "", "After the debate");
            match &decision.position {
                Some(position) => html.quote(Tag::P, "words", position),
                None => html.say(Tag::P, "quiet", "No position leads."),
            }
            html.put(Tag::P, "who", |html| {
                html.text(&format!("{}; ", decision.label));
                html.text(match (plain.same_as_decision, &plain.position) {
                    (_, None) => "the openings alone have no answer to hold it against.",
                    (Some(true), Some(_)) => "the same answer as the openings'.",
                    (Some(false), Some(_)) => "another answer than the openings'.",
                    (None, Some(_)) => "whether it is the openings' answer can't be told by their words.",
                });
            });
        });
    });
    if let Some(ruling) = &decision.ruling {
        rules(html, page, ruling);
    }
}

fn untold(plain: &PlainVote) -> String {
    match (plain.openings, plain.argued) {
        (0, 0) => "Nobody opened.".to_owned(),
        (0, _) => "Nobody opened for a side of their own.".to_owned(),
        (openings, _) => {
            let openings = many(openings, "opening", "openings");
            format!("No majority among {openings} ({}).", many(plain.positions, "position", "positions"))
        }
    }
}

fn heard(plain: &PlainVote) -> String {
    let mut out = String::new();
    if !plain.is_independent && plain.openings > 1 {
        out.push_str(" Each had heard those before it.");
    }
    if plain.argued > 0 {
        out.push_str(&format!(" {} argued a side they were given and are not counted.", plain.argued));
    }
    out
}

/// The rule that decided, and what the others would have said.
fn rules(html: &mut Html, page: &Page<'_>, ruling: &Ruling) {
    html.put(Tag::P, "", |html| {
        html.say(Tag::Strong, "", &format!("Decided by the rule “{}”. ", ruling.rule));
        page.words(html, &sentence(&ruling.why));
    });
    let differing = ruling.by_rule.iter().filter(|it| !it.agrees).count();
    let head = match differing {
        0 => "Every other rule gives the same answer".to_owned(),
        count => format!("{} of {} other rules give another answer, or none", count, ruling.by_rule.len()),
    };
    html.folded(
        Fold::Closed,
        "",
        |html| html.text(&head),
        |html| {
            html.table("What other rules of decision say", "", |html| {
                html.columns(["Rule", "Answer", "The same", "How"]);
                html.put(Tag::Tbody, "", |html| {
                    for it in &ruling.by_rule {
                        html.put(Tag::Tr, "", |html| {
                            html.row_head(|html| html.text(it.rule.as_str()));
                            html.quote(Tag::Td, "", it.option.as_deref().unwrap_or("no answer"));
                            html.say(Tag::Td, "", if it.agrees { "yes" } else { "no" });
                            html.say(Tag::Td, "", &sentence(&it.why));
                        });
                    }
                });
            });
        },
    );
}

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
    if !page.options.all.is_empty() {
        html.say(Tag::H3, "", "Options");
        html.put(Tag::Ol, "options", |html| options(html, page));
    }
    hanging(html, page, "It hangs on", why.pillars(MOST_CRUXES).collect());
    hanging(html, page, "Against it stands", why.obstacles(MOST_CRUXES).collect());
    changes(html, page);
}

/// What is said where the arguments do not favour what was decided.
pub(super) fn favoured(page: &Page<'_>) -> Option<&'static str> {
    match page.verdict.changes.favoured {
        Favoured::Same | Favoured::Nothing => None,
        Favoured::Other(_) => Some("the arguments favour another option than the vote"),
        Favoured::Level => Some("the arguments favour no option: the strongest are level"),
    }
}

/// How the decision and the arguments stand to each other.
fn standing(why: &Why) -> String {
    match (&why.favoured, why.options.len()) {
        (_, 0) => "No position was held at the end, so there is nothing to weigh.".to_owned(),
        (Favoured::Same, 1) => "There is no other option. Its strength is what its reasons give it.".to_owned(),
        (Favoured::Same, _) => format!("The arguments favour the decision too, by {:.4}.", why.margin),
        (Favoured::Other(id), _) if why.decided.is_some() => {
            format!("The vote and the arguments differ: the arguments favour option {id}, by {:.4}.", -why.margin)
        }
        (Favoured::Other(id), _) => format!("The arguments favour option {id}, by {:.4}.", why.margin),
        (Favoured::Level, _) => "The arguments favour no option: the strongest are level.".to_owned(),
        (Favoured::Nothing, _) => "Nothing was said that favours an option.".to_owned(),
    }
}

/// What weakens all that is weighed.
fn weak(why: &Why) -> Option<&'static str> {
    if !why.has_claims && !why.options.is_empty() {
        Some("Nobody made a claim: this is from positions and objections alone, each a word without evidence.")
    } else if why.has_claims && !why.is_typed() {
        Some("No claim that bears on it says what kind of evidence it rests on: each counts as speculative.")
    } else if !why.is_settled {
        Some("Some strengths did not come to rest: take them as rough.")
    } else {
        None
    }
}

fn options(html: &mut Html, page: &Page<'_>) {
    for (at, it) in page.options.all.iter().enumerate() {
        html.at(Tag::Li, &Anchor::option(at), "option", |html| {
            html.say(Tag::Span, "letter", &it.letter);
            html.put(Tag::Div, "", |html| {
                html.quote(Tag::P, "words", &it.text);
                html.put(Tag::P, "who", |html| {
                    if it.place.is_some() && it.place == page.decided {
                        html.say(Tag::Span, "badge", "decided");
                        html.text(" ");
                    }
                    html.text(if it.held_by.is_empty() { "Held by nobody in the end" } else { "Held by " });
                    if !it.held_by.is_empty() {
                        page.names(html, &it.held_by);
                    }
                    let strength = page.why.options.iter().find(|line| line.id == it.letter && it.place.is_some());
                    if let Some(line) = strength {
                        html.text(&format!(" · strength of its reasons {} ", share(line.strength)));
                        drawing::bar(html, line.strength, "bar short");
                    }
                });
            });
        });
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

/// What would change it (I-04).
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
                page.words(html, &it.id);
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
                html.text(".");
            });
        }
    });
}

/// The longest condition, in characters. Ours: the claim it is about is a link away.
const LONGEST: usize = 400;
