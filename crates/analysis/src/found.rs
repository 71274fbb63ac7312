//! Whether what a tool said is what a claim says: enough to let the claim pass as looked up (D-61).
//!
//! It goes by words and figures alone. Not here: whether the claim is true, which `checks` would have to show.
use crate::thresholds::FOUND_SHARE;
use crate::words;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// D-61: a claim is backed by what has its words and its figures; another figure, or another subject, backs nothing.
    #[test]
    fn a_claim_is_backed_by_its_words_and_figures() {
        let found = "S1#3: Rye yielded 3.1 tonnes a hectare in 2024, the report says; oats yielded less.";
        for (claim, is_backed) in [
            ("Rye yields 3.1 tonnes a hectare.", true),
            ("In 2024 rye yielded 3.1 tonnes per hectare.", true),
            ("Rye yields 3.2 tonnes a hectare.", false),
            ("The port closed in 2024.", false),
            ("3.1", true),
            ("", false),
        ] {
            assert_eq!(backs(found, claim), is_backed, "{claim}");
        }
    }
}
