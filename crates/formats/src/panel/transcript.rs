//! The transcript of a room: as its participants see it, as its clerk sees it, and where a card's words occur in it.
//!
//! Statements that two participants make at the same time are hidden until both have answered, so that a prompt does not depend on who
//! answered first. Traces are never shown (P-22). Not here: how many tokens there are (`prompt`).
use super::context::{self, fits, least, one};
use crate::data::{ShownStatement, Statement};
use debate::event::Stage;
use debate::state::registry::id;
use debate::state::{Room, RoomStatement};
use debate::{CallId, Debate, Name, text};
use prose::words;

/// How many statements are shown word for word (P-23: four to six).
const LATEST: usize = 6;
/// Divisor of the tokens: earlier positions get at most a quarter. Ours: the latest statements matter most.
const BEFORE: usize = 4;

/// The part of a room that is shown.
pub(super) struct Seen {
    /// Each participant's position before the latest statements, shortened.
    pub(super) held: Vec<ShownStatement>,
    /// The latest statements.
    pub(super) said: Vec<ShownStatement>,
}

/// Whether statements are shown with the ids by which a turn can name them (P-40).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ids {
    Shown,
    Hidden,
}

/// A statement: its speaker, its id, and its words.
struct Spoken<'a> {
    by: &'a Name,
    id: Option<String>,
    words: String,
}

impl Spoken<'_> {
    /// It on a quoted line, in at most `most` tokens.
    fn line(&self, most: usize) -> ShownStatement {
        context::said(self.by, self.id.as_deref(), &self.words, most)
    }
}

/// What a speaker at a stage is shown, in at most `most` tokens.
pub(super) fn seen(debate: &Debate, room: &Room, stage: Stage, ids: Ids, most: usize) -> Seen {
    let takes =
        [&room.a, &room.b].into_iter().filter_map(|by| Some(Spoken { by, id: None, words: take(debate, room, by)? }));
    let said = visible(room, stage).map(|(at, it)| Spoken {
        by: &it.by,
        id: (ids == Ids::Shown).then(|| debate.panel.statement_id(room, at)),
        words: one(&it.turn.say),
    });
    let all: Vec<Spoken<'_>> = takes.chain(said).collect();
    let (before, latest) = all.split_at(all.len().saturating_sub(LATEST));
    let last = |by: &Name| before.iter().rev().find(|it| it.by == by);
    let held: Vec<&Spoken<'_>> = [&room.a, &room.b].into_iter().filter_map(last).collect();
    let share = most / BEFORE / held.len().max(1);
    let held = held.into_iter().filter(|it| least(it.by) <= share);
    let held: Vec<ShownStatement> = held.map(|it| it.line(share)).collect();
    let spent: usize = held.iter().map(|it| text::tokens(&it.to_string()) + 1).sum();
    let mut left = most.saturating_sub(spent);
    // The latest statement is to be answered: it may take half of the space, and the others share the rest as long as a line fits.
    let mut said: Vec<ShownStatement> = Vec::new();
    for (at, it) in latest.iter().rev().enumerate() {
        let share = if at == 0 { left.div_ceil(2) } else { left / (latest.len() - at) };
        let share = share.max(least(it.by) + 1);
        if share > left {
            break;
        }
        let line = it.line(share - 1);
        left = left.saturating_sub(text::tokens(&line.to_string()) + 1);
        said.push(line);
    }
    said.reverse();
    Seen { held, said }
}

/// The other side's concessions that a speaker at a stage may see, each whole, the latest ones that fit into `most` tokens (P-21).
pub(super) fn conceded(debate: &Debate, room: &Room, stage: Stage, to: &Name, ids: Ids, most: usize) -> Vec<String> {
    let theirs = visible(room, stage).filter(|(_, it)| it.by != *to);
    let granted = theirs.filter_map(|(at, it)| {
        let id = (ids == Ids::Shown).then(|| debate.panel.statement_id(room, at));
        Some(context::said(&it.by, id.as_deref(), &one(it.turn.conceded.as_deref()?), usize::MAX).to_string())
    });
    let mut left = most;
    let mut shown: Vec<String> = Vec::new();
    for line in granted.collect::<Vec<_>>().into_iter().rev() {
        let cost = text::tokens(&line) + 1;
        if cost <= left {
            left -= cost;
            shown.push(line);
        }
    }
    shown.reverse();
    shown
}

/// The claims of both takes with their ids, each whole, as many as fit into `most` tokens (P-40).
pub(super) fn claims(debate: &Debate, room: &Room, most: usize) -> Vec<ShownStatement> {
    // The claims of the current round have their ids only in this view of it.
    let (registry, current) = debate.entered();
    let round = current.as_ref().filter(|it| it.number == room.round);
    let Some(round) = round.or_else(|| debate.rounds.iter().find(|it| it.number == room.round)) else {
        return Vec::new();
    };
    let of = |by: &Name| -> Vec<ShownStatement> {
        let places = round.said_by(by).map(|it| it.claims.as_slice()).unwrap_or_default();
        let known = places.iter().filter_map(|it| Some((*it, registry.claims.get(*it)?)));
        known.map(|(place, it)| context::said(by, Some(&id('C', place)), &one(&it.text), usize::MAX)).collect()
    };
    context::whole(of(&room.a).into_iter().chain(of(&room.b)), most)
}

