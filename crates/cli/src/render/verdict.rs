//! The verdict as text: four layers, short first (I-01).
use super::style::Style;
use super::{ruling, turns};
use analysis::checks::{Check, Outcome};
use analysis::verdict::{PlainVote, Standing};
use analysis::{Label, Verdict};
use exports::wording::verdict::{
    NO_VOTES, accounting, asked_for, backing, checked, cited, figure, grounds, head, kind, rubric, tally,
};
use exports::wording::{duration, forked, money, name, one_line, tokens, why};

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
    let votes = vote.votes.map_or_else(|| NO_VOTES.to_owned(), |it| format!("votes: {}", tally(it)));
    let line = format!("{result}{same}; {votes}{heard}{argued}");
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
    if let Some(says) =
        why::favoured(&changes.favoured).filter(|_| !out.is_empty() && verdict.decision.position.is_some())
    {
        out.push_str(&style.warn(style.wrap("  ! ", says).trim_end()));
        out.push('\n');
    }
    if out.is_empty() {
        return out;
    }
    let more = style.dim(format!("  more: `roundtable show {} --why`\n", id(verdict)));
    format!("{}{out}{more}\n", style.bold("What would change it\n"))
}

fn participant(style: Style, standing: &Standing, width: usize) -> String {
    let position = standing.position.as_deref().unwrap_or("no turn");
    let confidence = standing.confidence.map_or_else(|| "-".to_owned(), |it| format!("{it:.2}"));
    let dissents = if standing.dissents { style.warn(" dissents") } else { String::new() };
    let head = format!("{:width$}", head(standing));
    let mut out = format!("  {} {} {confidence}{dissents}\n", style.bold(head), turns::vote(style, standing.vote));
    out.push_str(&style.wrap("      ", &one_line(position, 240)));
    if let Some(change) = &standing.change {
        let line = format!("changed in round {}: {}, {}", change.round, change.what, grounds(change));
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
    for need in verdict.needs.iter().take(CLAIMS) {
        out.push_str(&style.wrap(&format!("  {:3} ", need.id), &asked_for(need)));
    }
    for warning in &evidence.warnings {
        out.push_str(&style.warn(style.wrap("  ! ", warning).trim_end()));
        out.push('\n');
    }
    out.push('\n');
    out
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
            forked(fork),
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
    if let Some(it) = &meta.rubric {
        out.push_str(&style.wrap("  ", &format!("votes: {}", rubric(it))));
    }
    meta.figures.iter().for_each(|it| out.push_str(&style.dim(format!("  {}\n", figure(it)))));
    out.push_str(&style.dim(format!("  more: `roundtable show {} --turns`\n", id(verdict))));
    out
}
