//! What happened. Events are the only facts that are stored.
//!
//! They change by addition: a new variant, or a new field with a default. Logs written by any release fold for ever
//! (O-24), so nothing here is renamed or taken away. Not here: tokens in flight, which nobody keeps, and anything that
//! can be derived.
mod grouping;
mod groupthink;
mod noted;
mod panel;
mod reason;
mod review;

pub use grouping::{Grouped, Grouper, Merged, Repeated};
pub use groupthink::Groupthink;
pub use noted::{Dropped, Noted};
pub use panel::{Dispute, Ignored, PanelEvent, Parts, RoomEvent, RoomTurn, Stage, Thought};
pub use reason::{Failure, Reason};
pub use review::{Ruled, Ruling};

use crate::attachment::Attachment;
use crate::ballot::Ballot;
use crate::ids::{CallId, DebateId, Name, RoomId};
use crate::participant::Participant;
use crate::relation::Pair;
use crate::rules::Rules;
use crate::tool::Use;
use crate::topic::Topic;
use crate::turn::{Flaw, Turn};
use crate::usage::Usage;
use serde::{Deserialize, Serialize};

/// The version this release writes into the first event of a log.
pub const LOG_VERSION: u32 = 2;

/// An event with its place and time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Envelope {
    /// Its place in the log, from 0 without gaps.
    pub seq: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// How long the debate has been running, in milliseconds; pauses between a kill and a resume are not in it.
    pub elapsed: u64,
    /// What.
    #[serde(flatten)]
    pub event: Event,
}

