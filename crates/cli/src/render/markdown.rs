//! A debate as Markdown, to hand over (I-40).
//!
//! What participants said is data: it is escaped, so that no line of theirs becomes a heading, a link or markup (I-32).
use super::style::{duration, money, tokens};
use super::turns::{forked, heading};
use super::verdict::{accounting, backing, cited, head, kind, strength, tally};
use analysis::Verdict;
use analysis::verdict::{CritiqueLine, PlainVote};
use debate::event::Ruling;
use debate::{Debate, Spoken, text};
use std::fmt::Write;

/// The whole debate.
pub(crate) fn document(debate: &Debate) -> String {
    let verdict = Verdict::of(debate);
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = sections(&mut out, debate, &verdict);
    out
}

fn sections(out: &mut String, debate: &Debate, verdict: &Verdict) -> std::fmt::Result {
    writeln!(out, "# {}\n", words(debate.topic.as_str()))?;
    if debate.rehearsal {
        writeln!(out, "> **Rehearsal.** The participants are simulated; nothing they say is about the topic.\n")?;
    }
    let decision = &verdict.decision;
    writeln!(out, "## Verdict: {}\n", decision.label)?;
    if let Some(position) = &decision.position {
        writeln!(out, "{}\n", words(position))?;
    }
    if let Some(confidence) = decision.confidence {
        writeln!(out, "- Confidence: {confidence:.2}")?;
    }
    if !decision.is_final {
        writeln!(out, "- The debate is not over.")?;
    }
    if let Some(question) = &verdict.question {
        writeln!(out, "- Question to a person: {}", words(question))?;
    }
    writeln!(out, "- Next: {}", words(&decision.next_step))?;
    plain_vote(out, &verdict.plain_vote)?;

    writeln!(out, "\n## Participants\n\n| name | model | perspective | vote | confidence | dissents | changed |")?;
    writeln!(out, "|---|---|---|---|---|---|---|")?;
    for it in &verdict.participants {
        let vote = it.vote.map(|it| it.to_string()).unwrap_or_default();
        let confidence = it.confidence.map(|it| format!("{it:.2}")).unwrap_or_default();
        let change = it.change.as_ref().map_or_else(String::new, |change| {
            let evidence =
                if change.evidence.is_empty() { "without new evidence".into() } else { change.evidence.join("; ") };
            format!("round {}: {} ({evidence})", change.round, change.what)
        });
        let dissents = if it.dissents { "yes" } else { "" };
        writeln!(
            out,
            "| {} | {} | {} | {vote} | {confidence} | {dissents} | {} |",
            words(&head(it)),
            words(&it.model),
            it.perspective,
            words(&change)
        )?;
    }

    writeln!(out, "\n## Claims\n")?;
    for claim in &verdict.evidence.claims {
        let by: Vec<String> = claim.by.iter().map(|it| words(it.as_str())).collect();
        let sources: String = claim.evidence.iter().map(|it| format!(" [{}]", words(it))).collect();
        writeln!(out, "- **{}** {}: {}{sources} ({})", claim.id, claim.label, words(&claim.text), by.join(", "))?;
        if let Some(backing) = backing(claim) {
            writeln!(out, "  - {backing}")?;
        }
        claim.critiques.iter().try_for_each(|it| critique(out, it))?;
    }
    writeln!(out, "\n## References\n")?;
    for source in &verdict.evidence.sources {
        let url = source.url.as_ref().map(|it| format!(", `{}`", plain(it))).unwrap_or_default();
        let kind = kind(source).map(|it| format!("{it}: ")).unwrap_or_default();
        writeln!(out, "- **{}** {kind}{}{url}{}", source.id, words(&source.title), cited(source))?;
    }
    writeln!(out, "\n## Warnings\n")?;
    for warning in &verdict.evidence.warnings {
        writeln!(out, "- {}", words(warning))?;
    }
    transcript(out, debate)?;
    record(out, debate, verdict)
}

/// A critique of a claim (E-03).
fn critique(out: &mut String, critique: &CritiqueLine) -> std::fmt::Result {
    let CritiqueLine { round, by, act, assessment, counter, synthesis } = critique;
    let mut parts = Vec::new();
    parts.extend(assessment.as_ref().map(|it| format!("its evidence: {}", words(it))));
    parts.extend(counter.as_ref().map(|it| {
        let sources: String = it.evidence.iter().map(|it| format!(" [{}]", words(it))).collect();
        format!("against it, {}: {}{sources}", strength(it), words(&it.text))
    }));
    parts.extend(synthesis.as_ref().map(|it| format!("in its place: {}", words(it))));
    writeln!(out, "  - {}, {act} in round {round}; {}", words(by.as_str()), parts.join("; "))
}

