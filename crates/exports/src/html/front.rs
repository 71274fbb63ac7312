//! The first screen: the question, the result, and what a reader must know before relying on it (I-01, I-02).
use super::drawing;
use super::figures::{clipped, count, duration, many, money, share};
use super::markup::{Anchor, Attr, Fold, Html, Tag};
use super::{Page, reasons};
use crate::times::day;
use crate::wording::verdict::{closing, is_outvoted};
use analysis::Label;
use analysis::decision::exit::Tally;
use analysis::decision::verdict::{Lost, Screen};
use debate::event::Reason;
use std::collections::BTreeMap;

/// The longest question that is shown as a heading, in characters. Ours: four lines of it.
const HEADING: usize = 180;

/// The question.
pub(super) fn header(html: &mut Html, page: &Page<'_>) {
    let (debate, meta) = (page.debate, &page.verdict.metadata);
    html.put(Tag::Header, "asked", |html| {
        html.put(Tag::P, "kicker", |html| {
            html.say(Tag::Strong, "", "Roundtable");
            html.text(&format!(
                " · {} · {}{} · ",
                many(debate.participants.len(), "participant", "participants"),
                many(meta.rounds as usize, "round", "rounds"),
                closing(meta),
            ));
            let day = day(debate.opened_at);
            html.with(Tag::Time, &[(Attr::DateTime, &day)], |html| html.text(&day));
        });
        let topic = debate.topic.as_str();
        let heading = clipped(topic, HEADING);
        html.quote(Tag::H1, "", &heading);
        if heading.ends_with('…') || topic.trim().contains('\n') {
            html.folded(Fold::Closed, "whole", |it| it.text("The question in full"), |it| paragraphs(it, topic));
        }
    });
}

/// The decision, stated no more strongly than its label allows.
pub(super) fn decision(html: &mut Html, page: &Page<'_>) {
    let (decision, screen) = (&page.verdict.decision, page.verdict.screen());
    html.at(Tag::Section, &Anchor::part("decision"), class(decision.label), |html| {
        notices(html, page);
        html.put(Tag::Div, "verdict", |html| {
            html.put(Tag::Div, "said", |html| {
                html.put(Tag::P, "label", |html| {
                    html.say(Tag::Span, "badge", &screen.label);
                    html.say(Tag::Span, "meaning", meaning(page));
                });
                html.say(Tag::P, "stage", heading(page));
                html.quote(Tag::H2, "", &screen.headline);
                position(html, page, &screen);
                rows(html, page, &screen);
                html.put(Tag::P, "next", |html| unresolved(html, page));
            });
            figures(html, page);
        });
    });
}

/// The CSS class of the decision's part: its colour.
fn class(label: Label) -> &'static str {
    match label {
        Label::Consensus => "decision consensus",
        Label::Partial => "decision partial",
        Label::Dissensus => "decision dissensus",
        Label::Insufficient => "decision insufficient",
        Label::Escalated => "decision escalated",
    }
}

