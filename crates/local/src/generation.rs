//! One request being answered: the tokens to be read, the output so far, and the grammar.
//!
//! A text that has to stop, because the answer reaches its token limit or the schema allows no more characters, is taken back to its last
//! whole clause ([`sentence`]). What was streamed of it is then streamed again.
use crate::grammar::Grammar;
use crate::sample::Sampler;
use crate::sentence::{self, Endings, LastWord};
use crate::vocabulary::Vocabulary;
use llguidance::toktrie::SimpleVob;
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
    pub(crate) deltas: Option<mpsc::UnboundedSender<Delta>>,
    pub(crate) reply: oneshot::Sender<Result<Reply, Error>>,
}

/// A piece of a streamed answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Delta {
    /// Further text.
    Text(String),
    /// The streamed text is void; the answer follows from its beginning.
    Restart,
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

/// How many tokens beyond the limit a text may take to come to the end of a clause. Ours: half a sentence.
const PATIENCE: usize = 12;

/// The generation of one answer.
pub(crate) struct Generation<Cache> {
    pub(crate) job: Job,
    pub(crate) cache: Cache,
    /// Tokens to be read before the next can be sampled.
    pub(crate) pending: Vec<u32>,
    /// How many tokens of the prompt came from the cache.
    pub(crate) cached: usize,
    /// The tokens of the answer, as the grammar has taken them.
    tokens: Vec<u32>,
    bytes: Vec<u8>,
    streamed: usize,
    /// All tokens that were generated, with those that were taken back.
    output_tokens: usize,
    text: Option<FreeText>,
}

/// A text that the schema leaves to the model.
#[derive(Clone, Copy, Debug)]
struct FreeText {
    /// Its offset in the answer, in bytes.
    start: usize,
    /// How many tokens it has taken beyond the limit.
    late: usize,
    /// Whether it can't be ended earlier than it ends.
    is_settled: bool,
}

/// The step after a sampled token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Advance {
    /// The pending tokens are read.
    Goes,
    /// The cache is truncated to this length before the pending tokens are read.
    Rewinds(usize),
    /// The answer ends.
    Ends(Stop),
}

impl<Cache> Generation<Cache> {
    /// Starts with a cache that holds the first `cached` tokens of the prompt.
    pub(crate) fn new(job: Job, cache: Cache, cached: usize, vocabulary: &Vocabulary) -> Generation<Cache> {
        let mut pending = job.prompt.get(cached..).unwrap_or_default().to_vec();
        // The forced beginning is appended to the prompt without sampling.
        let tokens = job.beginning.clone();
        pending.extend(&tokens);
        // It is streamed only with the first sampled token, so that the time to the first piece is the model's own.
        let bytes = tokens.iter().flat_map(|it| vocabulary.piece(*it)).copied().collect();
        let output_tokens = tokens.len();
        Generation { job, cache, pending, cached, tokens, bytes, streamed: 0, output_tokens, text: None }
    }

    /// Samples the next token.
    pub(crate) fn advance(&mut self, logits: Vec<f32>, vocabulary: &Vocabulary) -> Result<Advance, String> {
        let late = self.output_tokens.saturating_sub(self.job.max_tokens);
        let is_late = self.output_tokens >= self.job.max_tokens;
        if late > CLOSING_TOKENS || self.job.grammar.is_none() && is_late {
            return Ok(Advance::Ends(Stop::Length));
        }
        let allowed = self.job.grammar.as_mut().map(Grammar::allowed).transpose()?;
        let mut is_closing = is_late;
        let mut best = None;
        if let Some(allowed) = &allowed {
            let has_space = vocabulary.long_words().iter().any(|it| allowed.is_allowed(*it));
            self.follow_text(has_space, is_late);
            let must_stop = is_late || !has_space;
            if must_stop && let Some(text) = self.text.filter(|it| !it.is_settled) {
                best = likeliest(&logits, allowed);
                let is_patient = has_space && text.late <= PATIENCE && late <= CLOSING_TOKENS / 3;
                match self.end_of_text(best, vocabulary) {
                    End::Natural => {}
                    End::Missing => (best, is_closing) = (None, is_late && !is_patient),
                    End::Possible(last) => {
                        best = None;
                        let before = self.tokens.len();
                        if let Some(advance) = self.take_back(before, self.bytes.len(), last, is_patient, vocabulary)? {
                            return Ok(advance);
                        }
                        is_closing = is_late && !is_patient;
                        if let Some(text) = self.text.as_mut().filter(|_| !is_patient) {
                            text.is_settled = true;
                        }
                    }
                }
            }
        }
        let chosen = best.or_else(|| self.job.sampler.choose(logits, allowed.as_ref(), is_closing, vocabulary));
        let token = chosen.ok_or("the model returned no finite logit for any token that the schema allows")?;
        self.output_tokens += 1;
        if vocabulary.is_end(token) {
            // A grammar allows a special token only where the answer is complete.
            return Ok(Advance::Ends(Stop::End));
        }
        self.take(token, vocabulary)
    }

