//! llama.cpp as a backend: the weights in its own layout, and all sequences in one key-value cache.
//!
//! It runs every architecture that llama.cpp knows and that can truncate a sequence. Not here: tokenisation, which is this crate's
//! own whatever the backend, and scheduling.
mod cells;

use crate::backend::{Backend, Feed, StepError};
use crate::net::Config;
use crate::vocabulary::Vocabulary;
use candle_core::quantized::gguf_file::Content;
use cells::{CellAllocator, KvCache};
use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::token::LlamaToken;
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// Longer sequences are of no use in a debate.
const WINDOW: u32 = 8_192;

/// Capacity of the key-value cache in tokens, all allocated at the start: eight sequences of 2048, or two of the maximum length
/// with space to end an answer.
pub(crate) const CELLS: u32 = 2 * (WINDOW + 256);

/// Maximum number of sequences: active requests and cached prompts.
const MAX_SEQUENCES: u16 = 24;

/// Tokens per call of llama.cpp, which can't be interrupted: cancellation is checked between calls.
const BATCH: u16 = 32;

/// A model loaded by llama.cpp.
pub(crate) struct Weights {
    model: LlamaModel,
    vocabulary: Arc<Vocabulary>,
    threads: usize,
}

/// Bytes of the key-value cache for a file's model.
pub(crate) fn reserved(file: &Content) -> u64 {
    // Ours: an upper bound for most architectures that only llama.cpp knows.
    let unknown = 64 << 10;
    let token = Config::read(file).map_or(unknown, |it| it.bytes_per_token() / 2);
    u64::from(CELLS) * token as u64
}

/// llama.cpp, initialised once per process, with its logging turned off.
fn library() -> Result<&'static LlamaBackend, String> {
    static BACKEND: OnceLock<Result<LlamaBackend, String>> = OnceLock::new();
    let start = || {
        let mut backend = LlamaBackend::init().map_err(|error| format!("llama.cpp does not start: {error}"))?;
        backend.void_logs();
        Ok(backend)
    };
    BACKEND.get_or_init(start).as_ref().map_err(Clone::clone)
}

/// Loads a file into llama.cpp: all of it, or the vocabulary alone.
fn read(path: &Path, parameters: LlamaModelParams) -> Result<LlamaModel, String> {
    let unusable = |error| format!("llama.cpp does not take it: {error}");
    LlamaModel::load_from_file(library()?, path, &parameters).map_err(unusable)
}

impl Weights {
    /// Loads the weights of a file whose vocabulary is known.
    pub(crate) fn load(path: &Path, vocabulary: Arc<Vocabulary>, threads: usize) -> Result<Weights, String> {
        let model = read(path, LlamaModelParams::default())?;
        if model.is_recurrent() || model.is_hybrid() {
            return Err("a network of its kind can't forget the end of what it has read".to_owned());
        }
        let size = usize::try_from(model.n_vocab()).unwrap_or_default();
        if size < vocabulary.size() {
            return Err(format!("it has {size} tokens and words for {}", vocabulary.size()));
        }
        Ok(Weights { model, vocabulary, threads })
    }

    /// The most tokens of a prompt and its answer together.
    pub(crate) fn window(&self) -> usize {
        self.model.n_ctx_train().min(WINDOW) as usize
    }

    /// The backend. It borrows the weights, so both are owned by one thread.
    pub(crate) fn backend(&self) -> Result<Llama<'_>, String> {
        self.backend_of(CELLS)
    }

    fn backend_of(&self, cells: u32) -> Result<Llama<'_>, String> {
        let threads = i32::try_from(self.threads).unwrap_or(1);
        let parameters = LlamaContextParams::default()
            .with_n_ctx(NonZeroU32::new(cells))
            .with_n_seq_max(MAX_SEQUENCES.into())
            .with_kv_unified(true)
            .with_n_batch(BATCH.into())
            .with_n_ubatch(BATCH.into())
            .with_n_threads(threads)
            .with_n_threads_batch(threads);
        let context = self.model.new_context(library()?, parameters);
        let context = context.map_err(|error| format!("llama.cpp can't allocate its key-value cache: {error}"))?;
        let allocator = CellAllocator::new(MAX_SEQUENCES.into(), context.n_ctx() as usize);
        Ok(Llama { weights: self, context, batch: LlamaBatch::new(BATCH.into(), 1), allocator })
    }
}

/// The tokens of a text by llama.cpp's own tokenizer, with special tokens treated as text.
pub(crate) fn tokens(path: &Path, texts: &[String]) -> Result<Vec<Vec<u32>>, String> {
    let model = read(path, LlamaModelParams::default().with_vocab_only(true))?;
    let words = model.vocab();
    let tokens = |text: &String| {
        words.tokenize(text.as_bytes(), false, false).into_iter().map(|it| it.0.cast_unsigned()).collect()
    };
    Ok(texts.iter().map(tokens).collect())
}