fn plain_vote(out: &mut String, vote: &PlainVote) -> std::fmt::Result {
    let result = match &vote.position {
        None => format!("no majority among {} openings", vote.openings),
        Some(position) => format!("{} of {}: {}", vote.held_by.len(), vote.openings, words(position)),
    };
    let same = match vote.same_as_decision {
        Some(true) => ", the same answer as the debate's",
        Some(false) => ", the opposite of the debate's answer",
        None => "",
    };
    let heard = if vote.is_independent || vote.openings < 2 { "" } else { "; each had heard those before it" };
    let argued = match vote.argued {
        0 => String::new(),
        count => format!("; {count} argued a side they were given and are not counted"),
    };
    writeln!(out, "- Plain vote of the openings: {result}{same} ({}{heard}{argued})", tally(vote.votes))
}

fn transcript(out: &mut String, debate: &Debate) -> std::fmt::Result {
    continued(out, debate, 0)?;
    for round in &debate.rounds {
        writeln!(out, "\n## {}", heading(round.number, round.kind))?;
        if let Some(focus) = &round.focus {
            writeln!(out, "\nMust answer: {}", words(focus))?;
        }
        round.spoken.iter().try_for_each(|it| turn(out, it))?;
        for failed in &round.failed {
            writeln!(
                out,
                "\n### {}\n\nNo turn: {} ({})",
                words(failed.by.as_str()),
                failed.why,
                words(&failed.detail)
            )?;
        }
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

fn turn(out: &mut String, spoken: &Spoken) -> std::fmt::Result {
    let turn = &spoken.turn;
    let vote = turn.vote.map_or_else(|| "no vote".to_owned(), |it| it.to_string());
    let confidence = turn.confidence.map_or_else(|| "no confidence".to_owned(), |it| format!("{it:.2}"));
    writeln!(out, "\n### {} ({vote}, {confidence})\n", words(spoken.by.as_str()))?;
    if let Some(position) = &turn.position {
        writeln!(out, "**{}**\n", words(position))?;
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
    let exit = meta.exit.map_or_else(|| "not over".to_owned(), |it| it.to_string());
    writeln!(out, "\n## Record\n")?;
    writeln!(out, "- Debate `{}`, {}, ended by: {exit}", plain(verdict.debate.as_str()), words(&meta.mode))?;
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
    if let Some(rubric) = &meta.rubric {
        let met = if rubric.is_met { "met" } else { "not met" };
        writeln!(out, "- Votes: {}, of {} seats; the rubric is {met}", tally(rubric.votes), rubric.seats)?;
    }
    for figure in &meta.figures {
        let value =
            figure.value.map_or_else(|| "not given".to_owned(), |it| format!("{}", (it * 100.0).round() / 100.0 + 0.0));
        writeln!(out, "- {}: {value} (threshold {})", figure.name, figure.threshold)?;
    }
    Ok(())
}

/// Somebody's words on one line, to stand between backticks.
fn plain(said: &str) -> String {
    text::one_line(&text::clean(said).text).replace('`', "")
}

/// Somebody's words on one line, with everything that Markdown or HTML would take for markup escaped.
fn words(said: &str) -> String {
    let line = text::one_line(&text::clean(said).text);
    let mut out = String::with_capacity(line.len());
    for (at, c) in line.char_indices() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '!' => out.extend(['\\', c]),
            '&' => out.push_str("&amp;"),
            // Some dialects make a link of a bare address.
            ':' if line.get(at..).is_some_and(|it| it.starts_with("://")) => out.push_str("&#58;"),
            '.' if line.get(..at).is_some_and(ends_with_www) => out.push_str("&#46;"),
            '-' | '+' if at == 0 => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    out
}

fn ends_with_www(text: &str) -> bool {
    text.len().checked_sub(3).and_then(|from| text.get(from..)).is_some_and(|it| it.eq_ignore_ascii_case("www"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-32: what a participant says is never markup.
    #[test]
    fn words_are_no_markup() {
        assert_eq!(
            words("# head <b>x</b> [a](javascript:b)\n- c|d"),
            "\\# head \\<b\\>x\\</b\\> \\[a\\](javascript:b) - c\\|d"
        );
        assert_eq!(words("see HTTPS://x.example and WWW.x.example"), "see HTTPS&#58;//x.example and WWW&#46;x.example");
    }
}
