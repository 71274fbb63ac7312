//! Who says how two texts stand to each other (E-10, E-11, P-30, P-31).
//!
//! There are three kinds, behind one trait: a reader of words, networks in this process, and a model that is asked. Not here: what follows
//! from what they say (`analysis`), and when they are asked in a debate (`formats`).
mod lexical;
mod local;
pub mod model;

pub use lexical::Lexical;
pub use local::Local;
pub use model::Model;

use debate::Relation;
use futures_util::future::{self, BoxFuture, FutureExt};

/// Two texts to be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texts<'a> {
    /// What both are about, where it is known.
    pub topic: Option<&'a str>,
    /// One.
    pub a: &'a str,
    /// The other.
    pub b: &'a str,
}

/// Anybody who compares texts.
pub trait Analyst: Send + Sync {
    /// Who it is, as the record has it: `lexical`, `local`, or a model as `provider/model`.
    fn name(&self) -> &str;

    /// How each pair stands to each other, in their order. Which comes first makes no difference.
    fn relate<'a>(&'a self, pairs: &'a [Texts<'a>]) -> BoxFuture<'a, Result<Vec<Relation>, models::Error>>;

    /// How like a query each text is in meaning, in their order; nothing if this analyst has no measure of that (P-04).
    fn near<'a>(
        &'a self,
        _query: &'a str,
        _texts: &'a [&'a str],
    ) -> BoxFuture<'a, Result<Option<Vec<f64>>, models::Error>> {
        future::ready(Ok(None)).boxed()
    }
}
