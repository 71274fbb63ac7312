//! What a verdict rests on, as text.
use super::style::Style;
use analysis::Verdict;
use analysis::argument::thresholds::MOST_CRUXES;
use analysis::argument::{Crux, Favoured, Search, Why};
use debate::{Kind, Name};
use exports::wording::why::{kinds, standing};
use exports::wording::{name, one_line};

/// The whole text.
pub(crate) fn text(style: Style, verdict: &Verdict, why: &Why) -> String {
    let label = verdict.decision.label;
    let mut out = match (&verdict.decision.position, &why.decided) {
        (Some(position), Some(id)) => style.wrap(&format!("Decided ({label}), option {id}: "), position),
        (Some(position), None) => style.wrap(&format!("Decided ({label}): "), position),
        (None, _) => format!("Nothing was decided ({label}).\n"),
    };
    out.push_str(&style.wrap("", &standing(why)));
    if !why.has_claims && !why.options.is_empty() {
        let says = "Nobody made a claim: this is from positions and objections alone, each a word without evidence.";
        out.push_str(&style.wrap("", says));
    }
    if let Some(says) = untyped(verdict, why) {
        out.push_str(&style.wrap("", says));
    }
    if !why.is_settled {
        out.push_str(&style.warn("Some strengths did not come to rest: take them as rough.\n"));
    }
    out.push('\n');
    out.push_str(&options(style, why));
    out.push_str(&pillars(style, why));
    out.push_str(&obstacles(style, why));
    out.push_str(&flips(style, why));
    out
}

/// Why no claim has more weight than a word, where that is so. It agrees with the kinds that the verdict lists.
fn untyped(verdict: &Verdict, why: &Why) -> Option<&'static str> {
    let names_kind = |kinds: &[Kind]| kinds.iter().any(|it| *it != Kind::Speculative);
    if !why.has_claims || why.is_typed() {
        return None;
    }
    let says = if !verdict.evidence.claims.iter().any(|it| names_kind(&it.kinds)) {
        "No claim says what kind of evidence it rests on: each counts as SPECULATIVE."
    } else if why.cruxes.iter().any(|it| it.id.starts_with('C')) {
        "No claim that bears on it rests on evidence that counts, whatever kind it names: each is weighed as SPECULATIVE."
    } else {
        "No claim bears on one option more than on another, whatever evidence it rests on."
    };
    Some(says)
}

fn options(style: Style, why: &Why) -> String {
    let mut out = String::new();
    if !why.options.is_empty() {
        out.push_str(&style.bold("Options, by the strength of their reasons\n"));
    }
    for option in &why.options {
        let line = format!("{} ({})", one_line(&option.text, 200), names(&option.by));
        out.push_str(&style.wrap(&format!("  {:3} {:.4} ", option.id, option.strength), &line));
    }
    out
}

fn pillars(style: Style, why: &Why) -> String {
    let pillars: Vec<&Crux> = why.pillars(MOST_CRUXES).collect();
    if pillars.is_empty() {
        return String::new();
    }
    let mut out = format!("\n{}", style.bold("What it hangs on\n"));
    for crux in pillars {
        out.push_str(&style.wrap(&format!("  {:3} ", one_line(&crux.called(), 64)), &crux.text));
        let against =
            if crux.against.is_empty() { String::new() } else { format!("; against it: {}", names(&crux.against)) };
        let line = format!(
            "strength {:.4}, evidence {:.2} ({}); held by {}{against}",
            crux.strength,
            crux.base,
            kinds(crux),
            names(&crux.by),
        );
        out.push_str(&style.dim(style.wrap("      ", &line).trim_end()));
        out.push('\n');
        let flips = if crux.flips { ": it would no longer be ahead" } else { "" };
        let line = format!("without it {:.4} in place of {:.4}{flips}", crux.margin_without, why.margin);
        out.push_str(&style.wrap("      ", &line));
        out.push_str(&style.wrap("      ", &format!("settled by: {}", crux.question)));
        out.push_str(&style.wrap("      ", &format!("falsified by: {}", crux.falsifier)));
    }
    out
}

fn obstacles(style: Style, why: &Why) -> String {
    let mut out = String::new();
    for crux in why.obstacles(MOST_CRUXES) {
        if out.is_empty() {
            out.push_str(&format!("\n{}", style.bold("What stands against it\n")));
        }
        let line = format!("{} ({}; without it {:.4})", crux.text, names(&crux.by), crux.margin_without);
        out.push_str(&style.wrap(&format!("  {:3} ", one_line(&crux.called(), 64)), &line));
    }
    out
}

fn flips(style: Style, why: &Why) -> String {
    if why.options.len() < 2 || matches!(why.favoured, Favoured::Level | Favoured::Nothing) {
        return String::new();
    }
    let mut out = format!("\n{}", style.bold("The smallest sets of reasons that turn the arguments\n"));
    for set in &why.flips {
        out.push_str(
            &style.wrap(
                "  without ",
                &set.iter().map(|it| one_line(&why.called(it), 64)).collect::<Vec<_>>().join(" and "),
            ),
        );
    }
    let says = match (why.search, why.flips.is_empty()) {
        (Search::Complete, false) => return out,
        (Search::Complete, true) => "none does, however many are taken away",
        (Search::More, _) => "and more of that size",
        (Search::Budget, false) => "perhaps more of that size: the search was ended by its budget",
        (Search::Budget, true) => "none was found before the budget ended the search; there may be large ones",
    };
    out.push_str(&style.wrap("  ", says));
    out
}

fn names(list: &[Name]) -> String {
    let names: Vec<String> = list.iter().map(name).collect();
    if names.is_empty() { "nobody".to_owned() } else { names.join(", ") }
}
