//! How a group stands, in figures that name nobody (D-04): ballots first, then confidence.
//!
//! Not here: what follows from them, and the words they are told in (`formats`).
use crate::ballots::Count;
use crate::ballots::pool::PooledEstimate;
use crate::measure::{mean, median};
use debate::{Debate, Letter, Round};

/// A round in figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// How many hold each option, by letter; those that nobody holds too.
    pub options: Vec<(Letter, usize)>,
    /// The estimates, pooled.
    pub estimate: Option<PooledEstimate>,
    /// Confidences; absent where nobody said how sure it is, and of estimates, which have their own.
    pub confidence: Option<Confidence>,
}

/// Confidences in figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence {
    /// The mean.
    pub mean: f64,
    /// The one in the middle.
    pub median: f64,
    /// How far they lie from their mean: the standard deviation of all who gave one.
    pub deviation: f64,
    /// The least.
    pub least: f64,
    /// The greatest.
    pub most: f64,
}

/// The figures of a round; none where nobody cast a ballot or said how sure it is.
pub fn of(debate: &Debate, round: &Round) -> Option<Statistics> {
    let count = Count::of_round(debate, round);
    let live = debate.options.iter().enumerate().filter(|(_, it)| it.merged.is_none());
    let options = live.map(|(at, _)| (debate.letter(at), count.holders(debate.letter(at)).count())).collect();
    let estimate = count.pooled_estimate();
    let confidence = if estimate.is_some() { None } else { confidence(round) };
    let is_any = count.cast() > 0 || confidence.is_some();
    is_any.then_some(Statistics { options, estimate, confidence })
}

/// The confidences of a round in figures.
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
