//! Student's 95% confidence interval of a mean, for paired or single values (D-70).
//!
//! Not a bootstrap: a comparison is repeated three to ten times, and resampling three pairs gives intervals that are far too narrow.
//! Nothing here is random, so the same figures give the same report. Not here: what a difference means.
use serde::Serialize;

/// A mean with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Interval {
    /// The mean.
    pub(super) mean: f64,
    /// Its lower bound.
    pub(super) low: f64,
    /// Its upper bound.
    pub(super) high: f64,
}

impl Interval {
    /// The mean of values; `None` with fewer than two values, or if one is not a number.
    pub(super) fn of(values: &[f64]) -> Option<Interval> {
        if values.len() < 2 || values.iter().any(|it| !it.is_finite()) {
            return None;
        }
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|it| (it - mean).powi(2)).sum();
        let half = quantile(values.len() - 1) * (squares / (count - 1.0) / count).sqrt();
        Some(Interval { mean, low: mean - half, high: mean + half })
    }

    /// The mean difference, second minus first of each pair.
    pub(super) fn of_pairs(pairs: &[(f64, f64)]) -> Option<Interval> {
        let differences: Vec<f64> = pairs.iter().map(|(before, after)| after - before).collect();
        Interval::of(&differences)
    }

    /// The interval divided by `unit`; a negative unit swaps its bounds.
    pub(super) fn over(self, unit: f64) -> Option<Interval> {
        let (low, high) = (self.low / unit, self.high / unit);
        let is_number = low.is_finite() && high.is_finite();
        is_number.then(|| Interval { mean: self.mean / unit, low: low.min(high), high: low.max(high) })
    }
}

/// The normal distribution's quantile at 97.5%.
const NORMAL: f64 = 1.959_963_984_540_054;

/// Student's quantile at 97.5%: closed forms for one and two degrees of freedom, from three on the Cornish-Fisher expansion, which is
/// within 0.2% there and closer with each further degree.
fn quantile(freedom: usize) -> f64 {
    match freedom {
        0 => f64::INFINITY,
        1 => (0.475 * std::f64::consts::PI).tan(),
        2 => 0.95 * (2.0 / (1.0 - 0.95_f64.powi(2))).sqrt(),
        _ => {
            let (z, n) = (NORMAL, freedom as f64);
            let power = |exponent: i32| z.powi(exponent);
            let first = (power(3) + z) / 4.0;
            let second = (5.0 * power(5) + 16.0 * power(3) + 3.0 * z) / 96.0;
            let third = (3.0 * power(7) + 19.0 * power(5) + 17.0 * power(3) - 15.0 * z) / 384.0;
            let fourth =
                (79.0 * power(9) + 776.0 * power(7) + 1_482.0 * power(5) - 1_920.0 * power(3) - 945.0 * z) / 92_160.0;
            z + first / n + second / n.powi(2) + third / n.powi(3) + fourth / n.powi(4)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-70: the quantiles of the printed tables.
    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, expected) in [
            (1, 12.706),
            (2, 4.303),
            (3, 3.182),
            (4, 2.776),
            (5, 2.571),
            (9, 2.262),
            (19, 2.093),
            (29, 2.045),
            (100, 1.984),
        ] {
            let found = quantile(freedom);
            assert!((found / expected - 1.0).abs() < 0.002, "{freedom}: {found}, not {expected}");
        }
    }

    /// D-70: Student's own example of 1908, the hours of sleep that ten patients gained by two drugs: 1.58 more by the second, between
    /// 0.70 and 2.46.
    #[test]
    fn the_example_of_1908() {
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let pairs: Vec<(f64, f64)> = first.into_iter().zip(second).collect();
        let found = Interval::of_pairs(&pairs).unwrap();
        for (found, expected) in [(found.mean, 1.58), (found.low, 0.700_114), (found.high, 2.459_886)] {
            assert!((found - expected).abs() < 1e-4, "{found}, not {expected}");
        }
    }

    /// D-70: too few values have no interval; a constant difference has an interval of width 0.
    #[test]
    fn what_has_no_interval_gets_none() {
        assert_eq!(Interval::of(&[]), None);
        assert_eq!(Interval::of(&[1.0]), None);
        assert_eq!(Interval::of(&[1.0, f64::NAN]), None);
        assert_eq!(Interval::of(&[2.0, 2.0]), Some(Interval { mean: 2.0, low: 2.0, high: 2.0 }));
        let unit = Interval { mean: 1.0, low: -1.0, high: 3.0 };
        assert_eq!(unit.over(-2.0), Some(Interval { mean: -0.5, low: -1.5, high: 0.5 }));
        assert_eq!(unit.over(0.0), None);
    }
}
