//! Anonymous statistics of a group (D-04): ballots, then confidence.
//!
//! Not here: conclusions, and the wording (`formats`).
use crate::ballots::Count;
use crate::ballots::pool::PooledEstimate;
use crate::measure::{mean, median};
use debate::{Debate, Letter, Round};

/// Statistics of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// The number of holders of each option, by letter, including options without any.
    pub options: Vec<(Letter, usize)>,
    /// The estimates, pooled.
    pub estimate: Option<PooledEstimate>,
    /// Confidence; absent if nobody gave any, and for estimates, which include theirs.
    pub confidence: Option<Confidence>,
}

/// Statistics of confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence {
    /// The mean.
    pub mean: f64,
    /// The one in the middle.
    pub median: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// The least.
    pub least: f64,
    /// The greatest.
    pub most: f64,
}

/// The statistics of a round; none without ballots and confidences.
pub fn of(debate: &Debate, round: &Round) -> Option<Statistics> {
    let count = Count::of_round(debate, round);
    let live = debate.options.iter().enumerate().filter(|(_, it)| it.merged.is_none());
    let options = live.map(|(at, _)| (debate.letter(at), count.holders(debate.letter(at)).count())).collect();
    let estimate = count.pooled_estimate();
    let confidence = if estimate.is_some() { None } else { confidence(round) };
    let is_any = count.cast() > 0 || confidence.is_some();
    is_any.then_some(Statistics { options, estimate, confidence })
}

/// The confidence statistics of a round.
pub fn confidence(round: &Round) -> Option<Confidence> {
    let given: Vec<f64> = round.spoken.iter().filter_map(|it| it.turn.confidence).collect();
    let average = mean(given.iter().copied())?;
    Some(Confidence {
        mean: average,
        median: median(&given)?,
        deviation: mean(given.iter().map(|it| (it - average).powi(2)))?.sqrt(),
        least: given.iter().copied().reduce(f64::min)?,
        most: given.iter().copied().reduce(f64::max)?,
    })
}
