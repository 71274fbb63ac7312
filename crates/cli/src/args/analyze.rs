//! Arguments of `analyze`.
use super::sub_examples as examples;
use crate::candidates;
use clap::{Args, Subcommand, ValueEnum};
use clap_complete::engine::ArgValueCandidates;

/// `analyze`.
#[derive(Debug, Subcommand)]
pub(crate) enum Analyze {
    /// Classify how two texts relate: {"a", "b"}, and optionally "topic".
    #[command(after_help = examples::ANALYZE_RELATION)]
    Relation(Asked),
    /// Classify the type of evidence of a text: {"text"}.
    #[command(after_help = examples::ANALYZE_EVIDENCE)]
    Evidence(Asked),
    /// Apply the rules of a debate to a recorded one: {"question", "rounds": [[{"agent", "text", "answer"?}]]}.
    #[command(after_help = examples::ANALYZE_DEBATE)]
    Debate(Asked),
}

/// What analyses the texts.
#[derive(Debug, Args)]
pub(crate) struct Asked {
    /// Choose what analyses the texts.
    #[arg(long, value_enum, default_value_t = Choice::Auto)]
    pub(crate) analyst: Choice,
    /// Use this model (`provider/model`) for `--analyst model`.
    #[arg(long, value_name = "MODEL", add = ArgValueCandidates::new(candidates::models))]
    pub(crate) model: Option<String>,
}

/// The analysts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Choice {
    /// `local` where its weights are here and it applies, else `lexical`.
    Auto,
    /// Words alone.
    Lexical,
    /// Networks in this process.
    Local,
    /// The model of `--model`.
    Model,
}
