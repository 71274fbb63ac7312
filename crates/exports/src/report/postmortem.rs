//! The report on a debate that was checked against what happened (L-07).
use super::{Block, Report};
use crate::times;
use analysis::decision::verdict::LearnedUse;
use analysis::learning::{Applied, DomainKnown, Recorded};
use debate::Debate;
use debate::learning::{Change, KindCases, Outcome, Postmortem, Right, RoundsEffect, Update};

/// What the report tells.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The debate.
    pub debate: &'a Debate,
    /// What happened, oldest first.
    pub outcomes: &'a [Recorded],
    /// The post-mortem.
    pub postmortem: &'a Postmortem,
    /// Its updates, in their order.
    pub updates: &'a [&'a Applied],
    /// What is known of its domain by now.
    pub domain: &'a DomainKnown,
    /// What the next debate of the same models in the domain would draw on.
    pub next: Option<&'a LearnedUse>,
}

/// The report on a post-mortem.
pub fn report(input: &Input<'_>) -> Report {
    let Input { debate, outcomes, postmortem, .. } = input;
    let mut blocks = Vec::new();
    let project = postmortem.project.as_ref().map(|it| format!(", project {it}")).unwrap_or_default();
    blocks.push(Block::Paragraph(format!(
        "Debate {} of {}, domain {}{project}.",
        debate.id,
        times::day(debate.opened_at),
        postmortem.domain
    )));
    blocks.push(Block::Heading("What was decided, and what happened".to_owned()));
    blocks.push(Block::List(decided(debate, postmortem)));
    match outcomes.is_empty() {
        true => blocks.push(Block::Paragraph("No outcome is recorded.".to_owned())),
        false => blocks.push(Block::List(outcomes.iter().map(|it| outcome(debate, it)).collect())),
    }
    evidence(&mut blocks, input);
    participants(&mut blocks, input);
    for (heading, said) in [
        ("What went right", &postmortem.went_right),
        ("What went wrong", &postmortem.went_wrong),
        ("Lessons", &postmortem.lessons),
    ] {
        if !said.is_empty() {
            blocks.push(Block::Heading(heading.to_owned()));
            blocks.push(Block::List(said.clone()));
        }
    }
    if let Some(model) = &postmortem.drafted_by {
        blocks.push(Block::Paragraph(format!("Lessons, questions and skills were drafted by {model}.")));
    }
    applied(&mut blocks, input);
    projection(&mut blocks, input);
    Report { title: format!("Post-mortem: {}", debate.topic), blocks }
}

fn percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}

/// The decision, how sure it was, and how accurate.
fn decided(debate: &Debate, it: &Postmortem) -> Vec<String> {
    let confidence = it.confidence.map(|it| format!(", {} sure", percent(it))).unwrap_or_default();
    let decided = it
        .decided
        .as_ref()
        .map_or_else(|| "Decided: nothing.".to_owned(), |decided| format!("Decided: {decided}{confidence}."));
    let right = it.right.as_ref().map(|it| format!("Proved right: {}.", right(debate, it)));
    let accuracy = it.accuracy.map_or_else(
        || "Accuracy of the decision: unknown.".to_owned(),
        |it| format!("Accuracy of the decision: {it:.2}."),
    );
    let rounds = it.rounds.map(|it| match it {
        RoundsEffect::Helped => "Debate moved the decision towards what proved right.".to_owned(),
        RoundsEffect::Hurt => "Debate moved the decision away from what proved right.".to_owned(),
        RoundsEffect::Unchanged => "Debate left the decision as right or wrong as the openings were.".to_owned(),
    });
    [Some(decided), right, Some(accuracy), rounds].into_iter().flatten().collect()
}

/// What proved right, in words.
pub fn right(debate: &Debate, right: &Right) -> String {
    match right {
        Right::Option(letter) => debate.headline(*letter).unwrap_or("an option that does not exist").to_owned(),
        Right::None => "none of the options".to_owned(),
        Right::Value(value) => {
            let unit = debate.ballot.as_ref().and_then(|it| it.unit()).unwrap_or_default();
            format!("{} {unit}", analysis::decision::verdict::figure(*value))
        }
    }
}

