//! Whether what a tool said is what a claim says: enough to let the claim pass as looked up (D-61).
//!
//! It goes by words and figures alone. Not here: whether the claim is true, which `checks` would have to show.
use crate::evidence::thresholds::FOUND_SHARE;
use prose::words;
use std::collections::BTreeSet;

/// Whether a text that was found backs a claim: it has most of the claim's words, and every figure in it.
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
