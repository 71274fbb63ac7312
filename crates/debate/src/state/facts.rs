//! What is so of a debate as a whole, as the fold leaves it.
use crate::event::{Figure, Groupthink, Reason};

/// How a debate ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Closed {
    /// Why.
    pub why: Reason,
    /// What was measured.
    pub figures: Vec<Figure>,
    /// What a person must answer before it can go on.
    pub question: Option<String>,
}

/// The mode that `auto` chose (D-05).
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// Which.
    pub mode: String,
    /// Why.
    pub why: String,
}

/// A table that looked as if it were fooling itself (D-41, D-42).
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// After which round.
    pub round: u32,
    /// What it looked like.
    pub what: Groupthink,
    /// The signs, in words.
    pub signs: Vec<String>,
}

/// A debate that a person let go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Continued {
    /// After which round.
    pub after: u32,
    /// What the person said.
    pub said: Option<String>,
    /// What the next round must answer.
    pub focus: Option<String>,
    /// Why it was over; absent where it was not, as a fork need not be.
    pub ended: Option<Reason>,
}

impl Continued {
    /// Whether a person has stopped it, and lets it go on as if nothing had happened.
    pub(super) fn is_taking_back(&self) -> bool {
        self.ended == Some(Reason::Stopped) && self.said.is_none() && self.focus.is_none()
    }
}
