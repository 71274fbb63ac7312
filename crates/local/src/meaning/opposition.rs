//! Whether one text contradicts another, by a network trained on entailment. Optional: it is opened only if somebody asks for it.
//!
//! A pair is read alone and in the given direction; callers that want to know of either direction ask both. Not here: the threshold.
use super::Error;
use super::network::{Fault, Files, Network};
use rten_tensor::prelude::*;
use std::path::Path;

/// Where a pair is cut, in tokens, by a network that takes rows of any length.
const LONGEST: usize = 256;

/// A network that reads pairs of texts.
pub struct Opposition {
    network: Network,
}

impl Opposition {
    /// Opens a network and its tokenizer, to be run by `threads` threads and never more; none is taken for one. Reads a first pair,
    /// so that files that do not belong together are found here.
    ///
    /// # Errors
    /// A file can't be loaded, or they do not fit each other.
    pub fn open(model: &Path, tokenizer: &Path, threads: usize) -> Result<Self, Error> {
        let files = Files { model, tokenizer, weights: "policy-nli-xsmall" };
        let opposition = Self { network: Network::open(&files, LONGEST, threads)? };
        opposition.contradiction("yes", "no").map_err(|fault| files.unfit(fault))?;
        Ok(opposition)
    }

    /// How surely the second text of each pair contradicts the first, 0 to 1, in their order. A text without a word that the network
    /// knows contradicts nothing. Blocks for some 100 milliseconds a pair.
    ///
    /// # Errors
    /// The tokenizer or the network fails.
    pub fn read(&self, pairs: &[(impl AsRef<str>, impl AsRef<str>)]) -> Result<Vec<f32>, Fault> {
        // One at a time: the network scales its arithmetic to all it is given, so a batch would change each score in it.
        pairs.iter().map(|(one, other)| self.score(one.as_ref(), other.as_ref())).collect()
    }

    fn score(&self, one: &str, other: &str) -> Result<f32, Fault> {
        if self.network.knows(one)? && self.network.knows(other)? { self.contradiction(one, other) } else { Ok(0.0) }
    }

    fn contradiction(&self, one: &str, other: &str) -> Result<f32, Fault> {
        let output = self.network.run(&[&self.network.pair(one, other)?])?;
        match output.to_vec().as_slice() {
            &[rest, contradiction] => Ok(1.0 / (1.0 + (rest - contradiction).exp())),
            _ => Err(Fault::Shape { expected: "[1, 2]", found: output.shape().to_vec() }),
        }
    }
}
