//! The rules of leaving, one table, in order: the first row that fits decides (D-40, D-43, E-20, Q-03).
//!
//! The last row of each algorithm fits whatever the inputs are, so every combination has exactly one outcome. Not here: how the inputs are
//! measured (`inputs`).
use super::inputs::{
    Accord, Assurance, Convictions, Course, Doubt, Heard, Inputs, Novelty, Options, Stride, Support, Votes,
};
use crate::convergence;
use debate::event::Reason;
use debate::{Algorithm, Debate, Round};

/// What a row has follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The debate ends, for this reason.
    Close(Reason),
    /// It ends, and a person is asked (D-43).
    Escalate,
    /// An objection round follows (D-43).
    Object,
    /// It goes on, up to its cap.
    GoOn,
}

/// A rule of leaving.
#[derive(Debug)]
pub struct Row {
    /// What it says, for people.
    pub says: &'static str,
    /// What it says where positions agree on average and not two by two, if it goes by the average.
    apart: Option<&'static str>,
    /// What follows.
    pub then: Then,
    /// For which algorithms.
    algorithms: &'static [Algorithm],
    /// Whether it fits.
    fits: fn(&Inputs) -> bool,
}

/// Those that end a debate before its cap.
const ENDING: &[Algorithm] = &[Algorithm::VoteRubric, Algorithm::Agreement, Algorithm::EvidenceBasedDebate];

const fn row(says: &'static str, algorithms: &'static [Algorithm], fits: fn(&Inputs) -> bool, then: Then) -> Row {
    Row { says, apart: None, then, algorithms, fits }
}

impl Row {
    /// The same rule, but that it says this where positions agree on average and not two by two.
    const fn or_apart(self, says: &'static str) -> Row {
        Row { apart: Some(says), ..self }
    }

    /// What it says of a round. A consensus by the average is not put as if all said the same (E-20).
    pub fn words(&self, debate: &Debate, round: &Round) -> &'static str {
        match self.apart {
            Some(apart) if !convergence::are_all_alike(debate, round) => apart,
            Some(_) | None => self.says,
        }
    }
}

/// All rules but the last.
static TABLE: &[Row] = &[
    row(
        "the objection round changed nothing: a person is asked",
        ENDING,
        |it| it.doubt == Doubt::Unshaken,
        Then::Escalate,
    ),
    row("they may be fooling themselves: objections first", ENDING, |it| it.doubt == Doubt::Grave, Then::Object),
    row("nobody has answered anybody yet", ENDING, |it| it.heard == Heard::Nobody, Then::GoOn),
    row(
        "the rubric is met, and all who sign mean one position",
        &[Algorithm::VoteRubric],
        |it| it.votes == Votes::Met && it.accord != Accord::Opposed,
        Then::Close(Reason::Consensus),
    ),
    row(
        "votes and confidences are quiet, and no FACT is new",
        &[Algorithm::VoteRubric],
        |it| it.convictions == Convictions::Quiet && it.novelty == Novelty::Nothing,
        Then::Close(Reason::Plateau),
    ),
    row(
        "positions agree as far as is wanted",
        &[Algorithm::Agreement],
        |it| it.accord == Accord::Enough,
        Then::Close(Reason::Consensus),
    )
    .or_apart("positions agree on average as far as is wanted; not all can be told to be the same"),
    row(
        "positions agree, and everyone is sure",
        &[Algorithm::Agreement],
        |it| it.accord == Accord::Alike && it.assurance == Assurance::Sure,
        Then::Close(Reason::Consensus),
    )
    .or_apart("positions agree on average, and everyone is sure; not all can be told to be the same"),
    row("positions are stable", &[Algorithm::Agreement], |it| it.course != Course::Moving, Then::Close(Reason::Stable)),
    row(
        "the shares of the positions are stable",
        &[Algorithm::Agreement],
        |it| it.options == Options::Still,
        Then::Close(Reason::Stable),
    ),
    row(
        "consensus, high: positions agree, and rest on the same sources or no longer move",
        &[Algorithm::EvidenceBasedDebate],
        |it| it.accord == Accord::Enough && (it.support == Support::Shared || it.step == Stride::Steady),
        Then::Close(Reason::Consensus),
    )
    .or_apart(
        "consensus on average only: positions rest on the same sources or no longer move, but not all can be told to be the same",
    ),
    row(
        "consensus by diverse evidence, medium-high: positions agree on different sources",
        &[Algorithm::EvidenceBasedDebate],
        |it| it.accord == Accord::Enough && it.support == Support::Diverse,
        Then::Close(Reason::Consensus),
    )
    .or_apart(
        "consensus on average only: positions rest on different sources, and not all can be told to be the same",
    ),
    row(
        "diminishing returns: positions neither agree nor move, so a person decides",
        &[Algorithm::EvidenceBasedDebate],
        |it| it.accord != Accord::Enough && it.course == Course::Still,
        Then::Close(Reason::DiminishingReturns),
    ),
];

/// What fits where nothing else does.
static LAST: Row = row("nothing ends it before its cap", &Algorithm::ALL, |_| true, Then::GoOn);

