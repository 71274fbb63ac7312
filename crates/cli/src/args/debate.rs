//! `debate`: what a debate can be told when it begins.
use super::{ALGORITHMS, DECISIONS, Output, modes};
use crate::settings::BY_MODE;
use clap::Args;

/// `debate`.
#[derive(Debug, Args)]
pub(crate) struct Debate {
    /// What to decide; `-` reads it from standard input.
    pub(crate) topic: String,
    /// Who sits at the table: `provider/model`, separated by commas or given again; `NAME=provider/model` names a seat; `sim`
    /// seats a rehearsal.
    #[arg(long, value_delimiter = ',', value_name = "MODEL")]
    pub(crate) with: Vec<String>,
    /// Put these options to the vote: `--options "Alder; Birch; Cedar"`. Without this and the next three, the ballot is read from the topic.
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
    /// When everybody casts a secret closing ballot: `assigned` (where sides are assigned), `always` or `never`.
    #[arg(long, value_name = "WHEN")]
    pub(crate) closing_ballot: Option<String>,
    /// How participants treat each other.
    #[arg(long, help = modes())]
    pub(crate) mode: Option<String>,
    /// The most rounds.
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) rounds: Option<String>,
    /// What ends the debate before its last round.
    #[arg(long, help = ALGORITHMS)]
    pub(crate) algorithm: Option<String>,
    /// Who groups the participants' headlines into options: `auto` (a model), `model`, `local` (networks in this process) or `lexical` (only
    /// what is the same letter for letter).
    #[arg(long, value_name = "WHO")]
    pub(crate) analyst: Option<String>,
    /// How ballots become a decision.
    #[arg(long, value_name = "RULE", help = DECISIONS)]
    pub(crate) decide: Option<String>,
    /// What participants are not shown of each other: `names`, `order` (each is shown another first), `confidence`, `answers` (arguments
    /// alone), separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "CHANNEL")]
    pub(crate) hide: Vec<String>,
    /// Let participants speak at the same time: `full`, `last-only` (the last hears the others) or `none`; as much as the mode bears
    /// without a level.
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, require_equals = true, default_missing_value = BY_MODE)]
    pub(crate) parallel: Option<String>,
    /// Keep answers short where participants speak in turn.
    #[arg(long)]
    pub(crate) economy: bool,
    /// Have no model read answers for harm, whatever the mode or the topic; the patterns that are always looked for stay on.
    #[arg(long)]
    pub(crate) no_review: bool,
    /// A text to look things up in: a file, a directory with all the text in it, or `-` for standard input; and again for more.
    #[arg(long, value_name = "PATH", allow_hyphen_values = true)]
    pub(crate) attach: Vec<String>,
    /// Let only facts that were checked against what is attached, or worked out, count as a reason to change one's mind.
    #[arg(long)]
    pub(crate) gate: bool,
    /// Overrule any setting for this run, and again for another; `roundtable config list` shows them all.
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// The most US dollars to spend.
    #[arg(long, value_name = "USD", allow_hyphen_values = true)]
    pub(crate) budget: Option<String>,
    /// The most tokens to spend, prompts and answers together.
    #[arg(long, value_name = "TOKENS", allow_hyphen_values = true)]
    pub(crate) budget_tokens: Option<String>,
    /// The longest it may run: `90s`, `10m`, `1h`.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) deadline: Option<String>,
    /// Security, medicine, law, agents that act: every answer is checked for scope, approval and a way back.
    #[arg(long)]
    pub(crate) high_stakes: bool,
    /// Let participants ask for a file, a figure or a decision they were not given; the debate then waits until you bring it or let it go on
    /// without.
    #[arg(long)]
    pub(crate) ask_context: bool,
    /// Don't ask before weights of an embedded model are fetched.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Random seed.
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// End with exit code 3 unless there is a consensus.
    #[arg(long)]
    pub(crate) require_consensus: bool,
    /// How to show it.
    #[command(flatten)]
    pub(crate) output: Output,
}
