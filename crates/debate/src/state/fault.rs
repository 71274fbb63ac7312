//! Errors of the fold.
use crate::ballot::Letter;
use crate::event::LOG_VERSION;
use crate::ids::{CallId, Name, RoomId};

/// A log that is not a valid debate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FoldError {
    /// The log is empty.
    #[error("the log is empty")]
    Empty,
    /// It does not begin with `debate_opened`.
    #[error("the log begins with `{0}`, not with `debate_opened`")]
    NotOpened(&'static str),
    /// A later release wrote it.
    #[error("the log has version {0}, this release reads up to {LOG_VERSION}; update roundtable to open it")]
    Newer(u32),
    /// It predates ballots.
    #[error(
        "the log has version {0}: it was written before version 0.2, whose debates have ballots, and can't be opened by this release; run the debate again"
    )]
    Older(u32),
    /// Headlines are grouped into an option that does not exist and is not the next.
    #[error("record {seq} of the log names option {letter}, which is not on the ballot")]
    NoOption {
        /// The record.
        seq: u64,
        /// The option.
        letter: Letter,
    },
    /// The headlines of a round are grouped twice.
    #[error("record {seq} of the log groups the headlines of round {round} a second time")]
    GroupedTwice {
        /// The record.
        seq: u64,
        /// The round.
        round: u32,
    },
    /// A record is missing or repeated.
    #[error("record {found} of the log is at the place of record {expected} should")]
    OutOfOrder {
        /// The expected sequence number.
        expected: u64,
        /// The sequence number found.
        found: u64,
    },
    /// A record names an unknown participant.
    #[error("record {seq} of the log is about `{name}`, who is not a participant")]
    Stranger {
        /// The record.
        seq: u64,
        /// The name.
        name: Name,
    },
    /// A record follows the end.
    #[error("record {seq} of the log comes after the end of the debate")]
    AfterTheEnd {
        /// The record.
        seq: u64,
    },
    /// A record belongs to another round.
    #[error("record {seq} of the log belongs to round {found}; round {expected} is expected")]
    WrongRound {
        /// The record.
        seq: u64,
        /// The expected round.
        expected: u32,
        /// The round found.
        found: u32,
    },
    /// A participant has two turns in one round.
    #[error("record {seq} of the log gives `{name}` a second turn in its round")]
    Twice {
        /// The record.
        seq: u64,
        /// The participant.
        name: Name,
    },
    /// A ruling on an answer that is not waiting for one.
    #[error("record {seq} of the log rules on an answer of `{name}` that is not waiting for a ruling")]
    NotHeld {
        /// The record.
        seq: u64,
        /// The author.
        name: Name,
    },
    /// A record refers to a room that does not exist or is closed.
    #[error("record {seq} of the log is about `{room}`, which is not open")]
    NoRoom {
        /// The record.
        seq: u64,
        /// The room.
        room: RoomId,
    },
    /// The takes of a round are compared twice.
    #[error("record {seq} of the log compares the takes of round {round} a second time")]
    SearchedTwice {
        /// The record.
        seq: u64,
        /// The round.
        round: u32,
    },
    /// A room does not have two different participants, or exists already.
    #[error("record {seq} of the log opens `{room}`, which already exists or does not have two participants")]
    NotTwo {
        /// The record.
        seq: u64,
        /// The room.
        room: RoomId,
    },
    /// A call of a room has two outcomes.
    #[error("record {seq} of the log answers `{call}` a second time")]
    AnsweredTwice {
        /// The record.
        seq: u64,
        /// The question.
        call: CallId,
    },
    /// An answer to a question that was not asked, or not of this participant.
    #[error("record {seq} of the log answers `{call}`, which the debate did not ask")]
    NotAsked {
        /// The record.
        seq: u64,
        /// The question.
        call: CallId,
    },
    /// A turn before the first round.
    #[error("record {seq} of the log is outside any round")]
    NoRound {
        /// The record.
        seq: u64,
    },
}
