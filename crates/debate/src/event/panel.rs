//! Events of a panel beside its rounds: personas, aspects and the course of each disagreement (P-10 … P-24).
//!
//! Takes, openings and closings are rounds, with the events of any debate. Not here: the order of these events (`formats::panel`).
use super::{Answer, Failure};
use crate::crux::{Answered, Card, ClaimLink, CruxAnswer, CruxKind};
use crate::ids::{CallId, Name, RoomId};
use crate::persona::{ChunkId, Persona, Quote};
use crate::turn::Flaw;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Two statements, each held or written by a persona, of which at most one can be right, or be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contradiction {
    /// A question that both answer in opposite ways.
    pub question: String,
    /// One persona.
    pub a: Name,
    /// The id of its belief, or of the chunk in which it wrote `a_wrote`.
    pub a_holds: String,
    /// Its sentence, verbatim, where that is no belief.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a_wrote: Option<String>,
    /// The other persona.
    pub b: Name,
    /// The id of its belief, or of the chunk in which it wrote `b_wrote`.
    pub b_holds: String,
    /// Its sentence, verbatim, where that is no belief.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b_wrote: Option<String>,
}

/// An event of a panel as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum PanelEvent {
    /// Personas were assigned to participants: each has the name of its participant.
    PersonasSeated {
        /// The personas, with everything they may quote.
        personas: Vec<Persona>,
    },
    /// The aspects to discuss, in order (P-10).
    AspectsSet {
        /// The aspects; never empty.
        aspects: Vec<String>,
        /// Their origin: `you`, `graphs`, `topic`, or a model as `provider/model`.
        by: String,
        /// Beliefs that contradict each other, as the model read them before anybody spoke.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        contradictions: Vec<Contradiction>,
        /// The call it answers, if a model was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        call: Option<CallId>,
        /// Why the model's answer was not used, if so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<String>,
        /// The model's verbatim answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took, in milliseconds.
        #[serde(default)]
        took: u64,
    },
    /// The beliefs of a persona that are relevant to its next question (P-04).
    BeliefsRecalled {
        /// The call of that question.
        call: CallId,
        /// The participant.
        by: Name,
        /// Nodes and edges of its graph, most relevant first; empty if none is relevant.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        beliefs: Vec<String>,
        /// Chunks of its corpus.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        chunks: Vec<ChunkId>,
        /// The verbatim sentences that the prompt shows, nearest first. Older logs have none and show the beginning of a chunk.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        quotes: Vec<Quote>,
        /// How near each of them is, 0…1 relative to the nearest; older logs have none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        scores: Vec<f64>,
        /// The search method: `words`, or `words and meaning`.
        how: String,
        /// How long it took, in milliseconds.
        #[serde(default)]
        took: u64,
    },
    /// A participant answered the crux questions of rooms that it was not in, all in one call (P-25).
    CruxesAnswered {
        /// The call it answers.
        call: CallId,
        /// The participant.
        by: Name,
        /// Its answers; empty if there is no usable answer.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        answers: Vec<CruxAnswer>,
        /// Why there is no usable answer, if so. After the first unreadable one it is asked once more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<String>,
        /// The model's verbatim answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took, in milliseconds.
        #[serde(default)]
        took: u64,
    },
    /// Disagreements between the takes of a round, and pairs that only seem to disagree (P-12, P-30). No pair: the aspect is not disputed.
    DisputesFound {
        /// The round.
        round: u32,
        /// The analyst: `lexical`, `local`, a model as `provider/model`, or `nobody` if fewer than two spoke.
        by: String,
        /// Pairs that disagree; each gets its own room.
        disputes: Vec<Dispute>,
        /// Pairs that disagree about something else, or exceed the limit of rooms, with the reason.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ignored: Vec<Ignored>,
    },
}

/// A pair that disagrees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispute {
    /// The room of the pair.
    pub room: RoomId,
    /// The first speaker.
    pub a: Name,
    /// The second speaker.
    pub b: Name,
}

/// A pair whose disagreement gets no room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ignored {
    /// The first participant.
    pub a: Name,
    /// The second participant.
    pub b: Name,
    /// The reason.
    pub why: String,
}

