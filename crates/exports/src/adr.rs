//! A debate as a decision record, in the usual form: status, context, decision, consequences (I-40).
//!
//! A record is accepted by people. Whatever a debate came to, it proposes; what nobody should rely on says so where the status stands.
use crate::markdown::{changes, dissent, list, numbers, references, titled};
use crate::markup::{code, folded, strong, words};
use crate::wording::{day, ruling, why};
use analysis::argument::Why;
use analysis::checks;
use analysis::thresholds::{MOST_CRUXES, VERDICT_LOOKS};
use analysis::{Label, Verdict};
use debate::Debate;
use debate::event::Reason;
use std::fmt::Write;

/// The whole record.
pub fn document(debate: &Debate) -> String {
    let verdict = Verdict::of(debate);
    let reasons = Why::of_position(debate, verdict.decision.position.as_deref(), &checks::of(debate), VERDICT_LOOKS);
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = sections(&mut out, debate, &verdict, &reasons);
    folded(&out)
}

fn sections(out: &mut String, debate: &Debate, verdict: &Verdict, reasons: &Why) -> std::fmt::Result {
    writeln!(out, "# {}\n\nDate: {}\n", words(debate.topic.as_str()), day(debate.opened_at))?;
    writeln!(out, "## Status\n\n{}", status(verdict))?;
    context(out, debate, verdict)?;
    decision(out, verdict)?;
    consequences(out, verdict, reasons)?;
    options(out, verdict, reasons)?;
    dissent(out, "Dissent", debate, verdict)?;
    changes(out, debate, verdict)?;
    references(out, verdict)
}

/// How far it may be relied on: a word, then why that one.
fn status(verdict: &Verdict) -> String {
    let (decision, exit) = (&verdict.decision, verdict.metadata.exit);
    let (word, says) = match decision.label {
        Label::Consensus => ("Proposed", "those who debated it agree; nobody has accepted it yet"),
        Label::Partial if decision.position.is_none() => ("Undecided", "no position leads"),
        Label::Partial => {
            ("Proposed", "most who debated it would sign; not all, or not surely; nobody has accepted it yet")
        }
        Label::Dissensus => ("Undecided", "most who debated it would not sign, or they are split"),
        Label::Insufficient if exit.is_none() || exit == Some(Reason::Insufficient) => {
            ("Insufficient", "fewer than two could speak: it is no debate, and nothing to rely on")
        }
        Label::Insufficient => {
            ("Insufficient", "fewer than two had spoken when it ended: it is no debate, and nothing to rely on")
        }
        Label::Escalated if exit == Some(Reason::NeedsContext) => (
            "Waiting",
            "those who debate it asked for something that they were not given, and nothing is to be relied on before they had it or went on without",
        ),
        Label::Escalated => (
            "Escalated",
            "all agree, and even objecting brought nothing: it waits for a person, and is nothing to rely on before",
        ),
    };
    let (word, more) = match (decision.is_rehearsal, decision.is_final) {
        (true, _) => ("Rehearsal", " The participants are simulated; nothing they say is about the topic."),
        (false, false) => ("Draft", " The debate is not over: what follows may change."),
        (false, true) if exit == Some(Reason::Stopped) => (word, " A person stopped it before its end."),
        (false, true) => (word, ""),
    };
    format!("**{word}** (label: {}): {says}.{more}", decision.label)
}

fn context(out: &mut String, debate: &Debate, verdict: &Verdict) -> std::fmt::Result {
    let meta = &verdict.metadata;
    writeln!(
        out,
        "\n## Context\n\nDebated by {} participants in {} rounds ({}, debate {}). They were asked: {}\n",
        verdict.participants.len(),
        meta.rounds,
        words(&meta.mode),
        code(verdict.debate.as_str()),
        words(debate.topic.as_str()),
    )?;
    for it in &verdict.participants {
        writeln!(out, "- {}, {}", words(it.name.as_str()), words(&it.model))?;
    }
    for said in debate.continued.iter().filter_map(|it| it.said.as_ref()) {
        writeln!(out, "- A person said: {}", words(said))?;
    }
    for attached in &debate.attached {
        writeln!(out, "- Attached: {}", words(&attached.title))?;
    }
    for warning in &verdict.evidence.warnings {
        writeln!(out, "- Warning: {}", words(warning))?;
    }
    Ok(())
}

fn decision(out: &mut String, verdict: &Verdict) -> std::fmt::Result {
    let decision = &verdict.decision;
    writeln!(out, "\n## Decision\n")?;
    match (&decision.position, &decision.by) {
        (Some(position), Some(by)) => {
            let sure = decision.confidence.map(|it| format!("; confidence {it:.2}")).unwrap_or_default();
            writeln!(out, "{} (in the words of {}{sure})", strong(position), words(by.as_str()))?;
        }
        (None, _) | (_, None) => writeln!(out, "None: no position leads.")?,
    }
    if let Some(ruling) = &decision.ruling {
        writeln!(out, "\nDecided by {}: {}", ruling.rule, words(&ruling.why))?;
    }
    if let Some(question) = &verdict.question {
        writeln!(out, "\nTo be answered by a person first: {}", words(question))?;
    }
    Ok(())
}

/// What follows, as far as the debate tells: what must go on holding, what is held against it, what to do.
fn consequences(out: &mut String, verdict: &Verdict, reasons: &Why) -> std::fmt::Result {
    writeln!(out, "\n## Consequences\n\n- Next: {}", words(&verdict.decision.next_step))?;
    let cites = |id: &str| {
        let claim = verdict.evidence.claims.iter().find(|it| it.id == id);
        claim.map(|it| numbers(verdict, &it.evidence)).unwrap_or_default()
    };
    // What nobody decided stands on nothing.
    if verdict.decision.position.is_none() {
        return Ok(());
    }
    for it in reasons.pillars(MOST_CRUXES) {
        let flips = if it.flips { "; without it the arguments would not favour this" } else { "" };
        let (id, text, kinds) = (words(&it.id), words(&it.text), why::kinds(it));
        writeln!(out, "- It stands on {id}: {text}{} ({kinds}{flips})", cites(&it.id))?;
    }
    for it in reasons.obstacles(MOST_CRUXES) {
        let (id, text, by) = (words(&it.id), words(&it.text), list(&it.by));
        writeln!(out, "- Against it stands {id}: {text}{} ({by})", cites(&it.id))?;
    }
    Ok(())
}

/// By the rule of decision; in debates older than such rules, by the arguments.
fn options(out: &mut String, verdict: &Verdict, reasons: &Why) -> std::fmt::Result {
    if !verdict.options.is_empty() {
        titled(out, "Options considered", verdict.options.len())?;
        return verdict.options.iter().try_for_each(|it| {
            let decided = if it.is_decided { ", decided on" } else { "" };
            writeln!(out, "- {}{decided}: {}", words(&ruling::option(it)), words(&it.position))
        });
    }
    titled(out, "Options considered", reasons.options.len())?;
    reasons.options.iter().try_for_each(|it| {
        let decided = if reasons.decided.as_ref() == Some(&it.id) { ", decided on" } else { "" };
        writeln!(out, "- {}{decided}: {} (held by {})", words(&it.id), words(&it.text), list(&it.by))
    })
}
