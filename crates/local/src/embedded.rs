//! A language model in this process, behind the [`Model`] trait.
use crate::backend::{Backend, BackendKind};
use crate::file::{LoadError, ModelFile};
use crate::generation::{CLOSING_TOKENS, Delta, Job};
use crate::grammar::{Grammar, GrammarCompiler};
use crate::sample::Sampler;
use crate::scheduler::BatchScheduler;
use crate::template;
use crate::tools;
use crate::vocabulary::Vocabulary;
use crate::weights::{Sampling, Template};
use futures_util::future::BoxFuture;
use models::{Deltas, Error, Model, Reply, Request};
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread;
use tokio::sync::{mpsc as async_mpsc, oneshot};

/// How a model is run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The backend that computes.
    pub backend: BackendKind,
    /// Number of compute threads; all cores but one if absent.
    pub threads: Option<usize>,
    /// The chat template; the one named in the model's file if absent.
    pub template: Option<Template>,
    /// Sampling parameters, where a request does not set them.
    pub sampling: Sampling,
    /// Available memory, in bytes; not checked if absent.
    pub memory: Option<u64>,
}

/// A loaded model. Clones share the weights: they are in memory once, however many seats use them.
#[derive(Clone)]
pub struct Embedded {
    jobs: mpsc::Sender<Job>,
    grammars: Arc<GrammarCompiler>,
    vocabulary: Arc<Vocabulary>,
    template: Template,
    sampling: Sampling,
    window: usize,
}

/// All cores but one, so that another busy process does not delay every step.
pub fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, |it| it.get().saturating_sub(1)).max(1)
}

impl Embedded {
    /// Reads a GGUF file. Blocks for seconds.
    pub fn load(path: &Path, options: Options) -> Result<Embedded, LoadError> {
        let file = ModelFile::open(path)?;
        if let Some(memory) = options.memory {
            file.fit(options.backend, memory)?;
        }
        let vocabulary = file.vocabulary.clone();
        let template = options.template.unwrap_or(file.template);
        template::check(template, &vocabulary).map_err(|reason| LoadError::File { path: path.to_owned(), reason })?;
        let threads = options.threads.unwrap_or_else(default_threads);
        let (jobs, window) = match options.backend {
            BackendKind::Candle => {
                let backend = file.candle(threads)?;
                let window = backend.window();
                (spawn_scheduler(move |requests| BatchScheduler::new(backend, requests).run())?, window)
            }
            #[cfg(feature = "llama-cpp")]
            BackendKind::LlamaCpp => {
                let weights = file.llama(threads)?;
                let window = weights.window();
                (spawn_llama_scheduler(path, weights)?, window)
            }
        };
        let unusable = |reason: String| LoadError::File { path: path.to_owned(), reason };
        let grammars = GrammarCompiler::new(vocabulary.clone()).map_err(unusable)?;
        Ok(Embedded { jobs, grammars: Arc::new(grammars), vocabulary, template, sampling: options.sampling, window })
    }

    /// The number of tokens in a text.
    pub fn tokens(&self, text: &str) -> usize {
        self.vocabulary.encode(text).map_or(0, |it| it.len())
    }

    fn job(&self, request: &Request) -> Result<(Job, PendingReply), Error> {
        let failed = |reason: String| Error::Local { reason };
        let turns = tools::turns(request);
        let turns: Vec<&str> = turns.iter().map(|it| &**it).collect();
        let rules = tools::system_prompt(request);
        let prompt = template::prompt(self.template, &self.vocabulary, &rules, &turns).map_err(failed)?;
        let max_tokens = request.max_tokens as usize;
        if prompt.len() + max_tokens.min(self.window / 2) > self.window {
            let (length, window) = (prompt.len(), self.window);
            return Err(failed(format!(
                "the prompt has {length} tokens; with its answer it does not fit into {window}"
            )));
        }
        let max_tokens = max_tokens.min((self.window - prompt.len()).saturating_sub(2 * CLOSING_TOKENS));
        let mut grammar =
            tools::output_schema(request).map(|it| self.grammars.compile(&it)).transpose().map_err(failed)?;
        let beginning = grammar.as_mut().map(Grammar::forced).transpose().map_err(failed)?.unwrap_or_default();
        let sampling =
            Sampling { temperature: request.temperature.unwrap_or(self.sampling.temperature), ..self.sampling };
        let sampler = Sampler::new(sampling, seed(request));
        let (reply, answer) = oneshot::channel();
        let (sender, deltas) = async_mpsc::unbounded_channel();
        Ok((
            Job { prompt, grammar, beginning, sampler, max_tokens, deltas: Some(sender), reply },
            PendingReply { reply: answer, deltas },
        ))
    }
}

/// Starts a scheduler thread, which takes requests until all senders are dropped.
fn spawn_scheduler(work: impl FnOnce(mpsc::Receiver<Job>) + Send + 'static) -> Result<mpsc::Sender<Job>, LoadError> {
    let (jobs, requests) = mpsc::channel();
    let thread = thread::Builder::new().name("embedded".to_owned()).spawn(move || work(requests));
    thread.map_err(|error| LoadError::Threads { reason: error.to_string() })?;
    Ok(jobs)
}

/// The same for a backend that borrows its weights: both live on the thread.
#[cfg(feature = "llama-cpp")]
fn spawn_llama_scheduler(path: &Path, weights: crate::llama::Weights) -> Result<mpsc::Sender<Job>, LoadError> {
    let (ready, started) = mpsc::channel();
    let jobs = spawn_scheduler(move |requests| {
        let backend = weights.backend();
        // The loading thread waits for this.
        let _ = ready.send(backend.as_ref().map(|_| ()).map_err(Clone::clone));
        if let Ok(backend) = backend {
            BatchScheduler::new(backend, requests).run();
        }
    })?;
    let outcome = started.recv().map_err(|error| LoadError::Threads { reason: error.to_string() })?;
    outcome.map(|()| jobs).map_err(|reason| LoadError::File { path: path.to_owned(), reason })
}

/// The caller's end of a request.
struct PendingReply {
    reply: oneshot::Receiver<Result<Reply, Error>>,
    deltas: async_mpsc::UnboundedReceiver<Delta>,
}

impl Model for Embedded {
    /// The grammar applies from the first token on, so there is no space to think.
    fn may_think(&self) -> bool {
        false
    }

    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(async move {
            let gone = || Error::Local { reason: "the embedded model has stopped".to_owned() };
            let (mut job, mut answer) = self.job(request)?;
            if watcher.is_none() {
                job.deltas = None;
            }
            self.jobs.send(job).map_err(|_| gone())?;
            while let Some(text) = answer.deltas.recv().await {
                match (watcher, text) {
                    (Some(watcher), Delta::Text(text)) => watcher.delta(&text),
                    (Some(watcher), Delta::Restart) => watcher.restart(),
                    (None, _) => {}
                }
            }
            let mut reply = answer.reply.await.map_err(|_| gone())??;
            if let Some(call) = tools::parse_call(request, &reply.text) {
                (reply.text, reply.calls) = (String::new(), vec![call]);
                // A tool call is not text of the answer.
                watcher.iter().for_each(|it| it.restart());
            }
            Ok(reply)
        })
    }
}

/// The seed of one call: the same call gives the same answer, two participants give different ones.
fn seed(request: &Request) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ request.seed.unwrap_or_default();
    for byte in request.call.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}
