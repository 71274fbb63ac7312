//! One request being answered: the tokens to be read, the output so far, and the grammar.
use crate::guide::Guide;
use crate::sample::Sampler;
use crate::vocabulary::Vocabulary;
use models::{Error, Reply, Stop, Usage};
use tokio::sync::{mpsc, oneshot};

/// A request to the scheduler.
pub(crate) struct Job {
    pub(crate) prompt: Vec<u32>,
    pub(crate) guide: Option<Guide>,
    /// The tokens that the grammar forces at the beginning; the grammar has advanced over them.
    pub(crate) beginning: Vec<u32>,
    pub(crate) sampler: Sampler,
    pub(crate) max_tokens: usize,
    /// Receives the text as it is generated, if the caller streams.
    pub(crate) words: Option<mpsc::UnboundedSender<String>>,
    pub(crate) reply: oneshot::Sender<Result<Reply, Error>>,
}

impl Job {
    /// Whether the caller has gone.
    pub(crate) fn is_given_up(&self) -> bool {
        self.reply.is_closed()
    }

    /// Maximum length of prompt and answer in tokens, with those needed to end the answer validly and those that the grammar forces
    /// after that.
    pub(crate) fn most(&self) -> usize {
        self.prompt.len() + self.max_tokens + 2 * LANDING
    }
}

/// How many tokens beyond its limit a constrained answer may take to end validly.
pub(crate) const LANDING: usize = 96;

/// The generation of one answer.
pub(crate) struct Speaker<Memory> {
    pub(crate) job: Job,
    pub(crate) memory: Memory,
    /// Tokens to be read before the next can be sampled.
    pub(crate) pending: Vec<u32>,
    /// How many tokens of the prompt came from the cache.
    pub(crate) cached: usize,
    said: Vec<u8>,
    told: usize,
    output: usize,
}

impl<Memory> Speaker<Memory> {
    /// Starts with a cache that holds the first `cached` tokens of the prompt.
    pub(crate) fn new(job: Job, memory: Memory, cached: usize, words: &Vocabulary) -> Speaker<Memory> {
        let mut pending = job.prompt.get(cached..).unwrap_or_default().to_vec();
        // The forced beginning is appended to the prompt without sampling.
        let forced = job.beginning.clone();
        pending.extend(&forced);
        // It is streamed only with the first sampled token, so that the time to the first piece is the model's own.
        let said = forced.iter().flat_map(|it| words.piece(*it)).copied().collect();
        let output = forced.len();
        Speaker { job, memory, pending, cached, said, told: 0, output }
    }

    /// Samples the next token; returns why the answer ends, if it does.
    pub(crate) fn go_on(&mut self, scores: Vec<f32>, words: &Vocabulary) -> Result<Option<Stop>, String> {
        let over = self.output.saturating_sub(self.job.max_tokens);
        if over > LANDING || self.job.guide.is_none() && self.output >= self.job.max_tokens {
            return Ok(Some(Stop::Length));
        }
        let is_landing = self.output >= self.job.max_tokens;
        let allowed = self.job.guide.as_mut().map(Guide::allowed).transpose()?;
        let chosen = self.job.sampler.choose(scores, allowed.as_ref(), is_landing, words);
        let token = chosen.ok_or("the model gives no number for any token that the form allows")?;
        self.output += 1;
        if words.is_end(token) {
            // A grammar allows a special token only where the answer is complete.
            return Ok(Some(Stop::End));
        }
        let forced = self.job.guide.as_mut().map(|it| it.take(token)).transpose()?.unwrap_or_default();
        self.output += forced.len();
        self.pending = vec![token];
        self.pending.extend(forced);
        let said = self.pending.clone();
        self.say(&said, words);
        let is_done = self.job.guide.as_ref().is_some_and(Guide::is_done);
        Ok(is_done.then_some(Stop::End))
    }

    fn say(&mut self, tokens: &[u32], words: &Vocabulary) {
        tokens.iter().for_each(|it| self.said.extend_from_slice(words.piece(*it)));
        if let Some(listener) = &self.job.words {
            let rest = self.said.get(self.told..).unwrap_or_default();
            // A character may span several tokens: an incomplete one waits for the rest; invalid bytes are not waited for.
            let whole = match std::str::from_utf8(rest) {
                Err(error) if error.error_len().is_none() => error.valid_up_to(),
                Ok(_) | Err(_) => rest.len(),
            };
            if whole > 0 {
                self.told += whole;
                // The receiver may be gone.
                let _ = listener.send(String::from_utf8_lossy(rest.get(..whole).unwrap_or_default()).into_owned());
            }
        }
    }

    /// Sends the answer and returns the cache and the prompt.
    pub(crate) fn finish(self, outcome: Result<Stop, String>) -> (Memory, Vec<u32>) {
        let Speaker { job, memory, cached, said, output, .. } = self;
        let count = |it: usize| it as u64;
        let usage =
            Usage { input: count(job.prompt.len()), cached: count(cached), output: count(output), cost: Some(0.0) };
        let text = String::from_utf8_lossy(&said).into_owned();
        let reply = outcome
            .map(|stop| Reply { text, stop, usage, attempts: 1, calls: Vec::new() })
            .map_err(|reason| Error::Local { reason });
        // The receiver may be gone.
        let _ = job.reply.send(reply);
        (memory, job.prompt)
    }
}
