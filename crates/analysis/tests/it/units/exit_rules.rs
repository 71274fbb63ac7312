//! The exit rules, row by row.
use analysis::Label;
use analysis::decision::exit::inputs::{
    Accord, Assurance, Convictions, Doubt, Drift, Heard, Inputs, Novelty, Options, Sides, Stride, Support, Votes,
};
use analysis::decision::exit::table::*;
use debate::Algorithm;
use debate::event::Reason;

/// Every combination of inputs.
fn all() -> Vec<Inputs> {
    let mut all = Vec::new();
    for (sides, heard) in each(Sides::ALL, Heard::ALL) {
        for (doubt, accord) in each(Doubt::ALL, Accord::ALL) {
            for (votes, assurance) in each(Votes::ALL, Assurance::ALL) {
                for (step, drift) in each(Stride::ALL, Drift::ALL) {
                    for (options, convictions) in each(Options::ALL, Convictions::ALL) {
                        let rest = each(Support::ALL, Novelty::ALL).into_iter();
                        all.extend(rest.map(|(support, novelty)| Inputs {
                            sides,
                            heard,
                            doubt,
                            accord,
                            votes,
                            assurance,
                            step,
                            drift,
                            options,
                            convictions,
                            support,
                            novelty,
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

/// The specification, written a second time as mutually exclusive conditions.
fn expected(algorithm: Algorithm, it: &Inputs) -> Then {
    let consensus = Then::Close(Reason::Consensus);
    if algorithm == Algorithm::FixedRounds {
        return Then::GoOn;
    }
    match (it.sides, it.heard) {
        (Sides::Kept | Sides::Exhausted, Heard::Others) => return Then::Close(Reason::Stable),
        (Sides::Kept | Sides::Exhausted, Heard::Nobody) | (Sides::Open, _) => return Then::GoOn,
        (Sides::None, _) => {}
    }
    match (it.doubt, it.heard) {
        (Doubt::Unshaken, _) => return Then::Escalate,
        (Doubt::Grave, _) => return Then::Object,
        (Doubt::Clear, Heard::Nobody) => return Then::GoOn,
        (Doubt::Clear, Heard::Others) => {}
    }
    match algorithm {
        Algorithm::VoteRubric => match (it.votes, it.accord, it.convictions, it.novelty) {
            (Votes::Met, Accord::Signed | Accord::Alike | Accord::Enough, _, _) => consensus,
            (_, _, Convictions::Quiet, Novelty::Nothing) => Then::Close(Reason::Plateau),
            (_, _, _, _) => Then::GoOn,
        },
        Algorithm::Agreement => match (it.accord, it.assurance, it.drift, it.options) {
            (Accord::Enough, _, _, _) | (Accord::Alike, Assurance::Sure, _, _) => consensus,
            (_, _, Drift::Stable | Drift::Still, _) | (_, _, _, Options::Still) => Then::Close(Reason::Stable),
            (_, _, Drift::Moving, Options::Moving) => Then::GoOn,
        },
        Algorithm::EvidenceBasedDebate => match (it.accord, it.support, it.step, it.drift) {
            (Accord::Enough, Support::Shared | Support::Diverse, _, _)
            | (Accord::Enough, Support::None, Stride::Steady, _)
            | (Accord::Signed | Accord::Alike, _, _, Drift::Still) => consensus,
            (Accord::Apart, _, _, Drift::Still) => Then::Escalate,
            (Accord::Enough, Support::None, Stride::Moving, _)
            | (Accord::Apart | Accord::Signed | Accord::Alike, _, _, Drift::Moving | Drift::Stable) => Then::GoOn,
        },
        Algorithm::FixedRounds => Then::GoOn,
    }
}

/// Q-03, E-20, D-40, B-10: every combination of inputs has exactly one outcome for every algorithm, and it is the specified one.
#[test]
fn the_table_is_total() {
    let all = all();
    assert_eq!(all.len(), 4 * 2 * 3 * 4 * 2 * 2 * 2 * 3 * 2 * 2 * 3 * 2);
    for algorithm in Algorithm::ALL {
        for inputs in &all {
            assert_eq!(row_of(algorithm, inputs).then, expected(algorithm, inputs), "{algorithm} {inputs:?}");
        }
    }
}

/// B-05, Q-03: every outcome of closing ballots has one reason, and only a consensus gives a consensus.
#[test]
fn closing_ballots_have_one_outcome() {
    let labels = [Label::Consensus, Label::Partial, Label::Dissensus, Label::Insufficient, Label::Escalated];
    for (algorithm, label) in each(&Algorithm::ALL, &labels) {
        let is_by_cap = algorithm == Algorithm::FixedRounds;
        let (before, at_cap) = match label {
            Label::Consensus if is_by_cap => (Reason::Consensus, Reason::RoundCap),
            Label::Consensus => (Reason::Consensus, Reason::Consensus),
            Label::Partial | Label::Dissensus | Label::Insufficient | Label::Escalated => {
                (Reason::Stable, Reason::RoundCap)
            }
        };
        let found = (closed(algorithm, label, false), closed(algorithm, label, true));
        assert_eq!(found, (before, at_cap), "{algorithm} {label}");
    }
}

/// E-11, Q-03, B-11: no combination with a blocked option or without a majority is a consensus; confidence alone ends nothing.
#[test]
fn confident_disagreement_never_ends_as_agreement() {
    for inputs in all().iter().filter(|it| it.accord == Accord::Apart) {
        for algorithm in Algorithm::ALL {
            let then = row_of(algorithm, inputs).then;
            assert_ne!(then, Then::Close(Reason::Consensus), "{inputs:?}");
            let unsure = Inputs { assurance: Assurance::Unsure, ..*inputs };
            assert_eq!(row_of(algorithm, &unsure).then, then, "being sure changes nothing: {inputs:?}");
        }
    }
}

/// every row decides some combination.
#[test]
fn every_row_is_reached() {
    let all = all();
    let is_reached =
        |row: &&Row| row.algorithms.iter().any(|it| all.iter().any(|inputs| std::ptr::eq(row_of(*it, inputs), *row)));
    assert!(rows().all(|row| is_reached(&row)));
}
