//! Arguments of `debate`.
use super::{
    ALGORITHMS, BALLOT, COMMON, DECISIONS, LIMITS, OUTPUT, Output, RULES, model, modes, modes_in_brief, with_default,
};
use crate::candidates;
use clap::Args;
use clap_complete::engine::ArgValueCandidates;
use setup::settings::BY_MODE;

/// `debate`.
#[derive(Debug, Args)]
pub(crate) struct Debate {
    /// Question to decide, in quotation marks; `-` reads it from standard input.
    pub(crate) topic: String,
    /// Seat these models, separated by commas [default: up to three that are available]. Repeatable.
    ///
    /// `provider/model`; `claude`, `gpt`, `gemini`, or the name of another provider for its best model; `sim` for a rehearsal. `NAME=MODEL`
    /// names a seat. `roundtable models` lists what can be seated.
    #[arg(add = ArgValueCandidates::new(candidates::models), value_parser = model, help_heading = COMMON, long, value_delimiter = ',', value_name = "MODEL")]
    pub(crate) with: Vec<String>,
    /// Put these options to the vote: `--options "Alder; Birch; Cedar"` [default: the ballot is read from the topic].
    #[arg(help_heading = BALLOT, long, value_name = "LIST", group = "ballot")]
    pub(crate) options: Option<String>,
    /// Put yes or no to the vote.
    #[arg(help_heading = BALLOT, long, group = "ballot")]
    pub(crate) yes_no: bool,
    /// Ask for a number in this unit: `--estimate days`.
    #[arg(help_heading = BALLOT, long, value_name = "UNIT", group = "ballot")]
    pub(crate) estimate: Option<String>,
    /// Let the participants propose the options.
    #[arg(help_heading = BALLOT, long, group = "ballot")]
    pub(crate) open: bool,
    /// Print seats, ballot, rounds, prompt sizes and estimated cost, as text or with `--json`, and start nothing.
    #[arg(help_heading = COMMON, long)]
    pub(crate) plan: bool,
    /// Hold a secret closing ballot: `assigned` (where sides are assigned), `always` or `never` [default: assigned].
    #[arg(hide_short_help = true, add = ArgValueCandidates::new(|| candidates::of_setting("closing_ballot")), help_heading = BALLOT, long, value_name = "WHEN")]
    pub(crate) closing_ballot: Option<String>,
    /// Choose how participants treat each other.
    #[arg(add = ArgValueCandidates::new(candidates::modes), help_heading = COMMON, long, help = modes_in_brief(), long_help = modes())]
    pub(crate) mode: Option<String>,
    /// Hold at most this many rounds [default: 5].
    #[arg(help_heading = COMMON, long, allow_hyphen_values = true)]
    pub(crate) rounds: Option<String>,
    /// Choose what ends the debate before its last round.
    #[arg(add = ArgValueCandidates::new(candidates::algorithms), help_heading = RULES, long, help = with_default("Choose what ends the debate before its last round", "evidence_based_debate"), long_help = with_default(ALGORITHMS, "evidence_based_debate"))]
    pub(crate) algorithm: Option<String>,
    /// Choose what groups participants' headlines into options: `auto` (a model), `model`, `local` (networks in this process) or `lexical`
    /// (identical words only) [default: auto].
    #[arg(hide_short_help = true, add = ArgValueCandidates::new(|| candidates::of_setting("analyst")), help_heading = RULES, long, value_name = "WHO")]
    pub(crate) analyst: Option<String>,
    /// Choose how ballots become a decision.
    #[arg(add = ArgValueCandidates::new(candidates::rules), help_heading = RULES, long, value_name = "RULE", help = with_default("Choose how ballots become a decision", "guarded"), long_help = with_default(DECISIONS, "guarded"))]
    pub(crate) decide: Option<String>,
    /// Hide these from participants, separated by commas: `names`, `order` (each sees the others in another order), `confidence`, `answers`
    /// (only arguments are shown) [default: nothing].
    #[arg(hide_short_help = true, add = ArgValueCandidates::new(|| candidates::of_setting("hide")), help_heading = RULES, long, value_delimiter = ',', value_name = "CHANNEL")]
    pub(crate) hide: Vec<String>,
    /// Let participants speak at the same time: `full`, `last-only` (the last hears the others) or `none` [default: the mode's order;
    /// `--parallel` alone: as much as the mode allows].
    #[arg(hide_short_help = true, add = ArgValueCandidates::new(|| candidates::of_setting("parallel_level")), help_heading = RULES, long, value_name = "LEVEL", num_args = 0..=1, require_equals = true, default_missing_value = BY_MODE)]
    pub(crate) parallel: Option<String>,
    /// Limit answers to 2,048 tokens where participants speak in turn.
    #[arg(hide_short_help = true, help_heading = RULES, long)]
    pub(crate) economy: bool,
    /// Turn off the review of answers for harm by a model. Pattern checks stay on.
    #[arg(hide_short_help = true, help_heading = RULES, long)]
    pub(crate) no_review: bool,
    /// Attach texts that participants can search: a file, a directory, or `-` for standard input. Repeatable.
    #[arg(help_heading = COMMON, long, value_name = "PATH", allow_hyphen_values = true)]
    pub(crate) attach: Vec<String>,
    /// Draw on what outcomes taught in this domain, such as `api-design`, and add to it: evidence weights, past accuracy, questions to answer
    /// first [default: none].
    #[arg(help_heading = RULES, long, value_name = "NAME", add = ArgValueCandidates::new(candidates::domains))]
    pub(crate) domain: Option<String>,
    /// Use nothing that was learned; the domain is recorded all the same.
    #[arg(hide_short_help = true, help_heading = RULES, long)]
    pub(crate) no_learning: bool,
    /// Remind of the decision on this day (2027-05-01) or after this time (`90d`, `12w`): `list --due` and `doctor` name it until an outcome is
    /// recorded [default: after 90 days].
    #[arg(hide_short_help = true, help_heading = COMMON, long, value_name = "WHEN")]
    pub(crate) revisit: Option<String>,
    /// Count only facts that were checked against attached texts, or calculated, as reasons for a changed vote.
    #[arg(hide_short_help = true, help_heading = RULES, long)]
    pub(crate) gate: bool,
    /// Override a setting for this run; `roundtable config list` prints all settings. Repeatable.
    #[arg(add = ArgValueCandidates::new(candidates::assignments), help_heading = RULES, long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Spend at most this many US dollars [default: no limit].
    #[arg(help_heading = LIMITS, long, value_name = "USD", allow_hyphen_values = true)]
    pub(crate) budget: Option<String>,
    /// Spend at most this many tokens, prompts and answers together [default: no limit].
    #[arg(hide_short_help = true, help_heading = LIMITS, long, value_name = "TOKENS", allow_hyphen_values = true)]
    pub(crate) budget_tokens: Option<String>,
    /// Run at most this long: `90s`, `10m`, `1h` [default: no limit].
    #[arg(help_heading = LIMITS, long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) deadline: Option<String>,
    /// Require every answer to state scope, human approval and rollback: for security, medicine, law, and agents that act.
    #[arg(hide_short_help = true, help_heading = RULES, long)]
    pub(crate) high_stakes: bool,
    /// Let participants ask for a file, a figure or a decision that is missing. The debate waits until you provide it or continue without it.
    #[arg(hide_short_help = true, help_heading = RULES, long)]
    pub(crate) ask_context: bool,
    /// Download weights of an embedded model without asking.
    #[arg(help_heading = COMMON, long, short)]
    pub(crate) yes: bool,
    /// Set the random seed [default: 0].
    #[arg(hide_short_help = true, help_heading = RULES, long)]
    pub(crate) seed: Option<u64>,
    /// Run the debate in a background process that survives this terminal; print its id and how to follow it.
    #[arg(help_heading = COMMON, long, conflicts_with_all = ["plan", "jsonl", "quiet", "require_consensus"])]
    pub(crate) detach: bool,
    /// Exit with code 3 unless there is a consensus.
    #[arg(hide_short_help = true, help_heading = OUTPUT, long)]
    pub(crate) require_consensus: bool,
    /// How to print it.
    #[command(flatten)]
    pub(crate) output: Output,
}
