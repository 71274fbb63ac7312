//! An ONNX network over tokens, with its tokenizer and a thread pool of its own.
//!
//! It turns texts into token rows and runs batches. Not here: what the output means, queues and caching. Calls block.
use super::Error;
use rten::{Dimension, Model, ModelOptions, NodeId, RunOptions, ThreadPool, ValueOrView};
use rten_tensor::NdTensor;
use rten_tensor::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokenizers::{EncodeInput, Tokenizer, TruncationParams};

/// The longest prefix of a text that is tokenised, in characters. Ours: some 20 times what 256 tokens of prose take, so that a book
/// given by mistake costs no more than its first pages.
const MAX_CHARACTERS: usize = 20_000;

/// The files to open.
pub(super) struct Files<'a> {
    pub(super) model: &'a Path,
    pub(super) tokenizer: &'a Path,
    /// The name of the weights, for error messages.
    pub(super) weights: &'static str,
}

impl Files<'_> {
    pub(super) fn unfit(&self, source: Fault) -> Error {
        let (model, tokenizer) = (self.model.to_owned(), self.tokenizer.to_owned());
        Error::Unfit { model, tokenizer, weights: self.weights, source: Box::new(source) }
    }
}

/// Why a loaded network failed.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The network lacks an input or an output.
    #[error("the network has no `{0}`")]
    Lacks(&'static str),
    /// The tokenizer fails.
    #[error("the tokenizer fails: {0}")]
    Tokens(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The network fails.
    #[error("the network fails: {0}")]
    Run(#[from] rten::RunError),
    /// The output has another element type.
    #[error("the network's output has another element type: {0}")]
    Kind(#[from] rten::TryFromValueError),
    /// The output has another shape.
    #[error("the network's output has the shape {found:?} where {expected} is expected")]
    Shape {
        /// The expected shape.
        expected: &'static str,
        /// The actual shape.
        found: Vec<usize>,
    },
}

/// The input rows of a text.
pub(super) struct Tokens {
    ids: Vec<i32>,
    types: Vec<i32>,
}

impl Tokens {
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }
}

pub(super) struct Network {
    model: Model,
    tokenizer: Tokenizer,
    options: RunOptions,
    ids: NodeId,
    mask: NodeId,
    types: Option<NodeId>,
    output: NodeId,
    /// The row length that the network requires, if it requires one.
    width: Option<usize>,
    unknown: Option<u32>,
    pad: i32,
}

impl Network {
    /// Opens both files. Texts are truncated to `longest` tokens, or to as many as the network takes.
    pub(super) fn open(files: &Files<'_>, longest: usize, threads: usize) -> Result<Self, Error> {
        let (weights, path) = (files.weights, |it: &Path| -> PathBuf { it.to_owned() });
        // Prepacking the weights once makes a single sentence three times as fast, for 40 MB. It runs in the runtime's shared pool
        // and takes some 50 ms.
        let model = ModelOptions::with_all_ops()
            .prepack_weights(true)
            .load_file(files.model)
            .map_err(|source| Error::Model { path: path(files.model), weights, source })?;
        let unreadable = |source| Error::Tokenizer { path: path(files.tokenizer), weights, source };
        let mut tokenizer = Tokenizer::from_file(files.tokenizer).map_err(unreadable)?;
        let lacks = |what| files.unfit(Fault::Lacks(what));
        let ids = model.find_node("input_ids").ok_or_else(|| lacks("input_ids"))?;
        let mask = model.find_node("attention_mask").ok_or_else(|| lacks("attention_mask"))?;
        let output = *model.output_ids().first().ok_or_else(|| lacks("output"))?;
        let width = match model.node_info(ids).and_then(|it| it.shape()).as_deref() {
            Some([_, Dimension::Fixed(width)]) => Some(*width),
            Some(_) | None => None,
        };
        let pad = tokenizer.get_padding().map_or(0, |it| it.pad_id);
        // Rows are padded here, to the longest of their batch and not to the file's setting.
        tokenizer.with_padding(None);
        let cut = TruncationParams { max_length: width.unwrap_or(longest), ..TruncationParams::default() };
        tokenizer.with_truncation(Some(cut)).map_err(unreadable)?;
        let pool = ThreadPool::with_num_threads(threads.max(1));
        Ok(Self {
            types: model.find_node("token_type_ids"),
            unknown: tokenizer.token_to_id("[UNK]"),
            options: RunOptions::default().with_thread_pool(Some(Arc::new(pool))),
            pad: pad.cast_signed(),
            model,
            tokenizer,
            ids,
            mask,
            output,
            width,
        })
    }

    /// The tokens of a text.
    pub(super) fn text(&self, text: &str) -> Result<Tokens, Fault> {
        self.encode(clip(text).into())
    }

    /// The tokens of two texts in one row.
    pub(super) fn pair(&self, one: &str, other: &str) -> Result<Tokens, Fault> {
        self.encode((clip(one), clip(other)).into())
    }

    fn encode(&self, input: EncodeInput<'_>) -> Result<Tokens, Fault> {
        let encoding = self.tokenizer.encode_fast(input, true).map_err(Fault::Tokens)?;
        let signed = |row: &[u32]| row.iter().map(|it| it.cast_signed()).collect();
        Ok(Tokens { ids: signed(encoding.get_ids()), types: signed(encoding.get_type_ids()) })
    }

    /// Whether a text has a token that the network knows. All unknown tokens look alike to it.
    pub(super) fn knows(&self, text: &str) -> Result<bool, Fault> {
        let encoding = self.tokenizer.encode_fast(clip(text), false).map_err(Fault::Tokens)?;
        Ok(encoding.get_ids().iter().any(|id| Some(*id) != self.unknown))
    }

    /// Runs a batch. The output's dimensions are the batch, the row length, and then the network's own.
    pub(super) fn run(&self, batch: &[&Tokens]) -> Result<rten_tensor::Tensor<f32>, Fault> {
        let longest = batch.iter().map(|it| it.len()).max().unwrap_or_default();
        let shape = [batch.len(), self.width.unwrap_or(longest)];
        let rows = |fill: i32, row: &dyn Fn(&Tokens) -> Vec<i32>| -> NdTensor<i32, 2> {
            let padded = |it: &&Tokens| row(it).into_iter().chain(std::iter::repeat(fill)).take(shape[1]);
            NdTensor::from_data(shape, batch.iter().flat_map(padded).collect::<Vec<_>>())
        };
        let ids = rows(self.pad, &|it| it.ids.clone());
        let mask = rows(0, &|it| vec![1; it.len()]);
        let types = rows(0, &|it| it.types.clone());
        let mut inputs: Vec<(NodeId, ValueOrView<'_>)> =
            vec![(self.ids, ids.view().into()), (self.mask, mask.view().into())];
        inputs.extend(self.types.map(|id| (id, types.view().into())));
        let [output] = self.model.run_n(inputs, [self.output], Some(self.options.clone()))?;
        Ok(output.try_into()?)
    }
}

/// The prefix of a text that is tokenised.
fn clip(text: &str) -> &str {
    text.char_indices().nth(MAX_CHARACTERS).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_looked_at_from_its_beginning() {
        assert_eq!(clip("short"), "short");
        assert_eq!(clip(""), "");
        let long = "é".repeat(MAX_CHARACTERS + 5);
        assert_eq!(clip(&long).chars().count(), MAX_CHARACTERS);
    }
}
