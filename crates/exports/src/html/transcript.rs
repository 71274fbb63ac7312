//! The transcript, word for word, folded by round and by turn.
use super::figures::{count, duration, many, share};
use super::front::{paragraphs, sentence};
use super::markup::{Anchor, Attr, Fold, Html, Tag};
use super::open::vote;
use super::options::guess;
use super::rooms;
use super::{Page, ballots_by_round};
use crate::wording::ballot::{ballot, because, on_term, option, other};
use crate::wording::panel::no_turn;
use crate::wording::{question, vulnerability};
use debate::ballot::{Cast, Estimate};
use debate::event::{RoundKind, Ruling};
use debate::state::registry::id;
use debate::state::{Exchange, Failed, Review};
use debate::{Debate, Round, Spoken, Turn};

/// The part.
pub(super) fn part(html: &mut Html, page: &Page<'_>) {
    if page.debate.rounds.is_empty() {
        html.say(Tag::P, "quiet", "No round was opened.");
    }
    continued(html, page.debate, 0);
    page.debate.rounds.iter().for_each(|it| round(html, page, it));
}

/// The most rounds that are unfolded at first; of more, only the last is. Ours: a reader can still skim them.
const UNFOLDED: usize = 6;

fn round(html: &mut Html, page: &Page<'_>, round: &Round) {
    let rounds = &page.debate.rounds;
    let is_last = rounds.last().is_some_and(|it| it.number == round.number);
    let fold = if rounds.len() <= UNFOLDED || is_last { Fold::Open } else { Fold::Closed };
    html.at(Tag::Section, &Anchor::round(round.number), "round", |html| {
        let head = |html: &mut Html| {
            html.say(Tag::H3, "", &format!("Round {}", round.number));
            let kind = match round.kind {
                RoundKind::Usual if round.in_turn => "one after the other",
                RoundKind::Usual => "all at once",
                RoundKind::Objection => "objections only",
                RoundKind::Opening => "openings",
                RoundKind::Take => "takes on an aspect",
                RoundKind::Ballot => "closing ballots, cast in secret",
                RoundKind::Closing => "closings",
            };
            let turns = many(round.spoken.len(), "turn", "turns");
            html.say(Tag::Span, "quiet", &format!("{kind}, {turns}"));
        };
        html.folded(fold, "", head, |html| {
            if let Some(focus) = &round.focus {
                html.put(Tag::P, "", |html| {
                    html.say(Tag::Strong, "", if round.kind == RoundKind::Take { "On: " } else { "Must answer: " });
                    html.quote(Tag::Span, "", focus);
                });
            }
            if rooms::is_side_by_side(round) {
                rooms::takes(html, page, round, |html, it| said(html, page, round, it));
            } else {
                round.spoken.iter().for_each(|it| turn(html, page, round, it));
            }
            round.failed.iter().for_each(|it| failed(html, page.debate, it));
            for it in round.reviews.iter().filter(|it| it.ruling != Ruling::Pass || it.is_unread) {
                review(html, it);
            }
            rooms::of_round(html, page, round.number);
            for seen in page.debate.groupthink.iter().filter(|it| it.round == round.number) {
                html.put(Tag::P, "aside", |html| {
                    html.say(Tag::Strong, "", &sentence(seen.what.as_str()));
                    html.text(&format!(" {}", sentence(&seen.what.signs(&seen.signs))));
                });
            }
            continued(html, page.debate, round.number);
        });
    });
}

