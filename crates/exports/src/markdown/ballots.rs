//! The first screen and the ballots: options, estimates, terms, moves, the plain vote, other rules (B-03 … B-18).
use super::{list, titled};
use crate::markup::{strong, words};
use crate::wording::ballot::{all_moves, because, carried, counted, grouped, pooled, said_of, stand, terms, unit};
use crate::wording::verdict::{compared, plain_vote};
use analysis::Verdict;
use analysis::decision::verdict::{Screen, figures};
use debate::ballot::Estimate;
use debate::{Debate, Horizon};
use std::fmt::{Result, Write};

/// The first screen, in the same words on every surface (I-01).
pub(crate) fn screen(out: &mut String, verdict: &Verdict) -> Result {
    let Screen { headline, label, position, by, rows } = verdict.screen();
    writeln!(out, "{}\n\nLabel: {}\n", strong(&headline), words(&label))?;
    if let Some(position) = &position {
        writeln!(out, "> {}\n", words(position))?;
    }
    if let Some(by) = by {
        let says = if position.is_some() { "In the words of" } else { "Surest holder:" };
        writeln!(out, "{says} {}\n", words(&by))?;
    }
    rows.iter().try_for_each(|it| writeln!(out, "- {}: {}", it.title, words(&it.text)))
}

/// The details below it; none for a panel, which has no vote.
pub(super) fn details(out: &mut String, debate: &Debate, verdict: &Verdict) -> Result {
    let Some(ballot) = &debate.ballot else { return Ok(()) };
    writeln!(out, "\n## Ballot\n\n- Put to the vote: {}", words(&ballot.to_string()))?;
    if let Some(ruling) = &verdict.decision.ruling {
        writeln!(out, "- Decided by: {}: {}", ruling.rule, words(&ruling.why))?;
    }
    if verdict.decision.without_ballot > 0 {
        writeln!(out, "- Of {}, {} without a ballot", verdict.decision.of, verdict.decision.without_ballot)?;
    }
    for round in &debate.rounds {
        let counted = counted(debate, round).unwrap_or_default();
        let grouped = grouped(round).map(|it| format!(". {it}")).unwrap_or_default();
        writeln!(out, "- Round {}: {}", round.number, words(&format!("{counted}{grouped}")))?;
    }
    options(out, debate, verdict)?;
    estimates(out, debate, verdict)?;
    conditions(out, debate, verdict)?;
    moved(out, debate)?;
    alone(out, verdict)?;
    rules(out, verdict)
}

/// The options as a table.
pub(crate) fn options(out: &mut String, debate: &Debate, verdict: &Verdict) -> Result {
    if verdict.options.is_empty() {
        return Ok(());
    }
    titled(out, "Options", verdict.options.len())?;
    writeln!(out, "| option | headline | held by | opened by | what others say of it | pooled |")?;
    writeln!(out, "|---|---|---|---|---|---|")?;
    for it in &verdict.options {
        let decided = if it.is_decided { " (decided)" } else { "" };
        let (headline, held, opened) = (words(&it.headline), list(&it.held_by), list(&it.opened_by));
        let (said, sure) = (words(&said_of(it)), it.pooled.map(|it| format!("{it:.2}")).unwrap_or_default());
        writeln!(out, "| {}{decided} | {headline} | {held} | {opened} | {said} | {sure} |", it.letter)?;
    }
    let all = debate.options_at(Horizon::Now);
    let merged = all.iter().filter_map(|(letter, it)| Some((letter, it, it.merged?)));
    for (at, (letter, it, (into, round))) in merged.enumerate() {
        let gap = if at == 0 { "\n" } else { "" };
        writeln!(out, "{gap}- {letter} {} is one with {into} since round {round}", words(&it.headline))?;
    }
    Ok(())
}

