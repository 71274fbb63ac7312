//! `cargo xtask judge WHAT`: what is made here, put before programs of others that know nothing of it.
//!
//! No part of the check: a judge needs programs that are not the project's. What can be had is put into `target/judge`; what can't is
//! named, and the judge fails.
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