fn turn(html: &mut Html, page: &Page<'_>, round: &Round, spoken: &Spoken) {
    let turn = &spoken.turn;
    html.at(Tag::Div, &Anchor::turn(round.number, spoken.seat), "turn", |html| {
        html.folded(
            Fold::Closed,
            "",
            |html| {
                html.say(Tag::Span, "name", spoken.by.as_str());
                if let Some((letter, _)) = page.options.held(round, spoken) {
                    html.say(Tag::Span, "letter", &letter);
                }
                if let Some(guess) = guess(page.debate, spoken) {
                    html.say(Tag::Span, "guess", &guess);
                }
                if let Some(it) = ballots_by_round::vote(page.debate, round, spoken) {
                    vote(html, Some(it));
                }
                if let Some(confidence) = turn.confidence {
                    html.say(Tag::Span, "sure", &share(confidence));
                }
                let gist = turn.position.clone().or_else(|| ballot(page.debate, spoken));
                html.quote(Tag::Span, "gist", gist.as_deref().unwrap_or("no position"));
            },
            |html| said(html, page, round, spoken),
        );
    });
}

fn said(html: &mut Html, page: &Page<'_>, round: &Round, spoken: &Spoken) {
    let turn = &spoken.turn;
    declared(html, page, spoken);
    if let Some(reasoning) = &turn.reasoning {
        paragraphs(html, reasoning);
    }
    listed(html, "Key points", turn.key_points.iter().map(String::as_str));
    claimed(html, spoken);
    moves(html, page, turn);
    let pairs: Vec<String> = turn.vulnerabilities.iter().map(vulnerability).collect();
    listed(html, "Vulnerabilities", pairs.iter().map(String::as_str));
    let asked: Vec<String> = turn.questions.iter().map(question).collect();
    listed(html, "Questions", asked.iter().map(String::as_str));
    listed(html, "Asked for", turn.needs.iter().map(String::as_str));
    if let Some(change) = &turn.confidence_change {
        html.put(Tag::P, "", |html| {
            html.say(Tag::Strong, "", &format!("Confidence changed by {:+.2}. ", change.delta));
            html.quote(Tag::Span, "", &sentence(change.reason.as_deref().unwrap_or_default()));
        });
    }
    if !turn.references.is_empty() {
        html.say(Tag::P, "title", "References");
        html.put(Tag::Ul, "", |html| {
            for it in &turn.references {
                html.put(Tag::Li, "", |html| {
                    html.text(&format!("[{}] ", it.number));
                    html.quote(Tag::Span, "", &it.title);
                    if let Some(url) = &it.url {
                        html.text(" ");
                        html.address(url);
                    }
                });
            }
        });
    }
    round.used_by(&spoken.by).iter().for_each(|it| looked_up(html, it));
    let flaws: Vec<String> = spoken.flaws.iter().map(ToString::to_string).collect();
    listed(html, "Flaws of the answer", flaws.iter().map(String::as_str));
    let usage = spoken.usage;
    let figures = format!("{} tokens in, {} out, {}", count(usage.input), count(usage.output), duration(spoken.took));
    html.say(Tag::P, "who", &figures);
}

/// A turn's declarations: its ballot, its ranking, its votes on other options, its terms, the cause of a move.
fn declared(html: &mut Html, page: &Page<'_>, spoken: &Spoken) {
    let (debate, turn) = (page.debate, &spoken.turn);
    let line = |html: &mut Html, title: &str, words: &str| {
        html.put(Tag::P, "", |html| {
            html.say(Tag::Strong, "", &format!("{title}. "));
            html.with(Tag::Span, &[(Attr::Dir, "auto")], |html| page.words(html, words));
        });
    };
    if let Some(ballot) = ballot(debate, spoken) {
        line(html, "Ballot", &ballot);
    }
    if let Some(Cast::Estimate(Estimate { counted: Some(counted), .. })) = &turn.ballot {
        line(html, "Counted in", counted);
    }
    if !turn.ranking.is_empty() {
        let ranked: Vec<String> = turn.ranking.iter().map(|it| option(debate, *it)).collect();
        line(html, "Ranking", &ranked.join(" · "));
    }
    if !turn.because.is_empty() {
        line(html, "Because", &because(&turn.because));
    }
    if let Some(would) = &turn.would_change {
        line(html, "Would change it", would);
    }
    let others: Vec<String> = turn.others.iter().map(|it| other(debate, it)).collect();
    listed(html, "On other options", others.iter().map(String::as_str));
    listed(html, "Terms", turn.terms.iter().map(String::as_str));
    let moves: Vec<String> = turn.on_terms.iter().map(on_term).collect();
    listed(html, "On terms of the debate", moves.iter().map(String::as_str));
}

