//! How a decision came about, as text: its rule, the others, the options, and what goes with a result (Q-01, Q-02, E-21).
use super::style::Style;
use analysis::Verdict;
use exports::wording::ruling::{option, others, source};

/// The most sources that are listed; `show --json` has them all.
const MOST: usize = 3;

/// The lines; none for debates older than rules of decision.
pub(super) fn text(style: Style, verdict: &Verdict) -> String {
    let decision = &verdict.decision;
    let Some(ruling) = &decision.ruling else { return String::new() };
    let mut out = style.wrap("  Decided by: ", &format!("{}: {}", ruling.rule, ruling.why));
    out.push_str(&style.wrap("  By other rules: ", &others(&ruling.by_rule)));
    if verdict.options.len() > 1 {
        let options: Vec<String> = verdict.options.iter().map(option).collect();
        out.push_str(&style.wrap("  Options: ", &options.join("; ")));
    }
    if !decision.rests_on.is_empty() {
        let sources: Vec<String> = decision.rests_on.iter().take(MOST).map(source).collect();
        out.push_str(&style.wrap("  Rests on: ", &sources.join("; ")));
    }
    out
}
