//! Requests of participants in a verdict (I-25). Not here: when a debate waits (`exit`).
use crate::decision::thresholds::MOST_LISTED;
use debate::event::Reason;
use debate::{Debate, Name, Need};
use serde::Serialize;

/// A request of participants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NeedLine {
    /// Its id, `N1`.
    pub id: String,
    /// Its text, in the words of the first author.
    pub what: String,
    /// Its authors.
    pub by: Vec<Name>,
    /// The first round.
    pub round: u32,
    /// Whether the debate waited for it and continued.
    pub answered: bool,
    /// Ids of the texts attached in response. An answered request without texts could not be fulfilled.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
}

/// All requests.
pub(super) fn lines(debate: &Debate) -> Vec<NeedLine> {
    let line = |Need { id, what, by, round, answered, sources, .. }: Need| NeedLine {
        id,
        what,
        by,
        round,
        answered,
        sources: sources.into_iter().map(|it| format!("S{}", it + 1)).collect(),
    };
    debate.needs().into_iter().map(line).collect()
}

/// The next step for a debate that waits.
pub(super) fn step(debate: &Debate) -> String {
    format!("bring what they ask for ({}), or say that it can't be had, and they go on", awaited(debate).join(", "))
}

/// The ids of the first requests that a debate waits for.
pub(super) fn awaited(debate: &Debate) -> Vec<String> {
    debate.awaited().into_iter().take(MOST_LISTED).map(|it| it.id).collect()
}

/// A warning about unfulfilled requests, which could change positions.
pub(super) fn warning(debate: &Debate) -> Option<String> {
    let missing: Vec<Need> = debate.needs().into_iter().filter(|it| it.sources.is_empty()).collect();
    let is_waiting = debate.closed.as_ref().is_some_and(|it| it.why == Reason::NeedsContext);
    let what = if is_waiting { "it waits for what participants were not given" } else { "asked for and not brought" };
    let latest: Vec<&str> = missing.iter().rev().take(MOST_LISTED).rev().map(|it| it.id.as_str()).collect();
    let more = match missing.len().saturating_sub(MOST_LISTED) {
        0 => String::new(),
        more => format!(", and {more} before"),
    };
    (!missing.is_empty()).then(|| format!("{what}: {}{more}", latest.join(", ")))
}
