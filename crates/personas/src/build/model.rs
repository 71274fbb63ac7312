//! Beliefs and contracts by a model. Its answers are stored, so that none is paid for twice.
use super::work::Work;
use super::{BuildError, Corpus, Maker, contract_key, manual, read};
use crate::beliefs::{Finding, merged};
use crate::model::{Error, Read, Reader};
use debate::persona::Built;
use debate::{BeliefGraph, Chunk, Contract, Name};
use models::Usage;
use std::path::Path;

/// How many chunks a model is asked about concurrently. Ours: what providers allow new accounts; `models` limits the rate further.
const AT_ONCE: usize = 4;

impl Maker for Reader {
    type Found = Read<Vec<Finding>>;
    type Failed = Error;

    fn built(&self) -> Built {
        Reader::built(self)
    }

    fn edition(&self) -> String {
        format!("{} {}", Reader::built(self), env!("CARGO_PKG_VERSION"))
    }

    fn at_once(&self) -> usize {
        AT_ONCE
    }

    async fn read(&self, chunk: &Chunk) -> Result<Read<Vec<Finding>>, Error> {
        self.of_chunk(chunk).await
    }

    fn dropped(&self, found: &Read<Vec<Finding>>) -> usize {
        found.dropped
    }

    fn unread(&self, found: &Read<Vec<Finding>>) -> usize {
        found.unread
    }

    fn merge(&self, found: Vec<Read<Vec<Finding>>>) -> BeliefGraph {
        merged(found.into_iter().map(|it| it.found))
    }

    async fn contract(&self, name: &Name, chunks: &[Chunk], beliefs: &BeliefGraph) -> Result<Read<Contract>, Error> {
        Reader::contract(self, name, chunks, beliefs).await
    }
}

/// A build's remaining questions to a model, at most: a chunk in which nothing is found needs no second one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Questions {
    /// The estimated usage of each.
    pub left: Vec<Usage>,
    /// How many chunks, and contracts, were read before.
    pub kept: usize,
}

/// The questions of a build that is not begun or was interrupted. Asks nobody; files that can't be read are reported by the build.
pub async fn questions(
    corpus: &Corpus,
    deck: &Path,
    column: Option<&str>,
    reader: &Reader,
) -> Result<Questions, BuildError> {
    if manual::read(&corpus.root)?.is_some() {
        return Ok(Questions::default());
    }
    let (chunks, _) = match read(corpus, column, &()).await {
        Err(BuildError::NoWords { .. }) => return Ok(Questions::default()),
        read => read?,
    };
    let work = Work::open(deck, &corpus.name, &reader.edition())?;
    let is_kept = |it: &&Chunk| work.found::<Read<Vec<Finding>>>(it.id.as_str()).is_some();
    let (kept, new): (Vec<&Chunk>, Vec<&Chunk>) = chunks.iter().partition(is_kept);
    let mut left: Vec<Usage> = new.into_iter().flat_map(|it| reader.takes(it)).collect();
    let is_drawn_up = work.found::<Read<Contract>>(&contract_key(&corpus.name, &chunks)).is_some();
    if !is_drawn_up {
        left.extend(reader.takes_contract(&chunks));
    }
    Ok(Questions { kept: kept.len() + usize::from(is_drawn_up), left })
}
