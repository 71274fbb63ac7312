//! Pooled confidence (B-18): the pooled probability of an option, and the pooled estimate.
use super::Count;
use crate::measure::{mean, median, rounded};
use debate::Letter;
use debate::ballot::Estimate;
use serde::Serialize;
use std::collections::BTreeMap;

/// Probabilities are clamped this far from 0 and 1, where log-odds diverge.
const EDGE: f64 = 0.01;

/// Estimates pooled by quantile averaging.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PooledEstimate {
    /// The mean of the lower ends of the 80% intervals.
    pub low: f64,
    /// The mean of the best guesses.
    pub best: f64,
    /// The mean of the upper ends.
    pub high: f64,
    /// The median of the best guesses.
    pub median: f64,
    /// The lowest best guess.
    pub least: f64,
    /// The highest best guess.
    pub most: f64,
}

impl Count<'_> {
    /// The pooled probability of an option: a holder with confidence `c` gives it `c`, a holder of another of `k` options `(1 − c) / (k −
    /// 1)`; mean of log-odds, with participants of one model family sharing one weight (I-03). None without any confidence.
    pub fn pooled(&self, option: Letter) -> Option<f64> {
        let live = self.debate.options_at(debate::Horizon::Now).iter().filter(|(_, it)| it.merged.is_none()).count();
        let others = live.saturating_sub(1).max(1) as f64;
        let mut families: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for voter in &self.voters {
            let (Some(held), Some(confidence)) = (voter.option(), voter.confidence()) else { continue };
            let given = if held == option { confidence } else { (1.0 - confidence) / others };
            let given = given.clamp(EDGE, 1.0 - EDGE);
            let family = self.debate.participant(voter.name()).map_or("", |it| it.family.as_str());
            families.entry(family).or_default().push((given / (1.0 - given)).ln());
        }
        let odds = mean(families.into_values().filter_map(mean))?;
        Some(rounded(1.0 / (1.0 + (-odds).exp())))
    }

    /// The pooled estimate; none without estimates.
    pub fn pooled_estimate(&self) -> Option<PooledEstimate> {
        let estimates = self.estimates()?;
        // The parser rejects values out of bounds, but a foreign log may contain them.
        let bounded = |it: f64| it.clamp(-Estimate::MOST, Estimate::MOST);
        let best: Vec<f64> = estimates.iter().map(|it| bounded(it.best)).collect();
        Some(PooledEstimate {
            low: rounded(mean(estimates.iter().map(|it| bounded(it.interval().0)))?),
            best: rounded(mean(best.iter().copied())?),
            high: rounded(mean(estimates.iter().map(|it| bounded(it.interval().1)))?),
            median: median(&best)?,
            least: best.iter().copied().reduce(f64::min)?,
            most: best.iter().copied().reduce(f64::max)?,
        })
    }
}
