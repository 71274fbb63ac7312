//! How a decision came about, in words: the other rules, the options, and what goes with a result (Q-01, Q-02, E-21).
use super::one_line;
use analysis::verdict::{OptionLine, Resting, RuleLine};

/// The longest text of an option or a title, in characters.
const LONGEST: usize = 160;

/// What the other rules say, those that say otherwise by name.
pub fn others(rules: &[RuleLine]) -> String {
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
pub fn option(option: &OptionLine) -> String {
    let OptionLine { label, held_by, opened_by, .. } = option;
    format!("“{}” ({} opened with it, {} hold it)", one_line(label, LONGEST), opened_by.len(), held_by.len())
}

/// A source that a decision rests on.
pub fn source(Resting { id, title, cited_by, of }: &Resting) -> String {
    format!("{id} {} (cited by {cited_by} of {of})", one_line(title, LONGEST))
}
