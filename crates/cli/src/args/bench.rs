//! What was typed after `bench`.
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `bench`.
#[derive(Debug, Subcommand)]
pub(crate) enum Bench {
    /// Run many debates at once and print one JSON line.
    Load(Load),
    /// Measure a model that runs in this process: reading, writing, waiting for the first word, memory, a small debate.
    Local(Local),
    /// Hold debates two ways and say what differs, how surely, and whether to change over.
    Run(BenchRun),
    /// List the scenarios of the house.
    List(BenchList),
    /// Compare how long debates take with the least they could: every mode, one after the other, all but the last at once, all at once.
    Path(BenchPath),
    /// Build a persona of generated text without a model: how long it takes, and how much memory.
    Personas(BenchPersonas),
    /// Step recorded debates through the rules of leaving and the signs of groupthink, without any model.
    Recorded(BenchRecorded),
    /// Measure what those who watch a debate cost the debate itself.
    Watchers(BenchWatchers),
}

/// `bench run`.
#[derive(Debug, Args)]
pub(crate) struct BenchRun {
    /// Scenarios: names from `bench list`, or files.
    #[arg(required = true, value_name = "SCENARIO")]
    pub(crate) scenarios: Vec<String>,
    /// Who sits at each table, in place of those the scenario names; `sim` rehearses it.
    #[arg(long, value_delimiter = ',', value_name = "MODEL")]
    pub(crate) with: Vec<String>,
    /// The most rounds, in place of the scenario's.
    #[arg(long)]
    pub(crate) rounds: Option<u32>,
    /// How often each debate is held both ways, in place of the scenario's.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) repeat: Option<u32>,
    /// Where chance begins, in place of the scenario's.
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Don't ask before weights of an embedded model are fetched.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// As one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `bench list`.
#[derive(Debug, Args)]
pub(crate) struct BenchList {
    /// As JSON, one scenario a line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `bench path`.
#[derive(Debug, Args)]
pub(crate) struct BenchPath {
    /// Who answers, in turn on every seat; simulated participants if absent.
    #[arg(long, value_delimiter = ',', value_name = "MODEL")]
    pub(crate) with: Vec<String>,
    /// How long an answer takes, in milliseconds: a simulated participant takes it, others must be known to.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) answer_ms: u64,
    /// Rounds of each debate; all are played.
    #[arg(long, default_value_t = 3)]
    pub(crate) rounds: u32,
    /// Only these modes.
    #[arg(long, value_delimiter = ',')]
    pub(crate) mode: Vec<String>,
    /// As one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `bench personas`.
#[derive(Debug, Args)]
pub(crate) struct BenchPersonas {
    /// How much text, in thousands of bytes.
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(10..=200_000))]
    pub(crate) kilobytes: u32,
    /// In how many files.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) files: u32,
    /// As one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `bench recorded`.
#[derive(Debug, Args)]
pub(crate) struct BenchRecorded {
    /// Where the recordings are: `.jsonl` files in it, or in the directories in it.
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
    /// How sure every participant is taken to be, 0 to 1: recordings don't tell.
    #[arg(long, default_value_t = 0.85)]
    pub(crate) confidence: f64,
    /// As one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `bench local`.
#[derive(Debug, Args)]
pub(crate) struct Local {
    /// Which: `local/NAME` or `local/PATH.gguf`; the one that suits this machine if absent.
    pub(crate) model: Option<String>,
    /// What runs it.
    #[arg(long)]
    pub(crate) engine: Option<String>,
    /// How many threads it may use; all cores but one if absent.
    #[arg(long)]
    pub(crate) threads: Option<String>,
    /// As one JSON line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `bench load`.
#[derive(Debug, Args)]
pub(crate) struct Load {
    /// How many debates in all.
    #[arg(long, default_value_t = 200)]
    pub(crate) debates: usize,
    /// How many at once.
    #[arg(long, default_value_t = 200)]
    pub(crate) concurrency: usize,
    /// Rounds of each; all are played.
    #[arg(long, default_value_t = 3)]
    pub(crate) rounds: u32,
    /// The mode of each.
    #[arg(long)]
    pub(crate) mode: Option<String>,
    /// Who sits at each table.
    #[arg(long, value_delimiter = ',', value_name = "MODEL")]
    pub(crate) with: Vec<String>,
    /// Always true: the result is one JSON line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `bench watchers`.
#[derive(Debug, Args)]
pub(crate) struct BenchWatchers {
    /// How many watch.
    #[arg(long, default_value_t = 500)]
    pub(crate) watchers: usize,
    /// How many debate, all simulated.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=8))]
    pub(crate) seats: u8,
    /// Rounds of each debate; all are played.
    #[arg(long, default_value_t = 10)]
    pub(crate) rounds: u32,
    /// How long an answer takes, in milliseconds.
    #[arg(long, default_value_t = 20)]
    pub(crate) answer_ms: u64,
    /// How many debates are held unwatched, and as many watched, in turn; the medians are compared.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) repeat: u32,
    /// As one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}
