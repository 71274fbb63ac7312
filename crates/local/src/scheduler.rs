//! The scheduler thread that owns a model. It takes requests first come, first served, decodes several of them in one batch, and
//! caches the key-value state of their prompts.
//!
//! One step reads some tokens of every active request, so no request waits for another to finish. A prompt prefix that is cached,
//! or that another request is reading, is not read again.
use crate::backend::{Backend, Feed, StepError};
use crate::generation::{Advance, Generation, Job};
use models::{Error, Stop};
use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, TryRecvError};

/// Maximum number of requests decoded in one batch; the others queue.
const MAX_ACTIVE: usize = 8;

/// Maximum number of tokens read in one step: enough to use the weights well, few enough to react to a cancellation.
const MAX_STEP_TOKENS: usize = 96;

/// Memory for cached prompts, in bytes.
const MAX_CACHED_BYTES: usize = 160 << 20;

/// A shared prefix shorter than this, in tokens, is not worth waiting for.
const MIN_SHARED_PREFIX: usize = 24;

/// Schedules the requests of one model.
pub(crate) struct BatchScheduler<B: Backend> {
    backend: B,
    jobs: Receiver<Job>,
    waiting: VecDeque<Job>,
    active: Vec<Generation<B::KvCache>>,
    /// Key-value caches of finished prompts, the most recent last.
    cached_prompts: Vec<B::KvCache>,
}

impl<B: Backend> BatchScheduler<B> {
    pub(crate) fn new(backend: B, jobs: Receiver<Job>) -> BatchScheduler<B> {
        BatchScheduler { backend, jobs, waiting: VecDeque::new(), active: Vec::new(), cached_prompts: Vec::new() }
    }

