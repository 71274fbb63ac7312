//! Measures the extraction and recall of beliefs on public texts: causes and effects, and authorship.
//!
//! Part of `cargo xtask eval DIR`, or `cargo run --release -p personas --example measure -- DIR`. The texts are not part of the project; missing
//! sets are skipped. It measures what the product uses, prints tables, and decides nothing.
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
