//! Arguments of `panel`.
use super::Output;
use clap::Args;
use std::path::PathBuf;

/// `panel`.
#[derive(Debug, Args)]
pub(crate) struct Panel {
    /// Question to discuss; `-` reads standard input.
    pub(crate) topic: String,
    /// Seat the personas of this deck: one that comes with the program, one of yours, or one in `./decks`.
    #[arg(long, value_name = "NAME")]
    pub(crate) deck: String,
    /// Look for decks in this directory instead of yours and the project's `decks`.
    #[arg(long, value_name = "DIR")]
    pub(crate) decks: Option<PathBuf>,
    /// Discuss these aspects in turn: `"a; b; c"` [default: chosen from where the personas disagree, see `--candidates`]. Repeatable.
    #[arg(long, value_name = "TEXT")]
    pub(crate) aspects: Vec<String>,
    /// Seat these personas with these models, separated by commas: `PERSONA`, `PERSONA=provider/model`, `provider/model` for those without
    /// one, or `sim` for a rehearsal [default: all personas]. Repeatable.
    #[arg(long, value_delimiter = ',', value_name = "WHO")]
    pub(crate) with: Vec<String>,
    /// Use this model for every persona without one [default: the first that is available].
    #[arg(long, value_name = "MODEL")]
    pub(crate) model: Option<String>,
    /// Use this model as the clerk, which chooses aspects, looks for disagreement and draws cards; `none` does that in this process [default:
    /// `light_model`, or the first capable participant].
    #[arg(long, value_name = "MODEL")]
    pub(crate) clerk: Option<String>,
    /// Use this model for everybody in crux rooms, and for cards [default: each persona's own].
    #[arg(long, value_name = "MODEL")]
    pub(crate) strong: Option<String>,
    /// Decide whether a clash needs a room by `parts` (one call for four conditions; all must hold) or `vote` (three calls; two must
    /// agree) [default: parts].
    #[arg(long, value_name = "HOW")]
    pub(crate) detection: Option<String>,
    /// Answer only with quotations of what was written, without any model.
    #[arg(long, conflicts_with_all = ["model", "clerk", "strong"])]
    pub(crate) quote: bool,
    /// Print where the personas' beliefs disagree, and the aspects that follow from it; start nothing.
    #[arg(long, conflicts_with_all = ["jsonl", "quiet"])]
    pub(crate) candidates: bool,
    /// Allow at most this many turns of a room's exchange, 2 to 8 [default: 8].
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) exchange: Option<String>,
    /// Allow at most this many rebuttals of a clash, 2 to 4 [default: 4].
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) clash: Option<String>,
    /// Open at most this many rooms for one aspect [default: 3].
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) rooms: Option<String>,
    /// Repeat a persona's identity after this many of its turns [default: 6].
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) remind: Option<String>,
    /// Set the sampling temperature of openings, takes, clashes and closings, 0 to 2 [default: 0.85].
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) temperature_turn: Option<String>,
    /// Set the sampling temperature of crux rooms [default: 0.75].
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) temperature_room: Option<String>,
    /// Set the sampling temperature of the search for disagreement [default: 0.2].
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) temperature_check: Option<String>,
    /// Set the sampling temperature of cards [default: 0.3].
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) temperature_card: Option<String>,
    /// Choose what compares takes: `lexical` (words alone), `local` (networks in this process), `model` (three votes of one) or `auto` (`local`
    /// where its weights are here) [default: auto].
    #[arg(long, value_name = "WHO")]
    pub(crate) analyst: Option<String>,
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
    /// Download weights of an embedded model without asking.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Set the random seed [default: 0].
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// How to print it.
    #[command(flatten)]
    pub(crate) output: Output,
}
