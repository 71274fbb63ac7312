//! What was typed after `serve`.
use clap::Args;
use std::path::PathBuf;

/// `serve`.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Where to listen; port 0 takes a free one.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8787")]
    pub(crate) listen: String,
    /// A file with the tokens that are taken, one a line: `TENANT TOKEN` for whoever sees only their own debates, or `owner TOKEN`. Needed
    /// where other machines can reach the address.
    #[arg(long, value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
    /// A name that callers may know this server by, and again for another; names of this machine itself are always taken.
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,
    /// Write a line for each request to standard error: when, whose, what, what came of it, how long it took.
    #[arg(long)]
    pub(crate) access_log: bool,
    /// The most requests of one tenant in a minute; 1200 where nothing is set. The owner on this machine has no limit.
    #[arg(long, value_name = "COUNT")]
    pub(crate) rate_limit: Option<String>,
    /// Fetch weights of embedded models when a debate needs them.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Say where it listens as a line of JSON on standard output.
    #[arg(long)]
    pub(crate) json: bool,
}
