//! Learned weights of kinds of evidence (L-04, L-05).
use super::beta::Beta;
use super::faded;
use super::fold::{Applied, Learned};
use super::share::{Share, Sums};
use super::thresholds::{PROJECT_CASES, SEPARATED};
use crate::evidence::backing::USUAL;
use crate::measure::rounded;
use debate::Kind;
use debate::learning::Change;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The weight of a kind of evidence in a domain.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct KindWeight {
    /// The kind.
    pub kind: Kind,
    /// The mean of its posterior, 0…1.
    pub mean: f64,
    /// The lower end of the 90% interval, given the prior.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The mean of its prior: the usual weight.
    pub prior: f64,
    /// What its cases weigh by now: a project counts as less than half a case, and old ones fade.
    pub cases: f64,
    /// How many of them held, likewise.
    pub held: f64,
    /// The number of projects.
    pub projects: u32,
    /// The share of the cases alone, without the prior, each project a case; absent without cases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alone: Option<Share>,
}

/// The judged cases of one project.
#[derive(Default)]
struct Project {
    cases: u32,
    held: u32,
    at: u64,
}

/// What counts as one project: those of one name, and each post-mortem without a name.
fn key(it: &Applied) -> (Option<u64>, u64) {
    it.update.project.map_or((None, it.number), |it| (Some(it), 0))
}

/// The number of projects whose updates of a domain fit.
pub(super) fn projects(learned: &Learned, domain: &str, fits: impl Fn(&Change) -> bool) -> u32 {
    let of_domain = learned.counting().filter(|it| it.update.domain == domain && fits(&it.update.change));
    let keys: BTreeSet<(Option<u64>, u64)> = of_domain.map(key).collect();
    u32::try_from(keys.len()).unwrap_or(u32::MAX)
}

/// The weights of all kinds in a domain, in their usual order.
pub(super) fn weights(learned: &Learned, domain: &str, now: u64) -> Vec<KindWeight> {
    Kind::ALL.into_iter().map(|kind| weight(learned, domain, kind, now)).collect()
}

/// The weight of a kind in a domain.
pub(super) fn weight(learned: &Learned, domain: &str, kind: Kind, now: u64) -> KindWeight {
    let mut projects: BTreeMap<(Option<u64>, u64), Project> = BTreeMap::new();
    for it in learned.counting().filter(|it| it.update.domain == domain) {
        if let Change::Evidence { kind: of, cases, held } = &it.update.change
            && *of == kind
            && *cases > 0
        {
            let project = projects.entry(key(it)).or_default();
            project.cases = project.cases.saturating_add(*cases);
            project.held = project.held.saturating_add(*held.min(cases));
            project.at = project.at.max(it.at);
        }
    }
    let (mut held, mut failed, mut alone) = (0.0, 0.0, Sums::default());
    for Project { cases, held: own, at } in projects.values() {
        let fading = faded(*at, now);
        let share = f64::from(*own) / f64::from(*cases);
        held += PROJECT_CASES * fading * share;
        failed += PROJECT_CASES * fading * (1.0 - share);
        alone.add(fading, share);
    }
    let mut count = u32::try_from(projects.len()).unwrap_or(u32::MAX);
    for pool in learned.pooled() {
        for it in pool.domains.iter().filter(|it| it.name == domain).flat_map(|it| &it.evidence) {
            if it.kind == kind {
                let fading = faded(pool.at, now);
                held += fading * it.held;
                failed += fading * it.failed;
                alone.add_cases(fading * it.held / PROJECT_CASES, fading * it.failed / PROJECT_CASES);
                count = count.saturating_add(it.projects);
            }
        }
    }
    let prior = USUAL.of(kind);
    let beta = Beta::prior(prior).with(held, failed);
    let (low, high) = beta.interval();
    let (mean, low, high) = (rounded(beta.mean()), rounded(low), rounded(high));
    let alone = alone.share();
    KindWeight { kind, mean, low, high, prior, cases: held + failed, held, projects: count, alone }
}

/// The pairs of kinds that the cases alone separate, whatever was assumed of them before: the difference of their shares against its spread.
/// If all kinds hold equally often, the probability of any pair here is at most 10%.
pub fn separated(weights: &[KindWeight]) -> Vec<(Kind, Kind)> {
    let known: Vec<(Kind, Beta)> = weights
        .iter()
        .filter_map(|it| {
            let Share { share, of, .. } = it.alone?;
            Some((it.kind, Beta::flat().with(share * of, (1.0 - share) * of)))
        })
        .collect();
    let most = known.len().checked_sub(2).and_then(|it| SEPARATED.get(it)).copied().unwrap_or(f64::INFINITY);
    let mut pairs = Vec::new();
    for (at, (kind, one)) in known.iter().enumerate() {
        for (other_kind, other) in known.iter().skip(at + 1) {
            let spread = (one.variance() + other.variance()).sqrt();
            if (one.mean() - other.mean()).abs() > most * spread {
                pairs.push((*kind, *other_kind));
            }
        }
    }
    pairs
}
