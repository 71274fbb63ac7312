//! Whether the shares of the options move from round to round.
//!
//! The options are groups of positions. They have no order, and the distance of Kolmogorov and Smirnov needs one, so it is
//! taken in the order in which it is largest: no order of the options can hide a change. Not here: whether anybody agrees; a table that
//! is split and stays so is stable.
use crate::convergence::rounded;
use crate::positions::{self, Reading};
use debate::{Debate, Round, Spoken};

/// The largest distance of Kolmogorov and Smirnov between two rows of counts, over all orders of the options: the sum of what the options
/// that grew have gained. None where a row counts nobody.
pub fn distance(before: &[usize], after: &[usize]) -> Option<f64> {
    let totals = (before.iter().sum::<usize>(), after.iter().sum::<usize>());
    if totals.0 == 0 || totals.1 == 0 {
        return None;
    }
    let share = |count: Option<&usize>, total: usize| count.copied().unwrap_or_default() as f64 / total as f64;
    let options = 0..before.len().max(after.len());
    let gains = options.map(|at| share(after.get(at), totals.1) - share(before.get(at), totals.0));
    Some(rounded(gains.filter(|it| *it > 0.0).sum()))
}

/// How far the shares of the positions moved between two rounds.
pub fn moved(debate: &Debate, before: &Round, after: &Round) -> Option<f64> {
    let groups = positions::groups(Reading::of(debate), before.spoken.iter().chain(&after.spoken));
    let count = |round: &Round| -> Vec<usize> {
        let is_of = |it: &&&Spoken| round.spoken.iter().any(|own| std::ptr::eq(own, **it));
        groups.iter().map(|it| it.members.iter().filter(is_of).count()).collect()
    };
    distance(&count(before), &count(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// the distance is that of the worst order, so nothing that moves stays hidden.
    #[test]
    fn a_distance_is_the_largest_of_all_orders() {
        for (before, after, expected) in [
            (&[2, 1][..], &[2, 1][..], Some(0.0)),
            (&[2, 1], &[4, 2], Some(0.0)),
            (&[3, 0], &[0, 3], Some(1.0)),
            (&[4, 0], &[3, 1], Some(0.25)),
            (&[2, 2, 0], &[1, 2, 1], Some(0.25)),
            (&[1], &[1, 1], Some(0.5)),
            (&[100, 0], &[96, 4], Some(0.04)),
            (&[100, 0], &[95, 5], Some(0.05)),
            (&[], &[1], None),
            (&[1], &[0], None),
        ] {
            assert_eq!(distance(before, after), expected, "{before:?} {after:?}");
            assert_eq!(distance(after, before), expected, "{after:?} {before:?}");
        }
    }
}
