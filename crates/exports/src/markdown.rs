//! A debate as Markdown, to hand over (I-40): a page for somebody who was not there, short first (I-01), then the record and the transcript.
//!
//! What participants said is data, and is escaped (`markup`). What a panel has besides its rounds is in `panel`.
mod panel;

use crate::markup::{code, folded, strong, words};
use crate::wording::verdict::{
    NO_VOTES, accounting, asked_for, backing, checked, cited, figure, grounds, head, kind, rubric, strength, tally,
};
use crate::wording::{duration, forked, heading, money, ruling, tokens, why};
use analysis::Verdict;
use analysis::argument::Why;
use analysis::checks;
use analysis::thresholds::{MOST_CRUXES, VERDICT_LOOKS};
use analysis::verdict::{CritiqueLine, PlainVote, Standing};
use debate::event::{Reason, RoundKind, Ruling};
use debate::{Debate, Name, Spoken, Vote};
use std::fmt::Write;

/// The whole debate.
pub fn document(debate: &Debate) -> String {
    let verdict = Verdict::of(debate);
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = sections(&mut out, debate, &verdict);
    folded(&out)
}

fn sections(out: &mut String, debate: &Debate, verdict: &Verdict) -> std::fmt::Result {
    writeln!(out, "# {}\n", words(debate.topic.as_str()))?;
    if debate.rehearsal {
        writeln!(out, "> **Rehearsal.** The participants are simulated; nothing they say is about the topic.\n")?;
    }
    decision(out, verdict)?;
    if debate.is_panel() {
        panel::cruxes(out, debate)?;
    }
    reasons(out, &Why::of_position(debate, verdict.decision.position.as_deref(), &checks::of(debate), VERDICT_LOOKS))?;
    dissent(out, "Who dissents", debate, verdict)?;
    changes(out, debate, verdict)?;
    // Of a panel, openings beside closings say it.
    if !debate.is_panel() {
        moved(out, verdict)?;
    }
    titled(out, "Warnings", verdict.evidence.warnings.len())?;
    for warning in &verdict.evidence.warnings {
        writeln!(out, "- {}", words(warning))?;
    }
    participants(out, debate, verdict)?;
    panel::personas(out, debate)?;
    panel::passages(out, debate)?;
    evidence(out, verdict)?;
    record(out, debate, verdict)?;
    transcript(out, debate)
}

fn decision(out: &mut String, verdict: &Verdict) -> std::fmt::Result {
    let decision = &verdict.decision;
    writeln!(out, "## Decision: {}\n", decision.label)?;
    match (&decision.position, &decision.by) {
        (Some(position), Some(by)) => {
            let signed = match decision.signed_by.as_slice() {
                [] => String::new(),
                names => format!("; signed by {}", list(names)),
            };
            writeln!(out, "{} (in the words of {}{signed})\n", strong(position), words(by.as_str()))?;
        }
        (None, _) | (_, None) => writeln!(out, "No position leads.\n")?,
    }
    if let Some(confidence) = decision.confidence {
        writeln!(out, "- Confidence: {confidence:.2}")?;
    }
    match (verdict.metadata.exit, verdict.metadata.rule) {
        (Some(Reason::NeedsContext), _) => writeln!(out, "- The debate is not over: it waits for what was asked for.")?,
        (Some(exit), Some(rule)) => writeln!(out, "- Ended by: {exit} ({rule})")?,
        (Some(exit), None) => writeln!(out, "- Ended by: {exit}")?,
        (None, _) => writeln!(out, "- The debate is not over.")?,
    }
    if let Some(question) = &verdict.question {
        writeln!(out, "- Question to a person: {}", words(question))?;
    }
    writeln!(out, "- Next: {}", words(&decision.next_step))?;
    plain_vote(out, &verdict.plain_vote)?;
    decided_by(out, verdict)
}

/// The rule that decided, the others, the options and what it rests on (Q-01, Q-02, E-21); nothing for debates older than such rules.
fn decided_by(out: &mut String, verdict: &Verdict) -> std::fmt::Result {
    let Some(ruling) = &verdict.decision.ruling else { return Ok(()) };
    writeln!(out, "- Decided by: {}: {}", ruling.rule, words(&ruling.why))?;
    writeln!(out, "- By other rules: {}", words(&ruling::others(&ruling.by_rule)))?;
    if verdict.options.len() > 1 {
        writeln!(out, "- Options:")?;
        verdict.options.iter().try_for_each(|it| writeln!(out, "  - {}", words(&ruling::option(it))))?;
    }
    let resting = &verdict.decision.rests_on;
    if !resting.is_empty() {
        writeln!(out, "- Rests on:")?;
        resting.iter().try_for_each(|it| writeln!(out, "  - {}", words(&ruling::source(it))))?;
    }
    Ok(())
}

/// A heading above so many lines; none above nothing.
pub(crate) fn titled(out: &mut String, title: &str, lines: usize) -> std::fmt::Result {
    if lines == 0 { Ok(()) } else { writeln!(out, "\n## {title}\n") }
}

