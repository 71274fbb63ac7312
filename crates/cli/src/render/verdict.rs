//! The verdict as text: four layers, short first (I-01).
use super::style::{Style, duration, money, name, one_line, tokens};
use super::{ruling, turns, why};
use analysis::accounting::Accounting;
use analysis::checks::{Check, Outcome};
use analysis::verdict::{ClaimLine, CounterLine, PlainVote, SourceLine, Standing, Tally};
use analysis::{Label, Verdict};

/// The whole verdict.
pub(crate) fn text(style: Style, verdict: &Verdict) -> String {
    let mut out = decision(style, verdict);
    out.push('\n');
    out.push_str(&changes(style, verdict));
    out.push_str(&style.bold("Participants\n"));
    let width = verdict.participants.iter().map(|it| head(it).chars().count()).max().unwrap_or_default();
    verdict.participants.iter().for_each(|it| out.push_str(&participant(style, it, width)));
    out.push('\n');
    out.push_str(&evidence(style, verdict));
    out.push_str(&style.bold("Metadata\n"));
    out.push_str(&metadata(style, verdict));
    out
}

fn decision(style: Style, verdict: &Verdict) -> String {
    let decision = &verdict.decision;
    let label = match decision.label {
        Label::Consensus => style.good(decision.label),
        Label::Partial | Label::Escalated => style.warn(decision.label),
        Label::Dissensus | Label::Insufficient => style.bad(decision.label),
    };
    let mut out = format!("{} {label}", style.bold("Verdict:"));
    if let Some(confidence) = decision.confidence {
        out.push_str(&format!(", confidence {confidence:.2}"));
    }
    if !decision.is_final {
        out.push_str(&style.warn(" (not over)"));
    }
    out.push('\n');
    if decision.is_rehearsal {
        out.push_str(&format!("  {}\n", turns::rehearsal_note(style)));
    }
    match (&decision.position, &decision.by) {
        (Some(position), Some(by)) => {
            out.push_str(&style.wrap("  ", position));
            let signed: Vec<String> = decision.signed_by.iter().map(name).collect();
            let signed = if signed.is_empty() { String::new() } else { format!("; signed by {}", signed.join(", ")) };
            out.push_str(&style.dim(format!("  in the words of {}{signed}\n", name(by))));
        }
        (None, _) | (_, None) => out.push_str("  no position leads\n"),
    }
    if let Some(question) = &verdict.question {
        out.push_str(&style.wrap("  Question to you: ", question));
    }
    out.push_str(&style.wrap("  Next: ", &decision.next_step));
    out.push_str(&plain_vote(style, &verdict.plain_vote));
    out.push_str(&ruling::text(style, verdict));
    out
}

fn plain_vote(style: Style, vote: &PlainVote) -> String {
    let result = match &vote.position {
        _ if vote.openings == 0 && vote.argued > 0 => "nobody opened for a side of their own".to_owned(),
        _ if vote.openings == 0 => "nobody opened".to_owned(),
        None => format!("no majority among {} openings ({} positions)", vote.openings, vote.positions),
        Some(position) => {
            format!("{} of {} opened with: {}", vote.held_by.len(), vote.openings, one_line(position, 200))
        }
    };
    let same = match vote.same_as_debated {
        Some(true) => " (the debate came to the same answer)",
        Some(false) => " (the debate came to the opposite answer)",
        None => "",
    };
    let heard = if vote.is_independent || vote.openings < 2 { "" } else { "; each had heard those before it" };
    let argued = match vote.argued {
        0 => String::new(),
        count => format!("; {count} argued a side they were given and are not counted in it"),
    };
    let line = format!("{result}{same}; votes: {}{heard}{argued}", tally(vote.votes));
    style.wrap("  Plain vote of the openings: ", &line)
}

