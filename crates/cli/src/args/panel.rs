//! Arguments of `panel`.
use super::{COMMON, LIMITS, Output, RULES, model};
use crate::candidates;
use clap::Args;
use clap_complete::engine::ArgValueCandidates;
use std::path::PathBuf;

/// `panel`.
#[derive(Debug, Args)]
pub(crate) struct Panel {
    /// Question to discuss, in quotation marks; `-` reads it from standard input.
    pub(crate) topic: String,
    /// Seat the personas of this deck: one that comes with the program, one of yours, or one in `./decks`.
    #[arg(add = ArgValueCandidates::new(candidates::decks), help_heading = COMMON, long, value_name = "NAME")]
    pub(crate) deck: String,
    /// Look for decks in this directory instead of yours and the project's `decks`.
    #[arg(hide_short_help = true, help_heading = RULES, long, value_name = "DIR")]
    pub(crate) decks: Option<PathBuf>,
    /// Discuss these aspects in turn: `"a; b; c"` [default: chosen where the personas disagree; `--candidates` prints them]. Repeatable.
    #[arg(help_heading = COMMON, long, value_name = "TEXT")]
    pub(crate) aspects: Vec<String>,
    /// Seat these personas with these models, separated by commas [default: all personas]. Repeatable.
    ///
    /// `PERSONA`; `PERSONA=provider/model`; `provider/model` for personas without one; `sim` for a rehearsal.
    #[arg(value_parser = model, help_heading = COMMON, long, value_delimiter = ',', value_name = "WHO")]
    pub(crate) with: Vec<String>,
    /// Use this model for every persona without one [default: the first that is available].
    #[arg(add = ArgValueCandidates::new(candidates::models), help_heading = COMMON, long, value_name = "MODEL")]
    pub(crate) model: Option<String>,
    /// Use this model as the clerk, which chooses aspects, looks for disagreement and writes cards; with `none` this process does that
    /// without a model [default: `light_model`, or the first capable participant].
    #[arg(hide_short_help = true, help_heading = RULES, long, value_name = "MODEL")]
    pub(crate) clerk: Option<String>,
    /// Use this model for all personas in crux rooms, and for cards [default: each persona's own].
    #[arg(hide_short_help = true, help_heading = RULES, long, value_name = "MODEL")]
    pub(crate) strong: Option<String>,
    /// Choose how a model decides whether a clash needs a room: `parts` (one call for four conditions; all must hold) or `vote` (three
    /// calls; two must agree) [default: parts].
    #[arg(hide_short_help = true, add = ArgValueCandidates::new(|| candidates::of_setting("panel_detection")), help_heading = RULES, long, value_name = "HOW")]
    pub(crate) detection: Option<String>,
    /// Answer only with quotations from the personas' texts, without any model.
    #[arg(help_heading = RULES, long, conflicts_with_all = ["model", "clerk", "strong"])]
    pub(crate) quote: bool,
    /// Print where the personas' beliefs and texts disagree, and the aspects that follow from it; begin no panel.
    ///
    /// The clerk, where there is one, is asked once; with `--clerk none` or `--quote` nobody is, and words alone decide.
    #[arg(help_heading = COMMON, long, conflicts_with_all = ["jsonl", "quiet"])]
    pub(crate) candidates: bool,
    /// Print the seats, the aspects and what it will cost, and start nothing.
    #[arg(help_heading = COMMON, long, conflicts_with_all = ["candidates", "json", "jsonl", "quiet"])]
    pub(crate) plan: bool,
    /// Run it in the background: print its id and return. `show ID --follow` follows it, `stop ID` ends it.
    #[arg(help_heading = COMMON, long, conflicts_with_all = ["candidates", "plan", "jsonl", "quiet"])]
    pub(crate) detach: bool,
    /// Draw on what outcomes taught in this domain, such as `api-design`: questions for the openings, and skills to seat [default: none].
    #[arg(help_heading = RULES, long, value_name = "NAME", add = ArgValueCandidates::new(candidates::domains))]
    pub(crate) domain: Option<String>,
    /// Use nothing that was learned.
    #[arg(help_heading = RULES, long)]
    pub(crate) no_learning: bool,
    /// Allow at most this many turns in a room's exchange, 2 to 8 [default: 8].
    #[arg(hide_short_help = true, help_heading = LIMITS, long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) exchange: Option<String>,
    /// Allow at most this many rebuttals in a clash, 2 to 4 [default: 4].
    #[arg(hide_short_help = true, help_heading = LIMITS, long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) clash: Option<String>,
    /// Open at most this many rooms for one aspect [default: 3].
    #[arg(help_heading = LIMITS, long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) rooms: Option<String>,
    /// Remind a persona of its contract after this many of its turns [default: 6].
    #[arg(hide_short_help = true, help_heading = RULES, long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) remind: Option<String>,
    /// Set the sampling temperature of openings, takes, clashes and closings, 0 to 2 [default: 0.85].
    #[arg(hide_short_help = true, help_heading = RULES, long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) temperature_turn: Option<String>,
    /// Set the sampling temperature of crux rooms [default: 0.75].
    #[arg(hide_short_help = true, help_heading = RULES, long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) temperature_room: Option<String>,
    /// Set the sampling temperature of the search for disagreement [default: 0.2].
    #[arg(hide_short_help = true, help_heading = RULES, long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) temperature_check: Option<String>,
    /// Set the sampling temperature of cards [default: 0.3].
    #[arg(hide_short_help = true, help_heading = RULES, long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) temperature_card: Option<String>,
    /// Choose what compares takes: `lexical` (words alone), `local` (networks in this process), `model` (three votes of one model) or `auto`
    /// (`local` if its weights are downloaded) [default: auto].
    #[arg(hide_short_help = true, add = ArgValueCandidates::new(|| candidates::of_setting("analyst")), help_heading = RULES, long, value_name = "WHO")]
    pub(crate) analyst: Option<String>,
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
    /// Download weights of an embedded model without asking.
    #[arg(help_heading = COMMON, long, short)]
    pub(crate) yes: bool,
    /// Set the random seed [default: 0].
    #[arg(hide_short_help = true, help_heading = RULES, long)]
    pub(crate) seed: Option<u64>,
    /// How to print it.
    #[command(flatten)]
    pub(crate) output: Output,
}
