//! A model's GGUF file: its metadata, and loading its weights into a backend.
//!
//! Not here: where files come from, and what the backends do.
use crate::backend::{BackendKind, Candle};
use crate::net::{Config, Net, Unreadable};
use crate::template;
use crate::vocabulary::Vocabulary;
use crate::weights::Template;
use candle_core::quantized::gguf_file::Content;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a model can't be run.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Its file can't be used.
    #[error("can't use {}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The fault.
        reason: String,
    },
    /// There is too little memory.
    #[error(
        "{} needs about {needed} MB of memory and {available} MB are free: close something, or seat a smaller model, such as `local/smollm2-135m`",
        path.display()
    )]
    Memory {
        /// The file.
        path: PathBuf,
        /// Megabytes it needs.
        needed: u64,
        /// Megabytes that are free.
        available: u64,
    },
    /// The operating system can't start threads.
    #[error("can't start threads for the embedded model: {reason}")]
    Threads {
        /// The operating system's error.
        reason: String,
    },
}

/// An opened file.
pub(crate) struct ModelFile {
    path: PathBuf,
    content: Content,
    pub(crate) vocabulary: Arc<Vocabulary>,
    /// The chat template that the file names.
    pub(crate) template: Template,
}

impl ModelFile {
    /// Reads the metadata.
    pub(crate) fn open(path: &Path) -> Result<ModelFile, LoadError> {
        let unusable = |reason: String| LoadError::File { path: path.to_owned(), reason };
        let content = Net::describe(path).map_err(|error| unusable(error.to_string()))?;
        let vocabulary = Arc::new(Vocabulary::read(&content).map_err(unusable)?);
        let described = content.metadata.get("tokenizer.chat_template").and_then(|it| it.to_string().ok());
        let template = template::recognise(described.map_or("", String::as_str));
        Ok(ModelFile { path: path.to_owned(), content, vocabulary, template })
    }

    /// Fails if a model would need more than `memory` bytes.
    pub(crate) fn fit(&self, backend: BackendKind, memory: u64) -> Result<(), LoadError> {
        let reserved = match backend {
            BackendKind::Candle => 0,
            #[cfg(feature = "llama-cpp")]
            BackendKind::LlamaCpp => crate::llama::reserved(&self.content),
        };
        let needed = needed(&self.content).saturating_add(reserved);
        if needed <= memory {
            return Ok(());
        }
        let (needed, available) = (needed / 1_000_000, memory / 1_000_000);
        Err(LoadError::Memory { path: self.path.clone(), needed, available })
    }

    /// Loads the weights into the default backend.
    pub(crate) fn candle(self, threads: usize) -> Result<Candle, LoadError> {
        let ModelFile { path, content, vocabulary, .. } = self;
        let unusable = |reason: String| LoadError::File { path: path.clone(), reason };
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|index| format!("embedded-{index}"))
            .build()
            .map_err(|error| LoadError::Threads { reason: error.to_string() })?;
        let net = threads.install(|| Net::load(&path, content));
        let net = net.map_err(|error: Unreadable| unusable(error.to_string()))?;
        // Output and embedding matrices have the same number of rows.
        if net.vocabulary() < vocabulary.size() {
            return Err(unusable(format!("it has {} tokens and words for {}", net.vocabulary(), vocabulary.size())));
        }
        Ok(Candle::new(net, vocabulary, threads))
    }

    /// Loads the weights into llama.cpp.
    #[cfg(feature = "llama-cpp")]
    pub(crate) fn llama(self, threads: usize) -> Result<crate::llama::Weights, LoadError> {
        let ModelFile { path, vocabulary, .. } = self;
        crate::llama::Weights::load(&path, vocabulary, threads).map_err(|reason| LoadError::File { path, reason })
    }
}

/// Memory of a loaded model while a debate runs, in bytes: its tiles, the largest tensor while it is converted, cached prompts, and
/// the vocabulary.
fn needed(content: &Content) -> u64 {
    const WORDS: u64 = 150_000_000;
    const TOKENS: u64 = 7_500;
    let (mut tiles, mut largest) = (0, 0);
    for info in content.tensor_infos.values() {
        let count = info.shape.dims().iter().fold(1_u64, |all, it| all.saturating_mul(*it as u64));
        let (tile, passing) = crate::kernel::bytes_of(info.ggml_dtype, count);
        tiles += tile;
        largest = passing.max(largest);
    }
    let remembered = Config::read(content).map_or(0, |it| it.bytes_per_token() as u64 * TOKENS);
    tiles.saturating_add(largest).saturating_add(remembered) + WORDS
}
