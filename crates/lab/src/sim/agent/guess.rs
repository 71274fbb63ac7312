//! Estimates of a simulated participant: its own, and drawn toward the median of the others round by round.
use super::dials::Dials;
use super::problem::{Problem, Roll};

/// An estimate with its 80% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    /// The lowest plausible value.
    pub low: f64,
    /// The best guess.
    pub best: f64,
    /// The highest plausible value.
    pub high: f64,
}

/// Standard deviations of an 80% interval.
const EIGHTY: f64 = 1.281_551_6;

/// The right number of a problem, between 50 and 150.
pub fn truth(problem: &Problem) -> f64 {
    50.0 + 100.0 * problem.roll(Roll::Right, 0, 0)
}

/// The estimate of a seat in a round, given the best guesses of the others before it. Errors are relative; those who know more err less, and,
/// as far as they are calibrated, move less.
pub fn guess(dials: &Dials, problem: &Problem, seat: usize, round: u32, others: &[f64]) -> Guess {
    let spread = dials.spread * (2.0 * problem.roll(Roll::Ability, seat, 0) - 1.0);
    let ability = (dials.accuracy + spread).clamp(0.01, 0.99);
    let deviation = 1.0 - ability;
    let shared = dials.correlation.sqrt() * normal(problem, Roll::Common, 0);
    let own = (1.0 - dials.correlation).sqrt() * normal(problem, Roll::Own, seat);
    let opening = truth(problem) * (deviation * (shared + own)).exp();
    let each = (dials.persuadability + dials.calibration * (dials.accuracy - ability)).clamp(0.0, 1.0);
    let pull = 1.0 - (1.0 - each).powi(i32::try_from(round.saturating_sub(1)).unwrap_or(i32::MAX));
    let best = match crate::sim::median(others) {
        Some(middle) if round > 1 => opening * (1.0 - pull) + middle * pull,
        Some(_) | None => opening,
    };
    let hundredth = |it: f64| (it * 100.0).round() / 100.0;
    let (low, high) = (best * (-EIGHTY * deviation).exp(), best * (EIGHTY * deviation).exp());
    Guess { low: hundredth(low), best: hundredth(best), high: hundredth(high) }
}

/// A normally distributed number (Box and Muller).
fn normal(problem: &Problem, what: Roll, seat: usize) -> f64 {
    let (one, other) = (problem.roll(what, seat, 0), problem.roll(what, seat, 1));
    (-2.0 * (1.0 - one).max(f64::MIN_POSITIVE).ln()).sqrt() * (std::f64::consts::TAU * other).cos()
}
