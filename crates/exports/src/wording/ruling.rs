//! How the decision was made, in words: other rules, options, and sources (Q-01, Q-02, E-21).
use super::one_line;
use analysis::decision::verdict::{BasisLine, OptionLine, RuleLine};
use debate::Standing;

/// The longest text of an option or a title, in characters.
const LONGEST: usize = 160;

/// Decision rules with another result (B-15).
pub fn others(rules: &[RuleLine]) -> String {
    let named = |it: &RuleLine| match &it.option {
        Some(option) => format!("{} “{}”", it.rule, one_line(option, LONGEST)),
        None => format!("{} a tie", it.rule),
    };
    match rules {
        [] => "all say the same".to_owned(),
        rules => rules.iter().map(named).collect::<Vec<_>>().join(", "),
    }
}

/// An option with its support: `A “Yes” (2 opened with it, 3 hold it)`.
pub fn option(option: &OptionLine) -> String {
    let OptionLine { letter, headline, held_by, opened_by, .. } = option;
    let headline = one_line(headline, LONGEST);
    format!("{letter} “{headline}” ({} opened with it, {} hold it)", opened_by.len(), held_by.len())
}

/// A claim or a source that a decision rests on.
pub fn source(BasisLine { id, title, cited_by, of, standing }: &BasisLine) -> String {
    let is_source = id.starts_with('E');
    let how = match standing {
        Some(Standing::Opened) => ", opened",
        Some(Standing::Recalled) if is_source => ", recalled and not opened",
        Some(Standing::Reported) => ", reported first-hand",
        Some(Standing::Recalled | Standing::Reasoned) | None => "",
    };
    let by = if is_source { "cited by" } else { "held by" };
    format!("{id} {} ({by} {cited_by} of {of}{how})", one_line(title, LONGEST))
}
