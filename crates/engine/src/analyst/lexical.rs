//! The analyst who reads words: always there, and weak. It sees opposition that stands in the words, and misses most agreement that does
//! not; [`prose::relation::lexical()`] says how. Not here: any state; what it says of a pair it says again.
use super::{Analyst, Texts};
use debate::Relation;
use futures_util::future::{self, BoxFuture, FutureExt};
use models::Error;

/// Compares texts by their words alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lexical;

impl Analyst for Lexical {
    fn name(&self) -> &str {
        "lexical"
    }

    fn relate<'a>(&'a self, pairs: &'a [Texts<'a>]) -> BoxFuture<'a, Result<Vec<Relation>, Error>> {
        let relations = pairs.iter().map(|it| prose::relation::lexical(it.topic, it.a, it.b)).collect();
        future::ready(Ok(relations)).boxed()
    }
}
