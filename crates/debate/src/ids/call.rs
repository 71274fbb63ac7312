//! The id of a call: which question it asks, as a value and as text in a log.
//!
//! Two ids are equal exactly if their texts are: a name or a room with a slash in it is parsed from the text. Therefore the functions here
//! construct ids, and other crates only match on them.
use super::{Name, RoomId};
use crate::event::Stage;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// One question to one model, named by its position in the debate (`r2/turn/hamilton`). A resumed debate recognises by it which answers it
/// has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CallId {
    /// `aspects`: the choice of a panel's aspects (P-10).
    Aspects,
    /// `r2/turn/ada`: a turn, or a closing ballot.
    #[non_exhaustive]
    Turn {
        /// In which round.
        round: u32,
        /// The participant.
        who: Name,
        /// The attempt, from 1: after each use of tools the same question is asked again, `r2/turn/ada/2` (O-10).
        time: usize,
    },
    /// `r2/again/ada`: the question repeated because the first answer could not be parsed (D-21).
    #[non_exhaustive]
    Again {
        /// In which round.
        round: u32,
        /// The participant.
        who: Name,
        /// The attempt, from 1.
        time: usize,
    },
    /// `r2/review/ada`: the evaluator's question about one answer (D-50).
    #[non_exhaustive]
    Review {
        /// In which round.
        round: u32,
        /// The author of the answer.
        who: Name,
    },
    /// `r2/reviews/ada`: the evaluator's question about several answers (D-50).
    #[non_exhaustive]
    Reviews {
        /// In which round.
        round: u32,
        /// The author of the first of them.
        who: Name,
    },
    /// `r2/compare/1`: how positions relate to each other (P-30).
    #[non_exhaustive]
    Compare {
        /// In which round.
        round: u32,
        /// The number of the vote, from 1.
        vote: u32,
    },
    /// `r2/group`: which headlines are the same option (B-03).
    #[non_exhaustive]
    Group {
        /// In which round.
        round: u32,
    },
    /// `room-1/card`, `room-1/card/again`: a question about a pair that disagrees (P-20).
    #[non_exhaustive]
    Room {
        /// The room.
        room: RoomId,
        /// The question.
        what: RoomCall,
        /// Whether it is repeated because the first answer could not be used (D-21).
        again: bool,
    },
    /// `cruxes/1/ada`, `cruxes/1/ada/again`: the cruxes of rooms that a participant was not in (P-25).
    #[non_exhaustive]
    Cruxes {
        /// Number of the repetition, from 1: a continued panel may open more rooms.
        time: usize,
        /// The participant.
        who: Name,
        /// Whether it is repeated because the first answer could not be used (D-21).
        again: bool,
    },
    /// An id of unknown shape, as in its log.
    #[non_exhaustive]
    Other(String),
}

/// A question about a pair that disagrees.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoomCall {
    /// `clash/2/ada`: a turn of one of them.
    Turn {
        /// The stage.
        stage: Stage,
        /// The number of the statement within that stage, from 1.
        number: usize,
        /// The speaker.
        who: Name,
    },
    /// `judge/1`: whether the clash settled the disagreement (P-30).
    Judge {
        /// The number of the vote, from 1.
        vote: u32,
    },
    /// `cores/1`: whether both sides named the same crux (P-21).
    Cores {
        /// The attempt, from 1.
        time: usize,
    },
    /// `card` (P-24).
    Card,
}

impl CallId {
    /// The question to `who` in `round`.
    pub fn turn(round: u32, who: &Name) -> CallId {
        CallId::Turn { round, who: who.clone(), time: 1 }.reread(who.as_str())
    }

    /// The same question, repeated because the first answer could not be parsed.
    pub fn again(round: u32, who: &Name) -> CallId {
        CallId::Again { round, who: who.clone(), time: 1 }.reread(who.as_str())
    }

    /// The same question again, with the results of `uses` earlier tool requests (O-10).
    pub fn with_tools(self, uses: usize) -> CallId {
        let time = uses.saturating_add(1);
        match (self, uses) {
            (it, 0) => it,
            (CallId::Turn { round, who, time: 1 }, _) => CallId::Turn { round, who, time },
            (CallId::Again { round, who, time: 1 }, _) => CallId::Again { round, who, time },
            (it, _) => CallId::from(format!("{it}/{time}")),
        }
    }

    /// The evaluator's question about the answer of `who` in `round` (D-50).
    pub fn review(round: u32, who: &Name) -> CallId {
        CallId::Review { round, who: who.clone() }
    }

    /// The evaluator's question about several answers of `round`, the first of them by `who` (D-50).
    pub fn reviews(round: u32, who: &Name) -> CallId {
        CallId::Reviews { round, who: who.clone() }
    }

    /// How positions of `round` relate to each other, vote number `vote` (P-30).
    pub fn compare(round: u32, vote: u32) -> CallId {
        CallId::Compare { round, vote }
    }

    /// Which headlines of `round` are the same option (B-03).
    pub fn group(round: u32) -> CallId {
        CallId::Group { round }
    }

