//! What texts mean to each other, read in this process (O-07): sentences as vectors, and whether one contradicts another.
//!
//! Two ONNX networks, run by `rten` in thread pools of their own: [`Sentences`] is always there, [`Opposition`] is optional.
//! [`Reader`] puts both behind [`models::Meaning`] and remembers what they said. Not here: where the files come from
//! (`weights`), and what is concluded from a cosine; the caller decides, and a cosine alone decides nothing (E-11).
mod cache;
mod network;
mod opposition;
mod reader;
mod sentences;

pub use network::Fault;
pub use opposition::Opposition;
pub use reader::{Counts, Reader};
pub use sentences::Sentences;

use std::path::PathBuf;

/// Why a network can't be used at all. What goes wrong later, while it reads, is a [`models::Error::Local`].
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The network is missing, cut short, or no network.
    #[error("can't load the model `{}`: {source}; run `roundtable models verify {weights}`", path.display())]
    Model {
        /// The file.
        path: PathBuf,
        /// The weights it belongs to, as the catalogue names them.
        weights: &'static str,
        /// What the engine says.
        source: rten::LoadError,
    },
    /// The tokenizer is missing, cut short, or no tokenizer.
    #[error("can't load the tokenizer `{}`: {source}; run `roundtable models verify {weights}`", path.display())]
    Tokenizer {
        /// The file.
        path: PathBuf,
        /// The weights it belongs to, as the catalogue names them.
        weights: &'static str,
        /// What the tokenizer's reader says.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Both load, but they are not what they are taken for: a first short text can't be read.
    #[error(
        "can't read with `{}` and `{}`: {source}; run `roundtable models verify {weights}`",
        model.display(), tokenizer.display()
    )]
    Unfit {
        /// The network's file.
        model: PathBuf,
        /// The tokenizer's file.
        tokenizer: PathBuf,
        /// The weights they belong to, as the catalogue names them.
        weights: &'static str,
        /// What went wrong.
        source: Box<Fault>,
    },
}
