//! How a decision came about, as text: its rule, the others, the options, and what goes with a result (Q-01, Q-02, E-21).
use super::style::{Style, one_line};
use analysis::Verdict;
use analysis::verdict::{OptionLine, Resting, RuleLine};

/// The most sources that are listed; `show --json` has them all.
const MOST: usize = 3;

/// The longest text of an option or a title, in characters.
const LONGEST: usize = 160;

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

/// What the other rules say, those that say otherwise by name.
pub(super) fn others(rules: &[RuleLine]) -> String {
    let named = |it: &RuleLine| match &it.option {
        Some(option) => format!("{} “{}”", it.rule, one_line(option, LONGEST)),
        None => format!("{} no answer", it.rule),
    };
    let differing: Vec<String> = rules.iter().filter(|it| !it.agrees).map(named).collect();
    match (differing.is_empty(), differing.len() == rules.len()) {
        (true, _) => "all say the same".to_owned(),
        (false, true) => differing.join(", "),
        (false, false) => format!("{}; the rest say the same", differing.join(", ")),
    }
}

/// An option with how many are for it.
pub(super) fn option(option: &OptionLine) -> String {
    let OptionLine { label, held_by, opened_by, .. } = option;
    format!("“{}” ({} opened with it, {} hold it)", one_line(label, LONGEST), opened_by.len(), held_by.len())
}

/// A source that a decision rests on.
pub(super) fn source(Resting { id, title, cited_by, of }: &Resting) -> String {
    format!("{id} {} (cited by {cited_by} of {of})", one_line(title, LONGEST))
}
