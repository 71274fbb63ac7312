//! What is not debated, whatever the settings, and what calls for an evaluator (D-50, tiers 1 and 2).
//!
//! Patterns over words, in English, kept as data: they tell a request for harm, or the form of an answer to one, from talk about it.
//! They are the cheap first look and miss what is put in words they do not have; tier 3 is a model's (`formats::watch`). Not here:
//! what becomes of what is found.
mod find;
mod fold;
mod table;
#[cfg(test)]
mod tests;
mod triggers;

pub use triggers::{Trigger, triggers, triggers_in};

use std::fmt;
use std::sync::LazyLock;
use table::Table;

static RULES: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("../../data/safety-rules.txt")).unwrap_or_default());

/// What tier 1 found in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule, by its name in the table.
    pub rule: &'static str,
    /// What the rule is about.
    pub reason: &'static str,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (safety rule `{}`)", self.reason, self.rule)
    }
}

/// Looks a text through for operational harm: asked for or given. Always on; most texts cost one pass.
pub fn screen(text: &str) -> Option<Finding> {
    let rules = &*RULES;
    if !rules.concerns(text) {
        return None;
    }
    find::rules(rules, text).first().map(|rule| Finding { rule: rule.id, reason: rule.reason })
}