    /// Statement `number` of a room at a stage, from 1.
    pub fn said(room: &RoomId, stage: Stage, number: usize, who: &Name) -> CallId {
        CallId::in_room(room, RoomCall::Turn { stage, number, who: who.clone() }).reread(who.as_str())
    }

    /// Whether a clash settled the disagreement, vote number `vote` (P-30).
    pub fn judge(room: &RoomId, vote: u32) -> CallId {
        CallId::in_room(room, RoomCall::Judge { vote })
    }

    /// Whether both sides named the same crux, attempt `time` (P-21).
    pub fn cores(room: &RoomId, time: usize) -> CallId {
        CallId::in_room(room, RoomCall::Cores { time })
    }

    /// The card of a room (P-24).
    pub fn card(room: &RoomId) -> CallId {
        CallId::in_room(room, RoomCall::Card)
    }

    /// The cruxes of rooms that `who` was not in, asked for the `time`th time, from 1 (P-25).
    pub fn cruxes(time: usize, who: &Name) -> CallId {
        CallId::Cruxes { time, who: who.clone(), again: false }.reread(who.as_str())
    }

    fn in_room(room: &RoomId, what: RoomCall) -> CallId {
        CallId::Room { room: room.clone(), what, again: false }.reread(room.as_str())
    }

    /// The id that its text parses to; it differs only if a part contains a slash.
    fn reread(self, part: &str) -> CallId {
        if part.contains('/') { CallId::from(self.to_string()) } else { self }
    }

    /// The same question of a room, or about cruxes, repeated because the first answer could not be used (D-21).
    pub fn once_more(&self) -> CallId {
        if let CallId::Room { room, what, again: false } = self {
            CallId::Room { room: room.clone(), what: what.clone(), again: true }
        } else if let CallId::Cruxes { time, who, again: false } = self {
            CallId::Cruxes { time: *time, who: who.clone(), again: true }
        } else {
            CallId::from(format!("{self}/{AGAIN}"))
        }
    }

    /// Whether it equals `first.once_more()`, without constructing that.
    pub fn repeats(&self, first: &CallId) -> bool {
        match (self, first) {
            (CallId::Room { room, what, again: true }, CallId::Room { room: in_room, what: first, again: false }) => {
                room == in_room && what == first
            }
            (it, first) => *it == first.once_more(),
        }
    }

    /// The question of a room, if it is one.
    pub fn of_room(&self) -> Option<&RoomCall> {
        if let CallId::Room { what, .. } = self { Some(what) } else { None }
    }

    /// Its room, if it has one.
    pub fn room(&self) -> Option<&RoomId> {
        if let CallId::Room { room, .. } = self { Some(room) } else { None }
    }

    /// Whether it is a participant's turn in a room, not a judgement about it.
    pub fn is_turn(&self) -> bool {
        matches!(self.of_room(), Some(RoomCall::Turn { .. }))
    }

    /// Its round; absent for questions of a room and before the first round.
    pub fn round(&self) -> Option<u32> {
        match self {
            CallId::Turn { round, .. }
            | CallId::Again { round, .. }
            | CallId::Review { round, .. }
            | CallId::Reviews { round, .. }
            | CallId::Compare { round, .. }
            | CallId::Group { round } => Some(*round),
            CallId::Aspects | CallId::Room { .. } | CallId::Cruxes { .. } | CallId::Other(_) => None,
        }
    }

    /// The participant who is asked, or whose answer it concerns.
    pub fn who(&self) -> Option<&Name> {
        match self {
            CallId::Turn { who, .. }
            | CallId::Again { who, .. }
            | CallId::Review { who, .. }
            | CallId::Reviews { who, .. }
            | CallId::Cruxes { who, .. }
            | CallId::Room { what: RoomCall::Turn { who, .. }, .. } => Some(who),
            CallId::Aspects
            | CallId::Compare { .. }
            | CallId::Group { .. }
            | CallId::Room { what: RoomCall::Judge { .. } | RoomCall::Cores { .. } | RoomCall::Card, .. }
            | CallId::Other(_) => None,
        }
    }
}