/// The estimates as a table, with the pooled one (B-18).
pub(crate) fn estimates(out: &mut String, debate: &Debate, verdict: &Verdict) -> Result {
    let cast: Vec<_> = verdict.participants.iter().filter_map(|it| Some((it, it.estimate.as_ref()?))).collect();
    titled(out, "Estimates", cast.len())?;
    if cast.is_empty() {
        return Ok(());
    }
    let unit = unit(debate);
    let shown = words(unit);
    writeln!(out, "| participant | lowest | best guess | highest | sure | counted in |\n|---|---|---|---|---|---|")?;
    for (seat, Estimate { lowest, highest, best, sure, counted }) in cast {
        let [lowest, best, highest] = figures([*lowest, *best, *highest]);
        let counted = counted.as_ref().map(|it| words(it)).unwrap_or_default();
        let name = words(seat.name.as_str());
        writeln!(out, "| {name} | {lowest} | {best} {shown} | {highest} | {sure:.2} | {counted} |")?;
    }
    match &verdict.decision.estimate {
        Some(it) => writeln!(out, "\n- Pooled: {}", words(&pooled(it, unit))),
        None => Ok(()),
    }
}

/// The terms, with who asks for or opposes each (B-04).
pub(crate) fn conditions(out: &mut String, debate: &Debate, verdict: &Verdict) -> Result {
    let terms = terms(debate, verdict);
    titled(out, "Terms", terms.len())?;
    for it in &terms {
        writeln!(out, "- **{}** {} ({})", it.id, words(&it.term.text), words(&it.behind()))?;
        it.grounds().iter().try_for_each(|it| writeln!(out, "  - {}", words(it)))?;
    }
    Ok(())
}

/// Changed ballots, and what carried them (B-13).
pub(crate) fn moved(out: &mut String, debate: &Debate) -> Result {
    writeln!(out, "\n## Moves\n")?;
    let moves = all_moves(debate);
    if moves.is_empty() {
        writeln!(out, "Nobody changed its ballot.")?;
    }
    for (by, it) in &moves {
        let (name, from, to) = (strong(by.as_str()), words(&it.from), words(&it.to));
        writeln!(out, "- {name} in round {}: {from} → {to}", it.round)?;
        writeln!(out, "  - Because: {}", words(&because(&it.because)))?;
        writeln!(out, "  - {}", words(&crate::wording::sentence(&carried(it))))?;
    }
    Ok(())
}

/// The plain vote of the openings (B-12).
fn alone(out: &mut String, verdict: &Verdict) -> Result {
    let plain = &verdict.plain_vote;
    let same = compared(plain).map(|it| format!(" ({it})")).unwrap_or_default();
    writeln!(out, "\n## Plain vote of the openings\n\n{}{same}", words(&plain_vote(plain)))?;
    let by = if plain.option.is_some() && !plain.held_by.is_empty() { list(&plain.held_by) } else { String::new() };
    if by.is_empty() { Ok(()) } else { writeln!(out, "\n- Opened with it: {by}") }
}

/// Decision rules with another result (B-15).
pub(crate) fn rules(out: &mut String, verdict: &Verdict) -> Result {
    let others = verdict.decision.ruling.as_ref().map(|it| it.by_rule.as_slice()).unwrap_or_default();
    titled(out, "Rules that say something else", others.len())?;
    for it in others {
        let option = it.option.as_ref().map_or_else(|| "a tie".to_owned(), |it| words(it));
        writeln!(out, "- {}: {option} ({})", it.rule, words(&it.why))?;
    }
    Ok(())
}

/// The options as a list with remarks, for a decision record.
pub(crate) fn considered(out: &mut String, verdict: &Verdict) -> Result {
    titled(out, "Options considered", verdict.options.len())?;
    for it in &verdict.options {
        let decided = if it.is_decided { ", decided on" } else { "" };
        let (headline, held, opened) = (words(&it.headline), list(&it.held_by), list(&it.opened_by));
        writeln!(out, "- {} {headline}{decided} (held by {held}; opened by {opened})", it.letter)?;
        it.said.iter().try_for_each(|it| writeln!(out, "  - {}", words(&stand(it))))?;
    }
    Ok(())
}
