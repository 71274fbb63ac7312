//! The hyperparameters of a network, from its file's metadata.
use super::load::Unreadable;
use crate::kernel::Heads;
use candle_core::quantized::gguf_file::Content;

/// Architectures this crate can run.
const KNOWN: [&str; 3] = ["llama", "qwen2", "qwen3"];

/// The hyperparameters.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    /// The name in the file.
    pub(crate) architecture: String,
    pub(crate) layers: usize,
    pub(crate) hidden: usize,
    pub(crate) heads: Heads,
    /// The context length that the network was trained for.
    pub(crate) window: usize,
    pub(crate) epsilon: f32,
    pub(crate) rope_base: f32,
    /// Dimensions of a head that are rotated.
    pub(crate) rope_dimensions: usize,
    /// Whether dimension i is rotated together with dimension i + n/2, and not with its neighbour.
    pub(crate) is_split: bool,
}

impl Config {
    pub(crate) fn read(file: &Content) -> Result<Config, Unreadable> {
        let missing = |key: &str| Unreadable::Missing { what: key.to_owned() };
        let architecture = file
            .metadata
            .get("general.architecture")
            .and_then(|it| it.to_string().ok())
            .ok_or_else(|| missing("general.architecture"))?
            .clone();
        if !KNOWN.contains(&architecture.as_str()) {
            return Err(Unreadable::Architecture { name: architecture, known: KNOWN.join(", ") });
        }
        let number = |key: &str| {
            let key = format!("{architecture}.{key}");
            let value = file.metadata.get(&key);
            value
                .and_then(|it| it.to_u32().ok())
                .map(|it| it as usize)
                .filter(|it| *it > 0)
                .ok_or_else(|| missing(&key))
        };
        let float = |key: &str| file.metadata.get(&format!("{architecture}.{key}")).and_then(|it| it.to_f32().ok());
        let scaling = format!("{architecture}.rope.scaling.type");
        if let Some(kind) = file.metadata.get(&scaling).and_then(|it| it.to_string().ok()).filter(|it| *it != "none") {
            return Err(Unreadable::Shape {
                what: format!("`{scaling}` is `{kind}`, which this backend does not know"),
            });
        }
        let (hidden, queries) = (number("embedding_length")?, number("attention.head_count")?);
        let width = number("attention.key_length").unwrap_or(hidden / queries);
        let keys = number("attention.head_count_kv").unwrap_or(queries);
        if !queries.is_multiple_of(keys) || width == 0 || !width.is_multiple_of(2) {
            return Err(Unreadable::Shape { what: format!("{queries} heads of {width} over {keys}") });
        }
        Ok(Config {
            layers: number("block_count")?,
            hidden,
            heads: Heads { queries, keys, width },
            window: number("context_length")?,
            epsilon: float("attention.layer_norm_rms_epsilon").unwrap_or(1e-6),
            rope_base: float("rope.freq_base").unwrap_or(10_000.0),
            rope_dimensions: number("rope.dimension_count").unwrap_or(width).min(width) / 2 * 2,
            // llama's files have their rows permuted, so that neighbours form a pair.
            is_split: architecture != "llama",
            architecture,
        })
    }

    /// Bytes that a token takes in a key-value cache.
    pub(crate) fn bytes_per_token(&self) -> usize {
        2 * self.layers * self.heads.keys * self.heads.width * size_of::<f32>()
    }
}
