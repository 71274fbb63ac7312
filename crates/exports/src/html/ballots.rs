//! The ballots: options and their holders, estimates, terms, and the count of each round (B-03 … B-18).
use super::Page;
use super::drawing;
use super::figures::share;
use super::front::sentence;
use super::markup::{Anchor, Html, Tag};
use super::options::Named;
use crate::wording::ballot::{counted, grouped, pooled, terms, unit};
use analysis::decision::verdict::{OptionConsent, OptionLine, figures};
use debate::Horizon;
use debate::ballot::Estimate;

/// The part.
pub(super) fn part(html: &mut Html, page: &Page<'_>) {
    if let Some(ballot) = &page.debate.ballot {
        html.put(Tag::P, "lead", |html| {
            html.text("Put to the vote: ");
            html.quote(Tag::Span, "", &ballot.to_string());
        });
    }
    let decision = &page.verdict.decision;
    if decision.without_ballot > 0 {
        html.say(Tag::P, "", &format!("Of {}, {} without a ballot.", decision.of, decision.without_ballot));
    }
    if !page.options.all.is_empty() {
        html.say(Tag::H3, "", "Options");
        html.put(Tag::Ol, "options", |html| {
            page.options.all.iter().enumerate().for_each(|(at, it)| option(html, page, at, it));
        });
        merged(html, page);
    }
    estimates(html, page);
    conditions(html, page);
    rounds(html, page);
}

fn option(html: &mut Html, page: &Page<'_>, at: usize, it: &Named) {
    html.at(Tag::Li, &Anchor::option(at), "option", |html| {
        html.say(Tag::Span, "letter", &it.letter);
        html.put(Tag::Div, "", |html| {
            html.quote(Tag::P, "words", &it.text);
            html.put(Tag::P, "who", |html| {
                let is_decided =
                    it.line.as_ref().map_or(it.place.is_some() && it.place == page.decided, |it| it.is_decided);
                if is_decided {
                    html.say(Tag::Span, "badge", "decided");
                    html.text(" ");
                }
                html.text("Held by ");
                page.names(html, &it.held_by);
                if let Some(OptionLine { opened_by, pooled, .. }) = &it.line {
                    html.text(" · opened by ");
                    page.names(html, opened_by);
                    html.text(&pooled.map(|it| format!(" · {} sure together", share(it))).unwrap_or_default());
                }
                let strength = page.why.options.iter().find(|line| line.id == it.letter && it.place.is_some());
                if let Some(line) = strength {
                    html.text(&format!(" · strength of its reasons {} ", share(line.strength)));
                    drawing::bar(html, line.strength, "bar short");
                }
            });
            let said = it.line.as_ref().map(|it| it.said.as_slice()).unwrap_or_default();
            if !said.is_empty() {
                html.put(Tag::Ul, "plain", |html| said.iter().for_each(|it| stand(html, page, it)));
            }
        });
    });
}

/// A participant's remark on an option that it does not hold (B-06).
fn stand(html: &mut Html, page: &Page<'_>, it: &OptionConsent) {
    html.put(Tag::Li, "", |html| {
        page.name(html, &it.by, page.last_turn(&it.by).as_ref());
        html.text(&format!(": {}", it.stand));
        if let Some(why) = &it.why {
            html.text(". ");
            html.quote(Tag::Span, "", &sentence(why));
        }
    });
}

/// Options that were merged into another (B-03).
fn merged(html: &mut Html, page: &Page<'_>) {
    let all = page.debate.options_at(Horizon::Now);
    let merged: Vec<_> = all.iter().filter_map(|(letter, it)| Some((letter, it, it.merged?))).collect();
    if merged.is_empty() {
        return;
    }
    html.put(Tag::Ul, "plain", |html| {
        for (letter, it, (into, round)) in merged {
            html.put(Tag::Li, "", |html| {
                html.text(&format!("{letter} "));
                html.quote(Tag::Span, "", &it.headline);
                html.text(&format!(": one with {into} since round {round}."));
            });
        }
    });
}

/// Each estimate, and the pooled one (B-18).
fn estimates(html: &mut Html, page: &Page<'_>) {
    let seats = page.verdict.participants.iter();
    let cast: Vec<_> = seats.filter_map(|it| Some((&it.name, it.estimate.as_ref()?))).collect();
    if cast.is_empty() {
        return;
    }
    let unit = unit(page.debate);
    html.say(Tag::H3, "", "Estimates");
    html.table("Each estimate", "numbers", |html| {
        html.columns(["Participant", "Lowest", "Best guess", "Highest", "Sure", "Counted in"]);
        html.put(Tag::Tbody, "", |html| {
            for (name, Estimate { lowest, highest, best, sure, counted }) in cast {
                let [lowest, best, highest] = figures([*lowest, *best, *highest]);
                html.put(Tag::Tr, "", |html| {
                    html.row_head(|html| page.name(html, name, page.last_turn(name).as_ref()));
                    html.say(Tag::Td, "number", &lowest);
                    html.say(Tag::Td, "number", &format!("{best} {unit}"));
                    html.say(Tag::Td, "number", &highest);
                    html.say(Tag::Td, "number", &share(*sure));
                    html.quote(Tag::Td, "words", counted.as_deref().unwrap_or_default());
                });
            }
        });
    });
    if let Some(it) = &page.verdict.decision.estimate {
        html.say(Tag::P, "", &format!("Pooled: {}.", pooled(it, unit)));
    }
}

/// The terms, with who asks for or opposes each (B-04).
fn conditions(html: &mut Html, page: &Page<'_>) {
    let terms = terms(page.debate, &page.verdict);
    if terms.is_empty() {
        return;
    }
    html.say(Tag::H3, "", "Terms");
    html.put(Tag::Ul, "reasons", |html| {
        for (place, it) in terms.iter().enumerate() {
            html.at(Tag::Li, &Anchor::term(place), "", |html| {
                html.say(Tag::Strong, "id", &it.id);
                html.put(Tag::Div, "", |html| {
                    html.quote(Tag::P, "words", &it.term.text);
                    html.say(Tag::P, "who", &sentence(&it.behind()));
                    let grounds = it.grounds();
                    if !grounds.is_empty() {
                        html.put(Tag::Ul, "plain", |html| grounds.iter().for_each(|it| html.quote(Tag::Li, "", it)));
                    }
                });
            });
        }
    });
}

/// The count of each round.
fn rounds(html: &mut Html, page: &Page<'_>) {
    if page.debate.rounds.is_empty() || page.debate.ballot.is_none() {
        return;
    }
    html.say(Tag::H3, "", "Round by round");
    html.table("The ballots of each round", "", |html| {
        html.columns(["Round", "Ballots", "Grouped"]);
        html.put(Tag::Tbody, "", |html| {
            for round in &page.debate.rounds {
                html.put(Tag::Tr, "", |html| {
                    html.row_head(|html| {
                        html.link(&Anchor::round(round.number), "", |html| html.text(&round.number.to_string()));
                    });
                    html.quote(Tag::Td, "words", &counted(page.debate, round).unwrap_or_default());
                    html.quote(Tag::Td, "", &grouped(round).unwrap_or_default());
                });
            }
        });
    });
}
