//! What was typed after `list`, `search` and `delete`: debates that are kept.
use clap::Args;

/// `delete`.
#[derive(Debug, Args)]
pub(crate) struct Delete {
    /// The debate's id, as much of it as tells it apart; `latest` for the newest.
    pub(crate) id: String,
    /// Delete it without asking.
    #[arg(long, short)]
    pub(crate) yes: bool,
}

/// Which debates are wanted.
#[derive(Debug, Args)]
pub(crate) struct Wanted {
    /// Only those that stand so: running, paused, needs_context, escalated or over.
    #[arg(long)]
    pub(crate) state: Option<String>,
    /// Only those opened on this day or later, in UTC: 2026-11-18, or a moment such as 2026-11-18T08:15:30Z.
    #[arg(long, value_name = "DATE")]
    pub(crate) from: Option<String>,
    /// Only those opened before this day, or moment.
    #[arg(long, value_name = "DATE")]
    pub(crate) to: Option<String>,
    /// Only those opened in this mode.
    #[arg(long)]
    pub(crate) mode: Option<String>,
}

/// `list`.
#[derive(Debug, Args)]
pub(crate) struct List {
    /// How many.
    #[arg(long, default_value_t = 20)]
    pub(crate) limit: u32,
    #[command(flatten)]
    pub(crate) wanted: Wanted,
    /// As JSON, one debate a line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `search`.
#[derive(Debug, Args)]
pub(crate) struct Search {
    /// Words that must all occur; the last one may be a beginning.
    #[arg(required = true)]
    pub(crate) words: Vec<String>,
    /// How many hits.
    #[arg(long, default_value_t = 20)]
    pub(crate) limit: u32,
    #[command(flatten)]
    pub(crate) wanted: Wanted,
    /// As JSON, one hit a line.
    #[arg(long)]
    pub(crate) json: bool,
}
