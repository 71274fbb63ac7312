//! Exit conditions of a debate (D-40, D-43, Q-03, Q-04, E-20).
//!
//! Everything is measured first ([`inputs`]), then one table decides ([`rules`]). Not here: caps on rounds, cost and time, which apply to
//! every format, and detecting groupthink (`measure::groupthink`).
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

use crate::ballots::{Count, FinalTurns};
use debate::event::{Figure, Reason, RoundKind};
use debate::{Algorithm, Debate, Round, Rules};

/// The next step after a finished round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AfterRound {
    /// The debate ends, for this reason.
    Close(Reason),
    /// The debate ends with this question to a person (D-43).
    Escalate(String),
    /// An objection round follows (D-43).
    Object,
    /// The debate continues.
    GoOn,
}

/// The decision of the algorithm on the current, finished round.
///
/// Openings never end a debate: participants have not seen each other's answers yet, so their votes do not concern one answer.
pub fn after_round(debate: &Debate) -> AfterRound {
    let Some(row) = ruling(debate) else { return AfterRound::GoOn };
    match row.then {
        Then::Close(reason) => AfterRound::Close(reason),
        Then::Escalate => AfterRound::Escalate(question::of(debate)),
        Then::Object => AfterRound::Object,
        Then::GoOn => AfterRound::GoOn,
    }
}

/// The table row for the current round; none before the first, and if only caps end the debate.
pub fn ruling(debate: &Debate) -> Option<&'static Row> {
    ruling_of(debate, debate.round()?)
}

/// The table row for a round; none if only caps end the debate.
pub fn ruling_of(debate: &Debate, round: &Round) -> Option<&'static Row> {
    (!is_fixed(&debate.rules))
        .then(|| table::row_of(debate.rules.algorithm, &Inputs::of(debate, &Measures::of(debate, round))))
}

/// Whether only caps end a debate.
pub fn is_fixed(rules: &Rules) -> bool {
    rules.algorithm == Algorithm::FixedRounds || rules.exit_limits.off
}

/// Why a debate ends after closing ballots (B-05): by consensus if they are one, otherwise as the last debating round ended; by the cap if
/// only caps end it.
pub fn after_closing(debate: &Debate) -> Option<Reason> {
    let round = debate.round().filter(|it| it.kind == RoundKind::Ballot)?;
    let count = Count::of_round(debate, round);
    let is_capped = debate.argued() >= debate.rules.rounds;
    Some(table::closed(debate.rules.algorithm, count.label(count.leader()), is_capped))
}

/// The values of the algorithm with their thresholds, for a debate that ends now (D-40).
pub fn figures(debate: &Debate) -> Vec<Figure> {
    let standing = FinalTurns::of(debate);
    let round = standing.and_then(|it| debate.rounds.iter().find(|round| round.number == it.round));
    round.map(|it| Measures::of(debate, it).figures(&debate.rules)).unwrap_or_default()
}
