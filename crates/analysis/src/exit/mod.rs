//! When a round may be the last (D-40, D-43, Q-03, Q-04, E-20).
//!
//! First everything is measured ([`inputs`]), then one table decides ([`table`]). Not here: the caps (rounds, money, time), which any
//! format has, whatever its algorithm, and how a groupthink is seen (`groupthink`).
mod agreement;
pub mod inputs;
mod missing;
mod question;
mod rubric;
pub mod table;
mod within;

pub use agreement::{Agreement, agreement, standing, standing_agreement};
pub(crate) use agreement::{on_the_whole, signed};
pub use inputs::{Inputs, Measures};
pub use missing::missing;
pub use rubric::Rubric;
pub use table::{Row, Then};
pub use within::within_round;

use debate::event::{Figure, Reason};
use debate::{Algorithm, Debate, Round};

/// What follows on a finished round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The debate ends, for this reason.
    Close(Reason),
    /// It ends, and a person is asked this (D-43).
    Escalate(String),
    /// An objection round follows (D-43).
    Object,
    /// It goes on.
    GoOn,
}

/// What the algorithm of this debate makes of its current, finished round.
///
/// The openings never end it: nobody has heard anybody yet, so their votes are not about one answer.
pub fn after_round(debate: &Debate) -> Outcome {
    let Some(row) = ruling(debate) else { return Outcome::GoOn };
    match row.then {
        Then::Close(reason) => Outcome::Close(reason),
        Then::Escalate => Outcome::Escalate(question::of(debate)),
        Then::Object => Outcome::Object,
        Then::GoOn => Outcome::GoOn,
    }
}

/// The row of the table that fits the current round; none before the first, and where the caps alone end a debate.
pub fn ruling(debate: &Debate) -> Option<&'static Row> {
    ruling_of(debate, debate.round()?)
}

/// The row that fits a round of a debate; none where the caps alone end it.
pub fn ruling_of(debate: &Debate, round: &Round) -> Option<&'static Row> {
    let is_ending = debate.rules.algorithm != Algorithm::FixedRounds && !debate.rules.leaving.off;
    is_ending.then(|| table::row_of(debate.rules.algorithm, &Inputs::of(debate, &Measures::of(debate, round))))
}

/// Whether the table of leaving would end a debate in a consensus here and now: its current round is over, and the rules say so.
pub fn would_agree(debate: &Debate) -> bool {
    let is_over = debate.round().is_some_and(|it| it.is_finished(debate.participants.len()));
    is_over && ruling(debate).is_some_and(|it| it.then == Then::Close(Reason::Consensus))
}

/// What a debate that ends now is held against: the figures of its algorithm with their thresholds (D-40).
pub fn figures(debate: &Debate) -> Vec<Figure> {
    standing(debate).map(|round| Measures::of(debate, &round).figures(&debate.rules)).unwrap_or_default()
}
