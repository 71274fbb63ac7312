//! How well meaning is read, on public texts and pairs of them: similarity, opposition, kinds, speed.
//!
//! `cargo xtask eval DIR [--weights DIR]`, or `cargo run --release -p engine --example eval -- …`. `DIR/SET/dev.jsonl` hold the pairs; they
//! are no part of the project, and a set that is not there is left out, but for `sick` and `sts_semeval`. Not here: anything that decides.
//! It only measures what the product uses, and prints tables.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a measurement says what it measured")]
mod detection;
mod figures;
mod measure;
mod networks;
mod options;
mod pairs;
mod relations;
mod sets;
mod texts;

use local::embeddings::{ContradictionModel, LocalSemantics};
use networks::{opposition, sentences};
use options::Options;
use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;

#[tokio::main]
async fn main() -> ExitCode {
    let outcome = match options::read() {
        Ok(options) => all(&options).await,
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

/// Measures all there is: readers of single texts, analysts on pairs, then what they are made of.
async fn all(options: &Options) -> Result<(), Box<dyn Error>> {
    texts::measure(options)?;
    let reader = |entailment: Option<ContradictionModel>| -> Result<Arc<LocalSemantics>, Box<dyn Error>> {
        Ok(Arc::new(LocalSemantics::new(sentences(&options.weights)?, entailment)))
    };
    let entailing = opposition(&options.weights)?.map(|it| reader(Some(it))).transpose()?;
    relations::measure(&options.data, reader(None)?, entailing).await?;
    detection::measure(&options.data, reader(None)?).await?;
    // Nothing is in its memory, since time is measured.
    let fresh = reader(opposition(&options.weights)?)?;
    measure::measure(options, &fresh).await
}
