//! Arguments of `debate`.
use super::{ALGORITHMS, DECISIONS, Output, modes, with_default};
use clap::Args;
use setup::settings::BY_MODE;

/// `debate`.
#[derive(Debug, Args)]
pub(crate) struct Debate {
    /// Question to decide; `-` reads standard input.
    pub(crate) topic: String,
    /// Seat these models, separated by commas: `provider/model`, `NAME=provider/model` to name a seat, or `sim` for a rehearsal [default: up
    /// to three that are available]. Repeatable.
    #[arg(long, value_delimiter = ',', value_name = "MODEL")]
    pub(crate) with: Vec<String>,
    /// Put these options to the vote: `--options "Alder; Birch; Cedar"` [default: the ballot is read from the topic].
    #[arg(long, value_name = "LIST", group = "ballot")]
    pub(crate) options: Option<String>,
    /// Put yes or no to the vote.
    #[arg(long, group = "ballot")]
    pub(crate) yes_no: bool,
    /// Ask for a number in this unit: `--estimate days`.
    #[arg(long, value_name = "UNIT", group = "ballot")]
    pub(crate) estimate: Option<String>,
    /// Let the participants propose the options.
    #[arg(long, group = "ballot")]
    pub(crate) open: bool,
    /// Print seats, ballot, rounds, prompt sizes and estimated cost, and start nothing; with `--json` as JSON.
    #[arg(long)]
    pub(crate) plan: bool,
    /// Hold a secret closing ballot: `assigned` (where sides are assigned), `always` or `never` [default: assigned].
    #[arg(long, value_name = "WHEN")]
    pub(crate) closing_ballot: Option<String>,
    /// Choose how participants treat each other.
    #[arg(long, help = modes())]
    pub(crate) mode: Option<String>,
    /// Hold at most this many rounds [default: 5].
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) rounds: Option<String>,
    /// Choose what ends the debate before its last round.
    #[arg(long, help = with_default(ALGORITHMS, "evidence_based_debate"))]
    pub(crate) algorithm: Option<String>,
    /// Choose what groups participants' headlines into options: `auto` (a model), `model`, `local` (networks in this process) or `lexical` (only
    /// identical words) [default: auto].
    #[arg(long, value_name = "WHO")]
    pub(crate) analyst: Option<String>,
    /// Choose how ballots become a decision.
    #[arg(long, value_name = "RULE", help = with_default(DECISIONS, "guarded"))]
    pub(crate) decide: Option<String>,
    /// Hide from participants, separated by commas: `names`, `order` (each sees another first), `confidence`, `answers` (only arguments are
    /// shown) [default: nothing].
    #[arg(long, value_delimiter = ',', value_name = "CHANNEL")]
    pub(crate) hide: Vec<String>,
    /// Let participants speak at the same time: `full`, `last-only` (the last hears the others) or `none` [default: as the mode has it; without
    /// a level: as much as the mode allows].
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, require_equals = true, default_missing_value = BY_MODE)]
    pub(crate) parallel: Option<String>,
    /// Limit answers to 2,048 tokens where participants speak in turn.
    #[arg(long)]
    pub(crate) economy: bool,
    /// Let no model review answers for harm, whatever the mode or the topic. The pattern checks stay on.
    #[arg(long)]
    pub(crate) no_review: bool,
    /// Attach a text for participants to look things up in: a file, a directory, or `-` for standard input. Repeatable.
    #[arg(long, value_name = "PATH", allow_hyphen_values = true)]
    pub(crate) attach: Vec<String>,
    /// Count only facts that were checked against attached texts, or calculated, as reasons for a changed vote.
    #[arg(long)]
    pub(crate) gate: bool,
    /// Override a setting for this run; `roundtable config list` prints all of them. Repeatable.
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Spend at most this many US dollars [default: no limit].
    #[arg(long, value_name = "USD", allow_hyphen_values = true)]
    pub(crate) budget: Option<String>,
    /// Spend at most this many tokens, prompts and answers together [default: no limit].
    #[arg(long, value_name = "TOKENS", allow_hyphen_values = true)]
    pub(crate) budget_tokens: Option<String>,
    /// Run at most this long: `90s`, `10m`, `1h` [default: no limit].
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) deadline: Option<String>,
    /// Check every answer for scope, human approval and rollback, too: for security, medicine, law, agents that act.
    #[arg(long)]
    pub(crate) high_stakes: bool,
    /// Let participants ask for a file, a figure or a decision they lack. The debate then waits until you provide it or continue without.
    #[arg(long)]
    pub(crate) ask_context: bool,
    /// Download weights of an embedded model without asking.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Set the random seed [default: 0].
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Exit with code 3 unless there is a consensus.
    #[arg(long)]
    pub(crate) require_consensus: bool,
    /// How to print it.
    #[command(flatten)]
    pub(crate) output: Output,
}
