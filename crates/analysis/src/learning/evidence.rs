//! Learned weights of kinds of evidence (L-04, L-05).
use super::beta::Beta;
use super::faded;
use super::fold::Learned;
use super::thresholds::{PROJECT_CASES, TOLD_APART};
use crate::evidence::backing::USUAL;
use crate::measure::rounded;
use debate::Kind;
use debate::learning::Change;
use serde::Serialize;
use std::collections::BTreeMap;

/// The weight of a kind of evidence in a domain.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct KindWeight {
    /// The kind.
    pub kind: Kind,
    /// The mean of its posterior, 0…1.
    pub mean: f64,
    /// The lower end of the 90% interval.
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
}

/// The judged cases of one project.
#[derive(Default)]
struct Project {
    cases: u32,
    held: u32,
    at: u64,
}

/// The weights of all kinds in a domain, in their usual order.
pub(super) fn weights(learned: &Learned, domain: &str, now: u64) -> Vec<KindWeight> {
    Kind::ALL.into_iter().map(|kind| weight(learned, domain, kind, now)).collect()
}

/// The weight of a kind in a domain.
pub(super) fn weight(learned: &Learned, domain: &str, kind: Kind, now: u64) -> KindWeight {
    // Post-mortems of one named project are one project; those without a name are one each.
    let mut projects: BTreeMap<(Option<u64>, u64), Project> = BTreeMap::new();
    for it in learned.counting().filter(|it| it.update.domain == domain) {
        if let Change::Evidence { kind: of, cases, held } = &it.update.change
            && *of == kind
            && *cases > 0
        {
            let key = it.update.project.map_or((None, it.number), |it| (Some(it), 0));
            let project = projects.entry(key).or_default();
            project.cases += cases;
            project.held += held.min(cases);
            project.at = project.at.max(it.at);
        }
    }
    let (mut held, mut failed) = (0.0, 0.0);
    for Project { cases, held: own, at } in projects.values() {
        let weight = PROJECT_CASES * faded(*at, now);
        let share = f64::from(*own) / f64::from(*cases);
        held += weight * share;
        failed += weight * (1.0 - share);
    }
    let mut count = u32::try_from(projects.len()).unwrap_or(u32::MAX);
    for pool in learned.pooled() {
        for it in pool.domains.iter().filter(|it| it.name == domain).flat_map(|it| &it.evidence) {
            if it.kind == kind {
                let fading = faded(pool.at, now);
                held += fading * it.held;
                failed += fading * it.failed;
                count = count.saturating_add(it.projects);
            }
        }
    }
    let prior = USUAL.of(kind);
    let beta = Beta::prior(prior).with(held, failed);
    let (low, high) = beta.interval();
    let (mean, low, high) = (rounded(beta.mean()), rounded(low), rounded(high));
    KindWeight { kind, mean, low, high, prior, cases: held + failed, held, projects: count }
}

/// Whether outcomes tell two kinds apart, whatever was assumed of them before: the difference of what the cases alone say, against its
/// spread, at 90%.
pub fn told_apart(one: &KindWeight, other: &KindWeight) -> bool {
    let [one, other] = [one, other].map(|it| Beta::flat().with(it.held, it.cases - it.held));
    let spread = (one.variance() + other.variance()).sqrt();
    (one.mean() - other.mean()).abs() > TOLD_APART * spread
}
