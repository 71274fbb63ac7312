//! `cargo xtask picture`: draws the picture of README.md again. The test that compares it with the program's output writes it, too.

use anyhow::Result;

use crate::process;

/// The test, and the variable by which it writes the picture.
const TEST: [&str; 7] = ["test", "--package", "cli", "--test", "it", "--", "picture::"];
const WRITE: &str = "ROUNDTABLE_PICTURE";

pub(crate) fn run() -> Result<()> {
    let mut command = process::cargo(&TEST);
    command.env(WRITE, "1");
    process::run(command)
}
