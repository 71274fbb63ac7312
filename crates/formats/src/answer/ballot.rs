//! The fields of an answer that go with a ballot, as JSON schemas (B-02 … B-06).
//!
//! The values that may be cast are an enum, never a pattern on text. Not here: how an answer is read (`debate::reply`).
use super::{closed, list, maybe, one_word};
use debate::Consent;
use debate::ballot::{Paper, PaperKind, TermAct};
use serde_json::{Value, json};

/// Which of the ballot's fields are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Those that the paper has a use for.
    Needed,
    /// All that any round may have, for prompts that must begin the same in every round (D-35).
    All,
}

/// The values that may be cast; null for a participant who argues an assigned side.
pub(super) fn ballot(paper: &Paper) -> Value {
    match &paper.kind {
        PaperKind::Argued => json!({"type": "null"}),
        PaperKind::Options { .. } => {
            let choice = one_word(&paper.words());
            closed(vec![("choice", choice), ("headline", json!({"type": ["string", "null"]}))])
        }
        PaperKind::Estimate { .. } => {
            let number = || json!({"type": "number"});
            closed(vec![
                ("lowest", number()),
                ("highest", number()),
                ("best", number()),
                ("sure", number()),
                ("counted", json!({"type": "string"})),
            ])
        }
    }
}

/// The fields after the position.
pub(super) fn fields(paper: &Paper, extent: Extent) -> Vec<(&'static str, Value)> {
    let mut fields = vec![("ballot", ballot(paper))];
    if paper.has_confidence() {
        fields.push(("confidence", json!({"type": "number"})));
    }
    let is_any = |is_needed: bool| is_needed || extent == Extent::All;
    let has_options = matches!(paper.kind, PaperKind::Options { .. });
    if has_options && !paper.is_closing && is_any(!paper.held.is_empty()) {
        let others = closed(vec![
            ("option", letter(paper)),
            ("stand", one_word(&Consent::ALL.map(Consent::as_str))),
            ("why", json!({"type": "string"})),
        ]);
        fields.push(("others", list(others)));
    }
    if has_options && !paper.is_closing && paper.options.len() > 2 {
        let words: Vec<&str> = paper.options.iter().map(|it| it.word.as_str()).collect();
        fields.push(("ranking", maybe(list(one_word(&words)))));
    }
    fields.push(("terms", list(json!({"type": "string"}))));
    if is_any(paper.terms > 0) {
        let term = match (1..=paper.terms).map(|it| format!("T{it}")).collect::<Vec<_>>() {
            none if none.is_empty() => json!({"type": "string"}),
            ids => json!({"type": "string", "enum": ids}),
        };
        let acts = one_word(&TermAct::ALL.map(TermAct::as_str));
        let moved = closed(vec![("term", term), ("act", acts), ("why", json!({"type": "string"}))]);
        fields.push(("on_terms", list(moved)));
    }
    if !paper.is_closing && paper.is_asked() && is_any(paper.has_cast) {
        let reason = vec![("id", json!({"type": ["string", "null"]})), ("why", json!({"type": "string"}))];
        fields.push(("because", list(closed(reason))));
    }
    fields
}

/// The letters of the options that others hold. Where nobody holds one: the letters of all options; where there are none: any text.
fn letter(paper: &Paper) -> Value {
    let held: Vec<String> = paper.held.iter().map(ToString::to_string).collect();
    let all: Vec<String> = paper.options.iter().map(|it| it.letter.to_string()).collect();
    match (held.is_empty(), all.is_empty()) {
        (false, _) => one_word(&held),
        (true, false) => one_word(&all),
        (true, true) => json!({"type": "string"}),
    }
}
