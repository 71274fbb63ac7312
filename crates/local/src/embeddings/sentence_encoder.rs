//! Sentence embeddings: the mean of the network's token vectors, normalised to length one.
//!
//! A text's vector does not depend on the batch or its order. Not here: caching.
use super::Error;
use super::network::{Fault, Files, Network, Tokens};
use models::Vector;
use rten_tensor::prelude::*;
use std::path::Path;

/// Maximum length of a text in tokens: that of the network's training data.
const LONGEST: usize = 256;

/// Texts per batch. Ours: more gain nothing on a few cores, and each row is padded to the longest.
const BATCH: usize = 16;

/// A network that embeds sentences.
pub struct SentenceEncoder {
    network: Network,
    dimensions: usize,
}

impl SentenceEncoder {
    /// Opens a network and its tokenizer, to run on at most `threads` threads; 0 counts as 1. Runs a first text, so that files that
    /// do not belong together fail here.
    ///
    /// # Errors
    /// A file can't be loaded, or they do not fit each other.
    pub fn open(model: &Path, tokenizer: &Path, threads: usize) -> Result<Self, Error> {
        let files = Files { model, tokenizer, weights: "minilm-l6-v2" };
        let network = Network::open(&files, LONGEST, threads)?;
        let first = network.text("yes").and_then(|tokens| vectors(&network, &[&tokens]));
        let dimensions = first.map_err(|fault| files.unfit(fault))?.first().map_or(0, |it| it.len());
        Ok(Self { network, dimensions })
    }

    /// The number of dimensions of a vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// A vector for each text, in their order. A text without a known word has the zero vector, whose cosine with any vector is 0.
    /// Blocks for some milliseconds a text.
    ///
    /// # Errors
    /// The tokenizer or the network fails.
    pub fn read(&self, texts: &[impl AsRef<str>]) -> Result<Vec<Vector>, Fault> {
        let mut read: Vec<Vector> = vec![Vector::from(vec![0.0; self.dimensions]); texts.len()];
        let mut rows: Vec<(usize, Tokens)> = Vec::with_capacity(texts.len());
        for (place, text) in texts.iter().enumerate() {
            if self.network.knows(text.as_ref())? {
                rows.push((place, self.network.text(text.as_ref())?));
            }
        }
        // Sorted by length, to reduce padding.
        rows.sort_by_key(|(_, tokens)| tokens.len());
        for batch in rows.chunks(BATCH) {
            let tokens: Vec<&Tokens> = batch.iter().map(|(_, tokens)| tokens).collect();
            for ((place, _), vector) in batch.iter().zip(vectors(&self.network, &tokens)?) {
                if let Some(slot) = read.get_mut(*place) {
                    *slot = vector;
                }
            }
        }
        Ok(read)
    }
}

fn vectors(network: &Network, batch: &[&Tokens]) -> Result<Vec<Vector>, Fault> {
    let output = network.run(batch)?;
    let shape = output.shape().to_vec();
    let &[rows, width, dimensions] = shape.as_slice() else {
        return Err(Fault::Shape { expected: "[texts, tokens, dimensions]", found: shape });
    };
    if rows != batch.len() || dimensions == 0 || batch.iter().any(|tokens| tokens.len() > width) {
        return Err(Fault::Shape { expected: "[texts, tokens, dimensions]", found: shape });
    }
    let numbers = output.to_vec();
    let rows = numbers.chunks(width * dimensions);
    Ok(rows.zip(batch).map(|(row, tokens)| direction(row.chunks(dimensions).take(tokens.len()), dimensions)).collect())
}

/// The normalised sum of the token vectors, which is the normalised mean.
fn direction<'a>(tokens: impl Iterator<Item = &'a [f32]>, dimensions: usize) -> Vector {
    let mut sum = vec![0.0; dimensions];
    for token in tokens {
        sum.iter_mut().zip(token).for_each(|(sum, it)| *sum += it);
    }
    let length = sum.iter().map(|it| it * it).sum::<f32>().sqrt();
    // Vectors that cancel out have no direction.
    let scale = if length.is_normal() { length.recip() } else { 0.0 };
    sum.into_iter().map(|it| it * scale).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_has_length_one_or_is_nowhere() {
        for (tokens, expected) in [
            (&[[3.0, 4.0]][..], [0.6, 0.8]),
            (&[[3.0, 0.0], [0.0, 4.0]], [0.6, 0.8]),
            (&[[1.0, -1.0], [-1.0, 1.0]], [0.0, 0.0]),
            (&[], [0.0, 0.0]),
            (&[[f32::NAN, 1.0]], [f32::NAN, 0.0]),
        ] {
            let got = direction(tokens.iter().map(|it| &it[..]), 2);
            assert_eq!(got.len(), 2, "{tokens:?}");
            for (got, expected) in got.iter().zip(expected) {
                let is_same = (got - expected).abs() < 1e-6 || got.is_nan() && expected.is_nan();
                assert!(is_same, "{tokens:?}: {got:?}");
            }
        }
    }
}
