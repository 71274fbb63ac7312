//! A debate as an architecture decision record with the usual sections: status, decision, context, consequences (I-40).
//!
//! People accept a record; a debate only proposes one. Where the result is unreliable, the status says so. A panel proposes nothing: its record
//! is in `panel`.
mod panel;

use crate::markdown::{ballots, changes, dissent, list, numbers, option, references};
use crate::markup::{code, folded, words};
use crate::times::day;
use crate::wording::verdict::{closing, compared, is_outvoted, plain_vote};
use crate::wording::why;
use analysis::argument::Why;
use analysis::argument::thresholds::{MOST_CRUXES, VERDICT_LOOKS};
use analysis::evidence::checks;
use analysis::{Label, Verdict};
use debate::Debate;
use debate::event::Reason;
use std::fmt::Write;

/// The whole record.
pub fn document(debate: &Debate) -> String {
    if debate.is_panel() {
        return panel::document(debate);
    }
    let verdict = Verdict::of(debate);
    let reasons = Why::of_option(debate, option(&verdict), &checks::of(debate), VERDICT_LOOKS);
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = sections(&mut out, debate, &verdict, &reasons);
    folded(&out)
}

fn sections(out: &mut String, debate: &Debate, verdict: &Verdict, reasons: &Why) -> std::fmt::Result {
    writeln!(out, "# {}\n\nDate: {}\n", words(debate.topic.as_str()), day(debate.opened_at))?;
    writeln!(out, "## Status\n\n{}", status(verdict))?;
    decision(out, verdict)?;
    context(out, debate, verdict)?;
    consequences(out, verdict, reasons)?;
    ballots::considered(out, verdict)?;
    ballots::estimates(out, debate, verdict)?;
    ballots::conditions(out, debate, verdict)?;
    if debate.ballot.is_some() {
        ballots::moved(out, debate)?;
        alone(out, verdict)?;
    }
    ballots::rules(out, verdict)?;
    dissent(out, verdict)?;
    changes(out, verdict)?;
    references(out, verdict)
}

/// The plain vote: what the openings alone would have decided (B-12).
fn alone(out: &mut String, verdict: &Verdict) -> std::fmt::Result {
    let plain = &verdict.plain_vote;
    let same = compared(plain).map(|it| format!(" ({it})")).unwrap_or_default();
    writeln!(out, "\n## Plain vote of the openings\n\n{}{same}", words(&plain_vote(plain)))
}

/// How reliable the decision is: a word, then the reason.
fn status(verdict: &Verdict) -> String {
    let (decision, exit) = (&verdict.decision, verdict.metadata.exit);
    let (word, says) = match decision.label {
        Label::Consensus if decision.is_unanimous && decision.of < verdict.participants.len() => {
            ("Proposed", "all who are still there hold it; nobody outside the debate has accepted it yet")
        }
        Label::Consensus if decision.is_unanimous => {
            ("Proposed", "all who debated it hold it; nobody outside the debate has accepted it yet")
        }
        Label::Consensus => (
            "Proposed",
            "most who debated it hold it and the others would sign it; nobody outside the debate has accepted it yet",
        ),
        Label::Partial if decision.headline.is_none() => ("Undecided", "no option leads"),
        Label::Partial if is_outvoted(decision) => (
            "Proposed",
            "the decision rule selects it, though more than half of those who debated it hold another option; nobody outside the debate has accepted it yet",
        ),
        Label::Partial => (
            "Proposed",
            "most who debated it hold it, and somebody would not sign it or has not said; nobody outside the debate has accepted it yet",
        ),
        Label::Dissensus => ("Undecided", "no option has more than half of those who debated it"),
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
        Label::Escalated => ("Escalated", "a person must answer first, and it is nothing to rely on before"),
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
        "\n## Context\n\nDebated by {} participants in {} rounds{} ({}, debate {}). They were asked: {}\n",
        verdict.participants.len(),
        meta.rounds,
        closing(meta),
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
    writeln!(out, "\n## Decision\n")?;
    ballots::screen(out, verdict)?;
    if let Some(ruling) = &verdict.decision.ruling {
        writeln!(out, "\nDecided by {}: {}", ruling.rule, words(&ruling.why))?;
    }
    Ok(())
}

/// Consequences as far as the debate states them: conditions that must keep holding, objections, next steps.
fn consequences(out: &mut String, verdict: &Verdict, reasons: &Why) -> std::fmt::Result {
    writeln!(out, "\n## Consequences\n\n- Next: {}", words(&verdict.decision.next_step))?;
    let cites = |id: &str| {
        let claim = verdict.evidence.claims.iter().find(|it| it.id == id);
        claim.map(|it| numbers(verdict, &it.evidence)).unwrap_or_default()
    };
    // Without a decision there are no conditions.
    if verdict.decision.headline.is_none() && verdict.decision.position.is_none() {
        return Ok(());
    }
    for it in reasons.pillars(MOST_CRUXES) {
        let flips = if it.flips { "; without it the arguments would not favour this" } else { "" };
        let (id, text, kinds) = (words(&it.called()), words(&it.text), why::kinds(it));
        writeln!(out, "- It stands on {id}: {text}{} ({kinds}{flips})", cites(&it.id))?;
    }
    for it in reasons.obstacles(MOST_CRUXES) {
        let (id, text, by) = (words(&it.called()), words(&it.text), list(&it.by));
        writeln!(out, "- Against it stands {id}: {text}{} ({by})", cites(&it.id))?;
    }
    Ok(())
}
