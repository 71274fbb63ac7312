//! Arguments of `list`, `search` and `delete`.
use clap::Args;

/// `delete`.
#[derive(Debug, Args)]
pub(crate) struct Delete {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    pub(crate) id: String,
    /// Delete without asking.
    #[arg(long, short)]
    pub(crate) yes: bool,
}

/// Which debates to list.
#[derive(Debug, Args)]
pub(crate) struct Wanted {
    /// List only debates in this state: running, paused, needs_context, escalated or over.
    #[arg(long)]
    pub(crate) state: Option<String>,
    /// List only debates opened on or after this day in UTC (2026-11-18) or moment (2026-11-18T08:15:30Z).
    #[arg(long, value_name = "DATE")]
    pub(crate) from: Option<String>,
    /// List only debates opened before this day or moment.
    #[arg(long, value_name = "DATE")]
    pub(crate) to: Option<String>,
    /// List only debates opened in this mode.
    #[arg(long)]
    pub(crate) mode: Option<String>,
}

/// `list`.
#[derive(Debug, Args)]
pub(crate) struct List {
    /// List at most this many.
    #[arg(long, default_value_t = 20)]
    pub(crate) limit: u32,
    #[command(flatten)]
    pub(crate) wanted: Wanted,
    /// Print JSON, one debate a line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `search`.
#[derive(Debug, Args)]
pub(crate) struct Search {
    /// Words that must all occur; the last may be the beginning of a word.
    #[arg(required = true)]
    pub(crate) words: Vec<String>,
    /// Print at most this many hits.
    #[arg(long, default_value_t = 20)]
    pub(crate) limit: u32,
    #[command(flatten)]
    pub(crate) wanted: Wanted,
    /// Print JSON, one hit a line.
    #[arg(long)]
    pub(crate) json: bool,
}
