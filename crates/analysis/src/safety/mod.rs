//! Blocked content, whatever the settings, and triggers for an evaluator (D-50, tiers 1 and 2).
//!
//! Word patterns for English, stored as data: they distinguish a request for harm, or an answer to one, from discussion about it. They are
//! a cheap first check and miss other wordings; tier 3 is a model (`formats::safety_review`). Not here: what happens to matches.
mod find;
mod fold;
mod table;
mod triggers;

pub use triggers::{Trigger, triggers, triggers_in};

use std::fmt;
use std::sync::LazyLock;
use table::RuleTable;

static RULES: LazyLock<RuleTable> =
    LazyLock::new(|| RuleTable::read(include_str!("../../data/safety-rules.txt")).unwrap_or_default());

/// A tier 1 match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule, by its name in the table.
    pub rule: &'static str,
    /// The subject of the rule.
    pub reason: &'static str,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (safety rule `{}`)", self.reason, self.rule)
    }
}

/// Checks a text for operational harm, requested or given. Always on; most texts cost one pass.
pub fn screen(text: &str) -> Option<Finding> {
    let rules = &*RULES;
    if !rules.concerns(text) {
        return None;
    }
    find::rules(rules, text).first().map(|rule| Finding { rule: rule.id, reason: rule.reason })
}

#[cfg(test)]
mod tests {
    use super::table::{BadRow, RuleTable};

    const RULES_FILE: &str = include_str!("../../data/safety-rules.txt");
    const TRIGGERS_FILE: &str = include_str!("../../data/safety-triggers.txt");

    /// D-50: every row can be read, and every pattern of tier 1 has a set of anchors: without one it would never be looked for.
    #[test]
    fn the_tables_are_whole() {
        for file in [RULES_FILE, TRIGGERS_FILE] {
            let table = RuleTable::read(file).unwrap();
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
            assert!(matches!(RuleTable::read(bad), Err(BadRow(_))), "{bad}");
        }
    }
}
