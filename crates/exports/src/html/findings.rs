//! The first screen of a panel and what it found, in place of a decision: nobody votes there (P-18).
use super::cruxes::answered;
use super::figures::{count, duration, many, money};
use super::front::{notices, sentence};
use super::markup::{Anchor, Html, Tag};
use super::{Page, cruxes};
use crate::wording::panel::{NOTHING_SHARED, moved, no_crux, place_of, silence, undisputed_question};
use analysis::Findings;
use analysis::crux;
use analysis::crux::findings::{FindOut, PanelMove, Shared};
use debate::crux::{CruxState, Words};

/// The findings, in the order in which a reader needs them.
pub(super) fn front(html: &mut Html, page: &Page<'_>) {
    let findings = &page.findings;
    html.at(Tag::Section, &Anchor::part("findings"), "decision", |html| {
        notices(html, page);
        html.put(Tag::Div, "verdict", |html| {
            html.put(Tag::Div, "said", |html| {
                html.put(Tag::P, "label", |html| {
                    html.say(Tag::Span, "badge", if findings.is_final { "panel" } else { "panel, not over" });
                    html.say(Tag::Span, "meaning", "Nobody votes at a panel: it shows what a decision turns on.");
                });
                html.say(Tag::H2, "", "What all hold");
                all_hold(html, page, findings);
                html.say(Tag::H3, "", "What to find out next");
                find_out(html, page, findings);
            });
            figures(html, page);
        });
    });
}

fn all_hold(html: &mut Html, page: &Page<'_>, findings: &Findings) {
    if findings.all_hold.is_empty() {
        html.say(Tag::P, "quiet", NOTHING_SHARED);
    }
    html.put(Tag::Ul, "plain", |html| {
        findings.all_hold.iter().for_each(|it| shared(html, page, it));
        for it in &findings.undisputed {
            html.put(Tag::Li, "", |html| {
                html.text("No disagreement was found on: ");
                html.quote(Tag::Span, "", it);
            });
        }
        for it in &findings.unheard {
            html.put(Tag::Li, "", |html| {
                html.text("Fewer than two had anything to say on: ");
                html.quote(Tag::Span, "", it);
            });
        }
    });
}

fn shared(html: &mut Html, page: &Page<'_>, it: &Shared) {
    html.put(Tag::Li, "", |html| {
        match it.answer {
            Some(answer) => {
                html.text("All answer ");
                answered(html, Some(answer));
                html.text(" to: ");
            }
            None => html.text("All hold the same on: "),
        }
        html.quote(Tag::Span, "", &it.text);
        html.text(" ");
        match it.room.as_ref().and_then(|it| page.room(it)) {
            Some(room) => html.link(&Anchor::card(room), "id", |html| html.text(&format!("crux {}", room + 1))),
            None => {
                html.link(&Anchor::round(it.round), "id", |html| html.text(&format!("round {}", it.round)));
            }
        }
        // One participant's words are not everybody's.
        if it.answer.is_none() {
            html.put(Tag::Ul, "plain", |html| {
                for said in &it.words {
                    html.put(Tag::Li, "", |html| {
                        page.name(html, &said.by, page.turn(it.round, &said.by).as_ref());
                        html.text(": ");
                        html.quote(Tag::Span, "", &said.words);
                    });
                }
            });
        }
    });
}

fn find_out(html: &mut Html, page: &Page<'_>, findings: &Findings) {
    if findings.find_out.is_empty() {
        let none = "No crux is open.".to_owned();
        let told = if findings.cruxes.is_empty() { no_crux(findings) } else { none };
        html.say(Tag::P, "quiet", &told);
    }
    html.put(Tag::Ul, "plain", |html| findings.find_out.iter().for_each(|it| to_find(html, page, it)));
}

fn to_find(html: &mut Html, page: &Page<'_>, it: &FindOut) {
    html.put(Tag::Li, "", |html| {
        if let Some(room) = page.room(&it.room) {
            html.link(&Anchor::card(room), "id", |html| html.text(&format!("crux {}", it.number)));
        }
        html.text(" ");
        html.quote(Tag::Span, "", &sentence(&it.question));
        if !it.is_open {
            html.say(Tag::Span, "who", &format!(" {}", sentence(undisputed_question(it))));
        }
    });
}

