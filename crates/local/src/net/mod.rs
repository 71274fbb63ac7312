//! The network of a language model: tokens in, logits out.
//!
//! The llama family of networks, read from a GGUF file: llama itself and what is built like it (SmolLM, Mistral), qwen2, qwen3.
//! Not here: text, sampling, scheduling.
mod config;
mod forward;
mod load;
mod sequence;

pub(crate) use config::Config;
pub(crate) use load::Unreadable;
pub(crate) use sequence::Sequence;

use crate::kernel::Matrix;

/// The weights, packed for the kernels.
pub(crate) struct Net {
    pub(crate) config: Config,
    embeddings: Matrix,
    layers: Vec<Layer>,
    norm: Vec<f32>,
    /// Absent where input and output embeddings are shared.
    output: Option<Matrix>,
    /// For each pair of a head's dimensions, its rotation per position, in radians.
    rope_frequencies: Vec<f32>,
}

struct Layer {
    attention_norm: Vec<f32>,
    query: Linear,
    key: Linear,
    value: Linear,
    output: Matrix,
    /// Norms of each head, where the network has them.
    query_norm: Option<Vec<f32>>,
    key_norm: Option<Vec<f32>>,
    ffn_norm: Vec<f32>,
    gate: Matrix,
    up: Matrix,
    down: Matrix,
}

struct Linear {
    weight: Matrix,
    bias: Option<Vec<f32>>,
}
