//! The Beta distribution: mean, variance, and equal-tailed intervals (L-05).
use crate::learning::thresholds::{INTERVAL, STRENGTH};

/// A Beta distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beta {
    /// The weight of cases that held, the prior's included.
    pub held: f64,
    /// The weight of those that did not, likewise.
    pub failed: f64,
}

impl Beta {
    /// A prior with this mean and the usual strength.
    pub fn prior(mean: f64) -> Beta {
        Beta { held: STRENGTH * mean, failed: STRENGTH * (1.0 - mean) }
    }

    /// The prior that knows nothing.
    pub fn flat() -> Beta {
        Beta { held: 1.0, failed: 1.0 }
    }

    /// With further cases of these weights.
    pub fn with(self, held: f64, failed: f64) -> Beta {
        Beta { held: self.held + held, failed: self.failed + failed }
    }

    /// Its mean.
    pub fn mean(self) -> f64 {
        self.held / (self.held + self.failed)
    }

    /// Its variance.
    pub fn variance(self) -> f64 {
        let all = self.held + self.failed;
        self.held * self.failed / (all * all * (all + 1.0))
    }

    /// The equal-tailed interval of [`INTERVAL`].
    pub fn interval(self) -> (f64, f64) {
        let tail = (1.0 - INTERVAL) / 2.0;
        (self.quantile(tail), self.quantile(1.0 - tail))
    }

    /// The value below which this share of the distribution lies.
    pub fn quantile(self, share: f64) -> f64 {
        let (mut low, mut high) = (0.0_f64, 1.0_f64);
        // Each step halves the interval: after 60 nothing of a double is left to decide.
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if incomplete(middle, self.held, self.failed) < share {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::midpoint(low, high)
    }
}

/// The regularised incomplete beta function: the share of Beta(a, b) below `x`. By its continued fraction, evaluated by Lentz's method
/// (Press et al., Numerical Recipes, 6.4; DLMF 8.17.22).
pub fn incomplete(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp();
    // The fraction converges fast on this side of the mean; the other follows by symmetry.
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(x, a, b) / a
    } else {
        1.0 - front * fraction(1.0 - x, b, a) / b
    }
}

/// The continued fraction of the incomplete beta function.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    const PRECISION: f64 = 1e-15;
    const MOST_STEPS: u32 = 300;
    let off_zero = |it: f64| if it.abs() < TINY { TINY } else { it };
    let mut numerator = 1.0;
    let mut denominator = 1.0 / off_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut value = denominator;
    for step in 1..=MOST_STEPS {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = value;
        for term in [even, odd] {
            denominator = 1.0 / off_zero(1.0 + term * denominator);
            numerator = off_zero(1.0 + term / numerator);
            value *= denominator * numerator;
        }
        if (value / before - 1.0).abs() < PRECISION {
            break;
        }
    }
    value
}

/// The logarithm of the gamma function, for positive values: Stirling's series, after moving to where it is exact to a double.
fn ln_gamma(value: f64) -> f64 {
    const FROM: f64 = 10.0;
    let (mut x, mut shift) = (value, 0.0);
    while x < FROM {
        shift += x.ln();
        x += 1.0;
    }
    let inverse = 1.0 / (x * x);
    let terms = [1.0 / 12.0, -1.0 / 360.0, 1.0 / 1_260.0, -1.0 / 1_680.0, 1.0 / 1_188.0, -691.0 / 360_360.0];
    let series = terms.iter().rev().fold(0.0, |sum, it| sum * inverse + it) / x;
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - shift
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) {
        assert!((one - other).abs() < 1e-12, "{one} is not {other}");
    }

    /// L-05: the incomplete beta function against its closed forms.
    #[test]
    fn closed_forms_are_met() {
        for at in 1..20 {
            let x = f64::from(at) / 20.0;
            near(incomplete(x, 1.0, 1.0), x);
            near(incomplete(x, 3.5, 1.0), x.powf(3.5));
            near(incomplete(x, 1.0, 7.0), 1.0 - (1.0 - x).powi(7));
            near(incomplete(x, 2.0, 2.0), 3.0 * x * x - 2.0 * x * x * x);
            near(incomplete(x, 0.5, 0.5), 2.0 / std::f64::consts::PI * x.sqrt().asin());
            near(incomplete(x, 18.0, 2.0), 19.0 * x.powi(18) - 18.0 * x.powi(19));
            near(incomplete(x, 40.0, 90.0), 1.0 - incomplete(1.0 - x, 90.0, 40.0));
        }
        near(ln_gamma(1.0), 0.0);
        near(ln_gamma(0.5), std::f64::consts::PI.sqrt().ln());
        near(ln_gamma(11.0), 3_628_800_f64.ln());
    }

    /// L-05: means, variances and quantiles of a Beta distribution.
    #[test]
    fn moments_and_quantiles_are_exact() {
        let beta = Beta::prior(0.9);
        near(beta.mean(), 0.9);
        near(beta.variance(), 0.9 * 0.1 / 21.0);
        for share in [0.05, 0.25, 0.5, 0.95] {
            near(Beta::flat().quantile(share), share);
            near(Beta { held: 1.0, failed: 4.0 }.quantile(share), 1.0 - (1.0_f64 - share).powf(0.25));
            near(incomplete(beta.quantile(share), beta.held, beta.failed), share);
        }
        near(Beta { held: 7.0, failed: 7.0 }.quantile(0.5), 0.5);
        let (low, high) = beta.interval();
        assert!(low < 0.9 && 0.9 < high && low > 0.7 && high < 1.0, "{low} {high}");
    }
}
