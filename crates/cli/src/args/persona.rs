//! What was typed after `persona`.
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `persona`.
#[derive(Debug, Subcommand)]
pub(crate) enum Persona {
    /// Build personas out of what people wrote; one that was cut off goes on where it was.
    Build(PersonaBuild),
    /// List decks and who is in them.
    List(PersonaList),
    /// Show a persona: who they are, what they hold, what they wrote.
    Show(PersonaShow),
    /// Check that every belief and every quotation opens onto the words it came from.
    Check(PersonaCheck),
}

/// Where decks are.
#[derive(Debug, Args)]
pub(crate) struct Where {
    /// A directory with decks, in place of yours and the project's `decks`.
    #[arg(long, value_name = "DIR")]
    pub(crate) decks: Option<PathBuf>,
}

/// `persona build`.
#[derive(Debug, Args)]
pub(crate) struct PersonaBuild {
    /// What somebody wrote: txt, md, html, jsonl, csv, tsv and pdf files; or one folder of them for each persona.
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
    /// The deck to build into.
    #[arg(long, value_name = "NAME")]
    pub(crate) deck: String,
    /// What the persona is called; the directory's name if absent.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The column or field that has the words of posts; text, body, content, post or message if absent.
    #[arg(long, value_name = "NAME")]
    pub(crate) column: Option<String>,
    /// A model that reads for beliefs, as provider/model, one question for each chunk; without one they are found by patterns.
    #[arg(long, value_name = "MODEL")]
    pub(crate) with: Option<String>,
    /// Write over personas of the deck that were written or changed by hand.
    #[arg(long)]
    pub(crate) force: bool,
    /// Don't ask before weights of an embedded model are fetched.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Where decks are.
    #[command(flatten)]
    pub(crate) place: Where,
}

/// `persona list`.
#[derive(Debug, Args)]
pub(crate) struct PersonaList {
    /// Only this deck.
    #[arg(long, value_name = "NAME")]
    pub(crate) deck: Option<String>,
    /// As JSON, one persona a line.
    #[arg(long)]
    pub(crate) json: bool,
    /// Where decks are.
    #[command(flatten)]
    pub(crate) place: Where,
}

/// `persona show`.
#[derive(Debug, Args)]
pub(crate) struct PersonaShow {
    /// Who, upper and lower case alike.
    pub(crate) name: String,
    /// In which deck; needed where several have one of that name.
    #[arg(long, value_name = "NAME")]
    pub(crate) deck: Option<String>,
    /// All that they hold, each with the first chunk it stands in; `--json` has every chunk.
    #[arg(long, conflicts_with = "chunk")]
    pub(crate) beliefs: bool,
    /// The words of a chunk, and what rests on them.
    #[arg(long, value_name = "ID")]
    pub(crate) chunk: Option<String>,
    /// As one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    /// Where decks are.
    #[command(flatten)]
    pub(crate) place: Where,
}

/// `persona check`.
#[derive(Debug, Args)]
pub(crate) struct PersonaCheck {
    /// Who; everybody if absent.
    pub(crate) name: Option<String>,
    /// In which deck; all decks if absent.
    #[arg(long, value_name = "NAME")]
    pub(crate) deck: Option<String>,
    /// Where decks are.
    #[command(flatten)]
    pub(crate) place: Where,
}
