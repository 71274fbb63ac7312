//! A debate as Markdown (I-40), for a reader who was not there: a short summary first (I-01), then the record and the transcript.
//!
//! Participants' words are escaped (`markup`). A panel's further parts are in `panel`.
pub(crate) mod ballots;
mod panel;
mod transcript;

use crate::markup::{code, folded, strong, words};
use crate::wording::verdict::{
    accounting, accuracy, asked_for, backing, checked, cited, closing, figure, head, kind, known_by, rubric, strength,
};
use crate::wording::{duration, forked, money, tokens, why};
use analysis::argument::Why;
use analysis::argument::thresholds::{MOST_CRUXES, VERDICT_LOOKS};
use analysis::decision::verdict::{CritiqueLine, Dissent, LearnedUse, Seat};
use analysis::evidence::checks;
use analysis::{Findings, Verdict};
use debate::event::{Reason, Ruling};
use debate::{Debate, Letter, Name, Vote};
use std::fmt::Write;

/// The whole debate.
pub fn document(debate: &Debate) -> String {
    let verdict = Verdict::of(debate);
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = match debate.is_panel() {
        true => of_panel(&mut out, debate, &verdict),
        false => sections(&mut out, debate, &verdict),
    };
    folded(&out)
}

/// A panel: findings in place of a decision (P-18), then the record and the transcript.
fn of_panel(out: &mut String, debate: &Debate, verdict: &Verdict) -> std::fmt::Result {
    heading(out, debate)?;
    panel::findings(out, debate, &Findings::of(debate))?;
    warnings(out, verdict)?;
    participants(out, debate, verdict)?;
    panel::personas(out, debate)?;
    panel::passages(out, debate)?;
    evidence(out, debate, verdict)?;
    record(out, debate, verdict)?;
    transcript::transcript(out, debate)
}

/// The question, and whether the participants are simulated.
fn heading(out: &mut String, debate: &Debate) -> std::fmt::Result {
    writeln!(out, "# {}\n", words(debate.topic.as_str()))?;
    if debate.rehearsal {
        writeln!(out, "> **Rehearsal.** The participants are simulated; nothing they say is about the topic.\n")?;
    }
    Ok(())
}

fn warnings(out: &mut String, verdict: &Verdict) -> std::fmt::Result {
    titled(out, "Warnings", verdict.evidence.warnings.len())?;
    verdict.evidence.warnings.iter().try_for_each(|it| writeln!(out, "- {}", words(it)))
}

fn sections(out: &mut String, debate: &Debate, verdict: &Verdict) -> std::fmt::Result {
    heading(out, debate)?;
    writeln!(out, "## Decision\n")?;
    ballots::screen(out, verdict)?;
    ended(out, verdict)?;
    ballots::details(out, debate, verdict)?;
    reasons(out, &Why::of_option(debate, option(verdict), &checks::of(debate), VERDICT_LOOKS))?;
    dissent(out, verdict)?;
    changes(out, verdict)?;
    warnings(out, verdict)?;
    participants(out, debate, verdict)?;
    evidence(out, debate, verdict)?;
    record(out, debate, verdict)?;
    transcript::transcript(out, debate)
}

/// The option that was decided on.
pub(crate) fn option(verdict: &Verdict) -> Option<Letter> {
    verdict.decision.option.as_ref().map(|it| it.letter)
}

/// Whether the debate is over, and why it ended.
fn ended(out: &mut String, verdict: &Verdict) -> std::fmt::Result {
    match (verdict.metadata.exit, verdict.metadata.rule) {
        (Some(Reason::NeedsContext), _) => writeln!(out, "- The debate is not over: it waits for what was asked for."),
        (Some(exit), Some(rule)) => writeln!(out, "- Ended by: {exit} ({rule})"),
        (Some(exit), None) => writeln!(out, "- Ended by: {exit}"),
        (None, _) => writeln!(out, "- The debate is not over."),
    }
}

