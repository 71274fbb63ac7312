//! The report on a post-mortem (L-07).
use super::{Block, Report, Surface, columns, counted};
use crate::times;
use crate::wording::one_line;
use analysis::decision::verdict::LearnedUse;
use analysis::learning::record::DecisionRecord;
use analysis::learning::{Applied, DomainKnown, Recorded, Share};
use debate::Debate;
use debate::learning::{
    Change, HeldInRound, KindCases, Outcome, ParticipantResult, Postmortem, Right, RoundsEffect, Update,
};
use std::collections::BTreeSet;

/// What the report is made of.
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
    /// Whether outcomes were added or removed after the post-mortem.
    pub is_stale: bool,
    /// Where it is read.
    pub surface: Surface,
}

/// The longest ballot in a table, in characters. Ours.
const BALLOT: usize = 30;

/// The report on a post-mortem.
pub fn report(input: &Input<'_>) -> Report {
    let Input { debate, outcomes, postmortem, .. } = input;
    let mut blocks = Vec::new();
    if input.is_stale {
        blocks.push(Block::Note(format!(
            "Outcomes were added or removed after this post-mortem, which does not know of them; {}.",
            match input.surface {
                Surface::CommandLine => format!("`roundtable postmortem {} --again` writes a new one", debate.id),
                Surface::Service => "a post-mortem with `again` replaces it".to_owned(),
            }
        )));
    }
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
    metrics(&mut blocks, input);
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
        RoundsEffect::Unchanged => "Debate did not change the accuracy of the decision.".to_owned(),
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
    parts.extend(cost_days.map(|it| {
        format!("cost: {} {}", analysis::decision::verdict::figure(it), if it == 1.0 { "day" } else { "days" })
    }));
    parts.extend(surprise.map(|it| format!("surprise {it:.2}")));
    for (says, ids) in [("bears out", bears_out), ("refutes", refutes)] {
        if !ids.is_empty() {
            parts.push(format!("{says} {}", ids.join(", ")));
        }
    }
    format!("{} #{}: {}.", times::day(when.unwrap_or(recorded.at)), recorded.number, parts.join("; "))
}

/// The metrics of the rounds, and what they cost.
fn metrics(blocks: &mut Vec<Block>, input: &Input<'_>) {
    let record = DecisionRecord::of(input.debate, input.postmortem.project.clone());
    let measured: Vec<_> = record.rounds.iter().filter_map(|it| Some((it.round, it.metrics.as_ref()?))).collect();
    blocks.push(Block::Heading("Metrics".to_owned()));
    if let Some((_, first)) = measured.first() {
        let names = first.figures.iter().map(|it| it.name.to_owned());
        let row = |(round, it): &(u32, &analysis::measure::metrics::Metrics)| {
            let value = |it: Option<f64>| it.map_or_else(|| "–".to_owned(), |it| format!("{it:.2}"));
            std::iter::once(round.to_string()).chain(it.figures.iter().map(|it| value(it.value))).collect()
        };
        let columns = std::iter::once("round".to_owned()).chain(names).collect();
        blocks.push(Block::Table { columns, rows: measured.iter().map(row).collect() });
    }
    let mut says = vec![format!("{}, {} tokens", counted(record.rounds.len() as u64, "round"), record.usage.tokens())];
    if let Some(it) = record.later_per_first {
        says.push(format!("the rounds after the first took {it:.1} times the tokens of the first"));
    }
    if record.is_escalated {
        says.push("it ended with a question to a person".to_owned());
    }
    if record.is_overridden {
        says.push("a person reopened it after a decision, and the rounds that followed replaced it".to_owned());
    }
    blocks.push(Block::Paragraph(says.join("; ") + "."));
}

/// A share of cases with its interval.
pub(super) fn share(it: Option<&Share>) -> String {
    it.map_or_else(String::new, |it| format!("{:.2} ({:.2}–{:.2})", it.share, it.low, it.high))
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
            format!("{:.2} ({:.2}–{:.2}), {}", it.mean, it.low, it.high, counted(it.projects, "project"))
        });
        let alone = share(known.and_then(|it| it.alone.as_ref()));
        vec![it.kind.to_string(), it.cases.to_string(), it.held.to_string(), weight, alone]
    };
    let rows = postmortem.kinds.iter().map(row).collect();
    let names = ["kind", "judged", "held", "weight now (90%, given the prior)", "all cases alone (90%)"];
    blocks.push(Block::Table { columns: columns(&names), rows });
}

/// Who was right when.
fn participants(blocks: &mut Vec<Block>, input: &Input<'_>) {
    let Input { postmortem, .. } = input;
    if postmortem.participants.is_empty() {
        return;
    }
    blocks.push(Block::Heading("Who was right when".to_owned()));
    let rounds: BTreeSet<u32> = postmortem.participants.iter().flat_map(|it| &it.rounds).map(|it| it.round).collect();
    let row = |it: &ParticipantResult| {
        let mut row = vec![it.name.to_string(), it.model.clone()];
        if rounds.is_empty() {
            row.extend([&it.first, &it.last].map(|it| it.clone().unwrap_or_else(|| "no ballot".to_owned())));
        }
        row.extend(rounds.iter().map(|round| it.rounds.iter().find(|it| it.round == *round).map_or_else(none, held)));
        row.push(it.confidence.map_or_else(String::new, |it| format!("{it:.2}")));
        row.push(it.accuracy.map_or_else(String::new, percent));
        row.push(it.note.clone());
        row
    };
    let mut names = columns(&["participant", "model"]);
    match rounds.is_empty() {
        true => names.extend(columns(&["first", "last"])),
        false => names.extend(rounds.iter().map(|it| format!("round {it}"))),
    }
    names.extend(columns(&["last confidence", "rounds right", ""]));
    blocks.push(Block::Table { columns: names, rows: postmortem.participants.iter().map(row).collect() });
}

fn none() -> String {
    "–".to_owned()
}

/// A ballot of a round, with what became of it.
fn held(it: &HeldInRound) -> String {
    let words = one_line(&it.held, BALLOT);
    match it.is_right {
        Some(true) => format!("{words} (right)"),
        Some(false) => format!("{words} (wrong)"),
        None => words,
    }
}

/// What was learned.
fn applied(blocks: &mut Vec<Block>, input: &Input<'_>) {
    blocks.push(Block::Heading("Updates".to_owned()));
    if input.updates.is_empty() {
        let why = if input.outcomes.is_empty() {
            "no outcome is recorded"
        } else if input.debate.rehearsal {
            "its participants were simulated, and what they said is no case"
        } else {
            "no outcome says what proved right, or which claims held"
        };
        blocks.push(Block::Paragraph(format!("Nothing was learned: {why}.")));
        return;
    }
    blocks.push(Block::List(input.updates.iter().map(|it| update(it)).collect()));
    if input.surface == Surface::CommandLine {
        blocks.push(Block::Note("`roundtable learn revert NUMBER` takes one of them back.".to_owned()));
    }
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
        false => {
            let ended = |it: &String| {
                let said = crate::wording::sentence(it);
                if said.ends_with(['.', '?', '!']) { said } else { said + "." }
            };
            blocks.push(Block::List(lines.iter().map(ended).collect()));
        }
    }
}
