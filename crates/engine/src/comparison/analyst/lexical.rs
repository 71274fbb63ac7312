//! The analyst that compares words: always available, and weak. It detects opposition that shows in the words and misses most agreement;
//! see [`prose::relation::lexical()`]. Stateless and deterministic.
use super::{Analyst, Texts};
use debate::Relation;
use futures_util::future::{BoxFuture, FutureExt};
use models::Error;
use store::aside;

/// The cost of comparing texts relative to parsing as many bytes of a log. Ours: 70 µs for two sentences.
const AS_MUCH: usize = 16;

/// Compares texts by their words alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lexical;

impl Analyst for Lexical {
    fn name(&self) -> &str {
        "lexical"
    }

    fn relate<'a>(&'a self, pairs: &'a [Texts<'a>]) -> BoxFuture<'a, Result<Vec<Relation>, Error>> {
        let copy = |it: &Texts<'_>| (it.topic.map(str::to_owned), it.a.to_owned(), it.b.to_owned());
        let pairs: Vec<_> = pairs.iter().map(copy).collect();
        let bytes = pairs.iter().map(|(_, a, b)| a.len() + b.len()).sum::<usize>();
        let relate = move || {
            pairs.iter().map(|(topic, a, b)| prose::relation::lexical(topic.as_deref(), a, b)).collect::<Vec<_>>()
        };
        aside(bytes.saturating_mul(AS_MUCH), relate).map(Ok).boxed()
    }
}
