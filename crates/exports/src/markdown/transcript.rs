//! The transcript, round by round: each turn with its ballot, its votes on other options, its terms and the cause of a move.
use super::panel;
use crate::markup::{strong, words};
use crate::wording::ballot::{ballot, because, on_term, option, other};
use crate::wording::panel::no_turn;
use crate::wording::{heading, question, vulnerability};
use debate::ballot::Cast;
use debate::event::RoundKind;
use debate::{Debate, Round, Spoken};
use std::fmt::{Result, Write};

/// The whole transcript.
pub(super) fn transcript(out: &mut String, debate: &Debate) -> Result {
    writeln!(out, "\n## Transcript")?;
    continued(out, debate, 0)?;
    for round in &debate.rounds {
        writeln!(out, "\n### {}", heading(round.number, round.kind))?;
        if let Some(focus) = &round.focus {
            let what = if round.kind == RoundKind::Take { "On" } else { "Must answer" };
            writeln!(out, "\n{what}: {}", words(focus))?;
        }
        round.spoken.iter().try_for_each(|it| turn(out, debate, round, it))?;
        for failed in &round.failed {
            let (by, detail) = (words(failed.by.as_str()), words(&failed.detail));
            writeln!(out, "\n#### {by}\n\nNo turn: {} ({detail})", no_turn(debate, failed.why))?;
        }
        panel::rooms(out, debate, round.number)?;
        for seen in debate.groupthink.iter().filter(|it| it.round == round.number) {
            writeln!(out, "\n> **{}**: {}", seen.what, words(&seen.what.signs(&seen.signs)))?;
        }
        continued(out, debate, round.number)?;
    }
    Ok(())
}

/// A person's remark after a round.
fn continued(out: &mut String, debate: &Debate, after: u32) -> Result {
    for it in debate.continued.iter().filter(|it| it.after == after) {
        let said = it.said.as_ref().map_or_else(String::new, |said| format!(" A person said: {}", words(said)));
        writeln!(out, "\n> **Continued.**{said}")?;
    }
    Ok(())
}

fn turn(out: &mut String, debate: &Debate, round: &Round, spoken: &Spoken) -> Result {
    let (turn, bare) = (&spoken.turn, panel::bare(debate, round.number, &spoken.by));
    let confidence = turn.confidence.map_or_else(|| "no confidence".to_owned(), |it| format!("{it:.2}"));
    writeln!(out, "\n#### {} ({confidence}{bare})\n", words(spoken.by.as_str()))?;
    if let Some(position) = &turn.position {
        writeln!(out, "{}\n", strong(position))?;
    }
    declared(out, debate, spoken)?;
    for line in turn.reasoning.iter().flat_map(|it| it.lines()).filter(|it| !it.trim().is_empty()) {
        writeln!(out, "{}\n", words(line))?;
    }
    let pairs = turn.vulnerabilities.iter().map(|it| format!("Vulnerability: {}", vulnerability(it)));
    let asked = turn.questions.iter().map(|it| format!("Asks {}", question(it)));
    pairs.chain(asked).try_for_each(|it| writeln!(out, "- {}", words(&it)))?;
    spoken.flaws.iter().try_for_each(|flaw| writeln!(out, "- flaw: {}", words(&flaw.to_string())))
}

/// A turn's declarations: its ballot, its ranking, its votes on other options, its terms, the cause of a move.
fn declared(out: &mut String, debate: &Debate, spoken: &Spoken) -> Result {
    let turn = &spoken.turn;
    let mut lines: Vec<String> = Vec::new();
    lines.extend(ballot(debate, spoken).map(|it| format!("Ballot: {it}")));
    if let Some(Cast::Estimate(it)) = &turn.ballot {
        lines.extend(it.counted.as_ref().map(|it| format!("Counted in: {it}")));
    }
    if !turn.ranking.is_empty() {
        let ranked: Vec<String> = turn.ranking.iter().map(|it| option(debate, *it)).collect();
        lines.push(format!("Ranking: {}", ranked.join(" · ")));
    }
    lines.extend(turn.others.iter().map(|it| format!("On {}", other(debate, it))));
    lines.extend(turn.terms.iter().map(|it| format!("Term: {it}")));
    lines.extend(turn.on_terms.iter().map(|it| format!("On terms: {}", on_term(it))));
    if !turn.because.is_empty() {
        lines.push(format!("Because: {}", because(&turn.because)));
    }
    lines.extend(turn.would_change.as_ref().map(|it| format!("Would change it: {it}")));
    lines.iter().try_for_each(|it| writeln!(out, "- {}", words(it)))?;
    if lines.is_empty() { Ok(()) } else { writeln!(out) }
}