/// What would change it, the first of each kind; `show --why` has the rest.
fn changes(style: Style, verdict: &Verdict) -> String {
    let changes = &verdict.changes;
    let mut out = String::new();
    if let Some(it) = changes.falsifiers.first() {
        let flips = if it.flips { "; without it the arguments would not favour this" } else { "" };
        out.push_str(&style.wrap("  ", &format!("Against {}: {}{flips}", it.id, it.falsifier)));
    }
    if let Some(it) = changes.cruxes.first() {
        out.push_str(&style.wrap("  ", &format!("Open, {}: {}", it.id, it.question)));
    }
    if let Some(it) = changes.revisit.first() {
        out.push_str(&style.wrap("  ", &format!("Come back to it if {it}")));
    }
    if let Some(says) = why::favoured(&changes.favoured).filter(|_| !out.is_empty()) {
        out.push_str(&style.warn(style.wrap("  ! ", says).trim_end()));
        out.push('\n');
    }
    if out.is_empty() {
        return out;
    }
    let more = style.dim(format!("  more: `roundtable show {} --why`\n", id(verdict)));
    format!("{}{out}{more}\n", style.bold("What would change it\n"))
}

/// Votes as a list.
pub(crate) fn tally(votes: Tally) -> String {
    let Tally { accept, minor, blocker, none } = votes;
    let mut parts = vec![format!("{accept} ACCEPT"), format!("{minor} MINOR"), format!("{blocker} BLOCKER")];
    if none > 0 {
        parts.push(format!("{none} without a vote"));
    }
    parts.join(", ")
}

/// A participant's name, and what it was here.
pub(crate) fn head(standing: &Standing) -> String {
    let manner = turns::manner(standing.role, standing.discipline, standing.alias.as_ref());
    let manner = manner.map(|it| format!(" ({it})")).unwrap_or_default();
    format!("{}{manner}", name(&standing.name))
}

fn participant(style: Style, standing: &Standing, width: usize) -> String {
    let position = standing.position.as_deref().unwrap_or("no turn");
    let confidence = standing.confidence.map_or_else(|| "-".to_owned(), |it| format!("{it:.2}"));
    let dissents = if standing.dissents { style.warn(" dissents") } else { String::new() };
    let head = format!("{:width$}", head(standing));
    let mut out = format!("  {} {} {confidence}{dissents}\n", style.bold(head), turns::vote(style, standing.vote));
    out.push_str(&style.wrap("      ", &one_line(position, 240)));
    if let Some(change) = &standing.change {
        let evidence = match change.evidence.as_slice() {
            [] => "without new evidence".to_owned(),
            sources => format!("citing {}", sources.join("; ")),
        };
        let line = format!("changed in round {}: {}, {evidence}", change.round, change.what);
        out.push_str(&style.dim(style.wrap("      ", &line).trim_end()));
        out.push('\n');
    }
    out
}

/// The debate's id, whoever wrote the log.
fn id(verdict: &Verdict) -> String {
    one_line(verdict.debate.as_str(), 64)
}

/// How many claims the text form lists; `export` has them all.
const CLAIMS: usize = 8;

fn evidence(style: Style, verdict: &Verdict) -> String {
    let evidence = &verdict.evidence;
    let mut out = style.bold("Evidence\n");
    for claim in evidence.claims.iter().take(CLAIMS) {
        let sources =
            if claim.evidence.is_empty() { String::new() } else { format!(" [{}]", claim.evidence.join("][")) };
        let status = if claim.status == "open" { String::new() } else { format!(" ({})", claim.status) };
        let line = format!("{} {}{sources}{status}", claim.label, claim.text);
        out.push_str(&style.wrap(&format!("  {:3} ", claim.id), &line));
        if let Some(backing) = backing(claim) {
            out.push_str(&style.dim(style.wrap("      ", &backing).trim_end()));
            out.push('\n');
        }
        out.push_str(&claim.check.as_ref().map(|it| check(style, it)).unwrap_or_default());
    }
    if evidence.claims.len() > CLAIMS {
        let more = format!("  and {} more: `roundtable export {}`\n", evidence.claims.len() - CLAIMS, id(verdict));
        out.push_str(&style.dim(more));
    }
    for source in evidence.sources.iter().take(CLAIMS) {
        let place = source.url.as_ref().map(|it| format!(", {it}")).unwrap_or_default();
        let kind = kind(source).map(|it| format!("{it} ")).unwrap_or_default();
        let line = format!("{kind}{}{place}{}", source.title, cited(source));
        out.push_str(&style.wrap(&format!("  {:3} ", source.id), &line));
    }
    for warning in &evidence.warnings {
        out.push_str(&style.warn(style.wrap("  ! ", warning).trim_end()));
        out.push('\n');
    }
    out.push('\n');
    out
}

