//! An opening, take or closing of a panel: no vote, and a note on ungrounded turns (P-04, P-10).
use crate::render::style::Style;
use debate::event::Answer;
use debate::{CallId, Debate, Flaw, Turn};
use exports::wording::{duration, money, one_line};

/// One turn under its heading.
pub(crate) fn text(style: Style, head: &str, turn: &Turn, flaws: &[Flaw], answer: &Answer) -> String {
    let cost = answer.usage.cost.filter(|it| *it > 0.0).map(|it| format!(", {}", money(Some(it)))).unwrap_or_default();
    let confidence = turn.confidence.map(|it| format!(" {it:.2}")).unwrap_or_default();
    let mut text = format!("{head}{confidence}{}\n", style.dim(format!("  {}{cost}", duration(answer.took))));
    for words in turn.position.iter().chain(&turn.reasoning) {
        text.push_str(&style.wrap("  ", words));
    }
    for point in &turn.key_points {
        text.push_str(&style.wrap("    · ", &one_line(point, 400)));
    }
    if !flaws.is_empty() {
        let flaws = flaws.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        text.push_str(&dimmed(style, "    ", &flaws));
    }
    style.fitted(&text, style.width())
}

/// The note on a turn that no passage backs.
pub(crate) fn ungrounded(style: Style) -> String {
    dimmed(style, "    ", "ungrounded: nothing that was written is about this")
}

/// Whether neither a passage nor a belief is about the question, as every other output tells it.
pub(crate) fn is_ungrounded(debate: &Debate, call: &CallId) -> bool {
    exports::wording::panel::is_bare(&debate.panel, call)
}

/// Dimmed lines, each coloured separately: they may stand in columns.
pub(super) fn dimmed(style: Style, head: &str, words: &str) -> String {
    style.wrap(head, words).lines().map(|it| format!("{}\n", style.dim(it))).collect()
}
