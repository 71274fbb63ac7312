//! How often models are right, and whether their confidences say so (L-04, L-05).
use super::beta::Beta;
use super::evidence;
use super::faded;
use super::fold::Learned;
use super::share::{Share, Sums};
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
    /// The lower end of the 90% interval, given the prior.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The share of its own debates alone, without the prior and imports; seats of one debate count as one case together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alone: Option<Share>,
    /// What imported ballots of its family weigh in the mean.
    pub imported: f64,
    /// How many of its ballots were right.
    pub right: u32,
    /// Of how many.
    pub cases: u32,
    /// In how many debates. Seats of one model in one debate count as one case together.
    pub debates: u32,
    /// In how many projects.
    pub projects: u32,
    /// The mean squared distance of confidence and truth, old ballots faded: 0 is perfect, 0.25 what always saying 0.5 gets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brier: Option<f64>,
    /// The mean logarithm of the probability given to what was true, likewise: 0 is perfect, −0.69 what always saying 0.5 gets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_score: Option<f64>,
    /// The reliability curve: bins of stated confidence with ballots in them.
    pub curve: Vec<Bin>,
}

/// A bin of a reliability curve. Old ballots fade in its means, and seats of one model in one debate weigh as one ballot together.
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
    /// The lower end of its 90% score interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The imported ballots of a family of models.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FamilyKnown {
    /// The family.
    pub family: String,
    /// What right ballots weigh by now.
    pub right: f64,
    /// What wrong ones weigh.
    pub wrong: f64,
    /// The mean of the posterior of a model of which nothing else is known.
    pub mean: f64,
    /// The lower end of its 90% interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A ballot with its weight.
#[derive(Clone, Copy)]
struct Weighed {
    forecast: Forecast,
    weight: f64,
}

/// What is known of one model.
#[derive(Default)]
struct Cases {
    family: String,
    forecasts: Vec<Weighed>,
    held: f64,
    failed: f64,
    alone: Sums,
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
        let weight = fading / forecasts.len() as f64;
        cases.forecasts.extend(forecasts.iter().map(|it| Weighed { forecast: *it, weight }));
        cases.alone.add(fading, share);
        cases.held += fading * share;
        cases.failed += fading * (1.0 - share);
        cases.debates = cases.debates.saturating_add(1);
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

/// The families of which ballots were imported, by name.
pub(super) fn families(learned: &Learned, domain: &str, now: u64) -> Vec<FamilyKnown> {
    let of_domain = learned.pooled().flat_map(|it| &it.domains).filter(|it| it.name == domain);
    let names: std::collections::BTreeSet<&str> =
        of_domain.flat_map(|it| &it.forecasts).map(|it| it.family.as_str()).collect();
    let known = |family: &str| {
        let (right, wrong) = pooled(learned, domain, family, now);
        let beta = Beta::prior(NEUTRAL).with(right, wrong);
        let (low, high) = beta.interval();
        FamilyKnown {
            family: family.to_owned(),
            right: rounded(right),
            wrong: rounded(wrong),
            mean: rounded(beta.mean()),
            low: rounded(low),
            high: rounded(high),
        }
    };
    names.into_iter().map(known).collect()
}

fn calibration(learned: &Learned, domain: &str, now: u64, model: &str, cases: Cases) -> Calibration {
    let (right, wrong) = pooled(learned, domain, &cases.family, now);
    let beta = Beta::prior(NEUTRAL).with(cases.held + right, cases.failed + wrong);
    let (low, high) = beta.interval();
    let count = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    let is_of = |it: &Change| matches!(it, Change::Calibration { model: of, .. } if of == model);
    Calibration {
        model: model.to_owned(),
        family: cases.family,
        mean: rounded(beta.mean()),
        low: rounded(low),
        high: rounded(high),
        alone: cases.alone.share(),
        imported: rounded(right + wrong),
        right: count(cases.forecasts.iter().filter(|it| it.forecast.is_right).count()),
        cases: count(cases.forecasts.len()),
        debates: cases.debates,
        projects: evidence::projects(learned, domain, is_of),
        brier: mean(&cases.forecasts, squared),
        log_score: mean(&cases.forecasts, logarithm),
        curve: curve(&cases.forecasts),
    }
}

/// The weighted mean of a score; none without ballots.
fn mean(ballots: &[Weighed], score: impl Fn(&Forecast) -> f64) -> Option<f64> {
    let all: f64 = ballots.iter().map(|it| it.weight).sum();
    let sum: f64 = ballots.iter().map(|it| it.weight * score(&it.forecast)).sum();
    (all > 0.0).then(|| rounded(sum / all))
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
fn curve(ballots: &[Weighed]) -> Vec<Bin> {
    let bin = |at: usize| {
        let (from, to) = (at as f64 / BINS as f64, (at + 1) as f64 / BINS as f64);
        let own: Vec<Weighed> = ballots.iter().filter(|it| place(it.forecast.confidence) == at).copied().collect();
        let mut sums = Sums::default();
        own.iter().for_each(|it| sums.add(it.weight, if it.forecast.is_right { 1.0 } else { 0.0 }));
        let Share { share, low, high, .. } = sums.share()?;
        let stated = mean(&own, |it| it.confidence)?;
        let right = own.iter().filter(|it| it.forecast.is_right).count();
        let [cases, right] = [own.len(), right].map(|it| u32::try_from(it).unwrap_or(u32::MAX));
        Some(Bin { from, to, cases, right, stated, share, low, high })
    };
    (0..BINS).filter_map(bin).collect()
}

/// The bin of a confidence. A tenth belongs to the bin that it begins, though `0.3 * 10.0` is below 3 as a double.
fn place(confidence: f64) -> usize {
    let last = BINS - 1;
    (0..last).rev().find(|it| confidence + 1e-9 >= (it + 1) as f64 / BINS as f64).map_or(0, |it| it + 1).min(last)
}
