//! The exit rules in one table: the first matching row decides (D-40, D-43, E-20, Q-03).
//!
//! The last row of each algorithm always matches, so that every combination has exactly one outcome. Not here: measuring the inputs
//! (`inputs`).
use super::inputs::{
    Accord, Assurance, Convictions, Doubt, Drift, Heard, Inputs, Novelty, Options, Sides, Stride, Support, Votes,
};
use crate::decision::label::Label;
use debate::Algorithm;
use debate::event::Reason;

/// The consequence of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The debate ends, for this reason.
    Close(Reason),
    /// The debate ends with a question to a person (D-43).
    Escalate,
    /// An objection round follows (D-43).
    Object,
    /// The debate continues, up to its cap.
    GoOn,
}

/// An exit rule.
#[derive(Debug)]
pub struct Row {
    /// Its description, for people.
    pub says: &'static str,
    /// Its consequence.
    pub then: Then,
    /// The algorithms it applies to.
    pub algorithms: &'static [Algorithm],
    /// Whether it matches.
    fits: fn(&Inputs) -> bool,
}

/// Algorithms that can end a debate before its cap.
const ENDING: &[Algorithm] = &[Algorithm::VoteRubric, Algorithm::Agreement, Algorithm::EvidenceBasedDebate];

const fn row(says: &'static str, algorithms: &'static [Algorithm], fits: fn(&Inputs) -> bool, then: Then) -> Row {
    Row { says, then, algorithms, fits }
}

/// All rules but the last.
static TABLE: &[Row] = &[
    row(
        "the arguing is over: in its last round no judge changed its ballot",
        ENDING,
        |it| it.sides == Sides::Kept && it.heard == Heard::Others,
        Then::Close(Reason::Stable),
    ),
    row(
        "the arguing is over: in its last round no FACT was new",
        ENDING,
        |it| it.sides == Sides::Exhausted && it.heard == Heard::Others,
        Then::Close(Reason::Stable),
    ),
    row("the arguing goes on", ENDING, |it| it.sides != Sides::None, Then::GoOn),
    row(
        "the objection round changed nothing: a person is asked",
        ENDING,
        |it| it.doubt == Doubt::Unshaken,
        Then::Escalate,
    ),
    row("the agreement rests on too little: objections first", ENDING, |it| it.doubt == Doubt::Grave, Then::Object),
    row("not everybody has heard everybody yet", ENDING, |it| it.heard == Heard::Nobody, Then::GoOn),
    row(
        "the rubric is met on the leading option",
        &[Algorithm::VoteRubric],
        |it| it.votes == Votes::Met && it.accord != Accord::Apart,
        Then::Close(Reason::Consensus),
    ),
    row(
        "ballots and confidences are quiet, and no FACT is new",
        &[Algorithm::VoteRubric],
        |it| it.convictions == Convictions::Quiet && it.novelty == Novelty::Nothing,
        Then::Close(Reason::Plateau),
    ),
    row(
        "ballots agree as far as is wanted",
        &[Algorithm::Agreement],
        |it| it.accord == Accord::Enough,
        Then::Close(Reason::Consensus),
    ),
    row(
        "ballots agree, and everyone is sure",
        &[Algorithm::Agreement],
        |it| it.accord == Accord::Alike && it.assurance == Assurance::Sure,
        Then::Close(Reason::Consensus),
    ),
    row("ballots are stable", &[Algorithm::Agreement], |it| it.drift != Drift::Moving, Then::Close(Reason::Stable)),
    row(
        "the shares of the options are stable",
        &[Algorithm::Agreement],
        |it| it.options == Options::Still,
        Then::Close(Reason::Stable),
    ),
    row(
        "consensus, high: ballots agree, and rest on the same sources or no longer change",
        &[Algorithm::EvidenceBasedDebate],
        |it| it.accord == Accord::Enough && (it.support == Support::Shared || it.step == Stride::Steady),
        Then::Close(Reason::Consensus),
    ),
    row(
        "consensus by diverse evidence, medium-high: ballots agree on different sources",
        &[Algorithm::EvidenceBasedDebate],
        |it| it.accord == Accord::Enough && it.support == Support::Diverse,
        Then::Close(Reason::Consensus),
    ),
    row(
        "consensus: ballots no longer change, and everybody who holds another option would sign the leading one",
        &[Algorithm::EvidenceBasedDebate],
        |it| matches!(it.accord, Accord::Signed | Accord::Alike) && it.drift == Drift::Still,
        Then::Close(Reason::Consensus),
    ),
    row(
        "diminishing returns: ballots neither agree nor change, so a person is asked",
        &[Algorithm::EvidenceBasedDebate],
        |it| it.accord == Accord::Apart && it.drift == Drift::Still,
        Then::Escalate,
    ),
];

/// Matches if no other row does.
static LAST: Row = row("nothing ends it before its cap", &Algorithm::ALL, |_| true, Then::GoOn);

/// All rules, including the last.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    TABLE.iter().chain([&LAST])
}

/// The matching row.
pub fn row_of(algorithm: Algorithm, inputs: &Inputs) -> &'static Row {
    TABLE.iter().find(|it| it.algorithms.contains(&algorithm) && (it.fits)(inputs)).unwrap_or(&LAST)
}

/// Why a debate with closing ballots of this label ends, given whether its debating rounds reached the cap (B-05).
pub fn closed(algorithm: Algorithm, label: Label, is_capped: bool) -> Reason {
    match (label, is_capped) {
        (_, true) if algorithm == Algorithm::FixedRounds => Reason::RoundCap,
        (Label::Consensus, _) => Reason::Consensus,
        (Label::Partial | Label::Dissensus | Label::Insufficient | Label::Escalated, true) => Reason::RoundCap,
        (Label::Partial | Label::Dissensus | Label::Insufficient | Label::Escalated, false) => Reason::Stable,
    }
}
