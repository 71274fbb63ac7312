//! A question to a model, by what is asked: each kind has what it needs and nothing else.
//!
//! Whoever puts a turn takes a [`Turn`], whoever has answers reviewed a [`Review`]: a function that is about one kind never sees another. Not
//! here: the words (`prompt`, `watch`, `panel`), and who is asked when (`rounds`, `panel`).
use crate::panel;
use debate::event::Stage;
use debate::{CallId, Debate, Horizon, Name};

/// A question to a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// To a participant: its turn, or its closing ballot.
    Turn(Turn),
    /// To the evaluator: whether answers may be seen (D-50).
    Review(Review),
    /// What a panel asks besides turns.
    Panel(Panel),
}

/// A turn of a participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Where it stands.
    pub call: CallId,
    /// In which round.
    pub round: u32,
    /// Whom it is put to.
    pub who: Name,
    /// How much of the current round is shown.
    pub horizon: Horizon,
    /// What the answer is to hold.
    pub wanted: Wanted,
    /// Whether it is put for the first time.
    pub attempt: Attempt,
}

/// What the answer to a turn is to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A position and what speaks for it.
    Position,
    /// A ballot, cast in secret after the last round (B-05).
    ClosingBallot,
}

/// Whether a turn is asked for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// It is.
    First,
    /// Once more, with what was wrong with the first answer (D-21).
    Second,
}

/// The evaluator's question about what was said (D-50).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// Where it stands.
    pub call: CallId,
    /// Of which round.
    pub round: u32,
    /// Whose answer it is about; the first of them where it is about several.
    pub who: Name,
    /// How much it is about.
    pub scope: Scope,
}

/// What a review is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One answer, which nobody sees before.
    Answer,
    /// The answers of a round that one evaluator reads beside the debate.
    Round,
}

/// A question of a panel that is no turn of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Panel {
    /// What it shall talk about: the moderator's question (P-10).
    Aspects {
        /// The moderator.
        who: Name,
    },
    /// Something about two who disagree.
    Room(Room),
}

/// A question about two who disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// Where it stands.
    pub call: CallId,
    /// In which round.
    pub round: u32,
    /// Which room, from 0.
    pub room: usize,
    /// Whom it is put to: one of them, or the clerk.
    pub who: Name,
    /// What is asked.
    pub part: Part,
}

/// What is asked about two who disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// That one of them speaks.
    Say(Stage),
    /// Whether the clash has settled it (P-30).
    Judge {
        /// Which vote it is, from 1.
        vote: u32,
    },
    /// Whether both named the same thing (P-21).
    Cores,
    /// The card (P-24).
    Card,
}

/// Who reads answers for harm, as errors call it.
const EVALUATOR: &str = "the evaluator";

impl Ask {
    /// Where it stands.
    pub fn call(&self) -> &CallId {
        match self {
            Ask::Turn(Turn { call, .. })
            | Ask::Review(Review { call, .. })
            | Ask::Panel(Panel::Room(Room { call, .. })) => call,
            Ask::Panel(Panel::Aspects { .. }) => &CallId::Aspects,
        }
    }

    /// In which round it is put, or about which; 0 before the first.
    pub fn round(&self) -> u32 {
        match self {
            Ask::Turn(Turn { round, .. })
            | Ask::Review(Review { round, .. })
            | Ask::Panel(Panel::Room(Room { round, .. })) => *round,
            Ask::Panel(Panel::Aspects { .. }) => 0,
        }
    }

    /// Whom it is put to; for a review, whose answer it is about.
    pub fn who(&self) -> &Name {
        match self {
            Ask::Turn(Turn { who, .. })
            | Ask::Review(Review { who, .. })
            | Ask::Panel(Panel::Room(Room { who, .. }) | Panel::Aspects { who }) => who,
        }
    }

    /// The model that answers it, as `provider/model`; none where nobody is named for it.
    pub fn model<'a>(&self, debate: &'a Debate) -> Option<&'a str> {
        match self {
            Ask::Turn(turn) => debate.participant(&turn.who).map(|it| it.model.as_str()),
            Ask::Review(review) => debate.reviewer(&review.who),
            Ask::Panel(ask) => panel::model(debate, ask),
        }
    }

    /// Who answers it, as people read it.
    pub fn answerer(&self) -> &str {
        match self {
            Ask::Review(_) => EVALUATOR,
            Ask::Turn(_) | Ask::Panel(_) => self.who().as_str(),
        }
    }

    /// The turn, if it is one.
    pub fn turn(&self) -> Option<&Turn> {
        if let Ask::Turn(turn) = self { Some(turn) } else { None }
    }

    /// What it asks about two who disagree, if it is about them.
    pub fn part(&self) -> Option<Part> {
        if let Ask::Panel(Panel::Room(room)) = self { Some(room.part) } else { None }
    }
}

impl Turn {
    /// The question to `who` in the current round, with what its tools said so far.
    pub(crate) fn of(debate: &Debate, who: &Name, horizon: Horizon, attempt: Attempt) -> Turn {
        let round = debate.round();
        let (number, uses) = round.map_or((0, 0), |it| (it.number, it.used_by(who).len()));
        let call = match attempt {
            Attempt::First => CallId::turn(number, who),
            Attempt::Second => CallId::again(number, who),
        };
        let wanted = if debate.is_closing() { Wanted::ClosingBallot } else { Wanted::Position };
        Turn { call: call.with_tools(uses), round: number, who: who.clone(), horizon, wanted, attempt }
    }
}
