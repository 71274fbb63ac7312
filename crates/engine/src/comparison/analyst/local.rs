//! The analyst in this process: sentence vectors for similarity, words for opposition, and an entailment network where there is one.
//!
//! Comparisons are cached within a bound, in either order of the texts; the provider of vectors has its own cache. Not here: what follows
//! from the figures ([`prose::relation::relate`]).
use super::{Analyst, Texts};
use debate::Relation;
use futures_util::future::{BoxFuture, FutureExt};
use models::{Error, SemanticModel, Vector};
use prose::opposition::contested;
use prose::relation::{self, Signals};
use prose::similarity::cosine;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many comparisons are cached. Ours: about twenty debates' worth, a few megabytes of text.
const CAPACITY: usize = 4_096;

/// Compares texts by networks in this process, and by their words.
pub struct Local {
    meaning: Arc<dyn SemanticModel>,
    cache: Mutex<Cache>,
}

impl Local {
    /// An analyst with these networks and an empty cache.
    pub fn new(meaning: Arc<dyn SemanticModel>) -> Self {
        Self { meaning, cache: Mutex::new(Cache::new(CAPACITY)) }
    }

    /// The lock is never held during a comparison.
    fn cache(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn all(&self, pairs: &[Texts<'_>]) -> Result<Vec<Relation>, Error> {
        let mut known: BTreeMap<Key, Relation> = BTreeMap::new();
        let keys: Vec<Key> = pairs.iter().map(Key::of).collect();
        let missing: Vec<&Texts<'_>> = {
            let mut cache = self.cache();
            let mut seen = BTreeSet::new();
            let asked = keys.iter().zip(pairs).filter(|(key, _)| seen.insert(*key));
            asked
                .filter_map(|(key, pair)| match cache.get(key) {
                    Some(relation) => {
                        known.insert(key.clone(), relation);
                        None
                    }
                    None => Some(pair),
                })
                .collect()
        };
        let read = self.read(&missing).await?;
        let mut cache = self.cache();
        for (pair, relation) in missing.iter().zip(read) {
            let key = Key::of(pair);
            cache.put(key.clone(), relation);
            known.insert(key, relation);
        }
        drop(cache);
        let relations: Option<Vec<Relation>> = keys.iter().map(|it| known.get(it).copied()).collect();
        relations.ok_or_else(|| lost("it compared fewer texts than it was given"))
    }

    /// Compares pairs that are not cached.
    async fn read(&self, pairs: &[&Texts<'_>]) -> Result<Vec<Relation>, Error> {
        if pairs.is_empty() {
            return Ok(Vec::new());
        }
        let texts: BTreeSet<&str> = pairs.iter().flat_map(|it| [Some(it.a), Some(it.b), it.topic]).flatten().collect();
        let texts: Vec<&str> = texts.into_iter().collect();
        let vectors = self.meaning.embed(&texts).await?;
        if vectors.len() != texts.len() {
            return Err(other_vectors());
        }
        let vectors: BTreeMap<&str, &Vector> = texts.into_iter().zip(&vectors).collect();
        let alike = |one: &str, other: &str| -> f64 {
            let cosine = vectors.get(one).zip(vectors.get(other)).and_then(|(one, other)| cosine(one, other));
            // A vector without a direction is similar to nothing.
            f64::from(cosine.unwrap_or_default())
        };
        let contradictions = self.contradictions(pairs).await?;
        let relate = |(pair, contradiction): (&&Texts<'_>, Option<f64>)| {
            let signals = Signals {
                cosine: alike(pair.a, pair.b),
                topic_a: pair.topic.map(|it| alike(it, pair.a)),
                topic_b: pair.topic.map(|it| alike(it, pair.b)),
                contradiction,
            };
            relation::relate(pair.topic, pair.a, pair.b, &signals)
        };
        Ok(pairs.iter().zip(contradictions).map(relate).collect())
    }

    /// The probability that the texts of each pair contradict each other, in the more certain direction. The network is slow, so it is not
    /// asked where words already show opposition.
    async fn contradictions(&self, pairs: &[&Texts<'_>]) -> Result<Vec<Option<f64>>, Error> {
        let open: Vec<&&Texts<'_>> = pairs.iter().filter(|it| contested(it.topic, it.a, it.b).is_none()).collect();
        let there: Vec<(&str, &str)> = open.iter().map(|it| (it.a, it.b)).collect();
        let back: Vec<(&str, &str)> = open.iter().map(|it| (it.b, it.a)).collect();
        let Some(there_scores) = self.meaning.contradict(&there).await? else { return Ok(vec![None; pairs.len()]) };
        let Some(back_scores) = self.meaning.contradict(&back).await? else { return Ok(vec![None; pairs.len()]) };
        if there_scores.len() != open.len() || back_scores.len() != open.len() {
            return Err(lost("it judged other pairs than it was asked for"));
        }
        let surer = there_scores.iter().zip(&back_scores).map(|(one, other)| f64::from(one.max(*other)));
        let scores: BTreeMap<(&str, &str), f64> = there.into_iter().zip(surer).collect();
        Ok(pairs.iter().map(|it| scores.get(&(it.a, it.b)).copied()).collect())
    }
}

impl Analyst for Local {
    fn name(&self) -> &str {
        "local"
    }

    fn relate<'a>(&'a self, pairs: &'a [Texts<'a>]) -> BoxFuture<'a, Result<Vec<Relation>, Error>> {
        self.all(pairs).boxed()
    }

