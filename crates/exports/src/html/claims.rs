//! Every claim with its evidence, the result of checking it and the counterarguments, and the numbered references (E-01 … E-03, O-11).
use super::Page;
use super::figures::{clipped, many, share};
use super::front::sentence;
use super::markup::{Anchor, Fold, Html, Tag};
use crate::wording::verdict::{kind, known_by, rests};
use analysis::decision::verdict::{ClaimLine, CritiqueLine, SourceLine};
use analysis::evidence::checks::{Check, CheckResult};

/// The part.
pub(super) fn part(html: &mut Html, page: &Page<'_>) {
    let evidence = &page.verdict.evidence;
    if evidence.claims.is_empty() {
        html.say(Tag::P, "quiet", "Nobody made a claim that has an id.");
    } else {
        html.say(Tag::H3, "", &many(evidence.claims.len(), "claim", "claims"));
        if let Some(opened) = evidence.opened.says() {
            html.say(Tag::P, "quiet", &opened);
        }
    }
    let is_folded = evidence.claims.len() > UNFOLDED;
    let list = |html: &mut Html, claims: &mut dyn Iterator<Item = (usize, &ClaimLine)>| {
        html.put(Tag::Div, "claims", |html| claims.for_each(|(place, it)| claim(html, page, place, it)));
    };
    if !is_folded {
        list(html, &mut evidence.claims.iter().enumerate());
    }
    // A link to a folded part unfolds it.
    for round in page.debate.rounds.iter().filter(|_| is_folded) {
        let introduced = |place: usize| page.debate.registry.claims.get(place).map(|it| it.introduced);
        let new = || evidence.claims.iter().enumerate().filter(|(place, _)| introduced(*place) == Some(round.number));
        let head = format!("New in round {}: {}", round.number, new().count());
        html.folded(Fold::Closed, "", |html| html.text(&head), |html| list(html, &mut new()));
    }
    if evidence.sources.is_empty() {
        return;
    }
    let references = |html: &mut Html| {
        html.put(Tag::Ol, "references", |html| {
            evidence.sources.iter().enumerate().for_each(|(place, it)| source(html, page, place, it));
        });
    };
    html.at(Tag::H3, &Anchor::part("references"), "", |html| html.text("References"));
    if evidence.sources.len() > UNFOLDED {
        let head = format!("All {}", evidence.sources.len());
        html.folded(Fold::Closed, "", |html| html.text(&head), references);
    } else {
        references(html);
    }
}

/// The most claims, and the most sources, that are unfolded at first. Ours: a few screens.
const UNFOLDED: usize = 40;

fn claim(html: &mut Html, page: &Page<'_>, place: usize, it: &ClaimLine) {
    html.at(Tag::Article, &Anchor::claim(place), "claim", |html| {
        html.put(Tag::P, "head", |html| {
            html.say(Tag::Strong, "id", &it.id);
            html.say(Tag::Span, "tag", it.label.as_str());
            if let Some(word) = it.status {
                html.say(Tag::Span, status(word), word);
            }
            if let Some(known) = known_by(page.debate, place) {
                html.say(Tag::Span, "tag", known);
            }
            if let Some(check) = &it.check {
                html.say(Tag::Span, outcome(check.verdict), check.verdict.as_str());
            }
            ids(html, page, &it.evidence);
        });
        html.quote(Tag::P, "words", &it.text);
        html.put(Tag::P, "who", |html| {
            html.text("Said by ");
            made_by(html, page, place, it);
            if let Some(backing) = rests(it, share) {
                html.text(&format!(" · {backing}"));
            }
            if !it.from.is_empty() {
                html.text(" · follows from");
                ids(html, page, &it.from);
            }
        });
        if let Some(check) = &it.check {
            html.say(Tag::P, "who", &checked(check));
        }
        if !it.critiques.is_empty() {
            html.put(Tag::Ul, "critiques", |html| it.critiques.iter().for_each(|it| critique(html, page, it)));
        }
    });
}

/// The authors of a claim, each linked to the turn that made it.
fn made_by(html: &mut Html, page: &Page<'_>, place: usize, it: &ClaimLine) {
    for (at, name) in it.by.iter().enumerate() {
        html.text(if at == 0 { "" } else { ", " });
        let said = page.debate.rounds.iter().find_map(|round| {
            let spoken = round.said_by(name).filter(|it| it.claims.contains(&place))?;
            Some(Anchor::turn(round.number, spoken.seat))
        });
        page.name(html, name, said.or_else(|| page.last_turn(name)).as_ref());
    }
}

fn ids(html: &mut Html, page: &Page<'_>, ids: &[String]) {
    for id in ids {
        html.text(" ");
        match page.source(id).or_else(|| page.claim(id)) {
            Some(to) => html.link(&to, "id", |html| html.text(&format!("[{id}]"))),
            None => html.text(id),
        }
    }
}

fn status(status: &str) -> &'static str {
    match status {
        "accepted" => "tag good",
        "contested" => "tag bad",
        "retracted" => "tag gone",
        _ => "tag",
    }
}

fn outcome(outcome: CheckResult) -> &'static str {
    match outcome {
        CheckResult::Verified => "tag good",
        CheckResult::Contradicted => "tag bad",
        CheckResult::Unchecked => "tag",
    }
}

fn checked(check: &Check) -> String {
    let place = check.place.as_ref().filter(|it| !check.why.contains(it.as_str()));
    let place = place.map(|it| format!(" in {it}")).unwrap_or_default();
    format!("Checked{place}: {}", clipped(&check.why, 400))
}

fn critique(html: &mut Html, page: &Page<'_>, it: &CritiqueLine) {
    html.put(Tag::Li, "", |html| {
        page.name(html, &it.by, page.turn(it.round, &it.by).as_ref());
        html.text(&format!(", {} in round {}.", it.act, it.round));
        let part = |html: &mut Html, name: &str, words: &str| {
            html.say(Tag::Em, "", &format!(" {name}: "));
            html.quote(Tag::Span, "", &sentence(words));
        };
        if let Some(words) = &it.assessment {
            part(html, "Its evidence", words);
        }
        if let Some(counter) = &it.counter {
            let weaker = if counter.is_weaker { ", weaker" } else { "" };
            part(html, &format!("Against it ({}{weaker})", counter.kind), &counter.text);
            ids(html, page, &counter.evidence);
        }
        if let Some(words) = &it.synthesis {
            part(html, "In its place", words);
        }
    });
}

fn source(html: &mut Html, page: &Page<'_>, place: usize, it: &SourceLine) {
    html.at(Tag::Li, &Anchor::source(place), "", |html| {
        html.say(Tag::Strong, "id", &it.id);
        html.put(Tag::Div, "", |html| {
            html.quote(Tag::P, "words", &it.title);
            if let Some(url) = &it.url {
                html.put(Tag::P, "", |html| html.address(url));
            }
            html.put(Tag::P, "who", |html| {
                html.text(&kind(it));
                if !it.cited_by.is_empty() {
                    html.text(" · cited by ");
                    page.names(html, &it.cited_by);
                }
            });
        });
    });
}
