//! What was typed after `analyze`.
use clap::{Args, Subcommand, ValueEnum};

/// `analyze`.
#[derive(Debug, Subcommand)]
pub(crate) enum Analyze {
    /// How two texts stand to each other: {"a", "b"}, and a "topic" if there is one.
    Relation(Asked),
    /// What kind of evidence a text is: {"text"}.
    Evidence(Asked),
    /// What the rules make of a recorded debate: {"question", "rounds": [[{"agent", "text", "answer"?}]]}.
    Debate(Asked),
}

/// Who is asked.
#[derive(Debug, Args)]
pub(crate) struct Asked {
    /// Who reads the texts.
    #[arg(long, value_enum, default_value_t = Choice::Auto)]
    pub(crate) analyst: Choice,
    /// Which model, as provider/model, for `--analyst model`.
    #[arg(long, value_name = "MODEL")]
    pub(crate) model: Option<String>,
}

/// Those who can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Choice {
    /// The best there is without asking a model: `local` if its weights are here and it can tell, else `lexical`.
    Auto,
    /// A reader of words.
    Lexical,
    /// Networks in this process.
    Local,
    /// A model that is asked.
    Model,
}
