//! The thread that owns a model: takes questions in the order in which they come, answers several at once, and keeps what it has
//! read of their prompts for those that begin the same.
//!
//! One step reads some tokens of everyone who is speaking, so that nobody waits for another's answer to end. What a prompt has in
//! common with one that was read before, or is being read, is not read again.
use crate::engine::{Engine, Feed, Halt};
use crate::speaker::{Job, Speaker};
use models::{Error, Stop};
use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, TryRecvError};

/// How many answer at once; the others wait their turn.
const SPEAKERS: usize = 8;

/// How many tokens a step reads in all: enough to use the weights well, few enough to hear a cancellation.
const STEP: usize = 96;

/// How much memory is kept for prompts that may come again, in bytes.
const KEPT: usize = 160 << 20;

/// A common beginning shorter than this is not worth waiting for.
const WORTH: usize = 24;

/// A model at work.
pub(crate) struct Desk<E: Engine> {
    engine: E,
    jobs: Receiver<Job>,
    waiting: VecDeque<Job>,
    speakers: Vec<Speaker<E::Memory>>,
    /// Prompts that were read, the latest last.
    kept: Vec<E::Memory>,
}

impl<E: Engine> Desk<E> {
    pub(crate) fn new(engine: E, jobs: Receiver<Job>) -> Desk<E> {
        Desk { engine, jobs, waiting: VecDeque::new(), speakers: Vec::new(), kept: Vec::new() }
    }

    /// Works until nobody can ask any more. A panic costs those who are asking at that moment their answers, and nobody else: whoever holds
    /// this model holds it for as long as the process runs.
    pub(crate) fn run(mut self) {
        while self.listen() {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| self.work())) {
                self.start_over(&words(panic.as_ref()));
            }
        }
    }

    /// Does a little of what is to be done.
    fn work(&mut self) {
        self.waiting.retain(|it| !it.is_given_up());
        self.leave();
        self.admit();
        self.step();
    }

    /// Fails all who were asking, and forgets what was read: a panic may have left it half done. Weights are never written to.
    fn start_over(&mut self, why: &str) {
        let reason = format!("it panicked: {why}");
        for job in std::mem::take(&mut self.speakers).into_iter().map(|it| it.job).chain(self.waiting.drain(..)) {
            // Whoever no longer waits need not be told.
            let _ = job.reply.send(Err(Error::Local { reason: reason.clone() }));
        }
        self.kept.clear();
    }

    /// Takes what was asked meanwhile; waits if there is nothing to do. False once nobody can ask and nobody is waiting.
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

    /// Lets those go whose answer nobody waits for.
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
                // It goes on waiting for a moment, and finds the common part read.
                index += 1;
                continue;
            }
            let (prompt, most) = (job.prompt.clone(), job.most());
            let Some((memory, cached)) = self.remember(&prompt, most) else { return };
            let Some(job) = self.waiting.remove(index) else { return };
            self.speakers.push(Speaker::new(job, memory, cached, self.engine.vocabulary()));
        }
    }

    /// Whether somebody is just reading what this prompt begins with.
    fn is_being_read(&self, prompt: &[u32]) -> bool {
        let (speakers, kept) = (self.speakers.iter().map(|it| &it.memory), self.kept.iter());
        let known = best(&self.engine, speakers.chain(kept), prompt).map_or(0, |(_, length)| length);
        self.speakers.iter().any(|it| {
            let common = common(&it.job.prompt, prompt);
            common >= known + WORTH && self.engine.tokens(&it.memory).len() < common
        })
    }

    /// A memory for a prompt and its answer, with as much of it as is known; nothing while there is no room for another.
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

    /// Reads some tokens of everyone who is speaking, and lets them go on.
    fn step(&mut self) {
        // Those who are speaking come first, then those who still read, in the order in which they came.
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
            // Nobody waits any more: they leave before the next step.
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

    /// Ends a speaker's turn and keeps what was read of its prompt; what is nearly the same, and what was kept first, gives
    /// way.
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

/// What a panic says.
fn words(panic: &(dyn Any + Send)) -> String {
    let owned = panic.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it does not say why").to_owned()
}

/// Which memory has most of the beginning of a prompt, and how much of it. The last token is always read anew: what may follow
/// it is the question.
fn best<'a, E: Engine>(
    engine: &E,
    memories: impl Iterator<Item = &'a E::Memory>,
    prompt: &[u32],
) -> Option<(&'a E::Memory, usize)> {
    let most = prompt.len().saturating_sub(1);
    let known = memories.map(|it| (it, common(engine.tokens(it), prompt).min(most)));
    known.filter(|(_, length)| *length > 0).max_by_key(|(_, length)| *length)
}

/// How many tokens two runs have in common, from the beginning.
fn common(a: &[u32], b: &[u32]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests;
