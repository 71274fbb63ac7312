//! When estimates agree (B-11), and whether all who are there do.
use super::Count;
use super::thresholds::ESTIMATES_APART;
use crate::measure::median;
use debate::Letter;
use debate::ballot::Estimate;

impl Count<'_> {
    /// Whether all who are there hold one option; of estimates, whether all agree.
    pub fn is_unanimous(&self, option: Option<Letter>) -> bool {
        match self.estimates() {
            Some(estimates) => estimates.len() == self.of_all() && agree(&estimates),
            None => option.is_some_and(|it| self.holders(it).count() == self.of_all()),
        }
    }

    /// How many of the largest set of estimates agree that do; none where nobody casts any.
    pub(crate) fn agreeing(&self) -> usize {
        self.estimates().map_or(0, |it| largest(&it))
    }
}

/// Whether every 80% interval holds every other's best guess, and the best guesses are close (B-11).
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

/// The most estimates of which every set is looked at: a table has eight seats.
const MOST_SETS: usize = 12;

/// How many of the largest set of estimates agree that do.
fn largest(estimates: &[&Estimate]) -> usize {
    let estimates = estimates.get(..estimates.len().min(MOST_SETS)).unwrap_or(estimates);
    let chosen = |set: u32| -> Vec<&Estimate> {
        estimates.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, it)| *it).collect()
    };
    (1..1_u32 << estimates.len()).map(chosen).filter(|it| agree(it)).map(|it| it.len()).max().unwrap_or_default()
}
