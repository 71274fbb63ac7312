//! Whether one text contradicts another, by a network trained on entailment. Optional: it is opened only if the settings ask for
//! it.
//!
//! A pair is scored alone and in the given direction; callers that need both directions pass both pairs. Not here: the threshold.
use super::Error;
use super::network::{Fault, Files, Network};
use rten_tensor::prelude::*;
use std::path::Path;

/// Maximum length of a pair in tokens, if the network takes rows of any length.
const LONGEST: usize = 256;

/// A network that scores pairs of texts.
pub struct ContradictionModel {
    network: Network,
}

impl ContradictionModel {
    /// Opens a network and its tokenizer, to run on at most `threads` threads; 0 counts as 1. Runs a first pair, so that files that
    /// do not belong together fail here.
    ///
    /// # Errors
    /// A file can't be loaded, or they do not fit each other.
    pub fn open(model: &Path, tokenizer: &Path, threads: usize) -> Result<Self, Error> {
        let files = Files { model, tokenizer, weights: "policy-nli-xsmall" };
        let loaded = Self { network: Network::open(&files, LONGEST, threads)? };
        loaded.contradiction("yes", "no").map_err(|fault| files.unfit(fault))?;
        Ok(loaded)
    }

    /// The probability that the second text of each pair contradicts the first, 0 to 1, in the order of the pairs. A text without a
    /// known word contradicts nothing. Blocks for some 100 milliseconds a pair.
    ///
    /// # Errors
    /// The tokenizer or the network fails.
    pub fn read(&self, pairs: &[(impl AsRef<str>, impl AsRef<str>)]) -> Result<Vec<f32>, Fault> {
        // One at a time: the network scales its arithmetic to the whole batch, so a batch would change each score in it.
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