/// The claims it hangs on.
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
            words(&crux.id),
            words(&crux.text),
            why::kinds(crux),
            crux.strength,
            list(&crux.by),
        )?;
    }
    Ok(())
}

/// Who dissents, in their own words.
pub(crate) fn dissent(out: &mut String, title: &str, debate: &Debate, verdict: &Verdict) -> std::fmt::Result {
    writeln!(out, "\n## {title}\n")?;
    let objects = |it: &&Standing| it.dissents || it.objection.is_some() && it.vote != Some(Vote::Accept);
    let mut dissenters = verdict.participants.iter().filter(objects).peekable();
    match (debate.is_panel(), dissenters.peek()) {
        (true, some) => panel::open(out, debate, verdict, some.copied())?,
        (false, None) => writeln!(out, "Nobody.")?,
        (false, Some(_)) => {}
    }
    for it in dissenters {
        let vote = it.vote.map_or_else(|| "no vote".to_owned(), |it| it.to_string());
        let position = it.position.as_ref().filter(|_| it.dissents).map(|it| format!(" {}", words(it)));
        let objection = it.objection.as_ref().map(|it| format!(" Objection: {}", words(it)));
        let (position, objection) = (position.unwrap_or_default(), objection.unwrap_or_default());
        let vote = if debate.is_panel() { String::new() } else { format!(" ({vote})") };
        writeln!(out, "- {}{vote}:{position}{objection}", strong(it.name.as_str()))?;
    }
    Ok(())
}

pub(crate) fn changes(out: &mut String, debate: &Debate, verdict: &Verdict) -> std::fmt::Result {
    let changes = &verdict.changes;
    writeln!(out, "\n## What would change it\n")?;
    for it in &changes.falsifiers {
        let flips = if it.flips { " (enough by itself)" } else { "" };
        let what =
            panel::called(debate, &it.id).map_or_else(|| format!("Against {}", words(&it.id)), |it| format!("On {it}"));
        writeln!(out, "- {what}: {}{flips}", words(&it.falsifier))?;
    }
    for it in &changes.cruxes {
        let what = panel::called(debate, &it.id).unwrap_or_else(|| words(&it.id));
        writeln!(out, "- Open, {what}: {}", words(&it.question))?;
    }
    for it in &changes.revisit {
        writeln!(out, "- Come back to it if {}", words(it))?;
    }
    if changes.falsifiers.is_empty() && changes.cruxes.is_empty() && changes.revisit.is_empty() {
        writeln!(out, "Nothing that was said tells.")?;
    }
    Ok(())
}

/// Who changed their mind, and on what.
fn moved(out: &mut String, verdict: &Verdict) -> std::fmt::Result {
    writeln!(out, "\n## Who moved\n")?;
    let mut moved = verdict.participants.iter().filter_map(|it| Some((it, it.change.as_ref()?))).peekable();
    if moved.peek().is_none() {
        writeln!(out, "Nobody.")?;
    }
    for (it, change) in moved {
        let reason = change.reason.as_ref().map(|it| format!(": {}", words(it))).unwrap_or_default();
        let (name, what) = (strong(it.name.as_str()), words(&change.what));
        writeln!(out, "- {name} in round {}: {what}, {}{reason}", change.round, words(&grounds(change)))?;
    }
    Ok(())
}

fn participants(out: &mut String, debate: &Debate, verdict: &Verdict) -> std::fmt::Result {
    let (heads, rule) = if debate.is_panel() { ("", "") } else { (" perspective | vote |", "---|---|") };
    writeln!(out, "\n## Participants\n\n| name | model |{heads} confidence |\n|---|---|{rule}---|")?;
    for it in &verdict.participants {
        let (name, model) = (words(&head(it)), words(&it.model));
        let vote = it.vote.map(|it| it.to_string()).unwrap_or_default();
        // Nobody at a panel has either.
        let cells = it.perspective.map(|it| format!(" {it} | {vote} |")).unwrap_or_default();
        let confidence = it.confidence.map(|it| format!("{it:.2}")).unwrap_or_default();
        writeln!(out, "| {name} | {model} |{cells} {confidence} |")?;
    }
    writeln!(out)?;
    for it in &verdict.participants {
        let position = it.position.as_ref().map_or_else(|| "no turn".to_owned(), |it| words(it));
        writeln!(out, "- {}: {position}", strong(it.name.as_str()))?;
    }
    Ok(())
}

