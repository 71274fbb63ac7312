//! How often models are right, and whether their confidences say so (L-04, L-05).
use super::beta::Beta;
use super::faded;
use super::fold::Learned;
use super::thresholds::{BINS, EDGE, NEUTRAL};
use crate::measure::rounded;
use debate::learning::{Change, Forecast};
use serde::Serialize;
use std::collections::BTreeMap;

/// The calibration of a model in a domain.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// The model, as `provider/model`.
    pub model: String,
    /// Its family.
    pub family: String,
    /// The mean of the posterior of its accuracy; the prior is neutral (0.5).
    pub mean: f64,
    /// The lower end of the 90% interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many of its ballots were right.
    pub right: u32,
    /// Of how many.
    pub cases: u32,
    /// In how many debates. Seats of one model in one debate count as one case together.
    pub debates: u32,
    /// The mean squared distance of confidence and truth: 0 is perfect, 0.25 what always saying 0.5 gets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brier: Option<f64>,
    /// The mean logarithm of the probability given to what was true: 0 is perfect, −0.69 what always saying 0.5 gets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_score: Option<f64>,
    /// The reliability curve: bins of stated confidence with ballots in them.
    pub curve: Vec<Bin>,
}

/// A bin of a reliability curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bin {
    /// The lowest confidence in it.
    pub from: f64,
    /// The confidence below which it ends; the last bin includes 1.
    pub to: f64,
    /// The number of ballots.
    pub cases: u32,
    /// How many of them were right.
    pub right: u32,
    /// The mean stated confidence.
    pub stated: f64,
    /// The share that was right.
    pub share: f64,
    /// The lower end of its 90% interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// What is known of one model.
#[derive(Default)]
struct Cases {
    family: String,
    forecasts: Vec<Forecast>,
    held: f64,
    failed: f64,
    debates: u32,
}

/// The models of which ballots with a known truth exist in a domain, by name.
pub(super) fn of_domain(learned: &Learned, domain: &str, now: u64) -> Vec<Calibration> {
    let mut models: BTreeMap<&str, Cases> = BTreeMap::new();
    for it in learned.counting().filter(|it| it.update.domain == domain) {
        let Change::Calibration { model, family, forecasts } = &it.update.change else { continue };
        if forecasts.is_empty() {
            continue;
        }
        let right = forecasts.iter().filter(|it| it.is_right).count() as f64;
        let share = right / forecasts.len() as f64;
        let fading = faded(it.at, now);
        let cases = models.entry(model).or_default();
        cases.family.clone_from(family);
        cases.forecasts.extend(forecasts);
        cases.held += fading * share;
        cases.failed += fading * (1.0 - share);
        cases.debates += 1;
    }
    models.into_iter().map(|(model, cases)| calibration(learned, domain, now, model, cases)).collect()
}

/// The weight of imported ballots of a family, right and wrong.
pub(super) fn pooled(learned: &Learned, domain: &str, family: &str, now: u64) -> (f64, f64) {
    let mut sums = (0.0, 0.0);
    for pool in learned.pooled() {
        let fading = faded(pool.at, now);
        for it in pool.domains.iter().filter(|it| it.name == domain).flat_map(|it| &it.forecasts) {
            if it.family == family {
                sums.0 += fading * it.right;
                sums.1 += fading * it.wrong;
            }
        }
    }
    sums
}

fn calibration(learned: &Learned, domain: &str, now: u64, model: &str, cases: Cases) -> Calibration {
    let (right, wrong) = pooled(learned, domain, &cases.family, now);
    let beta = Beta::prior(NEUTRAL).with(cases.held + right, cases.failed + wrong);
    let (low, high) = beta.interval();
    let count = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    Calibration {
        model: model.to_owned(),
        family: cases.family,
        mean: rounded(beta.mean()),
        low: rounded(low),
        high: rounded(high),
        right: count(cases.forecasts.iter().filter(|it| it.is_right).count()),
        cases: count(cases.forecasts.len()),
        debates: cases.debates,
        brier: crate::measure::mean(cases.forecasts.iter().map(squared)).map(rounded),
        log_score: crate::measure::mean(cases.forecasts.iter().map(logarithm)).map(rounded),
        curve: curve(&cases.forecasts),
    }
}

fn squared(it: &Forecast) -> f64 {
    let truth = if it.is_right { 1.0 } else { 0.0 };
    (it.confidence - truth).powi(2)
}

fn logarithm(it: &Forecast) -> f64 {
    let given = it.confidence.clamp(EDGE, 1.0 - EDGE);
    if it.is_right { given.ln() } else { (1.0 - given).ln() }
}

/// The reliability curve of ballots; empty bins are left out.
pub(super) fn curve(forecasts: &[Forecast]) -> Vec<Bin> {
    let bin = |at: usize| {
        let (from, to) = (at as f64 / BINS as f64, (at + 1) as f64 / BINS as f64);
        let is_in = |it: &&Forecast| place(it.confidence) == at;
        let own: Vec<&Forecast> = forecasts.iter().filter(is_in).collect();
        let right = own.iter().filter(|it| it.is_right).count();
        let stated = crate::measure::mean(own.iter().map(|it| it.confidence))?;
        let (low, high) = Beta::flat().with(right as f64, (own.len() - right) as f64).interval();
        let [cases, right] = [own.len(), right].map(|it| u32::try_from(it).unwrap_or(u32::MAX));
        let share = f64::from(right) / f64::from(cases);
        let (stated, share, low, high) = (rounded(stated), rounded(share), rounded(low), rounded(high));
        Some(Bin { from, to, cases, right, stated, share, low, high })
    };
    (0..BINS).filter_map(bin).collect()
}

/// The bin of a confidence. A tenth belongs to the bin that it begins, though `0.3 * 10.0` is below 3 as a double.
fn place(confidence: f64) -> usize {
    let last = BINS - 1;
    (0..last).rev().find(|it| confidence + 1e-9 >= (it + 1) as f64 / BINS as f64).map_or(0, |it| it + 1).min(last)
}
