//! Who held what in each round, and with which confidence: a table with one cell for each turn, linked to it.
use super::Page;
use super::figures::share;
use super::markup::{Anchor, Attr, Html, Tag};
use super::options::guess;
use analysis::ballots::Count;
use debate::{Debate, Participant, Round, Spoken, Vote};

/// The part.
pub(super) fn part(html: &mut Html, page: &Page<'_>) {
    let debate = page.debate;
    if debate.rounds.is_empty() {
        html.say(Tag::P, "quiet", "No round was opened.");
        return;
    }
    html.put(Tag::P, "quiet", |html| {
        html.text("The letter is that of the ");
        html.link(&Anchor::part("options"), "", |html| html.text("option"));
        html.text(
            " that a turn casts its ballot for, or the figure its best guess; then the confidence, and whether it would sign the option that led in that round. Every cell leads to the turn.",
        );
    });
    html.table("Who held what in which round", "matrix", |html| {
        html.put(Tag::Thead, "", |html| {
            html.put(Tag::Tr, "", |html| {
                html.with(Tag::Th, &[(Attr::Scope, "col")], |html| html.text("Round"));
                for it in &debate.participants {
                    html.with(Tag::Th, &[(Attr::Scope, "col")], |html| head(html, debate, it));
                }
            });
        });
        html.put(Tag::Tbody, "", |html| {
            for round in &debate.rounds {
                html.put(Tag::Tr, "", |html| {
                    html.row_head(|html| {
                        html.link(&Anchor::round(round.number), "", |html| html.text(&round.number.to_string()));
                    });
                    debate.participants.iter().for_each(|it| cell(html, page, round, it));
                });
            }
        });
    });
}

fn head(html: &mut Html, debate: &Debate, it: &Participant) {
    html.say(Tag::Span, "name", it.name.as_str());
    html.say(Tag::Span, "model", &it.model);
    html.say(Tag::Span, "model", debate.outlook(it));
    if let Some(alias) = &it.alias {
        html.say(Tag::Span, "model", &format!("the others knew it as {alias}"));
    }
}

fn cell(html: &mut Html, page: &Page<'_>, round: &Round, participant: &Participant) {
    let Some(spoken) = round.said_by(&participant.name) else {
        let lost = round.failed.iter().find(|it| it.by == participant.name);
        let words = lost.map_or_else(|| "–".to_owned(), |it| format!("lost: {}", it.why));
        html.say(Tag::Td, "quiet", &words);
        return;
    };
    let turn = &spoken.turn;
    html.put(Tag::Td, "", |html| {
        html.link(&Anchor::turn(round.number, spoken.seat), "cell", |html| {
            if let Some((letter, _)) = page.options.held(round, spoken) {
                html.say(Tag::Span, "letter", &letter);
            }
            if let Some(guess) = guess(page.debate, spoken) {
                html.say(Tag::Span, "guess", &guess);
            }
            if let Some(stance) = turn.stance {
                html.say(Tag::Span, "stance", stance.as_str());
            }
            html.say(Tag::Span, "sure", &turn.confidence.map_or_else(|| "unsaid".to_owned(), share));
            let (class, word) = match vote(page.debate, round, spoken) {
                Some(Vote::Accept) => ("mark accept", "accept"),
                Some(Vote::Minor) => ("mark minor", "minor"),
                Some(Vote::Blocker) => ("mark blocker", "blocker"),
                None => return,
            };
            html.say(Tag::Span, class, word);
        });
    });
}

/// A turn's vote on the option that led in its round (B-06); none where no option led, or the turn did not say.
pub(super) fn vote(debate: &Debate, round: &Round, spoken: &Spoken) -> Option<Vote> {
    let count = Count::of_round(debate, round);
    let voter = count.voters.iter().find(|it| *it.name() == spoken.by)?;
    count.vote(voter, count.leader()?)
}
