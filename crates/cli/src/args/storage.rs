//! Arguments of `list`, `search` and `rm`.
use super::COMMON;
use crate::candidates;
use clap::{Args, ValueEnum};
use clap_complete::engine::ArgValueCandidates;

/// `rm`.
#[derive(Debug, Args)]
pub(crate) struct Rm {
    /// Ids of debates, or prefixes of them that no other debate has; `latest` is the newest.
    #[arg(required = true, value_name = "ID", add = ArgValueCandidates::new(candidates::debates))]
    pub(crate) ids: Vec<String>,
    /// Delete without asking.
    #[arg(long, short, help_heading = COMMON)]
    pub(crate) yes: bool,
}

/// `open`.
#[derive(Debug, Args)]
pub(crate) struct Open {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    #[arg(add = ArgValueCandidates::new(candidates::debates))]
    pub(crate) id: String,
}

/// `cost`.
#[derive(Debug, Args)]
pub(crate) struct Cost {
    /// Id of a debate, or a prefix of it that no other debate has; `latest` is the newest [default: all debates].
    #[arg(add = ArgValueCandidates::new(candidates::debates), conflicts_with_all = ["state", "running", "label", "since", "to", "mode"])]
    pub(crate) id: Option<String>,
    /// Print at most this many lines of each part.
    #[arg(long, default_value_t = 10, help_heading = COMMON)]
    pub(crate) limit: usize,
    #[command(flatten)]
    pub(crate) wanted: DebateFilter,
    /// Print one JSON object.
    #[arg(long, help_heading = COMMON)]
    pub(crate) json: bool,
}

/// Heading of the filters.
const FILTERS: &str = "Filters";

/// Which debates to list.
#[derive(Debug, Args)]
pub(crate) struct DebateFilter {
    /// Take only debates in this state: running, paused (or interrupted), waiting (for an answer) or closed.
    #[arg(long, help_heading = FILTERS, add = ArgValueCandidates::new(candidates::states))]
    pub(crate) state: Option<String>,
    /// Take only debates that are running; the same as `--state running`.
    #[arg(long, help_heading = FILTERS, conflicts_with = "state")]
    pub(crate) running: bool,
    /// Take only debates with this label.
    #[arg(long, help_heading = FILTERS, value_enum)]
    pub(crate) label: Option<Label>,
    /// Take only debates opened since then: a time before now (`12h`, `7d`, `2w`), a day in UTC (2026-11-18) or a moment
    /// (2026-11-18T08:15:30Z).
    #[arg(long, help_heading = FILTERS, value_name = "WHEN", visible_alias = "from")]
    pub(crate) since: Option<String>,
    /// Take only debates opened before this day or moment.
    #[arg(long, help_heading = FILTERS, value_name = "WHEN")]
    pub(crate) to: Option<String>,
    /// Take only debates opened in this mode.
    #[arg(long, help_heading = FILTERS, add = ArgValueCandidates::new(candidates::listed_modes))]
    pub(crate) mode: Option<String>,
}

/// The labels of verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Label {
    /// More than half hold one option, and everybody else would accept it.
    Consensus,
    /// More than half hold one, and somebody opposes it.
    Partial,
    /// No option has more than half.
    Dissensus,
    /// Fewer than two ballots were cast.
    Insufficient,
    /// It waits for a person, or for information.
    Escalated,
}

/// `list`.
#[derive(Debug, Args)]
pub(crate) struct List {
    /// List at most this many.
    #[arg(long, default_value_t = 20, help_heading = COMMON)]
    pub(crate) limit: u32,
    #[command(flatten)]
    pub(crate) wanted: DebateFilter,
    /// List only decisions without an outcome whose day to revisit has come, or that ended 90 days ago, longest first.
    #[arg(long, help_heading = FILTERS)]
    pub(crate) due: bool,
    /// Print JSON, one debate a line.
    #[arg(long, help_heading = COMMON)]
    pub(crate) json: bool,
}

/// `search`.
#[derive(Debug, Args)]
pub(crate) struct Search {
    /// Words that must all occur; the last may be the beginning of a word.
    #[arg(required = true)]
    pub(crate) words: Vec<String>,
    /// Print at most this many passages.
    #[arg(long, default_value_t = 20, help_heading = COMMON)]
    pub(crate) limit: u32,
    #[command(flatten)]
    pub(crate) wanted: DebateFilter,
    /// Print JSON, one passage a line.
    #[arg(long, help_heading = COMMON)]
    pub(crate) json: bool,
}
