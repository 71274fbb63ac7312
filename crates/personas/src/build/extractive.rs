//! Extracts beliefs and contracts from an author's words by patterns, without a model.
use super::Maker;
use crate::beliefs::{Finding, merged, of_chunk};
use crate::contract;
use crate::model::Read;
use debate::persona::Built;
use debate::{BeliefGraph, Chunk, Contract, Name};
use std::convert::Infallible;

/// The extractive builder.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extractive;

impl Maker for Extractive {
    type Found = Vec<Finding>;
    type Failed = Infallible;

    fn built(&self) -> Built {
        Built::Extractive
    }

    fn edition(&self) -> String {
        // The patterns change with the program's version.
        format!("extractive {}", env!("CARGO_PKG_VERSION"))
    }

    fn at_once(&self) -> usize {
        1
    }

    async fn read(&self, chunk: &Chunk) -> Result<Vec<Finding>, Infallible> {
        Ok(of_chunk(chunk))
    }

    fn dropped(&self, _: &Vec<Finding>) -> usize {
        0
    }

    fn merge(&self, found: Vec<Vec<Finding>>) -> BeliefGraph {
        merged(found.into_iter())
    }

    async fn contract(
        &self,
        name: &Name,
        chunks: &[Chunk],
        beliefs: &BeliefGraph,
    ) -> Result<Read<Contract>, Infallible> {
        Ok(Read { found: contract(name, chunks, beliefs), ..Read::default() })
    }
}
