//! A mean or a share with its 95% interval, from sums alone.
use serde::Serialize;

/// The sums of a figure over many debates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// How many values there are.
    pub count: u64,
    sum: f64,
    squares: f64,
}

/// A figure with its 95% interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// How many values it is the mean of.
    pub count: u64,
}

/// The normal distribution's quantile at 97.5%.
const Z: f64 = 1.959_963_984_540_054;

impl Moments {
    /// Adds a value.
    pub fn take(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Adds the sums of other debates.
    pub fn add(&mut self, other: &Moments) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean; 0 without values.
    pub fn value(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / self.count as f64 }
    }

    /// The mean with its interval: of shares by Wilson's method, of other means by the normal distribution, which many values justify.
    pub fn estimate(&self) -> Estimate {
        if self.count == 0 {
            return Estimate::default();
        }
        // Values of 0 and 1 have equal squares.
        let is_share = self.sum == self.squares && self.sum >= 0.0 && self.sum <= self.count as f64;
        let (n, mean) = (self.count as f64, self.value());
        if is_share {
            let whole = 1.0 + Z * Z / n;
            let centre = (mean + Z * Z / (2.0 * n)) / whole;
            let half = Z / whole * (mean * (1.0 - mean) / n + Z * Z / (4.0 * n * n)).sqrt();
            return Estimate { mean, low: centre - half, high: centre + half, count: self.count };
        }
        let spread = if self.count < 2 { 0.0 } else { ((self.squares - n * mean * mean) / (n - 1.0)).max(0.0) };
        let half = Z * (spread / n).sqrt();
        Estimate { mean, low: mean - half, high: mean + half, count: self.count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: impl IntoIterator<Item = f64>) -> Estimate {
        let mut sums = Moments::default();
        values.into_iter().for_each(|it| sums.take(it));
        sums.estimate()
    }

    /// Wilson's interval, as in the tables: 0 of 10 is up to 27.8%, 81 of 263 is 25.5% to 36.6%.
    #[test]
    fn intervals_are_those_of_the_tables() {
        let none = of((0..10).map(|_| 0.0));
        assert!(none.low.abs() < 1e-9 && (none.high - 0.277_5).abs() < 5e-4, "{none:?}");
        let some = of((0..263).map(|it| f64::from(u8::from(it < 81))));
        assert!((some.low - 0.255_3).abs() < 5e-4 && (some.high - 0.366_2).abs() < 5e-4, "{some:?}");
        let mean = of([1.0, 2.0, 3.0, 6.0]);
        assert!((mean.mean - 3.0).abs() < 1e-12 && (mean.high - mean.mean - 2.117).abs() < 1e-3, "{mean:?}");
    }

    /// intervals of shares and means cover the true value about as often as they say.
    #[test]
    fn intervals_cover() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut shares, mut means) = (0, 0);
        for _ in 0..2_000 {
            let share = of((0..200).map(|_| f64::from(u8::from(random.f64() < 0.7))));
            let mean = of((0..200).map(|_| random.f64() * 2.0));
            shares += u32::from(share.low <= 0.7 && 0.7 <= share.high);
            means += u32::from(mean.low <= 1.0 && 1.0 <= mean.high);
        }
        // 1,900 are expected; 45 is more than four standard deviations.
        assert!((1_855..=1_945).contains(&shares) && (1_855..=1_945).contains(&means), "{shares}, {means}");
    }
}
