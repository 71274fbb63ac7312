//! Command-line arguments and their help. What they mean is decided in `settings` and `commands`.
mod analyze;
mod bench;
mod debate;
mod examples;
mod lab;
mod mcp;
mod outcome;
mod panel;
mod persona;
mod serve;
mod settings;
mod storage;
mod sub_examples;
mod words;

pub(crate) use analyze::{Analyze, Asked, Choice};
pub(crate) use bench::{
    Bench, BenchList, BenchPath, BenchPersonas, BenchRecorded, BenchRun, BenchSimulated, BenchWatchers, Load, Local,
};
pub(crate) use debate::Debate;
pub(crate) use lab::{Lab, LabList, LabRun};
pub(crate) use mcp::{Client, Install, Mcp, McpAction, Scope};
pub(crate) use outcome::{
    Learn, LearnExport, LearnImport, LearnRevert, LearnShow, Outcome, OutcomeAdd, OutcomeList, OutcomeRemove,
    OutcomeRevisit, OutcomeStatus, PostmortemArgs, ReportFormat,
};
pub(crate) use panel::Panel;
pub(crate) use persona::{Persona, PersonaAsk, PersonaBuild, PersonaCheck, PersonaList, PersonaShow, Where};
pub(crate) use serve::Serve;
pub(crate) use settings::{Config, Models, Pull, Weights};
pub(crate) use storage::{Cost, DebateFilter, Label, List, Open, Rm, Search};
pub(crate) use words::typed;

use crate::candidates;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::engine::ArgValueCandidates;
use exports::Format;
use std::path::PathBuf;
use words::{ALGORITHMS, DECISIONS, model, modes, modes_in_brief, with_default};

/// Let several language models debate a question and get a decision that says how sure it is, what it rests on and who dissents.
#[derive(Debug, Parser)]
#[command(name = "roundtable", version, max_term_width = 100, after_help = examples::PROGRAM)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Store debates in this file [default: roundtable.db in the user's data directory].
    #[arg(long, global = true, value_name = "FILE", help_heading = GLOBAL)]
    pub(crate) store: Option<PathBuf>,
    /// Print plain text even on a terminal.
    #[arg(long, global = true, help_heading = GLOBAL)]
    pub(crate) no_color: bool,
}

