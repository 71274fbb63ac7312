//! Agreement of estimates (B-11), and unanimity.
use super::Count;
use super::thresholds::ESTIMATES_APART;
use crate::measure::median;
use debate::Letter;
use debate::ballot::Estimate;

impl Count<'_> {
    /// Whether all present participants hold one option, or all estimates agree.
    pub fn is_unanimous(&self, option: Option<Letter>) -> bool {
        match self.estimates() {
            Some(estimates) => estimates.len() == self.of_all() && agree(&estimates),
            None => option.is_some_and(|it| self.holders(it).count() == self.of_all()),
        }
    }

    /// The size of the largest set of agreeing estimates; 0 without estimates.
    pub(crate) fn agreeing(&self) -> usize {
        self.estimates().map_or(0, |it| largest(&it))
    }
}

/// Whether every 80% interval contains every other's best guess, and the best guesses are close (B-11).
pub(super) fn agree(estimates: &[&Estimate]) -> bool {
    let best: Vec<f64> = estimates.iter().map(|it| it.best).collect();
    let (least, most) = (best.iter().copied().reduce(f64::min), best.iter().copied().reduce(f64::max));
    let range = most.zip(least).map_or(0.0, |(most, least)| most - least);
    let is_close = median(&best).is_some_and(|it| range <= it.abs() * ESTIMATES_APART);
    let holds = |it: &&Estimate| {
        let (low, high) = it.interval();
        best.iter().all(|guess| (low..=high).contains(guess))
    };
    is_close && estimates.iter().all(holds)
}

/// Up to how many estimates all subsets are tried: a debate has at most eight seats.
const MOST_SETS: usize = 12;

/// The size of the largest set of agreeing estimates.
fn largest(estimates: &[&Estimate]) -> usize {
    let estimates = estimates.get(..estimates.len().min(MOST_SETS)).unwrap_or(estimates);
    let chosen = |set: u32| -> Vec<&Estimate> {
        estimates.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, it)| *it).collect()
    };
    (1..1_u32 << estimates.len()).map(chosen).filter(|it| agree(it)).map(|it| it.len()).max().unwrap_or_default()
}
