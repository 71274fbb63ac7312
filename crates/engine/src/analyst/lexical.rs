//! The analyst who reads words: always there, and weak. It sees opposition that stands in the words, and misses most agreement that does
//! not; [`prose::relation::lexical()`] says how. Not here: any state; what it says of a pair it says again.
use super::{Analyst, Texts};
use debate::Relation;
use futures_util::future::{BoxFuture, FutureExt};
use models::Error;
use store::aside;

/// How many times as long it takes to compare texts as to parse as much of a log. Ours: 70 µs for two sentences.
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
