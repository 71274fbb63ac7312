//! What happens at a panel besides its rounds: who is seated, what is talked about, and what becomes of each disagreement (P-10 … P-24).
//!
//! Takes, openings and closings are rounds, and their events are those of any debate. Not here: when any of it happens
//! (`formats::panel`).
use super::{Answer, Failure};
use crate::crux::{Answered, Card, CruxKind};
use crate::ids::{CallId, Name, RoomId};
use crate::persona::{ChunkId, Persona, Quote};
use crate::turn::Flaw;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What happens at a panel as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum PanelEvent {
    /// Who speaks for whom: each persona has the name of a participant.
    PersonasSeated {
        /// They, with all they may quote.
        personas: Vec<Persona>,
    },
    /// What will be talked about, in this order (P-10).
    AspectsSet {
        /// The aspects; never empty.
        aspects: Vec<String>,
        /// Who chose them: `you`, `graphs`, `topic`, or a model as `provider/model`.
        by: String,
        /// In answer to which question, where a model was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        call: Option<CallId>,
        /// Why what a model said does not serve, where it does not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<String>,
        /// What a model said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took, in milliseconds.
        #[serde(default)]
        took: u64,
    },
    /// What of a persona matters to a question that it is about to be asked (P-04).
    BeliefsRecalled {
        /// Which question.
        call: CallId,
        /// Whose beliefs.
        by: Name,
        /// Nodes and edges of its graph, the closest first; none where nothing is relevant, and the turn is ungrounded.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        beliefs: Vec<String>,
        /// Chunks of its corpus.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        chunks: Vec<ChunkId>,
        /// What of those chunks is shown, word for word: the sentences around each belief. Older logs have none, and show how a chunk begins.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        quotes: Vec<Quote>,
        /// Who looked: `words`, or `words and meaning`.
        how: String,
        /// How long it took, in milliseconds.
        #[serde(default)]
        took: u64,
    },
    /// Where the takes of a round part, and where they only seem to (P-12, P-30). No pair: the aspect is not disputed.
    DisputesFound {
        /// Which round.
        round: u32,
        /// Who found them: `lexical`, `local`, a model as `provider/model`, or `nobody` where fewer than two spoke.
        by: String,
        /// Pairs that disagree; each gets a room of its own.
        disputes: Vec<Dispute>,
        /// Pairs that disagree about something else, or that there was no room for, with the reason.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ignored: Vec<Ignored>,
    },
}

/// Two who disagree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispute {
    /// Where they will.
    pub room: RoomId,
    /// Who speaks first.
    pub a: Name,
    /// Who answers.
    pub b: Name,
}

/// Two whose disagreement is left alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ignored {
    /// One.
    pub a: Name,
    /// The other.
    pub b: Name,
    /// Why.
    pub why: String,
}

/// What happens in a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum RoomEvent {
    /// Somebody said something.
    Said {
        /// In answer to which question.
        call: CallId,
        /// Who.
        by: Name,
        /// At which stage.
        stage: Stage,
        /// What.
        turn: RoomTurn,
        /// What was wrong with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        flaws: Vec<Flaw>,
        /// What it said, word for word.
        answer: Answer,
    },
    /// An answer that can't be used: the question is put once more, with what was wrong (D-21).
    AnswerUnusable {
        /// To which question.
        call: CallId,
        /// Whose; absent where it is the clerk's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Name>,
        /// What was wrong with it.
        why: String,
        /// What was said, word for word.
        answer: Answer,
    },
    /// Somebody has nothing to say here: the room ends, or, where who only quotes has nothing more to quote, the exchange.
    TurnFailed {
        /// On which question.
        call: CallId,
        /// Who.
        by: Name,
        /// At which stage.
        stage: Stage,
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
    /// Somebody looked whether the clash has settled it (P-30).
    ClashJudged {
        /// In answer to which question.
        call: CallId,
        /// Who looked: `lexical`, `local`, or a model as `provider/model`.
        judge: String,
        /// What was found; absent where nobody could look.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        parts: Option<Parts>,
        /// What they differ about, as a question that can be answered with yes or no.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<String>,
        /// Why nobody could.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<String>,
        /// What a model said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took, in milliseconds.
        took: u64,
    },
    /// The clash did not settle it: they go into it (P-20).
    Opened {
        /// The crux question.
        question: String,
    },
    /// The clash did: what both say can be so at once by now, and no room is needed (P-12).
    Settled {
        /// Why.
        why: String,
    },
    /// The clash settled nothing, and was not found to be worth a room: it is left alone, and the record says why (P-12, P-30).
    Left {
        /// Why.
        why: String,
        /// What was found of it; absent where nobody could look, where votes found different things, and where the two had that question before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        parts: Option<Parts>,
    },
    /// Somebody looked whether both named the same thing (P-21).
    CoresCompared {
        /// In answer to which question.
        call: CallId,
        /// Who looked.
        judge: String,
        /// Whether they did; absent where nobody could look.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        same: Option<bool>,
        /// Why nobody could.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<String>,
        /// What a model said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took, in milliseconds.
        took: u64,
    },
    /// The room is over: its card, or why there is none (P-24).
    CardDrawn {
        /// In answer to which question.
        call: CallId,
        /// Who drew it: `words` where it was put together from what both said, or a model.
        judge: String,
        /// The card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
        /// Why there is none: nothing is made up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<String>,
        /// What a model said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// How long it took, in milliseconds.
        took: u64,
    },
}

impl RoomEvent {
    /// The question whose outcome it records, if it records one.
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

    /// What a model said, where one was asked and answered.
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

/// What makes a disagreement one that is worth a room; all must hold (P-30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// What one says can't be so if what the other says is.
    pub opposed: bool,
    /// They answer each other, more than once; absent where nobody was asked that, as in a vote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engaged: Option<bool>,
    /// They speak of the same specific claim; absent as above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_claim: Option<bool>,
    /// It matters to what is debated.
    pub relevant: bool,
}

impl Parts {
    /// Whether all hold that were looked at.
    pub fn all(self) -> bool {
        self.opposed && self.is_a_dispute()
    }

    /// Whether they are at one question that matters, opposed or not: where they are, and are not opposed any more, the clash has settled it.
    pub fn is_a_dispute(self) -> bool {
        self.engaged != Some(false) && self.same_claim != Some(false) && self.relevant
    }
}

/// Where two who disagree have got to (P-10, P-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Rebuttals, before there is a room.
    Clash,
    /// What each holds and why.
    Position,
    /// Where exactly they differ.
    Exchange,
    /// What the core thing is.
    Convergence,
}

impl Stage {
    /// All of them, in their order.
    pub const ALL: [Stage; 4] = [Stage::Clash, Stage::Position, Stage::Exchange, Stage::Convergence];

    /// Its name as people read it.
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

/// What somebody said in a clash or a room, as far as it could honestly be read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RoomTurn {
    /// What the other hears.
    pub say: String,
    /// What nobody hears: the steps that led to it (P-22). Rooms only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<Thought>,
    /// Its answer to the crux question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answered>,
    /// What of the other's it grants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conceded: Option<String>,
    /// The core thing, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core: Option<String>,
    /// What kind of thing that is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<CruxKind>,
    /// What would change its mind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub falsifier: Option<String>,
}

/// A step of a private trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thought {
    /// What kind of step: `belief`, `threat`, `firmness`, or another word of the speaker's.
    pub step: String,
    /// The step.
    pub text: String,
}