const ASPECTS: &str = "aspects";
const TURN: &str = "turn";
const AGAIN: &str = "again";
const REVIEW: &str = "review";
const REVIEWS: &str = "reviews";
const COMPARE: &str = "compare";
const GROUP: &str = "group";
const CRUXES: &str = "cruxes";
const JUDGE: &str = "judge";
const CORES: &str = "cores";
const CARD: &str = "card";

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallId::Aspects => f.write_str(ASPECTS),
            CallId::Turn { round, who, time: 1 } => write!(f, "r{round}/{TURN}/{who}"),
            CallId::Turn { round, who, time } => write!(f, "r{round}/{TURN}/{who}/{time}"),
            CallId::Again { round, who, time: 1 } => write!(f, "r{round}/{AGAIN}/{who}"),
            CallId::Again { round, who, time } => write!(f, "r{round}/{AGAIN}/{who}/{time}"),
            CallId::Review { round, who } => write!(f, "r{round}/{REVIEW}/{who}"),
            CallId::Reviews { round, who } => write!(f, "r{round}/{REVIEWS}/{who}"),
            CallId::Compare { round, vote } => write!(f, "r{round}/{COMPARE}/{vote}"),
            CallId::Group { round } => write!(f, "r{round}/{GROUP}"),
            CallId::Room { room, what, again } => {
                match what {
                    RoomCall::Turn { stage, number, who } => write!(f, "{room}/{stage}/{number}/{who}")?,
                    RoomCall::Judge { vote } => write!(f, "{room}/{JUDGE}/{vote}")?,
                    RoomCall::Cores { time } => write!(f, "{room}/{CORES}/{time}")?,
                    RoomCall::Card => write!(f, "{room}/{CARD}")?,
                }
                if *again { write!(f, "/{AGAIN}") } else { Ok(()) }
            }
            CallId::Cruxes { time, who, again } => {
                write!(f, "{CRUXES}/{time}/{who}")?;
                if *again { write!(f, "/{AGAIN}") } else { Ok(()) }
            }
            CallId::Other(text) => f.write_str(text),
        }
    }
}

/// Parses a text as an id of known shape.
fn read(text: &str) -> Option<CallId> {
    if text == ASPECTS {
        return Some(CallId::Aspects);
    }
    let (place, rest) = text.split_once('/')?;
    if place == CRUXES
        && let Some((time, who)) = rest.split_once('/').and_then(|(it, who)| Some((number(it)?, who)))
    {
        let (who, again) = tries(who);
        return Some(CallId::Cruxes { time, who: who.into(), again });
    }
    let (kind, rest) = rest.split_once('/').map_or((rest, None), |(kind, rest)| (kind, Some(rest)));
    let round = || number(place.strip_prefix('r')?);
    Some(match (kind, rest) {
        (TURN, Some(rest)) => {
            let (who, time) = times(rest);
            CallId::Turn { round: round()?, who: who.into(), time }
        }
        (AGAIN, Some(rest)) => {
            let (who, time) = times(rest);
            CallId::Again { round: round()?, who: who.into(), time }
        }
        (REVIEW, Some(who)) => CallId::Review { round: round()?, who: who.into() },
        (REVIEWS, Some(who)) => CallId::Reviews { round: round()?, who: who.into() },
        (COMPARE, Some(vote)) => CallId::Compare { round: round()?, vote: number(vote)? },
        (GROUP, None) => CallId::Group { round: round()? },
        (kind, rest) => {
            let (what, again) = read_in_room(kind, rest)?;
            CallId::Room { room: place.into(), what, again }
        }
    })
}

/// Parses a question of a room, and whether it is repeated.
fn read_in_room(kind: &str, rest: Option<&str>) -> Option<(RoomCall, bool)> {
    Some(match (kind, rest) {
        (CARD, None) => (RoomCall::Card, false),
        (CARD, Some(AGAIN)) => (RoomCall::Card, true),
        (JUDGE, Some(rest)) => {
            let (vote, again) = tries(rest);
            (RoomCall::Judge { vote: number(vote)? }, again)
        }
        (CORES, Some(rest)) => {
            let (time, again) = tries(rest);
            (RoomCall::Cores { time: number(time)? }, again)
        }
        (stage, Some(rest)) => {
            let stage = Stage::ALL.into_iter().find(|it| it.as_str() == stage)?;
            let (place, who) = rest.split_once('/')?;
            let (who, again) = tries(who);
            (RoomCall::Turn { stage, number: number(place)?, who: who.into() }, again)
        }
        (_, None) => return None,
    })
}

/// The participant and the attempt.
fn times(text: &str) -> (&str, usize) {
    let more = text.rsplit_once('/').and_then(|(who, time)| Some((who, number(time).filter(|it| *it > 1)?)));
    more.unwrap_or((text, 1))
}

/// The question, and whether it is repeated.
fn tries(text: &str) -> (&str, bool) {
    match text.rsplit_once('/') {
        Some((asked, AGAIN)) => (asked, true),
        Some(_) | None => (text, false),
    }
}

/// A number in canonical form: without a sign or leading zeros.
fn number<T: FromStr>(text: &str) -> Option<T> {
    let is_plain = text == "0" || !text.starts_with(['0', '+']);
    text.parse().ok().filter(|_| is_plain)
}

impl From<&str> for CallId {
    fn from(text: &str) -> CallId {
        read(text).unwrap_or_else(|| CallId::Other(text.to_owned()))
    }
}

impl From<String> for CallId {
    fn from(text: String) -> CallId {
        read(&text).unwrap_or(CallId::Other(text))
    }
}

impl FromStr for CallId {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<CallId, Infallible> {
        Ok(CallId::from(text))
    }
}

impl Serialize for CallId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CallId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CallId, D::Error> {
        struct Text;

        impl de::Visitor<'_> for Text {
            type Value = CallId;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the id of a call, as `r2/turn/ada`")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<CallId, E> {
                Ok(CallId::from(text))
            }
        }

        deserializer.deserialize_str(Text)
    }
}

#[cfg(test)]
mod tests;