/// The meaning of a label for a debate that ended like this.
fn meaning(page: &Page<'_>) -> &'static str {
    let (decision, exit) = (&page.verdict.decision, page.verdict.metadata.exit);
    match decision.label {
        Label::Consensus if decision.is_unanimous && is_short(page) => "All who are still there hold it.",
        Label::Consensus if decision.is_unanimous => "All hold it.",
        Label::Consensus if decision.estimate.is_some() => "Each estimate holds the best guess of every other.",
        Label::Consensus => "More than half hold it, and everybody else would sign it.",
        Label::Partial if decision.headline.is_none() => "Nothing tells whether they agree.",
        Label::Partial if is_outvoted(decision) => {
            "The decision rule selects it, though more than half hold another option."
        }
        Label::Partial if decision.estimate.is_some() => "The estimates of more than half agree.",
        Label::Partial => "More than half hold it; somebody would not sign it, or has not said.",
        Label::Dissensus if decision.estimate.is_some() => "The estimates are too far apart.",
        Label::Dissensus => "No option has more than half.",
        Label::Insufficient if exit.is_none() || exit == Some(Reason::Insufficient) => {
            "Fewer than two participants could speak: this is no debate, whatever was said."
        }
        Label::Insufficient => "Fewer than two participants had spoken when it ended: this is no debate.",
        Label::Escalated if exit == Some(Reason::NeedsContext) => {
            "They wait for what they asked for: somebody must bring it, or let them go on without."
        }
        Label::Escalated => "A person must answer before you rely on it.",
    }
}

/// Whether a participant with a ballot has dropped out.
fn is_short(page: &Page<'_>) -> bool {
    page.debate.ballot.is_some() && page.verdict.decision.of < page.verdict.participants.len()
}

/// The heading above the headline.
fn heading(page: &Page<'_>) -> &'static str {
    let decision = &page.verdict.decision;
    let has_answer = decision.headline.is_some() || decision.position.is_some();
    let is_cut = page.verdict.metadata.exit.is_some_and(|it| cut(it).is_some());
    match decision.label {
        Label::Insufficient => "No decision",
        Label::Escalated => "Waiting for a person",
        Label::Consensus | Label::Partial | Label::Dissensus if decision.is_rehearsal => "Rehearsed, not decided",
        Label::Consensus | Label::Partial | Label::Dissensus if !decision.is_final && has_answer => "Ahead so far",
        Label::Consensus if is_cut => "Agreed so far",
        Label::Partial | Label::Dissensus if is_cut && has_answer => "Ahead so far",
        Label::Consensus if is_short(page) => "Agreed by those who are still there",
        Label::Consensus => "Agreed",
        Label::Partial if has_answer => "Decided, not by all",
        Label::Dissensus if has_answer => "Ahead, but not agreed",
        Label::Partial | Label::Dissensus => "Nothing leads",
    }
}

fn position(html: &mut Html, page: &Page<'_>, screen: &Screen) {
    if let Some(position) = &screen.position {
        html.put(Tag::Blockquote, "position", |html| html.quote(Tag::P, "", position));
    }
    if let Some((by, words)) = page.verdict.decision.by.as_ref().zip(screen.by.as_ref()) {
        html.put(Tag::P, "whose", |html| {
            html.text(if screen.position.is_some() { "In the words of " } else { "Surest holder: " });
            match page.last_turn(by) {
                Some(to) => html.link(&to, "name", |html| html.text(words)),
                None => html.say(Tag::Span, "name", words),
            }
        });
    }
}

/// The rows of the first screen, with ids as links.
fn rows(html: &mut Html, page: &Page<'_>, screen: &Screen) {
    html.put(Tag::Dl, "screen", |html| {
        for it in &screen.rows {
            html.put(Tag::Div, "", |html| {
                html.say(Tag::Dt, "", it.title);
                html.with(Tag::Dd, &[(Attr::Dir, "auto")], |html| page.words(html, &it.text));
            });
        }
    });
}

/// How much is unresolved, with links.
fn unresolved(html: &mut Html, page: &Page<'_>) {
    let verdict = &page.verdict;
    let counts = [
        (verdict.question.iter().len(), "question to a person", "questions to a person"),
        (verdict.dissent.len(), "participant who does not hold it", "participants who do not hold it"),
        (verdict.changes.cruxes.len(), "open point", "open points"),
        (verdict.evidence.warnings.len(), "warning", "warnings"),
    ];
    let told: Vec<String> =
        counts.iter().filter(|it| it.0 > 0).map(|(count, one, more)| many(*count, one, more)).collect();
    html.say(Tag::Strong, "", "Unresolved. ");
    let told = if told.is_empty() { "nothing".to_owned() } else { told.join(", ") };
    html.link(&Anchor::part("unresolved"), "", |html| html.text(&told));
}

/// The figures beside the decision.
fn figures(html: &mut Html, page: &Page<'_>) {
    let (decision, meta) = (&page.verdict.decision, &page.verdict.metadata);
    html.put(Tag::Dl, "figures", |html| {
        let figure = |html: &mut Html, name: &str, value: &dyn Fn(&mut Html)| {
            html.put(Tag::Div, "", |html| {
                html.say(Tag::Dt, "", name);
                html.put(Tag::Dd, "", value);
            });
        };
        figure(html, "Confidence, pooled", &|html| match decision.confidence {
            Some(it) => {
                html.say(Tag::Span, "large", &share(it));
                drawing::bar(html, it, "bar");
            }
            None => html.text("not given"),
        });
        if let Some(rubric) = meta.rubric.as_ref().filter(|it| it.option.is_some()) {
            let Tally { accept, minor, blocker, none } = rubric.votes;
            figure(html, "On the option that leads", &|html| {
                html.put(Tag::Span, "votes", |html| {
                    for (class, count, word) in [
                        ("vote accept", accept, "ACCEPT"),
                        ("vote minor", minor, "MINOR"),
                        ("vote blocker", blocker, "BLOCKER"),
                        ("vote", none, "not said"),
                    ] {
                        if count > 0 {
                            html.say(Tag::Span, class, &format!("{count} {word}"));
                        }
                    }
                });
            });
        }
        figure(html, "Voices", &|html| {
            let seats = many(page.debate.participants.len(), "seat", "seats");
            html.text(&format!("{seats}, {:.1} independent", meta.voices));
        });
        figure(html, "Rounds", &|html| {
            html.text(&format!("{} of at most {}{}", meta.rounds, meta.round_cap, closing(meta)));
        });
        figure(html, "Cost", &|html| {
            html.link(&Anchor::part("record"), "", |html| html.text(&money(meta.usage.cost)));
            html.say(Tag::Span, "who", &format!("{} tokens", count(meta.usage.tokens())));
            html.say(Tag::Span, "who", &duration(meta.elapsed_ms));
        });
    });
}

/// What a reader must know before the position, so that the first screen alone is safe to act on.
pub(super) fn notices(html: &mut Html, page: &Page<'_>) {
    let (verdict, debate) = (&page.verdict, page.debate);
    let notice = |html: &mut Html, head: &str, says: &dyn Fn(&mut Html)| {
        html.with(Tag::Div, &[(Attr::Class, "notice"), (Attr::Role, "note")], |html| {
            html.say(Tag::Strong, "", head);
            html.text(" ");
            html.put(Tag::Span, "", says);
        });
    };
    if debate.rehearsal {
        notice(html, "Rehearsal.", &|html| {
            html.text("The participants are simulated: nothing on this page is any model's opinion.");
        });
    }
    if debate.closed.is_none() {
        notice(html, "Not over.", &|html| {
            html.text("This is where the debate stood when the page was made; all of it may still change.");
        });
    }
    if let Some((head, says)) = debate.closed.as_ref().and_then(|it| cut(it.why)) {
        notice(html, head, &|html| html.text(says));
    }
    if let Some(question) = &verdict.question {
        notice(html, "A person is asked.", &|html| html.quote(Tag::Span, "", question));
    }
    let meta = &verdict.metadata;
    if !meta.lost.is_empty() {
        notice(html, "Degraded.", &|html| {
            html.link(&Anchor::part("lost"), "", |html| {
                html.text(&format!("{} of {} turns were lost", meta.lost.len(), meta.asked));
            });
            html.text(&format!(": {}.", losses(&meta.lost)));
        });
    }
    if let Some(says) = reasons::favoured(page).filter(|_| verdict.decision.headline.is_some()) {
        notice(html, "Vote and arguments differ.", &|html| {
            html.text(&format!("{} ", sentence(says)));
            html.link(&Anchor::part("why"), "", |html| html.text("See why."));
        });
    }
}

/// Why a debate was cut short, if it was.
fn cut(why: Reason) -> Option<(&'static str, &'static str)> {
    match why {
        Reason::Stopped => Some(("Stopped.", "A person stopped it before it ended by itself.")),
        Reason::Budget => Some(("Cut short.", "The budget did not reach for more.")),
        Reason::Deadline => Some(("Cut short.", "The time was up.")),
        Reason::NeedsContext => Some(("Waiting.", "A participant asked for something that it was not given.")),
        Reason::Insufficient => Some(("No debate.", "Fewer than two participants could speak.")),
        Reason::DiminishingReturns => {
            Some(("Not settled.", "They neither agree nor move, and more rounds bring nothing: a person decides."))
        }
        Reason::Consensus
        | Reason::Plateau
        | Reason::RoundCap
        | Reason::Stable
        | Reason::Unassailable
        | Reason::Escalated
        | Reason::Discussed => None,
    }
}

/// Who lost turns, and why: each name once, with the number of turns.
fn losses(lost: &[Lost]) -> String {
    let mut by: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    lost.iter().for_each(|it| *by.entry((it.name.as_str(), it.why.as_str())).or_default() += 1);
    let line = |((name, why), count): ((&str, &str), usize)| match count {
        1 => format!("{name} ({why})"),
        count => format!("{name} ({why}, {count} times)"),
    };
    by.into_iter().map(line).collect::<Vec<_>>().join(", ")
}

/// Words as a sentence, with a capital and a full stop.
pub(super) fn sentence(words: &str) -> String {
    let mut chars = words.trim().chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    let line = format!("{first}{}", chars.as_str());
    if line.ends_with(['.', '?', '!', '…', '`', ':']) || line.is_empty() { line } else { format!("{line}.") }
}

/// Words in paragraphs, one for each line.
pub(super) fn paragraphs(html: &mut Html, words: &str) {
    let words = debate::text::clean(words).text;
    words.lines().map(str::trim).filter(|it| !it.is_empty()).for_each(|it| html.quote(Tag::P, "", it));
}
