//! Rules that sum ballots.
use super::{Ballot, BallotHistory, Basis, Decided, Given, weight_of};
use crate::measure::mean;

/// The plain vote of the openings, with the options as they were then (B-12).
pub(super) fn openings(history: &BallotHistory) -> Decided {
    let then = |it: &Ballot| Ballot { option: it.then.or(it.option), ..it.clone() };
    let openings: Vec<Ballot> = history.openings().iter().map(then).collect();
    let counted = counted(history, &openings, "ballots of the openings", |_| 1.0);
    // Maps an option merged since to its target.
    let since = history.openings().iter().find(|it| it.then.is_some() && it.then == counted.option);
    Decided { option: since.map_or(counted.option, |it| it.option), ..counted }
}

/// The majority of the last round.
pub(super) fn majority(history: &BallotHistory) -> Decided {
    counted(history, history.last(), "ballots of the last round", |_| 1.0)
}

/// The last round, weighted by confidence.
pub(super) fn confidence(history: &BallotHistory) -> Decided {
    counted(history, history.last(), "the confidence of the last round", |it| weight_of(it.confidence))
}

/// The last round, weighted by past accuracy.
pub(super) fn calibration(history: &BallotHistory, given: &Given) -> Decided {
    let known = given.weights.values().copied().filter(|it| it.is_finite() && *it >= 0.0);
    let Some(usual) = mean(known) else {
        let alike = majority(history);
        let why = &alike.why;
        let why = format!("nothing is known of how anybody has been right before, so all weigh alike: {why}");
        return Decided { why, ..alike };
    };
    let weight = |it: &Ballot| given.weights.get(&it.voter).copied().filter(|it| it.is_finite() && *it >= 0.0);
    counted(history, history.last(), "the weight of the last round", |it| weight(it).unwrap_or(usual))
}

/// The result of weighted ballots.
fn counted(history: &BallotHistory, ballots: &[Ballot], what: &str, weight: impl Fn(&Ballot) -> f64) -> Decided {
    let tally = history.sums(ballots, weight);
    let option = history.heaviest(&tally);
    Decided { option, why: share(option, &tally, what), tally, basis: Basis::Count, bare: 0 }
}

/// An option's share of the total, in words.
pub(super) fn share(option: Option<usize>, tally: &[f64], what: &str) -> String {
    let all: f64 = tally.iter().sum();
    match option.and_then(|it| tally.get(it)) {
        Some(own) => format!("{} of {} {what}", figure(*own), figure(all)),
        None if all > 0.0 => format!("no option has more of {what} than any other"),
        None => format!("there are no {what}").replace("no the", "no"),
    }
}

/// A number without trailing zeros.
fn figure(value: f64) -> String {
    let words = format!("{value:.2}");
    words.strip_suffix(".00").map(str::to_owned).unwrap_or(words)
}
