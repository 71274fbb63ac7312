//! A share of cases with its score interval, without any prior (L-05).
use super::thresholds::Z;
use crate::measure::rounded;
use serde::Serialize;

/// A share of cases. Cases that weigh differently count as fewer cases of equal weight (Kish, Survey Sampling, 1965).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The share that held.
    pub share: f64,
    /// The lower end of its 90% score interval (Wilson, JASA 22, 1927).
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many cases of equal weight it rests on.
    pub of: f64,
}

/// Sums of weighted cases.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    held: f64,
    all: f64,
    squares: f64,
}

impl Sums {
    /// Adds a case of this weight, of which this share held.
    pub(super) fn add(&mut self, weight: f64, share: f64) {
        self.held += weight * share;
        self.all += weight;
        self.squares += weight * weight;
    }

    /// Adds as many cases of weight 1.
    pub(super) fn add_cases(&mut self, held: f64, failed: f64) {
        self.held += held;
        self.all += held + failed;
        self.squares += held + failed;
    }

    /// Their weight.
    pub(super) fn all(self) -> f64 {
        self.all
    }

    /// Their share; none without cases.
    pub(super) fn share(self) -> Option<Share> {
        if self.all <= 0.0 || self.squares <= 0.0 {
            return None;
        }
        let share = (self.held / self.all).clamp(0.0, 1.0);
        let of = self.all * self.all / self.squares;
        let (low, high) = wilson(share, of);
        Some(Share { share: rounded(share), low: rounded(low), high: rounded(high), of: rounded(of) })
    }
}

/// The score interval of a share of so many cases. It contains the share.
fn wilson(share: f64, of: f64) -> (f64, f64) {
    let square = Z * Z;
    let scale = 1.0 + square / of;
    let centre = (share + square / (2.0 * of)) / scale;
    let half = Z / scale * (share * (1.0 - share) / of + square / (4.0 * of * of)).sqrt();
    ((centre - half).clamp(0.0, share), (centre + half).clamp(share, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// L-05: the score interval against published values, and the share within it.
    #[test]
    fn a_share_lies_within_its_interval() {
        // One of one: the ends are 1 / (1 + z²) and 1.
        let (low, high) = wilson(1.0, 1.0);
        assert!((low - 1.0 / (1.0 + Z * Z)).abs() < 1e-12 && (high - 1.0).abs() < 1e-12, "{low} {high}");
        for held in 0..=12 {
            let mut sums = Sums::default();
            (0..12).for_each(|it| sums.add(1.0, if it < held { 1.0 } else { 0.0 }));
            let it = sums.share().unwrap();
            assert!(it.low <= it.share && it.share <= it.high && (it.of - 12.0).abs() < 1e-9, "{it:?}");
        }
        assert_eq!(Sums::default().share(), None);
    }

    /// L-05: a case that weighs a hundredth adds next to nothing to the number of cases.
    #[test]
    fn faded_cases_widen_the_interval() {
        let mut sums = Sums::default();
        sums.add(1.0, 1.0);
        sums.add(0.01, 0.0);
        let it = sums.share().unwrap();
        assert!(it.of < 1.03 && it.share > 0.99, "{it:?}");
    }
}