/// An outcome in a line.
pub fn outcome(debate: &Debate, recorded: &Recorded) -> String {
    let Outcome { when, what, status, right: proved, impact, cost_days, surprise, bears_out, refutes, project: _ } =
        &recorded.outcome;
    let mut parts = Vec::new();
    if !what.is_empty() {
        parts.push(what.trim_end_matches('.').to_owned());
    }
    parts.extend(proved.as_ref().map(|it| format!("right: {}", right(debate, it))));
    parts.extend(status.map(|it| it.as_str().replace('_', " ")));
    parts.extend(impact.as_ref().map(|it| format!("impact: {}", it.trim_end_matches('.'))));
    parts.extend(cost_days.map(|it| format!("cost: {} days", analysis::decision::verdict::figure(it))));
    parts.extend(surprise.map(|it| format!("surprise {it:.2}")));
    for (says, ids) in [("bears out", bears_out), ("refutes", refutes)] {
        if !ids.is_empty() {
            parts.push(format!("{says} {}", ids.join(", ")));
        }
    }
    format!("{} #{}: {}.", times::day(when.unwrap_or(recorded.at)), recorded.number, parts.join("; "))
}

/// What each kind of evidence was worth.
fn evidence(blocks: &mut Vec<Block>, input: &Input<'_>) {
    let Input { postmortem, domain, .. } = input;
    blocks.push(Block::Heading("What the evidence was worth".to_owned()));
    if postmortem.kinds.is_empty() {
        let says = "No outcome says of a claim or source whether it held, so nothing is learned of evidence.";
        blocks.push(Block::Paragraph(says.to_owned()));
        return;
    }
    let row = |it: &KindCases| {
        let known = domain.evidence.iter().find(|known| known.kind == it.kind);
        let weight = known.map_or_else(String::new, |it| {
            format!("{:.2} ({:.2}–{:.2}), {} projects", it.mean, it.low, it.high, it.projects)
        });
        vec![it.kind.to_string(), it.cases.to_string(), it.held.to_string(), weight]
    };
    let rows = postmortem.kinds.iter().map(row).collect();
    blocks.push(Block::Table { columns: vec!["kind", "judged", "held", "weight now (90% interval)"], rows });
}

/// Who was right when.
fn participants(blocks: &mut Vec<Block>, input: &Input<'_>) {
    let Input { postmortem, .. } = input;
    if postmortem.participants.is_empty() {
        return;
    }
    blocks.push(Block::Heading("Who was right when".to_owned()));
    let rows = postmortem.participants.iter().map(|it| {
        let ballot = |words: &Option<String>| words.clone().unwrap_or_else(|| "no ballot".to_owned());
        let confidence = it.confidence.map_or_else(String::new, |it| format!("{it:.2}"));
        vec![it.name.to_string(), it.model.clone(), ballot(&it.first), ballot(&it.last), confidence, it.note.clone()]
    });
    let columns = vec!["participant", "model", "first", "last", "confidence", ""];
    blocks.push(Block::Table { columns, rows: rows.collect() });
}

/// What was learned.
fn applied(blocks: &mut Vec<Block>, input: &Input<'_>) {
    blocks.push(Block::Heading("Updates".to_owned()));
    if input.updates.is_empty() {
        blocks.push(Block::Paragraph("Nothing was learned: no outcome says what proved right.".to_owned()));
        return;
    }
    blocks.push(Block::List(input.updates.iter().map(|it| update(it)).collect()));
    blocks.push(Block::Note("`roundtable learn revert NUMBER` takes one of them back.".to_owned()));
}

/// An update in a line.
pub fn update(applied: &Applied) -> String {
    let Update { reason, projects, before, after, change, .. } = &applied.update;
    let what = match change {
        Change::Evidence { kind, .. } => format!("weight of {kind}"),
        Change::Calibration { model, .. } => format!("accuracy of {model}"),
        Change::Question { text } => format!("question “{text}”"),
        Change::Asked { text, .. } => format!("effectiveness of “{text}”"),
        Change::Skill { name } => format!("skill {name}"),
        Change::Rounds { .. } => "share of debates that further rounds helped".to_owned(),
    };
    let figures = match (change, before, after) {
        (Change::Skill { .. } | Change::Question { .. }, _, _) | (_, _, None) => String::new(),
        (_, Some(before), Some(after)) => format!(", {before:.3} to {after:.3}"),
        (_, None, Some(after)) => format!(", {after:.3}"),
    };
    let projects = match projects {
        0 | 1 => "first project".to_owned(),
        count => format!("{count} projects"),
    };
    let reverted = applied.reverted.as_ref().map(|it| format!(" Reverted: {it}.")).unwrap_or_default();
    format!("#{} {what}{figures} ({projects}): {reason}.{reverted}", applied.number)
}

/// What follows for the next debate.
fn projection(blocks: &mut Vec<Block>, input: &Input<'_>) {
    blocks.push(Block::Heading("The next debate in this domain".to_owned()));
    let lines = input.next.map(LearnedUse::says).unwrap_or_default();
    match lines.is_empty() {
        true => blocks.push(Block::Paragraph("Draws on nothing yet.".to_owned())),
        false => blocks.push(Block::List(lines.iter().map(|it| crate::wording::sentence(it) + ".").collect())),
    }
}
