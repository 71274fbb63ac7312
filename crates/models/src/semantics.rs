//! Semantic comparison of texts: the counterpart of [`Model`](crate::Model) for embeddings and entailment.
//!
//! Not here: the implementation (`local` has one, in this process), and what follows from a score. A cosine never shows agreement
//! by itself (E-11).
use crate::error::Error;
use futures_util::future::BoxFuture;
use std::sync::Arc;

/// An embedding, normalised to length one, so that the cosine of two is their dot product. A text without known words is all zeros:
/// its cosine with anything is 0.
pub type Vector = Arc<[f32]>;

/// Computes embeddings and contradiction scores. Calls take batches; outputs are in the order of the inputs.
pub trait SemanticModel: Send + Sync {
    /// A vector for each text. A text has the same vector in any batch.
    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> BoxFuture<'a, Result<Vec<Vector>, Error>>;

    /// The probability that the second text of each pair contradicts the first, 0 to 1; `None` if there is no model for it. The
    /// score is directional: callers that need both directions pass both pairs.
    fn contradict<'a>(&'a self, pairs: &'a [(&'a str, &'a str)]) -> BoxFuture<'a, Result<Option<Vec<f32>>, Error>>;
}
