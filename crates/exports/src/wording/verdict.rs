//! The parts of a verdict in words: votes, seats, claims and what they rest on, what it cost.
use super::{manner, name, one_line, tokens};
use analysis::accounting::Accounting;
use analysis::checks::{Check, Outcome};
use analysis::verdict::{Change, ClaimLine, CounterLine, NeedLine, RubricLine, SourceLine, Standing, Tally};
use debate::event::Figure;

/// Votes as a list.
pub fn tally(votes: Tally) -> String {
    let Tally { accept, minor, blocker, none } = votes;
    let mut parts = vec![format!("{accept} ACCEPT"), format!("{minor} MINOR"), format!("{blocker} BLOCKER")];
    if none > 0 {
        parts.push(format!("{none} without a vote"));
    }
    parts.join(", ")
}

/// What is said of votes where nobody is asked for one.
pub const NO_VOTES: &str = "nobody votes at a panel";

/// The votes that decide, and whether they are enough.
pub fn rubric(rubric: &RubricLine) -> String {
    let met = if rubric.is_met { "met" } else { "not met" };
    format!("{}, of {} seats; the rubric is {met}", tally(rubric.votes), rubric.seats)
}

/// A participant's name, and what it was here.
pub fn head(standing: &Standing) -> String {
    let manner = manner(standing.role, standing.discipline, standing.alias.as_ref());
    let manner = manner.map(|it| format!(" ({it})")).unwrap_or_default();
    format!("{}{manner}", name(&standing.name))
}

/// On what somebody changed their mind.
pub fn grounds(change: &Change) -> String {
    match change.evidence.as_slice() {
        [] => "without new evidence".to_owned(),
        sources => format!("citing {}", sources.join("; ")),
    }
}

/// A request and what came of it (I-25).
pub fn asked_for(need: &NeedLine) -> String {
    let NeedLine { id: _, what, by, round, answered, sources } = need;
    let by = by.iter().map(name).collect::<Vec<_>>().join(", ");
    let came = match (sources.as_slice(), answered) {
        ([], true) => "not available".to_owned(),
        ([], false) => "not brought".to_owned(),
        (sources, _) => format!("brought: {}", sources.join(", ")),
    };
    format!("asked for by {by} in round {round}: {what} ({came})")
}

/// What a claim rests on, how sure that allows one to be, how sure its holders are, and what was brought against it.
pub fn backing(claim: &ClaimLine) -> Option<String> {
    let confidence = claim.confidence?;
    let kinds: Vec<&str> = claim.kinds.iter().map(|it| it.as_str()).collect();
    let assigned = if claim.is_assigned { " (assigned)" } else { "" };
    let said = claim.said.map(|it| format!(", {it:.2} said")).unwrap_or_default();
    let counters = claim.critiques.iter().filter_map(|it| it.counter.as_ref());
    let counters: Vec<String> = counters.map(strength).collect();
    let against = if counters.is_empty() { String::new() } else { format!("; against it {}", counters.join(", ")) };
    Some(format!("{}{assigned}: {confidence:.2} by its evidence{said}{against}", kinds.join(" + ")))
}

/// The kind of a counter, and whether it is weaker than what it is brought against.
pub fn strength(counter: &CounterLine) -> String {
    let weaker = if counter.is_weaker { " (weaker)" } else { "" };
    format!("{}{weaker}", counter.kind)
}

/// The kind of a source, where it has one.
pub fn kind(source: &SourceLine) -> Option<String> {
    let assigned = if source.is_assigned { " (assigned)" } else { "" };
    source.kind.map(|it| format!("{it}{assigned}"))
}

/// How many have cited a source, where it is more than one.
pub fn cited(source: &SourceLine) -> String {
    match source.cited_by.len() {
        0 | 1 => String::new(),
        count => format!(" (cited by {count})"),
    }
}

/// What checking a claim came to: `✓ verified in S1#3: …`.
pub fn checked(check: &Check) -> String {
    let mark = match check.verdict {
        Outcome::Verified => "✓ ",
        Outcome::Contradicted => "✗ ",
        Outcome::Unchecked => "",
    };
    let place = match check.place.as_deref() {
        // The reason names it.
        Some(place) if check.why.contains(place) => String::new(),
        Some(place) => format!(" in {place}"),
        None => String::new(),
    };
    format!("{mark}{}{place}: {}", check.verdict, one_line(&check.why, 240))
}

/// A figure that ended a debate, and what it was held against.
pub fn figure(figure: &Figure) -> String {
    let value =
        figure.value.map_or_else(|| "not given".to_owned(), |it| format!("{}", (it * 100.0).round() / 100.0 + 0.0));
    format!("{}: {value} (threshold {})", one_line(&figure.name, 64), figure.threshold)
}

/// What types, comparisons and rounds cost, in a line (E-23).
pub fn accounting(account: &Accounting) -> String {
    // Where nobody was asked for types, they took nothing.
    let (types, without) = match account.types_in_prompts + account.types_in_answers {
        0 => (String::new(), ""),
        types => (format!("types of evidence {}, ", tokens(types)), ", without types"),
    };
    format!(
        "of {} tokens: {types}comparisons {}, rounds after the openings {}; the openings alone{without}: {}",
        tokens(account.total),
        tokens(account.metrics),
        tokens(account.later_rounds),
        tokens(account.without),
    )
}
