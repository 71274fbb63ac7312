//! Logs for export tests: a debate of each kind of ballot, one with assigned sides, and a panel.
use debate::{Debate, log};

macro_rules! logs {
    ($($name:literal)*; $panel:literal) => {
        /// Every log with readable texts, by name.
        pub(crate) const LOGS: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../logs/", $name, ".jsonl"))),)*
            ($panel, include_str!(concat!("../logs/", $panel, ".jsonl"))),
        ];
        /// Those of debates with ballots: a panel has no verdict (P-18).
        pub(crate) const VOTED: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../logs/", $name, ".jsonl")))),*
        ];
    };
}

logs! { "ledger" "sites" "effort" "open" "sides"; "panel" }

/// Yes or no, four seats: one opens with its own headline, two move to No, one of them without a reason, and one would not sign it. Terms are
/// adopted, opposed and withdrawn.
pub(crate) const LEDGER: &str = include_str!("../logs/ledger.jsonl");
/// A choice of three names: two leave the option that they opened with, and a headline is merged into another option.
pub(crate) const SITES: &str = include_str!("../logs/sites.jsonl");
/// An estimate, by three, in two rounds.
pub(crate) const EFFORT: &str = include_str!("../logs/effort.jsonl");
/// An open question, four seats: headlines are grouped, a turn is lost, and one has no ballot.
pub(crate) const OPEN: &str = include_str!("../logs/open.jsonl");
/// Assigned sides, and a closing ballot.
pub(crate) const SIDES: &str = include_str!("../logs/sides.jsonl");

/// A log folded.
pub(crate) fn folded(text: &str) -> Debate {
    Debate::replay(&log::read_lines(text).unwrap()).unwrap()
}

/// A page with its wrapped lines joined, for searching.
pub(crate) fn unfolded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
