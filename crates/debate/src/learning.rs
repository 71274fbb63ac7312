//! What happened after debates, and what was learned from it, as a log of its own (L-01 … L-08).
//!
//! A debate's log is closed, replays byte for byte and is exported; what became of the decision is known months later. So outcomes,
//! post-mortems and updates are events of a second, append-only log, one per owner. Deleting a debate deletes its outcomes and its
//! post-mortem from it; updates stay, because they hold counts, and texts that their owner gave for future debates. Not here: the fold of
//! this log and its arithmetic (`analysis::learning`).
mod outcome;
mod pooled;
mod postmortem;
mod update;

pub use outcome::{Judgement, Outcome, OutcomeStatus, Right};
pub use pooled::{PooledCounts, PooledDomain, PooledEvidence, PooledForecasts, PooledQuestion, PooledRounds};
pub use postmortem::{HeldInRound, JudgedItem, KindCases, ParticipantResult, Postmortem};
pub use update::{Change, Forecast, RoundsEffect, Update};

use crate::ids::DebateId;
use serde::{Deserialize, Serialize};

/// The domain of cases that were recorded without one.
pub const GENERAL: &str = "general";

/// The maximum length of a domain's name, in characters.
pub const MOST_DOMAIN: usize = 60;

/// An event with its sequence number and time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Envelope {
    /// Sequence number within the owner's log. Deletions leave gaps.
    pub seq: u64,
    /// Wall-clock time, in milliseconds since 1970.
    pub at: u64,
    /// The event.
    #[serde(flatten)]
    pub event: Event,
}

/// One event of what is learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// Something happened that bears on a decision (L-02).
    OutcomeAdded {
        /// The debate.
        debate: DebateId,
        /// What happened.
        outcome: Outcome,
    },
    /// An outcome was recorded by mistake.
    OutcomeRemoved {
        /// The debate.
        debate: DebateId,
        /// The sequence number of its `outcome_added`.
        outcome: u64,
    },
    /// The decision is to be revisited on a day.
    ReviewSet {
        /// The debate.
        debate: DebateId,
        /// That day, in milliseconds since 1970; none withdraws the date.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<u64>,
    },
    /// A post-mortem was written (L-03). A later one of the same debate replaces it.
    PostmortemClosed {
        /// The debate.
        debate: DebateId,
        /// The post-mortem.
        postmortem: Box<Postmortem>,
    },
    /// What is known of a domain changed (L-04).
    UpdateApplied {
        /// The update; its number is the sequence number of this event.
        update: Update,
    },
    /// An update no longer counts.
    UpdateReverted {
        /// The sequence number of its `update_applied`, or of the `counts_imported`.
        update: u64,
        /// Why.
        reason: String,
    },
    /// Counts of others were added (L-08).
    CountsImported {
        /// The counts.
        counts: PooledCounts,
        /// Where they came from, in the words of who imported them.
        from: String,
    },
    /// This owner's exports got a random name, by which who imports them twice notices it (L-08).
    SourceNamed {
        /// The name.
        source: String,
    },
}

impl Event {
    /// Its name in the log.
    pub fn kind(&self) -> &'static str {
        match self {
            Event::OutcomeAdded { .. } => "outcome_added",
            Event::OutcomeRemoved { .. } => "outcome_removed",
            Event::ReviewSet { .. } => "review_set",
            Event::PostmortemClosed { .. } => "postmortem_closed",
            Event::UpdateApplied { .. } => "update_applied",
            Event::UpdateReverted { .. } => "update_reverted",
            Event::CountsImported { .. } => "counts_imported",
            Event::SourceNamed { .. } => "source_named",
        }
    }

    /// The debate that it is deleted with; none for events that stay when debates are deleted.
    pub fn debate(&self) -> Option<&DebateId> {
        match self {
            Event::OutcomeAdded { debate, .. }
            | Event::OutcomeRemoved { debate, .. }
            | Event::ReviewSet { debate, .. }
            | Event::PostmortemClosed { debate, .. } => Some(debate),
            Event::UpdateApplied { .. }
            | Event::UpdateReverted { .. }
            | Event::CountsImported { .. }
            | Event::SourceNamed { .. } => None,
        }
    }
}

/// A name that can't be a domain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DomainError {
    /// Nothing is left of it.
    #[error("a domain needs a name of letters or digits, as in `api-design`")]
    Empty,
    /// It is too long.
    #[error("a domain's name has at most {MOST_DOMAIN} characters; `{0}` has more")]
    Long(String),
}

/// A domain's name as it is stored: lower case, words joined by hyphens.
pub fn domain(words: &str) -> Result<String, DomainError> {
    let cleaned = crate::text::clean(words).text.to_lowercase();
    let parts = cleaned.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    let name = parts.collect::<Vec<_>>().join("-");
    match name.chars().count() {
        0 => Err(DomainError::Empty),
        1..=MOST_DOMAIN => Ok(name),
        _ => Err(DomainError::Long(name.chars().take(20).chain(['…']).collect())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// L-04: domains come into being by use; one name has one spelling.
    #[test]
    fn a_domain_has_one_spelling() {
        for words in ["API design", "api-design", " Api_Design\u{200b} "] {
            assert_eq!(domain(words).as_deref(), Ok("api-design"), "{words}");
        }
        assert_eq!(domain("Größe 2"), Ok("größe-2".to_owned()));
        assert_eq!(domain(" – "), Err(DomainError::Empty));
        assert!(matches!(domain(&"x".repeat(61)), Err(DomainError::Long(_))));
    }

    /// O-24: an event is one JSON object with its kind, and reads back the same.
    #[test]
    fn events_read_back() {
        let outcome = Outcome { what: "It shipped.".to_owned(), ..Outcome::default() };
        let change = Change::Calibration {
            model: "x/y".to_owned(),
            family: "x".to_owned(),
            forecasts: vec![Forecast { confidence: 0.8, is_right: true }],
        };
        let update = Update {
            domain: GENERAL.to_owned(),
            reason: "a reason".to_owned(),
            project: None,
            projects: 1,
            before: Some(0.5),
            after: Some(0.51),
            change,
        };
        for event in [
            Event::OutcomeAdded { debate: "d".into(), outcome },
            Event::ReviewSet { debate: "d".into(), on: Some(5) },
            Event::UpdateApplied { update },
            Event::UpdateReverted { update: 3, reason: "wrong".to_owned() },
            Event::CountsImported { counts: PooledCounts::default(), from: "a team".to_owned() },
            Event::SourceNamed { source: "k3v9".to_owned() },
        ] {
            let envelope = Envelope { seq: 4, at: 7, event };
            let text = serde_json::to_string(&envelope).unwrap();
            assert!(text.contains(&format!("\"type\":\"{}\"", envelope.event.kind())), "{text}");
            assert_eq!(serde_json::from_str::<Envelope>(&text).unwrap(), envelope);
        }
    }
}
