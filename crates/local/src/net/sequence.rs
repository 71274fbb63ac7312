//! The key-value cache of a sequence, layer by layer.
use super::Config;

/// A token sequence with its keys and values. It can be truncated and extended differently.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sequence {
    /// The tokens read so far.
    pub(crate) tokens: Vec<u32>,
    pub(super) layers: Vec<LayerCache>,
}

/// One layer: a row of keys and a row of values for each token.
#[derive(Clone, Debug, Default)]
pub(super) struct LayerCache {
    pub(super) keys: Vec<f32>,
    pub(super) values: Vec<f32>,
}

impl Sequence {
    pub(crate) fn new(config: &Config) -> Sequence {
        Sequence { tokens: Vec::new(), layers: vec![LayerCache::default(); config.layers] }
    }

    /// Truncates to the first `length` tokens, and drops what an unfinished step has appended.
    pub(crate) fn truncate(&mut self, config: &Config, length: usize) {
        let row = config.heads.keys * config.heads.width;
        self.tokens.truncate(length);
        for layer in &mut self.layers {
            for rows in [&mut layer.keys, &mut layer.values] {
                rows.truncate(row * length);
                // So that the memory in use is what the cache limit counts.
                rows.shrink_to_fit();
            }
        }
    }

    /// The same with capacity for `most` tokens: it is not reallocated while it grows.
    pub(crate) fn with_capacity(mut self, config: &Config, most: usize) -> Sequence {
        let row = config.heads.keys * config.heads.width;
        for layer in &mut self.layers {
            for rows in [&mut layer.keys, &mut layer.values] {
                rows.reserve_exact((row * most).saturating_sub(rows.len()));
            }
        }
        self
    }

    /// A copy of the first `length` tokens.
    pub(crate) fn prefix(&self, length: usize) -> Sequence {
        let length = length.min(self.tokens.len());
        let rows = |all: &[f32]| {
            let row = all.len() / self.tokens.len().max(1);
            all.get(..row * length).unwrap_or_default().to_vec()
        };
        let layers =
            self.layers.iter().map(|it| LayerCache { keys: rows(&it.keys), values: rows(&it.values) }).collect();
        Sequence { tokens: self.tokens.get(..length).unwrap_or_default().to_vec(), layers }
    }
}
