//! Arguments of `bench`.
use super::model;
use super::sub_examples as examples;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `bench`.
#[derive(Debug, Subcommand)]
pub(crate) enum Bench {
    /// Run many debates at once and print throughput as one JSON line.
    #[command(after_help = examples::BENCH_LOAD)]
    Load(Load),
    /// Measure an embedded model: tokens read and written per second, time to the first token, memory, a small debate.
    #[command(after_help = examples::BENCH_LOCAL)]
    Local(Local),
    /// Compare two configurations over repeated debates: differences with intervals, and a recommendation.
    #[command(after_help = examples::BENCH_RUN)]
    Run(BenchRun),
    /// List the built-in scenarios.
    #[command(after_help = examples::BENCH_LIST)]
    List(BenchList),
    /// Compare the duration of debates with the shortest possible one, for every mode and every level of parallelism.
    #[command(after_help = examples::BENCH_PATH)]
    Path(BenchPath),
    /// Measure time and memory of building a persona from generated text, without a model.
    #[command(after_help = examples::BENCH_PERSONAS)]
    Personas(BenchPersonas),
    /// Apply the exit rules and the groupthink signs to recorded debates, without any model.
    #[command(after_help = examples::BENCH_RECORDED)]
    Recorded(BenchRecorded),
    /// Measure how many simulated debates without prompts are played in a second, and their memory.
    #[command(after_help = examples::BENCH_SIMULATED)]
    Simulated(BenchSimulated),
    /// Measure how much watchers slow a debate down.
    #[command(after_help = examples::BENCH_WATCHERS)]
    Watchers(BenchWatchers),
}

/// `bench run`.
#[derive(Debug, Args)]
pub(crate) struct BenchRun {
    /// Scenarios to run: names from `bench list`, or files.
    #[arg(required = true, value_name = "SCENARIO")]
    pub(crate) scenarios: Vec<String>,
    /// Seat these models instead of the scenario's; `sim` rehearses.
    #[arg(long, value_delimiter = ',', value_name = "MODEL", value_parser = model)]
    pub(crate) with: Vec<String>,
    /// Hold at most this many rounds instead of the scenario's.
    #[arg(long)]
    pub(crate) rounds: Option<u32>,
    /// Repeat each pair of debates this often instead of the scenario's number.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) repeat: Option<u32>,
    /// Set the random seed instead of the scenario's.
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Download weights of an embedded model without asking.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `bench list`.
#[derive(Debug, Args)]
pub(crate) struct BenchList {
    /// Print JSON, one scenario a line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `bench path`.
#[derive(Debug, Args)]
pub(crate) struct BenchPath {
    /// Seat these models in turn [default: simulated participants].
    #[arg(long, value_delimiter = ',', value_name = "MODEL", value_parser = model)]
    pub(crate) with: Vec<String>,
    /// Milliseconds that an answer takes: simulated participants wait that long, for other models it is assumed.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) answer_ms: u64,
    /// Play this many rounds of each debate.
    #[arg(long, default_value_t = 3)]
    pub(crate) rounds: u32,
    /// Measure only these modes.
    #[arg(long, value_delimiter = ',')]
    pub(crate) mode: Vec<String>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `bench personas`.
#[derive(Debug, Args)]
pub(crate) struct BenchPersonas {
    /// Generate this much text, in thousands of bytes.
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(10..=200_000))]
    pub(crate) kilobytes: u32,
    /// Spread it over this many files.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) files: u32,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `bench recorded`.
#[derive(Debug, Args)]
pub(crate) struct BenchRecorded {
    /// Directory with recordings: `.jsonl` files in it or in its directories.
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
    /// Assume this confidence of every participant, 0 to 1; recordings have none.
    #[arg(long, default_value_t = 0.85)]
    pub(crate) confidence: f64,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `bench local`.
#[derive(Debug, Args)]
pub(crate) struct Local {
    /// Model to measure: `local/NAME` or `local/PATH.gguf` [default: the one that suits this machine].
    pub(crate) model: Option<String>,
    /// Run it on this backend: `candle`, or `llama-cpp` where that feature was built [default: candle].
    #[arg(long)]
    pub(crate) engine: Option<String>,
    /// Use this many threads [default: all cores but one].
    #[arg(long)]
    pub(crate) threads: Option<String>,
    /// Download weights of an embedded model without asking.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Print one JSON line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `bench load`.
#[derive(Debug, Args)]
pub(crate) struct Load {
    /// Run this many debates in all.
    #[arg(long, default_value_t = 200)]
    pub(crate) debates: usize,
    /// Run this many at once.
    #[arg(long, default_value_t = 200)]
    pub(crate) concurrency: usize,
    /// Play this many rounds of each.
    #[arg(long, default_value_t = 3)]
    pub(crate) rounds: u32,
    /// Hold them in this mode.
    #[arg(long)]
    pub(crate) mode: Option<String>,
    /// Seat these models.
    #[arg(long, value_delimiter = ',', value_name = "MODEL", value_parser = model)]
    pub(crate) with: Vec<String>,
    /// Accepted and ignored: the result is always one JSON line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `bench simulated`.
#[derive(Debug, Args)]
pub(crate) struct BenchSimulated {
    /// Play this many debates.
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) debates: u64,
    /// Play them on this many threads [default: all cores].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) threads: Option<u64>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `bench watchers`.
#[derive(Debug, Args)]
pub(crate) struct BenchWatchers {
    /// Attach this many watchers.
    #[arg(long, default_value_t = 500)]
    pub(crate) watchers: usize,
    /// Seat this many simulated participants.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=8))]
    pub(crate) seats: u8,
    /// Play this many rounds of each debate.
    #[arg(long, default_value_t = 10)]
    pub(crate) rounds: u32,
    /// Take this many milliseconds for an answer.
    #[arg(long, default_value_t = 20)]
    pub(crate) answer_ms: u64,
    /// Hold this many debates without watchers and as many with, in turn, and compare the medians.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) repeat: u32,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}
