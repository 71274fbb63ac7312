//! Unresolved matters, before anything that supports the decision (I-04).
use super::Page;
use super::front::sentence;
use super::markup::{Html, Tag};
use analysis::decision::verdict::{Dissent, OpenCrux};
use debate::Vote;

/// The part.
pub(super) fn part(html: &mut Html, page: &Page<'_>) {
    let verdict = &page.verdict;
    let dissenting = &verdict.dissent;
    let cruxes = &verdict.changes.cruxes;
    if verdict.question.is_none() && cruxes.is_empty() && dissenting.is_empty() {
        let says = match page.decided {
            _ if verdict.decision.estimate.is_some() => "Nothing that bears on the figure is denied.",
            None => "No option was decided on, and nothing that bears on one is denied.",
            Some(_) => "Nobody holds something else, and nothing that bears on the decision is denied.",
        };
        html.say(Tag::P, "quiet", says);
    }
    if let Some(question) = &verdict.question {
        html.say(Tag::H3, "", "Asked of a person");
        html.put(Tag::Div, "card asks", |html| html.quote(Tag::P, "large", question));
    }
    if !dissenting.is_empty() {
        html.say(Tag::H3, "", "Who does not hold it");
        html.put(Tag::Div, "cards", |html| dissenting.iter().for_each(|it| dissent(html, page, it)));
    }
    if !cruxes.is_empty() {
        html.say(Tag::H3, "", "Open points that bear on it");
        html.put(Tag::Div, "cards", |html| cruxes.iter().for_each(|it| crux(html, page, it)));
    }
    html.say(Tag::H3, "", "Before you rely on it");
    html.put(Tag::Ul, "warnings", |html| {
        for warning in &verdict.evidence.warnings {
            html.put(Tag::Li, "", |html| page.words(html, &sentence(warning)));
        }
    });
}

fn dissent(html: &mut Html, page: &Page<'_>, it: &Dissent) {
    html.put(Tag::Article, "card", |html| {
        html.put(Tag::P, "head", |html| {
            page.name(html, &it.by, page.last_turn(&it.by).as_ref());
            vote(html, it.vote);
        });
        html.put(Tag::P, "", |html| {
            html.say(Tag::Strong, "", "Holds. ");
            html.quote(Tag::Span, "", it.holds.as_deref().unwrap_or("no ballot"));
        });
        if let Some(objection) = &it.objection {
            html.put(Tag::P, "", |html| {
                html.say(Tag::Strong, "", "Objection. ");
                html.quote(Tag::Span, "", objection);
            });
        }
        if let Some(position) = &it.position {
            html.quote(Tag::P, "words", position);
        }
    });
}

fn crux(html: &mut Html, page: &Page<'_>, it: &OpenCrux) {
    html.put(Tag::Article, "card", |html| {
        html.put(Tag::P, "head", |html| {
            page.mark(html, &it.id, &it.by);
            html.put(Tag::Span, "who", |html| {
                html.text("held by ");
                page.names(html, &it.by);
                if !it.against.is_empty() {
                    html.text("; against it ");
                    page.names(html, &it.against);
                }
            });
        });
        html.quote(Tag::P, "words", &it.text);
        html.put(Tag::P, "", |html| {
            html.say(Tag::Strong, "", "Would settle it. ");
            page.words(html, &sentence(&it.question));
        });
    });
}

/// A vote on the leading option, as a label.
pub(super) fn vote(html: &mut Html, vote: Option<Vote>) {
    let (class, word) = match vote {
        Some(Vote::Accept) => ("vote accept", "ACCEPT"),
        Some(Vote::Minor) => ("vote minor", "MINOR"),
        Some(Vote::Blocker) => ("vote blocker", "BLOCKER"),
        None => ("vote", "not said"),
    };
    html.say(Tag::Span, class, word);
}
