//! Requests that a debate waits for: those of the last round without an answer (I-25).
//!
//! Checked only if the debate would continue: otherwise a text would come too late to be used. Not here: the requests (`debate::Need`), and
//! delivering the texts.
use super::question::quoted;
use crate::decision::thresholds::{MOST_LISTED, MOST_WAITS};
use debate::{Debate, Name, Need};

/// The question that lists the missing items, if the debate may wait: it has not waited for all of them before, nor too often.
pub fn missing(debate: &Debate) -> Option<String> {
    let round = debate.round().filter(|_| debate.rules.context && debate.waits() < MOST_WAITS)?.number;
    let asked: Vec<Need> = debate.needs().into_iter().filter(|it| it.last == round && !it.answered).collect();
    (!asked.is_empty()).then(|| question(&asked))
}

fn question(asked: &[Need]) -> String {
    let line = |Need { id, what, by, .. }: &Need| {
        let names = by.iter().map(Name::as_str).collect::<Vec<_>>().join(", ");
        // The text must not look like the end of the quotation.
        format!("{id}, asked for by {names}: {}", quoted(&what.replace(['“', '”', '"'], "'")))
    };
    let listed = asked.iter().take(MOST_LISTED).map(line).collect::<Vec<_>>().join("; ");
    let more = match asked.len().saturating_sub(MOST_LISTED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let what = if asked.len() == 1 { "something" } else { "some things" };
    format!(
        "Before they go on, they ask for {what} they were not given. {listed}{more}. Can you bring it, or shall they go on without?"
    )
}
