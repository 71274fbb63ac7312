//! Loads a network from a GGUF file.
use super::{Config, Layer, Linear, Net};
use crate::kernel::{Matrix, SimdLevel};
use candle_core::Device;
use candle_core::quantized::gguf_file::Content;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// Why a file can't be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    /// It can't be opened.
    #[error("{0}")]
    File(#[from] std::io::Error),
    /// It is damaged, or not a GGUF file.
    #[error("it is not a GGUF file, or it is damaged: {}", .0.to_string().lines().next().unwrap_or_default())]
    Format(#[from] candle_core::Error),
    /// An unsupported architecture.
    #[error("its architecture is `{name}`; this backend runs {known}")]
    Architecture {
        /// The name in the file.
        name: String,
        /// The supported architectures.
        known: String,
    },
    /// A key or tensor that is required.
    #[error("it lacks `{what}`")]
    Missing {
        /// The key or the tensor.
        what: String,
    },
    /// A tensor that the forward pass would ignore.
    #[error("it has `{name}`, which this backend does not know")]
    Surplus {
        /// The tensor.
        name: String,
    },
    /// Dimensions that don't fit each other.
    #[error("its sizes are inconsistent: {what}")]
    Shape {
        /// The dimensions.
        what: String,
    },
}

/// An upper bound on the number of elements of a tensor.
const MOST: usize = 1 << 36;

/// An open file.
pub(super) struct Source {
    content: Content,
    file: BufReader<File>,
    /// Tensors that were not read yet.
    unread: BTreeSet<String>,
}

impl Net {
    /// Reads the file's metadata.
    pub(crate) fn describe(path: &Path) -> Result<Content, Unreadable> {
        Ok(Content::read(&mut BufReader::with_capacity(1 << 20, File::open(path)?))?)
    }

    /// Loads the weights, a tensor at a time.
    pub(crate) fn load(path: &Path, content: Content) -> Result<Net, Unreadable> {
        let config = Config::read(&content)?;
        let file = BufReader::with_capacity(1 << 20, File::open(path)?);
        let mut source = Source { content, file, unread: BTreeSet::new() };
        source.check_dimensions()?;
        let embeddings = source.matrix("token_embd.weight")?;
        let layers = (0..config.layers).map(|index| source.layer(index, &config)).collect::<Result<_, _>>()?;
        let norm = source.vector("output_norm.weight")?;
        let output = source.has("output.weight").then(|| source.matrix("output.weight")).transpose()?;
        let factors = source.has("rope_freqs.weight").then(|| source.vector("rope_freqs.weight")).transpose()?;
        let rope_frequencies = (0..config.rope_dimensions / 2)
            .map(|pair| {
                let factor = factors.as_ref().and_then(|it| it.get(pair)).copied().unwrap_or(1.0);
                config.rope_base.powf(-2.0 * pair as f32 / config.rope_dimensions as f32) / factor
            })
            .collect();
        if let Some(name) = source.unread.into_iter().next() {
            return Err(Unreadable::Surplus { name });
        }
        let net = Net { config, embeddings, layers, norm, output, rope_frequencies };
        net.check()?;
        Ok(net)
    }

    fn check(&self) -> Result<(), Unreadable> {
        let Config { hidden, heads, .. } = self.config;
        let (queries, keys) = (heads.queries * heads.width, heads.keys * heads.width);
        let is =
            |matrix: &Matrix, outputs: usize, inputs: usize| matrix.outputs() == outputs && matrix.inputs() == inputs;
        let fits = |layer: &Layer| {
            let inner = layer.gate.outputs();
            is(&layer.query.weight, queries, hidden)
                && is(&layer.key.weight, keys, hidden)
                && is(&layer.value.weight, keys, hidden)
                && is(&layer.output, hidden, queries)
                && is(&layer.gate, inner, hidden)
                && is(&layer.up, inner, hidden)
                && is(&layer.down, hidden, inner)
                && [(&layer.query, queries), (&layer.key, keys), (&layer.value, keys)]
                    .iter()
                    .all(|(linear, outputs)| linear.bias.as_ref().is_none_or(|it| it.len() == *outputs))
                && layer.attention_norm.len() == hidden
                && layer.ffn_norm.len() == hidden
                && [&layer.query_norm, &layer.key_norm].into_iter().flatten().all(|it| it.len() == heads.width)
        };
        let ends = self.embeddings.inputs() == hidden
            && self.norm.len() == hidden
            && self.output.as_ref().is_none_or(|it| it.inputs() == hidden && it.outputs() == self.embeddings.outputs());
        match self.layers.iter().position(|it| !fits(it)) {
            None if ends => Ok(()),
            None => Err(Unreadable::Shape { what: "embeddings and output".to_owned() }),
            Some(layer) => Err(Unreadable::Shape { what: format!("layer {layer}") }),
        }
    }
}

impl Source {
    /// Checks all dimensions before anything is allocated by them.
    fn check_dimensions(&mut self) -> Result<(), Unreadable> {
        for (name, info) in &self.content.tensor_infos {
            let dims = info.shape.dims();
            let count =
                dims.iter().try_fold(1_usize, |all, it| all.checked_mul(*it)).filter(|it| *it > 0 && *it < MOST);
            if count.is_none() {
                return Err(Unreadable::Shape { what: format!("{name} is {dims:?}") });
            }
            self.unread.insert(name.clone());
        }
        Ok(())
    }

    fn has(&self, name: &str) -> bool {
        self.content.tensor_infos.contains_key(name)
    }

    fn matrix(&mut self, name: &str) -> Result<Matrix, Unreadable> {
        self.require(name)?;
        let tensor = self.content.tensor(&mut self.file, name, &Device::Cpu)?;
        Ok(Matrix::of(tensor, SimdLevel::current())?)
    }

    fn vector(&mut self, name: &str) -> Result<Vec<f32>, Unreadable> {
        self.require(name)?;
        let tensor = self.content.tensor(&mut self.file, name, &Device::Cpu)?;
        Ok(tensor.dequantize(&Device::Cpu)?.flatten_all()?.to_vec1()?)
    }

    fn require(&mut self, name: &str) -> Result<(), Unreadable> {
        self.unread.remove(name);
        if self.has(name) { Ok(()) } else { Err(Unreadable::Missing { what: name.to_owned() }) }
    }

    fn linear(&mut self, name: &str) -> Result<Linear, Unreadable> {
        let weight = self.matrix(&format!("{name}.weight"))?;
        let bias = format!("{name}.bias");
        let bias = self.has(&bias).then(|| self.vector(&bias)).transpose()?;
        Ok(Linear { weight, bias })
    }

    fn layer(&mut self, index: usize, config: &Config) -> Result<Layer, Unreadable> {
        let name = |part: &str| format!("blk.{index}.{part}");
        let mut maybe = |part: &str| {
            let name = name(part);
            self.has(&name).then(|| self.vector(&name)).transpose()
        };
        let (query_norm, key_norm) = (maybe("attn_q_norm.weight")?, maybe("attn_k_norm.weight")?);
        if config.architecture == "qwen3" && (query_norm.is_none() || key_norm.is_none()) {
            return Err(Unreadable::Missing { what: name("attn_q_norm.weight") });
        }
        Ok(Layer {
            attention_norm: self.vector(&name("attn_norm.weight"))?,
            query: self.linear(&name("attn_q"))?,
            key: self.linear(&name("attn_k"))?,
            value: self.linear(&name("attn_v"))?,
            output: self.matrix(&name("attn_output.weight"))?,
            query_norm,
            key_norm,
            ffn_norm: self.vector(&name("ffn_norm.weight"))?,
            gate: self.matrix(&name("ffn_gate.weight"))?,
            up: self.matrix(&name("ffn_up.weight"))?,
            down: self.matrix(&name("ffn_down.weight"))?,
        })
    }
}