    /// Runs until all senders are dropped and the queue is empty. A panic fails the requests of that moment only: the model stays
    /// usable for the life of the process.
    pub(crate) fn run(mut self) {
        while self.receive() {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| self.iterate())) {
                self.fail_all(&panic_message(panic.as_ref()));
            }
        }
    }

    /// One iteration: drops cancelled requests, admits new ones, runs a step.
    fn iterate(&mut self) {
        self.waiting.retain(|it| !it.is_cancelled());
        self.drop_cancelled();
        self.admit();
        self.step();
    }

    /// Fails all active and queued requests and clears the prompt cache, which a panic may have left inconsistent. Weights are
    /// never written to.
    fn fail_all(&mut self, why: &str) {
        let reason = format!("it panicked: {why}");
        for job in std::mem::take(&mut self.active).into_iter().map(|it| it.job).chain(self.waiting.drain(..)) {
            // The receiver may be gone.
            let _ = job.reply.send(Err(Error::Local { reason: reason.clone() }));
        }
        self.cached_prompts.clear();
    }

    /// Receives new requests; blocks if there is no work. Returns false once all senders are dropped and the queue is empty.
    fn receive(&mut self) -> bool {
        if self.active.is_empty() && self.waiting.is_empty() {
            match self.jobs.recv() {
                Ok(job) => self.waiting.push_back(job),
                Err(_) => return false,
            }
        }
        loop {
            match self.jobs.try_recv() {
                Ok(job) => self.waiting.push_back(job),
                Err(TryRecvError::Empty) => return true,
                Err(TryRecvError::Disconnected) => return !(self.active.is_empty() && self.waiting.is_empty()),
            }
        }
    }

    /// Removes active requests whose caller has gone.
    fn drop_cancelled(&mut self) {
        let mut index = 0;
        while let Some(generation) = self.active.get(index) {
            if generation.job.is_cancelled() {
                let generation = self.active.remove(index);
                self.finish(generation, Err("the caller has gone".to_owned()));
            } else {
                index += 1;
            }
        }
    }

    fn admit(&mut self) {
        let mut index = 0;
        while self.active.len() < MAX_ACTIVE {
            let Some(job) = self.waiting.get(index) else { return };
            if self.is_prefix_in_progress(&job.prompt) {
                // It stays in the queue until the shared prefix has been read.
                index += 1;
                continue;
            }
            let (prompt, most) = (job.prompt.clone(), job.max_length());
            let Some((cache, cached)) = self.allocate(&prompt, most) else { return };
            let Some(job) = self.waiting.remove(index) else { return };
            self.active.push(Generation::new(job, cache, cached, self.backend.vocabulary()));
        }
    }

    /// Whether an active request is still reading a prefix of this prompt.
    fn is_prefix_in_progress(&self, prompt: &[u32]) -> bool {
        let (active, cached_prompts) = (self.active.iter().map(|it| &it.cache), self.cached_prompts.iter());
        let known = longest_prefix(&self.backend, active.chain(cached_prompts), prompt).map_or(0, |(_, length)| length);
        self.active.iter().any(|it| {
            let common_prefix = common_prefix(&it.job.prompt, prompt);
            common_prefix >= known + MIN_SHARED_PREFIX && self.backend.tokens(&it.cache).len() < common_prefix
        })
    }

    /// A key-value cache for a prompt and its answer, filled with the longest known prefix; `None` while there is no space for it.
    fn allocate(&mut self, prompt: &[u32], most: usize) -> Option<(B::KvCache, usize)> {
        loop {
            let (active, cached_prompts) = (self.active.iter().map(|it| &it.cache), self.cached_prompts.iter());
            let made = match longest_prefix(&self.backend, active.chain(cached_prompts), prompt) {
                Some((cache, length)) => self.backend.branch(cache, length, most).map(|it| (it, length)),
                None => self.backend.empty(most).map(|it| (it, 0)),
            };
            if made.is_some() || self.cached_prompts.is_empty() {
                return made;
            }
            self.cached_prompts.remove(0);
        }
    }

    /// Reads some tokens of every active request and samples where a prompt is complete.
    fn step(&mut self) {
        // Requests that generate come first, then those that still read their prompt, in order of arrival.
        let mut order: Vec<usize> = (0..self.active.len()).collect();
        order.sort_by_key(|index| self.active.get(*index).is_some_and(|it| it.pending.len() > MAX_ACTIVE));
        let mut shares = vec![0; order.len()];
        let mut left = MAX_STEP_TOKENS;
        for index in order {
            if let (Some(generation), Some(share)) = (self.active.get(index), shares.get_mut(index)) {
                *share = generation.pending.len().min(left);
                left -= *share;
            }
        }
        let (mut feeds, mut waiting) = (Vec::new(), Vec::new());
        for (generation, share) in self.active.iter_mut().zip(&shares).filter(|(_, share)| **share > 0) {
            let Generation { cache, pending, job: Job { reply, .. }, .. } = generation;
            let tokens = pending.get(..*share).unwrap_or_default();
            feeds.push(Feed { cache, tokens, wants: tokens.len() == pending.len() });
            waiting.push(&*reply);
        }
        if feeds.is_empty() {
            return;
        }
        let outcome = self.backend.step(&mut feeds, &|| waiting.iter().all(|it| it.is_closed()));
        match outcome {
            Ok(logits) => self.advance(&shares, logits),
            // All callers have gone; their requests are removed before the next step.
            Err(StepError::Stopped) => {}
            Err(StepError::Failed(reason)) => {
                for generation in std::mem::take(&mut self.active) {
                    generation.finish(Err(reason.clone()));
                }
            }
        }
    }

    fn advance(&mut self, shares: &[usize], logits: Vec<Vec<f32>>) {
        let mut logits = logits.into_iter();
        let active = std::mem::take(&mut self.active);
        for (mut generation, share) in active.into_iter().zip(shares) {
            let logits = if *share > 0 { logits.next().unwrap_or_default() } else { Vec::new() };
            generation.pending.drain(..*share);
            if *share == 0 || !generation.pending.is_empty() {
                self.active.push(generation);
                continue;
            }
            match generation.advance(logits, self.backend.vocabulary()) {
                Ok(Advance::Goes) => self.active.push(generation),
                Ok(Advance::Rewinds(length)) => {
                    self.backend.rewind(&mut generation.cache, length);
                    self.active.push(generation);
                }
                Ok(Advance::Ends(stop)) => self.finish(generation, Ok(stop)),
                Err(reason) => self.finish(generation, Err(reason)),
            }
        }
    }

    /// Finishes a request and caches its prompt. Evicts prompts that are nearly the same, then the oldest.
    fn finish(&mut self, generation: Generation<B::KvCache>, outcome: Result<Stop, String>) {
        let (mut cache, prompt) = generation.finish(outcome);
        self.backend.cut(&mut cache, prompt.len());
        let backend = &self.backend;
        let tokens = backend.tokens(&cache);
        self.cached_prompts.retain(|it| {
            let old = backend.tokens(it);
            old.len() - common_prefix(old, tokens) > MIN_SHARED_PREFIX
        });
        self.cached_prompts.push(cache);
        let bytes = |all: &[B::KvCache]| {
            all.iter().map(|it| backend.tokens(it).len() * backend.bytes_per_token()).sum::<usize>()
        };
        while self.cached_prompts.len() > 1 && bytes(&self.cached_prompts) > MAX_CACHED_BYTES {
            self.cached_prompts.remove(0);
        }
    }
}

/// The message of a panic.
fn panic_message(panic: &(dyn Any + Send)) -> String {
    let owned = panic.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
}

/// The cache with the longest prefix of a prompt, and the prefix's length. Never the whole prompt: the last token is read again to
/// get its logits.
fn longest_prefix<'a, B: Backend>(
    backend: &B,
    caches: impl Iterator<Item = &'a B::KvCache>,
    prompt: &[u32],
) -> Option<(&'a B::KvCache, usize)> {
    let most = prompt.len().saturating_sub(1);
    let known = caches.map(|it| (it, common_prefix(backend.tokens(it), prompt).min(most)));
    known.filter(|(_, length)| *length > 0).max_by_key(|(_, length)| *length)
}

/// Length of the common prefix of two token sequences.
fn common_prefix(a: &[u32], b: &[u32]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests;
