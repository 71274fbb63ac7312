//! Whether a tool result backs a claim, so that it counts as looked up (D-61).
//!
//! By words and figures alone. Not here: whether the claim holds (`checks`).
use crate::evidence::thresholds::FOUND_SHARE;
use prose::words;
use std::collections::BTreeSet;

/// Whether a tool result backs a claim: it contains most of the claim's words and all its figures.
pub fn backs(found: &str, claim: &str) -> bool {
    let subject = |text: &str| -> BTreeSet<String> {
        let carried = words::of(text).into_iter().filter(|it| !words::is_empty(it));
        carried.map(|it| words::stem(&it)).collect()
    };
    let (found, claim) = (subject(found), subject(claim));
    let is_figure = |it: &&String| it.contains(|it: char| it.is_ascii_digit());
    let (figures, said): (Vec<&String>, Vec<&String>) = claim.iter().partition(is_figure);
    let shared = said.iter().filter(|it| found.contains(**it)).count();
    !claim.is_empty()
        && figures.iter().all(|it| found.contains(*it))
        && shared as f64 >= said.len() as f64 * FOUND_SHARE
}