    /// Appends a sampled token and those that the grammar forces after it.
    fn take(&mut self, token: u32, vocabulary: &Vocabulary) -> Result<Advance, String> {
        let forced = self.job.grammar.as_mut().map(|it| it.take(token)).transpose()?.unwrap_or_default();
        self.output_tokens += forced.len();
        self.append(&[token], vocabulary);
        let (tokens, end) = (self.tokens.len(), self.bytes.len());
        self.append(&forced, vocabulary);
        let after = self.bytes.get(end..).unwrap_or_default();
        let is_cut = after.first().is_some_and(is_exit) && !ends_text(vocabulary.piece(token));
        if is_cut && self.text.is_some_and(|it| !it.is_settled) {
            // The schema allows no further character: whether the last word is whole is not known.
            if let Some(advance) = self.take_back(tokens - 1, end, LastWord::Cut, false, vocabulary)? {
                return Ok(advance);
            }
        }
        let after = self.bytes.get(end..).unwrap_or_default();
        // A literal part of the schema separates two texts; a single forced letter belongs to a name such as `Node.js`.
        if after.len() > 3 || after.contains(&b'"') {
            self.text = None;
        }
        self.pending = vec![token];
        self.pending.extend(forced);
        self.stream();
        Ok(if self.is_done() { Advance::Ends(Stop::End) } else { Advance::Goes })
    }

    /// Notes where a free text begins, and how late it is.
    fn follow_text(&mut self, has_space: bool, is_late: bool) {
        let is_closed = |it: &FreeText| is_closed(self.bytes.get(it.start..).unwrap_or_default());
        if self.text.as_ref().is_some_and(is_closed) {
            self.text = None;
        }
        match &mut self.text {
            Some(text) => text.late += usize::from(is_late),
            None if has_space => self.text = Some(FreeText { start: self.bytes.len(), late: 0, is_settled: false }),
            None => {}
        }
    }

    /// Whether the text can end here, and whether the model ends it by itself.
    fn end_of_text(&mut self, best: Option<u32>, vocabulary: &Vocabulary) -> End {
        let Some(text) = self.text else { return End::Missing };
        let so_far = String::from_utf8_lossy(self.bytes.get(text.start..).unwrap_or_default()).into_owned();
        let next = best.map(|it| vocabulary.piece(it)).unwrap_or_default();
        let is_end = match next.first() {
            Some(b'"') => true,
            Some(b'.' | 0xe3) => ends_sentence(next) && !sentence::is_sentence_end(&so_far),
            Some(_) | None => false,
        };
        if is_end {
            return End::Natural;
        }
        let Some(grammar) = &mut self.job.grammar else { return End::Missing };
        if !closings(vocabulary, false).iter().any(|it| grammar.allows(it)) {
            return End::Missing;
        }
        if next.first() == Some(&b',')
            && closings(vocabulary, false).iter().all(|it| it.len() == 1 || !grammar.allows(it))
        {
            return End::Natural;
        }
        let is_whole = next.first().is_none_or(|it| it.is_ascii_whitespace() || it.is_ascii_punctuation());
        End::Possible(if is_whole { LastWord::Whole } else { LastWord::Cut })
    }

    /// Takes the text that ends at byte `end`, with `tokens` tokens, back to where it can end, and ends it there.
    fn take_back(
        &mut self,
        tokens: usize,
        end: usize,
        last: LastWord,
        clauses_alone: bool,
        vocabulary: &Vocabulary,
    ) -> Result<Option<Advance>, String> {
        let (Some(text), Some(grammar)) = (self.text, &self.job.grammar) else { return Ok(None) };
        let Ok(said) = std::str::from_utf8(self.bytes.get(text.start..end).unwrap_or_default()) else {
            return Ok(None);
        };
        let Endings { clauses, words } = sentence::endings(said, last);
        let words = if clauses_alone { Vec::new() } else { words };
        let mut found = None;
        for place in clauses.into_iter().chain(words) {
            let kept = self.tokens_before(text.start + place, vocabulary).min(tokens);
            let length: usize = self.tokens.iter().take(kept).map(|it| vocabulary.piece(*it).len()).sum();
            let rest = self.bytes.get(length..text.start + place).unwrap_or_default();
            let rest = std::str::from_utf8(rest).map_err(|error| error.to_string())?;
            let rest = if rest.is_empty() { Vec::new() } else { vocabulary.encode(rest)? };
            let is_sentence = said.get(..place).is_some_and(sentence::is_sentence_end);
            found = closings(vocabulary, is_sentence).into_iter().find_map(|closing| {
                let instead = [rest.as_slice(), &closing].concat();
                let grammar = grammar.instead(self.tokens.len() - kept, &instead)?;
                Some((kept, instead, grammar))
            });
            if found.is_some() {
                break;
            }
        }
        let Some((kept, instead, mut grammar)) = found else { return Ok(None) };
        let forced = grammar.forced()?;
        self.job.grammar = Some(grammar);
        self.tokens.truncate(kept);
        self.bytes = self.tokens.iter().flat_map(|it| vocabulary.piece(*it)).copied().collect();
        if self.bytes.len() < self.streamed {
            self.streamed = 0;
            // The receiver may be gone.
            self.job.deltas.iter().for_each(|it| drop(it.send(Delta::Restart)));
        }
        self.pending = [instead, forced].concat();
        self.output_tokens += self.pending.len();
        let pending = self.pending.clone();
        self.append(&pending, vocabulary);
        self.text = None;
        self.stream();
        let length = self.job.prompt.len() + kept;
        Ok(Some(if self.is_done() { Advance::Ends(Stop::End) } else { Advance::Rewinds(length) }))
    }

