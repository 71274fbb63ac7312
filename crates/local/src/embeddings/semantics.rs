//! [`models::SemanticModel`] over the two networks: off the async threads, one batch at a time, with cached outputs.
//!
//! Long calls share the network: after every [`STRETCH`] texts the next caller in the queue runs. Dropping a call stops it after
//! its current stretch; outputs up to then are cached. Not here: arithmetic.
use super::cache::{Cache, Key};
use super::{ContradictionModel, Fault, SentenceEncoder};
use futures_util::future::BoxFuture;
use models::{Error, SemanticModel, Vector};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Semaphore;

/// How many vectors are cached. Ours: 30 MB, and some forty debates' worth of positions and claims.
const VECTORS: usize = 20_000;

/// How many scores of pairs are cached. Ours: 2 MB.
const SCORES: usize = 50_000;

/// How many texts are encoded before another caller runs. Ours: about half a second.
const STRETCH: usize = 64;

/// The same for pairs.
const STRETCH_OF_PAIRS: usize = 4;

/// Cache hits and misses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Inputs answered from the cache, or by an equal input of the same call.
    pub hits: u64,
    /// Inputs that a network ran on.
    pub misses: u64,
}

/// Embeddings and contradiction scores, computed in this process.
pub struct LocalSemantics {
    sentences: Arc<SentenceEncoder>,
    contradiction: Option<Arc<ContradictionModel>>,
    vectors: Arc<OutputCache<Vector>>,
    scores: Arc<OutputCache<f32>>,
}

impl LocalSemantics {
    /// With empty caches; without `contradiction` it returns no contradiction scores.
    pub fn new(sentences: SentenceEncoder, contradiction: Option<ContradictionModel>) -> Self {
        Self {
            sentences: Arc::new(sentences),
            contradiction: contradiction.map(Arc::new),
            vectors: Arc::new(OutputCache::new(VECTORS)),
            scores: Arc::new(OutputCache::new(SCORES)),
        }
    }

    /// Cache counts of texts.
    pub fn texts(&self) -> Counts {
        self.vectors.lock().counts
    }

    /// Cache counts of pairs.
    pub fn pairs(&self) -> Counts {
        self.scores.lock().counts
    }
}

impl SemanticModel for LocalSemantics {
    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> BoxFuture<'a, Result<Vec<Vector>, Error>> {
        Box::pin(async move {
            let inputs: Vec<(Key, &str)> = texts.iter().map(|text| (Key::of_text(text), *text)).collect();
            let read = |texts: Vec<String>| {
                let sentences = self.sentences.clone();
                move || sentences.read(&texts)
            };
            self.vectors.answer(&inputs, STRETCH, |text| (*text).to_owned(), read).await
        })
    }

    fn contradict<'a>(&'a self, pairs: &'a [(&'a str, &'a str)]) -> BoxFuture<'a, Result<Option<Vec<f32>>, Error>> {
        Box::pin(async move {
            let Some(contradiction) = &self.contradiction else { return Ok(None) };
            let inputs: Vec<_> = pairs.iter().map(|pair| (Key::of_pair(pair.0, pair.1), *pair)).collect();
            let owned = |pair: &(&str, &str)| (pair.0.to_owned(), pair.1.to_owned());
            let read = |pairs: Vec<(String, String)>| {
                let contradiction = contradiction.clone();
                move || contradiction.read(&pairs)
            };
            self.scores.answer(&inputs, STRETCH_OF_PAIRS, owned, read).await.map(Some)
        })
    }
}

/// The cached outputs of a network, and the queue before it.
struct OutputCache<V> {
    state: Mutex<CacheState<V>>,
    /// One permit: a network uses all its threads for one batch, and two at once would only take twice the memory.
    queue: Arc<Semaphore>,
}

struct CacheState<V> {
    cache: Cache<V>,
    counts: Counts,
}

impl<V: Clone + Send + 'static> OutputCache<V> {
    fn new(capacity: usize) -> Self {
        let state = CacheState { cache: Cache::new(capacity), counts: Counts::default() };
        Self { state: Mutex::new(state), queue: Arc::new(Semaphore::new(1)) }
    }

    /// The lock is never held while a network runs, so a failure can't leave the cache inconsistent.
    fn lock(&self) -> MutexGuard<'_, CacheState<V>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies cached outputs into `known`, and returns the other inputs.
    fn look_up<'a, Q>(
        &self,
        inputs: impl Iterator<Item = &'a (Key, Q)>,
        known: &mut HashMap<Key, V>,
    ) -> Vec<&'a (Key, Q)> {
        let mut state = self.lock();
        let mut missing = Vec::new();
        for input in inputs {
            match state.cache.get(&input.0) {
                Some(value) => drop(known.insert(input.0, value)),
                None => missing.push(input),
            }
        }
        missing
    }

    /// The outputs for all inputs, in their order; `read` makes the work for inputs that are not cached.
    async fn answer<Q, O, W>(
        self: &Arc<Self>,
        inputs: &[(Key, Q)],
        stretch: usize,
        owned: impl Fn(&Q) -> O,
        read: impl Fn(Vec<O>) -> W,
    ) -> Result<Vec<V>, Error>
    where
        W: FnOnce() -> Result<Vec<V>, Fault> + Send + 'static,
    {
        let mut known: HashMap<Key, V> = HashMap::new();
        let mut seen: HashSet<Key> = HashSet::new();
        let missing = self.look_up(inputs.iter().filter(|(key, _)| seen.insert(*key)), &mut known);
        let mut misses = 0;
        for stretch in missing.chunks(stretch) {
            let permit = self.queue.clone().acquire_owned().await.map_err(local_error)?;
            // An earlier caller may have computed some of these.
            let still = self.look_up(stretch.iter().copied(), &mut known);
            if still.is_empty() {
                continue;
            }
            let keys: Vec<Key> = still.iter().map(|(key, _)| *key).collect();
            let work = read(still.iter().map(|(_, input)| owned(input)).collect());
            let cache = self.clone();
            let task = tokio::task::spawn_blocking(move || {
                let read = work()?;
                let mut state = cache.lock();
                state.counts.misses += keys.len() as u64;
                keys.iter().zip(&read).for_each(|(key, value)| state.cache.put(*key, value.clone()));
                drop(state);
                // Held until here, so that a dropped call does not leave a second batch running beside the next.
                drop(permit);
                Ok::<_, Fault>(keys.into_iter().zip(read).collect::<Vec<_>>())
            });
            let read = task.await.map_err(local_error)?.map_err(local_error)?;
            misses += read.len();
            known.extend(read);
        }
        self.lock().counts.hits += (inputs.len() - misses) as u64;
        let answers: Option<Vec<V>> = inputs.iter().map(|(key, _)| known.get(key).cloned()).collect();
        answers.ok_or_else(|| local_error("the network returned fewer outputs than inputs"))
    }
}

fn local_error(reason: impl std::fmt::Display) -> Error {
    Error::Local { reason: reason.to_string() }
}
