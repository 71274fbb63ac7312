//! What calls for an evaluator (D-50, tier 2): the mode, what the topic is about, what is wanted, who may be hurt.
use super::find;
use super::table::Table;
use std::fmt;
use std::sync::LazyLock;

static TABLE: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("../../data/safety-triggers.txt")).unwrap_or_default());

/// Modes in which attack is the point (D-50).
const MODES: &[&str] = &["adversarial", "red-team-blue-team", "devils-advocate"];

/// Something that calls for an evaluator.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trigger {
    /// Attack is the point of the mode.
    Mode(String),
    /// The words are of a kind that the table names: security, medical, legal, intent, vulnerable people.
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

/// What about a debate on `topic` in `mode` calls for an evaluator.
pub fn triggers(topic: &str, mode: &str) -> Vec<Trigger> {
    let mode = MODES.contains(&mode).then(|| Trigger::Mode(mode.to_owned()));
    mode.into_iter().chain(triggers_in(topic)).collect()
}

/// What in somebody's words calls for an evaluator.
pub fn triggers_in(words: &str) -> Vec<Trigger> {
    find::rules(&TABLE, words).into_iter().map(|it| Trigger::Words(it.reason)).collect()
}
