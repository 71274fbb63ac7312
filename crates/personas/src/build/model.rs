//! Beliefs and contracts read by a model: what it answers is kept, so that no answer is paid for twice.
use super::Maker;
use crate::beliefs::{Finding, merged};
use crate::model::{Error, Reader};
use debate::persona::Built;
use debate::{BeliefGraph, Chunk, Contract, Name};

/// How many chunks a model is asked about at once. Ours: what providers let newcomers do; more wait in the limits of `models`.
const AT_ONCE: usize = 4;

impl Maker for Reader {
    type Found = Vec<Finding>;
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

    async fn read(&self, chunk: &Chunk) -> Result<Vec<Finding>, Error> {
        Ok(self.of_chunk(chunk).await?.found)
    }

    fn merge(&self, found: Vec<Vec<Finding>>) -> BeliefGraph {
        merged(found.into_iter())
    }

    async fn contract(&self, name: &Name, chunks: &[Chunk], beliefs: &BeliefGraph) -> Result<Contract, Error> {
        Ok(Reader::contract(self, name, chunks, beliefs).await?.found)
    }
}