/// An event of a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum RoomEvent {
    /// A participant took a turn.
    Said {
        /// The call it answers.
        call: CallId,
        /// The speaker.
        by: Name,
        /// The stage.
        stage: Stage,
        /// The parsed answer.
        turn: RoomTurn,
        /// The defects of the answer.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        flaws: Vec<Flaw>,
        /// The verbatim answer.
        answer: Answer,
    },
    /// An answer could not be used: the question is asked once more, with its defects (D-21).
    AnswerUnusable {
        /// The call it answers.
        call: CallId,
        /// The author; absent for the clerk.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Name>,
        /// Why it could not be used.
        why: String,
        /// The verbatim answer.
        answer: Answer,
    },
    /// A participant has no turn here. The room ends; if the participant only quotes and has no quotation left, only the exchange ends.
    TurnFailed {
        /// The call that failed.
        call: CallId,
        /// The participant.
        by: Name,
        /// The stage.
        stage: Stage,
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
    /// A judge checked whether the clash settled the disagreement (P-30).
    ClashJudged {
        /// The call it answers.
        call: CallId,
        /// The judge: `lexical`, `local`, or a model as `provider/model`.
        judge: String,
        /// The findings; absent if the check failed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        parts: Option<Parts>,
        /// The point of difference as a yes/no question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<String>,
        /// Why the check failed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<String>,
        /// The model's verbatim answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took, in milliseconds.
        took: u64,
    },
    /// The clash did not settle it: the crux room opens (P-20).
    Opened {
        /// The crux question.
        question: String,
    },
    /// The clash ended the dispute: both statements are now compatible, and no crux room is needed (P-12).
    Settled {
        /// The reason.
        why: String,
    },
    /// The clash settled nothing, but did not meet the conditions for a crux room; the reason is recorded (P-12, P-30).
    Left {
        /// The reason.
        why: String,
        /// The findings; absent if the check failed, if the votes differ, or if the pair already discussed this question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        parts: Option<Parts>,
    },
    /// A judge checked whether both sides named the same crux (P-21).
    CoresCompared {
        /// The call it answers.
        call: CallId,
        /// The judge.
        judge: String,
        /// Whether they did; absent if the check failed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        same: Option<bool>,
        /// Why the check failed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<String>,
        /// The model's verbatim answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took, in milliseconds.
        took: u64,
    },
    /// The room ended with a card, or with the reason why there is none (P-24).
    CardDrawn {
        /// The call it answers.
        call: CallId,
        /// The author: `words` if the card consists of the sides' own words, or a model.
        judge: String,
        /// The card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
        /// Why there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<String>,
        /// The model's verbatim answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took, in milliseconds.
        took: u64,
    },
}

impl RoomEvent {
    /// The call whose outcome it records, if any.
    pub fn call(&self) -> Option<&CallId> {
        match self {
            RoomEvent::Said { call, .. }
            | RoomEvent::AnswerUnusable { call, .. }
            | RoomEvent::TurnFailed { call, .. }
            | RoomEvent::ClashJudged { call, .. }
            | RoomEvent::CoresCompared { call, .. }
            | RoomEvent::CardDrawn { call, .. } => Some(call),
            RoomEvent::Opened { .. } | RoomEvent::Settled { .. } | RoomEvent::Left { .. } => None,
        }
    }

    /// The verbatim answer of a model, if one was asked and answered.
    pub fn answer(&self) -> Option<&Answer> {
        match self {
            RoomEvent::Said { answer, .. } | RoomEvent::AnswerUnusable { answer, .. } => Some(answer),
            RoomEvent::TurnFailed { answer, .. }
            | RoomEvent::ClashJudged { answer, .. }
            | RoomEvent::CoresCompared { answer, .. }
            | RoomEvent::CardDrawn { answer, .. } => answer.as_ref(),
            RoomEvent::Opened { .. } | RoomEvent::Settled { .. } | RoomEvent::Left { .. } => None,
        }
    }
}

/// The conditions for a crux room; all must hold (P-30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// The two statements can't both be true.
    pub opposed: bool,
    /// They answer each other, more than once; absent if not checked, as in a vote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engaged: Option<bool>,
    /// They discuss the same specific claim; absent if not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_claim: Option<bool>,
    /// It matters to the topic.
    pub relevant: bool,
}

impl Parts {
    /// Whether all checked conditions hold.
    pub fn all(self) -> bool {
        self.opposed && self.is_a_dispute()
    }

    /// Whether they discuss one relevant question, opposed or not. If they do and are no longer opposed, the clash settled it.
    pub fn is_a_dispute(self) -> bool {
        self.engaged != Some(false) && self.same_claim != Some(false) && self.relevant
    }
}

/// The stage of a disagreement (P-10, P-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Rebuttals, before the crux room.
    Clash,
    /// Each side's position and reasons.
    Position,
    /// Where exactly they differ.
    Exchange,
    /// The crux.
    Convergence,
}

impl Stage {
    /// All stages, in order.
    pub const ALL: [Stage; 4] = [Stage::Clash, Stage::Position, Stage::Exchange, Stage::Convergence];

    /// Its display name.
    pub fn as_str(self) -> &'static str {
        match self {
            Stage::Clash => "clash",
            Stage::Position => "position",
            Stage::Exchange => "exchange",
            Stage::Convergence => "convergence",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The parsed answer of a participant in a clash or a crux room.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RoomTurn {
    /// The text that the other side sees.
    pub say: String,
    /// Private reasoning steps, which nobody else sees (P-22). Crux rooms only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<Thought>,
    /// Its answer to the crux question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answered>,
    /// What it concedes to the other side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conceded: Option<String>,
    /// The crux, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core: Option<String>,
    /// The kind of crux.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<CruxKind>,
    /// What would change its mind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub falsifier: Option<String>,
    /// Whether it says that nothing is left between the two (P-21); absent if it does not say, as in older logs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nothing_left: Option<bool>,
    /// What both hold, if it says that nothing is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub both_hold: Option<String>,
    /// The opened evidence on which its answer rests, by id (P-21): `S1` for an attached text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
    /// The claims that it answers, by id (P-40).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<ClaimLink>,
}

/// A step of private reasoning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thought {
    /// The kind of step: `belief`, `threat`, `firmness`, or a word of the speaker's.
    pub step: String,
    /// The text.
    pub text: String,
}
