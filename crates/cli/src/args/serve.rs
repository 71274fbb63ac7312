//! Arguments of `serve`.
use clap::Args;
use std::path::PathBuf;

/// `serve`.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Listen on this address; port 0 picks a free port.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8787")]
    pub(crate) listen: String,
    /// Accept the tokens in this file, one a line: `TENANT TOKEN`, which sees only its own debates, or `owner TOKEN`. Required where other
    /// machines can reach the address.
    #[arg(long, value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
    /// Accept requests for this host name, besides the names of this machine. Repeatable.
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,
    /// Log each request to standard error: time, tenant, request, status, duration.
    #[arg(long)]
    pub(crate) access_log: bool,
    /// Accept at most this many requests a minute from one tenant [default: 1200]. The owner on this machine has no limit.
    #[arg(long, value_name = "COUNT")]
    pub(crate) rate_limit: Option<String>,
    /// Download weights of embedded models when a debate needs them.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Print the address as a line of JSON on standard output.
    #[arg(long)]
    pub(crate) json: bool,
}
