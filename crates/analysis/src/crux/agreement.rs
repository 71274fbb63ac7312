//! Rooms that close as agreed, and what settles a crux (P-21).
//!
//! A room closes as agreed where both sides say so in a field of their answers; no phrase of theirs is interpreted. Agreeing is not
//! settling: a crux is settled only where both answer alike and both name, in a field, the same evidence that was opened. Not here: when a
//! room closes (`formats::panel`).
use super::card::{claims, conceded, falsifiers, words_of};
use super::room_statements::stands;
use debate::crux::{Agreement, Answered, CardPosition, Resolution, Words};
use debate::event::Stage;
use debate::state::registry::place;
use debate::state::{Room, RoomStatement};
use debate::{Card, Debate, Name, Standing, text};

/// Whether the rules are of revision 1 or later.
pub(super) fn is_revised(debate: &Debate) -> bool {
    debate.rules.panel.as_ref().is_some_and(|it| it.is_revised())
}

/// Whether a room closes as agreed: both sides say that nothing is left, and nobody who was asked at the same time still has to answer.
pub fn is_closed_as_agreed(debate: &Debate, room: &Room) -> bool {
    let is_whole = |stage: Stage| room.at(stage).count().is_multiple_of(2);
    is_revised(debate) && room.is_agreed() && is_whole(Stage::Position) && is_whole(Stage::Convergence)
}

/// The card of such a room, in both sides' own words.
pub(super) fn card(debate: &Debate, room: &Room) -> Card {
    let aspect = debate.rounds.iter().find(|it| it.number == room.round).and_then(|it| it.focus.as_deref());
    let question = room.question.as_deref().or(aspect).unwrap_or(debate.topic.as_str()).to_owned();
    let positions: Vec<CardPosition> = [&room.a, &room.b].into_iter().filter_map(|by| position(room, by)).collect();
    let on: Vec<Words> = [&room.a, &room.b].into_iter().filter_map(|by| agreed_on(room, by)).collect();
    let cores: Vec<&str> = room.said.iter().filter_map(|it| it.turn.core.as_deref()).collect();
    let crux = cores.last().copied().or(on.first().map(|it| it.words.as_str())).unwrap_or_default();
    let answer = common(&positions);
    let resolved = <[CardPosition; 2]>::try_from(positions.clone()).ok().and_then(|it| settled(debate, room, &it));
    Card {
        question,
        positions,
        crux: text::one_line(crux),
        kind: None,
        finer: None,
        falsifiers: falsifiers(room),
        settling: None,
        conceded: conceded(room),
        agreed: Some(Agreement { on, answer }),
        resolved,
        claims: claims(debate, room),
    }
}

/// A side's last statement, with its last answer.
fn position(room: &Room, by: &Name) -> Option<CardPosition> {
    let own = || room.said.iter().rev().filter(|it| it.by == *by);
    let last = own().next()?;
    let answer = own().find_map(|it| it.turn.answer);
    Some(CardPosition { by: by.clone(), answer, words: last.turn.say.trim().to_owned(), turn: last.call.clone() })
}

/// The common ground in a side's words: its field for that, otherwise the whole statement with which it said that nothing is left.
fn agreed_on(room: &Room, by: &Name) -> Option<Words> {
    let said = room.said.iter().rev().find(|it| it.by == *by && it.turn.nothing_left == Some(true))?;
    Some(words_of(said, said.turn.both_hold.as_deref().unwrap_or(&said.turn.say)))
}

/// The plain answer that all give.
pub(super) fn common(positions: &[CardPosition]) -> Option<Answered> {
    let first = positions.first()?.answer.filter(|it| *it != Answered::Nuanced)?;
    positions.iter().all(|it| it.answer == Some(first)).then_some(first)
}

/// How opened evidence settled a crux: both give the same plain answer, and both say that it rests on the same evidence.
pub(super) fn settled(debate: &Debate, room: &Room, positions: &[CardPosition; 2]) -> Option<Resolution> {
    let answer = common(positions)?;
    let opened = opened(debate, room);
    let how = || format!("both answer {answer}, and both rest it on {}, which was opened", opened.join(", "));
    (!opened.is_empty()).then(|| Resolution { answer, how: how(), opened: opened.clone() })
}

/// The ids of opened evidence on which both sides rest their answers, as they say in a field: attached texts (`S1`), and sources and claims of
/// the debate whose standing is *opened*. Words of theirs are not searched for ids.
fn opened(debate: &Debate, room: &Room) -> Vec<String> {
    let (registry, _) = debate.entered();
    let is_opened = |id: &str| {
        let attached = place('S', id).is_some_and(|it| it < debate.attached.len());
        let source = || {
            let place = place('E', id).filter(|it| *it < registry.evidence.len());
            place.is_some_and(|it| registry.standing_of(it, room.round) == Standing::Opened)
        };
        let claim = || {
            let claim = place('C', id).and_then(|it| registry.claims.get(it));
            claim.is_some_and(|it| it.touches.iter().any(|it| it.standing == Some(Standing::Opened)))
        };
        attached || source() || claim()
    };
    // The last statement with the field counts: a side may take back what it rested on.
    let named = |by: &Name| {
        let own = room.said.iter().rev().filter(|it| it.by == *by);
        own.map(|it| &it.turn.rests_on).find(|it| !it.is_empty())
    };
    let (Some(a), Some(b)) = (named(&room.a), named(&room.b)) else { return Vec::new() };
    a.iter().filter(|it| b.contains(it) && is_opened(it)).cloned().collect()
}

/// All concessions of a room, in full: each as its speaker made it, and of a model's quotation the sentences that contain it.
pub(super) fn concessions(room: &Room, quoted: &[Words]) -> Vec<Words> {
    let own = conceded(room);
    let is_new = |it: &&Words| !own.iter().any(|whole| whole.turn == it.turn && stands(&it.words, &whole.words));
    let more: Vec<Words> = quoted.iter().filter(is_new).map(|it| whole(room, it)).collect();
    let mut all: Vec<Words> = Vec::new();
    for said in &room.said {
        let of_turn = own.iter().chain(&more).filter(|it| it.turn == said.call);
        for it in of_turn {
            if !all.contains(it) {
                all.push(it.clone());
            }
        }
    }
    all
}

/// The whole sentences of a statement that a quotation stands in: the fewest that contain it.
fn whole(room: &Room, quoted: &Words) -> Words {
    let said = |it: &&RoomStatement| it.call == quoted.turn;
    let sentences = room.said.iter().find(said).map(|it| text::sentences(&it.turn.say)).unwrap_or_default();
    let runs = (1..=sentences.len()).flat_map(|length| sentences.windows(length)).map(|it| it.join(" "));
    let found = runs.into_iter().find(|it| stands(&quoted.words, it));
    Words { words: found.unwrap_or_else(|| quoted.words.clone()), ..quoted.clone() }
}
