//! What a verdict rests on, as text.
use super::style::Style;
use analysis::argument::thresholds::MOST_CRUXES;
use analysis::argument::{Crux, Favoured, Search, Why};
use analysis::decision::verdict::BasisLine;
use analysis::{Label, Verdict};
use debate::{Kind, Name};
use exports::wording::why::{kinds, standing};
use exports::wording::{name, one_line};

/// The whole text.
pub(crate) fn text(style: Style, verdict: &Verdict, why: &Why) -> String {
    let label = verdict.decision.label;
    let decision = &verdict.decision;
    let is_decided = matches!(label, Label::Consensus | Label::Partial);
    let mut out = match (&decision.position, &why.decided, &decision.option) {
        (Some(position), Some(id), _) if is_decided => {
            style.wrap(&format!("Decided ({label}), option {id}: "), position)
        }
        (Some(position), None, _) if is_decided => style.wrap(&format!("Decided ({label}): "), position),
        (_, Some(id), Some(option)) if !decision.is_tied => {
            let headline = one_line(&option.headline, 200);
            style.wrap("", &format!("Nothing decided ({label}); ahead: {id} {headline}"))
        }
        (_, _, _) => format!("Nothing decided ({label}).\n"),
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
        out.push_str(&style.warn("Some strengths did not converge: take them as rough.\n"));
    }
    out.push('\n');
    out.push_str(&options(style, why));
    out.push_str(&pillars(style, verdict, why));
    out.push_str(&turns(style, verdict, why));
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
        out.push_str(&style.wrap(&format!("  {:3} {:.2} ", option.id, option.strength), &line));
    }
    out
}

/// What the decision rests on: the claims of the first screen in its order, then further reasons, and the sources.
fn pillars(style: Style, verdict: &Verdict, why: &Why) -> String {
    let pillars: Vec<&Crux> = why.pillars(MOST_CRUXES).collect();
    let sources: Vec<&BasisLine> = verdict.decision.rests_on.iter().filter(|it| it.id.starts_with('E')).collect();
    if pillars.is_empty() && sources.is_empty() {
        return String::new();
    }
    let mut out = format!("\n{}", style.bold("Rests on\n"));
    for crux in pillars {
        out.push_str(&style.wrap(&format!("  {:3} ", one_line(&crux.called(), 64)), &crux.text));
        let against =
            if crux.against.is_empty() { String::new() } else { format!("; against it: {}", names(&crux.against)) };
        let line = format!("{}; held by {}{against}{}", kinds(crux), names(&crux.by), leads(crux, why));
        out.push_str(&style.dim(style.wrap("      ", &line).trim_end()));
        out.push('\n');
        out.push_str(&style.dim(style.wrap("      ", &format!("settled by {}", crux.settled_by())).trim_end()));
        out.push('\n');
    }
    for it in sources {
        let line = format!("{} (cited by {} of {})", it.title, it.cited_by, it.of);
        out.push_str(&style.wrap(&format!("  {:3} ", it.id), &line));
    }
    out
}

/// What would turn the decision, and the assumptions of which none does alone: the lines of the first screen in its order.
fn turns(style: Style, verdict: &Verdict, why: &Why) -> String {
    let decision = &verdict.decision;
    if decision.is_tied {
        return String::new();
    }
    let turning = lines(style, "Would turn it", &decision.would_turn, why);
    format!("{turning}{}", lines(style, "Weakest assumptions (none turns it alone)", &decision.assumptions, why))
}

fn lines(style: Style, title: &str, lines: &[String], why: &Why) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let shown: Vec<&str> = why.pillars(MOST_CRUXES).map(|it| it.id.as_str()).collect();
    let mut out = format!("\n{}", style.bold(format!("{title}\n")));
    for line in lines {
        let id = line.split(' ').next().unwrap_or_default();
        // The text of a reason is said once: above, if it is one that the decision rests on.
        let said = match line.split_once(": ") {
            Some((head, _)) if shown.contains(&id) && head.contains(" proves wrong") => format!("{head} (text above)"),
            Some(_) | None => line.clone(),
        };
        out.push_str(&style.wrap("  · ", &said));
    }
    out
}

/// What the arguments would say without a reason, where that shows in two decimals.
fn leads(crux: &Crux, why: &Why) -> String {
    let (now, then) = (format!("{:.2}", why.margin), format!("{:.2}", crux.margin_without));
    match crux.flips {
        true => "; without it the arguments would no longer favour the decision".to_owned(),
        false if now == then => String::new(),
        false => format!("; without it {} {then} in place of {now}", measured(why)),
    }
}

/// What the figures of a decision measure.
fn measured(why: &Why) -> &'static str {
    if why.options.len() > 1 { "the decision would lead by" } else { "its reasons would weigh" }
}

fn obstacles(style: Style, why: &Why) -> String {
    let mut out = String::new();
    for crux in why.obstacles(MOST_CRUXES) {
        if out.is_empty() {
            out.push_str(&format!("\n{}", style.bold("What stands against it\n")));
        }
        let line =
            format!("{} ({}; without it {} {:.2})", crux.text, names(&crux.by), measured(why), crux.margin_without);
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
