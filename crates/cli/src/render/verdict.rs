//! The whole verdict as text: four layers, shortest first (I-01). Not here: the screen that a debate ends with (`first`).
use super::first::{of_label, unless_over};
use super::style::Style;
use super::turns;
use crate::suggest;
use analysis::decision::verdict::{Change, NextAction, Seat};
use analysis::evidence::checks::{Check, CheckResult};
use analysis::{Label, Verdict};
use debate::Debate;
use engine::Status;
use exports::wording::verdict::{
    VOTES, accounting, accuracy, asked_for, backing, checked, cited, closing, figure, head, kind, rubric,
};
use exports::wording::{ballot, duration, forked, money, one_line, tokens, why};

/// The whole verdict.
pub(crate) fn text(style: Style, verdict: &Verdict, status: &Status) -> String {
    let mut out = decision(style, verdict, status);
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

/// The verdict of a debate, with the command by which it goes on.
pub(crate) fn of(debate: &Debate, status: &Status) -> Verdict {
    let verdict = Verdict::of(debate);
    let id = &debate.id;
    let next_step = &verdict.decision.next_step;
    let is_running = matches!(status, Status::Running | Status::ComingToRest | Status::RunningElsewhere);
    let step = match &verdict.decision.goes_on {
        Some(_) if is_running => format!("wait for its end, or follow it: `roundtable show {id} --follow`"),
        None => match with_another_model(debate) {
            Some(again) => format!("{next_step}: `{again}`"),
            None => return verdict,
        },
        Some(NextAction::Resumed) => format!("{next_step}: `roundtable resume {id}`"),
        Some(NextAction::Continued) => format!("{next_step}: `roundtable continue {id}`"),
        Some(NextAction::Answered) => format!("{next_step}: `roundtable continue {id} --say \"…\"`"),
        Some(NextAction::Brought(ids)) => {
            let flags: Vec<String> = ids.iter().map(|it| format!("--answer {it}=\"…\"")).collect();
            format!("{next_step}: `roundtable continue {id} {}`; `-` is for what can't be had", flags.join(" "))
        }
    };
    verdict.with_next_step(suggest::complete(&step))
}

/// The command that repeats a debate with another model in a lost seat, where fewer than two could speak.
fn with_another_model(debate: &Debate) -> Option<String> {
    Verdict::of(debate).decision.label.eq(&Label::Insufficient).then(|| Some(reseated(debate)?.1)).flatten()
}

/// The command that repeats a debate from before its first loss, with another model in a seat that was lost, and that seat: one that has no ballot,
/// or any where fewer than two could speak.
pub(super) fn reseated(debate: &Debate) -> Option<(String, String)> {
    let is_any_lost = debate.rounds.iter().any(|it| !it.failed.is_empty());
    if !is_any_lost || debate.closed.is_none() || super::panel::is_panel(&debate.mode) {
        return None;
    }
    let verdict = Verdict::of(debate);
    let is_held = verdict.decision.label != Label::Insufficient;
    let is_gone = |it: &&debate::Name| !is_held || verdict.decision.lost.contains(it);
    let first = verdict.metadata.lost.iter().map(|it| &it.name).find(is_gone)?;
    let seat = one_line(first.as_str(), 64);
    // From before the loss: what follows from it is not kept.
    let is_loss = |it: &debate::Round| it.failed.iter().any(|it| !is_held || it.by == *first);
    let whole = debate.rounds.iter().find(|it| is_loss(it)).map_or(0, |it| it.number.saturating_sub(1));
    let from = match whole {
        0 if debate.attached.is_empty() => "--at 0".to_owned(),
        // The event after the opening attaches the texts.
        0 => "--at 1".to_owned(),
        round => format!("--after-round {round}"),
    };
    let command = suggest::command(format_args!("fork {} {from} --seat {seat}=PROVIDER/MODEL", debate.id));
    Some((seat, command))
}

/// The first screen (I-01).
fn decision(style: Style, verdict: &Verdict, status: &Status) -> String {
    let decision = &verdict.decision;
    let screen = verdict.whole_screen();
    let label = of_label(decision.label)(style, &screen.label);
    let headline = style.wrap("Verdict: ", &screen.headline);
    let mut out = format!("{}\n", style.bold(headline.trim_end()));
    let state = if *status == Status::Over { String::new() } else { style.warn(unless_over(status)) };
    out.push_str(&format!("{}\n", style.fitted(&format!("  {label}{state}"), style.width())));
    if decision.is_rehearsal {
        out.push_str(&turns::rehearsal_note(style, "  "));
    }
    if let Some(position) = &screen.position {
        out.push_str(&style.wrap("  ", position));
        out.push_str(
            &screen.by.map(|it| style.dim(format!("  in the words of {}\n", one_line(&it, 80)))).unwrap_or_default(),
        );
    }
    for row in &screen.rows {
        let title = format!("  {}: ", row.title);
        out.push_str(&style.titled(&title, &style.wrap(&title, &row.text)));
    }
    out
}

/// What would change the verdict, the first of each kind; `show --why` has the rest.
fn changes(style: Style, verdict: &Verdict) -> String {
    let changes = &verdict.changes;
    let mut out = String::new();
    if let Some(it) = changes.falsifiers.first() {
        let flips = if it.flips { "; without it the arguments would not favour this" } else { "" };
        out.push_str(&style.wrap("  ", &format!("Against {}: {}{flips}", it.called, it.falsifier)));
    }
    if let Some(it) = changes.cruxes.first() {
        out.push_str(&style.wrap("  ", &format!("Open, {}: {}", it.called, it.question)));
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
    let more = suggest::complete(&format!("more: `roundtable show {} --why`", id(verdict)));
    let more = style.dim(style.wrap("  ", &more).trim_end());
    format!("{}{out}{more}\n\n", style.bold("What would change it\n"))
}

fn participant(style: Style, standing: &Seat, width: usize) -> String {
    let position = standing.position.as_deref().unwrap_or("no turn");
    let confidence = standing.confidence.map_or_else(|| "-".to_owned(), |it| format!("{it:.2}"));
    let head = format!("{:width$}", head(standing));
    let holds = standing.holds.as_deref().map_or_else(|| "no ballot".to_owned(), |it| one_line(it, usize::MAX));
    let dissents = if standing.dissents { DISSENTS } else { "" };
    let mut out = style.wrap(&format!("  {} ", style.bold(head)), &format!("{holds} {confidence}{dissents}"));
    if let Some(rest) = out.trim_end().strip_suffix(DISSENTS).filter(|_| standing.dissents) {
        out = format!("{rest}{}\n", style.warn(DISSENTS));
    }
    out.push_str(&style.wrap("      ", position));
    if let Some(accuracy) = accuracy(standing) {
        out.push_str(&style.dim(style.wrap("      ", &accuracy).trim_end()));
        out.push('\n');
    }
    if let Some(change) = &standing.change {
        let line = moved(change);
        out.push_str(&style.dim(style.wrap("      ", &line).trim_end()));
        out.push('\n');
    }
    out
}

/// The mark of a participant that does not hold the decision.
const DISSENTS: &str = " dissents";

/// A changed ballot in a line (B-13).
fn moved(change: &Change) -> String {
    format!(
        "changed in round {}: {} to {}; because {}; {}",
        change.round,
        one_line(&change.from, 120),
        one_line(&change.to, 120),
        ballot::because(&change.because),
        ballot::carried(change)
    )
}

/// The debate's id without control characters: a log may come from anyone.
fn id(verdict: &Verdict) -> String {
    one_line(verdict.debate.as_str(), 64)
}

/// Claims and sources, those that the decision rests on first.
fn evidence(style: Style, verdict: &Verdict) -> String {
    let evidence = &verdict.evidence;
    let rank = |id: &str| {
        let rests_on = &verdict.decision.rests_on;
        rests_on.iter().position(|it| it.id == id).unwrap_or(rests_on.len())
    };
    let mut out = style.bold("Evidence\n");
    out.push_str(&evidence.opened.says().map(|it| style.wrap("  ", &it)).unwrap_or_default());
    let mut claims: Vec<_> = evidence.claims.iter().collect();
    claims.sort_by_key(|it| rank(&it.id));
    for claim in claims {
        let sources =
            if claim.evidence.is_empty() { String::new() } else { format!(" [{}]", claim.evidence.join("][")) };
        let status = claim.status.filter(|it| *it != "open").map(|it| format!(" ({it})")).unwrap_or_default();
        let line = format!("{} {}{sources}{status}", claim.label, claim.text);
        out.push_str(&style.wrap(&format!("  {:3} ", claim.id), &line));
        if let Some(backing) = backing(claim) {
            out.push_str(&style.dim(style.wrap("      ", &backing).trim_end()));
            out.push('\n');
        }
        out.push_str(&claim.check.as_ref().map(|it| check(style, it)).unwrap_or_default());
    }
    let mut sources: Vec<_> = evidence.sources.iter().collect();
    sources.sort_by_key(|it| rank(&it.id));
    for source in sources {
        let place = source.url.as_ref().map(|it| format!(", {it}")).unwrap_or_default();
        let line = format!("{}: {}{place}{}", kind(source), source.title, cited(source));
        out.push_str(&style.wrap(&format!("  {:3} ", source.id), &line));
    }
    for need in &verdict.needs {
        out.push_str(&style.wrap(&format!("  {:3} ", need.id), &asked_for(need)));
    }
    for warning in &evidence.warnings {
        out.push_str(&style.warn(style.wrap("  ! ", warning).trim_end()));
        out.push('\n');
    }
    out.push('\n');
    out
}

/// The check of a claim, on a line of its own.
fn check(style: Style, check: &Check) -> String {
    let line = checked(check);
    let line = style.wrap("      ", &line);
    let line = match check.verdict {
        CheckResult::Verified => style.good(line.trim_end()),
        CheckResult::Contradicted => style.bad(line.trim_end()),
        CheckResult::Unchecked => style.dim(line.trim_end()),
    };
    format!("{line}\n")
}

/// `1 turn`, `3 turns`.
fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn metadata(style: Style, verdict: &Verdict) -> String {
    let meta = &verdict.metadata;
    let exit = meta.exit.map_or_else(|| "goes on".to_owned(), |it| format!("ended: {it},"));
    let mode = match &meta.chosen {
        Some(chosen) => format!("{}, went on as {chosen}", meta.mode),
        None => meta.mode.clone(),
    };
    let line = format!(
        "{exit} after {} of at most {} rounds{} ({})\n{}, {} tokens, {}, {}",
        meta.rounds,
        meta.round_cap,
        closing(meta),
        mode,
        counted(usize::try_from(meta.calls).unwrap_or(usize::MAX), "call"),
        tokens(meta.usage.tokens()),
        money(meta.usage.cost),
        duration(meta.elapsed_ms),
    );
    let mut out = style.wrap("  ", &line);
    let line = format!(
        "{} asked, {} answered, {} lost; {} in the answers; {:.1} independent voices",
        counted(meta.asked, "turn"),
        meta.answered,
        meta.lost.len(),
        counted(meta.flaws, "flaw"),
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
        let line = format!(
            "lost in round {}: {}, {} ({})",
            lost.round,
            lost.name,
            lost.why,
            one_line(&lost.detail, usize::MAX)
        );
        out.push_str(&style.wrap("  ", &line));
    }
    if let Some(rule) = meta.rule {
        out.push_str(&style.wrap("  ", &format!("the rule that ended it: {rule}")));
    }
    if let Some(it) = &meta.rubric {
        out.push_str(&style.wrap("  ", &format!("votes: {}", rubric(it))));
        out.push_str(&style.dim(style.wrap("  ", VOTES)));
    }
    for it in &meta.figures {
        out.push_str(&style.dim(style.wrap("  ", &figure(it)).trim_end()));
        out.push('\n');
    }
    out
}
