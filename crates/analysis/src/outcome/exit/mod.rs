//! When a round may be the last (D-40, D-43, Q-03, Q-04, E-20).
//!
//! First everything is measured ([`inputs`]), then one table decides ([`table`]). Not here: the caps (rounds, money, time), which any
//! format has, whatever its algorithm, and how a groupthink is seen (`measure::groupthink`).
pub mod inputs;
mod missing;
mod question;
mod rubric;
pub mod table;
mod within;

pub use inputs::{Inputs, Measures};
pub use missing::missing;
pub use rubric::{Rubric, Tally};
pub use table::{Row, Then};
pub use within::within_round;

use crate::ballots::{Count, Standing};
use debate::event::{Figure, Reason, RoundKind};
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

/// Why a debate with closing ballots ends once they are cast (B-05): in a consensus where they are one, else as the arguing ended; where the
/// cap alone ends a debate, always by the cap.
pub fn after_closing(debate: &Debate) -> Option<Reason> {
    let round = debate.round().filter(|it| it.kind == RoundKind::Ballot)?;
    let count = Count::of_round(debate, round);
    let is_capped = debate.argued() >= debate.rules.rounds;
    Some(table::closed(debate.rules.algorithm, count.label(count.leader()), is_capped))
}

/// What a debate that ends now is held against: the figures of its algorithm with their thresholds (D-40).
pub fn figures(debate: &Debate) -> Vec<Figure> {
    let standing = Standing::of(debate);
    let round = standing.and_then(|it| debate.rounds.iter().find(|round| round.number == it.round));
    round.map(|it| Measures::of(debate, it).figures(&debate.rules)).unwrap_or_default()
}