/// One fact of a debate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// Somebody wants to know something, and these sit down to it. Always the first event.
    DebateOpened {
        /// The version of the log ([`LOG_VERSION`]).
        version: u32,
        /// Which debate this is.
        debate: DebateId,
        /// What is debated.
        topic: Topic,
        /// What is put to the vote; nothing at a panel (B-01).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ballot: Option<Ballot>,
        /// By which mode.
        mode: String,
        /// Who sits where, in seating order.
        participants: Vec<Participant>,
        /// By which rules.
        rules: Rules,
        /// Participants are simulated: nothing said here is any model's opinion.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        rehearsal: bool,
        /// Which debate it was forked from (O-23); what follows up to there is that one's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fork: Option<Fork>,
    },
    /// A debate in mode `auto` goes on in another, for a reason (D-05).
    ModeChosen {
        /// Which.
        mode: String,
        /// Why this one.
        why: String,
        /// What was measured, against which thresholds.
        figures: Vec<Figure>,
        /// The same participants, with the roles that the mode gives them.
        participants: Vec<Participant>,
    },
    /// A round begins.
    RoundOpened {
        /// Its number, from 1.
        round: u32,
        /// Whether its speakers hear those before them: if not, they speak independently.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        in_turn: bool,
        /// What kind of round.
        #[serde(default, skip_serializing_if = "RoundKind::is_usual")]
        kind: RoundKind,
        /// A question that every answer of it must answer (D-10).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        focus: Option<String>,
    },
    /// A participant said something that could be read.
    TurnTaken {
        /// In which round.
        round: u32,
        /// In answer to which question.
        call: CallId,
        /// Who.
        by: Name,
        /// What, as far as it could be read.
        turn: Turn,
        /// What was wrong with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        flaws: Vec<Flaw>,
        /// What it said, word for word: with it the log is its own recording (O-05).
        answer: Answer,
    },
    /// An answer came that could not be used; it is asked for once more (D-21).
    AnswerUnusable {
        /// In which round.
        round: u32,
        /// In answer to which question.
        call: CallId,
        /// Who.
        by: Name,
        /// Why it could not be used.
        flaws: Vec<Flaw>,
        /// What it said, word for word.
        answer: Answer,
    },
    /// A participant has no turn in this round. A fact, not an error.
    TurnFailed {
        /// In which round.
        round: u32,
        /// On which question.
        call: CallId,
        /// Who.
        by: Name,
        /// Why.
        why: Failure,
        /// The words of whoever refused or broke down.
        detail: String,
        /// What it said, where it said something.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took to fail, in milliseconds.
        took: u64,
    },
    /// After a round, the table looks as if it were fooling itself (D-41, D-42).
    GroupthinkSeen {
        /// After which round.
        round: u32,
        /// What it looks like.
        what: Groupthink,
        /// The signs, in words.
        signs: Vec<String>,
        /// What was measured, against which thresholds.
        figures: Vec<Figure>,
    },
    /// Answers are read for harm from now on (D-50).
    WatchBegun {
        /// What called for it, in words.
        triggers: Vec<String>,
        /// The model that reads them; nobody can where absent, and the record says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        evaluator: Option<String>,
        /// The model that reads the answers of the evaluator's own model, where that has a seat and another can.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<String>,
        /// The mode alone calls for it: a round is read as a whole, beside the debate. Else each answer is read before others see it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        beside: bool,
    },
    /// Two rounds brought nothing to hold back: the evaluator leaves (D-50).
    WatchEnded {
        /// After which round.
        round: u32,
    },
    /// The evaluator has read an answer (D-50).
    AnswerReviewed {
        /// In which round.
        round: u32,
        /// In answer to which question.
        call: CallId,
        /// Whose answer it read.
        by: Name,
        /// What becomes of that answer.
        ruling: Ruling,
        /// Why.
        reason: String,
        /// The evaluator did not answer, or not so that it could be read: nobody has read the answer.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unread: bool,
        /// What it said, where it said something.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took, in milliseconds.
        took: u64,
    },
    /// The evaluator has read answers of a round beside the debate (D-50).
    RoundReviewed {
        /// Of which round.
        round: u32,
        /// In answer to which question.
        call: CallId,
        /// Whose answers it was given, by seat. Those that it does not rule on pass.
        read: Vec<Name>,
        /// What it does not let pass.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rulings: Vec<Ruled>,
        /// Why nobody has read them, where the evaluator did not answer, or not so that it could be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<String>,
        /// What it said, where it said something.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took, in milliseconds.
        took: u64,
    },
    /// Texts that participants may look things up in (O-10).
    SourcesAttached {
        /// What they are; the first attached to a debate is `S1`.
        sources: Vec<Attachment>,
    },
    /// A participant asked for tools before it answered, and was given what they said (O-10, D-61).
    ToolsUsed {
        /// In which round.
        round: u32,
        /// In answer to which question.
        call: CallId,
        /// Who.
        by: Name,
        /// What it called, with what came back, in its order.
        uses: Vec<Use>,
        /// What it said besides, word for word.
        answer: Answer,
    },
    /// Positions of a round were compared by somebody who reads more than words (E-10, E-11).
    PositionsCompared {
        /// Of which round.
        round: u32,
        /// In answer to which question.
        call: CallId,
        /// Who compared: `local`, or a model as `provider/model`.
        analyst: String,
        /// Why nobody could, where nobody did: words alone are gone by then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<String>,
        /// How they stand to each other.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pairs: Vec<Pair>,
        /// What a model said, where one was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took, in milliseconds.
        took: u64,
    },
    /// The headlines of a round were grouped into options, and the same claims and terms into one (B-03, B-17).
    BallotsGrouped {
        /// Of which round.
        round: u32,
        /// In answer to which question.
        call: CallId,
        /// Who grouped.
        by: Grouper,
        /// Why somebody else than the rules name did, where that is so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<String>,
        /// The options that there are now, each with who holds it.
        options: Vec<Grouped>,
        /// Options that are one with another from now on.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        merged: Vec<Merged>,
        /// Claims of this round that say the same, by who made them and their place in the answer, from 0.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        claims: Vec<Vec<(Name, u32)>>,
        /// Terms of this round that say the same, likewise.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        terms: Vec<Vec<(Name, u32)>>,
        /// Terms of this round that say what a term says that was put before.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        repeated: Vec<Repeated>,
        /// What a model said, where one was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took, in milliseconds.
        took: u64,
    },
    /// Something happened at a panel as a whole (P-10).
    Panel {
        /// What.
        #[serde(flatten)]
        what: PanelEvent,
    },
    /// Something happened between two who disagree (P-17).
    Room {
        /// In which round they were found to.
        round: u32,
        /// Where.
        room: RoomId,
        /// What.
        #[serde(flatten)]
        what: RoomEvent,
    },
    /// A call cost more than its answer says, or went without an option (O-02, O-04). What came of the call is the next event.
    CallNoted {
        /// Which call.
        call: CallId,
        /// What is to be known of it.
        #[serde(flatten)]
        noted: Noted,
    },
    /// The debate is over, unless somebody continues it.
    DebateClosed {
        /// Why.
        why: Reason,
        /// What was measured, against which thresholds (D-40).
        figures: Vec<Figure>,
        /// What a person must answer before it can go on (D-43).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<String>,
    },
    /// A person lets a debate go on.
    DebateContinued {
        /// The rules from now on.
        rules: Rules,
        /// What the person says to every participant (D-43).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
        /// What the next round must answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        focus: Option<String>,
    },
}