/// A heading above `lines` lines; none above an empty part.
pub(crate) fn titled(out: &mut String, title: &str, lines: usize) -> std::fmt::Result {
    if lines == 0 { Ok(()) } else { writeln!(out, "\n## {title}\n") }
}

/// The claims that the decision depends on.
fn reasons(out: &mut String, reasons: &Why) -> std::fmt::Result {
    writeln!(out, "\n## Why\n\n{}\n", words(&why::standing(reasons)))?;
    if reasons.options.len() > 1 {
        for option in &reasons.options {
            let decided = if reasons.decided.as_ref() == Some(&option.id) { ", decided" } else { "" };
            let (id, text, by) = (words(&option.id), words(&option.text), list(&option.by));
            writeln!(out, "- Option {id}{decided}: {text} (strength {:.2}; held by {by})", option.strength)?;
        }
        if reasons.pillars(1).next().is_some() {
            writeln!(out, "\nIt hangs on:\n")?;
        }
    }
    for crux in reasons.pillars(MOST_CRUXES) {
        let against =
            if crux.against.is_empty() { String::new() } else { format!("; against it: {}", list(&crux.against)) };
        let flips = if crux.flips { "; **without it the arguments would not favour this**" } else { "" };
        writeln!(
            out,
            "- **{}** {} ({}, strength {:.2}; held by {}{against}{flips})",
            words(&crux.called()),
            words(&crux.text),
            why::kinds(crux),
            crux.strength,
            list(&crux.by),
        )?;
    }
    Ok(())
}

/// Participants who do not hold the decision, in their own words (B-11). All who gave an estimate hold it.
pub(crate) fn dissent(out: &mut String, verdict: &Verdict) -> std::fmt::Result {
    if verdict.decision.estimate.is_some() {
        return Ok(());
    }
    writeln!(out, "\n## Who does not hold it\n")?;
    match (option(verdict), verdict.dissent.as_slice()) {
        (None, _) => writeln!(out, "No option was decided on."),
        (Some(_), []) => writeln!(out, "Nobody."),
        (Some(_), dissent) => dissent.iter().try_for_each(|it| dissenter(out, it)),
    }
}

fn dissenter(out: &mut String, Dissent { by, holds, vote, position, objection }: &Dissent) -> std::fmt::Result {
    let holds = holds.as_ref().map_or_else(|| "has no ballot".to_owned(), |it| format!("holds {}", words(it)));
    let vote = match vote {
        Some(Vote::Accept) => "calls the decision the same",
        Some(Vote::Minor) => "would sign the decision",
        Some(Vote::Blocker) => "would not sign the decision",
        None => "has not said whether it would sign",
    };
    writeln!(out, "- {} {holds}, {vote}", strong(by.as_str()))?;
    if let Some(objection) = objection {
        writeln!(out, "  - Objection: {}", words(objection))?;
    }
    match position {
        Some(position) => writeln!(out, "  - Position: {}", words(position)),
        None => Ok(()),
    }
}

pub(crate) fn changes(out: &mut String, verdict: &Verdict) -> std::fmt::Result {
    let changes = &verdict.changes;
    writeln!(out, "\n## What would change it\n")?;
    for it in &changes.falsifiers {
        let flips = if it.flips { " (enough by itself)" } else { "" };
        writeln!(out, "- Against {}: {}{flips}", words(&it.called), words(&it.falsifier))?;
    }
    for it in &changes.cruxes {
        writeln!(out, "- Open, {}: {}", words(&it.called), words(&it.question))?;
    }
    for it in &changes.revisit {
        writeln!(out, "- Come back to it if {}", words(it))?;
    }
    if changes.falsifiers.is_empty() && changes.cruxes.is_empty() && changes.revisit.is_empty() {
        writeln!(out, "Nothing that was said tells.")?;
    }
    Ok(())
}

