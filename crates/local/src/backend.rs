//! Backends that run a language model: this crate's own kernels, or llama.cpp. The scheduler works with either.
use crate::net::{Net, Sequence};
use crate::vocabulary::Vocabulary;
use std::sync::Arc;

/// The backend of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BackendKind {
    /// This crate's own kernels, over files read by candle.
    #[default]
    Candle,
    /// llama.cpp, which is built only with the feature `llama-cpp`.
    #[cfg(feature = "llama-cpp")]
    LlamaCpp,
}

impl BackendKind {
    /// The backends of this build.
    pub const ALL: &[BackendKind] = &[
        BackendKind::Candle,
        #[cfg(feature = "llama-cpp")]
        BackendKind::LlamaCpp,
    ];

    /// Its name in settings and output.
    pub fn as_str(self) -> &'static str {
        match self {
            BackendKind::Candle => "candle",
            #[cfg(feature = "llama-cpp")]
            BackendKind::LlamaCpp => "llama-cpp",
        }
    }
}

/// A backend with its weights loaded.
pub(crate) trait Backend: Send {
    /// The key-value cache of one token sequence.
    type KvCache: Send;

    /// The model's vocabulary.
    fn vocabulary(&self) -> &Arc<Vocabulary>;

    /// The most tokens of a prompt and its answer together.
    fn window(&self) -> usize;

    /// Bytes that each token takes in a cache.
    fn bytes_per_token(&self) -> usize;

    /// An empty cache for up to `most` tokens; `None` if there is no space. There always is for the first one.
    fn empty(&mut self, most: usize) -> Option<Self::KvCache>;

    /// A copy of the first `length` tokens of another cache, with capacity for `most`; `None` if there is no space.
    fn branch(&mut self, cache: &Self::KvCache, length: usize, most: usize) -> Option<Self::KvCache>;

    /// The tokens in a cache.
    fn tokens<'a>(&self, cache: &'a Self::KvCache) -> &'a [u32];

    /// Truncates a cache to its first `length` tokens. No more tokens are read into it.
    fn cut(&mut self, cache: &mut Self::KvCache, length: usize);

    /// Truncates a cache to its first `length` tokens, to read others after them.
    fn rewind(&mut self, cache: &mut Self::KvCache, length: usize);

    /// Reads the tokens of several sequences in one batch. Returns the logits after the last token of each sequence that wants
    /// them. `stop` is polled often; if it returns true, no sequence has changed.
    fn step(
        &mut self,
        feeds: &mut [Feed<'_, Self::KvCache>],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Vec<f32>>, StepError>;
}

/// The share of one sequence in a step.
pub(crate) struct Feed<'a, KvCache> {
    /// The cache to read and to extend.
    pub(crate) cache: &'a mut KvCache,
    /// The tokens to append.
    pub(crate) tokens: &'a [u32],
    /// Whether the logits after the last token are wanted.
    pub(crate) wants: bool,
}

/// Why a step returned no logits.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StepError {
    /// It was cancelled.
    #[error("called off")]
    Stopped,
    /// The computation failed.
    #[error("{0}")]
    Failed(String),
}

impl From<candle_core::Error> for StepError {
    fn from(error: candle_core::Error) -> StepError {
        StepError::Failed(error.to_string())
    }
}

/// The default backend: this crate's network, on threads of its own.
pub(crate) struct Candle {
    net: Net,
    vocabulary: Arc<Vocabulary>,
    threads: rayon::ThreadPool,
}

impl Candle {
    pub(crate) fn new(net: Net, vocabulary: Arc<Vocabulary>, threads: rayon::ThreadPool) -> Candle {
        Candle { net, vocabulary, threads }
    }
}

/// Longer contexts take gigabytes, and no debate needs them.
const WINDOW: usize = 8_192;

impl Backend for Candle {
    type KvCache = Sequence;

    fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    fn window(&self) -> usize {
        self.net.config.window.min(WINDOW)
    }

    fn bytes_per_token(&self) -> usize {
        self.net.config.bytes_per_token()
    }

    fn empty(&mut self, most: usize) -> Option<Sequence> {
        Some(Sequence::new(&self.net.config).with_capacity(&self.net.config, most))
    }

    fn branch(&mut self, cache: &Sequence, length: usize, most: usize) -> Option<Sequence> {
        Some(cache.prefix(length).with_capacity(&self.net.config, most))
    }

    fn tokens<'a>(&self, cache: &'a Sequence) -> &'a [u32] {
        &cache.tokens
    }

    fn cut(&mut self, cache: &mut Sequence, length: usize) {
        cache.truncate(&self.net.config, length);
    }

    fn rewind(&mut self, cache: &mut Sequence, length: usize) {
        cache.truncate(&self.net.config, length);
    }

    fn step(
        &mut self,
        feeds: &mut [Feed<'_, Sequence>],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Vec<f32>>, StepError> {
        self.threads.install(|| self.net.step(feeds, stop))
    }
}
