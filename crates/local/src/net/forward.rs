//! The forward pass, for several sequences at once.
//!
//! The rows of all sequences go through the weights together, so that several requests cost little more than one; each attends to
//! its own cache. A row's result does not depend on the rest of the batch.
use super::{Config, Layer, Linear, Net, Sequence};
use crate::backend::{self, StepError};
use crate::kernel::{Activations, attend};
use rayon::prelude::*;

type Feed<'a> = backend::Feed<'a, Sequence>;

impl Net {
    /// The size of the vocabulary.
    pub(crate) fn vocabulary(&self) -> usize {
        self.output.as_ref().unwrap_or(&self.embeddings).outputs()
    }

    /// Reads each feed's tokens and returns logits for the feeds that want them. `stop` is polled between layers.
    pub(crate) fn step(
        &self,
        feeds: &mut [Feed<'_>],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Vec<f32>>, StepError> {
        let before: Vec<usize> = feeds.iter().map(|it| it.cache.tokens.len()).collect();
        let outcome = self.read(feeds, &before, stop);
        if outcome.is_err() {
            for (feed, length) in feeds.iter_mut().zip(before) {
                feed.cache.truncate(&self.config, length);
            }
        }
        outcome
    }

    fn read(
        &self,
        feeds: &mut [Feed<'_>],
        before: &[usize],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Vec<f32>>, StepError> {
        let hidden = self.config.hidden;
        let tokens: Vec<u32> = feeds.iter().flat_map(|it| it.tokens.iter().copied()).collect();
        let mut x = vec![0.0; tokens.len() * hidden];
        for (token, row) in tokens.iter().zip(x.chunks_exact_mut(hidden)) {
            self.embeddings.row(*token as usize, row)?;
        }
        let positions: Vec<usize> =
            feeds.iter().zip(before).flat_map(|(it, from)| *from..from + it.tokens.len()).collect();
        let mut scratch = Scratch::default();
        for (index, layer) in self.layers.iter().enumerate() {
            if stop() {
                return Err(StepError::Stopped);
            }
            self.attention(layer, index, feeds, before, &positions, &mut x, &mut scratch)?;
            self.feed_forward(layer, &mut x, &mut scratch)?;
        }
        for feed in feeds.iter_mut() {
            feed.cache.tokens.extend(feed.tokens);
        }
        self.logits(feeds, &x)
    }

    /// The logits after the last token of each feed that wants them; empty for the others.
    fn logits(&self, feeds: &[Feed<'_>], x: &[f32]) -> Result<Vec<Vec<f32>>, StepError> {
        let hidden = self.config.hidden;
        let (mut last, mut end) = (Vec::new(), 0);
        for feed in feeds {
            end += feed.tokens.len();
            if feed.wants && !feed.tokens.is_empty() {
                last.extend_from_slice(x.get((end - 1) * hidden..end * hidden).unwrap_or_default());
            }
        }
        if last.is_empty() {
            return Ok(vec![Vec::new(); feeds.len()]);
        }
        let mut normed = Vec::new();
        norm_rows(&last, &self.norm, self.config.epsilon, &mut normed);
        let mut logits = Vec::new();
        self.output.as_ref().unwrap_or(&self.embeddings).product(&Activations::of(&normed, hidden), &mut logits)?;
        let mut rows = logits.chunks_exact(self.vocabulary()).map(<[f32]>::to_vec);
        let wants = feeds.iter().map(|it| it.wants && !it.tokens.is_empty());
        Ok(wants.map(|it| if it { rows.next().unwrap_or_default() } else { Vec::new() }).collect())
    }

    #[expect(clippy::too_many_arguments, reason = "the state of a step, which no type would make clearer")]
    fn attention(
        &self,
        layer: &Layer,
        index: usize,
        feeds: &mut [Feed<'_>],
        before: &[usize],
        positions: &[usize],
        x: &mut [f32],
        scratch: &mut Scratch,
    ) -> Result<(), StepError> {
        let Config { hidden, heads, epsilon, .. } = self.config;
        norm_rows(x, &layer.attention_norm, epsilon, &mut scratch.normed);
        let normed = Activations::of(&scratch.normed, hidden);
        layer.query.apply(&normed, &mut scratch.query)?;
        layer.key.apply(&normed, &mut scratch.key)?;
        layer.value.apply(&normed, &mut scratch.value)?;
        for (rows, norm) in [(&mut scratch.query, &layer.query_norm), (&mut scratch.key, &layer.key_norm)] {
            if let Some(norm) = norm {
                rows.chunks_exact_mut(heads.width).for_each(|it| norm_in_place(it, norm, epsilon));
            }
        }
        let (queries, keys) = (heads.queries * heads.width, heads.keys * heads.width);
        for (at, position) in positions.iter().enumerate() {
            let query = scratch.query.get_mut(at * queries..(at + 1) * queries).unwrap_or_default();
            query.chunks_exact_mut(heads.width).for_each(|it| self.rope(it, *position));
            let key = scratch.key.get_mut(at * keys..(at + 1) * keys).unwrap_or_default();
            key.chunks_exact_mut(heads.width).for_each(|it| self.rope(it, *position));
        }

        scratch.attended.resize(positions.len() * queries, 0.0);
        let mut at = 0;
        for (feed, before) in feeds.iter_mut().zip(before) {
            let rows = feed.tokens.len();
            let Some(cache) = feed.cache.layers.get_mut(index) else { continue };
            cache.keys.extend_from_slice(scratch.key.get(at * keys..(at + rows) * keys).unwrap_or_default());
            cache.values.extend_from_slice(scratch.value.get(at * keys..(at + rows) * keys).unwrap_or_default());
            let query = scratch.query.get(at * queries..(at + rows) * queries).unwrap_or_default();
            let attended = scratch.attended.get_mut(at * queries..(at + rows) * queries).unwrap_or_default();
            let attend_row = |(row, (query, attended)): (usize, (&[f32], &mut [f32]))| {
                attend(heads, query, &cache.keys, &cache.values, before + row + 1, attended);
            };
            if rayon::current_num_threads() == 1 || rows == 1 {
                query.chunks_exact(queries).zip(attended.chunks_exact_mut(queries)).enumerate().for_each(attend_row);
            } else {
                query
                    .par_chunks_exact(queries)
                    .zip(attended.par_chunks_exact_mut(queries))
                    .enumerate()
                    .for_each(attend_row);
            }
            at += rows;
        }
        layer.output.product(&Activations::of(&scratch.attended, queries), &mut scratch.result)?;
        x.iter_mut().zip(&scratch.result).for_each(|(x, add)| *x += add);
        Ok(())
    }

    fn feed_forward(&self, layer: &Layer, x: &mut [f32], scratch: &mut Scratch) -> Result<(), StepError> {
        norm_rows(x, &layer.ffn_norm, self.config.epsilon, &mut scratch.normed);
        let normed = Activations::of(&scratch.normed, self.config.hidden);
        layer.gate.product(&normed, &mut scratch.gate)?;
        layer.up.product(&normed, &mut scratch.up)?;
        for (gate, up) in scratch.gate.iter_mut().zip(&scratch.up) {
            *gate = *gate / (1.0 + (-*gate).exp()) * up;
        }
        layer.down.product(&Activations::of(&scratch.gate, layer.gate.outputs()), &mut scratch.result)?;
        x.iter_mut().zip(&scratch.result).for_each(|(x, add)| *x += add);
        Ok(())
    }

    /// Rotary position embedding: rotates pairs of a head's dimensions by an angle that depends on the position.
    fn rope(&self, head: &mut [f32], position: usize) {
        let rotated = head.get_mut(..self.config.rope_dimensions).unwrap_or_default();
        let rotate = |a: &mut f32, b: &mut f32, frequency: f32| {
            let (sin, cos) = (position as f32 * frequency).sin_cos();
            (*a, *b) = (*a * cos - *b * sin, *a * sin + *b * cos);
        };
        if self.config.is_split {
            let (first, second) = rotated.split_at_mut(self.config.rope_dimensions / 2);
            first
                .iter_mut()
                .zip(second)
                .zip(&self.rope_frequencies)
                .for_each(|((a, b), frequency)| rotate(a, b, *frequency));
        } else {
            let (pairs, _) = rotated.as_chunks_mut::<2>();
            pairs.iter_mut().zip(&self.rope_frequencies).for_each(|([a, b], frequency)| rotate(a, b, *frequency));
        }
    }
}

impl Linear {
    fn apply(&self, x: &Activations<'_>, out: &mut Vec<f32>) -> Result<(), StepError> {
        self.weight.product(x, out)?;
        if let Some(bias) = &self.bias {
            out.chunks_exact_mut(bias.len()).for_each(|row| row.iter_mut().zip(bias).for_each(|(x, add)| *x += add));
        }
        Ok(())
    }
}

/// Buffers that are reused within a step.
#[derive(Default)]
struct Scratch {
    normed: Vec<f32>,
    query: Vec<f32>,
    key: Vec<f32>,
    value: Vec<f32>,
    attended: Vec<f32>,
    gate: Vec<f32>,
    up: Vec<f32>,
    result: Vec<f32>,
}

fn norm_rows(x: &[f32], weight: &[f32], epsilon: f32, out: &mut Vec<f32>) {
    out.clear();
    out.extend_from_slice(x);
    out.chunks_exact_mut(weight.len()).for_each(|row| norm_in_place(row, weight, epsilon));
}

fn norm_in_place(row: &mut [f32], weight: &[f32], epsilon: f32) {
    let square: f32 = row.iter().map(|it| it * it).sum();
    let factor = 1.0 / (square / row.len() as f32 + epsilon).sqrt();
    row.iter_mut().zip(weight).for_each(|(x, weight)| *x *= factor * weight);
}
