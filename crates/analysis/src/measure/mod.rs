//! Measures of a debate, and basic statistics: means, medians, pairs, overlap. They do not depend on the seating order.
//!
//! Not here: counting ballots (`ballots`), and conclusions (`decision`).
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

/// A value without its last digits, which depend on the order of summation.
pub fn rounded(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

/// The mean; none without values.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, n) = values.into_iter().fold((0.0, 0_u32), |(sum, n), it| (sum + it, n + 1));
    (n > 0).then(|| sum / f64::from(n))
}

/// The median; the mean of the two middle values for an even number.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len().checked_sub(1)? / 2;
    mean(sorted.iter().skip(middle).take(2 - sorted.len() % 2).copied())
}

/// All pairs of a list.
pub fn pairs<T>(list: &[T]) -> impl Iterator<Item = (&T, &T)> {
    list.iter().enumerate().flat_map(|(at, one)| list.iter().skip(at + 1).map(move |other| (one, other)))
}

/// Jaccard overlap of two sets; 0 for two empty sets.
pub(crate) fn overlap<T: Ord>(a: &BTreeSet<T>, b: &BTreeSet<T>) -> f64 {
    let all = a.union(b).count();
    if all == 0 { 0.0 } else { a.intersection(b).count() as f64 / all as f64 }
}
