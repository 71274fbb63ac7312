//! What is not debated, whatever the settings, and what calls for an evaluator (D-50, tiers 1 and 2).
//!
//! Patterns over words, in English, kept as data: they tell a request for harm, or the form of an answer to one, from talk about it.
//! They are the cheap first look and miss what is put in words they do not have; tier 3 is a model's (`formats::safety_review`). Not here:
//! what becomes of what is found.
mod find;
mod fold;
mod table;
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

#[cfg(test)]
mod tests {
    use super::table::{BadRow, Table};

    const RULES_FILE: &str = include_str!("../../data/safety-rules.txt");
    const TRIGGERS_FILE: &str = include_str!("../../data/safety-triggers.txt");

    /// D-50: every row can be read, and every pattern of tier 1 has a set of anchors: without one it would never be looked for.
    #[test]
    fn the_tables_are_whole() {
        for file in [RULES_FILE, TRIGGERS_FILE] {
            let table = Table::read(file).unwrap();
            assert!(table.entries.len() > 100 && table.patterns.len() >= table.rules.len());
            for (at, rule) in table.rules.iter().enumerate() {
                assert!(table.patterns.iter().any(|it| it.rule == at), "{} has no pattern", rule.id);
            }
        }
        let anchors: Vec<&str> = RULES_FILE
            .lines()
            .filter_map(|it| it.strip_prefix("anchors ")?.split_once(" ="))
            .map(|(it, _)| it)
            .collect();
        let is_row = |it: &&str| it.split_once(": ").is_some_and(|(id, _)| !id.contains([' ', '#']));
        for row in RULES_FILE.lines().filter(is_row) {
            assert!(row.split([' ', '^']).any(|it| anchors.contains(&it)), "no anchor: {row}");
        }
        for bad in ["words x = abc*", "y: x", "nothing", "words x = a\nrule r = s\nr: z"] {
            assert!(matches!(Table::read(bad), Err(BadRow(_))), "{bad}");
        }
    }
}
