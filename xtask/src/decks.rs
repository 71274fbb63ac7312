//! `cargo xtask decks`: makes the decks that come with the program out of the texts in `decks/`.
//!
//! The making is an example of `personas`: it builds as the product builds, and a chore uses nothing of the product. A test of `personas`
//! fails when what is kept is not what the texts say.

use anyhow::Result;

use crate::process;

/// Where the texts are, and where what is made of them is kept.
const FROM_TO: [&str; 2] = ["decks", "crates/personas/shipped"];

pub(crate) fn run() -> Result<()> {
    let example = ["run", "--quiet", "--package", "personas", "--example", "ship", "--"];
    process::run(process::cargo(&[&example[..], &FROM_TO].concat()))
}