/// Headings in help.
const COMMON: &str = "Common options";
const BALLOT: &str = "Ballot";
const RULES: &str = "Rules";
const LIMITS: &str = "Limits";
const OUTPUT: &str = "Output";
const PANELS: &str = "Panels";
const GLOBAL: &str = "Global options";

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Debate a topic and print the verdict.
    #[command(after_help = examples::DEBATE)]
    Debate(Debate),
    /// Seat personas and find out what they disagree about.
    #[command(after_help = examples::PANEL)]
    Panel(Panel),
    /// Go on with a paused debate, such as one that was interrupted.
    #[command(after_help = examples::RESUME)]
    Resume(Resume),
    /// Reopen a closed debate: add information, answer its question, or ask for more rounds.
    #[command(after_help = examples::CONTINUE)]
    Continue(Continue),
    /// Start a new debate from any point of another, with changes.
    #[command(after_help = examples::FORK)]
    Fork(Fork),
    /// Close a paused debate with its current results.
    #[command(after_help = examples::STOP)]
    Stop(Stop),
    /// Delete a debate and everything stored for it.
    #[command(visible_alias = "delete", after_help = examples::RM)]
    Rm(Rm),
    /// Print a debate's verdict, turns, rounds, cards or graph.
    #[command(after_help = examples::SHOW)]
    Show(Show),
    /// List debates, newest first.
    #[command(after_help = examples::LIST)]
    List(List),
    /// Find debates by words in topics, positions and claims.
    #[command(after_help = examples::SEARCH)]
    Search(Search),
    /// Export a debate as a file: Markdown, HTML, JSON, CSV, a decision record and others.
    #[command(after_help = examples::EXPORT)]
    Export(Export),
    /// Open a debate as a page in the browser.
    #[command(after_help = examples::OPEN)]
    Open(Open),
    /// Print what was spent, by day, debate, model, participant and purpose.
    #[command(after_help = examples::COST)]
    Cost(Cost),
    /// Import a debate from its exported event log.
    #[command(after_help = examples::IMPORT)]
    Import(Import),
    /// Record what happened after a debate's decision.
    #[command(after_help = examples::OUTCOME)]
    Outcome {
        /// What to do.
        #[command(subcommand)]
        what: Outcome,
    },
    /// Compare a decision with its outcomes, learn from them, and print the report.
    #[command(after_help = examples::POSTMORTEM)]
    Postmortem(PostmortemArgs),
    /// Show, pool and revert what outcomes taught.
    #[command(after_help = examples::LEARN)]
    Learn {
        /// What to do.
        #[command(subcommand)]
        what: Learn,
    },
    /// Repeat a recorded debate without network access and check that every byte is the same.
    #[command(after_help = examples::REPLAY)]
    Replay(Replay),
    /// Serve debates over HTTP: JSON, events, and MCP at `/mcp`.
    #[command(after_help = examples::SERVE)]
    Serve(Serve),
    /// Serve debates to a coding agent over MCP, or configure a client to do so.
    #[command(after_help = examples::MCP)]
    Mcp(Mcp),
    /// Read and change settings.
    #[command(after_help = examples::CONFIG)]
    Config {
        /// What to do.
        #[command(subcommand)]
        action: Config,
    },
    /// List the models that can be seated, and manage weights of embedded models.
    #[command(after_help = examples::MODELS)]
    Models(Models),
    /// Check keys, endpoints and the store, and print what works.
    #[command(after_help = examples::DOCTOR)]
    Doctor(Doctor),
    /// Build and inspect personas.
    #[command(after_help = examples::PERSONA)]
    Persona {
        /// What to do.
        #[command(subcommand)]
        action: Persona,
    },
    /// Compare and classify texts: reads JSON Lines from standard input and prints one line for each, in the same order.
    #[command(after_help = examples::ANALYZE)]
    Analyze {
        /// Which analysis to run on each line.
        #[command(subcommand)]
        what: Analyze,
    },
    /// Benchmark debates and this machine.
    #[command(after_help = examples::BENCH)]
    Bench {
        /// What to measure.
        #[command(subcommand)]
        what: Bench,
    },
    /// Run experiments with simulated debates whose right answer is known.
    #[command(after_help = examples::LAB)]
    Lab {
        /// What to do.
        #[command(subcommand)]
        what: Lab,
    },
    /// Print a completion script for a shell, and how to install it.
    #[command(after_help = examples::COMPLETIONS)]
    Completions {
        /// Shell to print the script for.
        shell: clap_complete::Shell,
    },
}

/// How a running debate is printed.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Output {
    /// Print only the result on standard output, as JSON.
    #[arg(long, conflicts_with = "jsonl", help_heading = OUTPUT)]
    pub(crate) json: bool,
    /// Print every event as a line of JSON as soon as it is written.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) jsonl: bool,
    /// Print only the result.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) quiet: bool,
}