/// The figures beside the findings: nothing is measured, so they are counts.
fn figures(html: &mut Html, page: &Page<'_>) {
    let (findings, record) = (&page.findings, &page.findings.record);
    html.put(Tag::Dl, "figures", |html| {
        let figure = |html: &mut Html, name: &str, value: &dyn Fn(&mut Html)| {
            html.put(Tag::Div, "", |html| {
                html.say(Tag::Dt, "", name);
                html.put(Tag::Dd, "", value);
            });
        };
        figure(html, "Cruxes", &|html| {
            html.link(&Anchor::part("cruxes"), "", |html| {
                let of = |state: CruxState| (findings.in_state(state).count(), state);
                let counts = [CruxState::Open, CruxState::Agreed, CruxState::Settled].map(of);
                let told: Vec<String> =
                    counts.iter().filter(|it| it.0 > 0).map(|(count, state)| format!("{count} {state}")).collect();
                html.text(&if told.is_empty() { "none".to_owned() } else { told.join(", ") });
            });
        });
        figure(html, "Moved", &|html| {
            html.link(&Anchor::part("moved"), "", |html| {
                html.text(&format!("{} of {}", findings.moved.len(), findings.participants.len()));
            });
        });
        figure(html, "Rounds", &|html| html.text(&record.rounds.to_string()));
        figure(html, "Cost", &|html| {
            html.link(&Anchor::part("record"), "", |html| html.text(&money(record.usage.cost)));
            html.say(Tag::Span, "who", &format!("{} tokens", count(record.usage.tokens())));
            html.say(Tag::Span, "who", &duration(record.elapsed_ms));
        });
    });
}

/// The part with changed positions.
pub(super) fn who_moved(html: &mut Html, page: &Page<'_>) {
    let findings = &page.findings;
    if findings.moved.is_empty() {
        let all = findings.held.len() == findings.participants.len();
        let told = match (all, findings.held.is_empty()) {
            (true, _) => "Nobody moved.",
            (false, false) => "Of those who spoke first and last, nobody moved.",
            (false, true) => "Nobody has both an opening and a closing.",
        };
        html.say(Tag::P, "quiet", told);
    }
    html.put(Tag::Div, "cards", |html| findings.moved.iter().for_each(|it| moves(html, page, it)));
    if !findings.held.is_empty() {
        html.put(Tag::P, "", |html| {
            html.text("Held what they held at first: ");
            page.names(html, &findings.held);
            html.text(".");
        });
    }
    if !findings.silent.is_empty() {
        html.say(Tag::H3, "", "Had nothing to say");
        html.put(Tag::Ul, "plain", |html| {
            findings.silent.iter().for_each(|it| html.quote(Tag::Li, "", &silence(it)));
        });
    }
}

fn moves(html: &mut Html, page: &Page<'_>, it: &PanelMove) {
    html.put(Tag::Article, "card", |html| {
        html.put(Tag::P, "head", |html| {
            page.name(html, &it.by, page.last_turn(&it.by).as_ref());
            html.say(Tag::Span, "tag", moved(it.moved));
        });
        for (head, said) in [("From. ", &it.from), ("To. ", &it.to)] {
            html.put(Tag::P, "", |html| {
                html.say(Tag::Strong, "", head);
                html.quote(Tag::Span, "", said);
            });
        }
        if !it.on.is_empty() {
            html.say(Tag::P, "title", "On the way it conceded");
        }
        html.put(Tag::Ul, "plain", |html| {
            for on in &it.on {
                let Words { words, turn, .. } = &on.words;
                html.put(Tag::Li, "", |html| {
                    if let Some(room) = page.room(&on.room) {
                        cruxes::turn(html, page, room, turn, &place_of(&page.debate.panel, &on.room));
                        html.text(": ");
                    }
                    html.quote(Tag::Span, "", words);
                });
            }
        });
        let changes = crux::belief_updates(page.debate, &it.by).changes;
        if !changes.is_empty() {
            let title = format!("What it holds differently: {}", many(changes.len(), "belief", "beliefs"));
            html.say(Tag::P, "title", &title);
        }
        html.put(Tag::Ul, "plain", |html| {
            for change in &changes {
                let room = place_of(&page.debate.panel, &change.room);
                let room = if room.is_empty() { room } else { format!(", {room}") };
                html.put(Tag::Li, "", |html| {
                    html.quote(Tag::Span, "", &change.words);
                    html.text(&format!(": {:.2} → {:.2}{room}", change.from, change.to));
                });
            }
        });
    });
}

/// The part with the closing positions.
pub(super) fn in_the_end(html: &mut Html, page: &Page<'_>) {
    html.put(Tag::Div, "cards", |html| {
        for it in &page.findings.participants {
            html.put(Tag::Article, "card", |html| {
                html.put(Tag::P, "head", |html| {
                    page.name(html, &it.name, page.last_turn(&it.name).as_ref());
                    html.say(Tag::Span, "who", &it.model);
                });
                html.quote(Tag::P, "words", it.position.as_deref().unwrap_or("has not spoken"));
            });
        }
    });
}

/// The part with warnings.
pub(super) fn warnings(html: &mut Html, page: &Page<'_>) {
    html.put(Tag::Ul, "warnings", |html| {
        for warning in &page.findings.evidence.warnings {
            html.put(Tag::Li, "", |html| page.words(html, &sentence(warning)));
        }
    });
}
