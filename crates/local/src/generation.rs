//! One request being answered: the tokens to be read, the output so far, and the grammar.
use crate::grammar::Grammar;
use crate::sample::Sampler;
use crate::vocabulary::Vocabulary;
use models::{Error, Reply, Stop, Usage};
use tokio::sync::{mpsc, oneshot};

/// A request to the scheduler.
pub(crate) struct Job {
    pub(crate) prompt: Vec<u32>,
    pub(crate) grammar: Option<Grammar>,
    /// The tokens that the grammar forces at the beginning; the grammar has advanced over them.
    pub(crate) beginning: Vec<u32>,
    pub(crate) sampler: Sampler,
    pub(crate) max_tokens: usize,
    /// Receives the text as it is generated, if the caller streams.
    pub(crate) deltas: Option<mpsc::UnboundedSender<String>>,
    pub(crate) reply: oneshot::Sender<Result<Reply, Error>>,
}

impl Job {
    /// Whether the caller has gone.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.reply.is_closed()
    }

    /// Maximum length of prompt and answer in tokens, with those needed to end the answer validly and those that the grammar forces
    /// after that.
    pub(crate) fn max_length(&self) -> usize {
        self.prompt.len() + self.max_tokens + 2 * CLOSING_TOKENS
    }
}

/// How many tokens beyond its limit a constrained answer may take to end validly.
pub(crate) const CLOSING_TOKENS: usize = 96;

/// The generation of one answer.
pub(crate) struct Generation<Cache> {
    pub(crate) job: Job,
    pub(crate) cache: Cache,
    /// Tokens to be read before the next can be sampled.
    pub(crate) pending: Vec<u32>,
    /// How many tokens of the prompt came from the cache.
    pub(crate) cached: usize,
    bytes: Vec<u8>,
    streamed: usize,
    output_tokens: usize,
}

impl<Cache> Generation<Cache> {
    /// Starts with a cache that holds the first `cached` tokens of the prompt.
    pub(crate) fn new(job: Job, cache: Cache, cached: usize, vocabulary: &Vocabulary) -> Generation<Cache> {
        let mut pending = job.prompt.get(cached..).unwrap_or_default().to_vec();
        // The forced beginning is appended to the prompt without sampling.
        let forced = job.beginning.clone();
        pending.extend(&forced);
        // It is streamed only with the first sampled token, so that the time to the first piece is the model's own.
        let bytes = forced.iter().flat_map(|it| vocabulary.piece(*it)).copied().collect();
        let output_tokens = forced.len();
        Generation { job, cache, pending, cached, bytes, streamed: 0, output_tokens }
    }

    /// Samples the next token; returns why the answer ends, if it does.
    pub(crate) fn advance(&mut self, logits: Vec<f32>, vocabulary: &Vocabulary) -> Result<Option<Stop>, String> {
        let over = self.output_tokens.saturating_sub(self.job.max_tokens);
        if over > CLOSING_TOKENS || self.job.grammar.is_none() && self.output_tokens >= self.job.max_tokens {
            return Ok(Some(Stop::Length));
        }
        let is_closing = self.output_tokens >= self.job.max_tokens;
        let allowed = self.job.grammar.as_mut().map(Grammar::allowed).transpose()?;
        let chosen = self.job.sampler.choose(logits, allowed.as_ref(), is_closing, vocabulary);
        let token = chosen.ok_or("the model returned no finite logit for any token that the schema allows")?;
        self.output_tokens += 1;
        if vocabulary.is_end(token) {
            // A grammar allows a special token only where the answer is complete.
            return Ok(Some(Stop::End));
        }
        let forced = self.job.grammar.as_mut().map(|it| it.take(token)).transpose()?.unwrap_or_default();
        self.output_tokens += forced.len();
        self.pending = vec![token];
        self.pending.extend(forced);
        let tokens = self.pending.clone();
        self.emit(&tokens, vocabulary);
        let is_done = self.job.grammar.as_ref().is_some_and(Grammar::is_done);
        Ok(is_done.then_some(Stop::End))
    }

    fn emit(&mut self, tokens: &[u32], vocabulary: &Vocabulary) {
        tokens.iter().for_each(|it| self.bytes.extend_from_slice(vocabulary.piece(*it)));
        if let Some(deltas) = &self.job.deltas {
            let rest = self.bytes.get(self.streamed..).unwrap_or_default();
            // A character may span several tokens: an incomplete one waits for the rest; invalid bytes are not waited for.
            let complete = match std::str::from_utf8(rest) {
                Err(error) if error.error_len().is_none() => error.valid_up_to(),
                Ok(_) | Err(_) => rest.len(),
            };
            if complete > 0 {
                self.streamed += complete;
                // The receiver may be gone.
                let _ = deltas.send(String::from_utf8_lossy(rest.get(..complete).unwrap_or_default()).into_owned());
            }
        }
    }

    /// Sends the answer and returns the cache and the prompt.
    pub(crate) fn finish(self, outcome: Result<Stop, String>) -> (Cache, Vec<u32>) {
        let Generation { job, cache, cached, bytes, output_tokens, .. } = self;
        let count = |it: usize| it as u64;
        let usage = Usage {
            input: count(job.prompt.len()),
            cached: count(cached),
            output: count(output_tokens),
            cost: Some(0.0),
        };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let reply = outcome
            .map(|stop| Reply { text, stop, usage, attempts: 1, calls: Vec::new() })
            .map_err(|reason| Error::Local { reason });
        // The receiver may be gone.
        let _ = job.reply.send(reply);
        (cache, job.prompt)
    }
}