/// The row that decides.
pub fn row_of(algorithm: Algorithm, inputs: &Inputs) -> &'static Row {
    TABLE.iter().find(|it| it.algorithms.contains(&algorithm) && (it.fits)(inputs)).unwrap_or(&LAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every combination of inputs.
    fn all() -> Vec<Inputs> {
        let mut all = Vec::new();
        for (heard, doubt) in each(Heard::ALL, Doubt::ALL) {
            for (accord, votes) in each(Accord::ALL, Votes::ALL) {
                for (assurance, step) in each(Assurance::ALL, Stride::ALL) {
                    for (course, options) in each(Course::ALL, Options::ALL) {
                        for (convictions, support) in each(Convictions::ALL, Support::ALL) {
                            all.extend(Novelty::ALL.iter().map(|novelty| Inputs {
                                heard,
                                doubt,
                                accord,
                                votes,
                                assurance,
                                step,
                                course,
                                options,
                                convictions,
                                support,
                                novelty: *novelty,
                            }));
                        }
                    }
                }
            }
        }
        all
    }

    fn each<A: Copy, B: Copy>(a: &[A], b: &[B]) -> Vec<(A, B)> {
        a.iter().flat_map(|a| b.iter().map(|b| (*a, *b))).collect()
    }

    /// What the specification says, written down a second time as conditions that exclude each other.
    fn expected(algorithm: Algorithm, it: &Inputs) -> Then {
        let consensus = Then::Close(Reason::Consensus);
        if algorithm == Algorithm::FixedRounds {
            return Then::GoOn;
        }
        match (it.doubt, it.heard) {
            (Doubt::Unshaken, _) => return Then::Escalate,
            (Doubt::Grave, _) => return Then::Object,
            (Doubt::Clear, Heard::Nobody) => return Then::GoOn,
            (Doubt::Clear, Heard::Others) => {}
        }
        let is_enough = it.accord == Accord::Enough;
        match algorithm {
            Algorithm::VoteRubric => match (it.votes, it.accord, it.convictions, it.novelty) {
                (Votes::Met, Accord::Apart | Accord::Alike | Accord::Enough, _, _) => consensus,
                (_, _, Convictions::Quiet, Novelty::Nothing) => Then::Close(Reason::Plateau),
                (_, _, _, _) => Then::GoOn,
            },
            Algorithm::Agreement => match (it.accord, it.assurance, it.course, it.options) {
                (Accord::Enough, _, _, _) | (Accord::Alike, Assurance::Sure, _, _) => consensus,
                (_, _, Course::Stable | Course::Still, _) | (_, _, _, Options::Still) => Then::Close(Reason::Stable),
                (_, _, Course::Moving, Options::Moving) => Then::GoOn,
            },
            Algorithm::EvidenceBasedDebate => match (is_enough, it.support, it.step, it.course) {
                (true, Support::Shared | Support::Diverse, _, _) | (true, Support::None, Stride::Steady, _) => {
                    consensus
                }
                (true, Support::None, Stride::Moving, _) => Then::GoOn,
                (false, _, _, Course::Still) => Then::Close(Reason::DiminishingReturns),
                (false, _, _, Course::Moving | Course::Stable) => Then::GoOn,
            },
            Algorithm::FixedRounds => Then::GoOn,
        }
    }

    /// Q-03, E-20, D-40: every combination of inputs has exactly one outcome, for every algorithm, and it is the one specified.
    #[test]
    fn the_table_is_total() {
        let all = all();
        assert_eq!(all.len(), 2 * 3 * 4 * 2 * 2 * 2 * 3 * 2 * 2 * 3 * 2);
        for algorithm in Algorithm::ALL {
            for inputs in &all {
                assert_eq!(row_of(algorithm, inputs).then, expected(algorithm, inputs), "{algorithm} {inputs:?}");
            }
        }
    }

    /// E-11, Q-03: no combination with opposed positions is a consensus, and confidence alone ends nothing.
    #[test]
    fn confident_disagreement_never_ends_as_agreement() {
        for inputs in all().iter().filter(|it| matches!(it.accord, Accord::Opposed | Accord::Apart)) {
            for algorithm in Algorithm::ALL {
                let then = row_of(algorithm, inputs).then;
                let is_consensus = then == Then::Close(Reason::Consensus);
                assert!(!is_consensus || (inputs.accord == Accord::Apart && inputs.votes == Votes::Met), "{inputs:?}");
                let unsure = Inputs { assurance: Assurance::Unsure, ..*inputs };
                assert_eq!(row_of(algorithm, &unsure).then, then, "being sure changes nothing: {inputs:?}");
            }
        }
    }

    /// every row decides something, so none is dead.
    #[test]
    fn every_row_is_reached() {
        let all = all();
        let is_reached = |row: &&Row| {
            row.algorithms.iter().any(|it| all.iter().any(|inputs| std::ptr::eq(row_of(*it, inputs), *row)))
        };
        assert!(TABLE.iter().chain([&LAST]).all(|row| is_reached(&row)));
    }
}
