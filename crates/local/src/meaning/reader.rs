//! The two networks behind [`models::Meaning`]: off the async threads, one batch at a time, and nothing read twice.
//!
//! A call that is long takes turns with others: after every [`STRETCH`] texts the next in line comes first. Dropping a call stops it at
//! the end of its stretch; what was read until then is remembered. Not here: arithmetic.
use super::cache::{Cache, Key};
use super::{Fault, Opposition, Sentences};
use futures_util::future::BoxFuture;
use models::{Error, Meaning, Vector};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Semaphore;

/// How many vectors are remembered. Ours: 30 MB, and some forty debates' worth of positions and claims.
const VECTORS: usize = 20_000;

/// How many scores of pairs are remembered. Ours: 2 MB.
const SCORES: usize = 50_000;

/// How many texts are read before another caller has its turn. Ours: about half a second.
const STRETCH: usize = 64;

/// How many pairs, likewise.
const STRETCH_OF_PAIRS: usize = 4;

/// How often memory was enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Questions answered from memory, or by an equal one of the same call.
    pub hits: u64,
    /// Questions that a network read.
    pub misses: u64,
}

/// Reads texts for their meaning, in this process.
pub struct Reader {
    sentences: Arc<Sentences>,
    opposition: Option<Arc<Opposition>>,
    vectors: Arc<Memory<Vector>>,
    scores: Arc<Memory<f32>>,
}

impl Reader {
    /// A reader with an empty memory; without `opposition` it can't tell contradictions.
    pub fn new(sentences: Sentences, opposition: Option<Opposition>) -> Self {
        Self {
            sentences: Arc::new(sentences),
            opposition: opposition.map(Arc::new),
            vectors: Arc::new(Memory::new(VECTORS)),
            scores: Arc::new(Memory::new(SCORES)),
        }
    }

    /// How often a text's vector was in memory.
    pub fn texts(&self) -> Counts {
        self.vectors.held().counts
    }

    /// How often a pair's score was in memory.
    pub fn pairs(&self) -> Counts {
        self.scores.held().counts
    }
}

impl Meaning for Reader {
    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> BoxFuture<'a, Result<Vec<Vector>, Error>> {
        Box::pin(async move {
            let questions: Vec<(Key, &str)> = texts.iter().map(|text| (Key::of_text(text), *text)).collect();
            let read = |texts: Vec<String>| {
                let sentences = self.sentences.clone();
                move || sentences.read(&texts)
            };
            self.vectors.answer(&questions, STRETCH, |text| (*text).to_owned(), read).await
        })
    }

    fn contradict<'a>(&'a self, pairs: &'a [(&'a str, &'a str)]) -> BoxFuture<'a, Result<Option<Vec<f32>>, Error>> {
        Box::pin(async move {
            let Some(opposition) = &self.opposition else { return Ok(None) };
            let questions: Vec<_> = pairs.iter().map(|pair| (Key::of_pair(pair.0, pair.1), *pair)).collect();
            let owned = |pair: &(&str, &str)| (pair.0.to_owned(), pair.1.to_owned());
            let read = |pairs: Vec<(String, String)>| {
                let opposition = opposition.clone();
                move || opposition.read(&pairs)
            };
            self.scores.answer(&questions, STRETCH_OF_PAIRS, owned, read).await.map(Some)
        })
    }
}

/// What a network said, and the queue before it.
struct Memory<V> {
    held: Mutex<Held<V>>,
    /// One place: a network uses all its threads for one batch, and two at once would only take twice the memory.
    queue: Arc<Semaphore>,
}

struct Held<V> {
    cache: Cache<V>,
    counts: Counts,
}

impl<V: Clone + Send + 'static> Memory<V> {
    fn new(room: usize) -> Self {
        let held = Held { cache: Cache::new(room), counts: Counts::default() };
        Self { held: Mutex::new(held), queue: Arc::new(Semaphore::new(1)) }
    }

    /// The lock is never held while a network runs, so nothing that fails leaves it half done.
    fn held(&self) -> MutexGuard<'_, Held<V>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts what is in memory among the `known`, and gives back the rest.
    fn recall<'a, Q>(
        &self,
        questions: impl Iterator<Item = &'a (Key, Q)>,
        known: &mut HashMap<Key, V>,
    ) -> Vec<&'a (Key, Q)> {
        let mut held = self.held();
        let mut missing = Vec::new();
        for question in questions {
            match held.cache.get(&question.0) {
                Some(value) => drop(known.insert(question.0, value)),
                None => missing.push(question),
            }
        }
        missing
    }

    /// Answers each question, in their order; `read` makes the work of those that are not in memory.
    async fn answer<Q, O, W>(
        self: &Arc<Self>,
        questions: &[(Key, Q)],
        stretch: usize,
        owned: impl Fn(&Q) -> O,
        read: impl Fn(Vec<O>) -> W,
    ) -> Result<Vec<V>, Error>
    where
        W: FnOnce() -> Result<Vec<V>, Fault> + Send + 'static,
    {
        let mut known: HashMap<Key, V> = HashMap::new();
        let mut seen: HashSet<Key> = HashSet::new();
        let missing = self.recall(questions.iter().filter(|(key, _)| seen.insert(*key)), &mut known);
        let mut misses = 0;
        for stretch in missing.chunks(stretch) {
            let place = self.queue.clone().acquire_owned().await.map_err(lost)?;
            // Whoever stood before us may have read the same.
            let still = self.recall(stretch.iter().copied(), &mut known);
            if still.is_empty() {
                continue;
            }
            let keys: Vec<Key> = still.iter().map(|(key, _)| *key).collect();
            let work = read(still.iter().map(|(_, question)| owned(question)).collect());
            let memory = self.clone();
            let task = tokio::task::spawn_blocking(move || {
                let read = work()?;
                let mut held = memory.held();
                held.counts.misses += keys.len() as u64;
                keys.iter().zip(&read).for_each(|(key, value)| held.cache.put(*key, value.clone()));
                drop(held);
                // Kept until here, so that a call that is dropped leaves no second batch beside its own.
                drop(place);
                Ok::<_, Fault>(keys.into_iter().zip(read).collect::<Vec<_>>())
            });
            let read = task.await.map_err(lost)?.map_err(lost)?;
            misses += read.len();
            known.extend(read);
        }
        self.held().counts.hits += (questions.len() - misses) as u64;
        let answers: Option<Vec<V>> = questions.iter().map(|(key, _)| known.get(key).cloned()).collect();
        answers.ok_or_else(|| lost("it gave fewer answers than it had questions"))
    }
}

fn lost(reason: impl std::fmt::Display) -> Error {
    Error::Local { reason: reason.to_string() }
}
