//! The events of a debate: the only facts that are stored.
//!
//! Events change by addition only: a new variant, or a new field with a default. Every release can fold the logs of all earlier ones
//! (O-24), so no name here changes or disappears. Not here: tokens in flight, which are not stored, and derived values.
mod grouping;
mod groupthink;
mod noted;
mod panel;
mod reason;
mod review;

pub use grouping::{Grouped, Grouper, Merged, Repeated};
pub use groupthink::Groupthink;
pub use noted::{Dropped, Noted};
pub use panel::{Contradiction, Dispute, Ignored, PanelEvent, Parts, RoomEvent, RoomTurn, Stage, Thought};
pub use reason::{Failure, Reason};
pub use review::{Ruled, Ruling};

use crate::attachment::Attachment;
use crate::ballot::Ballot;
use crate::ids::{CallId, DebateId, Name, RoomId};
use crate::participant::Participant;
use crate::relation::Pair;
use crate::rules::{Rules, without_counting};
use crate::tool::Use;
use crate::topic::Topic;
use crate::turn::{Flaw, Turn};
use crate::usage::Usage;
use serde::{Deserialize, Serialize};

/// The version this release writes into the first event of a log.
pub const LOG_VERSION: u32 = 2;

/// An event with its sequence number and time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Envelope {
    /// Sequence number, from 0 without gaps.
    pub seq: u64,
    /// Wall-clock time, in milliseconds since 1970.
    pub at: u64,
    /// Running time of the debate, in milliseconds, without the pause between a kill and a resume.
    pub elapsed: u64,
    /// The event.
    #[serde(flatten)]
    pub event: Event,
}

/// One event of a debate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A debate opens with a topic and participants. Always the first event.
    DebateOpened {
        /// The version of the log ([`LOG_VERSION`]).
        version: u32,
        /// Id of the debate.
        debate: DebateId,
        /// The question that is debated.
        topic: Topic,
        /// The ballot; none at a panel (B-01).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ballot: Option<Ballot>,
        /// Name of the mode.
        mode: String,
        /// Participants in seating order.
        participants: Vec<Participant>,
        /// The rules; at a panel without those of counting (P-18).
        #[serde(serialize_with = "without_counting")]
        rules: Rules,
        /// Participants are simulated: no text here comes from a model.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        rehearsal: bool,
        /// The debate and event this one was forked from (O-23); events up to there are copies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fork: Option<Fork>,
    },
    /// A debate in mode `auto` selects its mode (D-05).
    ModeChosen {
        /// Name of the selected mode.
        mode: String,
        /// Why it was selected.
        why: String,
        /// Measured values with their thresholds.
        figures: Vec<Figure>,
        /// The same participants, with the roles of the mode.
        participants: Vec<Participant>,
    },
    /// A round begins.
    RoundOpened {
        /// Its number, from 1.
        round: u32,
        /// Whether speakers see the answers before theirs in this round; if not, they speak independently.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        in_turn: bool,
        /// The kind of round.
        #[serde(default, skip_serializing_if = "RoundKind::is_usual")]
        kind: RoundKind,
        /// A question that every answer of the round must address (D-10).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        focus: Option<String>,
    },
    /// A participant gave an answer that could be parsed.
    TurnTaken {
        /// In which round.
        round: u32,
        /// The call it answers.
        call: CallId,
        /// The participant.
        by: Name,
        /// The answer, as far as it could be parsed.
        turn: Turn,
        /// The defects of the answer.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        flaws: Vec<Flaw>,
        /// The verbatim answer; it makes the log a complete recording (O-05).
        answer: Answer,
    },
    /// An answer could not be used; the participant is asked once more (D-21).
    AnswerUnusable {
        /// In which round.
        round: u32,
        /// The call it answers.
        call: CallId,
        /// The participant.
        by: Name,
        /// The defects that made it unusable.
        flaws: Vec<Flaw>,
        /// The verbatim answer.
        answer: Answer,
    },
    /// A participant has no turn in this round. This is an outcome, not an error of the run.
    TurnFailed {
        /// In which round.
        round: u32,
        /// The call that failed.
        call: CallId,
        /// The participant.
        by: Name,
        /// The reason.
        why: Failure,
        /// The error message or refusal.
        detail: String,
        /// The verbatim answer, if there was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took to fail, in milliseconds.
        took: u64,
    },
    /// Signs of groupthink after a round (D-41, D-42).
    GroupthinkSeen {
        /// After which round.
        round: u32,
        /// The kind of groupthink.
        what: Groupthink,
        /// The signs, in words.
        signs: Vec<String>,
        /// Measured values with their thresholds.
        figures: Vec<Figure>,
    },
    /// Answers are reviewed for harm from now on (D-50).
    WatchBegun {
        /// The triggers, in words.
        triggers: Vec<String>,
        /// The model that reviews; absent if none is available, which the record states.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        evaluator: Option<String>,
        /// The model that reviews answers of the evaluator's own model, if that has a seat and another model is available.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<String>,
        /// Only the mode requires the review: rounds are reviewed as a whole, in parallel with the debate. Otherwise each answer is
        /// reviewed before others see it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        beside: bool,
    },
    /// Two rounds gave no reason to withhold anything: the review ends (D-50).
    WatchEnded {
        /// After which round.
        round: u32,
    },
    /// The evaluator reviewed an answer (D-50).
    AnswerReviewed {
        /// In which round.
        round: u32,
        /// The call it answers.
        call: CallId,
        /// The author of the reviewed answer.
        by: Name,
        /// The ruling on it.
        ruling: Ruling,
        /// Why.
        reason: String,
        /// The evaluator did not answer, or not legibly: the answer was not reviewed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unread: bool,
        /// The evaluator's verbatim answer, if there was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took, in milliseconds.
        took: u64,
    },
    /// The evaluator reviewed answers of a round in parallel with the debate (D-50).
    RoundReviewed {
        /// Of which round.
        round: u32,
        /// The call it answers.
        call: CallId,
        /// The authors of the reviewed answers, by seat. Answers without a ruling pass.
        read: Vec<Name>,
        /// Rulings other than "pass".
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rulings: Vec<Ruled>,
        /// Why they were not reviewed, if the evaluator did not answer, or not legibly.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<String>,
        /// The evaluator's verbatim answer, if there was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took, in milliseconds.
        took: u64,
    },
    /// Texts were attached that participants can search (O-10).
    SourcesAttached {
        /// The texts; the first attached to a debate is `S1`.
        sources: Vec<Attachment>,
    },
    /// A participant called tools before it answered, and received their results (O-10, D-61).
    ToolsUsed {
        /// In which round.
        round: u32,
        /// The call it answers.
        call: CallId,
        /// The participant.
        by: Name,
        /// The tool calls with their results, in order.
        uses: Vec<Use>,
        /// The verbatim text beside the tool calls.
        answer: Answer,
    },
    /// An analyst compared the positions of a round (E-10, E-11).
    PositionsCompared {
        /// Of which round.
        round: u32,
        /// The call it answers.
        call: CallId,
        /// The analyst: `local`, or a model as `provider/model`.
        analyst: String,
        /// Why the comparison failed; the lexical comparison is used then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<String>,
        /// The relation of each pair.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pairs: Vec<Pair>,
        /// The model's verbatim answer, if one was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took, in milliseconds.
        took: u64,
    },
    /// The headlines of a round were grouped into options, and equal claims and terms merged (B-03, B-17).
    BallotsGrouped {
        /// Of which round.
        round: u32,
        /// The call it answers.
        call: CallId,
        /// The means of grouping.
        by: Grouper,
        /// Why another grouper than the rules name did it, if so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<String>,
        /// All options, each with its holders.
        options: Vec<Grouped>,
        /// Options merged into another from now on.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        merged: Vec<Merged>,
        /// Claims of this round that say the same, each by author and index in the answer, from 0.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        claims: Vec<Vec<(Name, u32)>>,
        /// Terms of this round that say the same, likewise.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        terms: Vec<Vec<(Name, u32)>>,
        /// Terms of this round that repeat an earlier term.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        repeated: Vec<Repeated>,
        /// The model's verbatim answer, if one was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took, in milliseconds.
        took: u64,
    },
    /// An event of a panel as a whole (P-10).
    Panel {
        /// The event.
        #[serde(flatten)]
        what: PanelEvent,
    },
    /// An event between two participants who disagree (P-17).
    Room {
        /// The round in which their disagreement was found.
        round: u32,
        /// Id of the room.
        room: RoomId,
        /// The event.
        #[serde(flatten)]
        what: RoomEvent,
    },
    /// A call cost more than its answer reports, or went without an option (O-02, O-04). Its outcome is the next event.
    CallNoted {
        /// The call.
        call: CallId,
        /// The note.
        #[serde(flatten)]
        noted: Noted,
    },
    /// The debate ended, unless a person continues it.
    DebateClosed {
        /// The reason.
        why: Reason,
        /// Measured values with their thresholds (D-40).
        figures: Vec<Figure>,
        /// A question that a person must answer before the debate can continue (D-43).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<String>,
    },
    /// A person continues a debate.
    DebateContinued {
        /// The rules from now on; at a panel without those of counting (P-18).
        #[serde(serialize_with = "without_counting")]
        rules: Rules,
        /// A message from the person to every participant (D-43).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
        /// The subject that the next round must address.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        focus: Option<String>,
    },
}