fn participants(out: &mut String, debate: &Debate, verdict: &Verdict) -> std::fmt::Result {
    let (heads, rule) =
        if debate.is_panel() { ("", "") } else { (" perspective | holds | on the decision |", "---|---|---|") };
    writeln!(out, "\n## Participants\n\n| name | model |{heads} confidence |\n|---|---|{rule}---|")?;
    for it in &verdict.participants {
        let (name, model) = (words(&head(it)), words(&it.model));
        let (vote, holds) = (it.vote.map(|it| it.to_string()).unwrap_or_default(), words(&holding(it)));
        // A panel has none of these.
        let cells = it.perspective.map(|it| format!(" {it} | {holds} | {vote} |")).unwrap_or_default();
        let confidence = it.confidence.map(|it| format!("{it:.2}")).unwrap_or_default();
        let accuracy = accuracy(it).map(|it| format!(" ({})", words(&it))).unwrap_or_default();
        writeln!(out, "| {name} | {model} |{cells} {confidence}{accuracy} |")?;
    }
    writeln!(out)?;
    for it in &verdict.participants {
        let position = it.position.as_ref().map_or_else(|| "no position".to_owned(), |it| words(it));
        writeln!(out, "- {}: {position}", strong(it.name.as_str()))?;
        if let Some(would) = &it.would_change {
            writeln!(out, "  - Would change its ballot: {}", words(would))?;
        }
    }
    Ok(())
}

/// What a participant holds: an option by letter and headline, or an estimate.
fn holding(it: &Seat) -> String {
    let letter = it.option.map(|it| format!("{it} ")).unwrap_or_default();
    it.holds.as_ref().map_or_else(|| "no ballot".to_owned(), |it| format!("{letter}{it}"))
}

fn evidence(out: &mut String, debate: &Debate, verdict: &Verdict) -> std::fmt::Result {
    titled(out, "Claims", verdict.evidence.claims.len())?;
    if let Some(opened) = verdict.evidence.opened.says() {
        writeln!(out, "{opened}\n")?;
    }
    for (place, claim) in verdict.evidence.claims.iter().enumerate() {
        let (text, by, sources) = (words(&claim.text), list(&claim.by), numbers(verdict, &claim.evidence));
        let known = known_by(debate, place).map(|it| format!(", {it}")).unwrap_or_default();
        let status = claim.status.map(|it| format!(", {it}")).unwrap_or_default();
        writeln!(out, "- **{}** {}{status}{known}: {text}{sources} ({by})", claim.id, claim.label)?;
        if let Some(backing) = backing(claim) {
            writeln!(out, "  - {backing}")?;
        }
        if let Some(check) = &claim.check {
            writeln!(out, "  - {}", words(&checked(check)))?;
        }
        claim.critiques.iter().try_for_each(|it| critique(out, verdict, it))?;
    }
    references(out, verdict)?;
    titled(out, "Asked for", verdict.needs.len())?;
    verdict.needs.iter().try_for_each(|need| writeln!(out, "- **{}** {}", need.id, words(&asked_for(need))))
}

/// The sources, by the numbers with which claims cite them.
pub(crate) fn references(out: &mut String, verdict: &Verdict) -> std::fmt::Result {
    titled(out, "References", verdict.evidence.sources.len())?;
    for (number, source) in (1..).zip(&verdict.evidence.sources) {
        let url = source.url.as_ref().map(|it| format!(", {}", code(it))).unwrap_or_default();
        let kind = kind(source);
        writeln!(out, "- [{number}] {}{url} ({}, {kind}){}", words(&source.title), source.id, cited(source))?;
    }
    Ok(())
}

/// The numbers of sources, as citations after a text.
pub(crate) fn numbers(verdict: &Verdict, ids: &[String]) -> String {
    let number = |id: &String| verdict.evidence.sources.iter().position(|it| it.id == *id);
    ids.iter().filter_map(number).map(|it| format!(" [{}]", it + 1)).collect()
}

