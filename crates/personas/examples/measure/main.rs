//! How well beliefs are read out of texts and found again, on public texts: causes and effects, and who wrote what.
//!
//! Part of `cargo xtask eval DIR`, or `cargo run --release -p personas --example measure -- DIR`. The texts are no part of the project, and
//! a set that is not there is left out. Not here: anything that decides. It only measures what the product uses, and prints tables.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a measurement says what it measured")]
#![expect(clippy::indexing_slicing, reason = "three authors and three figures are counted out here")]
mod authors;
mod causal;
mod rows;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    match all() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn all() -> Result<(), Box<dyn Error>> {
    let data: PathBuf =
        std::env::args_os().nth(1).ok_or("where are the texts? give the folder that holds the sets")?.into();
    causal::measure(&data)?;
    authors::measure(&data)
}
