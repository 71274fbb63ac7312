//! Sentence embeddings and contradiction between texts, computed in this process (O-07).
//!
//! Two ONNX networks, run by `rten` in thread pools of their own: [`SentenceEncoder`] is required, [`ContradictionModel`] optional.
//! [`LocalSemantics`] implements [`models::SemanticModel`] with both and caches their outputs. Not here: where the files come from
//! (`weights`), and what follows from a cosine; the caller decides, and a cosine alone decides nothing (E-11).
mod cache;
mod contradiction;
mod network;
mod semantics;
mod sentence_encoder;

pub use contradiction::ContradictionModel;
pub use network::Fault;
pub use semantics::{Counts, LocalSemantics};
pub use sentence_encoder::SentenceEncoder;

use std::path::PathBuf;

/// Why a network can't be opened. Failures while it runs are [`models::Error::Local`].
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The network's file is missing, truncated, or not a network.
    #[error("can't load the model `{}`: {source}; run `roundtable models verify {weights}`", path.display())]
    Model {
        /// The file.
        path: PathBuf,
        /// The weights it belongs to, as the catalogue names them.
        weights: &'static str,
        /// The runtime's error.
        source: rten::LoadError,
    },
    /// The tokenizer's file is missing, truncated, or not a tokenizer.
    #[error("can't load the tokenizer `{}`: {source}; run `roundtable models verify {weights}`", path.display())]
    Tokenizer {
        /// The file.
        path: PathBuf,
        /// The weights it belongs to, as the catalogue names them.
        weights: &'static str,
        /// The tokenizer library's error.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Both load, but the network can't run on a first short text.
    #[error(
        "the model `{}` and the tokenizer `{}` do not match: {source}; run `roundtable models verify {weights}`",
        model.display(), tokenizer.display()
    )]
    Unfit {
        /// The network's file.
        model: PathBuf,
        /// The tokenizer's file.
        tokenizer: PathBuf,
        /// The weights they belong to, as the catalogue names them.
        weights: &'static str,
        /// The fault.
        source: Box<Fault>,
    },
}
