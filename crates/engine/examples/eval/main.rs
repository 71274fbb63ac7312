//! How well meaning is read, on public pairs of sentences and single ones: similarity, contradiction, kinds, sides, speed.
//!
//! `cargo xtask eval DIR [--weights DIR]`, or `cargo run --release -p engine --example eval -- …`. `DIR/sts_semeval/dev.jsonl` and
//! `DIR/sick/dev.jsonl` hold the pairs; they are no part of the project. Not here: anything that decides. It only measures what the
//! product uses, and prints a table.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a measurement says what it measured")]
mod figures;
mod measure;
mod options;
mod pairs;
mod texts;

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    let outcome = match options::read() {
        Ok(options) => match texts::measure(&options) {
            Ok(()) => measure::measure(&options).await,
            Err(error) => Err(error),
        },
        Err(error) => Err(error),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