impl Event {
    /// Its name as it stands in the log.
    pub fn kind(&self) -> &'static str {
        match self {
            Event::DebateOpened { .. } => "debate_opened",
            Event::RoundOpened { .. } => "round_opened",
            Event::TurnTaken { .. } => "turn_taken",
            Event::AnswerUnusable { .. } => "answer_unusable",
            Event::TurnFailed { .. } => "turn_failed",
            Event::DebateClosed { .. } => "debate_closed",
            Event::ModeChosen { .. } => "mode_chosen",
            Event::GroupthinkSeen { .. } => "groupthink_seen",
            Event::WatchBegun { .. } => "watch_begun",
            Event::WatchEnded { .. } => "watch_ended",
            Event::AnswerReviewed { .. } => "answer_reviewed",
            Event::RoundReviewed { .. } => "round_reviewed",
            Event::DebateContinued { .. } => "debate_continued",
            Event::SourcesAttached { .. } => "sources_attached",
            Event::ToolsUsed { .. } => "tools_used",
            Event::PositionsCompared { .. } => "positions_compared",
            Event::BallotsGrouped { .. } => "ballots_grouped",
            Event::Panel { .. } => "panel",
            Event::Room { .. } => "room",
            Event::CallNoted { .. } => "call_noted",
        }
    }
}

impl Event {
    /// The question whose outcome it records, if it records one.
    pub fn call(&self) -> Option<&CallId> {
        match self {
            Event::TurnTaken { call, .. }
            | Event::AnswerUnusable { call, .. }
            | Event::TurnFailed { call, .. }
            | Event::AnswerReviewed { call, .. }
            | Event::RoundReviewed { call, .. }
            | Event::ToolsUsed { call, .. }
            | Event::PositionsCompared { call, .. }
            | Event::BallotsGrouped { call, .. } => Some(call),
            Event::Panel { what: PanelEvent::AspectsSet { call, .. } } => call.as_ref(),
            Event::Room { what, .. } => what.call(),
            Event::DebateOpened { .. }
            | Event::ModeChosen { .. }
            | Event::RoundOpened { .. }
            | Event::GroupthinkSeen { .. }
            | Event::WatchBegun { .. }
            | Event::WatchEnded { .. }
            | Event::SourcesAttached { .. }
            | Event::CallNoted { .. }
            | Event::DebateClosed { .. }
            | Event::DebateContinued { .. }
            | Event::Panel {
                what:
                    PanelEvent::PersonasSeated { .. }
                    | PanelEvent::BeliefsRecalled { .. }
                    | PanelEvent::DisputesFound { .. },
            } => None,
        }
    }
}

/// Where a debate was forked from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fork {
    /// Which debate.
    pub debate: DebateId,
    /// The place of the last event that is that one's.
    pub upto: u64,
}

/// What kind of round one is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundKind {
    /// As the mode has it.
    #[default]
    Usual,
    /// Counter-arguments and alternatives only (D-43).
    Objection,
    /// What each holds on the whole topic, before anything was said (P-10).
    Opening,
    /// What each holds on one aspect (P-10).
    Take,
    /// What each holds in the end (P-10).
    Closing,
    /// Everyone has left its role and casts a closing ballot in secret (B-05).
    Ballot,
}

impl RoundKind {
    fn is_usual(&self) -> bool {
        *self == RoundKind::Usual
    }
}

/// What came back from a model, as it came.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The words.
    pub text: String,
    /// Why the model stopped: `end`, `length` or `refused`.
    pub stop: Stop,
    /// What it consumed.
    pub usage: Usage,
    /// How long it took, in milliseconds, retries included.
    pub took: u64,
    /// How many attempts it took.
    pub attempts: u32,
}

/// Why a model stopped speaking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// It was done.
    #[default]
    End,
    /// It reached the most it may write.
    Length,
    /// It, or its provider, declined.
    Refused,
}

/// Something measured, and what it was held against.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// What was measured.
    pub name: String,
    /// What it came to; absent where nobody gave the field it is made of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The threshold it was compared with.
    pub threshold: f64,
}

impl Figure {
    /// What `name` came to, held against `threshold`.
    pub fn of(name: &str, value: Option<f64>, threshold: f64) -> Figure {
        Figure { name: name.to_owned(), value, threshold }
    }
}