pub(crate) fn list(names: &[Name]) -> String {
    let names: Vec<String> = names.iter().map(|it| words(it.as_str())).collect();
    if names.is_empty() { "nobody".to_owned() } else { names.join(", ") }
}

/// A critique of a claim (E-03).
fn critique(out: &mut String, verdict: &Verdict, critique: &CritiqueLine) -> std::fmt::Result {
    let CritiqueLine { round, by, act, assessment, counter, synthesis } = critique;
    let mut parts = Vec::new();
    parts.extend(assessment.as_ref().map(|it| format!("its evidence: {}", words(it))));
    parts.extend(
        counter
            .as_ref()
            .map(|it| format!("against it, {}: {}{}", strength(it), words(&it.text), numbers(verdict, &it.evidence))),
    );
    parts.extend(synthesis.as_ref().map(|it| format!("in its place: {}", words(it))));
    writeln!(out, "  - {}, {act} in round {round}; {}", words(by.as_str()), parts.join("; "))
}

fn record(out: &mut String, debate: &Debate, verdict: &Verdict) -> std::fmt::Result {
    let meta = &verdict.metadata;
    let exit = match meta.exit {
        None => "not over".to_owned(),
        Some(exit @ Reason::NeedsContext) => format!("not over: {exit}"),
        Some(exit) => format!("ended by: {exit}"),
    };
    writeln!(out, "\n## Record\n")?;
    writeln!(out, "- Debate {}, {}, {exit}", code(verdict.debate.as_str()), words(&meta.mode))?;
    writeln!(
        out,
        "- {} of at most {} rounds{}; {} calls, {}",
        meta.rounds,
        meta.round_cap,
        closing(meta),
        meta.calls,
        duration(meta.elapsed_ms)
    )?;
    writeln!(
        out,
        "- {} tokens ({} of them cached), {}",
        tokens(meta.usage.tokens()),
        tokens(meta.usage.cached),
        money(meta.usage.cost)
    )?;
    if let Some(account) = &meta.accounting {
        writeln!(out, "- {}", accounting(account))?;
    }
    if let Some((fork, copied)) = meta.fork.as_ref().zip(meta.copied) {
        let (tokens, cost) = (tokens(copied.tokens()), money(copied.cost));
        writeln!(out, "- {}; copied from there and not counted here: {tokens} tokens, {cost}", words(&forked(fork)))?;
    }
    if let Some(chosen) = &debate.chosen {
        writeln!(out, "- Mode chosen: {}, for {}", words(&chosen.mode), words(&chosen.why))?;
    }
    if let Some(watching) = &debate.watching {
        let who = watching.evaluator.as_deref().unwrap_or("nobody: no available model can");
        let held = debate.rounds.iter().flat_map(|it| &it.reviews).filter(|it| it.ruling != Ruling::Pass).count();
        let triggers = words(&watching.triggers.join(", "));
        writeln!(out, "- Reviewed for harm ({triggers}) by {}: answers held back or cut: {held}", words(who))?;
    }
    writeln!(out, "- {} turns asked, {} answered, {} lost", meta.asked, meta.answered, meta.lost.len())?;
    if let Some(rule) = meta.rule {
        writeln!(out, "- The rule that ended it: {rule}")?;
    }
    if let Some(it) = meta.rubric.as_ref().filter(|_| verdict.decision.estimate.is_none()) {
        writeln!(out, "- Votes: {}", words(&rubric(it)))?;
    }
    // The first screen of a debate has it; a panel has no such screen.
    for it in verdict.learned.iter().filter(|_| debate.is_panel()).flat_map(LearnedUse::says) {
        writeln!(out, "- Learned: {}", words(&it))?;
    }
    meta.figures.iter().try_for_each(|it| writeln!(out, "- {}", words(&figure(it))))
}
