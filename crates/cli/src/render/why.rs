//! What a verdict hangs on, as text.
use super::style::{Style, name, one_line};
use analysis::Verdict;
use analysis::argument::{Crux, Favoured, Search, Why};
use analysis::thresholds::MOST_CRUXES;
use debate::Name;

/// The whole of it.
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
    if why.has_claims && !why.is_typed() {
        let says = "No claim that bears on it says what kind of evidence it rests on: each counts as SPECULATIVE.";
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

/// What is said where the arguments do not favour what was decided.
pub(crate) fn favoured(favoured: &Favoured) -> Option<&'static str> {
    match favoured {
        Favoured::Same => None,
        Favoured::Other(_) => Some("the arguments favour another option than the vote"),
        Favoured::Level => Some("the arguments favour no option: the strongest are level"),
        Favoured::Nothing => Some("nothing was said that favours an option"),
    }
}

/// How the decision and the arguments stand to each other.
pub(crate) fn standing(why: &Why) -> String {
    let margin = why.margin;
    match (&why.favoured, why.options.len()) {
        (_, 0) => "No position was held at the end, so there is nothing to weigh.".to_owned(),
        (Favoured::Same, 1) => "There is no other option. Its strength is what its reasons give it.".to_owned(),
        (Favoured::Same, _) => format!("The arguments favour it too, by {margin:.4}."),
        (Favoured::Other(id), _) if why.decided.is_some() => {
            format!("The vote and the arguments differ: the arguments favour option {id}, by {:.4}.", -margin)
        }
        (Favoured::Other(id), _) => format!("The arguments favour option {id}, by {margin:.4}."),
        (Favoured::Level, _) => "The arguments favour none: the strongest are level.".to_owned(),
        (Favoured::Nothing, _) => "Nothing was said that favours an option.".to_owned(),
    }
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
        out.push_str(&style.wrap(&format!("  {:3} ", one_line(&crux.id, 64)), &crux.text));
        let against =
            if crux.against.is_empty() { String::new() } else { format!("; against it: {}", names(&crux.against)) };
        let line = format!(
            "strength {:.4}, by its evidence {:.2} ({}); held by {}{against}",
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
        out.push_str(&style.wrap(&format!("  {:3} ", one_line(&crux.id, 64)), &line));
    }
    out
}

fn flips(style: Style, why: &Why) -> String {
    if why.options.len() < 2 || matches!(why.favoured, Favoured::Level | Favoured::Nothing) {
        return String::new();
    }
    let mut out = format!("\n{}", style.bold("The smallest sets of reasons that turn the arguments\n"));
    for set in &why.flips {
        out.push_str(&style.wrap("  without ", &set.join(" and ")));
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

/// The kinds of a reason's evidence, each once.
pub(crate) fn kinds(crux: &Crux) -> String {
    let mut kinds: Vec<&str> = crux.kinds.iter().map(|it| it.as_str()).collect();
    kinds.dedup();
    kinds.join(", ")
}

fn names(list: &[Name]) -> String {
    let names: Vec<String> = list.iter().map(name).collect();
    if names.is_empty() { "nobody".to_owned() } else { names.join(", ") }
}
