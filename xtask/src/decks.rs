//! `cargo xtask decks`: builds the decks that come with the program from the texts in `decks/`.
//!
//! The build is an example of `personas`, because xtask does not depend on the product. A test of `personas` fails when the stored decks
//! differ from the texts.

use anyhow::Result;

use crate::process;

/// The folder of the texts, and that of the built decks.
const FROM_TO: [&str; 2] = ["decks", "crates/personas/shipped"];

pub(crate) fn run() -> Result<()> {
    let example = ["run", "--quiet", "--package", "personas", "--example", "ship", "--"];
    process::run(process::cargo(&[&example[..], &FROM_TO].concat()))
}
