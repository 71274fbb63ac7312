//! Compares openings with closings and summarises a panel (P-10): the synthesis card.
//!
//! Figures and lists of statements, without free-text summaries. Not here: the verdict.
use crate::ballots::thresholds::FEWEST_LIVE;
use crate::crux::positions::{self, PairStance};
use crate::measure::thresholds::SHIFT_STABLE;
use debate::crux::CruxState;
use debate::event::{Reason, RoundKind};
use debate::state::Room;
use debate::{Debate, Name, RoomId, Round};
use serde::Serialize;

/// A participant's closing compared with its opening (P-10).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shift {
    /// The participant.
    pub by: Name,
    /// Its opening position.
    pub opening: Option<String>,
    /// Its closing position.
    pub closing: Option<String>,
    /// The kind of change.
    pub moved: Moved,
    /// Rooms with a concession by this participant, which may explain the change.
    pub rooms: Vec<RoomId>,
}

/// The kind of change between opening and closing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Moved {
    /// The same position.
    Held,
    /// A different position that does not contradict it.
    Refined,
    /// The opposite position.
    Reversed,
    /// Unknown, because one of them is missing.
    Unknown,
}

/// Each participant's closing compared with its opening, by seat.
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

/// A participant's position in the last round of a kind.
fn said<'a>(debate: &'a Debate, kind: RoundKind, by: &Name) -> Option<&'a str> {
    let rounds = debate.rounds.iter().rev().filter(|it| it.kind == kind);
    rounds.filter_map(|it| it.said_by(by)).find_map(|it| it.turn.position.as_deref())
}

fn moved(debate: &Debate, from: &str, to: &str) -> Moved {
    let is_close = |it: debate::Relation| !it.opposed && it.similarity >= 1.0 - SHIFT_STABLE;
    match positions::relation(debate, from, to) {
        PairStance::Same => Moved::Held,
        PairStance::Opposed => Moved::Reversed,
        PairStance::Unclear if debate.compared.of(from, to).is_some_and(is_close) => Moved::Held,
        PairStance::Unclear => Moved::Refined,
    }
}

/// The result of a room, in a word: of its crux, or why there is none.
pub fn outcome(room: &Room) -> &'static str {
    match (&room.card, &room.settled, &room.left) {
        (Some(drawn), ..) => match &drawn.card {
            Ok(card) => card.state().as_str(),
            Err(_) => "failed",
        },
        (None, Some(_), _) => "no dispute left",
        (None, None, Some(_)) => "left alone",
        (None, None, None) => "not over",
    }
}

/// Why a room has no card: a failure, a settlement, why it was skipped, or why it is not over; empty where it has one.
pub fn why_no_card(debate: &Debate, room: &Room) -> String {
    let failed = room.card.as_ref().and_then(|it| it.card.as_ref().err());
    let told = failed.or(room.settled.as_ref()).or(room.left.as_ref()).cloned();
    told.or_else(|| unfinished(debate, room)).unwrap_or_default()
}

/// Whether two came to a crux: a question was asked, or they agreed before one was. Until then it is a clash.
pub fn is_crux(room: &Room) -> bool {
    room.question.is_some() || room.card().is_some()
}

/// The summary of a panel (P-10).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Synthesis {
    /// Openings compared with closings, by seat.
    pub shifts: Vec<Shift>,
    /// Rooms with an open crux.
    pub open: Vec<RoomId>,
    /// Rooms that closed as agreed.
    pub agreed: Vec<RoomId>,
    /// Rooms whose crux opened evidence settles.
    pub settled: Vec<RoomId>,
    /// Disagreements that the clash ended, with the reason.
    pub compatible: Vec<Ended>,
    /// Disagreements that got no crux room, with the reason.
    pub left: Vec<Ended>,
    /// Rooms without a card, with the reason.
    pub failed: Vec<Ended>,
    /// Unfinished rooms, with the reason.
    pub unfinished: Vec<Ended>,
    /// Aspects without disagreement (P-12).
    pub undisputed: Vec<String>,
    /// Aspects with fewer than two takes.
    pub unheard: Vec<String>,
    /// Disagreements left out (P-30).
    pub ignored: Vec<SkippedDispute>,
}

/// A clash or a room that ended without a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ended {
    /// The room.
    pub room: RoomId,
    /// Why.
    pub why: String,
}

/// A disagreement left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SkippedDispute {
    /// In which round.
    pub round: u32,
    /// The first participant.
    pub a: Name,
    /// The second participant.
    pub b: Name,
    /// Why.
    pub why: String,
}

/// Why a room is unfinished; none if it is finished.
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

/// The summary of a panel so far.
pub fn synthesis(debate: &Debate) -> Synthesis {
    let panel = &debate.panel;
    let cards = |state: CruxState| {
        let of_kind = panel.cards().filter(move |(_, card)| card.state() == state);
        of_kind.map(|(room, _)| room.id.clone()).collect()
    };
    let ended = |why: &dyn Fn(&Room) -> Option<String>| {
        panel.rooms.iter().filter_map(|it| Some(Ended { room: it.id.clone(), why: why(it)? })).collect()
    };
    let takes = debate.rounds.iter().filter(|it| it.kind == RoundKind::Take);
    let quiet = takes.filter(|it| panel.searched.get(&it.number).is_some_and(|it| it.found == 0));
    // An aspect with fewer than two takes can't count as undisputed.
    let (undisputed, unheard): (Vec<_>, Vec<_>) = quiet.partition(|it| it.spoken.len() >= FEWEST_LIVE);
    let aspects = |rounds: Vec<&Round>| rounds.into_iter().filter_map(|it| it.focus.clone()).collect();
    let ignored = panel.searched.iter().flat_map(|(round, searched)| {
        searched.ignored.iter().map(|it| SkippedDispute {
            round: *round,
            a: it.a.clone(),
            b: it.b.clone(),
            why: it.why.clone(),
        })
    });
    Synthesis {
        shifts: shifts(debate),
        open: cards(CruxState::Open),
        agreed: cards(CruxState::Agreed),
        settled: cards(CruxState::Settled),
        compatible: ended(&|it| it.settled.clone()),
        left: ended(&|it| it.left.clone()),
        failed: ended(&|it| it.card.as_ref()?.card.as_ref().err().cloned()),
        unfinished: ended(&|it| unfinished(debate, it)),
        undisputed: aspects(undisputed),
        unheard: aspects(unheard),
        ignored: ignored.collect(),
    }
}
