//! The first screen of what a panel found (P-18): what all hold, its cruxes, who moved, and what to find out next (I-01).
use super::MOST;
use crate::render::first::{Parts, Rank, unless_over};
use analysis::Findings;
use analysis::crux::Moved;
use analysis::crux::findings::CruxLine;
use debate::Debate;
use debate::crux::CruxState;
use engine::Status;
use exports::wording::panel::{no_crux, place_of, shared, silence, unsearched};
use exports::wording::{name, one_line, sentence};

/// The cruxes of one state, and the questions, that the first screen names; `show --full` has all.
const NAMED: usize = 3;

/// Adds the parts.
pub(in crate::render) fn parts(parts: &mut Parts, debate: &Debate, status: &Status) {
    let findings = Findings::of(debate);
    let over = unless_over(status);
    parts.title("", &format!("What the panel found{over}"));
    if findings.is_rehearsal {
        parts.rehearsal();
    }
    if findings.is_final && !findings.is_held() {
        parts.push("  ", "Fewer than two could speak: this is no panel.", Rank::Main);
    }
    if let Some(progress) = unsearched(debate) {
        parts.push("  ", &progress, Rank::Main);
        return;
    }
    let all_hold: Vec<String> = findings.all_hold.iter().map(|it| shared(debate, it)).collect();
    let nothing = "nothing that was asked of all".to_owned();
    let all_hold = if all_hold.is_empty() { nothing } else { all_hold.join(" · ") };
    parts.push("  All hold: ", &all_hold, Rank::Detail);
    parts.push("  No disagreement was found on: ", &one_line(&findings.undisputed.join("; "), MOST), Rank::Detail);
    if findings.cruxes.is_empty() {
        parts.push("  Cruxes: ", &no_crux(&findings), Rank::Detail);
        for it in findings.without_card.iter().take(NAMED) {
            let [a, b] = it.between.each_ref().map(name);
            let title = format!("  {}, {a} and {b}: ", sentence(&place_of(&debate.panel, &it.room)));
            parts.push(&title, &format!("{}: {}", it.outcome, one_line(&it.why, MOST)), Rank::Detail);
        }
    }
    let states = [(CruxState::Open, "Open"), (CruxState::Agreed, "Agreed"), (CruxState::Settled, "Settled")];
    for (state, title) in states {
        let lines: Vec<&CruxLine> = findings.in_state(state).collect();
        for it in lines.iter().take(NAMED) {
            let answers: Vec<String> =
                it.answers.iter().filter_map(|it| Some(format!("{} {}", name(&it.by), it.told()?))).collect();
            let alike = it.both_answer.map(|it| format!("; both answer {it}, and not both say that nothing is left"));
            let answers = format!("{}{}", answers.join(", "), alike.unwrap_or_default());
            let text = format!("{} ({answers})", one_line(&it.question, MOST));
            parts.push(&format!("  {title} crux {}: ", it.number), &text, Rank::Detail);
        }
        if let Some(rest) = lines.len().checked_sub(NAMED).filter(|it| *it > 0) {
            parts.push("  ", &format!("and {rest} more: --cruxes"), Rank::Detail);
        }
    }
    let moved: Vec<String> = findings.moved.iter().map(|it| format!("{} {}", name(&it.by), word(it.moved))).collect();
    let held: Vec<String> = findings.held.iter().map(|it| format!("{} held", name(it))).collect();
    parts.push("  Positions: ", &[moved, held].concat().join(" · "), Rank::Main);
    let next: Vec<String> = findings.find_out.iter().take(NAMED).map(|it| one_line(&it.question, MOST)).collect();
    parts.push("  Find out next: ", &next.join(" · "), Rank::Main);
    let silent: Vec<String> = findings.silent.iter().map(silence).collect();
    parts.push("  Had nothing to say: ", &silent.join("; "), Rank::Detail);
}

fn word(moved: Moved) -> &'static str {
    match moved {
        Moved::Reversed => "reversed",
        Moved::Refined => "refined",
        Moved::Held => "held",
        Moved::Unknown => "not known",
    }
}
