//! Facts about a debate as a whole.
use crate::event::{Figure, Groupthink, Reason};

/// How a debate ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Closed {
    /// The reason.
    pub why: Reason,
    /// Measured values.
    pub figures: Vec<Figure>,
    /// A question that a person must answer before the debate can continue.
    pub question: Option<String>,
}

/// The mode selected by `auto` (D-05).
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The mode.
    pub mode: String,
    /// Why.
    pub why: String,
}

/// Signs of groupthink (D-41, D-42).
#[derive(Clone, Debug, PartialEq)]
pub struct GroupthinkSign {
    /// After which round.
    pub round: u32,
    /// The kind of groupthink.
    pub what: Groupthink,
    /// The signs, in words.
    pub signs: Vec<String>,
}

/// A continuation by a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Continued {
    /// After which round.
    pub after: u32,
    /// The person's message.
    pub said: Option<String>,
    /// The subject that the next round must address.
    pub focus: Option<String>,
    /// Why the debate had ended; absent if it had not, as in a fork.
    pub ended: Option<Reason>,
}

impl Continued {
    /// Whether it only resumes a debate that a person had stopped.
    pub(super) fn is_taking_back(&self) -> bool {
        self.ended == Some(Reason::Stopped) && self.said.is_none() && self.focus.is_none()
    }
}