/// The statements that a speaker at a stage may see: of concurrent ones, only those where both have answered.
fn visible(room: &Room, stage: Stage) -> impl Iterator<Item = (usize, &RoomStatement)> {
    let since = room.cores.last().map_or(0, |it| it.after);
    room.said.iter().enumerate().filter_map(move |(at, it)| {
        let is_hidden = match (stage, it.stage) {
            (Stage::Position, Stage::Position) => true,
            (Stage::Convergence, Stage::Convergence) => at >= since,
            (Stage::Clash | Stage::Position | Stage::Exchange | Stage::Convergence, _) => false,
        };
        (!is_hidden).then_some((at, it))
    })
}

/// A participant's take on the aspect, before any rebuttal.
fn take(debate: &Debate, room: &Room, by: &Name) -> Option<String> {
    let round = debate.rounds.iter().find(|it| it.number == room.round)?;
    let turn = &round.said_by(by)?.turn;
    let said = [turn.position.as_deref(), turn.reasoning.as_deref()].into_iter().flatten();
    Some(one(&said.collect::<Vec<_>>().join(" ")))
}

/// Takes and rebuttals up to the end of a clash, in at most `most` tokens.
pub(super) fn clash(debate: &Debate, room: &Room, most: usize) -> Vec<ShownStatement> {
    let takes = [&room.a, &room.b].into_iter().filter_map(|by| Some((by, take(debate, room, by)?)));
    let said = room.at(Stage::Clash).map(|it| (&it.by, one(&it.turn.say)));
    let all: Vec<(&Name, String)> = takes.chain(said).collect();
    let share = (most / all.len().max(1)).saturating_sub(1);
    all.iter().map(|(by, words)| context::said(by, None, words, share)).collect()
}

/// The cores that both named last, in at most `most` tokens.
pub(super) fn cores(room: &Room, most: usize) -> Vec<ShownStatement> {
    let named = room.at(Stage::Convergence).filter_map(|it| Some((&it.by, one(it.turn.core.as_deref()?))));
    let named: Vec<(&Name, String)> = named.collect();
    let last = named.get(named.len().saturating_sub(2)..).unwrap_or_default();
    last.iter().map(|(by, words)| context::said(by, None, words, most / 2 - 1)).collect()
}

/// All statements of a room by number, in at most `most` tokens: equal shares, and short statements leave the rest to others.
pub(super) fn numbered(room: &Room, most: usize) -> String {
    let (mut left, mut lines) = (most, Vec::new());
    for (at, it) in room.said.iter().enumerate() {
        let turn = &it.turn;
        let extra = [("would change my mind", &turn.falsifier), ("granted", &turn.conceded)];
        let extra = extra.iter().filter_map(|(what, words)| Some(format!(" ({what}: {})", words.as_deref()?)));
        let answer = turn.answer.map(|it| format!(" (answers {it})")).unwrap_or_default();
        let words = format!("{}{}{answer}", turn.say, extra.collect::<String>());
        let share = (left / (room.said.len() - at)).saturating_sub(1);
        let line = fits(&format!("| {} {}, {}: {}", at + 1, it.by, it.stage, one(&words)), share);
        left = left.saturating_sub(text::tokens(&line) + 1);
        lines.push(line);
    }
    lines.join("\n")
}

/// The same statements as data, whole.
pub(super) fn statements(room: &Room) -> Vec<Statement> {
    let whole = |it: &Option<String>| it.as_deref().map(one);
    let statement = |(number, it): (usize, &RoomStatement)| Statement {
        number,
        by: it.by.to_string(),
        stage: it.stage,
        words: one(&it.turn.say),
        falsifier: whole(&it.turn.falsifier),
        conceded: whole(&it.turn.conceded),
        answer: it.turn.answer,
    };
    (1..).zip(&room.said).map(statement).collect()
}

/// The turn that a card names: by its number or, where that is nobody's, by the speaker of the words.
pub(super) fn turn(room: &Room, named: &CallId, by: &Name, words: &str) -> CallId {
    let digits: String = named.to_string().chars().filter(char::is_ascii_digit).collect();
    let number: Option<usize> = digits.parse().ok();
    let is_there = |it: &&RoomStatement| it.by == *by && occurs(it, words);
    let numbered = number.and_then(|it| room.said.get(it.checked_sub(1)?)).filter(is_there);
    let found = numbered.or_else(|| room.said.iter().rev().find(is_there));
    let own = || room.said.iter().rev().find(|it| it.by == *by);
    found.or_else(own).map_or_else(|| named.clone(), |it| it.call.clone())
}

/// Whether words occur in a statement, ignoring punctuation and case.
fn occurs(said: &RoomStatement, words: &str) -> bool {
    let plain = |it: &str| format!(" {} ", words::of(it).join(" "));
    let turn = &said.turn;
    let texts = [Some(&turn.say), turn.core.as_ref(), turn.falsifier.as_ref(), turn.conceded.as_ref()];
    let words = plain(words);
    texts.into_iter().flatten().any(|it| plain(it).contains(&words))
}