fn evidence(out: &mut String, verdict: &Verdict) -> std::fmt::Result {
    titled(out, "Claims", verdict.evidence.claims.len())?;
    for claim in &verdict.evidence.claims {
        let (text, by, sources) = (words(&claim.text), list(&claim.by), numbers(verdict, &claim.evidence));
        writeln!(out, "- **{}** {}, {}: {text}{sources} ({by})", claim.id, claim.label, claim.status)?;
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

/// The sources, by the numbers that claims cite them by.
pub(crate) fn references(out: &mut String, verdict: &Verdict) -> std::fmt::Result {
    titled(out, "References", verdict.evidence.sources.len())?;
    for (number, source) in (1..).zip(&verdict.evidence.sources) {
        let url = source.url.as_ref().map(|it| format!(", {}", code(it))).unwrap_or_default();
        let kind = kind(source).map(|it| format!(", {it}")).unwrap_or_default();
        writeln!(out, "- [{number}] {}{url} ({}{kind}){}", words(&source.title), source.id, cited(source))?;
    }
    Ok(())
}

/// The numbers of sources, each as it is cited behind a text.
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

fn plain_vote(out: &mut String, vote: &PlainVote) -> std::fmt::Result {
    let result = match &vote.position {
        None => format!("no majority among {} openings", vote.openings),
        Some(position) => format!("{} of {}: {}", vote.held_by.len(), vote.openings, words(position)),
    };
    let same = match vote.same_as_debated {
        Some(true) => ", the same answer as the debate's",
        Some(false) => ", the opposite of the debate's answer",
        None => "",
    };
    let heard = if vote.is_independent || vote.openings < 2 { "" } else { "; each had heard those before it" };
    let argued = match vote.argued {
        0 => String::new(),
        count => format!("; {count} argued a side they were given and are not counted"),
    };
    let votes = vote.votes.map_or_else(|| NO_VOTES.to_owned(), tally);
    writeln!(out, "- Plain vote of the openings: {result}{same} ({votes}{heard}{argued})")
}

fn transcript(out: &mut String, debate: &Debate) -> std::fmt::Result {
    writeln!(out, "\n## Transcript")?;
    continued(out, debate, 0)?;
    for round in &debate.rounds {
        writeln!(out, "\n### {}", heading(round.number, round.kind))?;
        if let Some(focus) = &round.focus {
            let what = if round.kind == RoundKind::Take { "On" } else { "Must answer" };
            writeln!(out, "\n{what}: {}", words(focus))?;
        }
        round.spoken.iter().try_for_each(|it| turn(out, debate, round.number, it))?;
        for failed in &round.failed {
            writeln!(
                out,
                "\n#### {}\n\nNo turn: {} ({})",
                words(failed.by.as_str()),
                failed.why,
                words(&failed.detail)
            )?;
        }
        panel::rooms(out, debate, round.number)?;
        for seen in debate.groupthink.iter().filter(|it| it.round == round.number) {
            writeln!(out, "\n> **{}**: {}", seen.what, words(&seen.signs.join("; ")))?;
        }
        continued(out, debate, round.number)?;
    }
    Ok(())
}

/// What a person said after a round.
fn continued(out: &mut String, debate: &Debate, after: u32) -> std::fmt::Result {
    for it in debate.continued.iter().filter(|it| it.after == after) {
        let said = it.said.as_ref().map_or_else(String::new, |said| format!(" A person said: {}", words(said)));
        writeln!(out, "\n> **Continued.**{said}")?;
    }
    Ok(())
}

fn turn(out: &mut String, debate: &Debate, round: u32, spoken: &Spoken) -> std::fmt::Result {
    let (turn, bare) = (&spoken.turn, panel::bare(debate, round, &spoken.by));
    let confidence = turn.confidence.map_or_else(|| "no confidence".to_owned(), |it| format!("{it:.2}"));
    let vote = match turn.vote {
        Some(vote) => format!("{vote}, "),
        // Nobody is asked for one there.
        None if debate.is_panel() => String::new(),
        None => "no vote, ".to_owned(),
    };
    writeln!(out, "\n#### {} ({vote}{confidence}{bare})\n", words(spoken.by.as_str()))?;
    if let Some(position) = &turn.position {
        writeln!(out, "{}\n", strong(position))?;
    }
    for line in turn.reasoning.iter().flat_map(|it| it.lines()).filter(|it| !it.trim().is_empty()) {
        writeln!(out, "{}\n", words(line))?;
    }
    if let Some(objection) = &turn.objection {
        writeln!(out, "Objection: {}\n", words(objection))?;
    }
    for flaw in &spoken.flaws {
        writeln!(out, "- flaw: {flaw}")?;
    }
    Ok(())
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
        "- {} of at most {} rounds, {} calls, {}",
        meta.rounds,
        meta.round_cap,
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
        let who = watching.evaluator.as_deref().unwrap_or("nobody, for no model at hand can");
        let held = debate.rounds.iter().flat_map(|it| &it.reviews).filter(|it| it.ruling != Ruling::Pass).count();
        let triggers = words(&watching.triggers.join(", "));
        writeln!(out, "- Watched for harm ({triggers}) by {}: answers held back or cut: {held}", words(who))?;
    }
    writeln!(out, "- {} turns asked, {} answered, {} lost", meta.asked, meta.answered, meta.lost.len())?;
    if let Some(rule) = meta.rule {
        writeln!(out, "- The rule that ended it: {rule}")?;
    }
    if let Some(it) = &meta.rubric {
        writeln!(out, "- Votes: {}", rubric(it))?;
    }
    meta.figures.iter().try_for_each(|it| writeln!(out, "- {}", words(&figure(it))))
}
