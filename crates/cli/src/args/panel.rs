//! `panel`: what a panel can be told when it begins.
use super::Output;
use clap::Args;
use std::path::PathBuf;

/// `panel`.
#[derive(Debug, Args)]
pub(crate) struct Panel {
    /// What to talk about; `-` reads it from standard input.
    pub(crate) topic: String,
    /// The deck whose personas are seated: one that ships, one of yours, or one in `./decks`.
    #[arg(long, value_name = "NAME")]
    pub(crate) deck: String,
    /// A directory with decks, in place of yours and the project's `decks`.
    #[arg(long, value_name = "DIR")]
    pub(crate) decks: Option<PathBuf>,
    /// What to talk about in turn: `"a; b; c"`, and again for more. Chosen where absent; `--candidates` shows from what.
    #[arg(long, value_name = "TEXT")]
    pub(crate) aspects: Vec<String>,
    /// Who of the deck sits at the table (all if nobody is named), and with which models: `PERSONA`, `PERSONA=provider/model`, or
    /// `provider/model` for those without one; separated by commas or given again; `sim` rehearses.
    #[arg(long, value_delimiter = ',', value_name = "WHO")]
    pub(crate) with: Vec<String>,
    /// The model of everybody who is given none; whoever can be found if absent.
    #[arg(long, value_name = "MODEL")]
    pub(crate) model: Option<String>,
    /// The model that chooses aspects, looks for disagreement and draws cards; `none` leaves that to this process.
    #[arg(long, value_name = "MODEL")]
    pub(crate) clerk: Option<String>,
    /// The model that speaks in crux rooms, whoever is seated, and draws cards.
    #[arg(long, value_name = "MODEL")]
    pub(crate) strong: Option<String>,
    /// How a clash is looked at: `parts` (one is asked for four parts; all must hold) or `vote` (three are asked; two must say so).
    #[arg(long, value_name = "HOW")]
    pub(crate) detection: Option<String>,
    /// Answer only by quoting what was written: nothing is invented, and no model is asked.
    #[arg(long, conflicts_with_all = ["model", "clerk", "strong"])]
    pub(crate) quote: bool,
    /// Print where the personas part before anybody has spoken, and the aspects that follow from it; begin nothing.
    #[arg(long, conflicts_with_all = ["jsonl", "quiet"])]
    pub(crate) candidates: bool,
    /// The most turns of a room's exchange, 2 to 8.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) exchange: Option<String>,
    /// The most rebuttals of a clash, 2 to 4.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) clash: Option<String>,
    /// The most rooms of one aspect.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) rooms: Option<String>,
    /// After how many of its turns a participant is reminded who it is.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) remind: Option<String>,
    /// How bold openings, takes, clashes and closings are, 0 to 2.
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) temperature_turn: Option<String>,
    /// How bold crux rooms are.
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) temperature_room: Option<String>,
    /// How bold looking for disagreement is.
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) temperature_check: Option<String>,
    /// How bold drawing a card is.
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) temperature_card: Option<String>,
    /// Who compares takes: `lexical` (words alone), `local` (networks in this process) or `model` (three votes of one); `auto` takes
    /// `local` where its weights are here.
    #[arg(long, value_name = "WHO")]
    pub(crate) analyst: Option<String>,
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
    /// Don't ask before weights of an embedded model are fetched.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Where chance begins.
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// How to show it.
    #[command(flatten)]
    pub(crate) output: Output,
}
