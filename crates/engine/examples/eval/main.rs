//! Evaluates text analysis on public texts and pairs: similarity, opposition, evidence kinds, speed.
//!
//! `cargo xtask eval DIR [--weights DIR]`, or `cargo run --release -p engine --example eval -- …`. `DIR/SET/dev.jsonl` hold the pairs; they
//! are not part of the project, and a missing set is left out, except `sick` and `sts_semeval`. It measures what the product uses and
//! prints tables; nothing here decides anything.
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

/// Runs all measurements: single texts, analysts on pairs, then their components.
async fn all(options: &Options) -> Result<(), Box<dyn Error>> {
    texts::measure(options)?;
    let reader = |entailment: Option<ContradictionModel>| -> Result<Arc<LocalSemantics>, Box<dyn Error>> {
        Ok(Arc::new(LocalSemantics::new(sentences(&options.weights)?, entailment)))
    };
    let entailing = opposition(&options.weights)?.map(|it| reader(Some(it))).transpose()?;
    relations::measure(&options.data, reader(None)?, entailing).await?;
    detection::measure(&options.data, reader(None)?).await?;
    // With an empty cache, since time is measured.
    let fresh = reader(opposition(&options.weights)?)?;
    measure::measure(options, &fresh).await
}