    /// How many tokens end at or before a byte of the answer.
    fn tokens_before(&self, place: usize, vocabulary: &Vocabulary) -> usize {
        let mut length = 0;
        let ends = self.tokens.iter().map(|it| {
            length += vocabulary.piece(*it).len();
            length
        });
        ends.take_while(|it| *it <= place).count()
    }

    fn is_done(&self) -> bool {
        self.job.grammar.as_ref().is_some_and(Grammar::is_done)
    }

    fn append(&mut self, tokens: &[u32], vocabulary: &Vocabulary) {
        self.tokens.extend(tokens);
        tokens.iter().for_each(|it| self.bytes.extend_from_slice(vocabulary.piece(*it)));
    }

    /// Streams what has not been streamed yet.
    fn stream(&mut self) {
        if let Some(deltas) = &self.job.deltas {
            let rest = self.bytes.get(self.streamed..).unwrap_or_default();
            // A character may span several tokens: an incomplete one waits for the rest; invalid bytes are not waited for.
            let complete = match std::str::from_utf8(rest) {
                Err(error) if error.error_len().is_none() => error.valid_up_to(),
                Ok(_) | Err(_) => rest.len(),
            };
            if complete > 0 {
                self.streamed += complete;
                let text = String::from_utf8_lossy(rest.get(..complete).unwrap_or_default()).into_owned();
                // The receiver may be gone.
                let _ = deltas.send(Delta::Text(text));
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

/// Whether a text can end where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The model ends it here, or has done so.
    Natural,
    /// The schema allows no end here.
    Missing,
    /// It must be taken back.
    Possible(LastWord),
}

/// The possible ends of a text: the end of a sentence and of its field, that of a field alone, or the comma of a literal part of the schema. Only
/// the end of the field follows a sentence that has ended.
fn closings(vocabulary: &Vocabulary, is_sentence: bool) -> Vec<Vec<u32>> {
    let all: [&[&[u8]]; 4] = [&[b".", b"\""], &["。".as_bytes(), b"\""], &[b"\""], &[b","]];
    let wanted = all.into_iter().filter(|it| !is_sentence || it == &[b"\""]);
    wanted.filter_map(|pieces| pieces.iter().map(|it| vocabulary.exactly(it)).collect()).collect()
}

/// Whether a byte begins one of them.
fn is_exit(byte: &u8) -> bool {
    // The last is the first byte of `。`.
    matches!(byte, b'.' | b'"' | b',' | 0xe3)
}

/// Whether a token is a full stop, alone or with what follows the text.
fn ends_sentence(piece: &[u8]) -> bool {
    piece == "。".as_bytes() || piece.first() == Some(&b'.') && piece.get(1).is_none_or(|it| *it == b'"')
}

/// Whether a sampled token ends a text by itself.
fn ends_text(piece: &[u8]) -> bool {
    piece.iter().any(|it| matches!(it, b'"' | b'.' | b'!' | b'?')) || piece.first().is_some_and(is_exit)
}

/// Whether a text that began inside a JSON string has ended.
fn is_closed(text: &[u8]) -> bool {
    let mut is_escaped = false;
    text.iter().any(|it| {
        let is_end = *it == b'"' && !is_escaped;
        is_escaped = *it == b'\\' && !is_escaped;
        is_end
    })
}

/// The likeliest token of those allowed.
fn likeliest(logits: &[f32], allowed: &SimpleVob) -> Option<u32> {
    let rows = (0_u32..).zip(logits).filter(|(token, logit)| allowed.is_allowed(*token) && logit.is_finite());
    rows.max_by(|a, b| a.1.total_cmp(b.1)).map(|(token, _)| token)
}
