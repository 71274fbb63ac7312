//! The effective number of independent voices: five seats of one model are not five opinions (I-03).
use crate::measure::thresholds::FAMILY_CORRELATION;
use std::collections::BTreeMap;

/// The effective number of voices among models of these families: within a family each further seat counts less, by the design effect `n /
/// (1 + (n − 1)·ρ)`.
pub fn effective<'a>(families: impl IntoIterator<Item = &'a str>) -> f64 {
    let mut sizes: BTreeMap<&str, f64> = BTreeMap::new();
    families.into_iter().for_each(|family| *sizes.entry(family).or_default() += 1.0);
    // The sum of an empty list would be −0.
    sizes.values().map(|n| n / (1.0 + (n - 1.0) * FAMILY_CORRELATION)).fold(0.0, |sum, it| sum + it)
}
