//! What can be wrong with a log.
use crate::ballot::Letter;
use crate::event::LOG_VERSION;
use crate::ids::{CallId, Name, RoomId};

/// A log that is no debate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FoldError {
    /// There is nothing in it.
    #[error("the log is empty")]
    Empty,
    /// It does not begin with `debate_opened`.
    #[error("the log begins with `{0}`, not with `debate_opened`")]
    NotOpened(&'static str),
    /// It was written by a later release.
    #[error("the log has version {0}, this release reads up to {LOG_VERSION}; update roundtable to open it")]
    Newer(u32),
    /// It was written before debates had ballots.
    #[error(
        "the log has version {0}: it was written before version 0.2, whose debates have ballots, and can't be opened by this release; hold the debate anew"
    )]
    Older(u32),
    /// Headlines are grouped into an option that is not the next one and not there.
    #[error("record {seq} of the log names option {letter}, which is not on the ballot")]
    NoOption {
        /// Which record.
        seq: u64,
        /// Which option.
        letter: Letter,
    },
    /// The headlines of a round are grouped twice.
    #[error("record {seq} of the log groups the headlines of round {round} a second time")]
    GroupedTwice {
        /// Which record.
        seq: u64,
        /// Which round.
        round: u32,
    },
    /// A record is missing or stands twice.
    #[error("record {found} of the log stands where record {expected} should")]
    OutOfOrder {
        /// The place it should have.
        expected: u64,
        /// The place it has.
        found: u64,
    },
    /// A record names somebody who is not at the table.
    #[error("record {seq} of the log is about `{name}`, who is not at the table")]
    Stranger {
        /// Which record.
        seq: u64,
        /// Whom it names.
        name: Name,
    },
    /// A record stands behind the end.
    #[error("record {seq} of the log stands after the debate was closed")]
    AfterTheEnd {
        /// Which record.
        seq: u64,
    },
    /// A record belongs to another round.
    #[error("record {seq} of the log is of round {found}, where round {expected} should be")]
    WrongRound {
        /// Which record.
        seq: u64,
        /// The round it should be of.
        expected: u32,
        /// The round it is of.
        found: u32,
    },
    /// A participant has two turns in one round.
    #[error("record {seq} of the log gives `{name}` a second turn in its round")]
    Twice {
        /// Which record.
        seq: u64,
        /// Who.
        name: Name,
    },
    /// The evaluator rules on an answer that does not wait for it.
    #[error("record {seq} of the log rules on an answer of `{name}` that does not wait for a ruling")]
    NotHeld {
        /// Which record.
        seq: u64,
        /// Whose answer.
        name: Name,
    },
    /// A record is about a room that is not there, or over.
    #[error("record {seq} of the log is about `{room}`, which is not open")]
    NoRoom {
        /// Which record.
        seq: u64,
        /// Which room.
        room: RoomId,
    },
    /// The takes of a round are looked at twice.
    #[error("record {seq} of the log looks for disagreement in round {round} a second time")]
    SearchedTwice {
        /// Which record.
        seq: u64,
        /// Which round.
        round: u32,
    },
    /// A room has not two who disagree, or is there already.
    #[error("record {seq} of the log opens `{room}`, which is there already or has not two who disagree")]
    NotTwo {
        /// Which record.
        seq: u64,
        /// Which room.
        room: RoomId,
    },
    /// A question of a room is answered twice.
    #[error("record {seq} of the log answers `{call}` a second time")]
    AnsweredTwice {
        /// Which record.
        seq: u64,
        /// Which question.
        call: CallId,
    },
    /// An answer to a question that was never put, or not to whom it says.
    #[error("record {seq} of the log answers `{call}`, which was not asked so")]
    NotAsked {
        /// Which record.
        seq: u64,
        /// Which question.
        call: CallId,
    },
    /// A turn stands before the first round.
    #[error("record {seq} of the log stands outside any round")]
    NoRound {
        /// Which record.
        seq: u64,
    },
}
