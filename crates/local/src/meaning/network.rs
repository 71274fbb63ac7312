//! An ONNX network that reads tokens, with its tokenizer and a thread pool of its own.
//!
//! It knows how a text becomes rows of numbers and how a batch is run; what the output means is for its two users.
//! Not here: queues and memory. A network is called on a thread that may block.
use super::Error;
use rten::{Dimension, Model, ModelOptions, NodeId, RunOptions, ThreadPool, ValueOrView};
use rten_tensor::NdTensor;
use rten_tensor::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokenizers::{EncodeInput, Tokenizer, TruncationParams};

/// The most of a text that is looked at, in characters. Ours: some 20 times what 256 tokens of prose take, so that a book given by
/// mistake costs no more than its first pages.
const LOOKED_AT: usize = 20_000;

/// What is to be opened.
pub(super) struct Files<'a> {
    pub(super) model: &'a Path,
    pub(super) tokenizer: &'a Path,
    /// The name that an error tells to verify.
    pub(super) weights: &'static str,
}

impl Files<'_> {
    pub(super) fn unfit(&self, source: Fault) -> Error {
        let (model, tokenizer) = (self.model.to_owned(), self.tokenizer.to_owned());
        Error::Unfit { model, tokenizer, weights: self.weights, source: Box::new(source) }
    }
}

/// Why a network that was loaded can't read.
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
    /// The output is of another kind.
    #[error("the network's output is not of numbers: {0}")]
    Kind(#[from] rten::TryFromValueError),
    /// The output is of another shape.
    #[error("the network's output has the shape {found:?} where {expected} is due")]
    Shape {
        /// What there should be.
        expected: &'static str,
        /// What there is.
        found: Vec<usize>,
    },
}

/// A text as a network reads it.
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
    /// The length that every row must have, if the network insists on one.
    width: Option<usize>,
    unknown: Option<u32>,
    pad: i32,
}

impl Network {
    /// Opens both files. Texts are cut after `longest` tokens, or after as many as the network takes.
    pub(super) fn open(files: &Files<'_>, longest: usize, threads: usize) -> Result<Self, Error> {
        let (weights, path) = (files.weights, |it: &Path| -> PathBuf { it.to_owned() });
        // Packed once and not for every batch, a single sentence is read three times as fast, for 40 MB. Packing is the one thing
        // that runs in the engine's shared pool: it takes some 50 ms, here and never again.
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
        // Rows are padded here, to the longest of their batch and not to what the file says.
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

    /// A text's tokens.
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

    /// Whether there is a word in a text that the network knows. Blanks and marks it never saw all look alike to it.
    pub(super) fn knows(&self, text: &str) -> Result<bool, Fault> {
        let encoding = self.tokenizer.encode_fast(clip(text), false).map_err(Fault::Tokens)?;
        Ok(encoding.get_ids().iter().any(|id| Some(*id) != self.unknown))
    }

    /// Runs a batch: its length, the length of its rows, and then what the network has for each.
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

/// The beginning of a text, as far as it is looked at.
fn clip(text: &str) -> &str {
    text.char_indices().nth(LOOKED_AT).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_looked_at_from_its_beginning() {
        assert_eq!(clip("short"), "short");
        assert_eq!(clip(""), "");
        let long = "é".repeat(LOOKED_AT + 5);
        assert_eq!(clip(&long).chars().count(), LOOKED_AT);
    }
}