    fn near<'a>(&'a self, query: &'a str, texts: &'a [&'a str]) -> BoxFuture<'a, Result<Option<Vec<f64>>, Error>> {
        Box::pin(async move {
            let asked: Vec<&str> = std::iter::once(query).chain(texts.iter().copied()).collect();
            let vectors = self.meaning.embed(&asked).await?;
            let is_whole = vectors.len() == asked.len();
            let (query, texts) = vectors.split_first().filter(|_| is_whole).ok_or_else(other_vectors)?;
            // A vector without a direction is similar to nothing.
            Ok(Some(texts.iter().map(|it| f64::from(cosine(query, it).unwrap_or_default())).collect()))
        })
    }
}

fn other_vectors() -> Error {
    lost("it gave other vectors than it was asked for")
}

fn lost(reason: &str) -> Error {
    Error::Local { reason: reason.to_owned() }
}

/// The key of a comparison: two texts in canonical order, and a topic.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Key {
    topic: Option<String>,
    first: String,
    second: String,
}

impl Key {
    fn of(pair: &Texts<'_>) -> Self {
        let (first, second) = if pair.a <= pair.b { (pair.a, pair.b) } else { (pair.b, pair.a) };
        Self { topic: pair.topic.map(str::to_owned), first: first.to_owned(), second: second.to_owned() }
    }
}

/// A cache of two generations: a hit moves into the young one; when that is full, the old one is dropped.
struct Cache {
    half: usize,
    young: HashMap<Key, Relation>,
    old: HashMap<Key, Relation>,
}

impl Cache {
    fn new(capacity: usize) -> Self {
        Self { half: (capacity / 2).max(1), young: HashMap::new(), old: HashMap::new() }
    }

    fn get(&mut self, key: &Key) -> Option<Relation> {
        if let Some(relation) = self.young.get(key) {
            return Some(*relation);
        }
        let relation = self.old.remove(key)?;
        self.put(key.clone(), relation);
        Some(relation)
    }

    fn put(&mut self, key: Key, relation: Relation) {
        if self.young.len() >= self.half && !self.young.contains_key(&key) {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, relation);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: usize) -> Key {
        let text = number.to_string();
        Key::of(&Texts { topic: None, a: &text, b: "x" })
    }

    const SAME: Relation =
        Relation { similarity: 1.0, opposition: 0.0, opposed: false, same_point: true, on_topic: true };

    /// E-10: the cache is bounded, and keeps entries that are used.
    #[test]
    fn the_bound_holds_and_what_is_used_stays() {
        let mut cache = Cache::new(10);
        cache.put(key(0), SAME);
        for number in 1..1_000 {
            cache.put(key(number), SAME);
            assert_eq!(cache.get(&key(0)), Some(SAME), "asked for all the time, at {number}");
            assert!(cache.young.len() + cache.old.len() <= 10);
        }
        assert_eq!(cache.get(&key(1)), None);
    }
}
