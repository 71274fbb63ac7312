//! The scheduler thread that owns a model. It takes requests first come, first served, decodes several of them in one batch, and
//! caches the key-value state of their prompts.
//!
//! One step reads some tokens of every active request, so no request waits for another to finish. A prompt prefix that is cached,
//! or that another request is reading, is not read again.
use crate::engine::{Engine, Feed, Halt};
use crate::speaker::{Job, Speaker};
use models::{Error, Stop};
use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, TryRecvError};

/// Maximum number of requests decoded in one batch; the others queue.
const SPEAKERS: usize = 8;

/// Maximum number of tokens read in one step: enough to use the weights well, few enough to react to a cancellation.
const STEP: usize = 96;

/// Memory for cached prompts, in bytes.
const KEPT: usize = 160 << 20;

/// A shared prefix shorter than this, in tokens, is not worth waiting for.
const WORTH: usize = 24;

/// Schedules the requests of one model.
pub(crate) struct Desk<E: Engine> {
    engine: E,
    jobs: Receiver<Job>,
    waiting: VecDeque<Job>,
    speakers: Vec<Speaker<E::Memory>>,
    /// Key-value caches of finished prompts, the most recent last.
    kept: Vec<E::Memory>,
}

impl<E: Engine> Desk<E> {
    pub(crate) fn new(engine: E, jobs: Receiver<Job>) -> Desk<E> {
        Desk { engine, jobs, waiting: VecDeque::new(), speakers: Vec::new(), kept: Vec::new() }
    }

