//! Rules that sum ballots.
use super::{Ballot, Basis, Course, Decided, Given, weight_of};
use crate::measure::mean;

/// The plain vote of the openings, with the options as they were then (B-12).
pub(super) fn openings(course: &Course) -> Decided {
    let then = |it: &Ballot| Ballot { option: it.then.or(it.option), ..it.clone() };
    let openings: Vec<Ballot> = course.openings().iter().map(then).collect();
    let counted = counted(course, &openings, "ballots of the openings", |_| 1.0);
    // Maps an option merged since to its target.
    let since = course.openings().iter().find(|it| it.then.is_some() && it.then == counted.option);
    Decided { option: since.map_or(counted.option, |it| it.option), ..counted }
}

/// The majority of the last round.
pub(super) fn majority(course: &Course) -> Decided {
    counted(course, course.last(), "ballots of the last round", |_| 1.0)
}

/// The last round, weighted by confidence.
pub(super) fn confidence(course: &Course) -> Decided {
    counted(course, course.last(), "the confidence of the last round", |it| weight_of(it.confidence))
}

/// The last round, weighted by past accuracy.
pub(super) fn calibration(course: &Course, given: &Given) -> Decided {
    let known = given.weights.values().copied().filter(|it| it.is_finite() && *it >= 0.0);
    let Some(usual) = mean(known) else {
        let alike = majority(course);
        let why = &alike.why;
        let why = format!("nothing is known of how anybody has been right before, so all weigh alike: {why}");
        return Decided { why, ..alike };
    };
    let weight = |it: &Ballot| given.weights.get(&it.voter).copied().filter(|it| it.is_finite() && *it >= 0.0);
    counted(course, course.last(), "the weight of the last round", |it| weight(it).unwrap_or(usual))
}

/// The result of weighted ballots.
fn counted(course: &Course, ballots: &[Ballot], what: &str, weight: impl Fn(&Ballot) -> f64) -> Decided {
    let tally = course.sums(ballots, weight);
    let option = course.heaviest(&tally);
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
