//! `cargo xtask judge WHAT`: checks the product with third-party programs.
//!
//! Not part of `check`, because it needs these programs. They are installed into `target/judge` where possible; a missing one is named, and
//! the command fails.
mod dossier;
mod fetched;
mod http;
mod mcp;

use anyhow::{Result, bail};

/// Runs one judge.
pub(crate) fn run(words: &[&str]) -> Result<()> {
    match words {
        ["dossier"] => dossier::run(),
        ["http"] => http::run(),
        ["mcp"] => mcp::run(),
        other => bail!("no judge `{}`; there are `dossier`, `http` and `mcp`", other.join(" ")),
    }
}
