//! What a debate waits for: things that participants asked for in the round that is over, and have not got (I-25).
//!
//! It is looked at where a debate would go on, and nowhere else: a table that leaves has what it needs, and what is fetched for the last
//! round comes too late for anybody to use it. Not here: what was asked for (`debate::Need`), and how it reaches those who asked.
use super::question::quoted;
use crate::outcome::thresholds::{MOST_LISTED, MOST_WAITS};
use debate::{Debate, Name, Need};

/// The question that lists what is missing, where a debate may wait for it: something is asked for that it has not waited for before,
/// and it has not waited too often.
pub fn missing(debate: &Debate) -> Option<String> {
    let round = debate.round().filter(|_| debate.rules.context && debate.waits() < MOST_WAITS)?.number;
    let asked: Vec<Need> = debate.needs().into_iter().filter(|it| it.last == round && !it.answered).collect();
    (!asked.is_empty()).then(|| question(&asked))
}

fn question(asked: &[Need]) -> String {
    let line = |Need { id, what, by, .. }: &Need| {
        let names = by.iter().map(Name::as_str).collect::<Vec<_>>().join(", ");
        // Nothing in it may look like the end of the quotation.
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
