//! `cargo xtask year`: plays forty decisions with outcomes and writes the reports of `docs/examples/year`. The test that plays eight
//! of them writes these, too.

use anyhow::Result;

use crate::process;

/// The test, and the variable by which it plays a whole year and writes.
const TEST: [&str; 13] = [
    "test",
    "--package",
    "cli",
    "--package",
    "models",
    "--package",
    "server",
    "--features",
    "models/fake-provider,server/simulated",
    "--test",
    "it",
    "--",
    "year::",
];
const WRITE: &str = "ROUNDTABLE_YEAR";

pub(crate) fn run() -> Result<()> {
    let mut command = process::cargo(&TEST);
    command.env(WRITE, "1");
    process::run(command)
}