/// What a claim rests on, how sure that allows one to be, how sure its holders are, and what was brought against it.
pub(crate) fn backing(claim: &ClaimLine) -> Option<String> {
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
pub(crate) fn strength(counter: &CounterLine) -> String {
    let weaker = if counter.is_weaker { " (weaker)" } else { "" };
    format!("{}{weaker}", counter.kind)
}

/// The kind of a source, where it has one.
pub(crate) fn kind(source: &SourceLine) -> Option<String> {
    let assigned = if source.is_assigned { " (assigned)" } else { "" };
    source.kind.map(|it| format!("{it}{assigned}"))
}

/// How many have cited a source, where it is more than one.
pub(crate) fn cited(source: &SourceLine) -> String {
    match source.cited_by.len() {
        0 | 1 => String::new(),
        count => format!(" (cited by {count})"),
    }
}

/// What types, comparisons and rounds cost, in a line (E-23).
pub(crate) fn accounting(account: &Accounting) -> String {
    let types = account.types_in_prompts + account.types_in_answers;
    format!(
        "of {} tokens: types of evidence {}, comparisons {}, rounds after the openings {}; the openings alone, without types: {}",
        tokens(account.total),
        tokens(types),
        tokens(account.metrics),
        tokens(account.later_rounds),
        tokens(account.without),
    )
}

/// What checking a claim came to, on a line of its own.
fn check(style: Style, check: &Check) -> String {
    let line = checked(check);
    let line = style.wrap("      ", &line);
    let line = match check.verdict {
        Outcome::Verified => style.good(line.trim_end()),
        Outcome::Contradicted => style.bad(line.trim_end()),
        Outcome::Unchecked => style.dim(line.trim_end()),
    };
    format!("{line}\n")
}

/// The same in words: `✓ verified in S1#3: …`.
pub(crate) fn checked(check: &Check) -> String {
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

fn metadata(style: Style, verdict: &Verdict) -> String {
    let meta = &verdict.metadata;
    let exit = meta.exit.map_or_else(|| "goes on".to_owned(), |it| format!("ended: {it},"));
    let mode = match &meta.chosen {
        Some(chosen) => format!("{}, went on as {chosen}", meta.mode),
        None => meta.mode.clone(),
    };
    let line = format!(
        "{exit} after {} of at most {} rounds ({})\n{} calls, {} tokens, {}, {}",
        meta.rounds,
        meta.round_cap,
        mode,
        meta.calls,
        tokens(meta.usage.tokens()),
        money(meta.usage.cost),
        duration(meta.elapsed_ms),
    );
    let mut out = style.wrap("  ", &line);
    let line = format!(
        "{} turns asked, {} answered, {} lost; {} flaws in the answers; {:.1} independent voices",
        meta.asked,
        meta.answered,
        meta.lost.len(),
        meta.flaws,
        meta.voices,
    );
    out.push_str(&style.wrap("  ", &line));
    if let Some(account) = &meta.accounting {
        out.push_str(&style.wrap("  ", &accounting(account)));
    }
    if let Some((fork, copied)) = meta.fork.as_ref().zip(meta.copied) {
        let line = format!(
            "{}; the answers copied from there ({} tokens, {}) are not counted here",
            turns::forked(fork),
            tokens(copied.tokens()),
            money(copied.cost),
        );
        out.push_str(&style.wrap("  ", &line));
    }
    for lost in &meta.lost {
        let line =
            format!("lost in round {}: {}, {} ({})", lost.round, lost.name, lost.why, one_line(&lost.detail, 160));
        out.push_str(&style.wrap("  ", &line));
    }
    if let Some(rule) = meta.rule {
        out.push_str(&style.wrap("  ", &format!("the rule that ended it: {rule}")));
    }
    if let Some(rubric) = &meta.rubric {
        let met = if rubric.is_met { "met" } else { "not met" };
        let line = format!("votes: {}, of {} seats; the rubric is {met}", tally(rubric.votes), rubric.seats);
        out.push_str(&style.wrap("  ", &line));
    }
    for figure in &meta.figures {
        let value =
            figure.value.map_or_else(|| "not given".to_owned(), |it| format!("{}", (it * 100.0).round() / 100.0 + 0.0));
        out.push_str(&style.dim(format!("  {}: {value} (threshold {})\n", figure.name, figure.threshold)));
    }
    out.push_str(&style.dim(format!("  more: `roundtable show {} --turns`\n", id(verdict))));
    out
}