/// The running backend.
pub(crate) struct Llama<'a> {
    weights: &'a Weights,
    context: LlamaContext<'a>,
    batch: LlamaBatch<'static>,
    allocator: CellAllocator,
}

impl Backend for Llama<'_> {
    type KvCache = KvCache;

    fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.weights.vocabulary
    }

    fn window(&self) -> usize {
        self.weights.window()
    }

    fn bytes_per_token(&self) -> usize {
        let model = &self.weights.model;
        let width = model.n_embd().max(0).cast_unsigned() / model.n_head().max(1);
        // Keys and values of two bytes each.
        2 * 2 * (model.n_layer() * model.n_head_kv() * width) as usize
    }

    fn empty(&mut self, most: usize) -> Option<KvCache> {
        let context = &mut self.context;
        // Clearing a whole sequence always succeeds.
        self.allocator.reclaim(|id| drop(context.clear_kv_cache_seq(u32::try_from(id).ok(), None, None)));
        self.allocator.allocate(most)
    }

    fn branch(&mut self, cache: &KvCache, length: usize, most: usize) -> Option<KvCache> {
        let mut branch = self.empty(most.max(length))?;
        let end = u32::try_from(length).ok();
        self.context.copy_kv_cache_seq(cache.id(), branch.id(), Some(0), end).ok()?;
        branch.tokens.extend(cache.tokens.iter().take(length));
        Some(branch)
    }

    fn tokens<'a>(&self, cache: &'a KvCache) -> &'a [u32] {
        &cache.tokens
    }

    fn cut(&mut self, cache: &mut KvCache, length: usize) {
        cache.shrink(length);
        self.discard_tail(cache);
    }

    fn rewind(&mut self, cache: &mut KvCache, length: usize) {
        cache.tokens.truncate(length);
        self.discard_tail(cache);
    }

    fn step(
        &mut self,
        feeds: &mut [Feed<'_, KvCache>],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Vec<f32>>, StepError> {
        let before: Vec<usize> = feeds.iter().map(|it| it.cache.tokens.len()).collect();
        let outcome = self.read(feeds, stop);
        if outcome.is_err() {
            for (feed, length) in feeds.iter_mut().zip(before) {
                feed.cache.tokens.truncate(length);
                self.discard_tail(feed.cache);
            }
        }
        outcome
    }
}

impl Llama<'_> {
    /// Removes the cells behind a sequence's tokens from llama.cpp's cache.
    fn discard_tail(&mut self, cache: &KvCache) {
        let from = u32::try_from(cache.tokens.len()).ok();
        // It fails for networks that can't truncate a sequence; those are not loaded.
        let _ = self.context.clear_kv_cache_seq(u32::try_from(cache.id()).ok(), from, None);
    }

    fn read(
        &mut self,
        feeds: &mut [Feed<'_, KvCache>],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Vec<f32>>, StepError> {
        let mut logits = Vec::with_capacity(feeds.len());
        self.batch.clear();
        // Positions in the batch whose logits are wanted, and for which feed.
        let mut wanted = Vec::new();
        for (index, Feed { cache, tokens, wants }) in feeds.iter_mut().enumerate() {
            if !cache.fits(tokens.len()) {
                return Err(StepError::Failed("an answer exceeds its share of the key-value cache".to_owned()));
            }
            logits.push(Vec::new());
            let mut left = tokens.len();
            for token in *tokens {
                if self.batch.n_tokens() == i32::from(BATCH) {
                    self.decode(&mut wanted, &mut logits, stop)?;
                }
                left -= 1;
                let is_wanted = *wants && left == 0;
                wanted.extend(is_wanted.then_some((self.batch.n_tokens(), index)));
                self.add(cache, *token, is_wanted)?;
            }
        }
        self.decode(&mut wanted, &mut logits, stop)?;
        Ok(logits)
    }

    fn add(&mut self, cache: &mut KvCache, token: u32, is_wanted: bool) -> Result<(), StepError> {
        let failed = |what: &dyn std::fmt::Display| StepError::Failed(what.to_string());
        let position = i32::try_from(cache.tokens.len()).map_err(|error| failed(&error))?;
        let llama_token = LlamaToken(token.cast_signed());
        self.batch.add(llama_token, position, &[cache.id()], is_wanted).map_err(|error| failed(&error))?;
        cache.tokens.push(token);
        Ok(())
    }

    /// Decodes the batch and distributes the logits.
    fn decode(
        &mut self,
        wanted: &mut Vec<(i32, usize)>,
        logits: &mut [Vec<f32>],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), StepError> {
        if self.batch.n_tokens() == 0 {
            return Ok(());
        }
        if stop() {
            return Err(StepError::Stopped);
        }
        self.context.decode(&mut self.batch).map_err(|error| StepError::Failed(format!("llama.cpp: {error}")))?;
        for (position, index) in wanted.drain(..) {
            if let Some(logits) = logits.get_mut(index) {
                logits.extend_from_slice(self.context.get_logits_ith(position));
            }
        }
        self.batch.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests;
