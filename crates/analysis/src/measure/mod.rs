//! What can be measured of a debate, round by round and as a whole, and the small arithmetic for it: means, medians, pairs, overlap. The same
//! table gives the same figure, whoever sits where.
//!
//! Not here: what is counted from ballots (`ballots`), and what follows from a measure (`outcome`).
pub mod accounting;
pub mod convergence;
pub mod diversity;
pub mod groupthink;
pub mod interaction;
pub mod metrics;
pub mod novelty;
pub mod statistics;
pub mod summary;
pub mod thresholds;
pub mod voices;

use std::collections::BTreeSet;

/// A figure without the last digits, in which the order of a sum shows.
pub fn rounded(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

/// Mean of what there is.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, n) = values.into_iter().fold((0.0, 0_u32), |(sum, n), it| (sum + it, n + 1));
    (n > 0).then(|| sum / f64::from(n))
}

/// The middle of values: of an even number, the mean of the two.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len().checked_sub(1)? / 2;
    mean(sorted.iter().skip(middle).take(2 - sorted.len() % 2).copied())
}

/// Every two of a list.
pub fn pairs<T>(list: &[T]) -> impl Iterator<Item = (&T, &T)> {
    list.iter().enumerate().flat_map(|(at, one)| list.iter().skip(at + 1).map(move |other| (one, other)))
}

/// Share of all that two sets hold which both hold; two empty ones share nothing.
pub(crate) fn overlap<T: Ord>(a: &BTreeSet<T>, b: &BTreeSet<T>) -> f64 {
    let all = a.union(b).count();
    if all == 0 { 0.0 } else { a.intersection(b).count() as f64 / all as f64 }
}