    /// Runs until all senders are dropped and the queue is empty. A panic fails the requests of that moment only: the model stays
    /// usable for the life of the process.
    pub(crate) fn run(mut self) {
        while self.listen() {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| self.work())) {
                self.start_over(&words(panic.as_ref()));
            }
        }
    }

    /// One iteration: drops cancelled requests, admits new ones, runs a step.
    fn work(&mut self) {
        self.waiting.retain(|it| !it.is_given_up());
        self.leave();
        self.admit();
        self.step();
    }

    /// Fails all active and queued requests and clears the prompt cache, which a panic may have left inconsistent. Weights are
    /// never written to.
    fn start_over(&mut self, why: &str) {
        let reason = format!("it panicked: {why}");
        for job in std::mem::take(&mut self.speakers).into_iter().map(|it| it.job).chain(self.waiting.drain(..)) {
            // The receiver may be gone.
            let _ = job.reply.send(Err(Error::Local { reason: reason.clone() }));
        }
        self.kept.clear();
    }

    /// Receives new requests; blocks if there is no work. Returns false once all senders are dropped and the queue is empty.
    fn listen(&mut self) -> bool {
        if self.speakers.is_empty() && self.waiting.is_empty() {
            match self.jobs.recv() {
                Ok(job) => self.waiting.push_back(job),
                Err(_) => return false,
            }
        }
        loop {
            match self.jobs.try_recv() {
                Ok(job) => self.waiting.push_back(job),
                Err(TryRecvError::Empty) => return true,
                Err(TryRecvError::Disconnected) => return !(self.speakers.is_empty() && self.waiting.is_empty()),
            }
        }
    }

    /// Removes active requests whose caller has gone.
    fn leave(&mut self) {
        let mut index = 0;
        while let Some(speaker) = self.speakers.get(index) {
            if speaker.job.is_given_up() {
                let speaker = self.speakers.remove(index);
                self.keep(speaker, Err("nobody waits for the answer".to_owned()));
            } else {
                index += 1;
            }
        }
    }

    fn admit(&mut self) {
        let mut index = 0;
        while self.speakers.len() < SPEAKERS {
            let Some(job) = self.waiting.get(index) else { return };
            if self.is_being_read(&job.prompt) {
                // It stays in the queue until the shared prefix has been read.
                index += 1;
                continue;
            }
            let (prompt, most) = (job.prompt.clone(), job.most());
            let Some((memory, cached)) = self.remember(&prompt, most) else { return };
            let Some(job) = self.waiting.remove(index) else { return };
            self.speakers.push(Speaker::new(job, memory, cached, self.engine.vocabulary()));
        }
    }

    /// Whether an active request is still reading a prefix of this prompt.
    fn is_being_read(&self, prompt: &[u32]) -> bool {
        let (speakers, kept) = (self.speakers.iter().map(|it| &it.memory), self.kept.iter());
        let known = best(&self.engine, speakers.chain(kept), prompt).map_or(0, |(_, length)| length);
        self.speakers.iter().any(|it| {
            let common = common(&it.job.prompt, prompt);
            common >= known + WORTH && self.engine.tokens(&it.memory).len() < common
        })
    }

    /// A key-value cache for a prompt and its answer, filled with the longest known prefix; `None` while there is no space for it.
    fn remember(&mut self, prompt: &[u32], most: usize) -> Option<(E::Memory, usize)> {
        loop {
            let (speakers, kept) = (self.speakers.iter().map(|it| &it.memory), self.kept.iter());
            let made = match best(&self.engine, speakers.chain(kept), prompt) {
                Some((memory, length)) => self.engine.branch(memory, length, most).map(|it| (it, length)),
                None => self.engine.empty(most).map(|it| (it, 0)),
            };
            if made.is_some() || self.kept.is_empty() {
                return made;
            }
            self.kept.remove(0);
        }
    }

    /// Reads some tokens of every active request and samples where a prompt is complete.
    fn step(&mut self) {
        // Requests that generate come first, then those that still read their prompt, in order of arrival.
        let mut order: Vec<usize> = (0..self.speakers.len()).collect();
        order.sort_by_key(|index| self.speakers.get(*index).is_some_and(|it| it.pending.len() > SPEAKERS));
        let mut shares = vec![0; order.len()];
        let mut left = STEP;
        for index in order {
            if let (Some(speaker), Some(share)) = (self.speakers.get(index), shares.get_mut(index)) {
                *share = speaker.pending.len().min(left);
                left -= *share;
            }
        }
        let (mut feeds, mut waiting) = (Vec::new(), Vec::new());
        for (speaker, share) in self.speakers.iter_mut().zip(&shares).filter(|(_, share)| **share > 0) {
            let Speaker { memory, pending, job: Job { reply, .. }, .. } = speaker;
            let tokens = pending.get(..*share).unwrap_or_default();
            feeds.push(Feed { memory, tokens, wants: tokens.len() == pending.len() });
            waiting.push(&*reply);
        }
        if feeds.is_empty() {
            return;
        }
        let outcome = self.engine.step(&mut feeds, &|| waiting.iter().all(|it| it.is_closed()));
        match outcome {
            Ok(scores) => self.go_on(&shares, scores),
            // All callers have gone; their requests are removed before the next step.
            Err(Halt::Stopped) => {}
            Err(Halt::Failed(reason)) => {
                for speaker in std::mem::take(&mut self.speakers) {
                    speaker.finish(Err(reason.clone()));
                }
            }
        }
    }

    fn go_on(&mut self, shares: &[usize], scores: Vec<Vec<f32>>) {
        let mut scores = scores.into_iter();
        let speakers = std::mem::take(&mut self.speakers);
        for (mut speaker, share) in speakers.into_iter().zip(shares) {
            let scores = if *share > 0 { scores.next().unwrap_or_default() } else { Vec::new() };
            speaker.pending.drain(..*share);
            if *share == 0 || !speaker.pending.is_empty() {
                self.speakers.push(speaker);
                continue;
            }
            match speaker.go_on(scores, self.engine.vocabulary()) {
                Ok(None) => self.speakers.push(speaker),
                Ok(Some(stop)) => self.keep(speaker, Ok(stop)),
                Err(reason) => self.keep(speaker, Err(reason)),
            }
        }
    }

    /// Finishes a request and caches its prompt. Evicts prompts that are nearly the same, then the oldest.
    fn keep(&mut self, speaker: Speaker<E::Memory>, outcome: Result<Stop, String>) {
        let (mut memory, prompt) = speaker.finish(outcome);
        self.engine.cut(&mut memory, prompt.len());
        let engine = &self.engine;
        let tokens = engine.tokens(&memory);
        self.kept.retain(|it| {
            let old = engine.tokens(it);
            old.len() - common(old, tokens) > WORTH
        });
        self.kept.push(memory);
        let bytes =
            |all: &[E::Memory]| all.iter().map(|it| engine.tokens(it).len() * engine.bytes_per_token()).sum::<usize>();
        while self.kept.len() > 1 && bytes(&self.kept) > KEPT {
            self.kept.remove(0);
        }
    }
}

/// The message of a panic.
fn words(panic: &(dyn Any + Send)) -> String {
    let owned = panic.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it does not say why").to_owned()
}

/// The cache with the longest prefix of a prompt, and the prefix's length. Never the whole prompt: the last token is read again to
/// get its logits.
fn best<'a, E: Engine>(
    engine: &E,
    memories: impl Iterator<Item = &'a E::Memory>,
    prompt: &[u32],
) -> Option<(&'a E::Memory, usize)> {
    let most = prompt.len().saturating_sub(1);
    let known = memories.map(|it| (it, common(engine.tokens(it), prompt).min(most)));
    known.filter(|(_, length)| *length > 0).max_by_key(|(_, length)| *length)
}

/// Length of the common prefix of two token sequences.
fn common(a: &[u32], b: &[u32]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests;
