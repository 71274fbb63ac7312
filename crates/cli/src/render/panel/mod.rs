//! A panel as text: seats, takes side by side, rooms as blocks, cards as boxes, and the findings (P-10 … P-25, P-41, P-42).
//!
//! Everything is read from the folded debate or its measures; nothing is computed here. Model output is data: it is wrapped or put on one
//! line, without control characters. Not here: rounds and turns of other debates (`turns`).
pub(crate) mod before;
pub(crate) mod card;
pub(crate) mod columns;
pub(crate) mod findings;
pub(super) mod first;
pub(crate) mod graph;
pub(crate) mod matrix;
pub(crate) mod room;
pub(crate) mod shown;
pub(crate) mod take;

use super::style::Style;
use analysis::crux::is_cited;
use debate::crux::{Answered, CruxAnswer, UNSAID};
use debate::event::{Dispute, Ignored, PanelEvent};
use debate::reply::NO_VIEW;
use debate::{Debate, Name, Persona};
use exports::wording::{name, one_line};
use take::dimmed;

/// The longest text on one line, in characters.
const MOST: usize = 240;

/// Contradictions of the texts that the transcript prints; `show --full` prints all. Ours: the weightiest come first.
const CONTRADICTIONS: usize = 6;

/// Whether a debate is a panel.
pub(crate) fn is_panel(mode: &str) -> bool {
    mode == formats::panel::NAME
}

/// How many beliefs a persona has: its theses, and the links that it makes.
pub(crate) fn beliefs(persona: &Persona) -> String {
    let counted = |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    let theses = counted(persona.beliefs.theses().count(), "thesis", "theses");
    format!("{theses}, {}", counted(persona.beliefs.edges.len(), "link", "links"))
}

/// Events of the panel as a whole; empty for those that are only looked up.
pub(super) fn event(style: Style, event: &PanelEvent) -> String {
    match event {
        PanelEvent::PersonasSeated { personas } => {
            let line = |it: &Persona| {
                format!("{}: built {}; {}", name(&it.name), one_line(&it.built.to_string(), MOST), beliefs(it))
            };
            let lines: String = personas.iter().map(|it| dimmed(style, "  ", &line(it))).collect();
            format!("{lines}{}", dimmed(style, "", "A persona is made from what somebody wrote; it is not the person."))
        }
        PanelEvent::AspectsSet { aspects, by, failed, contradictions, .. } => {
            let who = match by.as_str() {
                "you" => "yours".to_owned(),
                "graphs" => "from where their beliefs part".to_owned(),
                "topic" => "from the topic".to_owned(),
                model => format!("chosen by {}", one_line(model, 64)),
            };
            let mut text = format!("{}\n", style.dim(format!("Aspects, {who}:")));
            if let Some(why) = failed {
                text.push_str(&style.wrap("  ! the clerk's did not serve: ", &one_line(why, MOST)));
            }
            (1..).zip(aspects).for_each(|(number, it)| text.push_str(&style.wrap(&format!("  {number}. "), it)));
            for it in contradictions.iter().take(CONTRADICTIONS) {
                let parties = format!("  contradiction, {} and {}: ", name(&it.a), name(&it.b));
                text.push_str(&style.wrap(&parties, &one_line(&it.question, MOST)));
            }
            if let Some(rest) = contradictions.len().checked_sub(CONTRADICTIONS).filter(|it| *it > 0) {
                let more = format!(
                    "and {rest} more contradictions between their texts: `show --full` prints all, in their words"
                );
                text.push_str(&dimmed(style, "  ", &more));
            }
            text
        }
        // A turn itself shows whether it is grounded.
        PanelEvent::BeliefsRecalled { .. } => String::new(),
        PanelEvent::CruxesAnswered { by, answers, failed, .. } => answered(style, by, answers, failed.as_deref()),
        PanelEvent::DisputesFound { by, disputes, ignored, .. } => found(style, by, disputes, ignored),
    }
}

/// A participant's answers to the cruxes of rooms that it was not in (P-25).
fn answered(style: Style, by: &Name, answers: &[CruxAnswer], failed: Option<&str>) -> String {
    if let Some(why) = failed {
        let line = format!("{} on the crux questions: {}", name(by), one_line(why, MOST));
        return style.wrap("! ", &line);
    }
    let line = |it: &CruxAnswer| {
        let without = if is_cited(it) { UNSAID } else { NO_VIEW };
        let answer = it.answer.map_or(without, Answered::as_str);
        let words = it.words.as_ref().map(|it| format!(": {}", one_line(it, MOST))).unwrap_or_default();
        style.wrap("  ", &format!("{}, {answer}{words}", one_line(it.room.as_str(), 16)))
    };
    let head = format!("{} on the crux questions\n", style.bold(name(by)));
    head + &answers.iter().map(line).collect::<String>()
}

/// The disagreements between the takes of a round (P-12).
fn found(style: Style, by: &str, disputes: &[Dispute], ignored: &[Ignored]) -> String {
    let by = looked(by);
    let mut text = String::new();
    if disputes.is_empty() {
        let line = format!("No disagreement on this aspect, so no clash and no room ({by})");
        text.push_str(&format!("{}\n", style.good(style.wrap("", &line).trim_end())));
    } else {
        let pair = |it: &Dispute| format!("{} and {} ({})", name(&it.a), name(&it.b), one_line(it.room.as_str(), 16));
        let pairs = disputes.iter().map(pair).collect::<Vec<_>>().join("; ");
        text.push_str(&style.wrap("Disagree: ", &format!("{pairs}; {by}")));
    }
    for Ignored { a, b, why } in ignored {
        let line = format!("{} and {}: {}", name(a), name(b), one_line(why, MOST));
        text.push_str(&format!("{}\n", style.dim(style.wrap("Not discussed: ", &line).trim_end())));
    }
    text
}

/// The comparer's name in prose.
fn looked(by: &str) -> String {
    match by {
        "lexical" => "looked for by words alone".to_owned(),
        "local" => "looked for by meaning, in this process".to_owned(),
        "nobody" => "fewer than two spoke to it".to_owned(),
        model => format!("looked for by {}", one_line(model, 64)),
    }
}

/// Two names joined in prose.
fn both(a: &Name, b: &Name) -> String {
    format!("{} and {}", name(a), name(b))
}

/// The aspect of a round.
fn aspect(debate: &Debate, round: u32) -> Option<String> {
    debate.rounds.iter().find(|it| it.number == round)?.focus.as_ref().map(|it| one_line(it, MOST))
}

#[cfg(test)]
mod tests;
