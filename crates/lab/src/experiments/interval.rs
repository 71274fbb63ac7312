//! How sure a mean is: Student's interval, 95%, for values that come in pairs or one by one (D-70).
//!
//! Student's and not a bootstrap: a comparison is repeated three to ten times, and drawing again from three pairs makes
//! intervals that are far too narrow. Nothing here is chance, so a report of the same figures is the same report.
//! Not here: what a difference is good for.
use serde::Serialize;

/// A mean and where it lies with 95%.
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
    /// The mean of values; nothing where there are fewer than two, or one is no number.
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

    /// The mean of what the second of each pair has over the first.
    pub(super) fn of_pairs(pairs: &[(f64, f64)]) -> Option<Interval> {
        let differences: Vec<f64> = pairs.iter().map(|(before, after)| after - before).collect();
        Interval::of(&differences)
    }

    /// The same in units of `unit`, its sign turned where the unit is negative.
    pub(super) fn over(self, unit: f64) -> Option<Interval> {
        let (low, high) = (self.low / unit, self.high / unit);
        let is_number = low.is_finite() && high.is_finite();
        is_number.then(|| Interval { mean: self.mean / unit, low: low.min(high), high: low.max(high) })
    }
}

/// The normal distribution's quantile at 97.5%.
const NORMAL: f64 = 1.959_963_984_540_054;

/// Student's quantile at 97.5%: closed forms for one and two degrees of freedom, from three on the series of Cornish and Fisher, which
/// is within 0.2% there and closer with each more.
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

    /// D-70: where nothing can be said, nothing is; a difference that never varies has no width.
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
