//! Arguments of `persona`.
use super::sub_examples as examples;
use crate::candidates;
use clap::{Args, Subcommand};
use clap_complete::engine::ArgValueCandidates;
use std::path::PathBuf;

/// `persona`.
#[derive(Debug, Subcommand)]
pub(crate) enum Persona {
    /// Build personas from what people wrote; an interrupted build continues where it was.
    #[command(after_help = examples::PERSONA_BUILD)]
    Build(PersonaBuild),
    /// List decks and their personas.
    #[command(after_help = examples::PERSONA_LIST)]
    List(PersonaList),
    /// Print a persona: its contract, its beliefs and what it wrote.
    #[command(after_help = examples::PERSONA_SHOW)]
    Show(PersonaShow),
    /// Print the passages and beliefs that a persona's turn on a question would be given, with scores and places.
    #[command(after_help = examples::PERSONA_ASK)]
    Ask(PersonaAsk),
    /// Check that every belief and every quotation leads to the text it came from.
    #[command(after_help = examples::PERSONA_CHECK)]
    Check(PersonaCheck),
}

/// Where decks are.
#[derive(Debug, Args)]
pub(crate) struct Where {
    /// Look for decks in this directory instead of yours and the project's `decks`.
    #[arg(long, value_name = "DIR")]
    pub(crate) decks: Option<PathBuf>,
}

/// `persona build`.
#[derive(Debug, Args)]
pub(crate) struct PersonaBuild {
    /// Directory with what somebody wrote (txt, md, html, jsonl, csv, tsv and pdf files), or with one such folder for each persona.
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
    /// Build into this deck.
    #[arg(long, value_name = "NAME")]
    pub(crate) deck: String,
    /// Name the persona [default: the directory's name].
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Read posts from this column or field [default: text, body, content, post or message].
    #[arg(long, value_name = "NAME")]
    pub(crate) column: Option<String>,
    /// Find beliefs with this model (`provider/model`), at most two calls for each chunk [default: rules, without a model].
    #[arg(long, value_name = "MODEL", add = ArgValueCandidates::new(candidates::models))]
    pub(crate) with: Option<String>,
    /// Overwrite personas of the deck that were written or changed by hand.
    #[arg(long)]
    pub(crate) force: bool,
    /// Download weights of an embedded model without asking.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Where decks are.
    #[command(flatten)]
    pub(crate) place: Where,
}

/// `persona list`.
#[derive(Debug, Args)]
pub(crate) struct PersonaList {
    /// List only this deck.
    #[arg(long, value_name = "NAME", add = ArgValueCandidates::new(candidates::decks))]
    pub(crate) deck: Option<String>,
    /// Print JSON, one persona a line.
    #[arg(long)]
    pub(crate) json: bool,
    /// Where decks are.
    #[command(flatten)]
    pub(crate) place: Where,
}

/// `persona show`.
#[derive(Debug, Args)]
pub(crate) struct PersonaShow {
    /// Name of the persona, in upper or lower case.
    #[arg(add = ArgValueCandidates::new(candidates::personas))]
    pub(crate) name: String,
    /// Look in this deck; required where several have a persona of that name.
    #[arg(long, value_name = "NAME", add = ArgValueCandidates::new(candidates::decks))]
    pub(crate) deck: Option<String>,
    /// Print all beliefs, each with the first chunk it stands in; `--json` has every chunk.
    #[arg(long, conflicts_with = "chunk")]
    pub(crate) beliefs: bool,
    /// Print the text of this chunk and the beliefs that rest on it.
    #[arg(long, value_name = "ID")]
    pub(crate) chunk: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    /// Where decks are.
    #[command(flatten)]
    pub(crate) place: Where,
}

/// `persona ask`.
#[derive(Debug, Args)]
pub(crate) struct PersonaAsk {
    /// Name of the persona, in upper or lower case.
    #[arg(add = ArgValueCandidates::new(candidates::personas))]
    pub(crate) name: String,
    /// Question to search for.
    pub(crate) question: String,
    /// Look in this deck; required where several have a persona of that name.
    #[arg(long, value_name = "NAME", add = ArgValueCandidates::new(candidates::decks))]
    pub(crate) deck: Option<String>,
    /// Print at most this many tokens of passages [default: 400, as in a turn].
    #[arg(long, value_name = "N")]
    pub(crate) tokens: Option<usize>,
    /// Search by words alone, also where the weights of `minilm-l6-v2` are installed.
    #[arg(long)]
    pub(crate) words: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    /// Where decks are.
    #[command(flatten)]
    pub(crate) place: Where,
}

/// `persona check`.
#[derive(Debug, Args)]
pub(crate) struct PersonaCheck {
    /// Name of the persona [default: all].
    #[arg(add = ArgValueCandidates::new(candidates::personas))]
    pub(crate) name: Option<String>,
    /// Check only this deck [default: all].
    #[arg(long, value_name = "NAME", add = ArgValueCandidates::new(candidates::decks))]
    pub(crate) deck: Option<String>,
    /// Where decks are.
    #[command(flatten)]
    pub(crate) place: Where,
}
