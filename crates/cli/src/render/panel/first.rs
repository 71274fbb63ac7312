//! The first screen of what a panel found (P-18): what all hold, its cruxes, who moved, and what to find out next (I-01).
use super::MOST;
use crate::render::first::{Parts, Rank, unless_over};
use analysis::Findings;
use analysis::crux::Moved;
use analysis::crux::findings::CruxLine;
use debate::Debate;
use debate::crux::CruxState;
use engine::Status;
use exports::wording::panel::shared;
use exports::wording::{name, one_line};

/// The cruxes of one state, and the questions, that the first screen names; `show --full` has all.
const NAMED: usize = 3;

/// What is said where nothing was found to disagree on.
const NO_CRUX: &str = "No crux: nobody held a view that another one contradicts. `show --turns` has what each said.";

/// Adds the parts.
pub(in crate::render) fn parts(parts: &mut Parts, debate: &Debate, status: &Status) {
    let findings = Findings::of(debate);
    let over = unless_over(status);
    parts.title("", &format!("What the panel found{over}"));
    if findings.is_rehearsal {
        parts.rehearsal();
    }
    let all_hold: Vec<String> = findings.all_hold.iter().map(|it| shared(debate, it)).collect();
    parts.push("  All hold: ", &all_hold.join(" · "), Rank::Detail);
    parts.push("  Nobody disagreed on: ", &one_line(&findings.undisputed.join("; "), MOST), Rank::Detail);
    let states = [(CruxState::Open, "Open"), (CruxState::Agreed, "Agreed"), (CruxState::Settled, "Settled")];
    for (state, title) in states {
        let lines: Vec<&CruxLine> = findings.in_state(state).collect();
        for it in lines.iter().take(NAMED) {
            let answers: Vec<String> =
                it.answers.iter().filter_map(|it| Some(format!("{} {}", name(&it.by), it.told()?))).collect();
            let text = format!("{} ({})", one_line(&it.question, MOST), answers.join(", "));
            parts.push(&format!("  {title} crux {}: ", it.number), &text, Rank::Detail);
        }
        if let Some(rest) = lines.len().checked_sub(NAMED).filter(|it| *it > 0) {
            parts.push("  ", &format!("and {rest} more: --cruxes"), Rank::Detail);
        }
    }
    let moved: Vec<String> = findings.moved.iter().map(|it| format!("{} {}", name(&it.by), word(it.moved))).collect();
    let held: Vec<String> = findings.held.iter().map(|it| format!("{} held", name(it))).collect();
    parts.push("  Positions: ", &[moved, held].concat().join(" · "), Rank::Detail);
    let next: Vec<String> = findings.find_out.iter().take(NAMED).map(|it| one_line(&it.question, MOST)).collect();
    parts.push("  Find out next: ", &next.join(" · "), Rank::Main);
    let has_crux = states.iter().any(|(state, _)| findings.in_state(*state).next().is_some());
    if !has_crux && debate.closed.is_some() {
        parts.push("  ", NO_CRUX, Rank::Main);
    }
    let silent: Vec<String> = findings.silent.iter().map(|it| name(&it.by)).collect();
    parts.push("  Had nothing to say: ", &silent.join(", "), Rank::Detail);
}

fn word(moved: Moved) -> &'static str {
    match moved {
        Moved::Reversed => "reversed",
        Moved::Refined => "refined",
        Moved::Held => "held",
        Moved::Unknown => "not known",
    }
}
