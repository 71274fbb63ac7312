//! Logs that the forms are made of: a debate of each kind of ballot, one with assigned sides, and a panel.
use debate::{Debate, log};

macro_rules! logs {
    ($($name:literal)*) => {
        /// Every log that is a debate as people would read it, by name.
        pub(crate) const LOGS: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../logs/", $name, ".jsonl")))),*
        ];
    };
}

logs! { "ledger" "sites" "effort" "open" "sides" "panel" }

/// Yes or no, by four: one opens with a headline of its own, two move to No, one of them for no reason, and one would not sign it. Terms are
/// adopted, opposed and withdrawn.
pub(crate) const LEDGER: &str = include_str!("../logs/ledger.jsonl");
/// A choice of three names: two leave the one that they opened with, and a headline becomes one with another option.
pub(crate) const SITES: &str = include_str!("../logs/sites.jsonl");
/// An estimate, by three, in two rounds.
pub(crate) const EFFORT: &str = include_str!("../logs/effort.jsonl");
/// An open question, by four: headlines are grouped, a turn is lost, and one has no ballot.
pub(crate) const OPEN: &str = include_str!("../logs/open.jsonl");
/// Assigned sides, and a closing ballot.
pub(crate) const SIDES: &str = include_str!("../logs/sides.jsonl");

/// A log folded.
pub(crate) fn folded(text: &str) -> Debate {
    Debate::replay(&log::read_lines(text).unwrap()).unwrap()
}

/// A page with its lines unfolded, as one would search it.
pub(crate) fn unfolded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