/// `resume`.
#[derive(Debug, Args)]
pub(crate) struct Resume {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    #[arg(add = ArgValueCandidates::new(candidates::debates))]
    pub(crate) id: String,
    /// Drop the incomplete last record that a crash left, and ask that participant again.
    #[arg(long, help_heading = COMMON)]
    pub(crate) drop_torn: bool,
    /// Leave the terminal's session first: the process that `debate --detach` starts.
    #[arg(long, hide = true)]
    pub(crate) detached: bool,
    /// Exit with code 3 unless there is a consensus.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) require_consensus: bool,
    /// Download weights of an embedded model without asking.
    #[arg(long, short, help_heading = COMMON)]
    pub(crate) yes: bool,
    /// How to print it.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// `continue`.
#[derive(Debug, Args)]
pub(crate) struct Continue {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    #[arg(add = ArgValueCandidates::new(candidates::debates))]
    pub(crate) id: String,
    /// Tell every participant this, such as the answer to the debate's question; `-` reads standard input.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, help_heading = COMMON)]
    pub(crate) say: Option<String>,
    /// Ask a question that every answer of the next round must answer first.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, help_heading = COMMON)]
    pub(crate) focus: Option<String>,
    /// Attach texts that participants can search: a file, a directory, or `-` for standard input. Repeatable.
    #[arg(long, value_name = "PATH", allow_hyphen_values = true, help_heading = COMMON)]
    pub(crate) attach: Vec<String>,
    /// Answer a participant's request: `N1=TEXT`, `N1=@FILE` for the content of a file, `N1=-` if it is not available. Requests without an
    /// answer count as not available. Repeatable.
    #[arg(long, value_name = "ID=TEXT", allow_hyphen_values = true, help_heading = COMMON)]
    pub(crate) answer: Vec<String>,
    /// Allow at most this many further rounds [default: 2, or as many as are left].
    #[arg(long, value_name = "N", allow_hyphen_values = true, help_heading = LIMITS)]
    pub(crate) rounds: Option<String>,
    /// Limits from here on.
    #[command(flatten)]
    pub(crate) more: More,
    /// Exit with code 3 unless there is a consensus.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) require_consensus: bool,
    /// Download weights of an embedded model without asking.
    #[arg(long, short, help_heading = COMMON)]
    pub(crate) yes: bool,
    /// How to print it.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Limits of a debate from a point on.
#[derive(Clone, Debug, Args)]
pub(crate) struct More {
    /// Spend at most this many US dollars from here on.
    #[arg(long, value_name = "USD", help_heading = LIMITS, allow_hyphen_values = true)]
    pub(crate) budget: Option<String>,
    /// Spend at most this many tokens from here on, prompts and answers together.
    #[arg(long, value_name = "TOKENS", help_heading = LIMITS, allow_hyphen_values = true)]
    pub(crate) budget_tokens: Option<String>,
    /// Run at most this long from here on: `90s`, `10m`, `1h`.
    #[arg(long, value_name = "TIME", help_heading = LIMITS, allow_hyphen_values = true)]
    pub(crate) deadline: Option<String>,
}

/// `fork`.
#[derive(Debug, Args)]
pub(crate) struct Fork {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    #[arg(add = ArgValueCandidates::new(candidates::debates))]
    pub(crate) id: String,
    /// Keep events up to this one, by its `seq` in `export --format log`.
    #[arg(hide_short_help = true, long, value_name = "EVENT", conflicts_with = "after_round", help_heading = COMMON)]
    pub(crate) at: Option<u64>,
    /// Keep rounds up to this one [default: the last finished round].
    #[arg(long, value_name = "N", help_heading = COMMON)]
    pub(crate) after_round: Option<u32>,
    /// Use another mode from here on [default: the debate's].
    #[arg(long, add = ArgValueCandidates::new(candidates::modes), help_heading = RULES)]
    pub(crate) mode: Option<String>,
    /// Use another algorithm.
    #[arg(long, help = with_default("Use another algorithm", "the debate's"), long_help = with_default(ALGORITHMS, "the debate's"), add = ArgValueCandidates::new(candidates::algorithms), help_heading = RULES)]
    pub(crate) algorithm: Option<String>,
    /// Use another decision rule.
    #[arg(long, value_name = "RULE", help = with_default("Use another decision rule", "the debate's"), long_help = with_default(DECISIONS, "the debate's"), add = ArgValueCandidates::new(candidates::rules), help_heading = RULES)]
    pub(crate) decide: Option<String>,
    /// Choose what groups headlines from here on: `auto`, `lexical`, `local` or `model` [default: the debate's].
    #[arg(hide_short_help = true, long, value_name = "WHO", add = ArgValueCandidates::new(|| candidates::of_setting("analyst")), help_heading = RULES)]
    pub(crate) analyst: Option<String>,
    /// Count only facts that were checked against attached texts, or calculated, as reasons for a changed vote.
    #[arg(hide_short_help = true, long, help_heading = RULES)]
    pub(crate) gate: bool,
    /// Hold at most this many rounds, kept ones included [default: the debate's].
    #[arg(long, value_name = "N", allow_hyphen_values = true, help_heading = LIMITS)]
    pub(crate) rounds: Option<String>,
    /// Seat another model: `NAME=provider/model`. The name and what was said stay. Repeatable.
    #[arg(long, value_name = "NAME=MODEL", help_heading = COMMON)]
    pub(crate) seat: Vec<String>,
    /// Override another setting of the debate. Repeatable.
    #[arg(hide_short_help = true, long, value_name = "KEY=VALUE", add = ArgValueCandidates::new(candidates::assignments), help_heading = RULES)]
    pub(crate) set: Vec<String>,
    /// Tell every participant this; `-` reads standard input.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, help_heading = COMMON)]
    pub(crate) say: Option<String>,
    /// Ask a question that every answer of the next round must answer first.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, help_heading = COMMON)]
    pub(crate) focus: Option<String>,
    /// Attach texts that participants can search: a file, a directory, or `-` for standard input. Repeatable.
    #[arg(long, value_name = "PATH", allow_hyphen_values = true, help_heading = COMMON)]
    pub(crate) attach: Vec<String>,
    /// Limits from here on.
    #[command(flatten)]
    pub(crate) more: More,
    /// Exit with code 3 unless there is a consensus.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) require_consensus: bool,
    /// Download weights of an embedded model without asking.
    #[arg(long, short, help_heading = COMMON)]
    pub(crate) yes: bool,
    /// How to print it.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// `stop`.
#[derive(Debug, Args)]
pub(crate) struct Stop {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    #[arg(add = ArgValueCandidates::new(candidates::debates))]
    pub(crate) id: String,
}

/// `show`.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    #[arg(add = ArgValueCandidates::new(candidates::debates))]
    pub(crate) id: String,
    /// Print the whole verdict: participants, what would change it, claims and sources, figures [default: its first screen].
    #[arg(long, help_heading = COMMON)]
    pub(crate) full: bool,
    /// Print every turn of every round, with its reasoning.
    #[arg(long, help_heading = COMMON)]
    pub(crate) turns: bool,
    /// Print a summary of every round: agreement, disagreement, what is new.
    #[arg(long, help_heading = COMMON)]
    pub(crate) rounds: bool,
    /// Print what the verdict depends on: its main claims, which of them would change it, and what would settle each.
    #[arg(long, help_heading = COMMON)]
    pub(crate) why: bool,
    /// Follow a debate that another process or a server runs, until it ends.
    #[arg(long, conflicts_with_all = ["full", "turns", "rounds", "why", "cruxes", "matrix", "graph", "trace", "json"], help_heading = COMMON)]
    pub(crate) follow: bool,
    /// Print a panel's crux cards instead, room by room.
    #[arg(long, conflicts_with_all = ["turns", "rounds", "why"], help_heading = PANELS)]
    pub(crate) cruxes: bool,
    /// Print a panel's matrix instead: how each persona answers each crux.
    #[arg(long, conflicts_with_all = ["turns", "rounds", "why", "cruxes"], help_heading = PANELS)]
    pub(crate) matrix: bool,
    /// Print the graph of arguments instead, or of a panel's claims: `json`, or `dot` (claims alone) for Graphviz.
    #[arg(long, value_name = "FORM", conflicts_with_all = ["turns", "rounds", "why", "cruxes", "matrix", "json"], help_heading = OUTPUT)]
    pub(crate) graph: Option<Graph>,
    /// Print a panel's rooms word for word, with the private reasoning before each answer.
    #[arg(long, conflicts_with_all = ["rounds", "why", "cruxes", "matrix", "graph", "json"], help_heading = PANELS)]
    pub(crate) trace: bool,
    /// Print JSON: the verdict, or what `--rounds` (one line each), `--why`, `--cruxes` or `--matrix` select.
    #[arg(long, conflicts_with_all = ["turns", "full"], help_heading = OUTPUT)]
    pub(crate) json: bool,
    /// Print without a pager, even on a terminal [default: the pager in `PAGER`, else `less`].
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) no_pager: bool,
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
    #[arg(add = ArgValueCandidates::new(candidates::debates))]
    pub(crate) id: String,
    /// Export format [default: by the ending of the output file, else markdown].
    #[arg(long, value_parser = form(), help_heading = OUTPUT)]
    pub(crate) format: Option<Format>,
    /// Write to this file [default: standard output]. An existing file is replaced once the new one is complete.
    #[arg(long, short, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,
    /// Open the file with the program that this system uses for such files.
    #[arg(long, requires = "output", help_heading = OUTPUT)]
    pub(crate) open: bool,
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
    #[arg(long = "as", value_name = "ID", help_heading = COMMON)]
    pub(crate) id: Option<String>,
    /// Drop an incomplete last line and import what stands before it.
    #[arg(long, help_heading = COMMON)]
    pub(crate) drop_torn: bool,
}

/// `replay`.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// Id of the debate, or a file with its event log.
    #[arg(add = ArgValueCandidates::new(candidates::debates))]
    pub(crate) recording: String,
    /// How to print it.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// `doctor`.
#[derive(Debug, Args)]
pub(crate) struct Doctor {
    /// Print JSON, one check a line.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
}