fn listed<'a>(html: &mut Html, title: &str, lines: impl Iterator<Item = &'a str>) {
    let lines: Vec<&str> = lines.collect();
    if !lines.is_empty() {
        html.say(Tag::P, "title", title);
        html.put(Tag::Ul, "", |html| lines.iter().for_each(|it| html.quote(Tag::Li, "", it)));
    }
}

fn claimed(html: &mut Html, spoken: &Spoken) {
    if spoken.turn.claims.is_empty() {
        return;
    }
    html.say(Tag::P, "title", "Claims");
    html.put(Tag::Ul, "", |html| {
        for (at, it) in spoken.turn.claims.iter().enumerate() {
            html.put(Tag::Li, "", |html| {
                if let Some(place) = spoken.claims.get(at) {
                    html.link(&Anchor::claim(*place), "id", |html| html.text(&id('C', *place)));
                    html.text(" ");
                }
                html.say(Tag::Span, "tag", it.label.as_str());
                if let Some(standing) = it.standing {
                    html.say(Tag::Span, "tag", standing.as_str());
                }
                html.text(" ");
                html.quote(Tag::Span, "", &it.text);
                let cites: String = it.cites.iter().map(|it| format!(" [{it}]")).collect();
                html.text(&cites);
            });
        }
    });
}

fn moves(html: &mut Html, page: &Page<'_>, turn: &Turn) {
    if turn.moves.is_empty() {
        return;
    }
    html.say(Tag::P, "title", "Stands on claims");
    html.put(Tag::Ul, "", |html| {
        for it in &turn.moves {
            html.put(Tag::Li, "", |html| {
                html.text(&format!("{} ", it.act));
                page.words(html, &it.claim);
                it.texts().for_each(|words| {
                    html.text(" · ");
                    html.quote(Tag::Span, "", words);
                });
            });
        }
    });
}

fn looked_up(html: &mut Html, exchange: &Exchange) {
    for it in &exchange.uses {
        html.folded(
            Fold::Closed,
            "tool",
            |html| {
                let failed = if it.failed { ", failed" } else { "" };
                html.text(&format!("Looked up with {}{failed}: ", it.tool));
                html.say(Tag::Code, "", &it.arguments);
            },
            |html| paragraphs(html, &it.result),
        );
    }
}

fn failed(html: &mut Html, debate: &Debate, it: &Failed) {
    html.put(Tag::P, "lost", |html| {
        html.say(Tag::Span, "name", it.by.as_str());
        html.text(&format!(" has no turn: {}. ", no_turn(debate, it.why)));
        html.quote(Tag::Span, "quiet", &it.detail);
    });
}

fn review(html: &mut Html, it: &Review) {
    let says = match &it.ruling {
        Ruling::Pass => "shown without review, because the evaluator failed".to_owned(),
        Ruling::Redact(words) => format!("shown without {}", many(words.len(), "passage", "passages")),
        Ruling::Reject if it.is_unread => {
            "held back unread, for the evaluator failed and the stakes are high".to_owned()
        }
        Ruling::Reject => "held back as harmful".to_owned(),
    };
    html.put(Tag::P, "aside", |html| {
        html.say(Tag::Span, "name", it.by.as_str());
        html.text(&format!(": {says}. "));
        html.quote(Tag::Span, "quiet", &it.reason);
    });
}

/// A person's remark after a round.
fn continued(html: &mut Html, debate: &Debate, after: u32) {
    for it in debate.continued.iter().filter(|it| it.after == after) {
        html.put(Tag::P, "aside", |html| {
            html.say(Tag::Strong, "", "Continued by a person. ");
            if let Some(said) = &it.said {
                html.quote(Tag::Span, "", said);
            }
        });
    }
}
