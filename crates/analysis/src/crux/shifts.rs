//! Opening against closing, and what a panel as a whole came to (P-10): the synthesis card.
//!
//! Figures and lists of what was said; nobody sums up. Not here: the verdict, which says what was decided.
use crate::ballots::thresholds::FEWEST_LIVE;
use crate::crux::positions::{self, Relation};
use crate::measure::thresholds::SHIFT_STABLE;
use debate::event::{Reason, RoundKind};
use debate::state::Room;
use debate::{Debate, Name, RoomId, Round};
use serde::Serialize;

/// How somebody's closing stands to its opening (P-10).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shift {
    /// Who.
    pub by: Name,
    /// What it held first.
    pub opening: Option<String>,
    /// What it holds in the end.
    pub closing: Option<String>,
    /// How far that is.
    pub moved: Moved,
    /// Rooms it was in that named a concession of its own: what may have moved it.
    pub rooms: Vec<RoomId>,
}

/// How far somebody moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Moved {
    /// It holds the same.
    Held,
    /// It holds something else that does not contradict it.
    Refined,
    /// It holds the opposite.
    Reversed,
    /// One of both is missing: nobody can say.
    Unknown,
}

/// How everybody's closing stands to its opening, by seat.
pub fn shifts(debate: &Debate) -> Vec<Shift> {
    let shift = |by: &Name| {
        let (opening, closing) = (said(debate, RoundKind::Opening, by), said(debate, RoundKind::Closing, by));
        let moved = opening.zip(closing).map_or(Moved::Unknown, |(from, to)| moved(debate, from, to));
        let rooms = debate.panel.cards().filter(|(_, card)| card.conceded.iter().any(|it| it.by == *by));
        Shift {
            by: by.clone(),
            opening: opening.map(str::to_owned),
            closing: closing.map(str::to_owned),
            moved,
            rooms: rooms.map(|(room, _)| room.id.clone()).collect(),
        }
    };
    debate.participants.iter().map(|it| shift(&it.name)).collect()
}

/// What somebody held in the last round of a kind.
fn said<'a>(debate: &'a Debate, kind: RoundKind, by: &Name) -> Option<&'a str> {
    let rounds = debate.rounds.iter().rev().filter(|it| it.kind == kind);
    rounds.filter_map(|it| it.said_by(by)).find_map(|it| it.turn.position.as_deref())
}

fn moved(debate: &Debate, from: &str, to: &str) -> Moved {
    let is_close = |it: debate::Relation| !it.opposed && it.similarity >= 1.0 - SHIFT_STABLE;
    match positions::relation(debate, from, to) {
        Relation::Same => Moved::Held,
        Relation::Opposed => Moved::Reversed,
        Relation::Unclear if debate.compared.of(from, to).is_some_and(is_close) => Moved::Held,
        Relation::Unclear => Moved::Refined,
    }
}

/// What a panel as a whole came to (P-10).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Synthesis {
    /// Opening against closing, by seat.
    pub shifts: Vec<Shift>,
    /// Rooms whose crux is open.
    pub open: Vec<RoomId>,
    /// Rooms whose crux the two settled.
    pub resolved: Vec<RoomId>,
    /// Clashes that settled it, and why.
    pub settled: Vec<Ended>,
    /// Clashes that settled nothing and were left alone, and why.
    pub left: Vec<Ended>,
    /// Rooms that have no card, and why.
    pub failed: Vec<Ended>,
    /// Rooms that are not over, and why.
    pub unfinished: Vec<Ended>,
    /// Aspects on which nobody was found to disagree (P-12).
    pub undisputed: Vec<String>,
    /// Aspects on which fewer than two had anything to say.
    pub unheard: Vec<String>,
    /// Disagreements that were left alone (P-30).
    pub ignored: Vec<Left>,
}

/// A clash or a room that ended without a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ended {
    /// Which.
    pub room: RoomId,
    /// Why.
    pub why: String,
}

/// A disagreement that was left alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Left {
    /// In which round.
    pub round: u32,
    /// One.
    pub a: Name,
    /// The other.
    pub b: Name,
    /// Why.
    pub why: String,
}

/// Why a room is not over; none where it is.
pub fn unfinished(debate: &Debate, room: &Room) -> Option<String> {
    let is_past = debate.rounds.last().is_some_and(|it| it.number > room.round);
    let why = match debate.closed.as_ref().map(|it| it.why) {
        _ if is_past => "the panel went on without it".to_owned(),
        None => "it still goes on".to_owned(),
        Some(Reason::Budget) => "the budget did not reach for more".to_owned(),
        Some(Reason::Deadline) => "the time was up".to_owned(),
        Some(Reason::Stopped) => "a person stopped the panel".to_owned(),
        Some(
            why @ (Reason::Consensus
            | Reason::Plateau
            | Reason::RoundCap
            | Reason::Insufficient
            | Reason::Stable
            | Reason::Unassailable
            | Reason::DiminishingReturns
            | Reason::Escalated
            | Reason::NeedsContext
            | Reason::Discussed),
        ) => format!("the panel ended before: {why}"),
    };
    (!room.is_over()).then_some(why)
}

/// What a panel came to so far.
pub fn synthesis(debate: &Debate) -> Synthesis {
    let panel = &debate.panel;
    let cards = |is_resolved: bool| {
        let of_kind = panel.cards().filter(move |(_, card)| card.resolved.is_some() == is_resolved);
        of_kind.map(|(room, _)| room.id.clone()).collect()
    };
    let ended = |why: &dyn Fn(&Room) -> Option<String>| {
        panel.rooms.iter().filter_map(|it| Some(Ended { room: it.id.clone(), why: why(it)? })).collect()
    };
    let takes = debate.rounds.iter().filter(|it| it.kind == RoundKind::Take);
    let quiet = takes.filter(|it| panel.searched.get(&it.number).is_some_and(|it| it.found == 0));
    // Where nobody could contradict nothing was found to be undisputed.
    let (undisputed, unheard): (Vec<_>, Vec<_>) = quiet.partition(|it| it.spoken.len() >= FEWEST_LIVE);
    let aspects = |rounds: Vec<&Round>| rounds.into_iter().filter_map(|it| it.focus.clone()).collect();
    let ignored = panel.searched.iter().flat_map(|(round, searched)| {
        searched.ignored.iter().map(|it| Left { round: *round, a: it.a.clone(), b: it.b.clone(), why: it.why.clone() })
    });
    Synthesis {
        shifts: shifts(debate),
        open: cards(false),
        resolved: cards(true),
        settled: ended(&|it| it.settled.clone()),
        left: ended(&|it| it.left.clone()),
        failed: ended(&|it| it.card.as_ref()?.card.as_ref().err().cloned()),
        unfinished: ended(&|it| unfinished(debate, it)),
        undisputed: aspects(undisputed),
        unheard: aspects(unheard),
        ignored: ignored.collect(),
    }
}