impl Event {
    /// Its name in the log.
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
    /// The call whose outcome it records, if any.
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
            Event::Panel { what: PanelEvent::CruxesAnswered { call, .. } } => Some(call),
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

/// The origin of a fork.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fork {
    /// The forked debate.
    pub debate: DebateId,
    /// Sequence number of the last copied event.
    pub upto: u64,
}

/// The kind of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundKind {
    /// A normal round of the mode.
    #[default]
    Usual,
    /// Counter-arguments and alternatives only (D-43).
    Objection,
    /// Each participant's view of the whole topic, before any discussion (P-10).
    Opening,
    /// Each participant's view of one aspect (P-10).
    Take,
    /// Each participant's final view (P-10).
    Closing,
    /// Everyone casts a secret closing ballot, without a role (B-05).
    Ballot,
}

impl RoundKind {
    fn is_usual(&self) -> bool {
        *self == RoundKind::Usual
    }
}

/// A model's answer, verbatim.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The text.
    pub text: String,
    /// Why the model stopped: `end`, `length` or `refused`.
    pub stop: Stop,
    /// Tokens and cost.
    pub usage: Usage,
    /// How long it took, in milliseconds, retries included.
    pub took: u64,
    /// How many attempts it took.
    pub attempts: u32,
}

/// Why a model stopped generating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The answer was complete.
    #[default]
    End,
    /// It reached the token limit.
    Length,
    /// The model or its provider refused.
    Refused,
}

/// A measured value and its threshold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The measured quantity.
    pub name: String,
    /// The value; absent if no answer gave the fields it is computed from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The threshold it was compared with.
    pub threshold: f64,
}

impl Figure {
    /// The value of `name`, with its threshold.
    pub fn of(name: &str, value: Option<f64>, threshold: f64) -> Figure {
        Figure { name: name.to_owned(), value, threshold }
    }
}
