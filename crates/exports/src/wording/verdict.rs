//! The parts of a verdict in words: votes, seats, claims and their evidence, the cost.
use super::{manner, name, one_line, tokens};
use analysis::decision::exit::Tally;
use analysis::decision::verdict::{
    ClaimLine, CounterLine, Decision, Metadata, NeedLine, PlainVote, RubricLine, Seat, SourceLine,
};
use analysis::evidence::checks::{Check, CheckResult};
use analysis::measure::accounting::Accounting;
use debate::Debate;
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

/// A note after the number of rounds where closing ballots followed: they are one round more than the cap (B-05).
pub fn closing(meta: &Metadata) -> &'static str {
    if meta.closing_ballots { ", and closing ballots" } else { "" }
}

/// The note in place of votes for a panel.
pub const NO_VOTES: &str = "nobody votes at a panel";

/// The votes on the leading option, and whether they suffice (D-40).
pub fn rubric(rubric: &RubricLine) -> String {
    let met = if rubric.is_met { "enough" } else { "not enough" };
    let Some(option) = &rubric.option else { return "no option leads".to_owned() };
    let (votes, seats) = (tally(rubric.votes), rubric.seats);
    format!("{votes}, of {seats} seats, on “{}”; {met} for `vote_rubric` to end a debate early", one_line(option, 160))
}

/// The meaning of a vote, once for each screen.
pub const VOTES: &str = "ACCEPT: holds it; MINOR: would sign it; BLOCKER: would not sign it";

/// A participant's name, and its role.
pub fn head(seat: &Seat) -> String {
    let manner = manner(seat.role, seat.discipline, seat.alias.as_ref());
    let manner = manner.map(|it| format!(" ({it})")).unwrap_or_default();
    format!("{}{manner}", name(&seat.name))
}

/// How often a participant's model was right in the debate's domain before it (L-06).
pub fn accuracy(seat: &Seat) -> Option<String> {
    seat.accuracy.as_ref().map(analysis::decision::verdict::was_right)
}

/// The plain vote: what the openings alone would have decided (B-12): `No, 3 of 3, before anyone had heard another`.
pub fn plain_vote(vote: &PlainVote) -> String {
    let said = vote.says().unwrap_or_else(|| "nothing: nobody opened with a ballot".to_owned());
    let cast = vote.openings - vote.without_ballot;
    let heard = if vote.is_independent && cast > 1 {
        ", before anyone had heard another".to_owned()
    } else {
        vote.heard().map(|it| format!(", {it}")).unwrap_or_default()
    };
    let argued = match vote.argued {
        0 => String::new(),
        _ if vote.openings == 0 => String::new(),
        1 => "; 1 argued a side that it was given and is not counted".to_owned(),
        count => format!("; {count} argued a side that they were given and are not counted"),
    };
    format!("{}{heard}{argued}", one_line(&said, 240))
}

/// Whether the rule decided on an option that at most half hold.
pub fn is_outvoted(decision: &Decision) -> bool {
    decision.option.as_ref().is_some_and(|it| it.held_by.len() * 2 <= decision.of)
}

/// How the plain vote and the decision compare; none where there is nothing to compare.
pub fn compared(vote: &PlainVote) -> Option<&'static str> {
    vote.same_as_decision.map(|it| if it { "the same as the decision" } else { "not what was decided" })
}

/// A request for context, and its result (I-25).
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

/// A claim's evidence, how it is known, the confidence that it allows, its holders' confidence, doubts, and counterarguments.
pub fn backing(claim: &ClaimLine) -> Option<String> {
    let known = rests(claim, |it| format!("{it:.2}"))?;
    let counters = claim.critiques.iter().filter_map(|it| it.counter.as_ref());
    let counters: Vec<String> = counters.map(strength).collect();
    let against = if counters.is_empty() { String::new() } else { format!("; against it {}", counters.join(", ")) };
    Some(format!("{known}{against}"))
}

/// A claim's evidence, how it is known, the confidence that it allows, its holders' confidence, and doubts (E-02, E-05).
pub fn rests(claim: &ClaimLine, share: impl Fn(f64) -> String) -> Option<String> {
    let confidence = share(claim.confidence?);
    let kinds: Vec<&str> = claim.kinds.iter().map(|it| it.as_str()).collect();
    let assigned = if claim.is_assigned { " (assigned)" } else { "" };
    let said = claim.said.map(|it| format!(" · claimed {}", share(it))).unwrap_or_default();
    let doubts: String = claim.doubts.iter().map(|it| format!("; {it}")).collect();
    Some(format!("{}{assigned}, {}: evidence {confidence}{said}{doubts}", kinds.join(" + "), claim.standing))
}

/// How the author of a claim says it is known; none where it does not say.
pub fn known_by(debate: &Debate, place: usize) -> Option<&'static str> {
    let known = debate.registry.claims.get(place)?;
    known.touches.iter().find_map(|it| it.standing).map(|it| it.as_str())
}

/// The kind of a counterargument's evidence, and whether it is weaker than that of the claim.
pub fn strength(counter: &CounterLine) -> String {
    let weaker = if counter.is_weaker { " (weaker)" } else { "" };
    format!("{}{weaker}", counter.kind)
}

/// A source's kind and how it is known: `EMPIRICAL, recalled`, `calculation, opened`; with a doubt about its kind (E-05).
pub fn kind(source: &SourceLine) -> String {
    let assigned = if source.is_assigned { " (assigned)" } else { "" };
    let doubt = source.reads_as.map(|it| format!(" (as given; it reads as {it})")).unwrap_or_default();
    let kind = source.kind.map_or_else(|| source.from.to_owned(), |it| format!("{it}{assigned}{doubt}"));
    format!("{kind}, {}", source.standing)
}

/// How many participants cited a source, where more than one did.
pub fn cited(source: &SourceLine) -> String {
    match source.cited_by.len() {
        0 | 1 => String::new(),
        count => format!(" (cited by {count})"),
    }
}

/// The result of checking a claim: `✓ verified in S1#3: …`.
pub fn checked(check: &Check) -> String {
    let mark = match check.verdict {
        CheckResult::Verified => "✓ ",
        CheckResult::Contradicted => "✗ ",
        CheckResult::Unchecked => "",
    };
    let place = match check.place.as_deref() {
        // The reason names it.
        Some(place) if check.why.contains(place) => String::new(),
        Some(place) => format!(" in {place}"),
        None => String::new(),
    };
    format!("{mark}{}{place}: {}", check.verdict, one_line(&check.why, 240))
}

/// A metric that ended a debate, and its threshold.
pub fn figure(figure: &Figure) -> String {
    let rounded = |it: f64| (it * 100.0).round() / 100.0 + 0.0;
    // Named and counted as the bars are (E-22).
    let (name, value, threshold) = match figure.name.strip_prefix("share of changed ballots") {
        Some(rest) => (format!("kept ballots{rest}"), figure.value.map(|it| 1.0 - it), 1.0 - figure.threshold),
        None if figure.name == "evidence convergence" => ("shared sources".to_owned(), figure.value, figure.threshold),
        None => (figure.name.clone(), figure.value, figure.threshold),
    };
    let value = value.map_or_else(|| "not measured".to_owned(), |it| rounded(it).to_string());
    format!("{}: {value} (threshold {})", one_line(&name, 64), rounded(threshold))
}

/// The cost of evidence types, comparisons and rounds, on one line (E-23).
pub fn accounting(account: &Accounting) -> String {
    if account.total == 0 {
        return "no tokens were counted".to_owned();
    }
    // Where no types were asked for, they cost nothing.
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
