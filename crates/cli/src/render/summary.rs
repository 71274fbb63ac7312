//! A round summed up for people (D-36): how far they agree, on what, where they part, who stands where, what is new.
//!
//! Every line ends with whose turns it comes from; `show --turns` has them. Not here: what is measured (`analysis::summary`).
use super::style::{Style, name, one_line};
use super::turns;
use analysis::convergence::Flag;
use analysis::summary::{Agreed, Cited, Disagreement, From, Kind, Line, RoundSummary, Status};

/// The most of a text in a summary, in characters.
const MOST: usize = 240;

/// One round as text.
pub(crate) fn text(style: Style, summary: &RoundSummary) -> String {
    let score = summary.score.map(|it| format!(" ({it:.2})")).unwrap_or_default();
    let status = format!("agreement {}{score}", summary.status);
    let status = match summary.status {
        Status::High => style.good(status),
        Status::Medium => style.warn(status),
        Status::Low => style.bad(status),
    };
    let mut text = format!("\n{}: {status}\n", style.bold(turns::heading(summary.round, summary.kind)));
    let mut block = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            text.push_str(&format!("  {}\n{}", style.dim(title), lines.concat()));
        }
    };
    block("Agreed", summary.agreements.iter().map(|it| style.wrap("    · ", &side(it))).collect());
    block("Unresolved", summary.disagreements.iter().map(|it| style.wrap("    · ", &disagreement(it))).collect());
    block("Participants", summary.participants.iter().map(|it| participant(style, it)).collect());
    block("New sources", summary.evidence.iter().map(|it| style.wrap("    · ", &source(it))).collect());
    block("Course", summary.flags.iter().map(|it| style.wrap("    ! ", &flag(it))).collect());
    text
}

fn side(agreed: &Agreed) -> String {
    let id = agreed.claim.as_ref().map(|it| format!("{it} ")).unwrap_or_default();
    let kind = agreed.rests.map(|it| format!("{it} ")).unwrap_or_default();
    format!("{id}{kind}{} ({})", one_line(&agreed.text, MOST), whose(&agreed.from))
}

fn whose(from: &[From]) -> String {
    from.iter().map(|it| name(&it.by)).collect::<Vec<_>>().join(", ")
}

fn disagreement(disagreement: &Disagreement) -> String {
    let what = match disagreement.kind {
        Kind::Opposed => "contradict each other",
        Kind::Different => "can't be told to be the same",
        Kind::Challenged => "denied",
        Kind::Blocked => "would not be signed",
    };
    format!("{what}: {}", disagreement.sides.iter().map(side).collect::<Vec<_>>().join(" / "))
}

fn participant(style: Style, line: &Line) -> String {
    let stance = line.stance.map(|it| format!(" {it}")).unwrap_or_default();
    let confidence = line.confidence.map(|it| format!(" {it:.2}")).unwrap_or_default();
    let change = line.change.filter(|it| it.abs() >= 0.005).map(|it| format!(" ({it:+.2})")).unwrap_or_default();
    let (name, vote) = (name(&line.from.by), turns::vote(style, line.vote));
    let head = format!("    {name} ({}){stance} {vote}{confidence}{change}: ", line.outlook);
    let point = line.key_point.as_deref().map(|it| one_line(it, MOST)).unwrap_or_default();
    format!("{head}{point}\n")
}

fn source(cited: &Cited) -> String {
    let url = cited.url.as_ref().map(|it| format!(" {}", one_line(it, MOST))).unwrap_or_default();
    let kind = cited.rests.map(|it| format!("{it} ")).unwrap_or_default();
    format!("{} {kind}{}{url} ({})", cited.id, one_line(&cited.title, MOST), whose(&cited.from))
}

fn flag(flag: &Flag) -> String {
    match flag {
        Flag::EarlyConsensus { similarity } => format!("they agree early, to {similarity:.2}"),
        Flag::Divergence { from, to, new } => {
            let new = if new.is_empty() { "nothing".to_owned() } else { one_line(&new.join("; "), MOST) };
            format!("they part: from {from:.2} to {to:.2}; new in this round: {new}")
        }
    }
}
