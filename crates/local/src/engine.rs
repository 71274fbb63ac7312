//! What runs a language model: candle's files with this crate's kernels, or llama.cpp. The desk does not care which.
use crate::net::{Net, Sequence};
use crate::vocabulary::Vocabulary;
use std::sync::Arc;

/// Which engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineKind {
    /// This crate's own kernels over candle's files.
    #[default]
    Candle,
    /// llama.cpp, which is built only with the feature `llama-cpp`.
    #[cfg(feature = "llama-cpp")]
    LlamaCpp,
}

impl EngineKind {
    /// Those that were built in.
    pub const ALL: &[EngineKind] = &[
        EngineKind::Candle,
        #[cfg(feature = "llama-cpp")]
        EngineKind::LlamaCpp,
    ];

    /// Its name as people type and read it.
    pub fn as_str(self) -> &'static str {
        match self {
            EngineKind::Candle => "candle",
            #[cfg(feature = "llama-cpp")]
            EngineKind::LlamaCpp => "llama-cpp",
        }
    }
}

/// An engine with its weights loaded.
pub(crate) trait Engine: Send {
    /// What it remembers of a run of tokens.
    type Memory: Send;

    /// Its tokens.
    fn vocabulary(&self) -> &Arc<Vocabulary>;

    /// The most tokens of a prompt and its answer together.
    fn window(&self) -> usize;

    /// Bytes that each token takes in a memory.
    fn bytes_per_token(&self) -> usize;

    /// A memory of nothing that may come to have up to `most` tokens; nothing if there is no room for it. While there is no
    /// other, there is room.
    fn empty(&mut self, most: usize) -> Option<Self::Memory>;

    /// A memory of the first `length` tokens of another, on its own from then on, that may come to have up to `most`; nothing if
    /// there is no room for it.
    fn branch(&mut self, memory: &Self::Memory, length: usize, most: usize) -> Option<Self::Memory>;

    /// The tokens that a memory has.
    fn tokens<'a>(&self, memory: &'a Self::Memory) -> &'a [u32];

    /// Forgets all but the first `length` tokens. No more are read into it.
    fn cut(&mut self, memory: &mut Self::Memory, length: usize);

    /// Reads the tokens of several runs at once, and tells for each that wants it how likely every token is to come next. `stop` is
    /// asked often; once it says yes, nothing has been read.
    fn step(
        &mut self,
        feeds: &mut [Feed<'_, Self::Memory>],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Vec<f32>>, Halt>;
}

/// What one run contributes to a step.
pub(crate) struct Feed<'a, Memory> {
    /// Whose memory is read and extended.
    pub(crate) memory: &'a mut Memory,
    /// The tokens that come next.
    pub(crate) tokens: &'a [u32],
    /// Whether what may follow the last of them is wanted.
    pub(crate) wants: bool,
}

/// Why a step gave nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Halt {
    /// It was called off.
    #[error("called off")]
    Stopped,
    /// The arithmetic could not be done.
    #[error("{0}")]
    Failed(String),
}

impl From<candle_core::Error> for Halt {
    fn from(error: candle_core::Error) -> Halt {
        Halt::Failed(error.to_string())
    }
}

/// The default engine: a network in this process, on threads of its own.
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

/// A longer memory than this serves no debate, and takes gigabytes.
const WINDOW: usize = 8_192;

impl Engine for Candle {
    type Memory = Sequence;

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
        Some(Sequence::new(&self.net.config).with_room(&self.net.config, most))
    }

    fn branch(&mut self, memory: &Sequence, length: usize, most: usize) -> Option<Sequence> {
        Some(memory.prefix(length).with_room(&self.net.config, most))
    }

    fn tokens<'a>(&self, memory: &'a Sequence) -> &'a [u32] {
        &memory.tokens
    }

    fn cut(&mut self, memory: &mut Sequence, length: usize) {
        memory.forget(&self.net.config, length);
    }

    fn step(
        &mut self,
        feeds: &mut [Feed<'_, Sequence>],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Vec<f32>>, Halt> {
        self.threads.install(|| self.net.step(feeds, stop))
    }
}
