//! Triggers for an evaluator (D-50, tier 2): the mode, the topic, the intent, vulnerable people.
use super::find;
use super::table::RuleTable;
use std::fmt;
use std::sync::LazyLock;

static TABLE: LazyLock<RuleTable> =
    LazyLock::new(|| RuleTable::read(include_str!("../../data/safety-triggers.txt")).unwrap_or_default());

/// Modes based on attack (D-50).
const MODES: &[&str] = &["adversarial", "red-team-blue-team", "devils-advocate"];

/// A trigger for an evaluator.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trigger {
    /// The mode is based on attack.
    Mode(String),
    /// The text matches a category of the table: security, medical, legal, intent, vulnerable people.
    Words(&'static str),
}

impl fmt::Display for Trigger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trigger::Mode(mode) => write!(f, "the mode `{mode}`"),
            Trigger::Words(kind) => f.write_str(kind),
        }
    }
}

/// The triggers of a debate on `topic` in `mode`.
pub fn triggers(topic: &str, mode: &str) -> Vec<Trigger> {
    let mode = MODES.contains(&mode).then(|| Trigger::Mode(mode.to_owned()));
    mode.into_iter().chain(triggers_in(topic)).collect()
}

/// The triggers in a text.
pub fn triggers_in(words: &str) -> Vec<Trigger> {
    find::rules(&TABLE, words).into_iter().map(|it| Trigger::Words(it.reason)).collect()
}
