//! Questions to models, one type for each kind, each with exactly the data that it needs.
//!
//! Code that handles turns takes a [`Turn`], code that handles reviews a [`Review`]. Not here: the wording (`prompt`, `safety_review`,
//! `panel`), and who is asked when (`rounds`, `panel`).
use crate::panel;
use debate::event::Stage;
use debate::{CallId, Debate, Horizon, Name};

/// A question to a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// To a participant: for its turn, or its closing ballot.
    Turn(Turn),
    /// To the evaluator: whether answers may be shown (D-50).
    Review(Review),
    /// A panel's questions other than turns.
    Panel(Panel),
}

/// A question that asks a participant for its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The id of the call.
    pub call: CallId,
    /// The round, from 1.
    pub round: u32,
    /// The participant who is asked.
    pub who: Name,
    /// How much of the current round is shown.
    pub horizon: Horizon,
    /// The required content of the answer.
    pub wanted: AnswerKind,
    /// Whether this is the first try.
    pub attempt: Attempt,
}

/// The required content of the answer to a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// A position and its reasons.
    Position,
    /// A ballot, cast in secret after the last round (B-05).
    ClosingBallot,
}

/// Whether a turn is asked for the first or the second time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// The first time.
    First,
    /// Again, together with the flaws of the first answer (D-21).
    Second,
}

/// The evaluator's question about answers (D-50).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The id of the call.
    pub call: CallId,
    /// The round of the answers.
    pub round: u32,
    /// The author of the answer, or of the first answer where there are several.
    pub who: Name,
    /// How many answers it covers.
    pub scope: Scope,
}

/// How many answers a review covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One answer, which nobody sees before the ruling.
    Answer,
    /// The answers of a round, reviewed while the debate goes on.
    Round,
}

/// A panel's question other than a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Which aspects to discuss: the moderator's question (P-10).
    Aspects {
        /// The moderator.
        who: Name,
    },
    /// A question about two participants who disagree.
    Room(RoomQuestion),
    /// The crux questions of rooms that a participant was not in, all at once (P-25).
    Cruxes {
        /// The id of the call.
        call: CallId,
        /// The last round, from 1.
        round: u32,
        /// The participant.
        who: Name,
    },
}

/// A question about two participants who disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomQuestion {
    /// The id of the call.
    pub call: CallId,
    /// The round, from 1.
    pub round: u32,
    /// The index of the room, from 0.
    pub room: usize,
    /// The addressee: one of the two, or the clerk.
    pub who: Name,
    /// The question.
    pub part: Part,
}

/// The purpose of a room's question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A statement by one of the two.
    Say(Stage),
    /// Whether the clash has settled the disagreement (P-30).
    Judge {
        /// The number of the vote, from 1.
        vote: u32,
    },
    /// Whether both named the same core (P-21).
    Cores,
    /// The card (P-24).
    Card,
}

/// The evaluator's name in error messages.
const EVALUATOR: &str = "the evaluator";

impl Ask {
    /// The id of the call.
    pub fn call(&self) -> &CallId {
        match self {
            Ask::Turn(Turn { call, .. })
            | Ask::Review(Review { call, .. })
            | Ask::Panel(Panel::Room(RoomQuestion { call, .. }) | Panel::Cruxes { call, .. }) => call,
            Ask::Panel(Panel::Aspects { .. }) => &CallId::Aspects,
        }
    }

    /// The round in which it is asked, or that it is about; 0 before the first.
    pub fn round(&self) -> u32 {
        match self {
            Ask::Turn(Turn { round, .. })
            | Ask::Review(Review { round, .. })
            | Ask::Panel(Panel::Room(RoomQuestion { round, .. }) | Panel::Cruxes { round, .. }) => *round,
            Ask::Panel(Panel::Aspects { .. }) => 0,
        }
    }

    /// The participant who is asked; for a review, the author of the answer.
    pub fn who(&self) -> &Name {
        match self {
            Ask::Turn(Turn { who, .. })
            | Ask::Review(Review { who, .. })
            | Ask::Panel(Panel::Room(RoomQuestion { who, .. }) | Panel::Aspects { who } | Panel::Cruxes { who, .. }) => {
                who
            }
        }
    }

    /// The model that answers, as `provider/model`; none where the rules name none.
    pub fn model<'a>(&self, debate: &'a Debate) -> Option<&'a str> {
        match self {
            Ask::Turn(turn) => debate.participant(&turn.who).map(|it| it.model.as_str()),
            Ask::Review(review) => debate.reviewer(&review.who),
            Ask::Panel(ask) => panel::model(debate, ask),
        }
    }

    /// The display name of the participant or persona that answers.
    pub fn answerer(&self) -> &str {
        match self {
            Ask::Review(_) => EVALUATOR,
            Ask::Turn(_) | Ask::Panel(_) => self.who().as_str(),
        }
    }

    /// The turn, if this is one.
    pub fn turn(&self) -> Option<&Turn> {
        if let Ask::Turn(turn) = self { Some(turn) } else { None }
    }

    /// What it asks about two who disagree, if it is a room's question.
    pub fn part(&self) -> Option<Part> {
        if let Ask::Panel(Panel::Room(room)) = self { Some(room.part) } else { None }
    }
}

impl Turn {
    /// The question to `who` in the current round, together with its tool results so far.
    pub(crate) fn of(debate: &Debate, who: &Name, horizon: Horizon, attempt: Attempt) -> Turn {
        let round = debate.round();
        let (number, uses) = round.map_or((0, 0), |it| (it.number, it.used_by(who).len()));
        let call = match attempt {
            Attempt::First => CallId::turn(number, who),
            Attempt::Second => CallId::again(number, who),
        };
        let wanted = if debate.is_closing() { AnswerKind::ClosingBallot } else { AnswerKind::Position };
        Turn { call: call.with_tools(uses), round: number, who: who.clone(), horizon, wanted, attempt }
    }
}
