//! Compares texts (E-10, E-11, P-30, P-31).
//!
//! There are three kinds of analyst behind one trait: words, networks in this process, and a model. Not here: what follows from a
//! comparison (`analysis`), and when a debate makes one (`formats`).
mod lexical;
mod local;
pub mod model;

pub use lexical::Lexical;
pub use local::Local;
pub use model::Model;

use debate::Relation;
use futures_util::future::{self, BoxFuture, FutureExt};
use personas::recall::{Measure, Similar};

/// Two texts to be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texts<'a> {
    /// The topic of both, where it is known.
    pub topic: Option<&'a str>,
    /// The first text.
    pub a: &'a str,
    /// The second text.
    pub b: &'a str,
}

/// Compares texts.
pub trait Analyst: Send + Sync {
    /// Its recorded name: `lexical`, `local`, or a model as `provider/model`.
    fn name(&self) -> &str;

    /// The relation of each pair, in order. Symmetric: the order within a pair makes no difference.
    fn relate<'a>(&'a self, pairs: &'a [Texts<'a>]) -> BoxFuture<'a, Result<Vec<Relation>, models::Error>>;

    /// The similarity of each text to a query, in order; `None` if this analyst has no such measure (P-04).
    fn near<'a>(
        &'a self,
        _query: &'a str,
        _texts: &'a [&'a str],
    ) -> BoxFuture<'a, Result<Option<Vec<f64>>, models::Error>> {
        future::ready(Ok(None)).boxed()
    }
}

/// The similarities that a search in a persona's texts needs; `None` if this analyst has no such measure (P-04).
///
/// # Errors
/// Measuring failed, or not all was measured.
pub async fn similar(analyst: &dyn Analyst, query: &str, measure: &Measure) -> Result<Option<Similar>, models::Error> {
    let texts: Vec<&str> = measure.texts.iter().map(String::as_str).collect();
    let words: Vec<&str> = measure.words.iter().map(String::as_str).collect();
    let Some(near) = whole(analyst.near(query, &texts).await?, texts.len())? else { return Ok(None) };
    let mut standing = Vec::new();
    for word in &measure.asked {
        standing.extend(whole(analyst.near(word, &words).await?, words.len())?);
    }
    Ok(Some(measure.similar(near, &standing)))
}

fn whole(near: Option<Vec<f64>>, wanted: usize) -> Result<Option<Vec<f64>>, models::Error> {
    match near {
        Some(near) if near.len() != wanted => {
            Err(models::Error::Local { reason: "not all sentences were measured".to_owned() })
        }
        near => Ok(near),
    }
}
