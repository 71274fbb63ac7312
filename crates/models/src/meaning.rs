//! What texts mean to each other, whoever reads them: the counterpart of [`Model`](crate::Model) for vectors and entailment.
//!
//! Not here: who reads (`local` does, in this process), and what follows from a figure. A cosine never shows agreement by itself (E-11).
use crate::error::Error;
use futures_util::future::BoxFuture;
use std::sync::Arc;

/// A text as a direction: of length one, so that the cosine of two is their dot product. A text that says nothing to its reader (empty,
/// or without a word known to it) is all zeros: its cosine with anything is 0.
pub type Vector = Arc<[f32]>;

/// Anything that reads texts for their meaning. Calls take batches; the answers are in the order of the questions.
pub trait Meaning: Send + Sync {
    /// A vector for each text. A text has the same vector whatever else is asked with it.
    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> BoxFuture<'a, Result<Vec<Vector>, Error>>;

    /// How surely the second text of each pair contradicts the first, 0 to 1; nothing if this reader has no model for that. The other
    /// direction is another question: a caller that wants both asks both.
    fn contradict<'a>(&'a self, pairs: &'a [(&'a str, &'a str)]) -> BoxFuture<'a, Result<Option<Vec<f32>>, Error>>;
}
